//! Limits that players set for themselves: a tighter one holds at once, a looser one after a day.

use crate::money::Money;
use crate::time::Time;

/// Limits that a player sets for themselves; nothing is no limit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct OwnLimits {
    /// The most that may be lost since the player sat down.
    pub loss_max: Option<Money>,
    /// The longest time to bet since then.
    pub time_max_ms: Option<u64>,
    /// How often to be reminded of time and money. It limits nothing, and screens remind.
    pub remind_ms: Option<u64>,
}

/// What a player has promised themselves: what holds, and what was wished and does not hold yet.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Pledge {
    /// What holds.
    pub holds: OwnLimits,
    /// A looser wish, and when it begins to hold.
    pub later: Option<(Time, OwnLimits)>,
}

impl Pledge {
    /// How long a looser limit waits: nobody loosens one in the heat of a round.
    pub const LOOSEN_AFTER_MS: u64 = 24 * 3_600_000;

    /// What holds at this time.
    pub fn at(&self, now: Time) -> OwnLimits {
        match self.later {
            Some((from, wish)) if from <= now => wish,
            Some(_) | None => self.holds,
        }
    }

    /// The pledge after a wish: of each limit the tighter one holds now; if that is not all that
    /// was wished, the wish holds after a day. Whoever wishes the same again waits no longer.
    #[must_use]
    pub fn wished(&self, wish: OwnLimits, now: Time) -> Self {
        let held = self.at(now);
        let holds = OwnLimits {
            loss_max: tighter(held.loss_max, wish.loss_max),
            time_max_ms: tighter(held.time_max_ms, wish.time_max_ms),
            remind_ms: wish.remind_ms,
        };
        if holds == wish {
            return Self { holds, later: None };
        }
        let waiting = self.later.filter(|(from, known)| now < *from && *known == wish);
        let day = now.millis().saturating_add(Self::LOOSEN_AFTER_MS);
        let from =
            waiting.map_or_else(|| Time::from_millis(day).unwrap_or(Time::MAX), |(from, _)| from);
        Self { holds, later: Some((from, wish)) }
    }
}

fn tighter<T: Ord>(held: Option<T>, wish: Option<T>) -> Option<T> {
    match (held, wish) {
        (Some(held), Some(wish)) => Some(held.min(wish)),
        (held, wish) => held.or(wish),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(millis: u64) -> Time {
        Time::from_millis(millis).unwrap()
    }

    fn limits(loss: Option<u64>, time_max_ms: Option<u64>) -> OwnLimits {
        OwnLimits { loss_max: loss.and_then(Money::new), time_max_ms, remind_ms: None }
    }

    #[test]
    fn what_is_tighter_holds_at_once_and_what_is_looser_after_a_day() {
        let tight = limits(Some(100), Some(1_000));
        let pledge = Pledge::default().wished(tight, at(5));
        assert_eq!(pledge, Pledge { holds: tight, later: None });
        let pledge = pledge.wished(limits(None, Some(10)), at(6));
        assert_eq!(pledge.holds, limits(Some(100), Some(10)));
        let from = 6 + Pledge::LOOSEN_AFTER_MS;
        assert_eq!(pledge.at(at(from - 1)), limits(Some(100), Some(10)));
        assert_eq!(pledge.at(at(from)), limits(None, Some(10)));
    }

    #[test]
    fn the_same_wish_again_waits_no_longer_and_a_tighter_one_takes_it_back() {
        let (tight, loose) = (limits(Some(100), None), limits(Some(200), None));
        let pledge = Pledge::default().wished(tight, at(0)).wished(loose, at(10));
        assert_eq!(pledge.wished(loose, at(1_000)), pledge);
        let other = limits(Some(300), None);
        assert_eq!(pledge.wished(other, at(50)).later.unwrap().0.millis(), 50 + 86_400_000);
        assert_eq!(pledge.wished(tight, at(50)), Pledge { holds: tight, later: None });
    }

    #[test]
    fn a_reminder_is_no_limit_and_changes_at_once() {
        let often = OwnLimits { remind_ms: Some(5), ..limits(Some(1), None) };
        let pledge = Pledge::default().wished(often, at(0));
        let seldom = OwnLimits { remind_ms: None, ..often };
        assert_eq!(pledge.wished(seldom, at(1)), Pledge { holds: seldom, later: None });
    }
}
