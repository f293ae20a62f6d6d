//! The charts, one kind each.

mod axis;
mod bars;
mod columns;
mod fan;
mod line;
mod matrix;
mod plot;

use taisai_odds::{Bounded, Dice, Fraction, Session, SlipOdds};
use taisai_pictures::Language;
use taisai_rules::Roll;

use crate::band::Band;
use crate::chart::{Chart, Size};
use crate::comparison::Comparison;
use crate::curve::Curve;
use crate::fan::Fan;
use crate::figures::{places_percent, plotted, short_percent};
use crate::histogram::bins;
use crate::palette::Ink;
use crate::sheet::Sheet;
use crate::voice::Voice;
use crate::words::{Charts, words};
use axis::{Axis, Print};
use bars::Bar;
use columns::{Axes, Column};
use line::Line;

/// The width of most charts.
const WIDTH: u32 = 960;
/// The width of a chart that shares a page with another one.
const HALF: u32 = 620;

/// What a bias is measured by.
const MOVED: &str = "% of each die’s throws that land on another face";

/// The house edge of every area, with equal areas grouped.
pub fn edges(sheet: &Sheet<'_>, language: Language) -> Chart {
    let voice = Voice::of(sheet, language);
    let bars = sheet.alike().into_iter().map(|alike| {
        let edge = alike[0].odds.house_edge();
        let areas: Vec<_> = alike.iter().map(|one| one.area()).collect();
        Bar {
            label: voice.areas(&areas),
            value: plotted(edge) * 100.0,
            figure: short_percent(edge),
            ink: Ink::Edge(Band::of(edge)),
        }
    });
    let Charts { edges, of_stake, .. } = voice.words.charts;
    bars::chart(edges, of_stake, &bars.collect::<Vec<_>>())
}

/// How often each total comes up.
pub fn totals(dice: &Dice, language: Language) -> Chart {
    let words = &words(language).charts;
    let of = dice.chance_of_all();
    let column = |total: u8| {
        let rolls = Roll::all().filter(|roll| roll.total() == total);
        let ways: u64 = rolls.map(|roll| dice.chance(roll)).sum();
        let chance = Fraction::new(ways.into(), of.into());
        let figure = if of == 216 { ways.to_string() } else { places_percent(chance, 2) };
        Column { label: total.to_string(), value: plotted(chance) * 100.0, figure, ink: Ink::Main }
    };
    let columns: Vec<Column> = (3..=18).map(column).collect();
    let title = if of == 216 { words.ways } else { words.chances };
    columns::chart(title, Axes { across: words.total, up: words.chance }, &columns)
}

/// The net results of a slip, and how often each comes.
pub fn slip(slip: &SlipOdds, print: &dyn Fn(i64) -> String) -> Chart {
    let spread = slip.spread();
    let bars = spread.outcomes().iter().map(|&(net, share)| {
        let chance = Fraction::new(share.into(), spread.shares().into());
        Bar {
            label: print(net),
            value: plotted(chance) * 100.0,
            figure: short_percent(chance),
            ink: sign(net),
        }
    });
    bars::chart("Net result of the slip", "chance in %", &bars.collect::<Vec<_>>())
}

/// Gains and losses in their colours.
fn sign(net: i64) -> Ink {
    match net {
        ..0 => Ink::Loss,
        0 => Ink::Faint,
        1.. => Ink::Gain,
    }
}

/// Where sessions end, and how they get there.
pub fn session(session: &Session, fan: &Fan, print: &dyn Fn(i64) -> String) -> Chart {
    const HEIGHT: u32 = 820;
    let words = &words(Language::English).charts;
    let title = match session.rounds() {
        1 => "Net result after 1 round".to_owned(),
        rounds => format!("Net result after {rounds} rounds"),
    };
    let columns: Vec<Column> = bins(session, 48)
        .iter()
        .enumerate()
        .map(|(place, bin)| Column {
            // The first column holds the whole tail below it.
            label: if place == 0 { format!("≤ {}", print(bin.high)) } else { print(bin.low) },
            value: plotted(bin.chance) * 100.0,
            figure: String::new(),
            ink: sign(if bin.low <= 0 && 0 <= bin.high { 0 } else { bin.low }),
        })
        .collect();
    Chart::draw(&title, Size { width: WIDTH, height: HEIGHT }, |paper| {
        let (above, below) = paper.split_vertically(HEIGHT / 2 - 20);
        let axes = Axes { across: "net result at the end", up: words.chance };
        columns::paint(&above, axes, &columns)?;
        fan::paint(&below, fan, print, words)
    })
}

/// How a session develops.
pub fn fan(title: &str, fan: &Fan, print: &dyn Fn(i64) -> String, language: Language) -> Chart {
    let words = &words(language).charts;
    Chart::draw(title, Size { width: HALF, height: 380 }, |paper| {
        fan::paint(paper, fan, print, words)
    })
}

/// The chance of the target by the bankroll at the start.
pub fn ruin(curve: &Curve, asked: u64, print: &dyn Fn(i64) -> String) -> Chart {
    let place = |(bankroll, chance): &(u64, Bounded)| {
        (plotted(Fraction::whole((*bankroll).into())), plotted(chance.low()) * 100.0)
    };
    let points: Vec<(f64, f64)> = curve.points.iter().map(place).collect();
    let marked = curve.points.iter().find(|(bankroll, _)| *bankroll == asked).map(place);
    let across = Axis { name: "bankroll at the start", print: Print::Units(print) };
    let line = Line { points, marked, across, up: "chance in %" };
    line::chart("Chance to reach the target", &line)
}

/// Rule books side by side.
pub fn comparison(comparison: &Comparison<'_>) -> Chart {
    matrix::chart("House edge of each rule book, in %", comparison)
}

/// The smallest bias that turns each area against the house.
pub fn turning(rows: &[(String, Fraction)]) -> Chart {
    let bar = |(label, moved): &(String, Fraction)| Bar {
        label: label.clone(),
        value: plotted(*moved) * 100.0,
        figure: short_percent(*moved),
        ink: Ink::Main,
    };
    let bars: Vec<Bar> = rows.iter().map(bar).collect();
    bars::chart("Smallest bias that turns an area against the house", MOVED, &bars)
}

/// The house edge while a bias grows.
pub fn bias(title: &str, points: &[(Fraction, Fraction)]) -> Chart {
    let point =
        |&(moved, edge): &(Fraction, Fraction)| (plotted(moved) * 100.0, plotted(edge) * 100.0);
    let points: Vec<(f64, f64)> = points.iter().map(point).collect();
    let marked = points.iter().copied().find(|&(_, edge)| edge <= 0.0);
    let across = Axis { name: MOVED, print: Print::Plain };
    line::chart(title, &Line { points, marked, across, up: "house edge in %" })
}

/// Amounts side by side, such as the cost of each way to bet a wish.
pub fn amounts(title: &str, axis: &str, rows: &[(String, Fraction, String)]) -> Chart {
    let bar = |(label, amount, figure): &(String, Fraction, String)| Bar {
        label: label.clone(),
        value: plotted(*amount),
        figure: figure.clone(),
        ink: if amount.is_negative() { Ink::Gain } else { Ink::Main },
    };
    bars::chart(title, axis, &rows.iter().map(bar).collect::<Vec<_>>())
}
