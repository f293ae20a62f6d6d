//! Which results of many rounds can happen at all, exactly. Results lie on a grid starting at the
//! worst, so a round moves some places up or none. A place that needs at most as many moves as
//! there are rounds can be reached.

use crate::checked::Checked;
use crate::lattice::{Lattice, RESULTS_MAX};

/// The places on the grid of a session that some rolls lead to.
#[derive(Clone, Debug)]
pub(crate) struct Reach {
    rounds: u64,
    /// The largest move of a round.
    longest: usize,
    /// The fewest moves to each place. From the end on, each needs one more than the place one
    /// longest move before it.
    fewest: Vec<u32>,
    /// Whether that rule was found before the limit of places was reached.
    is_whole: bool,
}

/// The value for a place that no moves reach.
const NEVER: u32 = u32::MAX;

impl Reach {
    /// The most places that are examined. Those beyond count as possible.
    pub(crate) const PLACES_MAX: usize = RESULTS_MAX;

    /// The places that this many rounds can reach, up to this one.
    pub(crate) fn of(lattice: &Lattice, rounds: u32, highest: u64) -> Self {
        let moves: Vec<usize> =
            lattice.shares.iter().map(|&(place, _)| place).filter(|&place| place > 0).collect();
        let asked = usize::try_from(highest).unwrap_or(usize::MAX).saturating_add(1);
        let mut reach = Self {
            rounds: rounds.into(),
            longest: lattice.width,
            fewest: vec![0],
            is_whole: moves.is_empty(),
        };
        let mut alike = 0_usize;
        while !reach.is_whole && reach.fewest.len() < asked.min(Self::PLACES_MAX) {
            let fewest = reach.next(&moves);
            alike = if fewest == reach.one_longest_more() { alike.plus(1) } else { 0 };
            reach.fewest.push(fewest);
            // As many in a row as the longest move: nothing further needs what is before them.
            reach.is_whole = alike >= reach.longest;
        }
        reach
    }

    /// The fewest moves to the place after those that are known.
    fn next(&self, moves: &[usize]) -> u32 {
        let place = self.fewest.len();
        let before = moves.iter().filter_map(|&by| self.fewest.get(place.checked_sub(by)?));
        before.min().map_or(NEVER, |fewest| fewest.saturating_add(1))
    }

    /// One more than one longest move before that place; none leads to it from below the grid.
    fn one_longest_more(&self) -> u32 {
        let before = self.fewest.len().checked_sub(self.longest);
        before.map_or(NEVER, |before| self.fewest[before].saturating_add(1))
    }

    /// Whether some rolls lead to this place.
    pub(crate) fn is_possible(&self, place: u64) -> bool {
        let longest = self.longest as u64;
        if self.rounds.saturating_mul(longest) < place {
            return false;
        }
        // How many longest moves lie between the place and those that are known.
        let beyond = place.saturating_add(1).saturating_sub(self.fewest.len() as u64);
        let moves = beyond.div_ceil(longest.max(1));
        let near = place.checked_sub(moves.times(longest)).zip(self.rounds.checked_sub(moves));
        near.is_some_and(|(place, rounds)| self.needs_at_most(place, rounds))
            || (beyond > 0 && !self.is_whole)
    }

    fn needs_at_most(&self, place: u64, rounds: u64) -> bool {
        let place = usize::try_from(place).expect("a known place");
        self.fewest[place] != NEVER && u64::from(self.fewest[place]) <= rounds
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    fn lattice(moves: &[usize]) -> Lattice {
        let shares = [0].iter().chain(moves).map(|&place| (place, 1)).collect();
        let width = moves.last().copied().unwrap_or(0);
        Lattice { first: 0, step: 1, width, shares }
    }

    #[test]
    fn what_can_happen_is_what_all_sequences_lead_to() {
        let some: [&[usize]; 8] =
            [&[], &[1], &[5], &[1, 7], &[6, 7], &[4, 9, 30], &[10, 11, 12], &[35, 181, 216]];
        for moves in some {
            let mut sums = BTreeSet::from([0]);
            for rounds in 1..=12_u32 {
                sums = sums
                    .iter()
                    .flat_map(|&sum| {
                        [0].into_iter().chain(moves.iter().copied()).map(move |by| sum + by)
                    })
                    .collect();
                let lattice = lattice(moves);
                let top = lattice.width * rounds as usize;
                let reach = Reach::of(&lattice, rounds, top as u64);
                for place in 0..=top + 20 {
                    let computed = reach.is_possible(place as u64);
                    assert_eq!(computed, sums.contains(&place), "{moves:?} {rounds} {place}");
                }
            }
        }
    }

    /// Of a million rounds only a few places are gone through, for then each repeats.
    #[test]
    fn far_places_are_known_by_near_ones() {
        let lattice = lattice(&[6, 10, 15]);
        let reach = Reach::of(&lattice, 1_000_000, u64::MAX);
        assert!(reach.is_whole && reach.fewest.len() < 100);
        assert!(!reach.is_possible(29) && reach.is_possible(30) && reach.is_possible(7_000_001));
        let top = 15_000_000;
        let from_the_top = [0, 1, 4, 5, 9, 10].map(|below| reach.is_possible(top - below));
        assert_eq!(from_the_top, [true, false, false, true, true, true]);
        assert!(!reach.is_possible(top + 15));
    }

    #[test]
    fn what_was_not_gone_through_counts_as_possible() {
        let lattice = lattice(&[99_999, 100_000]);
        let reach = Reach::of(&lattice, 1_000_000, u64::MAX);
        assert!(!reach.is_whole && !reach.is_possible(99_998));
        assert!(reach.is_possible(Reach::PLACES_MAX as u64 + 1));
    }
}
