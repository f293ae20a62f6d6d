//! Every digit against exact values, for thousands of random dice, slips, sessions and purses.
//!
//! `ODDS_SEED=N` takes other random ones; the seed is printed.

use std::collections::BTreeMap;

use taisai_odds::{
    AreaOdds, Bounded, Dice, Figure, Fraction, Purse, Ruin, Session, SlipOdds, Spread, WideFraction,
};
use taisai_rulebooks::{Edition, Library};
use taisai_rules::{Bet, PayTable, Roll, Stake};
use taisai_testing::luck::Luck;

use crate::big::{Big, Exact};
use crate::common::{slip, table};

fn edition(luck: &mut Luck) -> &'static Edition {
    let count = Library::editions().count();
    Library::editions().nth(luck.place(count)).unwrap()
}

/// Fair dice, nearly fair ones, any, and some that hardly ever show more than one face.
fn dice(luck: &mut Luck) -> Dice {
    let kind = luck.below(4);
    let weights = [(); 6].map(|()| match kind {
        0 => 1,
        1 => 1_600 + luck.below(60),
        2 => luck.below(1_600),
        _ => luck.below(3),
    });
    let mut weights = weights.map(|weight| u32::try_from(weight).unwrap());
    if kind == 3 {
        let face = luck.place(6);
        weights[face] = 9_000 + u32::try_from(luck.below(980)).unwrap();
    }
    Dice::weighted(weights).unwrap_or(Dice::FAIR)
}

/// Some bets on some areas, with stakes of every size up to so many.
fn some_slip(luck: &mut Luck, table: &PayTable, stake_max: u64) -> Vec<Bet> {
    let bet = |luck: &mut Luck| {
        let offers = table.offers();
        let offer = luck.one_of(offers);
        let multiple = u64::from(table.multiple(offer.area).unwrap());
        let digits = luck.below(u64::from(stake_max.ilog10()) + 1);
        let most = 10_u64.pow(u32::try_from(digits).unwrap()).max(1);
        let stake = (1 + luck.below(most)).div_ceil(multiple) * multiple;
        Bet::new(offer.area, Stake::new(stake.min(stake_max / multiple * multiple)).unwrap())
    };
    (0..=luck.below(4)).map(|_| bet(luck)).collect()
}

/// The net result of each roll and how often it comes, computed bet by bet from the odds.
fn nets(table: &PayTable, slip: &[Bet], dice: &Dice) -> Vec<(i128, i128)> {
    let net = |roll: Roll, bet: &Bet| {
        let stake = i128::from(bet.stake.units());
        table.paying_line(bet.area, roll).map_or(-stake, |line| {
            stake * i128::from(line.odds.win()) / i128::from(line.odds.stake())
        })
    };
    let weight = |roll: Roll| -> i128 {
        roll.faces().iter().map(|&face| i128::from(dice.weight(face))).product()
    };
    Roll::all()
        .map(|roll| (slip.iter().map(|bet| net(roll, bet)).sum(), weight(roll)))
        .filter(|(_, weight)| *weight > 0)
        .collect()
}

/// The sum of a power of the distances from the mean, in parts of which the weights make a unit.
fn central(nets: &[(i128, i128)], power: u32) -> Big {
    let all: i128 = nets.iter().map(|(_, weight)| weight).sum();
    let sum: i128 = nets.iter().map(|(net, weight)| net * weight).sum();
    let term = |(net, weight): &(i128, i128)| {
        let distance = Big::of(*net).times(&Big::of(all)).minus(&Big::of(sum));
        distance.power(power).times(&Big::of(*weight))
    };
    nets.iter().map(term).fold(Big::of(0), |sum, term| sum.plus(&term))
}

fn wide(fraction: &WideFraction) -> Exact {
    Exact(
        Big::read(&fraction.numerator().to_string()),
        Big::read(&fraction.denominator().to_string()),
    )
}

fn is_within(truth: &Exact, bounded: &Bounded) -> bool {
    wide(bounded.low()).is_at_most(truth) && truth.is_at_most(&wide(bounded.high()))
}

#[test]
fn every_digit_of_a_random_slip_is_right() {
    let mut luck = Luck::seeded("ODDS_SEED", 20_260_301);
    for case in 0..3_000 {
        let (edition, dice) = (edition(&mut luck), dice(&mut luck));
        let table = &edition.rules().pay_table;
        let slip = some_slip(&mut luck, table, Stake::MAX.units());
        let what = format!("case {case}: {} {slip:?} {dice:?}", edition.id());
        let spread = SlipOdds::of(table, &slip, &dice).unwrap().spread().clone();
        let nets = nets(table, &slip, &dice);
        let all = Big::of(nets.iter().map(|(_, weight)| weight).sum());
        let (squares, cubes) = (central(&nets, 2), central(&nets, 3));
        let variance = Exact(squares.clone(), all.power(3));
        let computed = wide(&spread.variance());
        assert!(computed.is_at_most(&variance) && variance.is_at_most(&computed), "{what}");
        for places in [0, 2, 6, 25] {
            let sd = spread.standard_deviation().decimal(places);
            assert!(variance.is_square_of_written(&sd), "{what} {sd}");
        }
        let Some(skewness) = spread.skewness() else {
            assert_eq!(squares, Big::of(0), "{what}");
            continue;
        };
        let square = Exact(cubes.power(2).times(&all), squares.power(3));
        for places in [0, 6, 25] {
            let skewness = skewness.decimal(places);
            assert!(square.is_square_of_written(&skewness), "{what} {skewness}");
            let is_nothing = !skewness.contains(|letter: char| ('1'..='9').contains(&letter));
            assert!(is_nothing || skewness.starts_with('-') == (cubes < Big::of(0)), "{what}");
        }
    }
}

#[test]
fn every_digit_of_every_area_is_right() {
    let mut luck = Luck::seeded("ODDS_SEED", 20_260_301);
    for edition in Library::editions() {
        let dice = dice(&mut luck);
        let table = &edition.rules().pay_table;
        for odds in AreaOdds::all(table, &dice) {
            let stake = Stake::new(odds.spread().staked()).unwrap();
            let nets = nets(table, &[Bet::new(odds.area(), stake)], &dice);
            let all: i128 = nets.iter().map(|(_, weight)| weight).sum();
            let staked = Big::of(stake.units().into()).power(2);
            let variance = Exact(central(&nets, 2), Big::of(all).power(3).times(&staked));
            let sd = odds.standard_deviation().decimal(6);
            assert!(variance.is_square_of_written(&sd), "{} {dice:?} {sd}", odds.area());
            let sum: i128 = nets.iter().map(|(net, weight)| net * weight).sum();
            let edge = Exact(Big::of(-sum), Big::of(all).times(&Big::of(stake.units().into())));
            assert!(edge.is_written(&odds.house_edge().decimal(9)), "{} {dice:?}", odds.area());
        }
    }
}

/// How many ways lead to each net result after some rounds, and how many there are together.
fn ways(round: &Spread, rounds: u32) -> (BTreeMap<i64, Big>, Big) {
    let mut sums = BTreeMap::from([(0, Big::of(1))]);
    for _ in 0..rounds {
        let mut longer: BTreeMap<i64, Big> = BTreeMap::new();
        for (sum, ways) in &sums {
            for &(net, share) in round.outcomes() {
                let entry = longer.entry(sum + net).or_insert_with(|| Big::of(0));
                *entry = entry.plus(&ways.times(&Big::of(share.into())));
            }
        }
        sums = longer;
    }
    (sums, Big::of(round.shares().into()).power(rounds))
}

#[test]
fn every_digit_of_a_random_session_is_right() {
    let mut luck = Luck::seeded("ODDS_SEED", 20_260_301);
    for case in 0..1_000 {
        let (edition, dice) = (edition(&mut luck), dice(&mut luck));
        let table = &edition.rules().pay_table;
        let slip = some_slip(&mut luck, table, 100);
        let round = Spread::of(table, &slip, &dice).unwrap();
        let rounds =
            1 + u32::try_from(luck.below(if round.outcomes().len() > 8 { 2 } else { 6 })).unwrap();
        let what = format!("case {case}: {rounds} of {} {slip:?} {dice:?}", edition.id());
        let Ok(session) = Session::of(&round, rounds) else { continue };
        let (ways, all) = ways(&round, rounds);
        let computed: BTreeMap<i64, Fraction> = session.results().collect();
        for (net, ways) in &ways {
            let truth = Exact(ways.clone(), all.clone());
            let chance = computed.get(net).copied().unwrap_or(Fraction::ZERO);
            assert!(is_within(&truth, &session.bounded(chance)), "{what} {net}");
        }
        let ahead = ways.range(1..).fold(Big::of(0), |sum, (_, ways)| sum.plus(ways));
        let ahead = Exact(ahead, all.clone());
        let bounded = session.bounded(session.chance_ahead());
        for printed in
            [bounded.to_decimal(6), bounded.to_scientific(6, 0), bounded.to_scientific(2, 0)]
        {
            assert!(printed.is_none_or(|text| ahead.is_written(&text)), "{what}");
        }
        for percent in [1, 5, 25, 50, 75, 95, 99] {
            let quantile = session.quantile(Fraction::new(percent, 100));
            let needed = all.times(&Big::of(percent));
            let mut below = Big::of(0);
            let reached = ways.iter().find(|(_, ways)| {
                below = below.plus(ways);
                below.times(&Big::of(100)) >= needed
            });
            let (&truth, _) = reached.unwrap();
            assert!(
                quantile.low <= truth && truth <= quantile.high,
                "{what} {percent} {quantile:?}"
            );
        }
    }
}

/// The exact chance of the target and the exact expected rounds from every level, by elimination
/// without fractions: each row is multiplied up, so that nothing is ever divided.
fn by_elimination(round: &Spread, levels: usize, step: i64, from: usize) -> (Exact, Exact) {
    let mut rows: Vec<Vec<Big>> = (0..levels)
        .map(|level| {
            let mut row = vec![Big::of(0); levels + 2];
            row[level] = Big::of(round.shares().into());
            row[levels + 1] = Big::of(round.shares().into());
            for &(net, share) in round.outcomes() {
                let share = Big::of(share.into());
                match usize::try_from(i64::try_from(level).unwrap() + net / step) {
                    Ok(to) if to < levels => row[to] = row[to].minus(&share),
                    Ok(_) => row[levels] = row[levels].plus(&share),
                    Err(_) => {}
                }
            }
            row
        })
        .collect();
    let order = (0..levels).filter(|level| *level != from).chain([from]);
    for pivot in order {
        let row = rows[pivot].clone();
        for (_, other) in rows.iter_mut().enumerate().filter(|(place, _)| *place != pivot) {
            let factor = other[pivot].clone();
            if factor == Big::of(0) {
                continue;
            }
            for (value, part) in other.iter_mut().zip(&row) {
                *value = value.times(&row[pivot]).minus(&part.times(&factor));
            }
        }
    }
    let row = &rows[from];
    let positive = |above: &Big, below: &Big| {
        if *below < Big::of(0) {
            Exact(Big::of(0).minus(above), Big::of(0).minus(below))
        } else {
            Exact(above.clone(), below.clone())
        }
    };
    (positive(&row[levels], &row[from]), positive(&row[levels + 1], &row[from]))
}

#[test]
fn every_digit_of_a_random_purse_is_right() {
    let mut luck = Luck::seeded("ODDS_SEED", 20_260_301);
    let mut computed = 0;
    for case in 0..2_000 {
        let (edition, dice) = (edition(&mut luck), dice(&mut luck));
        let table = &edition.rules().pay_table;
        let slip = some_slip(&mut luck, table, 10);
        let round = Spread::of(table, &slip, &dice).unwrap();
        let nets = round.outcomes().iter().map(|&(net, _)| net.unsigned_abs());
        let step = nets.fold(0, common_divisor);
        let (bankroll, above) = (luck.below(4), 1 + luck.below(3));
        let bankroll = round.staked() + bankroll * step;
        let purse = Purse { bankroll, target: bankroll + above * step };
        let what = format!("case {case}: {purse:?} {} {slip:?} {dice:?}", edition.id());
        let Ok(ruin) = Ruin::of(&round, purse) else { continue };
        let from = usize::try_from((bankroll - round.staked()) / step).unwrap();
        let levels = from + usize::try_from(above).unwrap();
        let (reached, rounds) = by_elimination(&round, levels, i64::try_from(step).unwrap(), from);
        assert!(is_within(&reached, &ruin.bounded(ruin.chance_of_target())), "{what}");
        let ruined = Exact(Big::of(1), Big::of(1)).minus(&reached);
        assert!(is_within(&ruined, &ruin.bounded(ruin.chance_of_ruin())), "{what}");
        assert!(is_within(&rounds, ruin.expected_rounds()), "{what}");
        let printed = ruin.expected_rounds().decimal(2);
        assert!(printed.is_some_and(|text| rounds.is_written(&text)), "{what}");
        computed += 1;
    }
    assert!(computed > 1_000, "{computed}");
}

fn common_divisor(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { common_divisor(b, a % b) }
}

/// `odds ruin` printed 2,499,999,059.51: the error of the chances, divided by a tiny edge. The
/// closed form, with two hundred digits, gives 2,499,998,340.900488584717…
#[test]
fn nearly_fair_slips_take_as_many_rounds_as_the_closed_form_says() {
    let dice = Dice::weighted([1_542, 1_752, 1_840, 1_621, 1_891, 1_354]).unwrap();
    let round = Spread::of(table("act"), &slip("small=100"), &dice).unwrap();
    let ruin = Ruin::of(&round, Purse { bankroll: 5_000_000, target: 10_000_000 }).unwrap();
    assert_eq!(ruin.expected_rounds().to_decimal(10).unwrap(), "2499998340.9004885847");
    let target = ruin.bounded(ruin.chance_of_target());
    assert_eq!(target.to_decimal(20).unwrap(), "0.50070549953180211788");
}

/// With a slip that neither wins nor loses on average the first identity has no answer, and none
/// was given. The equations, solved in exact fractions, say 137.347520955792431…
#[test]
fn a_slip_that_is_quite_fair_takes_as_many_rounds_as_the_equations_say() {
    let dice = Dice::weighted([1, 0, 1, 0, 0, 0]).unwrap();
    let round = Spread::of(table("act"), &slip("total-9=1"), &dice).unwrap();
    assert_eq!((round.outcomes(), round.mean()), (&[(-1, 7), (7, 1)][..], Fraction::ZERO));
    let ruin = Ruin::of(&round, Purse { bankroll: 30, target: 60 }).unwrap();
    assert_eq!(ruin.expected_rounds().to_decimal(15).unwrap(), "137.347520955792431");
    let chance = ruin.bounded(ruin.chance_of_target());
    assert_eq!(chance.to_decimal(20).unwrap(), "0.48387578960189320447");
}

/// Of a die that hardly ever shows anything else the skewness was wrong in its first digits.
#[test]
fn strongly_loaded_dice_have_their_exact_skewness() {
    let dice = Dice::weighted([9_999, 1, 0, 0, 0, 0]).unwrap();
    let spread = |bets: &str| Spread::of(table("act"), &slip(bets), &dice).unwrap();
    let skewness = |bets: &str| spread(bets).skewness().unwrap().decimal(6);
    assert_eq!(skewness("triple-2=100"), skewness("triple-2=10000000000"));
    let certain = Dice::weighted([1, 0, 0, 0, 0, 0]).unwrap();
    let nothing = Spread::of(table("act"), &slip("small=100"), &certain).unwrap();
    assert!(nothing.skewness().is_none());
    assert_eq!(nothing.standard_deviation().decimal(6), "0.000000");
}
