//! The rectangle of a chart in which numbers have their places.

use std::ops::Range;

use plotters::coord::types::RangedCoordf64;
use plotters::prelude::*;
use plotters::style::text_anchor::HPos;

use super::axis::Axis;
use crate::chart::{Drawn, LABEL_SIZE, Paper, words};
use crate::palette::Ink;

type Plane<'b> = DrawingArea<SVGBackend<'b>, Cartesian2d<RangedCoordf64, RangedCoordf64>>;
type Point = (f64, f64);

/// Numbers across and up, and strokes between them.
pub(super) struct Plot<'b> {
    plane: Plane<'b>,
    across: Range<f64>,
    up: Range<f64>,
}

/// The room around a plot, in pixels.
#[derive(Clone, Copy)]
pub(super) struct Room {
    pub(super) left: u32,
    pub(super) right: u32,
    pub(super) top: u32,
    pub(super) bottom: u32,
}

/// Where words stand beside their place, in pixels.
pub(super) type Beside = (i32, i32);

impl<'b> Plot<'b> {
    /// A plot of these ranges.
    pub(super) fn on(
        paper: &Paper<'b>,
        room: Room,
        across: Range<f64>,
        up: Range<f64>,
    ) -> Result<Self, DrawingAreaErrorKind<std::io::Error>> {
        let chart = ChartBuilder::on(paper)
            .margin_left(room.left)
            .margin_right(room.right)
            .margin_top(room.top)
            .margin_bottom(room.bottom)
            .build_cartesian_2d(across.clone(), up.clone())?;
        Ok(Self { plane: chart.plotting_area().clone(), across, up })
    }

    /// A line through some points.
    pub(super) fn line(&self, points: Vec<Point>, ink: Ink, width: u32) -> Drawn {
        self.plane.draw(&PathElement::new(points, ink.rgb().stroke_width(width)))
    }

    /// A filled rectangle between two corners.
    pub(super) fn block(&self, corners: [Point; 2], ink: Ink) -> Drawn {
        self.plane.draw(&Rectangle::new(corners, ink.rgb().filled()))
    }

    /// A filled shape.
    pub(super) fn shape(&self, points: Vec<Point>, ink: Ink) -> Drawn {
        self.plane.draw(&Polygon::new(points, ink.rgb().filled()))
    }

    pub(super) fn dot(&self, at: Point, size: u32, ink: Ink) -> Drawn {
        self.plane.draw(&Circle::new(at, size, ink.rgb().filled()))
    }

    /// Words beside a place.
    pub(super) fn write(
        &self,
        at: Point,
        beside: Beside,
        text: &str,
        style: TextStyle<'static>,
    ) -> Drawn {
        let text = Text::new(text.to_owned(), beside, style);
        self.plane.draw(&(EmptyElement::at(at) + text))
    }

    /// Upright lines of the grid with their numbers below, and what they are.
    pub(super) fn rule_across(&self, axis: &Axis<'_>) -> Drawn {
        for (mark, text) in axis.marks(&self.across, 8.0) {
            self.line(vec![(mark, self.up.start), (mark, self.up.end)], grid(mark), 1)?;
            let style = words(Ink::Faint, LABEL_SIZE, HPos::Center);
            self.write((mark, self.up.start), (0, 17), &text, style)?;
        }
        self.name_across(axis.name)
    }

    /// What the numbers across are.
    pub(super) fn name_across(&self, name: &str) -> Drawn {
        let style = words(Ink::Faint, LABEL_SIZE, HPos::Right);
        self.write((self.across.end, self.up.start), (0, 40), name, style)
    }

    /// Level lines of the grid with their numbers at the left.
    pub(super) fn rule_up(&self, axis: &Axis<'_>) -> Drawn {
        for (mark, text) in axis.marks(&self.up, 6.0) {
            self.line(vec![(self.across.start, mark), (self.across.end, mark)], grid(mark), 1)?;
            let style = words(Ink::Faint, LABEL_SIZE, HPos::Right);
            self.write((self.across.start, mark), (-8, 0), &text, style)?;
        }
        let style = words(Ink::Faint, LABEL_SIZE, HPos::Left);
        self.write((self.across.start, self.up.end), (4, -12), axis.name, style)
    }
}

/// The zero line stands out.
fn grid(mark: f64) -> Ink {
    if mark.abs() < f64::EPSILON { Ink::Faint } else { Ink::Grid }
}
