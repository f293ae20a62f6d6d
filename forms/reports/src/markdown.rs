//! The sheet as Markdown, for a page of documentation or an issue.

use std::fmt::Write as _;

use taisai_pictures::Language;

use crate::figures::{NONE, decimal, percent};
use crate::readings;
use crate::sheet::{AreaFigures, Sheet, dice_in_words};
use crate::words::{Tables, words};

/// The heads of the tables are those of the page.
const WORDS: &Tables = &words(Language::English).tables;

/// Prints a sheet as Markdown.
pub fn markdown(sheet: &Sheet<'_>) -> String {
    [title(sheet), areas(sheet), families(sheet), book(sheet), notes(sheet)].join("\n")
}

fn title(sheet: &Sheet<'_>) -> String {
    let edition = sheet.edition();
    let title = &edition.rules().title;
    let mut text = format!("# PAR sheet: {}\n\n", safe(&title.name));
    let _ = writeln!(text, "| | |\n|---|---|");
    let facts = [
        ("rule book", title.id.clone()),
        ("document", title.document.clone()),
        ("fingerprint", edition.fingerprint().to_string()),
        ("dice", dice_in_words(sheet.dice())),
        ("Taisai", crate::VERSION.to_owned()),
    ];
    for (name, value) in facts {
        let _ = writeln!(text, "| {name} | {} |", safe(&value));
    }
    text
}

fn areas(sheet: &Sheet<'_>) -> String {
    let of = sheet.dice().chance_of_all();
    let mut text = format!(
        "## Areas\n\nWays are counted of {of}.\n\n{}",
        heading(&WORDS.areas_with("ways"), 3)
    );
    for figures in sheet.areas() {
        text += &row(&area(figures));
    }
    text
}

fn area(figures: &AreaFigures<'_>) -> Vec<String> {
    let odds = &figures.odds;
    let both = |fraction: taisai_odds::Fraction| [fraction.to_string(), percent(fraction)];
    let mut cells = vec![figures.area().to_string(), figures.pays(), figures.clauses()];
    cells.push(odds.ways().to_string());
    cells.extend(both(odds.hit_frequency()));
    cells.extend(both(odds.house_edge()));
    cells.extend(both(odds.player_return()));
    cells.push(odds.variance().to_string());
    cells.push(decimal(odds.standard_deviation()));
    cells.push(odds.skewness().map_or_else(|| NONE.to_owned(), decimal));
    cells.push(figures.flag().unwrap_or_default().to_owned());
    cells
}

fn families(sheet: &Sheet<'_>) -> String {
    let mut text = format!("## Families\n\n{}", heading(&WORDS.families, 1));
    for figures in sheet.families() {
        let mut cells = vec![figures.family.to_string(), figures.areas.to_string()];
        cells.extend(figures.edges.in_order().map(percent));
        text += &row(&cells);
    }
    text
}

fn book(sheet: &Sheet<'_>) -> String {
    let book = sheet.book();
    let of = |figures: &AreaFigures<'_>| {
        format!("{}, {} %", figures.area(), percent(figures.odds.house_edge()))
    };
    format!(
        "## The whole book\n\n- best area: {}\n- worst area: {}\n\
         - plain average over {} areas: {} %\n\
         - returns below 80 %: {} areas\n- returns below 75 %: {} areas\n",
        of(book.best),
        of(book.worst),
        sheet.areas().len(),
        percent(book.edges.mean),
        book.below_80,
        book.below_75,
    )
}

fn notes(sheet: &Sheet<'_>) -> String {
    let mut text = "## Notes\n\n".to_owned();
    if *sheet.dice() == taisai_odds::Dice::FAIR {
        for note in sheet.edition().notes() {
            let _ = writeln!(text, "- {note}");
        }
    }
    for reading in readings::of_wagers(sheet.edition()) {
        let readings::Reading { number, place, document, read } = reading;
        let _ = writeln!(text, "- reading {number}: {place}: {document}; {read}");
    }
    text
}

/// The heading of a table, its first columns to the left and the others to the right.
fn heading(columns: &[&str], left: usize) -> String {
    let marks = (0..columns.len()).map(|place| if place < left { ":--" } else { "--:" });
    let marks: Vec<String> = marks.map(str::to_owned).collect();
    let names: Vec<String> = columns.iter().map(|&name| name.to_owned()).collect();
    row(&names) + &row(&marks)
}

fn row(cells: &[String]) -> String {
    let cells: Vec<String> = cells.iter().map(|cell| safe(cell)).collect();
    format!("| {} |\n", cells.join(" | "))
}

/// A house's own words stay words: they end no cell and open no tag.
fn safe(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '<' => safe.push_str("&lt;"),
            '|' | '\\' | '`' | '[' | ']' => safe.extend(['\\', letter]),
            _ if letter.is_control() => safe.push(' '),
            _ => safe.push(letter),
        }
    }
    safe
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hostile_name_stays_a_name() {
        assert_eq!(safe("a|b<i>\n[x](y)`"), "a\\|b&lt;i> \\[x\\](y)\\`");
    }
}
