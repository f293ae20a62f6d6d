//! `taisai odds`: a rule book's PAR sheet, and the subcommands about chances.

mod bias;
mod compare;
mod dice;
mod ruin;
mod session;
mod slip;
mod wish;

use std::fmt::Write as _;
use std::path::PathBuf;

use clap::{Args, Subcommand};
use taisai_odds::Fraction;
use taisai_reports::figures::{decimal, percent};
use taisai_reports::sheet::{dice_in_words, names};
use taisai_reports::{AreaFigures, Sheet, csv, html, json, markdown};

use self::dice::DiceArguments;
use crate::failure::Failure;
use crate::input::books;
use crate::input::language::language;
use crate::output::bars::bar;
use crate::output::page::{BAD, Cell, DIM, GOOD, HEADING, NAME, columns, headings, styled};
use crate::output::write::write_or_print;

#[derive(Debug, Args)]
#[command(
    args_conflicts_with_subcommands = true,
    subcommand_negates_reqs = true,
    after_help = "\
Examples:
  taisai odds act                                        every area's figures
  taisai odds act --html act.html                        the PAR sheet, to file or to print
  taisai odds act --dice-weights 100,100,100,100,100,104 the same for dice that are off
  taisai odds slip act --bet small=100 --bet triple-4=10 what several bets win together

Every figure is exact; decimals are rounded only when they are printed."
)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    question: Option<Question>,
    #[command(flatten)]
    sheet: SheetArguments,
}

#[derive(Debug, Subcommand)]
enum Question {
    /// What several bets on one roll win and lose together, and which work against each other
    Slip(slip::Arguments),
    /// Where a player stands after many rounds with the same slip
    Session(session::Arguments),
    /// Whether a target is reached before the money runs out
    Ruin(ruin::Arguments),
    /// Rule books side by side, a house's own among them
    Compare(compare::Arguments),
    /// The cheapest way to win a given amount with one roll
    Wish(wish::Arguments),
    /// How far dice must be off before an area turns against the house
    Bias(bias::Arguments),
}

#[derive(Debug, Args)]
struct SheetArguments {
    /// A rule book's id, or a house's own file
    #[arg(required = true)]
    rules: Option<String>,
    /// Write the PAR sheet as a page of HTML; - writes it to standard output
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// The language of that page: en, zh (Traditional) or zh-Hans
    #[arg(long, value_name = "LANG", requires = "html", default_value = "en")]
    lang: String,
    /// Answer in CSV
    #[arg(long, conflicts_with_all = ["html", "json", "md"])]
    csv: bool,
    /// Answer in JSON
    #[arg(long, conflicts_with_all = ["html", "md"])]
    json: bool,
    /// Answer in Markdown
    #[arg(long, conflicts_with = "html")]
    md: bool,
    #[command(flatten)]
    dice: DiceArguments,
}

pub(crate) fn run(arguments: &Arguments) -> Result<String, Failure> {
    match &arguments.question {
        None => sheet(&arguments.sheet),
        Some(Question::Slip(arguments)) => slip::run(arguments),
        Some(Question::Session(arguments)) => session::run(arguments),
        Some(Question::Ruin(arguments)) => ruin::run(arguments),
        Some(Question::Compare(arguments)) => compare::run(arguments),
        Some(Question::Wish(arguments)) => wish::run(arguments),
        Some(Question::Bias(arguments)) => bias::run(arguments),
    }
}

fn sheet(arguments: &SheetArguments) -> Result<String, Failure> {
    let edition = books::find(arguments.rules.as_deref().unwrap_or_default())?;
    let sheet = Sheet::of(&edition, &arguments.dice.read()?);
    if let Some(path) = &arguments.html {
        return write_or_print(path, html(&sheet, language(&arguments.lang)?));
    }
    if arguments.csv {
        return Ok(csv(&sheet));
    }
    if arguments.json {
        return Ok(json(&sheet));
    }
    if arguments.md {
        return Ok(markdown(&sheet));
    }
    Ok(page(&sheet))
}

fn page(sheet: &Sheet<'_>) -> String {
    let mut page = heading(sheet);
    let full = sheet.book().edges.highest;
    let mut rows = vec![area_headings(sheet)];
    rows.extend(sheet.alike().iter().map(|alike| row(alike, full)));
    let _ = write!(page, "\n{}\n{}\n", columns(&rows), families(sheet));
    page + &book(sheet)
}

/// The rule book a page is about, and its dice.
pub(crate) fn heading(sheet: &Sheet<'_>) -> String {
    let edition = sheet.edition();
    let title = &edition.rules().title;
    format!(
        "{}  {}\n{}\nfingerprint {}\ndice {}\n",
        styled(HEADING, &title.name),
        styled(DIM, &title.id),
        title.document,
        edition.fingerprint().short(),
        dice_in_words(sheet.dice()),
    )
}

fn area_headings(sheet: &Sheet<'_>) -> Vec<Cell> {
    let ways = format!("of {}", sheet.dice().chance_of_all());
    let names = ["areas", "odds", &ways, "hit %", "house edge", "%", "return %", "sd", ""];
    let mut row = headings(&names);
    for cell in &mut row[2..8] {
        *cell = cell.clone().right();
    }
    row
}

/// Areas that are alike in one row, with a bar for their edge.
fn row(alike: &[&AreaFigures<'_>], full: Fraction) -> Vec<Cell> {
    let (first, areas) = (alike[0], alike.iter().map(|one| one.area()).collect::<Vec<_>>());
    let odds = &first.odds;
    let edge = odds.house_edge();
    let number = |text: String| Cell::new(text).right();
    let mut row = vec![
        Cell::new(names(&areas)).style(NAME),
        Cell::new(first.pays()),
        number(odds.ways().to_string()),
        number(percent(odds.hit_frequency())),
        number(edge.to_string()),
        number(percent(edge)),
        number(percent(odds.player_return())),
        number(decimal(odds.standard_deviation())),
    ];
    let mark = match (first.flag(), edge.is_negative()) {
        (Some(flag), _) => Cell::new(format!("{} return {flag}", bar(edge, full, 16))).style(BAD),
        (None, true) => Cell::new("the player’s edge").style(GOOD),
        (None, false) => Cell::new(bar(edge, full, 16)),
    };
    row.push(mark);
    row
}

fn families(sheet: &Sheet<'_>) -> String {
    let mut heading = headings(&["family", "areas", "lowest %", "mean %", "highest %"]);
    for cell in &mut heading[1..] {
        *cell = cell.clone().right();
    }
    let mut rows = vec![heading];
    for figures in sheet.families() {
        let edges = &figures.edges;
        let mut row = vec![Cell::new(figures.family.word()).style(NAME)];
        row.push(Cell::new(figures.areas.to_string()).right());
        row.extend(edges.in_order().map(|edge| Cell::new(percent(edge)).right()));
        rows.push(row);
    }
    columns(&rows)
}

fn book(sheet: &Sheet<'_>) -> String {
    let book = sheet.book();
    let of = |figures: &AreaFigures<'_>| {
        format!("{} at {} %", figures.area(), percent(figures.odds.house_edge()))
    };
    format!(
        "best {}, worst {}; plain average over {} areas {} %\n\
         returns below 80 %: {}, of these below 75 %: {}\n",
        of(book.best),
        of(book.worst),
        sheet.areas().len(),
        percent(&book.edges.mean),
        book.below_80,
        book.below_75,
    )
}
