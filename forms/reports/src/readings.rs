//! How this project reads a document where it is silent or garbled, for readers of a sheet.

use taisai_rulebooks::Edition;

/// The page of the readings, their only source.
const PAGE: &str = include_str!("../../../docs/readings.md");

/// One reading.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reading {
    pub number: u32,
    /// The places of the documents it is about.
    pub place: &'static str,
    /// What the document does there.
    pub document: &'static str,
    /// How it is read.
    pub read: &'static str,
}

/// Every reading, in the order of the page.
pub fn all() -> impl Iterator<Item = Reading> {
    PAGE.lines().filter_map(|line| {
        let cells: Vec<&str> = line.split('|').map(str::trim).collect();
        let [_, number, place, document, read, _] = cells[..] else { return None };
        Some(Reading { number: number.parse().ok()?, place, document, read })
    })
}

/// The readings that the wagers of a rule book rest on.
pub fn of_wagers(edition: &Edition) -> Vec<Reading> {
    let wagers = edition.lines().iter().filter(|line| line.key.starts_with("wager."));
    let cited: Vec<String> =
        wagers.filter_map(|line| line.clause.as_ref()).map(ToString::to_string).collect();
    let is_cited = |reading: &Reading| {
        let words = format!("reading {}", reading.number);
        cited.iter().any(|clauses| clauses.split(';').any(|clause| clause.trim() == words))
    };
    all().filter(is_cited).collect()
}

#[cfg(test)]
mod tests {
    use taisai_rulebooks::Library;

    use super::*;

    #[test]
    fn every_reading_of_the_page_is_found() {
        let numbers: Vec<u32> = all().map(|reading| reading.number).collect();
        assert_eq!(numbers, (1_u32..).take(numbers.len()).collect::<Vec<_>>());
        assert!(numbers.len() >= 21);
    }

    #[test]
    fn every_reading_that_a_wager_cites_is_explained() {
        for edition in Library::editions() {
            let explained = of_wagers(edition);
            for line in edition.lines().iter().filter(|line| line.key.starts_with("wager.")) {
                let clause = line.clause.as_ref().map(ToString::to_string).unwrap_or_default();
                for cited in clause.split("; ").filter_map(|one| one.strip_prefix("reading ")) {
                    let number: u32 = cited.parse().unwrap();
                    assert!(explained.iter().any(|reading| reading.number == number), "{clause}");
                }
            }
        }
    }

    #[test]
    fn a_book_shows_only_its_own_readings() {
        let numbers = |id: &str| {
            let readings = of_wagers(Library::get(id).unwrap());
            readings.iter().map(|reading| reading.number).collect::<Vec<_>>()
        };
        assert_eq!(numbers("act"), [7, 9]);
    }
}
