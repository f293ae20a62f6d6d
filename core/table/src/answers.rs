//! Which requests were answered, so that a repeat has one effect.

use std::collections::{BTreeMap, VecDeque};
use std::hash::{Hash, Hasher};
use std::ops::RangeInclusive;

use crate::command::{Asker, Request};
use crate::ids::{RequestId, SeatNumber, SessionId, StaffId};
use crate::refusal::Refusal;

/// The last answered requests of everyone who asks; `S` is within what a request has its number.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Answers<S = Scope>(BTreeMap<S, Kept>);

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
    const fn of(from: Asker, session: SessionId) -> Self {
        match from {
            Asker::Seat(seat) => Self::Seat(seat),
            Asker::Staff(staff) => Self::Staff(staff, session),
            Asker::Host => Self::Host,
        }
    }
}

/// What is remembered within one scope.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Kept {
    /// In the order of their numbers.
    answered: VecDeque<(RequestId, u64)>,
    /// Requests up to this number are forgotten, and for that reason no longer taken.
    forgotten: Option<RequestId>,
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
        match kept.answered.iter().find(|(known, _)| *known == id) {
            Some((_, same)) if *same == digest => Known::Done,
            Some(_) => Known::Reused,
            None if kept.forgotten.is_some_and(|last| id <= last) => Known::TooOld,
            None => Known::New,
        }
    }

    /// Remembers an answered request; where there are too many, the one of the lowest number goes.
    pub fn keep(&mut self, scope: S, id: RequestId, digest: u64) {
        let kept = self.0.entry(scope).or_default();
        let place = kept.answered.partition_point(|(known, _)| *known < id);
        kept.answered.insert(place, (id, digest));
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

    pub(crate) fn standing(&self, request: &Request) -> Result<Standing, Refusal> {
        let scope = Scope::of(request.from, request.session);
        match self.known(&scope, request.id, digest_of(request)) {
            Known::New => Ok(Standing::New),
            Known::Done => Ok(Standing::Done),
            Known::Reused => Err(Refusal::RequestReused),
            Known::TooOld => Err(Refusal::RequestTooOld),
        }
    }

    pub(crate) fn remember(&mut self, from: Asker, session: SessionId, id: RequestId, digest: u64) {
        if let Asker::Staff(staff) = from {
            self.forget_old_sessions(staff, session);
        }
        self.keep(Scope::of(from, session), id, digest);
    }

    /// A log-in is never used again once it is old; the oldest make room.
    fn forget_old_sessions(&mut self, staff: StaffId, session: SessionId) {
        let known: Vec<Scope> = self.0.range(sessions_of(staff)).map(|(scope, _)| *scope).collect();
        let is_new = !known.contains(&Scope::Staff(staff, session));
        if is_new && known.len() >= Self::SESSIONS_KEPT {
            self.0.remove(&known[0]);
        }
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

    /// What was remembered before: numbers that grow, none of them forgotten, and not too many.
    pub fn new(answered: Vec<(RequestId, u64)>, forgotten: Option<RequestId>) -> Option<Self> {
        let grow = answered.is_sorted_by(|(one, _), (next, _)| one < next);
        let first = answered.first().map(|(id, _)| *id);
        let after = first.is_none() || forgotten < first;
        let sound = grow && after && answered.len() <= Self::MAX;
        sound.then(|| Self { answered: answered.into(), forgotten })
    }

    /// The numbers that are remembered, with their digests, in order.
    pub fn answered(&self) -> impl ExactSizeIterator<Item = (RequestId, u64)> {
        self.answered.iter().copied()
    }

    /// Requests up to this number are no longer taken.
    pub fn forgotten(&self) -> Option<RequestId> {
        self.forgotten
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
