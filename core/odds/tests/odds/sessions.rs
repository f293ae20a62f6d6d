//! Sessions against other derivations of the same chances.

use std::collections::BTreeMap;

use crate::common::{SLIPS, spread};
use taisai_odds::{Fraction, Session, SessionRefusal, Spread};

/// Every sequence of results of one round, one after another, with exact shares.
fn by_brute_force(round: &Spread, rounds: u32) -> BTreeMap<i64, i128> {
    let mut sums = BTreeMap::from([(0, 1)]);
    for _ in 0..rounds {
        let mut longer: BTreeMap<i64, i128> = BTreeMap::new();
        for (&sum, &ways) in &sums {
            for &(net, share) in round.outcomes() {
                *longer.entry(sum + net).or_default() += ways * i128::from(share);
            }
        }
        sums = longer;
    }
    sums
}

#[test]
fn up_to_four_rounds_are_what_all_sequences_give() {
    for (rules, slip) in SLIPS {
        let round = spread(rules, slip);
        for rounds in 1..=4 {
            let session = Session::of(&round, rounds).unwrap();
            let all = i128::from(round.shares()).pow(rounds);
            let computed: BTreeMap<i64, Fraction> = session.results().collect();
            for (net, ways) in by_brute_force(&round, rounds) {
                let (truth, computed) = (Fraction::new(ways, all), computed[&net]);
                assert!(computed <= truth, "{slip} {rounds} {net}");
                assert!(truth <= computed + session.error_bound(), "{slip} {rounds} {net}");
            }
        }
    }
}

#[test]
fn the_error_bound_stays_tiny_for_ten_thousand_rounds() {
    for (rules, slip) in SLIPS {
        let session = Session::of(&spread(rules, slip), 10_000).unwrap();
        assert!(session.error_bound() > Fraction::ZERO, "{slip}");
        assert!(session.error_bound() < Fraction::new(1, 100_000_000_000), "{slip}");
    }
}

/// The logarithm of a binomial chance, by a sum of logarithms.
fn binomial(rounds: u32, wins: u32, chance: f64) -> f64 {
    let choose: f64 = (0..wins).map(|k| (f64::from(rounds - k) / f64::from(k + 1)).ln()).sum();
    (choose + f64::from(wins) * chance.ln() + f64::from(rounds - wins) * (-chance).ln_1p()).exp()
}

#[test]
fn even_money_is_binomial() {
    let rounds = 10_000;
    let session = Session::of(&spread("act", "small=1"), rounds).unwrap();
    let computed: BTreeMap<i64, Fraction> = session.results().collect();
    for wins in (4_600..5_150).step_by(7) {
        let net = i64::from(wins) * 2 - i64::from(rounds);
        let computed: f64 = computed[&net].decimal(20).parse().unwrap();
        let truth = binomial(rounds, wins, 105.0 / 216.0);
        assert!((computed - truth).abs() < 1e-12 + truth * 1e-9, "{wins}: {computed} {truth}");
    }
}

#[test]
fn mean_and_variance_are_those_of_the_rounds() {
    for (rules, slip) in SLIPS {
        let session = Session::of(&spread(rules, slip), 777).unwrap();
        let decimal = |fraction: Fraction| fraction.decimal(15).parse::<f64>().unwrap();
        let chances: Vec<(f64, f64)> = session
            .results()
            .map(|(net, chance)| (f64::from(i32::try_from(net).unwrap()), decimal(chance)))
            .collect();
        let mean: f64 = chances.iter().map(|(net, chance)| net * chance).sum();
        let variance: f64 = chances.iter().map(|(net, chance)| (net - mean).powi(2) * chance).sum();
        let loss = decimal(session.expected_loss());
        assert!((mean + loss).abs() < 1e-6, "{slip}: {mean} {loss}");
        let sd: f64 = session.standard_deviation().decimal(15).parse().unwrap();
        assert!((variance.sqrt() / sd - 1.0).abs() < 1e-6, "{slip}");
    }
}

#[test]
fn sessions_one_after_another_are_one_long_session() {
    let round = spread("act", "small=1 total-10=1 single-4=1");
    let of = |rounds| Session::of(&round, rounds).unwrap();
    let (joined, whole) = (of(300).then(&of(41)).unwrap(), of(341));
    assert_eq!(joined.rounds(), whole.rounds());
    let bound = joined.error_bound() + whole.error_bound();
    let whole: BTreeMap<i64, Fraction> = whole.results().collect();
    for (net, chance) in joined.results() {
        let difference = chance - whole.get(&net).copied().unwrap_or(Fraction::ZERO);
        assert!(difference <= bound && -difference <= bound, "{net}");
    }
}

#[test]
fn quantiles_cut_the_results_where_they_say() {
    let session = Session::of(&spread("act", "small=1 total-10=1 single-4=1"), 500).unwrap();
    for percent in [1, 5, 25, 50, 75, 95, 99] {
        let share = Fraction::new(percent, 100);
        let net = session.quantile(share).high;
        assert_eq!(session.quantile(share).low, net);
        assert!(session.chance(|result| result <= net) >= share);
        assert!(session.chance(|result| result < net) < share);
    }
}

#[test]
fn the_chance_from_here_to_there_is_the_sum_of_its_results() {
    let session = Session::of(&spread("act", "small=2 total-10=4 single-4=2"), 50).unwrap();
    let borders = [i64::MIN, -200, -199, -30, -1, 0, 1, 2, 57, 100, i64::MAX];
    for low in borders {
        for high in borders {
            let computed = session.chance_from_to(low, high);
            let summed = session.chance(|net| low <= net && net <= high);
            assert_eq!(computed, summed, "{low} to {high}");
        }
    }
}

#[test]
fn a_hold_band_holds_its_share_of_sessions() {
    let round = spread("act", "small=1");
    let session = Session::of(&round, 1_000).unwrap();
    for percent in [90, 95, 99] {
        let share = Fraction::new(percent, 100);
        let (low, high) = session.hold_band(share);
        assert!(low < round.house_edge() && round.house_edge() < high);
        let hold = |net: i64| Fraction::new((-net).into(), 1_000);
        let inside = session.chance(|net| low <= hold(net) && hold(net) <= high);
        // The ends themselves may weigh up to their own chances more.
        assert!(share <= inside && inside < share + Fraction::new(5, 100), "{percent}");
    }
}

#[test]
fn absurd_sessions_are_refused() {
    let round = spread("act", "small=1");
    assert_eq!(Session::of(&round, 0), Err(SessionRefusal::Rounds));
    assert_eq!(Session::of(&round, Session::ROUNDS_MAX + 1), Err(SessionRefusal::Rounds));
    assert!(Session::of(&round, 1).is_ok());
    let fine = spread("act", "small=10000000 triple-1=9999999");
    assert_eq!(Session::of(&fine, 10), Err(SessionRefusal::TooManyResults));
}

/// `--results` listed what no rolls lead to, as if its chance were only too small to be known.
#[test]
fn the_results_that_are_listed_are_those_that_can_happen() {
    for (rules, slip) in SLIPS {
        let round = spread(rules, slip);
        for rounds in 1..=4 {
            let session = Session::of(&round, rounds).unwrap();
            let listed: Vec<i64> = session.possible().results().map(|(net, _)| net).collect();
            let truth: Vec<i64> = by_brute_force(&round, rounds).into_keys().collect();
            assert_eq!(listed, truth, "{slip} {rounds}");
        }
    }
    // Twelve triples in twelve rounds are too rare for a chance, and listed between what is not.
    let session = Session::of(&spread("act", "triple-4=1 small=100"), 12).unwrap();
    let possible = session.possible();
    assert!(possible.results().any(|(_, chance)| chance.low().is_zero() && !chance.is_zero()));
}

/// The chance to be ahead of a slip that cannot win was `<3e-17`, and not zero.
#[test]
fn what_cannot_happen_is_known_to_be_nothing() {
    let session = Session::of(&spread("act", "small=10 big=10"), 100).unwrap();
    assert!(session.error_bound() > Fraction::ZERO);
    let possible = session.possible();
    assert!(possible.chance_ahead().is_zero());
    assert!(possible.chance_from_to(-9, -1).is_zero());
    assert!(possible.chance_from_to(i64::MIN, -2_001).is_zero());
    assert!(!possible.chance_from_to(-2_000, -2_000).is_zero());
    assert!(!possible.chance_from_to(-1_999, -1_980).is_zero());
    assert_eq!(possible.chance_from_to(0, 5), session.bounded(session.chance_from_to(0, 0)));
    // Ahead by what ten triples in ten rounds win: possible, but too rare to have a chance printed.
    let triples = Session::of(&spread("act", "triple-4=1"), 10).unwrap();
    let best = triples.possible().chance_from_to(1_800, 1_800);
    assert!(best.low().is_zero() && !best.is_zero());
    assert!(triples.possible().chance_from_to(1_620, 1_799).is_zero());
}
