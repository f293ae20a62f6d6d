//! The tables of the page.

use std::fmt::Write as _;

use taisai_pictures::escaped;
use taisai_rules::{Clause, Offer};

use crate::figures::{NONE, decimal, percent};
use crate::readings::{Reading, of_wagers};
use crate::sheet::{AreaFigures, Edges, Sheet};
use crate::voice::Voice;
use crate::words::put;

/// A number with more letters may be broken: with uneven dice fractions grow long.
const LONG: usize = 18;

/// A table whose first columns hold words and whose others hold numbers.
struct Table {
    text: String,
    words: usize,
}

impl Table {
    fn new(columns: &[&str], words: usize) -> Self {
        let mut table = Self { text: "<div class=\"wide\"><table>\n<thead>".to_owned(), words };
        let names: Vec<String> = columns.iter().map(|&name| name.to_owned()).collect();
        table.row_of("th scope=\"col\"", "th", "", &names);
        table.text += "</thead>\n<tbody>\n";
        table
    }

    fn row(&mut self, attributes: &str, cells: &[String]) {
        self.row_of("td", "td", attributes, cells);
    }

    fn row_of(&mut self, open: &str, close: &str, attributes: &str, cells: &[String]) {
        let _ = write!(self.text, "<tr{attributes}>");
        for (place, cell) in cells.iter().enumerate() {
            let class = match (place < self.words, cell.len() > LONG) {
                (true, _) => "",
                (false, false) => " class=\"number\"",
                (false, true) => " class=\"number long\"",
            };
            let _ = write!(self.text, "<{open}{class}>{}</{close}>", escaped(cell));
        }
        self.text += "</tr>\n";
    }

    fn finish(self) -> String {
        self.text + "</tbody>\n</table></div>\n"
    }
}

/// Every area with every figure.
pub(super) fn areas(sheet: &Sheet<'_>, voice: &Voice<'_>) -> String {
    let words = &voice.words.tables;
    let ways = put(words.ways, "all", &sheet.dice().chance_of_all().to_string());
    let mut table = Table::new(&words.areas_with(&ways), 3);
    for figures in sheet.areas() {
        let class = if figures.flag().is_some() { " class=\"flagged\"" } else { "" };
        let attributes = format!(" data-area=\"{}\"{class}", figures.area());
        table.row(&attributes, &area(figures, voice));
    }
    table.finish()
}

fn area(figures: &AreaFigures<'_>, voice: &Voice<'_>) -> Vec<String> {
    let odds = &figures.odds;
    let mut clauses = figures.lines(|line| voice.clause(&line.clause.to_string()));
    clauses.dedup();
    vec![
        voice.area(figures.area()),
        figures.lines(|line| voice.odds(line.odds)).join("\n"),
        clauses.join("\n"),
        odds.ways().to_string(),
        odds.hit_frequency().to_string(),
        percent(odds.hit_frequency()),
        odds.house_edge().to_string(),
        percent(odds.house_edge()),
        odds.player_return().to_string(),
        percent(odds.player_return()),
        odds.variance().to_string(),
        decimal(odds.standard_deviation()),
        odds.skewness().map_or_else(|| NONE.to_owned(), decimal),
        figures.flag_in(voice.language).unwrap_or_default().to_owned(),
    ]
}

/// The edges of each family.
pub(super) fn families(sheet: &Sheet<'_>, voice: &Voice<'_>) -> String {
    let words = &voice.words.tables;
    let mut table = Table::new(&words.families, 1);
    let mut row = |attributes: &str, name: &str, areas: usize, edges: &Edges| {
        let mut cells = vec![name.to_owned(), areas.to_string()];
        cells.extend(edges.in_order().map(percent));
        table.row(attributes, &cells);
    };
    for figures in sheet.families() {
        let (word, name) = (figures.family.word(), voice.family(figures.family));
        row(&format!(" data-family=\"{word}\""), name, figures.areas, &figures.edges);
    }
    let book = sheet.book();
    row(" class=\"sum\" data-family=\"all\"", words.all_areas, sheet.areas().len(), &book.edges);
    table.finish()
}

/// Where each wager is defined and its odds are set.
pub(super) fn clauses(sheet: &Sheet<'_>, voice: &Voice<'_>) -> String {
    let offers = sheet.edition().rules().pay_table.offers();
    let alike = |one: &Offer, other: &Offer| one.wager == other.wager && one.pays == other.pays;
    let mut table = Table::new(&voice.words.tables.clauses, 5);
    for group in offers.chunk_by(alike) {
        let areas: Vec<_> = group.iter().map(|offer| offer.area).collect();
        let first = &group[0];
        let lines = first.pays.lines();
        let odds: Vec<String> = lines.iter().map(|line| voice.odds(line.odds)).collect();
        let cited = |clause: &Clause| voice.clause(&clause.to_string());
        let mut set: Vec<String> = lines.iter().map(|line| cited(&line.clause)).collect();
        set.dedup();
        let defined = cited(&first.defined);
        let cells = [voice.wager(first), voice.areas(&areas), defined, odds.join(", ")];
        table.row("", &[cells.to_vec(), vec![set.join(", ")]].concat());
    }
    table.finish() + &changes(sheet, voice)
}

/// Where a house pays differently from its law.
fn changes(sheet: &Sheet<'_>, voice: &Voice<'_>) -> String {
    let mut table = Table::new(&voice.words.tables.changes, 4);
    let changed = sheet.edition().changes().filter(|line| line.key.starts_with("wager."));
    let mut any = false;
    for line in changed {
        let clause = line.clause.as_ref().map(ToString::to_string).unwrap_or_default();
        let clause = voice.clause(&clause);
        let law = line.law.clone().unwrap_or_default();
        table.row("", &[line.key.clone(), law, line.value.clone(), clause]);
        any = true;
    }
    if any { table.finish() } else { String::new() }
}

/// How the document is read where the figures depend on it.
pub(super) fn readings(sheet: &Sheet<'_>, voice: &Voice<'_>) -> String {
    let mut table = Table::new(&voice.words.tables.readings, 4);
    for reading in of_wagers(sheet.edition()) {
        let Reading { number, place, document, read } = voice.reading(reading);
        let plain = |text: &str| text.replace(['*', '`'], "");
        table.row("", &[number.to_string(), plain(place), plain(document), plain(read)]);
    }
    table.finish()
}
