//! What the tests of this crate share: tables and slips by name.

use taisai_odds::{Dice, Spread};
use taisai_rulebooks::Library;
use taisai_rules::{Bet, PayTable, Stake};

/// The pay table of an embedded rule book.
pub(crate) fn table(rules: &str) -> &'static PayTable {
    &Library::get(rules).unwrap().rules().pay_table
}

/// A slip written as `small=1 total-10=2`.
pub(crate) fn slip(text: &str) -> Vec<Bet> {
    let bet = |word: &str| {
        let (area, stake) = word.split_once('=').unwrap();
        Bet::new(area.parse().unwrap(), Stake::new(stake.parse().unwrap()).unwrap())
    };
    text.split(' ').map(bet).collect()
}

/// The distribution of a slip with fair dice.
pub(crate) fn spread(rules: &str, text: &str) -> Spread {
    Spread::of(table(rules), &slip(text), &Dice::FAIR).unwrap()
}

/// Slips that pay in different ways: even money, three correlated bets, long odds, halves.
pub(crate) const SLIPS: [(&str, &str); 5] = [
    ("act", "small=1"),
    ("act", "small=1 total-10=1 single-4=1"),
    ("pennsylvania-a", "triple-4=1 big=10"),
    ("singapore-2", "total-8=2 four-1234=4 combo-113=1"),
    ("maryland", "small=5 big=5"),
];
