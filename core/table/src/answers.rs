//! Which requests were answered, so that a repeat has one effect.

use std::collections::{BTreeMap, VecDeque};
use std::hash::{Hash, Hasher};

use crate::command::{Asker, Request};
use crate::ids::RequestId;
use crate::refusal::Refusal;

/// The last answered requests of everyone who asks.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Answers(BTreeMap<Asker, Kept>);

/// What is remembered of one asker.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Kept {
    /// In the order of their numbers.
    answered: VecDeque<(RequestId, u64)>,
    /// Requests up to this number are forgotten, and for that reason no longer taken.
    forgotten: Option<RequestId>,
}

/// What the table knows of a request.
pub(crate) enum Standing {
    /// It has not been answered.
    New,
    /// It has been done, and nothing more is to be done.
    Done,
}

impl Answers {
    /// How many requests of one asker are remembered.
    const KEPT: usize = 32;

    pub(crate) fn standing(&self, request: &Request) -> Result<Standing, Refusal> {
        let Some(kept) = self.0.get(&request.from) else {
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

    pub(crate) fn remember(&mut self, from: Asker, id: RequestId, digest: u64) {
        let kept = self.0.entry(from).or_default();
        let place = kept.answered.partition_point(|(known, _)| *known < id);
        kept.answered.insert(place, (id, digest));
        if kept.answered.len() > Self::KEPT {
            kept.forgotten = kept.answered.pop_front().map(|(id, _)| id);
        }
    }

    /// Who leaves takes their answers along, but an old request must not come back to life for
    /// whoever comes after them.
    pub(crate) fn forget(&mut self, from: Asker) {
        if let Some(kept) = self.0.get_mut(&from) {
            let last = kept.answered.back().map(|(id, _)| *id);
            kept.forgotten = last.max(kept.forgotten);
            kept.answered.clear();
        }
    }
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
