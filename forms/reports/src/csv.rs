//! The sheet for a spreadsheet: one line per area, then per family, then one for the book.

use taisai_odds::{Fraction, WideFraction};

use crate::figures::{decimal, percent};
use crate::sheet::{AreaFigures, Edges, Sheet};

/// The names of the columns. A family's and the book's `house_edge` is the plain average.
const COLUMNS: [&str; 22] = [
    "rules",
    "hash",
    "kind",
    "name",
    "areas",
    "wager",
    "odds",
    "clause",
    "ways",
    "of",
    "hit_frequency",
    "hit_percent",
    "house_edge",
    "house_edge_percent",
    "return",
    "return_percent",
    "variance",
    "sd",
    "skewness",
    "flag",
    "lowest_edge_percent",
    "highest_edge_percent",
];

/// The columns of a line that has figures of its own, before its edges.
const BLANK: usize = 7;

/// Prints a sheet as CSV (RFC 4180), with the figures of the other forms digit for digit.
pub fn csv(sheet: &Sheet<'_>) -> String {
    let mut text = line(&COLUMNS.map(str::to_owned));
    let edition = sheet.edition();
    let start = |kind: &str| {
        [edition.id().to_owned(), edition.fingerprint().to_string(), kind.to_owned()].to_vec()
    };
    let of = sheet.dice().chance_of_all().to_string();
    for figures in sheet.areas() {
        text += &line(&[start("area"), area(figures, &of)].concat());
    }
    for figures in sheet.families() {
        let summary = summary(figures.family.word(), figures.areas, &figures.edges);
        text += &line(&[start("family"), summary].concat());
    }
    let whole = summary(edition.id(), sheet.areas().len(), &sheet.book().edges);
    text + &line(&[start("book"), whole].concat())
}

fn area(figures: &AreaFigures<'_>, of: &str) -> Vec<String> {
    let odds = &figures.odds;
    let edge = odds.house_edge();
    vec![
        figures.area().to_string(),
        "1".to_owned(),
        figures.offer.wager.to_string(),
        figures.pays(),
        figures.clauses(),
        odds.ways().to_string(),
        of.to_owned(),
        odds.hit_frequency().to_string(),
        percent(odds.hit_frequency()),
        edge.to_string(),
        percent(edge),
        odds.player_return().to_string(),
        percent(odds.player_return()),
        odds.variance().to_string(),
        decimal(odds.standard_deviation()),
        odds.skewness().map(decimal).unwrap_or_default(),
        figures.flag().unwrap_or_default().to_owned(),
        percent(edge),
        percent(edge),
    ]
}

/// A family or the whole book: how many areas, and their edges.
fn summary(name: &str, areas: usize, edges: &Edges) -> Vec<String> {
    let blank = |count: usize| vec![String::new(); count];
    let returned = WideFraction::from(Fraction::ONE).minus(&edges.mean);
    [
        vec![name.to_owned(), areas.to_string()],
        blank(BLANK),
        vec![
            edges.mean.to_string(),
            percent(&edges.mean),
            returned.to_string(),
            percent(&returned),
        ],
        blank(4),
        vec![percent(edges.lowest), percent(edges.highest)],
    ]
    .concat()
}

fn line(cells: &[String]) -> String {
    assert_eq!(cells.len(), COLUMNS.len(), "every line has every column");
    csv_line(cells)
}

/// One line of CSV (RFC 4180) that no spreadsheet takes for a formula.
pub fn csv_line(cells: &[String]) -> String {
    cells.iter().map(|cell| quoted(cell)).collect::<Vec<_>>().join(",") + "\r\n"
}

/// Quotes a cell; one that a spreadsheet would take for a formula gets a leading blank.
fn quoted(cell: &str) -> String {
    let is_number =
        cell.trim_start_matches('-').starts_with(|letter: char| letter.is_ascii_digit());
    let formula = cell.starts_with(['=', '+', '-', '@', '\t']) && !is_number;
    let cell = if formula { format!(" {cell}") } else { cell.to_owned() };
    if cell.contains([',', '"', '\n', '\r']) {
        return format!("\"{}\"", cell.replace('"', "\"\""));
    }
    cell
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cell_is_quoted_where_it_must_be_and_never_a_formula() {
        let cases = [
            ("small", "small"),
            ("1 to 1, 2 to 1", "\"1 to 1, 2 to 1\""),
            ("the \"house\"", "\"the \"\"house\"\"\""),
            ("-1/36", "-1/36"),
            ("=1+1", " =1+1"),
            ("-x", " -x"),
            ("@now", " @now"),
        ];
        for (cell, written) in cases {
            assert_eq!(quoted(cell), written);
        }
    }
}
