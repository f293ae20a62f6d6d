//! Lists of rounds: an update carries what is new in one, for it only grows at its end.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

/// Something about one round, in a list with the oldest round first.
pub trait OfRound: Clone + PartialEq {
    /// Which round.
    fn round(&self) -> u64;
}

/// How a list of rounds changed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct RoundsChanged<T> {
    /// The oldest round that is still in the list; those before it are gone.
    pub first: u64,
    /// What is new in the list, or other than before, the oldest first.
    pub rounds: Vec<T>,
}

impl<T: OfRound> RoundsChanged<T> {
    /// What makes one list of the other; nothing where they are the same.
    pub fn between(before: &[T], after: &[T]) -> Option<Self> {
        let first = after.first().map_or(u64::MAX, T::round);
        let gone = before.first().is_some_and(|oldest| oldest.round() < first);
        let mut known = before.iter().peekable();
        let mut is_new = |round: &T| {
            while known.next_if(|known| known.round() < round.round()).is_some() {}
            known.peek().is_none_or(|known| *known != round)
        };
        let rounds: Vec<T> = after.iter().filter(|round| is_new(round)).cloned().collect();
        (gone || !rounds.is_empty()).then_some(Self { first, rounds })
    }

    /// What a screen does with it.
    pub fn change(self, list: &mut Vec<T>) {
        list.retain(|known| self.first <= known.round());
        for round in self.rounds {
            match list.binary_search_by_key(&round.round(), T::round) {
                Ok(place) => list[place] = round,
                Err(place) => list.insert(place, round),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A round, and what is known of it.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    struct Known(u64, u8);

    impl OfRound for Known {
        fn round(&self) -> u64 {
            self.0
        }
    }

    /// All lists of up to four of the rounds 1 to 4, each with one of two things known of it.
    fn lists() -> Vec<Vec<Known>> {
        let choices = 0..3_usize.pow(4);
        let list = |choice: usize| {
            let of = |round: u64| match choice / 3_usize.pow(u32::try_from(round).unwrap() - 1) % 3
            {
                0 => None,
                1 => Some(Known(round, 1)),
                _ => Some(Known(round, 2)),
            };
            (1..=4).filter_map(of).collect()
        };
        choices.map(list).collect()
    }

    /// Whether a table can have kept these rounds first and those later: none goes from the middle.
    fn follows(before: &[Known], after: &[Known]) -> bool {
        let first = after.first().map_or(u64::MAX, Known::round);
        let still = before.iter().filter(|known| first <= known.0);
        still.into_iter().all(|known| after.iter().any(|later| later.0 == known.0))
    }

    #[test]
    fn a_screen_that_follows_the_changes_has_the_list() {
        let lists = lists();
        for (before, after) in lists.iter().flat_map(|b| lists.iter().map(move |a| (b, a))) {
            if !follows(before, after) {
                continue;
            }
            let mut shown = before.clone();
            let changed = RoundsChanged::between(before, after);
            assert_eq!(changed.is_none(), before == after, "{before:?} and {after:?}");
            if let Some(changed) = changed {
                assert!(changed.rounds.iter().all(|round| !before.contains(round)));
                changed.change(&mut shown);
            }
            assert_eq!(shown, *after);
        }
    }
}
