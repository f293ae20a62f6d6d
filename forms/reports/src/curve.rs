//! The chance to reach a target, by the bankroll at the start.

use taisai_odds::{Bounded, Fraction, Purse, Ruin, RuinRefusal, Spread};

/// The chance of the target for some bankrolls, the smallest first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Curve {
    /// Each bankroll with its chance.
    pub points: Vec<(u64, Bounded)>,
}

impl Curve {
    /// The most bankrolls that are computed besides the given one.
    pub const POINTS_MAX: u64 = 24;
    /// Steps between levels that are worth spending on a picture.
    const WORK_MAX: u128 = 400_000_000;

    /// The curve through the asked bankroll, from where the slip can just be staked to the target.
    /// The finer the stakes are divided, the longer each point takes, so fewer are computed.
    pub fn of(round: &Spread, purse: Purse, asked: &Ruin) -> Result<Self, RuinRefusal> {
        let Purse { bankroll, target } = purse;
        let lowest = round.staked();
        let count = u64::try_from(Self::WORK_MAX / work(round, purse).max(1)).unwrap_or(u64::MAX);
        // Bankrolls of whole slips: people count their money in what they stake.
        let slips = (target / lowest).max(1);
        let count = count.min(Self::POINTS_MAX).min(slips);
        let chance = |ruin: &Ruin| ruin.bounded(ruin.chance_of_target());
        let certain = Bounded::rounded_down(Fraction::ONE, Fraction::ZERO);
        let mut points = vec![(bankroll, chance(asked)), (target, certain)];
        for place in 0..count {
            let start = lowest * (1 + (slips - 1) * place / count);
            let ruin = Ruin::of(round, Purse { bankroll: start, target })?;
            points.push((start, chance(&ruin)));
        }
        points.sort_by_key(|(bankroll, _)| *bankroll);
        points.dedup_by_key(|(bankroll, _)| *bankroll);
        Ok(Self { points })
    }
}

/// About how many steps one point takes: levels times the depth of a fall times its way back up.
fn work(round: &Spread, purse: Purse) -> u128 {
    let step = round.outcomes().iter().map(|&(net, _)| net.unsigned_abs()).fold(0, divisor).max(1);
    let deepest = round.outcomes().iter().map(|&(net, _)| -net).max().unwrap_or(0).max(1);
    let highest = round.outcomes().iter().map(|&(net, _)| net).max().unwrap_or(0).max(1);
    let steps = |units: u64| u128::from(units.div_ceil(step));
    let (down, up) = (steps(deepest.unsigned_abs()), steps(highest.unsigned_abs()));
    steps(purse.target) * down * (down + up)
}

const fn divisor(mut a: u64, mut b: u64) -> u64 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

#[cfg(test)]
mod tests {
    use taisai_odds::{AreaOdds, Dice};
    use taisai_rulebooks::Library;

    use super::*;

    #[test]
    fn the_curve_rises_through_the_asked_bankroll_to_certainty() {
        let table = &Library::get("act").unwrap().rules().pay_table;
        let odds = AreaOdds::of(table, "small".parse().unwrap(), &Dice::FAIR).unwrap();
        let purse = Purse { bankroll: 37, target: 100 };
        let asked = Ruin::of(odds.spread(), purse).unwrap();
        let curve = Curve::of(odds.spread(), purse, &asked).unwrap();
        assert!(curve.points.contains(&(37, asked.bounded(asked.chance_of_target()))));
        assert_eq!(curve.points.first().unwrap().0, 1);
        let (last, certain) = curve.points.last().unwrap();
        assert_eq!((*last, certain.low().to_string().as_str()), (100, "1"));
        let rises = |low: &Bounded, high: &Bounded| low.high() <= high.low();
        assert!(curve.points.is_sorted_by(|one, next| one.0 < next.0 && rises(&one.1, &next.1)));
    }
}
