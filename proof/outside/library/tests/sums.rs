//! Our sums in somebody else's release build: right, or the program stops; they never wrap.

use std::hint::black_box;
use std::panic::catch_unwind;

use taisai_odds::{AreaOdds, Dice, Fraction, Purse, Ruin, Session, Spread, turning_bias};
use taisai_rules::{
    Bet, Clause, DoubleOnTriple, Odds, Offer, PayLine, PayTable, Pays, Roll, Stake,
};
use taisai_table::Money;

fn rule() -> Clause {
    Clause::new("house rule 1").unwrap()
}

fn same(area: &str, odds: &str) -> Offer {
    Offer::new(area, area, &rule(), Pays::same(odds, &rule()).unwrap()).unwrap()
}

fn table() -> PayTable {
    let offers = vec![same("small", "1 to 1"), same("triple-4", "180 to 1")];
    PayTable::new(offers, DoubleOnTriple::Wins).unwrap()
}

fn uneven() -> Dice {
    Dice::weighted([1_542, 1_752, 1_840, 1_621, 1_891, 1_354]).unwrap()
}

fn slip(bets: &[(&str, u64)]) -> Vec<Bet> {
    let bet =
        |&(area, stake): &(&str, u64)| Bet::new(area.parse().unwrap(), Stake::new(stake).unwrap());
    bets.iter().map(bet).collect()
}

/// Without this the other tests would show nothing.
#[test]
fn this_build_has_no_overflow_checks() {
    let most = black_box(u8::MAX);
    assert_eq!(most + black_box(1), 0);
}

/// The squares of large results times their shares were added up in machine words and wrapped: the
/// standard deviation came out a thousand times too small. The figures here are from exact
/// fractions in another language.
#[test]
fn large_stakes_with_uneven_dice_have_their_standard_deviation() {
    let (table, dice) = (table(), uneven());
    let cases = [
        (10_000_000_000, 10_000_000_000, "117646134307.138493", "15.058877196084"),
        (9_999_999_999, 10_000_000_000, "117646134295.393349", "15.058877196051"),
        (10_000_000_000, 9_876_543_211, "117643795457.562752", "15.062922527624"),
    ];
    for (triple, small, sd, skewness) in cases {
        let slip = slip(&[("triple-4", triple), ("small", small)]);
        let spread = Spread::of(&table, &slip, &dice).unwrap();
        assert_eq!(spread.standard_deviation().decimal(6), sd);
        assert_eq!(spread.skewness().unwrap().decimal(12), skewness);
    }
}

#[test]
fn a_session_and_a_purse_of_the_largest_stakes_are_printed() {
    let (table, most) = (table(), Stake::MAX.units());
    let round = Spread::of(&table, &slip(&[("small", most)]), &uneven()).unwrap();
    let session = Session::of(&round, 1_000).unwrap();
    let large = session.standard_deviation().decimal(0);
    assert!(large.len() == 12 && large.starts_with("316227766"), "{large}");
    let purse = Purse { bankroll: 10 * most, target: 30 * most };
    let rounds = Ruin::of(&round, purse).unwrap().expected_rounds().decimal(2).unwrap();
    assert!(rounds.starts_with("199.99") || rounds.starts_with("200.00"), "{rounds}");
}

/// A single with three lines of fine odds takes a stake near a million at the least.
#[test]
fn the_turning_bias_of_fine_odds_is_one() {
    let clause = rule();
    let line = |win, stake| PayLine { odds: Odds::new(win, stake).unwrap(), clause: rule() };
    let pays = Pays::ByDice([line(99, 97), line(201, 100), line(1_199, 99)]);
    let single = Offer::new("single-3", "Single 3", &clause, pays).unwrap();
    let table = PayTable::new(vec![single], DoubleOnTriple::Wins).unwrap();
    let bias = turning_bias(&table, "single-3".parse().unwrap()).unwrap();
    let edge =
        |dice: &Dice| AreaOdds::of(&table, "single-3".parse().unwrap(), dice).unwrap().house_edge();
    assert!(edge(&Dice::FAIR) > Fraction::ZERO && edge(&bias.dice) <= Fraction::ZERO);
}

#[test]
fn a_fraction_that_does_not_fit_stops_the_program() {
    let long = black_box(Fraction::new(1, i128::MAX));
    assert!(catch_unwind(|| long * Fraction::new(1, 3)).is_err());
    assert!(catch_unwind(|| long + Fraction::new(1, 3)).is_err());
    assert!(long < Fraction::new(1, i128::MAX - 1));
}

#[test]
fn money_beyond_every_ceiling_is_refused() {
    let most = Money::tallied(black_box(u64::MAX));
    assert_eq!(most.plus(Money::tallied(1)), None);
    assert_eq!(Money::MAX.plus(Money::new(1).unwrap()), None);
    assert_eq!(Money::ZERO.minus(Money::new(1).unwrap()), None);
}

#[test]
fn the_largest_settlement_is_paid_to_the_unit() {
    let table = PayTable::new(vec![same("any-triple", "999 to 1")], DoubleOnTriple::Wins).unwrap();
    let bets = vec![Bet::new("any-triple".parse().unwrap(), Stake::MAX); PayTable::BETS_MAX];
    let roll: Roll = "3,3,3".parse().unwrap();
    let settlement = table.settle(roll, &bets).unwrap();
    assert_eq!(settlement.returned(), 1_000 * Stake::MAX.units() * 1_000_000);
}
