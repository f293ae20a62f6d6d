//! `taisai rules show`: everything a rule book says, with the clause beside every line.

use std::fmt::Write as _;

use clap::Args;
use serde::Serialize;
use taisai_reports::Summary;
use taisai_rulebooks::{Edition, Freedom, Library, Line};
use taisai_rules::{Clause, Offer, Pays, Treatment};

use crate::failure::Failure;
use crate::input::books;
use crate::input::language::language;
use crate::output::counted::counted;
use crate::output::json;
use crate::output::page::{Cell, DIM, HEADING, NAME, columns, styled};

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  taisai rules show maryland
  taisai rules show house.toml --json
  taisai rules show maryland --toml      the file itself, a model for a house's own book
  taisai rules show act --summary --lang zh-Hant > rules.txt     to hand out")]
pub(crate) struct Arguments {
    /// A rule book's id, or a house's own file
    rules: String,
    /// Answer in JSON
    #[arg(long, conflicts_with = "toml")]
    json: bool,
    /// Print the file of an embedded rule book
    #[arg(long)]
    toml: bool,
    /// Print a summary of the rules in plain words, with their clauses
    #[arg(long, conflicts_with_all = ["json", "toml"])]
    summary: bool,
    /// The language of the summary
    #[arg(long, default_value = "en", requires = "summary")]
    lang: String,
}

pub(crate) fn run(arguments: &Arguments) -> Result<String, Failure> {
    let edition = books::find(&arguments.rules)?;
    if arguments.toml {
        return Library::text(&arguments.rules).map(str::to_owned).ok_or_else(|| {
            Failure::usage("not-embedded", format!("{} is a file already", arguments.rules))
        });
    }
    if arguments.summary {
        return Ok(Summary::of(&edition, language(&arguments.lang)?).text());
    }
    if arguments.json {
        return Ok(json::line(&Book::of(&edition)));
    }
    Ok(page(&edition))
}

fn page(edition: &Edition) -> String {
    let title = &edition.rules().title;
    let mut page = format!("{}  {}\n", styled(HEADING, &title.name), styled(DIM, &title.id));
    let _ = writeln!(page, "{}, cited as {}", title.document, title.cite);
    if let Some(law) = edition.extends() {
        let changed = counted(edition.changes().count() as u64, "line");
        let _ = writeln!(page, "extends {law}, {changed} changed");
    }
    let _ = writeln!(page, "fingerprint {}", edition.fingerprint());
    let _ = write!(page, "\n{}  {}\n", styled(HEADING, "Wagers"), odds_rule(edition));
    page += &wagers(edition);
    for (section, title) in SECTIONS {
        let _ = write!(page, "\n{}\n{}", styled(HEADING, title), lines_of(edition, section));
    }
    let _ = write!(page, "\n{}\n{}", styled(HEADING, "Irregularities"), irregularities(edition));
    page
}

/// The sections between wagers and irregularities, in the order of a day at the table.
const SECTIONS: [(&str, &str); 9] = [
    ("knows.", "Known dice and tables"),
    ("layout.", "Layout"),
    ("procedure.", "Procedure"),
    ("shaker.", "Shakers"),
    ("equipment.", "Equipment"),
    ("inspection.", "Inspections"),
    ("checklist.", "Checklist"),
    ("limits.", "Limits"),
    ("people.", "People"),
];

/// One row for each wager and odds: areas of one wager that pay the same share a row.
fn wagers(edition: &Edition) -> String {
    let offers = edition.rules().pay_table.offers();
    let alike = |a: &Offer, b: &Offer| a.wager == b.wager && a.pays == b.pays;
    let rows: Vec<Vec<Cell>> = offers.chunk_by(alike).flat_map(wager_rows).collect();
    columns(&rows)
}

fn wager_rows(offers: &[Offer]) -> Vec<Vec<Cell>> {
    let (first, last) = (&offers[0], &offers[offers.len() - 1]);
    let areas = match offers.len() {
        1 => first.area.to_string(),
        count => format!("{} … {} ({count})", first.area, last.area),
    };
    let rows = first.pays.lines().iter().enumerate().map(|(place, line)| {
        let is_first = place == 0;
        vec![
            Cell::new(if is_first { &*first.wager } else { "" }),
            Cell::new(if is_first { areas.as_str() } else { "" }).style(NAME),
            Cell::new(on_dice(&first.pays, place).unwrap_or_default()),
            Cell::new(line.odds.to_string()).right(),
            Cell::new(line.clause.to_string()).style(DIM),
        ]
    });
    rows.collect()
}

fn on_dice(pays: &Pays, place: usize) -> Option<&'static str> {
    match pays {
        Pays::Same(_) => None,
        Pays::ByDice(_) => Some(["on one die", "on two dice", "on three dice"][place]),
    }
}

fn lines_of(edition: &Edition, section: &str) -> String {
    let rows: Vec<Vec<Cell>> = edition
        .lines()
        .iter()
        .filter_map(|line| Some((line.key.strip_prefix(section)?, line)))
        .map(|(key, line)| line_row(key, line))
        .collect();
    columns(&rows)
}

fn odds_rule(edition: &Edition) -> &'static str {
    if edition.odds_are_floor() {
        "odds are a floor: a house may pay more"
    } else {
        "odds are exact"
    }
}

/// One row each: what goes wrong, the remedy, and who decides.
fn irregularities(edition: &Edition) -> String {
    let treatments = edition.rules().irregularities.iter();
    let rows: Vec<Vec<Cell>> = treatments
        .map(|treatment| {
            let remedy = edition.line(&format!("irregularity.{}.remedy", treatment.of));
            vec![
                Cell::new(treatment.of.word()).style(NAME),
                Cell::new(treatment.remedy.value.word()),
                Cell::new(remedy.map(freedom).unwrap_or_default()).style(DIM),
                Cell::new(treatment.remedy.clause.to_string()).style(DIM),
                Cell::new(format!("{} or above", treatment.decides())),
                Cell::new(treatment.superior.clause.to_string()).style(DIM),
                Cell::new(if treatment.alone.value { "alone" } else { "" }),
                Cell::new(alone_clause(treatment)).style(DIM),
            ]
        })
        .collect();
    columns(&rows)
}

/// Usually two people carry out a remedy; if one may do so alone, the clause that says so is shown.
fn alone_clause(treatment: &Treatment) -> String {
    if treatment.alone.value { treatment.alone.clause.to_string() } else { String::new() }
}

fn freedom(line: &Line) -> String {
    if line.freedom == Freedom::Fixed { String::new() } else { format!("({})", line.freedom) }
}

fn line_row(key: &str, line: &Line) -> Vec<Cell> {
    let clause = line.clause.as_ref().map(ToString::to_string).unwrap_or_default();
    let law = line.law.as_ref().map(|law| format!("law: {law}")).unwrap_or_default();
    vec![
        Cell::new(key).style(NAME),
        Cell::new(&line.value),
        Cell::new(freedom(line)).style(DIM),
        Cell::new(clause).style(DIM),
        Cell::new(law),
    ]
}

/// A rule book for programs.
#[derive(Serialize)]
struct Book<'a> {
    id: &'a str,
    name: &'a str,
    document: &'a str,
    cite: &'a str,
    extends: Option<&'a str>,
    hash: String,
    areas: Vec<AreaEntry<'a>>,
    lines: Vec<LineEntry<'a>>,
}

#[derive(Serialize)]
struct AreaEntry<'a> {
    area: String,
    wager: &'a str,
    defined: &'a str,
    multiple: Option<u32>,
    pays: Vec<PaysEntry<'a>>,
}

#[derive(Serialize)]
struct PaysEntry<'a> {
    /// On how many dice, for a single.
    dice: Option<usize>,
    odds: String,
    clause: &'a str,
}

#[derive(Serialize)]
struct LineEntry<'a> {
    key: &'a str,
    value: &'a str,
    clause: Option<&'a str>,
    freedom: String,
    law: Option<&'a str>,
}

impl<'a> Book<'a> {
    fn of(edition: &'a Edition) -> Self {
        let rules = edition.rules();
        let area = |offer: &'a Offer| AreaEntry {
            area: offer.area.to_string(),
            wager: &offer.wager,
            defined: offer.defined.as_str(),
            multiple: rules.pay_table.multiple(offer.area),
            pays: pays(&offer.pays),
        };
        Self {
            id: edition.id(),
            name: &rules.title.name,
            document: &rules.title.document,
            cite: &rules.title.cite,
            extends: edition.extends(),
            hash: edition.fingerprint().to_string(),
            areas: rules.pay_table.offers().iter().map(area).collect(),
            lines: edition.lines().iter().map(line_entry).collect(),
        }
    }
}

fn pays(pays: &Pays) -> Vec<PaysEntry<'_>> {
    let lines = pays.lines().iter().enumerate();
    lines
        .map(|(place, line)| PaysEntry {
            dice: on_dice(pays, place).map(|_| place + 1),
            odds: line.odds.to_string(),
            clause: line.clause.as_str(),
        })
        .collect()
}

fn line_entry(line: &Line) -> LineEntry<'_> {
    LineEntry {
        key: &line.key,
        value: &line.value,
        clause: line.clause.as_ref().map(Clause::as_str),
        freedom: line.freedom.to_string(),
        law: line.law.as_deref(),
    }
}
