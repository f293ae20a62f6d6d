//! Ruin against the closed form and against a plain solution of the linear equations.

use crate::common::{slip, spread, table};
use taisai_odds::{Dice, Figure, Fraction, Purse, Ruin, RuinRefusal, Spread};

fn decimal(fraction: Fraction) -> f64 {
    fraction.decimal(15).parse().unwrap()
}

fn ruin(rules: &str, slip: &str, bankroll: u64, target: u64) -> Ruin {
    Ruin::of(&spread(rules, slip), Purse { bankroll, target }).unwrap()
}

#[test]
fn even_money_follows_the_closed_form() {
    let odds_against: f64 = 111.0 / 105.0;
    for (bankroll, target) in [(1, 2), (10, 20), (200, 220), (50, 51), (100, 10_000)] {
        let computed = ruin("act", "small=1", bankroll, target);
        let power = |levels: u64| odds_against.powi(i32::try_from(levels).unwrap());
        let reached = (power(bankroll) - 1.0) / (power(target) - 1.0);
        let (from, to) = (bankroll as f64, target as f64);
        let rounds = (from - to * reached) / (6.0 / 216.0);
        assert!(
            (decimal(computed.chance_of_target()) - reached).abs() < 1e-9,
            "{bankroll} {target}"
        );
        let computed: f64 = computed.expected_rounds().to_decimal(9).unwrap().parse().unwrap();
        assert!((computed - rounds).abs() < 1e-3, "{bankroll} {target}: {computed} {rounds}");
    }
}

/// Chance of the target and expected rounds for every bankroll, by Gaussian elimination.
fn by_elimination(round: &Spread, target: u64) -> Vec<(f64, f64)> {
    let size = usize::try_from(target).unwrap();
    let staked = round.staked();
    let mut rows: Vec<Vec<f64>> = (0..size)
        .map(|bankroll| {
            let mut row = vec![0.0; size + 2];
            row[bankroll] = 1.0;
            if (bankroll as u64) < staked {
                return row;
            }
            row[size + 1] = 1.0;
            for &(net, share) in round.outcomes() {
                let chance = share as f64 / round.shares() as f64;
                let to = i64::try_from(bankroll).unwrap() + net;
                match usize::try_from(to) {
                    Ok(to) if to < size => row[to] -= chance,
                    _ => row[size] += chance,
                }
            }
            row
        })
        .collect();
    for pivot in 0..size {
        let scale = rows[pivot][pivot];
        rows[pivot].iter_mut().for_each(|value| *value /= scale);
        let row = rows[pivot].clone();
        for (place, other) in rows.iter_mut().enumerate() {
            if place != pivot && other[pivot] != 0.0 {
                let factor = other[pivot];
                other.iter_mut().zip(&row).for_each(|(value, part)| *value -= factor * part);
            }
        }
    }
    rows.iter().map(|row| (row[size], row[size + 1])).collect()
}

#[test]
fn any_slip_solves_the_linear_equations() {
    let cases = [
        ("act", "small=1 total-10=1 single-4=1", 60),
        ("singapore-2", "total-8=2 four-1234=4 combo-113=1", 80),
        ("pennsylvania-a", "triple-4=1 big=3", 50),
        ("maryland", "small=2 big=2 any-triple=1", 40),
    ];
    for (rules, slip, target) in cases {
        let round = spread(rules, slip);
        let solved = by_elimination(&round, target);
        for bankroll in round.staked()..target {
            let computed = Ruin::of(&round, Purse { bankroll, target }).unwrap();
            let (reached, rounds) = solved[usize::try_from(bankroll).unwrap()];
            assert!(
                (decimal(computed.chance_of_target()) - reached).abs() < 1e-9,
                "{slip} {bankroll}"
            );
            let computed: f64 = computed.expected_rounds().to_decimal(9).unwrap().parse().unwrap();
            assert!((computed - rounds).abs() < 1e-4, "{slip} {bankroll}: {computed} {rounds}");
        }
    }
}

#[test]
fn target_and_ruin_share_the_whole_up_to_the_bound() {
    let computed = ruin("act", "small=1 total-10=1 single-4=1", 10_000, 20_000);
    assert!(computed.error_bound() >= Fraction::ZERO);
    assert!(computed.error_bound() < Fraction::new(1, 1_000_000_000));
    assert_eq!(
        computed.chance_of_target() + computed.chance_of_ruin() + computed.error_bound(),
        Fraction::ONE
    );
}

#[test]
fn absurd_purses_are_refused() {
    let round = spread("act", "small=10");
    let refusal = |bankroll, target| Ruin::of(&round, Purse { bankroll, target }).unwrap_err();
    assert_eq!(refusal(9, 20), RuinRefusal::BankrollTooSmall { staked: 10 });
    assert_eq!(refusal(20, 20), RuinRefusal::TargetTooSmall);
    assert_eq!(refusal(20, u64::MAX), RuinRefusal::TooMuchWork);
    assert!(Ruin::of(&round, Purse { bankroll: 10, target: 11 }).is_ok());
}

#[test]
fn money_that_cannot_be_staked_is_left_over() {
    // Stakes of 10 from a bankroll of 15: the last 5 can never be lost, and 25 stands for 20.
    let computed = ruin("act", "small=10", 15, 25);
    assert_eq!(computed.chance_of_target().decimal(9), Fraction::new(105, 216).decimal(9));
    assert_eq!(computed.expected_rounds().to_decimal(3).unwrap(), "1.000");
}

/// The chance to reach the target with a slip that cannot win was `<4e-34`, and not zero.
#[test]
fn what_only_falls_or_only_rises_ends_for_certain() {
    let falls = ruin("act", "small=1600 big=1600", 10_000, 20_000);
    let chances = |ruin: &Ruin| (ruin.chance_of_target(), ruin.chance_of_ruin());
    assert_eq!(chances(&falls), (Fraction::ZERO, Fraction::ONE));
    assert!(falls.bounded(falls.chance_of_target()).is_zero());
    assert_eq!(falls.expected_rounds().to_decimal(6).unwrap(), "108.000000");
    let low = Dice::weighted([1, 1, 1, 0, 0, 0]).unwrap();
    let round = Spread::of(table("act"), &slip("small=100 any-triple=20"), &low).unwrap();
    assert!(round.outcomes()[0].0 > 0);
    let rises = Ruin::of(&round, Purse { bankroll: 1_000, target: 2_000 }).unwrap();
    assert_eq!(chances(&rises), (Fraction::ONE, Fraction::ZERO));
}
