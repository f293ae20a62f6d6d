//! Rounds with different slips, against counting every pair of rolls and against sessions.

use std::collections::BTreeMap;

use taisai_odds::{BandBy, Dice, Fraction, Session, Shift, Spread};

use crate::common::{SLIPS, spread};

fn shift(rounds: &[&Spread]) -> Shift {
    let mut shift = Shift::new(&Dice::FAIR);
    for round in rounds {
        shift.add(round);
    }
    shift
}

/// What the house keeps of two rounds and on how many of the 46,656 pairs of rolls.
fn pairs(one: &Spread, other: &Spread) -> BTreeMap<i64, u64> {
    let mut holds = BTreeMap::new();
    for &(net, share) in one.outcomes() {
        for &(other_net, other_share) in other.outcomes() {
            *holds.entry(-net - other_net).or_default() += share * other_share;
        }
    }
    holds
}

#[test]
fn two_different_rounds_are_as_if_every_pair_of_rolls_were_counted() {
    for (rules, one) in SLIPS {
        for other in ["small=3", "big=2 total-11=2"] {
            let (one, other) = (spread(rules, one), spread(rules, other));
            let (shift, holds) = (shift(&[&one, &other]), pairs(&one, &other));
            let sum: i128 = holds.iter().map(|(&h, &n)| i128::from(h) * i128::from(n)).sum();
            assert_eq!(shift.expected_hold(), Fraction::new(sum, 46_656));
            let squares: i128 =
                holds.iter().map(|(&h, &n)| i128::from(h).pow(2) * i128::from(n)).sum();
            let variance = (46_656 * squares - sum * sum) / 46_656_i128.pow(2);
            let deviation = i128::from(shift.standard_deviation().unwrap());
            assert!(
                variance < deviation * deviation && (deviation - 2).max(0).pow(2) <= variance + 1,
                "{deviation}"
            );
            for percent in [50, 90, 99] {
                let band = shift.hold_band(Fraction::new(percent, 100)).unwrap();
                assert_eq!(band.by, BandBy::Distribution);
                let tail = |keep: &dyn Fn(i64) -> bool| -> u64 {
                    holds.iter().filter(|(hold, _)| keep(**hold)).map(|(_, count)| count).sum()
                };
                let most = u64::try_from(46_656 * (100 - percent) / 200).unwrap();
                assert!(tail(&|hold| hold < band.low) <= most, "{rules} {percent} {band:?}");
                assert!(tail(&|hold| hold > band.high) <= most, "{rules} {percent} {band:?}");
                // A step narrower, and too much would lie outside.
                assert!(tail(&|hold| hold <= band.low) + 1 >= most, "{rules} {percent} {band:?}");
                assert!(tail(&|hold| hold >= band.high) + 1 >= most, "{rules} {percent} {band:?}");
            }
        }
    }
}

#[test]
fn a_shift_of_one_slip_is_a_session() {
    let round = spread("act", "small=1 total-10=1 single-4=1");
    let shift = shift(&[&round; 300]);
    let session = Session::of(&round, 300).unwrap();
    assert_eq!((shift.rounds(), shift.staked()), (300, session.staked()));
    assert_eq!(shift.expected_hold(), session.expected_loss());
    let share = Fraction::new(95, 100);
    let (low, high) = session.hold_band(share);
    let band = shift.hold_band(share).unwrap();
    let staked = i128::try_from(session.staked()).unwrap();
    assert_eq!(Fraction::new(band.low.into(), staked), low);
    assert_eq!(Fraction::new(band.high.into(), staked), high);
}

#[test]
fn where_results_are_too_many_chebyshev_bounds_them() {
    let fine = spread("act", "small=10000000 triple-1=9999999");
    let coarse = spread("act", "small=10000000");
    let bounded = shift(&[&fine, &coarse]).hold_band(Fraction::new(95, 100)).unwrap();
    assert_eq!(bounded.by, BandBy::Chebyshev);
    let holds = pairs(&fine, &coarse);
    let outside: u64 = holds
        .iter()
        .filter(|(hold, _)| **hold < bounded.low || bounded.high < **hold)
        .map(|(_, count)| count)
        .sum();
    assert!(outside <= 46_656 / 20, "{outside} {bounded:?}");
}

#[test]
fn no_rounds_keep_nothing() {
    let none = shift(&[]);
    assert_eq!((none.rounds(), none.expected_hold()), (0, Fraction::ZERO));
    let band = none.hold_band(Fraction::new(95, 100)).unwrap();
    assert_eq!((band.low, band.high), (0, 0));
}
