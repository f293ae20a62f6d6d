//! Bars to the right, each with its name before it and its figure behind it.

use plotters::style::text_anchor::HPos;

use super::WIDTH;
use super::axis::{Axis, Print};
use super::plot::{Plot, Room};
use crate::chart::{Chart, Drawn, LABEL_SIZE, Paper, Size, words};
use crate::palette::Ink;

pub(super) struct Bar {
    pub(super) label: String,
    pub(super) value: f64,
    pub(super) figure: String,
    pub(super) ink: Ink,
}

/// The height of a bar with the gap below it.
const ROW: u32 = 24;
/// Title, axis and the gaps between.
const AROUND: u32 = 112;
const ROOM: Room = Room { left: 230, right: 24, top: 4, bottom: 58 };
/// Room for the figure behind the longest bar, as a share of the axis.
const BEHIND: f64 = 0.12;
/// Half of a bar, as a share of its row.
const HALF: f64 = 0.36;

/// A chart of bars.
pub(super) fn chart(title: &str, axis: &str, bars: &[Bar]) -> Chart {
    let size = Size { width: WIDTH, height: AROUND + rows(bars) * ROW };
    Chart::draw(title, size, |paper| paint(paper, axis, bars))
}

fn rows(bars: &[Bar]) -> u32 {
    u32::try_from(bars.len()).expect("charts have few bars")
}

fn paint(paper: &Paper<'_>, axis: &str, bars: &[Bar]) -> Drawn {
    let lowest = bars.iter().map(|bar| bar.value).fold(0.0, f64::min);
    let highest = bars.iter().map(|bar| bar.value).fold(0.0, f64::max).max(1e-9);
    let room = (highest - lowest) * BEHIND;
    // A bar to the left needs room for its figure there.
    let low = if lowest < 0.0 { lowest - room } else { lowest };
    let top = f64::from(rows(bars));
    let plot = Plot::on(paper, ROOM, low..highest + room, 0.0..top)?;
    plot.rule_across(&Axis { name: axis, print: Print::Plain })?;
    for (place, bar) in (0..rows(bars)).zip(bars) {
        // The first bar stands highest.
        let middle = top - f64::from(place) - 0.5;
        plot.block([(0.0, middle - HALF), (bar.value, middle + HALF)], bar.ink)?;
        let name = words(Ink::Text, LABEL_SIZE, HPos::Right);
        plot.write((low, middle), (-10, 0), &bar.label, name)?;
        let (side, away) = if bar.value < 0.0 { (HPos::Right, -7) } else { (HPos::Left, 7) };
        let figure = words(Ink::Text, LABEL_SIZE, side);
        plot.write((bar.value, middle), (away, 0), &bar.figure, figure)?;
    }
    Ok(())
}
