//! Editions of the embedded rule books that differ in a line or two, as a later release has them.

use std::sync::Arc;

use taisai_rulebooks::Library;
use taisai_table::Edition;

/// The embedded book as it stands.
pub fn embedded(book: &str) -> Edition {
    changed(book, str::to_owned)
}

/// The embedded book with another text: what a later release has embedded under the same id.
pub fn changed(book: &str, change: impl Fn(&str) -> String) -> Edition {
    let own = change(Library::text(book).unwrap());
    let edition = Library::read_kept(own.as_bytes(), None).unwrap();
    Edition {
        fingerprint: *edition.fingerprint().as_bytes(),
        rules: Arc::new(edition.rules().clone()),
        own: own.into(),
        base: None,
    }
}

/// Another edition of a book: a specific triple and a total of 4 pay more.
pub fn another(book: &str) -> Edition {
    changed(book, pays_more)
}

/// Another edition of a book: it knows neither markers nor colours. Most books know none anyway.
pub fn plain(book: &str) -> Edition {
    let without = |line: &str| {
        let known = ["markers ", "colour_chips "].iter().any(|key| line.starts_with(key));
        if known { line.replacen("is = true", "is = false", 1) } else { line.to_owned() }
    };
    changed(book, |text| text.lines().map(without).collect::<Vec<_>>().join("\n"))
}

fn pays_more(text: &str) -> String {
    let mut section = "";
    let mut lines = Vec::new();
    for line in text.lines() {
        section = if line.starts_with('[') { line } else { section };
        let pays = line.starts_with("pays") && !line.contains("..");
        let raised = ["[wager.triple]", "[wager.total-4]"].contains(&section);
        lines.push(if pays && raised { raise(line) } else { line.to_owned() });
    }
    lines.join("\n")
}

/// `is = "180 to 1"` becomes `is = "185 to 1"`.
fn raise(line: &str) -> String {
    let Some((before, rest)) = line.split_once("is = \"") else { return line.to_owned() };
    let (odds, after) = rest.split_once(' ').unwrap();
    let odds: u32 = odds.parse().unwrap();
    format!("{before}is = \"{} {after}", odds + 5)
}

#[test]
fn every_book_has_another_edition_with_other_odds() {
    for book in Library::ids() {
        let (one, other) = (embedded(book), another(book));
        assert_eq!(one.rules.title, other.rules.title);
        assert_ne!(one.fingerprint, other.fingerprint, "{book}");
        assert_ne!(one.rules.pay_table, other.rules.pay_table, "{book}");
    }
}

#[test]
fn the_embedded_book_keeps_its_fingerprint() {
    for book in Library::ids() {
        let known = *Library::get(book).unwrap().fingerprint().as_bytes();
        assert_eq!(embedded(book).fingerprint, known, "{book}");
    }
}

#[test]
fn a_plain_edition_is_another_one_where_the_book_knows_markers_or_colours() {
    for book in Library::ids() {
        let (one, plain) = (embedded(book), plain(book));
        let knows = |edition: &Edition| {
            let limits = &edition.rules.limits;
            limits.markers.value || limits.colour_chips.value
        };
        assert!(!knows(&plain), "{book}");
        assert_eq!(knows(&one), one.fingerprint != plain.fingerprint, "{book}");
    }
}
