//! Which requests were answered, so that a repeat has one effect.

use std::collections::{BTreeMap, VecDeque};
use std::hash::{Hash, Hasher};
use std::ops::RangeInclusive;

use taisai_rules::Role;

use crate::command::{Asker, Request};
use crate::ids::{RequestId, STAFF_MAX, SeatNumber, SessionId, StaffId};
use crate::refusal::Refusal;

/// The last answered requests of everyone who asks; `S` is within what a request has its number.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Answers<S = Scope>(pub(crate) BTreeMap<S, Kept>);

/// Within what a request to a table has its number. A terminal that comes back under another
/// log-in repeats its requests; a member of staff at two screens counts at each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Scope {
    /// A seat, whatever the log-in of its terminal.
    Seat(SeatNumber),
    /// One log-in of a member of staff.
    Staff(StaffId, SessionId),
    /// The machine.
    Host,
}

impl Scope {
    pub(crate) const fn of(from: Asker, session: SessionId) -> Self {
        match from {
            Asker::Seat(seat) => Self::Seat(seat),
            // Whoever asks here counts their requests once, whether they work here or not.
            Asker::Staff(staff) | Asker::Floor(staff) => Self::Staff(staff, session),
            Asker::Host => Self::Host,
        }
    }
}

/// What is remembered within one scope.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Kept {
    /// The last requests and their digests, in the order of their numbers.
    pub answered: VecDeque<(RequestId, u64)>,
    /// Requests up to this number are forgotten, and for that reason no longer taken.
    pub forgotten: Option<RequestId>,
}

/// What is known of a request's number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Known {
    /// It has not been answered.
    New,
    /// The same request has been done.
    Done,
    /// Another request had it.
    Reused,
    /// It is older than any that is remembered.
    TooOld,
}

/// What the table knows of a request.
pub(crate) enum Standing {
    /// It has not been answered.
    New,
    /// It has been done, and nothing more is to be done.
    Done,
}

impl<S> Default for Answers<S> {
    fn default() -> Self {
        Self(BTreeMap::new())
    }
}

impl<S: Ord> Answers<S> {
    /// What is known of a request by its number and the digest of its body.
    pub fn known(&self, scope: &S, id: RequestId, digest: u64) -> Known {
        let Some(kept) = self.0.get(scope) else {
            return Known::New;
        };
        // Whoever asks counts upwards, so that nearly every number is beyond all that are known.
        if kept.answered.back().is_some_and(|(last, _)| *last < id) {
            return Known::New;
        }
        match kept.answered.iter().find(|(known, _)| *known == id) {
            Some((_, same)) if *same == digest => Known::Done,
            Some(_) => Known::Reused,
            None if kept.forgotten.is_some_and(|last| id <= last) => Known::TooOld,
            None => Known::New,
        }
    }

    /// Whether a request with a higher number has been answered.
    pub fn is_below_last(&self, scope: &S, id: RequestId) -> bool {
        let kept = self.0.get(scope);
        kept.and_then(|kept| kept.answered.back()).is_some_and(|(last, _)| id < *last)
    }

    /// Remembers an answered request; where there are too many, the one of the lowest number goes.
    /// One that is answered in the moment in which everything up to a later one is forgotten, as
    /// when a player leaves, is forgotten with the others: it will not be taken again either.
    pub fn keep(&mut self, scope: S, id: RequestId, digest: u64) {
        let kept = self.0.entry(scope).or_default();
        if kept.forgotten.is_some_and(|last| id <= last) {
            return;
        }
        // Whoever asks counts upwards, so that the place is nearly always the last.
        match kept.answered.back() {
            Some((last, _)) if id < *last => {
                let place = kept.answered.partition_point(|(known, _)| *known < id);
                kept.answered.insert(place, (id, digest));
            }
            Some(_) | None => kept.answered.push_back((id, digest)),
        }
        if kept.answered.len() > Kept::MAX {
            kept.forgotten = kept.answered.pop_front().map(|(id, _)| id);
        }
    }

    /// Forgets a scope that will never be asked in again.
    pub fn forget(&mut self, scope: &S) {
        self.0.remove(scope);
    }

    /// What is remembered, scope by scope.
    pub fn kept(&self) -> impl ExactSizeIterator<Item = (&S, &Kept)> {
        self.0.iter()
    }

    /// What is remembered within a scope.
    pub fn of(&self, scope: &S) -> Option<&Kept> {
        self.0.get(scope)
    }
}

impl<S: Ord> FromIterator<(S, Kept)> for Answers<S> {
    fn from_iter<I: IntoIterator<Item = (S, Kept)>>(kept: I) -> Self {
        Self(kept.into_iter().collect())
    }
}

impl Answers {
    /// How many log-ins of one member of staff are remembered.
    const SESSIONS_KEPT: usize = 8;
    /// How many log-ins of all staff are remembered. Whoever works here has at most half of them,
    /// so that there is always one to forget of somebody who does not.
    pub(crate) const LOG_INS_KEPT: usize = 2 * Self::SESSIONS_KEPT * STAFF_MAX;

    pub(crate) fn standing(&self, request: &Request) -> Result<Standing, Refusal> {
        let scope = Scope::of(request.command.asker(), request.session);
        match self.known(&scope, request.id, digest_of(request)) {
            Known::New => Ok(Standing::New),
            Known::Done => Ok(Standing::Done),
            Known::Reused => Err(Refusal::RequestReused),
            Known::TooOld => Err(Refusal::RequestTooOld),
        }
    }

    /// Remembers an answered request at a table where these people work.
    pub(crate) fn remember(
        &mut self,
        scope: Scope,
        id: RequestId,
        digest: u64,
        at_work: &BTreeMap<StaffId, Role>,
    ) {
        if let Scope::Staff(staff, session) = scope {
            self.forget_old_sessions(staff, session, at_work);
        }
        self.keep(scope, id, digest);
    }

    /// A log-in is never used again once it is old; the oldest make room, so that a table does not
    /// carry everybody who ever worked here.
    fn forget_old_sessions(
        &mut self,
        staff: StaffId,
        session: SessionId,
        at_work: &BTreeMap<StaffId, Role>,
    ) {
        if self.0.contains_key(&Scope::Staff(staff, session)) {
            return;
        }
        let mut known = self.0.range(sessions_of(staff)).map(|(scope, _)| *scope);
        let (oldest, known) = (known.next(), 1 + known.count());
        if let (Some(oldest), true) = (oldest, known >= Self::SESSIONS_KEPT) {
            self.0.remove(&oldest);
        }
        if self.log_ins().count() >= Self::LOG_INS_KEPT {
            let gone = self.log_ins().filter(|((staff, _), kept)| {
                kept.answered.is_empty() || !at_work.contains_key(staff)
            });
            let oldest = gone.map(|(log_in, _)| log_in).min_by_key(|(_, session)| *session);
            oldest.and_then(|(staff, session)| self.0.remove(&Scope::Staff(staff, session)));
        }
    }

    /// Every log-in of every member of staff.
    fn log_ins(&self) -> impl Iterator<Item = ((StaffId, SessionId), &Kept)> {
        let all = Scope::Staff(StaffId(0), SessionId(0))..Scope::Host;
        self.0.range(all).filter_map(|(scope, kept)| match scope {
            Scope::Staff(staff, session) => Some(((*staff, *session), kept)),
            Scope::Seat(_) | Scope::Host => None,
        })
    }

    /// Who leaves takes their answers along, but an old request must not come back to life for
    /// whoever comes after them, nor for themselves when they come back.
    pub(crate) fn forget_seat(&mut self, seat: SeatNumber) {
        if let Some(kept) = self.0.get_mut(&Scope::Seat(seat)) {
            kept.retire();
        }
    }

    /// The same for every log-in of a member of staff.
    pub(crate) fn forget_staff(&mut self, staff: StaffId) {
        for (_, kept) in self.0.range_mut(sessions_of(staff)) {
            kept.retire();
        }
    }
}

impl Kept {
    /// How many requests of one scope are remembered.
    pub const MAX: usize = 32;

    /// Whether it can have been remembered: numbers that grow, none of them forgotten, and not too
    /// many.
    pub fn is_sound(&self) -> bool {
        let numbers = self.answered.iter().map(|(id, _)| *id);
        let first = self.answered.front().map(|(id, _)| *id);
        numbers.is_sorted_by(|one, next| one < next)
            && (first.is_none() || self.forgotten < first)
            && self.answered.len() <= Self::MAX
    }

    fn retire(&mut self) {
        let last = self.answered.back().map(|(id, _)| *id);
        self.forgotten = last.max(self.forgotten);
        self.answered.clear();
    }
}

/// Every log-in of a member of staff.
const fn sessions_of(staff: StaffId) -> RangeInclusive<Scope> {
    let (first, last) = (SessionId(0), SessionId(u64::MAX));
    RangeInclusive::new(Scope::Staff(staff, first), Scope::Staff(staff, last))
}

/// A number that another command under the same request number would not have.
pub(crate) fn digest_of(request: &Request) -> u64 {
    digest(&(&request.command, request.round))
}

/// A number that another body would not have, the same on every run.
pub fn digest(body: &impl Hash) -> u64 {
    let mut digest = Fnv(0xcbf2_9ce4_8422_2325);
    body.hash(&mut digest);
    digest.finish()
}

/// The Fowler–Noll–Vo hash, the same on every run.
struct Fnv(u64);

impl Hasher for Fnv {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }
}

#[cfg(test)]
mod golden;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_does_not_carry_everybody_who_ever_worked_there() {
        let mut answers = Answers::default();
        let log_in = |number: u32| Scope::Staff(StaffId(number), SessionId(u64::from(number)));
        for number in 0..10_000 {
            answers.remember(log_in(number), RequestId(1), 7, &BTreeMap::new());
            answers.forget_staff(StaffId(number));
            assert!(answers.0.len() <= Answers::LOG_INS_KEPT);
        }
        assert!(answers.0.contains_key(&log_in(9_999)), "the newest are kept");
        assert!(!answers.0.contains_key(&log_in(0)), "the oldest are not");
    }

    /// Cashiers pay here and assign nobody; nothing tells the table that one has gone home.
    #[test]
    fn who_works_elsewhere_makes_room_before_who_works_here() {
        let mut answers = Answers::default();
        let at_work = BTreeMap::from([(StaffId(1), Role::Dealer)]);
        let here = Scope::Staff(StaffId(1), SessionId(1));
        answers.remember(here, RequestId(1), 7, &at_work);
        for number in 2..10_000 {
            let elsewhere = Scope::Staff(StaffId(number), SessionId(u64::from(number)));
            answers.remember(elsewhere, RequestId(1), 7, &at_work);
            assert!(answers.0.len() <= Answers::LOG_INS_KEPT);
        }
        assert_eq!(answers.known(&here, RequestId(1), 7), Known::Done);
    }

    /// A terminal asked under the number 10 and then left under the number 5. Leaving forgot
    /// everything up to 10 and then remembered 5, which nobody can have done: the table wrote a
    /// snapshot that it refused to read, and did not start again.
    #[test]
    fn what_is_forgotten_is_not_remembered_again() {
        let seat = SeatNumber(1);
        let mut answers = Answers::default();
        answers.keep(Scope::Seat(seat), RequestId(10), 7);
        answers.forget_seat(seat);
        answers.keep(Scope::Seat(seat), RequestId(5), 7);
        let kept = answers.of(&Scope::Seat(seat)).unwrap();
        assert!(kept.is_sound(), "{kept:?}");
        assert_eq!(answers.known(&Scope::Seat(seat), RequestId(5), 7), Known::TooOld);
    }

    #[test]
    fn requests_are_remembered_in_the_order_of_their_numbers_however_they_come() {
        let mut answers = Answers::default();
        for id in [5, 2, 9, 3] {
            answers.keep(Scope::Host, RequestId(id), id);
        }
        let kept = answers.of(&Scope::Host).unwrap();
        let numbers: Vec<u64> = kept.answered.iter().map(|(id, _)| id.0).collect();
        assert_eq!(numbers, [2, 3, 5, 9]);
        assert!(kept.is_sound());
    }
}
