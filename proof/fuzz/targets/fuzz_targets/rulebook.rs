//! Any bytes as a rule book file: a sound book, or mistakes that a person can find and read.

#![no_main]

use libfuzzer_sys::fuzz_target;
use taisai_rulebooks::{Edition, Mistake};

fuzz_target!(|bytes: &[u8]| match Edition::read(bytes) {
    Ok(edition) => examine(&edition),
    Err(mistakes) => {
        assert!(!mistakes.is_empty(), "a refusal has a reason");
        assert!(mistakes.len() <= Mistake::TOLD_MAX + 1, "mistakes are bounded");
        mistakes.iter().for_each(|mistake| readable(mistake, bytes));
    }
});

/// A book that was read holds what every book holds.
fn examine(edition: &Edition) {
    let clean = |text: &str| !text.contains(char::is_control);
    for line in edition.lines() {
        assert!(clean(&line.key) && clean(&line.value), "{line:?}");
    }
    assert!(edition.rules().equipment.shakers.iter().any(|shaker| shaker.allowed.value));
    assert!(!edition.rules().pay_table.offers().is_empty());
    edition.notes();
}

/// A mistake points into the file, and its text cannot move a terminal.
fn readable(mistake: &Mistake, bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let line = text.split('\n').nth(mistake.at.line - 1).expect("a line of the file");
    assert!(1 <= mistake.at.column && mistake.at.column <= line.chars().count() + 1, "{mistake}");
    assert!(!mistake.to_string().contains(char::is_control), "{mistake:?}");
}
