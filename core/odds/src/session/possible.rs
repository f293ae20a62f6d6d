//! Which results of a session can happen, with the bounds of their chances.

use crate::bounded::Bounded;
use crate::checked::Checked;
use crate::reach::Reach;
use crate::session::{Lattice, Session, WHOLE, countable};

/// The results of a session that some rolls lead to. Rounding makes many chances zero; this knows
/// which of them are truly zero.
#[derive(Clone, Debug)]
pub struct Possible<'a> {
    session: &'a Session,
    reach: Reach,
    /// The worst and the best result.
    worst: i64,
    best: i64,
}

impl<'a> Possible<'a> {
    pub(super) fn of(session: &'a Session) -> Self {
        let (lattice, rounds) = (Lattice::of(&session.round), i64::from(session.rounds));
        let worst = lattice.first.times(rounds);
        let width = countable(lattice.width).times(lattice.step);
        // Nobody asks about a sum so large that it does not fit.
        let best = worst.saturating_add(width.saturating_mul(rounds));
        let last = session.net(session.chances.len());
        let highest = steps(worst, last, session.step);
        Self { session, reach: Reach::of(&lattice, session.rounds, highest), worst, best }
    }

    /// Every net result that can happen, worst first, with its chance. Results before the first and
    /// after the last chance that was not rounded to zero are left out.
    pub fn results(&self) -> impl Iterator<Item = (i64, Bounded)> {
        let session = self.session;
        let listed = session.units().filter(|&(net, units)| units > 0 || self.is_possible(net));
        listed.map(|(net, units)| (net, bounded(units, session.lost)))
    }

    /// The chance of a net result from this to that, both included; known to be zero if no such
    /// result can happen.
    pub fn chance_from_to(&self, low: i64, high: i64) -> Bounded {
        let units = self.session.units_from_to(low, high);
        let can_happen = units > 0 || self.is_any_possible(low, high);
        bounded(units, if can_happen { self.session.lost } else { 0 })
    }

    /// The chance to be ahead.
    pub fn chance_ahead(&self) -> Bounded {
        self.chance_from_to(1, i64::MAX)
    }

    fn is_any_possible(&self, low: i64, high: i64) -> bool {
        let (low, high) = (low.max(self.worst), high.min(self.best));
        if high < low {
            return false;
        }
        let last = steps(self.worst, high, self.session.step);
        // The first place that is not below the lowest.
        let first = steps(self.worst, low.minus(1), self.session.step);
        let first = if low == self.worst { 0 } else { first.plus(1) };
        high == self.best
            || last.saturating_sub(first) > Reach::PLACES_MAX as u64
            || (first..=last).any(|place| self.reach.is_possible(place))
    }

    fn is_possible(&self, net: i64) -> bool {
        self.reach.is_possible(steps(self.worst, net, self.session.step))
    }
}

/// How many whole steps lead from one result up to another.
fn steps(from: i64, to: i64, step: i64) -> u64 {
    let steps = i128::from(to).minus(from.into()).checked_div(step.into());
    steps.and_then(|steps| u64::try_from(steps).ok()).unwrap_or(0)
}

fn bounded(units: u64, lost: u64) -> Bounded {
    Bounded::binary(units, lost, WHOLE.ilog2())
}
