//! `taisai odds wish`: the cheapest way to win a given amount with one roll.

use std::path::PathBuf;

use clap::Args;
use serde_json::{Value, json};
use taisai_odds::{Dice, Fraction, Way, ways_to_win};
use taisai_reports::charts;
use taisai_reports::figures::{json_decimal, json_percent, percent};
use taisai_reports::sheet::names;
use taisai_rulebooks::Edition;
use taisai_rules::{Area, Stake};

use super::dice::DiceArguments;
use crate::failure::Failure;
use crate::input::books;
use crate::output::bars::bar;
use crate::output::json;
use crate::output::money::{average_money, money};
use crate::output::page::{Cell, DIM, HEADING, NAME, columns, headings, styled};
use crate::output::write::write_or_print;

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  taisai odds wish act --win 10000      what a win of 100.00 or more costs, by each area
  taisai odds wish --all --win 10000    the cheapest way in every rule book
  taisai odds wish --all house.toml --win 10000   a house's own file among them

The cost is what the house keeps of the stake on average. A single is counted by its lowest odds.")]
pub(crate) struct Arguments {
    /// A rule book's id, or a house's own file; for several, the cheapest way in each
    #[arg(required_unless_present = "all")]
    rules: Vec<String>,
    /// The cheapest way in every embedded rule book, and in the named ones
    #[arg(long)]
    all: bool,
    /// The wish: this much or more on top of the stake, in the smallest unit
    #[arg(long, value_name = "UNITS", allow_negative_numbers = true)]
    win: String,
    #[command(flatten)]
    dice: DiceArguments,
    /// Answer in JSON
    #[arg(long, conflicts_with = "svg")]
    json: bool,
    /// Write what each way costs as an SVG; - writes it to standard output
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
}

/// Areas that fulfil the wish equally well.
struct Offer<'a> {
    edition: &'a Edition,
    areas: Vec<Area>,
    way: Way,
}

pub(crate) fn run(arguments: &Arguments) -> Result<String, Failure> {
    let win = read_win(&arguments.win)?;
    let dice = arguments.dice.read()?;
    let editions = books::find_several(&arguments.rules, arguments.all)?;
    let of_each = editions.iter().map(|edition| offers(edition, win, &dice));
    if editions.len() == 1 {
        let offers: Vec<Offer<'_>> = of_each.flatten().collect();
        return tell(arguments, win, &offers, Books::One);
    }
    let cheapest: Vec<Offer<'_>> = of_each.filter_map(|ways| ways.into_iter().next()).collect();
    tell(arguments, win, &cheapest, Books::Several)
}

/// How many rule books to search.
#[derive(Clone, Copy)]
enum Books {
    One,
    Several,
}

fn read_win(text: &str) -> Result<u64, Failure> {
    let ceiling = Stake::MAX.units();
    let win = text.parse().ok().filter(|win| 1 <= *win && *win <= ceiling);
    win.ok_or_else(|| {
        let text: String = text.chars().take(40).collect();
        let message = format!("--win {text}: give a whole number of units from 1 to {ceiling}");
        Failure::usage("bad-amount", message).hint("--win 10000")
    })
}

/// The ways of a book, the cheapest first, equal ones grouped.
fn offers<'a>(edition: &'a Edition, win: u64, dice: &Dice) -> Vec<Offer<'a>> {
    let mut offers: Vec<Offer<'a>> = Vec::new();
    for way in ways_to_win(&edition.rules().pay_table, win, dice) {
        let alike = |offer: &&mut Offer<'_>| {
            let same = (offer.way.stake, offer.way.chance, offer.way.cost);
            same == (way.stake, way.chance, way.cost)
                && offer.areas[0].family() == way.area.family()
        };
        match offers.iter_mut().find(alike) {
            Some(offer) => offer.areas.push(way.area),
            None => offers.push(Offer { edition, areas: vec![way.area], way }),
        }
    }
    offers
}

fn tell(
    arguments: &Arguments,
    win: u64,
    offers: &[Offer<'_>],
    books: Books,
) -> Result<String, Failure> {
    if offers.is_empty() {
        let message = format!("no stake up to {} wins {win}", Stake::MAX);
        return Err(Failure::no("no-way", message).hint("wish for less"));
    }
    if let Some(path) = &arguments.svg {
        let title = format!("Average cost of a win of {win} units or more with one roll");
        let rows: Vec<_> = offers.iter().map(|offer| charted(offer, books)).collect();
        return write_or_print(path, charts::amounts(&title, "units", &rows).svg());
    }
    if arguments.json {
        let ways: Vec<Value> = offers.iter().map(answer).collect();
        return Ok(json::line(&json!({ "win": win, "ways": ways })));
    }
    Ok(match books {
        Books::One => page(win, offers),
        Books::Several => page_of_several(win, offers),
    })
}

fn label(offer: &Offer<'_>, book: Option<&str>) -> String {
    let areas = names(&offer.areas);
    book.map_or_else(|| areas.clone(), |book| format!("{book}: {areas}"))
}

fn charted(offer: &Offer<'_>, books: Books) -> (String, Fraction, String) {
    let label = match books {
        Books::One => label(offer, None),
        Books::Several => label(offer, Some(offer.edition.id())),
    };
    (label, offer.way.cost, offer.way.cost.decimal(2))
}

/// One rule book with every way.
fn page(win: u64, offers: &[Offer<'_>]) -> String {
    let rules = offers[0].edition.rules();
    let book = format!("{}  {}", styled(HEADING, &rules.title.name), styled(DIM, &rules.title.id));
    let win = money(win, rules.currency.value);
    format!("{book}\na win of {win} or more with one roll\n\n{}", table("areas", offers))
}

/// Each rule book with its cheapest way; their currencies differ, so the wish is in units.
fn page_of_several(win: u64, offers: &[Offer<'_>]) -> String {
    format!("a win of {win} units or more with one roll\n\n{}", table("cheapest way", offers))
}

fn table(areas: &str, offers: &[Offer<'_>]) -> String {
    let mut heading = headings(&[areas, "stake", "chance %", "average cost", ""]);
    for cell in &mut heading[1..4] {
        *cell = cell.clone().right();
    }
    let full = offers.iter().map(|offer| offer.way.cost).max().unwrap_or(Fraction::ZERO);
    let several = offers.iter().any(|offer| offer.edition.id() != offers[0].edition.id());
    let mut rows = vec![heading];
    for offer in offers {
        rows.push(row(offer, several.then(|| offer.edition.id()), full));
    }
    let note = "the cost is what the house keeps of the stake on average";
    format!("{}\n{}\n", columns(&rows), styled(DIM, note))
}

fn row(offer: &Offer<'_>, book: Option<&str>, full: Fraction) -> Vec<Cell> {
    let Way { stake, chance, cost, .. } = offer.way;
    let currency = offer.edition.rules().currency.value;
    vec![
        Cell::new(label(offer, book)).style(NAME),
        Cell::new(money(stake.units(), currency)).right(),
        Cell::new(percent(chance)).right(),
        Cell::new(average_money(cost, currency)).right(),
        Cell::new(bar(cost, full, 20)),
    ]
}

fn answer(offer: &Offer<'_>) -> Value {
    let Way { stake, chance, cost, .. } = offer.way;
    json!({
        "rules": offer.edition.id(),
        "areas": offer.areas.iter().map(ToString::to_string).collect::<Vec<_>>(),
        "stake": stake.units(),
        "chance": chance.to_string(),
        "chance_percent": json_percent(chance),
        "cost": cost.to_string(),
        "cost_units": json_decimal(cost),
    })
}
