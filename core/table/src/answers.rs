//! Which requests were answered, so that a repeat has one effect.

use std::collections::{BTreeMap, VecDeque};
use std::hash::{Hash, Hasher};
use std::ops::RangeInclusive;

use crate::command::{Asker, Request};
use crate::ids::{RequestId, SeatNumber, SessionId, StaffId};
use crate::refusal::Refusal;
use crate::table::Table;

/// The last answered requests of everyone who asks.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Answers(pub(crate) BTreeMap<Scope, Kept>);

/// Within what a request has its number. A terminal that comes back under another log-in repeats
/// its requests; a member of staff at two screens counts at each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Scope {
    /// A seat, through whatever log-in.
    Seat(SeatNumber),
    /// One log-in of a member of staff.
    Staff(StaffId, SessionId),
    /// The machine around the table.
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

/// What is remembered of one asker.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Kept {
    /// The last requests and their digests, in the order of their numbers.
    pub answered: VecDeque<(RequestId, u64)>,
    /// Requests up to this number are forgotten, and for that reason no longer taken.
    pub forgotten: Option<RequestId>,
}

/// What the table knows of a request.
pub(crate) enum Standing {
    /// It has not been answered.
    New,
    /// It has been done, and nothing more is to be done.
    Done,
}

impl Answers {
    /// How many requests of one scope are remembered.
    pub(crate) const KEPT: usize = 32;
    /// How many log-ins of one member of staff are remembered.
    const SESSIONS_KEPT: usize = 8;
    /// How many log-ins of all staff are remembered. Whoever works here has at most half of them,
    /// so that there is always one to forget of somebody who has gone.
    pub(crate) const LOG_INS_KEPT: usize = 2 * Self::SESSIONS_KEPT * Table::STAFF_MAX;

    pub(crate) fn standing(&self, request: &Request) -> Result<Standing, Refusal> {
        let Some(kept) = self.0.get(&Scope::of(request.from, request.session)) else {
            return Ok(Standing::New);
        };
        let same = kept.answered.iter().find(|(id, _)| *id == request.id);
        match same {
            Some((_, digest)) if *digest == digest_of(request) => Ok(Standing::Done),
            Some(_) => Err(Refusal::RequestReused),
            None if kept.forgotten.is_some_and(|last| request.id <= last) => {
                Err(Refusal::RequestTooOld)
            }
            None => Ok(Standing::New),
        }
    }

    pub(crate) fn remember(&mut self, from: Asker, session: SessionId, id: RequestId, digest: u64) {
        if let Asker::Staff(staff) = from {
            self.forget_old_sessions(staff, session);
        }
        let kept = self.0.entry(Scope::of(from, session)).or_default();
        // Whoever asks counts upwards, so that the place is nearly always the last.
        match kept.answered.back() {
            Some((last, _)) if id < *last => {
                let place = kept.answered.partition_point(|(known, _)| *known < id);
                kept.answered.insert(place, (id, digest));
            }
            Some(_) | None => kept.answered.push_back((id, digest)),
        }
        if kept.answered.len() > Self::KEPT {
            kept.forgotten = kept.answered.pop_front().map(|(id, _)| id);
        }
    }

    /// A log-in is never used again once it is old; the oldest make room, so that a table does not
    /// carry everybody who ever worked here.
    fn forget_old_sessions(&mut self, staff: StaffId, session: SessionId) {
        if self.0.contains_key(&Scope::Staff(staff, session)) {
            return;
        }
        let mut known = self.0.range(sessions_of(staff)).map(|(scope, _)| *scope);
        let (oldest, known) = (known.next(), 1 + known.count());
        if let (Some(oldest), true) = (oldest, known >= Self::SESSIONS_KEPT) {
            self.0.remove(&oldest);
        }
        if self.log_ins().count() >= Self::LOG_INS_KEPT {
            let gone = self.log_ins().filter(|(_, kept)| kept.answered.is_empty());
            let oldest = gone.map(|(scope, _)| scope).min_by_key(|scope| match scope {
                Scope::Staff(_, session) => Some(*session),
                Scope::Seat(_) | Scope::Host => None,
            });
            oldest.and_then(|oldest| self.0.remove(&oldest));
        }
    }

    /// Every log-in of every member of staff.
    fn log_ins(&self) -> impl Iterator<Item = (Scope, &Kept)> {
        let all = Scope::Staff(StaffId(0), SessionId(0))..Scope::Host;
        self.0.range(all).map(|(scope, kept)| (*scope, kept))
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
    let mut digest = Fnv(0xcbf2_9ce4_8422_2325);
    (&request.command, request.round).hash(&mut digest);
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
