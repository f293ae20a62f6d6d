//! Observed values beside exact ones, with the standard error and the z score.

use taisai_odds::{AreaOdds, Dice, Figure, Fraction, Spread};
use taisai_rules::{Area, Bet, PayTable, SettleRefusal, Stake};

use crate::float::{as_float, as_float_of};
use crate::roll_counts::RollCounts;

/// An observed average beside its exact value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The exact value.
    pub expected: Fraction,
    /// The observed value, exactly.
    pub observed: Fraction,
    /// The typical distance between the two.
    pub standard_error: f64,
}

impl Estimate {
    /// How many standard errors the observed value lies above the exact one; 5 or more either way
    /// is one in a million. `None` if nothing can vary.
    pub fn z(&self) -> Option<f64> {
        let distance = as_float_of(self.observed) - as_float_of(self.expected);
        (self.standard_error > 0.0).then(|| distance / self.standard_error)
    }
}

/// What was observed of one area.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AreaEstimate {
    pub area: Area,
    /// How often it won.
    pub hits: u64,
    /// The share of rounds it won.
    pub hit_frequency: Estimate,
    /// What went back to the player per unit staked, stake included.
    pub returned: Estimate,
}

impl AreaEstimate {
    /// The estimates of every offered area, in the order of [`Area::all`].
    pub fn all(table: &PayTable, counts: &RollCounts) -> Vec<Self> {
        let areas = table.offers().iter().map(|offer| offer.area);
        areas.filter_map(|area| Self::of(table, area, counts)).collect()
    }

    /// The estimate of an area; `None` if it is not offered or no round was played.
    pub fn of(table: &PayTable, area: Area, counts: &RollCounts) -> Option<Self> {
        let exact = AreaOdds::of(table, area, &Dice::FAIR)?;
        let stake = Stake::new(exact.spread().staked()).ok()?;
        let slip = SlipEstimate::of(table, &[Bet::new(area, stake)], counts).ok()??;
        let hits = counts.by_roll().filter(|&(roll, _)| table.winning_areas(roll).contains(area));
        let hits: u64 = hits.map(|(_, count)| count).sum();
        let chance = exact.hit_frequency();
        let variance = chance * (Fraction::ONE - chance);
        let hit_frequency = Estimate {
            expected: chance,
            observed: Fraction::new(hits.into(), counts.rounds().into()),
            standard_error: root_over(variance, counts.rounds()),
        };
        Some(Self { area, hits, hit_frequency, returned: slip.returned })
    }
}

/// What was observed of a slip.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SlipEstimate {
    /// What the slip stakes in a round.
    pub staked: u64,
    /// The player's net result over all rounds.
    pub net: i128,
    /// What went back to the player per unit staked, stakes included.
    pub returned: Estimate,
}

impl SlipEstimate {
    /// The estimate of a slip; `None` if no round was played or nothing is staked.
    pub fn of(
        table: &PayTable,
        slip: &[Bet],
        counts: &RollCounts,
    ) -> Result<Option<Self>, SettleRefusal> {
        let spread = Spread::of(table, slip, &Dice::FAIR)?;
        let mut returned = 0;
        for (roll, count) in counts.by_roll() {
            returned += i128::from(table.settle(roll, slip)?.returned()) * i128::from(count);
        }
        let (staked, rounds) = (spread.staked(), counts.rounds());
        let turnover = i128::from(staked) * i128::from(rounds);
        Ok((turnover > 0).then(|| Self {
            staked,
            net: returned - turnover,
            returned: Estimate {
                expected: Fraction::ONE - spread.house_edge(),
                observed: Fraction::new(returned, turnover),
                standard_error: root_over(spread.variance(), rounds) / as_float(staked.into()),
            },
        }))
    }
}

/// The standard error of an average over this many rounds.
fn root_over(variance: impl Figure, rounds: u64) -> f64 {
    (as_float_of(variance) / as_float(rounds.into())).sqrt()
}

#[cfg(test)]
mod tests {
    use taisai_rulebooks::Library;

    use super::*;

    fn table() -> &'static PayTable {
        &Library::get("singapore-2").unwrap().rules().pay_table
    }

    #[test]
    fn every_roll_once_is_exactly_what_is_expected() {
        let counts = RollCounts::new([3; 216]);
        for area in AreaEstimate::all(table(), &counts) {
            assert_eq!(area.returned.observed, area.returned.expected, "{}", area.area);
            assert_eq!(area.hit_frequency.observed, area.hit_frequency.expected);
            assert_eq!((area.returned.z(), area.hit_frequency.z()), (Some(0.0), Some(0.0)));
        }
    }

    #[test]
    fn the_z_score_of_an_even_bet_is_that_of_its_wins() {
        // Small wins 105 of 216 rolls. Let it win all 216 rounds: 111 wins more than expected.
        let mut counts = [0; 216];
        counts[1] = 216;
        let small = AreaEstimate::of(table(), "small".parse().unwrap(), &RollCounts::new(counts));
        let small = small.unwrap();
        let deviation = (216.0 * (105.0 / 216.0) * (111.0 / 216.0_f64)).sqrt();
        assert!((small.returned.z().unwrap() - 111.0 / deviation).abs() < 1e-9);
        assert!((small.hit_frequency.z().unwrap() - 111.0 / deviation).abs() < 1e-9);
        assert_eq!((small.hits, small.returned.observed), (216, Fraction::whole(2)));
    }

    #[test]
    fn a_slip_is_estimated_as_a_whole() {
        let bet = |area: &str, stake| Bet::new(area.parse().unwrap(), Stake::new(stake).unwrap());
        let slip = [bet("small", 100), bet("big", 100)];
        let mut counts = [1; 216];
        counts[0] = 2;
        let slip = SlipEstimate::of(table(), &slip, &RollCounts::new(counts)).unwrap().unwrap();
        // Together they lose 200 on each triple: seven times here, six times of 216 expected.
        assert_eq!((slip.staked, slip.net), (200, -1_400));
        assert_eq!(slip.returned.expected, Fraction::new(210, 216));
        assert_eq!(slip.returned.observed, Fraction::new(210, 217));
    }

    #[test]
    fn without_rounds_or_stakes_there_is_no_estimate() {
        let none = RollCounts::default();
        assert!(AreaEstimate::all(table(), &none).is_empty());
        assert_eq!(SlipEstimate::of(table(), &[], &RollCounts::new([1; 216])), Ok(None));
    }
}
