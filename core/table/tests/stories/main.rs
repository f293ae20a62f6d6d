//! What happens at a table, told line by line and compared whole.

#![expect(clippy::wildcard_enum_match_arm, reason = "an event without words reads as its name")]
#![expect(clippy::format_push_string, reason = "stories are put together line by line")]

mod asking;
mod editions;
mod floor;
mod openings;
mod words;

mod automatic;
mod bets;
mod cases;
mod checklist;
mod corrections;
mod displays;
mod documents;
mod equipment;
mod irregularities;
mod late;
mod lights;
mod limits;
mod mandatory;
mod moves;
mod opening;
mod own_limits;
mod people;
mod places;
mod requests;
mod restarts;
mod rounds;
mod rulings;
mod seats;
mod shifts;

use floor::check;

/// Every rule book, for stories that are the same under each.
const BOOKS: [&str; 8] = [
    "massachusetts",
    "maryland",
    "act",
    "pennsylvania-a",
    "pennsylvania-b",
    "singapore-1",
    "singapore-2",
    "singapore-3",
];

/// What closes betting for good, by book.
const BETS_FINAL: [(&str, &str); 8] = [
    ("massachusetts", "MA 3(c); MA 5(c)"),
    ("maryland", "MD 5.C"),
    ("act", "ACT 4.5"),
    ("pennsylvania-a", "PA 625a.5(c)"),
    ("pennsylvania-b", "PA 625a.5(c)"),
    ("singapore-1", "SG 3.5"),
    ("singapore-2", "SG 3.5"),
    ("singapore-3", "SG 3.5"),
];

/// Tells one story under several books, each with what `$clause` stands for there.
fn check_under(books: &[(&str, &str)], story: &str) {
    for (book, clause) in books {
        check(&story.replace("$book", book).replace("$clause", clause));
    }
}

/// Round 1 is settled: seat 1 lost 500 on small, seat 2 won 700 on big.
const SETTLED: &str = "
    open $book
    dealer 10 opens betting   -> betting-opened 1
    seat 1 bets small 500     -> placed small 500
    seat 2 bets big 700       -> placed big 700
    dealer 10 plays 4,5,6
    ? credit 1                -> 9500
    ? credit 2                -> 10700
    ";

/// Tells under every book what happens after a round like that.
fn settled(then: &str) {
    check_under_all(&format!("{SETTLED}{then}"));
}

/// Tells one story under every book.
fn check_under_all(story: &str) {
    for book in BOOKS {
        check(&story.replace("$book", book));
    }
}
