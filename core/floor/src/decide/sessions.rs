//! Log-ins begin, go on under another token, and end.

use taisai_table::{SessionId, StaffId, Time};

use super::{Decision, later};
use crate::command::{Asker, SessionEnd};
use crate::event::Event;
use crate::floor::Floor;
use crate::ids::Digest;
use crate::refusal::Refusal;
use crate::staff::{Session, Standing};

impl Floor {
    pub(super) fn open_session(&self, staff: StaffId, token: Digest, now: Time) -> Decision {
        if self.known_member(staff)?.standing == Standing::Suspended {
            return Err(Refusal::Suspended);
        }
        self.check_new_token(&token)?;
        let makes_room = |session| Event::SessionEnded { session, why: SessionEnd::MadeRoom };
        let mut events: Vec<Event> = self.in_the_way(staff).map(makes_room).into_iter().collect();
        let session = SessionId(self.sessions_opened + 1);
        let until = later(now, Self::SESSION_MS);
        events.push(Event::SessionOpened { session, staff, token, until });
        Ok(events)
    }

    /// The session that makes room for another one of this person. Nobody can log everybody else
    /// out by logging in often: their own sessions go first.
    fn in_the_way(&self, staff: StaffId) -> Option<SessionId> {
        if self.sessions_of(staff).count() >= Self::SESSIONS_PER_PERSON_MAX {
            return self.sessions_of(staff).next();
        }
        let full = self.sessions.len() >= Self::SESSIONS_MAX;
        self.sessions.keys().next().copied().filter(|_| full)
    }

    pub(super) fn rotate_session_to(
        &self,
        session: SessionId,
        token: Digest,
        now: Time,
    ) -> Decision {
        self.running(session, now)?;
        self.check_new_token(&token)?;
        Ok(vec![Event::SessionRotated { session, token }])
    }

    pub(super) fn refresh_session(&self, session: SessionId, now: Time) -> Decision {
        self.running(session, now)?;
        Ok(vec![Event::SessionRefreshed { session }])
    }

    pub(super) fn end_session_by(&self, session: SessionId, from: Asker) -> Decision {
        let owner = self.session(session).ok_or(Refusal::NoSuchSession)?.staff;
        let why = match from {
            Asker::Staff(staff, _) if staff == owner => SessionEnd::LoggedOut,
            Asker::Staff(..) | Asker::Terminal(_) | Asker::Host => SessionEnd::Closed,
        };
        Ok(vec![Event::SessionEnded { session, why }])
    }

    pub(super) fn end_idle_session(&self, session: SessionId) -> Decision {
        self.session(session).ok_or(Refusal::NoSuchSession)?;
        Ok(vec![Event::SessionEnded { session, why: SessionEnd::Idle }])
    }

    pub(super) fn end_sessions(&self, staff: StaffId) -> Decision {
        self.known_member(staff)?;
        Ok(self.ends_of(staff, SessionEnd::Closed).collect())
    }

    fn running(&self, session: SessionId, now: Time) -> Result<&Session, Refusal> {
        let found = self.session(session).ok_or(Refusal::NoSuchSession)?;
        if now < found.until { Ok(found) } else { Err(Refusal::SessionOver) }
    }

    fn check_new_token(&self, token: &Digest) -> Result<(), Refusal> {
        match self.session_with(token) {
            Some(_) => Err(Refusal::DigestTaken),
            None => Ok(()),
        }
    }
}
