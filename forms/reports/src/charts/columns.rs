//! Columns upwards, each with its name below it and its figure above it.

use plotters::style::text_anchor::HPos;

use super::HALF;
use super::axis::{Axis, Print};
use super::plot::{Plot, Room};
use crate::chart::{Chart, Drawn, LABEL_SIZE, Paper, Size, words};
use crate::palette::Ink;

pub(super) struct Column {
    pub(super) label: String,
    pub(super) value: f64,
    pub(super) figure: String,
    pub(super) ink: Ink,
}

/// What is measured each way.
#[derive(Clone, Copy)]
pub(super) struct Axes<'a> {
    pub(super) across: &'a str,
    pub(super) up: &'a str,
}

const ROOM: Room = Room { left: 70, right: 24, top: 26, bottom: 58 };
/// The letters of names that stand below all columns without touching.
const LETTERS_MAX: usize = 96;

/// A chart of columns.
pub(super) fn chart(title: &str, axes: Axes<'_>, columns: &[Column]) -> Chart {
    let size = Size { width: HALF, height: 380 };
    Chart::draw(title, size, |paper| paint(paper, axes, columns))
}

pub(super) fn paint(paper: &Paper<'_>, axes: Axes<'_>, columns: &[Column]) -> Drawn {
    let highest = columns.iter().map(|column| column.value).fold(0.0, f64::max).max(1e-9);
    let count = u32::try_from(columns.len()).expect("charts have few columns");
    let plot = Plot::on(paper, ROOM, 0.0..f64::from(count), 0.0..highest * 1.1)?;
    plot.rule_up(&Axis { name: axes.up, print: Print::Plain })?;
    plot.name_across(axes.across)?;
    let longest = columns.iter().map(|column| column.label.chars().count() + 2).max().unwrap_or(1);
    let every = (columns.len() * longest).div_ceil(LETTERS_MAX).max(1);
    for (place, column) in (0..count).zip(columns) {
        let (left, middle) = (f64::from(place), f64::from(place) + 0.5);
        plot.block([(left + 0.08, 0.0), (left + 0.92, column.value)], column.ink)?;
        let figure = words(Ink::Text, LABEL_SIZE, HPos::Center);
        plot.write((middle, column.value), (0, -9), &column.figure, figure)?;
        if (place as usize).is_multiple_of(every) {
            let name = words(Ink::Faint, LABEL_SIZE, HPos::Center);
            plot.write((middle, 0.0), (0, 17), &column.label, name)?;
        }
    }
    Ok(())
}
