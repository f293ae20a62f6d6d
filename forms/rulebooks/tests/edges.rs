//! The house edge of every area, recomputed from settlement and compared with worked-out fractions.

use taisai_rulebooks::Library;
use taisai_rules::{Area, Bet, PayTable, Roll, Stake};

/// Areas by family, and the part of the stakes that the house keeps over all 216 rolls.
///
/// Each is 1 - ways × (odds + 1) / 216 in lowest terms. The ways: small, big, even and odd 105;
/// a single 75, 15 and 1; a double 16; a triple 1; any triple 6; a domino 30; four numbers 24;
/// three singles 6; a double with a single 3; totals from 4 up to 10, and from 17 down to 11, 3, 6,
/// 10, 15, 21, 25 and 27.
type Edges = &'static [(&'static str, (i128, i128))];

/// Massachusetts, Maryland and Pennsylvania's pay table A print the same odds.
const OLD_SCHEDULE: Edges = &[
    ("small big", (1, 36)),
    ("single-1 single-2 single-3 single-4 single-5 single-6", (17, 216)),
    ("double-1 double-2 double-3 double-4 double-5 double-6", (1, 3)),
    ("triple-1 triple-2 triple-3 triple-4 triple-5 triple-6", (65, 216)),
    ("any-triple", (11, 36)),
    ("total-4 total-17", (7, 24)),
    ("total-5 total-16", (17, 36)),
    ("total-6 total-15", (11, 36)),
    ("total-7 total-14", (7, 72)),
    ("total-8 total-13", (1, 8)),
    ("total-9 total-12", (41, 216)),
    ("total-10 total-11", (1, 8)),
    ("domino-12 domino-13 domino-14 domino-15 domino-16", (1, 6)),
    ("domino-23 domino-24 domino-25 domino-26 domino-34", (1, 6)),
    ("domino-35 domino-36 domino-45 domino-46 domino-56", (1, 6)),
];

/// The Australian Capital Territory and Pennsylvania's pay table B print the same odds.
const NEW_SCHEDULE: Edges = &[
    ("small big", (1, 36)),
    ("single-1 single-2 single-3 single-4 single-5 single-6", (1, 27)),
    ("double-1 double-2 double-3 double-4 double-5 double-6", (1, 9)),
    ("triple-1 triple-2 triple-3 triple-4 triple-5 triple-6", (35, 216)),
    ("any-triple", (1, 9)),
    ("total-4 total-17", (1, 8)),
    ("total-5 total-16", (1, 9)),
    ("total-6 total-15", (13, 108)),
    ("total-7 total-14", (7, 72)),
    ("total-8 total-13", (1, 8)),
    ("total-9 total-12", (2, 27)),
    ("total-10 total-11", (1, 8)),
    ("domino-12 domino-13 domino-14 domino-15 domino-16", (1, 36)),
    ("domino-23 domino-24 domino-25 domino-26 domino-34", (1, 36)),
    ("domino-35 domino-36 domino-45 domino-46 domino-56", (1, 36)),
];

/// What Singapore's pay tables 1 and 2 have in common: 64, 32, 19, halves, 11.5, 32 and 195.
const SINGAPORE_HALVES: Edges = &[
    ("small big even odd", (1, 36)),
    ("single-1 single-2 single-3 single-4 single-5 single-6", (1, 27)),
    ("double-1 double-2 double-3 double-4 double-5 double-6", (2, 27)),
    ("triple-1 triple-2 triple-3 triple-4 triple-5 triple-6", (5, 54)),
    ("any-triple", (1, 12)),
    ("total-4 total-17", (7, 72)),
    ("total-5 total-16", (1, 12)),
    ("total-6 total-15", (2, 27)),
    ("total-7 total-14", (7, 72)),
    ("total-8 total-13", (11, 144)),
    ("total-9 total-12", (2, 27)),
    ("total-10 total-11", (1, 16)),
    ("domino-12 domino-13 domino-14 domino-15 domino-16", (1, 36)),
    ("domino-23 domino-24 domino-25 domino-26 domino-34", (1, 36)),
    ("domino-35 domino-36 domino-45 domino-46 domino-56", (1, 36)),
    ("four-1234 four-2345 four-2356 four-3456", (1, 18)),
];

/// What Singapore's pay table 3 adds to the odds it shares with the new schedule.
const SINGAPORE_WHOLE: Edges =
    &[("even odd", (1, 36)), ("four-1234 four-2345 four-2356 four-3456", (1, 9))];

/// Singapore's combinations at 30 to 1 and 50 to 1.
const SINGAPORE_COMBOS: Edges = &[
    ("combo-123 combo-124 combo-125 combo-126 combo-134 combo-135 combo-136", (5, 36)),
    ("combo-145 combo-146 combo-156 combo-234 combo-235 combo-236 combo-245", (5, 36)),
    ("combo-246 combo-256 combo-345 combo-346 combo-356 combo-456", (5, 36)),
    ("combo-113 combo-114 combo-115 combo-116 combo-221 combo-223 combo-224", (7, 24)),
    ("combo-225 combo-226 combo-331 combo-332 combo-334 combo-335 combo-336", (7, 24)),
    ("combo-441 combo-442 combo-443 combo-445 combo-446 combo-551 combo-552", (7, 24)),
    ("combo-553 combo-554 combo-556 combo-661 combo-662 combo-663 combo-664", (7, 24)),
];

/// What the house keeps of the same stake laid on every roll in turn, in lowest terms.
fn edge(table: &PayTable, area: Area) -> (i128, i128) {
    // A hundred is a multiple of everything that the documents' odds need.
    let stake = Stake::new(100).expect("a stake");
    let returned: i128 = Roll::all()
        .map(|roll| table.settle(roll, &[Bet::new(area, stake)]).expect("an offered area"))
        .map(|settlement| i128::from(settlement.returned()))
        .sum();
    let staked = i128::from(stake.units()) * 216;
    lowest_terms(staked - returned, staked)
}

fn lowest_terms(part: i128, whole: i128) -> (i128, i128) {
    let (mut a, mut b) = (part.abs(), whole.abs());
    while b != 0 {
        (a, b) = (b, a % b);
    }
    (part / a, whole / a)
}

fn check(book: &str, edges: &[Edges]) {
    let table = &Library::get(book).expect("a rule book").rules().pay_table;
    let mut listed = 0;
    for (areas, expected) in edges.iter().copied().flatten() {
        for area in areas.split(' ') {
            let area = area.parse().expect("an area");
            listed += 1;
            assert_eq!(edge(table, area), *expected, "{book} {area}");
        }
    }
    assert_eq!(listed, table.offers().len(), "{book}: the list is the whole table");
}

#[test]
fn massachusetts_keeps_what_its_odds_imply() {
    check("massachusetts", &[OLD_SCHEDULE]);
}

#[test]
fn maryland_keeps_what_its_odds_imply() {
    check("maryland", &[OLD_SCHEDULE]);
}

#[test]
fn the_capital_territory_keeps_what_its_odds_imply() {
    check("act", &[NEW_SCHEDULE]);
}

#[test]
fn pennsylvania_keeps_what_the_odds_of_either_table_imply() {
    check("pennsylvania-a", &[OLD_SCHEDULE]);
    check("pennsylvania-b", &[NEW_SCHEDULE]);
}

#[test]
fn singapore_keeps_what_the_odds_of_each_table_imply() {
    check("singapore-1", &[SINGAPORE_HALVES]);
    check("singapore-2", &[SINGAPORE_HALVES, SINGAPORE_COMBOS]);
    check("singapore-3", &[NEW_SCHEDULE, SINGAPORE_WHOLE, SINGAPORE_COMBOS]);
}
