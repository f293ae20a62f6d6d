//! How often each of the 216 rolls came up.

use taisai_rules::Roll;

use crate::crew::Tally;
use crate::float::as_float;

/// How often each roll came up, in the order of [`Roll::all`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RollCounts([u64; Roll::COUNT]);

impl RollCounts {
    /// These counts.
    pub fn new(counts: [u64; Roll::COUNT]) -> Self {
        Self(counts)
    }

    /// The count of every roll, in the order of [`Roll::all`].
    pub fn counts(&self) -> &[u64; Roll::COUNT] {
        &self.0
    }

    /// How many rounds there were.
    pub fn rounds(&self) -> u64 {
        self.0.iter().sum()
    }

    /// One more of this roll.
    pub(crate) fn count(&mut self, roll: Roll) {
        self.0[roll.index()] += 1;
    }

    /// Every roll with its count.
    pub fn by_roll(&self) -> impl Iterator<Item = (Roll, u64)> {
        Roll::all().zip(self.0)
    }

    /// Every total from 3 to 18 with its count and the number of rolls with that total.
    pub fn by_total(&self) -> Vec<TotalCount> {
        let of_total = |total: u8| {
            let rolls = self.by_roll().filter(move |(roll, _)| roll.total() == total);
            let (ways, count) = rolls.fold((0, 0), |(ways, sum), (_, n)| (ways + 1, sum + n));
            TotalCount { total, ways, count }
        };
        (3..=18).map(of_total).collect()
    }

    /// Pearson's statistic against fair dice: about 215, the number of rolls less one, with a
    /// standard deviation of about 21. `None` without rounds.
    pub fn chi_square(&self) -> Option<f64> {
        let expected = as_float(self.rounds().into()) / as_float(Roll::COUNT as i128);
        let distance = |&count: &u64| (as_float(count.into()) - expected).powi(2) / expected;
        (expected > 0.0).then(|| self.0.iter().map(distance).sum())
    }
}

/// A total and how often it came.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TotalCount {
    /// From 3 to 18.
    pub total: u8,
    /// How many of the 216 rolls have this total.
    pub ways: u64,
    /// How often it came.
    pub count: u64,
}

impl Default for RollCounts {
    fn default() -> Self {
        Self([0; Roll::COUNT])
    }
}

impl Tally for RollCounts {
    fn add(&mut self, other: Self) {
        self.0.iter_mut().zip(other.0).for_each(|(count, more)| *count += more);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn totals_are_counted_over_their_rolls() {
        let mut counts = RollCounts::default();
        Roll::all().for_each(|roll| counts.count(roll));
        assert!(counts.by_total().iter().all(|total| total.count == total.ways));
        let ways: Vec<u64> = counts.by_total().iter().map(|total| total.ways).collect();
        assert_eq!(ways, [1, 3, 6, 10, 15, 21, 25, 27, 27, 25, 21, 15, 10, 6, 3, 1]);
    }

    #[test]
    fn chi_square_is_the_sum_of_squared_distances_over_what_is_expected() {
        assert_eq!(RollCounts::default().chi_square(), None);
        assert_eq!(RollCounts::new([5; 216]).chi_square(), Some(0.0));
        let mut one = [0; 216];
        one[7] = 216;
        // 215 rolls are one short of their one each, and one is 215 over it.
        assert_eq!(RollCounts::new(one).chi_square(), Some(215.0 + 215.0 * 215.0));
    }
}
