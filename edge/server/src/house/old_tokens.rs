//! Tokens that sessions had before they were given others.

use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard, PoisonError};

use taisai_floor::Digest;
use taisai_table::{SessionId, StaffId};

/// Tokens that were replaced. A browser that still sends one has copied it.
#[derive(Debug, Default)]
pub struct OldTokens(Mutex<VecDeque<OldToken>>);

#[derive(Debug)]
struct OldToken {
    digest: Digest,
    session: SessionId,
    staff: StaffId,
}

impl OldTokens {
    /// How many are remembered.
    const KEPT: usize = 2_000;

    /// Remembers the token that a session had until now.
    pub fn keep(&self, digest: Digest, session: SessionId, staff: StaffId) {
        let mut kept = self.lock();
        if kept.len() >= Self::KEPT {
            kept.pop_front();
        }
        kept.push_back(OldToken { digest, session, staff });
    }

    /// Whose token this was. Each is reported once, so that sending it repeatedly fills no journal.
    pub fn used(&self, digest: Digest) -> Option<(SessionId, StaffId)> {
        let mut kept = self.lock();
        let place = kept.iter().position(|old| old.digest == digest)?;
        kept.remove(place).map(|old| (old.session, old.staff))
    }

    fn lock(&self) -> MutexGuard<'_, VecDeque<OldToken>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_old_token_is_reported_once() {
        let (old, digest) = (OldTokens::default(), Digest([1; 32]));
        assert_eq!(old.used(digest), None);
        old.keep(digest, SessionId(5), StaffId(6));
        assert_eq!(old.used(digest), Some((SessionId(5), StaffId(6))));
        assert_eq!(old.used(digest), None);
        for number in 0..=OldTokens::KEPT {
            let mut bytes = [0; 32];
            bytes[..8].copy_from_slice(&number.to_le_bytes());
            old.keep(Digest(bytes), SessionId(5), StaffId(6));
        }
        assert_eq!(old.used(Digest([0; 32])), None, "the oldest made room");
    }
}
