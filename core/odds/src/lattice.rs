//! One round's results on a grid.

use crate::checked::Checked;
use crate::fraction::common_divisor;
use crate::spread::Spread;

/// The most results that are kept apart.
pub(crate) const RESULTS_MAX: usize = 1 << 22;

/// Narrows a chance, which is at most one.
pub(crate) fn low_bits(number: u128) -> u64 {
    u64::try_from(number).expect("a chance is at most the whole")
}

/// One round's results on a grid: every net result is the first one plus some steps.
pub(crate) struct Lattice {
    pub(crate) first: i64,
    pub(crate) step: i64,
    /// How many steps from the first to the last.
    pub(crate) width: usize,
    pub(crate) shares: Vec<(usize, u64)>,
}

impl Lattice {
    pub(crate) fn of(round: &Spread) -> Self {
        let outcomes = round.outcomes();
        let first = outcomes[0].0;
        let distance = |net: i64| net.minus(first).unsigned_abs();
        let step = outcomes.iter().map(|&(net, _)| distance(net)).fold(0, common_divisor).max(1);
        let place = |net: i64| {
            let steps = distance(net).checked_div(step).unwrap_or(0);
            usize::try_from(steps).expect("results are countable")
        };
        let shares: Vec<_> = outcomes.iter().map(|&(net, share)| (place(net), share)).collect();
        let width = shares.last().map_or(0, |&(place, _)| place);
        let step = i64::try_from(step).expect("nets are bounded");
        Self { first, step, width, shares }
    }
}

impl Lattice {
    /// How many results are computed at a time when a round is added.
    pub(crate) const AT_A_TIME: usize = 512;

    /// Adds this round to the chances of those before it.
    pub(crate) fn add_to(&self, chances: &mut Vec<u64>, length: usize, shares: u64) {
        let of = u128::from(shares);
        chances.resize(length, 0);
        // From the last result down: none needs a chance above its own place.
        for start in (0..length).step_by(Self::AT_A_TIME).rev() {
            let sums = self.sums(chances, start);
            for (chance, sum) in chances[start..].iter_mut().zip(sums) {
                *chance = low_bits(sum.checked_div(of).expect("there are shares"));
            }
        }
    }

    /// The shares of the round times these chances, for some results from this place on.
    fn sums(&self, chances: &[u64], start: usize) -> [u128; Self::AT_A_TIME] {
        let mut sums = [0_u128; Self::AT_A_TIME];
        for &(place, share) in &self.shares {
            // The chance at k comes to the sum at k + place.
            let (skipped, from) = (place.saturating_sub(start), start.saturating_sub(place));
            let chances = chances.get(from..).unwrap_or_default();
            for (sum, &chance) in sums.iter_mut().skip(skipped).zip(chances) {
                *sum = sum.plus(u128::from(chance).times(u128::from(share)));
            }
        }
        sums
    }
}
