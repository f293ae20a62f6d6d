//! `taisai odds compare`: rule books side by side.

use std::path::PathBuf;

use clap::Args;
use serde_json::{Value, json};
use taisai_odds::Fraction;
use taisai_reports::comparison::Row;
use taisai_reports::figures::{json_percent, percent, places_percent};
use taisai_reports::{Comparison, Sheet, charts};

use super::dice::DiceArguments;
use crate::failure::Failure;
use crate::input::books;
use crate::output::bars::bar;
use crate::output::json;
use crate::output::page::{Cell, DIM, GOOD, HEADING, NAME, PLAIN, columns, styled};
use crate::output::write::write_or_print;

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  taisai odds compare                           every embedded rule book
  taisai odds compare act maryland house.toml   these, one of them a house's own file
  taisai odds compare --all house.toml          the house's own file beside every embedded one")]
pub(crate) struct Arguments {
    /// Rule books' ids, or a house's own files; by default every embedded one
    rules: Vec<String>,
    /// Every embedded rule book, and then the named ones
    #[arg(long)]
    all: bool,
    #[command(flatten)]
    dice: DiceArguments,
    /// Answer in JSON
    #[arg(long, conflicts_with = "svg")]
    json: bool,
    /// Write the table as an SVG; - writes it to standard output
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
}

pub(crate) fn run(arguments: &Arguments) -> Result<String, Failure> {
    let all = arguments.all || arguments.rules.is_empty();
    let editions = books::find_several(&arguments.rules, all)?;
    let editions = editions.iter().map(|edition| &**edition);
    let comparison = Comparison::of(editions, &arguments.dice.read()?);
    if let Some(path) = &arguments.svg {
        return write_or_print(path, charts::comparison(&comparison).svg());
    }
    if arguments.json {
        return Ok(json::line(&answer(&comparison)));
    }
    Ok(page(&comparison))
}

fn page(comparison: &Comparison<'_>) -> String {
    let mut heading = vec![Cell::new("areas").style(HEADING)];
    let ids = comparison.sheets().iter().map(|sheet| sheet.edition().id());
    heading.extend(ids.map(|id| Cell::new(id).style(HEADING).right()));
    let mut rows = vec![heading];
    rows.extend(comparison.rows().iter().map(row));
    rows.push(means(comparison.sheets()));
    let note = "★ the lowest of a row in which the books differ; – not offered";
    let table = columns(&rows);
    let title = styled(HEADING, "House edge of each rule book, in %");
    format!("{title}\n{table}{}\n\n{}", styled(DIM, note), averages(comparison.sheets()))
}

fn row(row: &Row) -> Vec<Cell> {
    let lowest = row.lowest();
    let cell = |edge: &Option<Fraction>| match edge {
        None => Cell::new("–  ").style(DIM).right(),
        Some(edge) if lowest == Some(*edge) => {
            Cell::new(format!("{} ★", places_percent(edge, 2))).style(GOOD).right()
        }
        Some(edge) => Cell::new(format!("{}  ", places_percent(edge, 2))).style(PLAIN).right(),
    };
    let mut cells = vec![Cell::new(row.label()).style(NAME)];
    cells.extend(row.edges.iter().map(cell));
    cells
}

fn means(sheets: &[Sheet<'_>]) -> Vec<Cell> {
    let mean = |sheet: &Sheet<'_>| format!("{}  ", places_percent(sheet.book().edges.mean, 2));
    let mut cells = vec![Cell::new("plain average").style(HEADING)];
    cells.extend(sheets.iter().map(|sheet| Cell::new(mean(sheet)).right()));
    cells
}

/// The averages again, as bars.
fn averages(sheets: &[Sheet<'_>]) -> String {
    let mean = |sheet: &Sheet<'_>| sheet.book().edges.mean;
    let highest = sheets.iter().map(mean).max().unwrap_or_else(|| Fraction::ZERO.into());
    let row = |sheet: &Sheet<'_>| {
        vec![
            Cell::new(sheet.edition().id()).style(NAME),
            Cell::new(format!("{} %", percent(mean(sheet)))).right(),
            Cell::new(bar(mean(sheet), &highest, 32)),
        ]
    };
    columns(&sheets.iter().map(row).collect::<Vec<_>>())
}

fn answer(comparison: &Comparison<'_>) -> Value {
    let books = comparison.sheets().iter().map(|sheet| {
        let book = sheet.book();
        json!({
            "rules": sheet.edition().id(),
            "hash": sheet.edition().fingerprint().to_string(),
            "areas": sheet.areas().len(),
            "best": book.best.area().to_string(),
            "worst": book.worst.area().to_string(),
            "mean_edge": book.edges.mean.to_string(),
            "mean_edge_percent": json_percent(&book.edges.mean),
        })
    });
    let row = |row: &Row| {
        json!({
            "areas": row.areas.iter().map(ToString::to_string).collect::<Vec<_>>(),
            "house_edge": row.edges.iter().map(|edge| edge.map(|edge| edge.to_string()))
                .collect::<Vec<_>>(),
            "house_edge_percent": row.edges.iter().map(|edge| edge.map(json_percent))
                .collect::<Vec<_>>(),
        })
    };
    json!({
        "books": books.collect::<Vec<_>>(),
        "rows": comparison.rows().iter().map(row).collect::<Vec<_>>(),
    })
}
