//! Every clause that a line of an embedded rule book cites has an answer in the clause list.

use std::collections::BTreeSet;

use taisai_rulebooks::{ClauseList, Edition, Library};

/// How many readings `docs/readings.md` numbers.
const READINGS: u8 = 30;

/// Every citation of every line, taken apart.
fn citations() -> BTreeSet<&'static str> {
    let lines = Library::editions().flat_map(Edition::lines);
    let clauses = lines.filter_map(|line| line.clause.as_ref());
    clauses.flat_map(|clause| clause.as_str().split("; ")).collect()
}

#[test]
fn every_cited_clause_has_an_answer_in_the_clause_list() {
    let list = ClauseList::embedded();
    let unanswered: Vec<&str> = citations()
        .into_iter()
        .filter(|cited| *cited != "house" && !cited.starts_with("reading "))
        .filter(|cited| list.covers(cited).is_none())
        .collect();
    assert_eq!(unanswered, [""; 0]);
}

#[test]
fn every_cited_reading_is_one_of_the_numbered_ones() {
    let numbers: BTreeSet<u8> = citations()
        .into_iter()
        .filter_map(|cited| cited.strip_prefix("reading "))
        .map(|number| number.parse().unwrap())
        .collect();
    assert!(numbers.len() > 10, "{numbers:?}");
    assert!(numbers.iter().all(|number| 1 <= *number && *number <= READINGS), "{numbers:?}");
}

#[test]
fn only_the_title_of_a_book_stands_without_a_clause() {
    for edition in Library::editions() {
        let bare = edition.lines().iter().filter(|line| line.clause.is_none());
        let keys: Vec<&str> = bare.map(|line| line.key.as_str()).collect();
        assert_eq!(keys, ["id", "name", "document", "cite"], "{}", edition.id());
    }
}
