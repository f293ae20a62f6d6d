//! A line through points, with a mark on the one that was asked for.

use plotters::style::text_anchor::HPos;

use super::WIDTH;
use super::axis::{Axis, Print};
use super::plot::{Plot, Room};
use crate::chart::{Chart, Drawn, LABEL_SIZE, Paper, Size, words};
use crate::palette::Ink;

/// A line and what it measures.
pub(super) struct Line<'a> {
    pub(super) points: Vec<(f64, f64)>,
    pub(super) marked: Option<(f64, f64)>,
    pub(super) across: Axis<'a>,
    pub(super) up: &'a str,
}

const ROOM: Room = Room { left: 80, right: 60, top: 26, bottom: 58 };

/// A chart of one line.
pub(super) fn chart(title: &str, line: &Line<'_>) -> Chart {
    Chart::draw(title, Size { width: WIDTH, height: 420 }, |paper| paint(paper, line))
}

fn paint(paper: &Paper<'_>, line: &Line<'_>) -> Drawn {
    let across = |pick: fn(f64, f64) -> f64| line.points.iter().map(|point| point.0).reduce(pick);
    let (first, last) = (across(f64::min).unwrap_or(0.0), across(f64::max).unwrap_or(1.0));
    let low = line.points.iter().map(|point| point.1).fold(0.0, f64::min);
    let high = line.points.iter().map(|point| point.1).fold(0.0, f64::max).max(1e-9);
    let room = (high - low) * 0.06;
    let up = low - if low < 0.0 { room } else { 0.0 }..high + room;
    let plot = Plot::on(paper, ROOM, first..last.max(first + 1e-9), up)?;
    plot.rule_across(&line.across)?;
    plot.rule_up(&Axis { name: line.up, print: Print::Plain })?;
    plot.line(line.points.clone(), Ink::Main, 2)?;
    let Some((x, y)) = line.marked else { return Ok(()) };
    plot.dot((x, y), 5, Ink::Mark)?;
    let style = words(Ink::Mark, LABEL_SIZE, HPos::Left);
    plot.write((x, y), (9, 14), &format!("{y:.2} %"), style)
}
