//! `taisai odds bias`: how far dice must be off before an area turns against the house.

use std::fmt::Write as _;
use std::path::PathBuf;

use clap::Args;
use serde_json::{Value, json};
use taisai_odds::{AreaOdds, Dice, Fraction, TurningBias, bias::STEPS, turning_bias};
use taisai_reports::figures::{json_percent, percent, places_percent};
use taisai_reports::json::DiceAnswer;
use taisai_reports::sheet::names;
use taisai_reports::{AreaFigures, Language, Sheet, charts};
use taisai_rulebooks::Edition;
use taisai_rules::{Area, Face, PayTable};

use super::dice::DiceArguments;
use super::heading;
use crate::failure::Failure;
use crate::input::bets::read_area;
use crate::input::books;
use crate::output::bars::bar;
use crate::output::json;
use crate::output::page::{BAD, Cell, DIM, NAME, columns, headings, styled};
use crate::output::write::write_or_print;

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  taisai odds bias act                                        the smallest bias for every area
  taisai odds bias act --area single-6                        one area, while the bias grows
  taisai odds bias act --dice-weights 100,100,100,100,100,110 every area with these dice

A bias is measured by the share of each die's throws that land on another face than they should.")]
pub(crate) struct Arguments {
    /// A rule book's id, or a house's own file
    rules: String,
    /// Only this area
    #[arg(long, conflicts_with_all = ["dice_weights", "face_probabilities"])]
    area: Option<String>,
    #[command(flatten)]
    dice: DiceArguments,
    /// Answer in JSON
    #[arg(long, conflicts_with = "svg")]
    json: bool,
    /// Write a chart as an SVG; - writes it to standard output
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
}

const NOTE: &str =
    "the smallest found, a 6000th at a time: along the steepest way from fair dice, and by loading
faces evenly; the edge is exact for the dice shown";

pub(crate) fn run(arguments: &Arguments) -> Result<String, Failure> {
    let edition = books::find(&arguments.rules)?;
    if let Some(dice) = arguments.dice.given()? {
        return with_dice(arguments, &edition, &dice);
    }
    if let Some(name) = &arguments.area {
        return with_area(arguments, &edition, read_area(name)?);
    }
    with_all(arguments, &edition)
}

/// Areas of one family that turn by the same bias, and the dice of the first of them.
struct Turn {
    areas: Vec<Area>,
    fair_edge: Fraction,
    turned: Option<Turned>,
}

/// The bias that turns an area, and the house's edge on it with those dice.
struct Turned {
    bias: TurningBias,
    edge: Fraction,
}

impl Turn {
    fn of(table: &PayTable, fair: &AreaOdds) -> Self {
        let turned = turning_bias(table, fair.area()).and_then(|bias| {
            let edge = AreaOdds::of(table, fair.area(), &bias.dice)?.house_edge();
            Some(Turned { bias, edge })
        });
        Self { areas: vec![fair.area()], fair_edge: fair.house_edge(), turned }
    }

    fn moved(&self) -> Option<Fraction> {
        self.turned.as_ref().map(|turned| turned.bias.moved)
    }

    fn is_like(&self, other: &Self) -> bool {
        let kind = |turn: &Self| (turn.areas[0].family(), turn.fair_edge, turn.moved());
        kind(self) == kind(other)
    }
}

/// Every area, the most fragile first.
fn with_all(arguments: &Arguments, edition: &Edition) -> Result<String, Failure> {
    let sheet = Sheet::of(edition, &Dice::FAIR);
    let mut turns: Vec<Turn> = Vec::new();
    let table = &edition.rules().pay_table;
    for turn in sheet.areas().iter().map(|figures| Turn::of(table, &figures.odds)) {
        match turns.iter_mut().find(|other| other.is_like(&turn)) {
            Some(other) => other.areas.extend(turn.areas),
            None => turns.push(turn),
        }
    }
    // Areas that never turn come last.
    turns.sort_by_key(|turn| (turn.moved().is_none(), turn.moved()));
    if let Some(path) = &arguments.svg {
        let rows = turns.iter().filter_map(|turn| Some((names(&turn.areas), turn.moved()?)));
        return write_or_print(path, charts::turning(&rows.collect::<Vec<_>>()).svg());
    }
    if arguments.json {
        let areas: Vec<Value> = turns.iter().map(turn_in_json).collect();
        let answer = json!({ "rules": edition.id(), "steps": STEPS, "turns": areas });
        return Ok(json::line(&answer));
    }
    Ok(turns_page(&sheet, &turns))
}

fn turns_page(sheet: &Sheet<'_>, turns: &[Turn]) -> String {
    let faces = "faces one to six in %, for the first area";
    let mut heading_row =
        headings(&["areas", "fair edge %", "moved %", "biased edge %", "", faces]);
    for cell in &mut heading_row[1..4] {
        *cell = cell.clone().right();
    }
    let full = turns.iter().filter_map(Turn::moved).max().unwrap_or(Fraction::ZERO);
    let mut rows = vec![heading_row];
    rows.extend(turns.iter().map(|turn| turn_row(turn, full)));
    let table = columns(&rows);
    format!("{}\n{table}\n{}\n", heading(sheet), styled(DIM, NOTE))
}

fn turn_row(turn: &Turn, full: Fraction) -> Vec<Cell> {
    let mut row = vec![
        Cell::new(names(&turn.areas)).style(NAME),
        Cell::new(places_percent(turn.fair_edge, 4)).right(),
    ];
    match &turn.turned {
        Some(Turned { bias, edge }) => {
            row.push(Cell::new(places_percent(bias.moved, 4)).right());
            row.push(Cell::new(places_percent(*edge, 4)).right());
            row.push(Cell::new(bar(bias.moved, full, 20)));
            row.push(Cell::new(faces(&bias.dice)).style(DIM));
        }
        None => row.push(Cell::new("none found").right()),
    }
    row
}

fn faces(dice: &Dice) -> String {
    let all = i128::from(dice.weight_of_all());
    let share = |face: Face| Fraction::new(dice.weight(face).into(), all).percent(2);
    Face::ALL.map(share).join(" ")
}

fn turn_in_json(turn: &Turn) -> Value {
    let dice = turn.turned.as_ref().map(|turned| DiceAnswer::of(&turned.bias.dice));
    let edge = turn.turned.as_ref().map(|turned| turned.edge);
    json!({
        "areas": turn.areas.iter().map(ToString::to_string).collect::<Vec<_>>(),
        "fair_edge": turn.fair_edge.to_string(),
        "fair_edge_percent": json_percent(turn.fair_edge),
        "house_edge": edge.map(|edge| edge.to_string()),
        "house_edge_percent": edge.map(json_percent),
        "moved": turn.moved().map(|moved| moved.to_string()),
        "moved_percent": turn.moved().map(json_percent),
        "dice": dice,
    })
}

/// One area, while the bias grows to twice what turns it.
fn with_area(arguments: &Arguments, edition: &Edition, area: Area) -> Result<String, Failure> {
    let table = &edition.rules().pay_table;
    let Some(fair) = AreaOdds::of(table, area, &Dice::FAIR) else {
        let message = format!("{area} is not offered at this table");
        let hint = format!("taisai rules show {} lists what is offered", edition.id());
        return Err(Failure::no("area-not-offered", message).hint(hint));
    };
    let turn = Turn::of(table, &fair);
    let Some(Turned { bias, .. }) = &turn.turned else {
        let message = format!("no bias was found that turns {area} against the house");
        return Err(Failure::no("no-bias", message).hint("try your own dice with --dice-weights"));
    };
    let points: Vec<(Fraction, Fraction)> = growing(bias)
        .iter()
        .filter_map(|dice| Some((moved(dice), AreaOdds::of(table, area, dice)?.house_edge())))
        .collect();
    if let Some(path) = &arguments.svg {
        let title = format!("House edge of {area} while the dice get worse");
        return write_or_print(path, charts::bias(&title, &points).svg());
    }
    if arguments.json {
        let point = |&(moved, edge): &(Fraction, Fraction)| {
            let (moved, edge) = (json_percent(moved), json_percent(edge));
            json!({ "moved_percent": moved, "house_edge_percent": edge })
        };
        let curve: Vec<Value> = points.iter().map(point).collect();
        let turn = turn_in_json(&turn);
        let answer = json!({ "rules": edition.id(), "steps": STEPS, "turn": turn, "curve": curve });
        return Ok(json::line(&answer));
    }
    Ok(area_page(edition, &turn, &points))
}

/// Dice on the straight line from fair to turned and as far again, while no face vanishes.
fn growing(bias: &TurningBias) -> Vec<Dice> {
    const PARTS: i64 = 10;
    let scale = STEPS / bias.dice.weight_of_all();
    let fair = i64::from(STEPS / 6);
    let at = |part: i64| {
        let weight = |face: Face| {
            let turned = i64::from(bias.dice.weight(face) * scale);
            u32::try_from(fair + (turned - fair) * part / PARTS).ok()
        };
        let weights: Vec<u32> = Face::ALL.into_iter().map(weight).collect::<Option<_>>()?;
        Dice::weighted(weights.try_into().ok()?).ok()
    };
    (0..=2 * PARTS).map_while(at).collect()
}

/// The share of throws that land on the wrong face.
fn moved(dice: &Dice) -> Fraction {
    let all = i128::from(dice.weight_of_all());
    let over = |face: Face| {
        let over = Fraction::new(dice.weight(face).into(), all) - Fraction::new(1, 6);
        if over.is_negative() { Fraction::ZERO } else { over }
    };
    Face::ALL.into_iter().map(over).fold(Fraction::ZERO, |sum, over| sum + over)
}

fn area_page(edition: &Edition, turn: &Turn, points: &[(Fraction, Fraction)]) -> String {
    let mut page =
        format!("{}  {}\n", styled(NAME, &names(&turn.areas)), edition.rules().title.name);
    if let Some(Turned { bias, .. }) = &turn.turned {
        let moved = percent(bias.moved);
        let _ = writeln!(page, "turns against the house when {moved} % of each die’s throws move");
        let _ = writeln!(page, "faces one to six then come up in % {}\n", faces(&bias.dice));
    }
    let mut rows = vec![headings(&["moved %", "house edge %", ""])];
    for &(moved, edge) in points {
        let style = if edge <= Fraction::ZERO { BAD } else { NAME };
        rows.push(vec![
            Cell::new(percent(moved)).right(),
            Cell::new(percent(edge)).style(style).right(),
            Cell::new(bar(edge, turn.fair_edge, 32)),
        ]);
    }
    let _ = write!(page, "{}\n{}\n", columns(&rows), styled(DIM, NOTE));
    page
}

/// Every area with these dice beside fair ones.
fn with_dice(arguments: &Arguments, edition: &Edition, dice: &Dice) -> Result<String, Failure> {
    let (fair, given) = (Sheet::of(edition, &Dice::FAIR), Sheet::of(edition, dice));
    if let Some(path) = &arguments.svg {
        return write_or_print(path, charts::edges(&given, Language::English).svg());
    }
    if arguments.json {
        let areas = fair.areas().iter().zip(given.areas()).map(|(fair, given)| {
            let (before, after) = (fair.odds.house_edge(), given.odds.house_edge());
            json!({
                "area": given.area().to_string(),
                "fair_edge": before.to_string(),
                "fair_edge_percent": json_percent(before),
                "house_edge": after.to_string(),
                "house_edge_percent": json_percent(after),
                "turned": turned(before, after),
            })
        });
        let areas: Vec<Value> = areas.collect();
        let dice = DiceAnswer::of(dice);
        return Ok(json::line(&json!({ "rules": edition.id(), "dice": dice, "areas": areas })));
    }
    Ok(dice_page(&fair, &given))
}

/// Whether an area that favoured the house no longer does.
fn turned(before: Fraction, after: Fraction) -> bool {
    before > Fraction::ZERO && after <= Fraction::ZERO
}

fn dice_page(fair: &Sheet<'_>, given: &Sheet<'_>) -> String {
    let mut heading_row = headings(&["areas", "fair edge %", "edge %", "change", ""]);
    for cell in &mut heading_row[1..4] {
        *cell = cell.clone().right();
    }
    let full = given.book().edges.highest;
    let mut rows = vec![heading_row];
    for alike in given.alike() {
        let areas: Vec<Area> = alike.iter().map(|one| one.area()).collect();
        let of_area = |one: &&AreaFigures<'_>| one.area() == areas[0];
        let Some(before) = fair.areas().iter().find(of_area) else { continue };
        let (before, after) = (before.odds.house_edge(), alike[0].odds.house_edge());
        let mark = if turned(before, after) {
            Cell::new("turned against the house").style(BAD)
        } else {
            Cell::new(bar(after, full, 20))
        };
        let number = |edge: Fraction| Cell::new(percent(edge)).right();
        rows.push(vec![
            Cell::new(names(&areas)).style(NAME),
            number(before),
            number(after),
            number(after - before),
            mark,
        ]);
    }
    format!("{}\n{}", heading(given), columns(&rows))
}
