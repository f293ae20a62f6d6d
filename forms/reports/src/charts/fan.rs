//! A session as a fan: nine of ten sessions stay in the wide part, half of them in the narrow.

use plotters::style::text_anchor::HPos;
use taisai_odds::Fraction;

use super::axis::{Axis, Print};
use super::plot::{Plot, Room};
use crate::chart::{Drawn, LABEL_SIZE, Paper, words};
use crate::fan::{Fan, Moment};
use crate::figures::plotted;
use crate::palette::Ink;
use crate::words::Charts;

const ROOM: Room = Room { left: 120, right: 130, top: 26, bottom: 58 };

pub(super) fn paint(
    paper: &Paper<'_>,
    fan: &Fan,
    print: &dyn Fn(i64) -> String,
    names: &Charts,
) -> Drawn {
    let (low, high) = range(fan);
    let last = fan.moments.last().map_or(0, |moment| moment.rounds);
    let plot = Plot::on(paper, ROOM, 0.0..f64::from(last.max(1)), low..high)?;
    plot.shape(part(fan, 0, 4), Ink::Wide)?;
    plot.shape(part(fan, 1, 3), Ink::Narrow)?;
    plot.rule_across(&Axis { name: names.rounds, print: Print::Plain })?;
    plot.rule_up(&Axis { name: names.net, print: Print::Units(print) })?;
    plot.line(fan.moments.iter().map(|moment| at(moment, 2)).collect(), Ink::Main, 2)?;
    let mean = plotted(fan.mean * Fraction::whole(last.into()));
    plot.line(vec![(0.0, 0.0), (f64::from(last), mean)], Ink::Mark, 1)?;
    name_lines(&plot, fan, (high - low) / 24.0, mean, names)
}

/// The names stand at the right, the highest first, and never on each other.
fn name_lines(plot: &Plot<'_>, fan: &Fan, apart: f64, mean: f64, names: &Charts) -> Drawn {
    let Some(last) = fan.moments.last() else { return Ok(()) };
    let mut lines: Vec<(f64, &str, Ink)> = last
        .quantiles
        .iter()
        .zip(names.quantiles)
        .map(|(&net, name)| (units(net), name, Ink::Faint))
        .collect();
    lines.push((mean, names.mean, Ink::Mark));
    lines.sort_by(|one, other| other.0.total_cmp(&one.0));
    let mut ceiling = f64::INFINITY;
    for (place, name, ink) in lines {
        let place = place.min(ceiling - apart);
        let style = words(ink, LABEL_SIZE, HPos::Left);
        plot.write((f64::from(last.rounds), place), (8, 0), name, style)?;
        ceiling = place;
    }
    Ok(())
}

fn at(moment: &Moment, quantile: usize) -> (f64, f64) {
    (f64::from(moment.rounds), units(moment.quantiles[quantile]))
}

fn units(net: i64) -> f64 {
    plotted(Fraction::whole(net.into()))
}

/// The outline between two quantiles: along the one, back along the other.
fn part(fan: &Fan, below: usize, above: usize) -> Vec<(f64, f64)> {
    let along = fan.moments.iter().map(|moment| at(moment, below));
    let back = fan.moments.iter().rev().map(|moment| at(moment, above));
    along.chain(back).collect()
}

fn range(fan: &Fan) -> (f64, f64) {
    let nets = || fan.moments.iter().flat_map(|moment| moment.quantiles).map(units);
    let (low, high) = (nets().fold(0.0, f64::min), nets().fold(0.0, f64::max));
    let room = ((high - low) * 0.06).max(1.0);
    (low - room, high + room)
}
