//! When each log-in was last used, so that idle ones can be ended.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use taisai_table::{SessionId, Time};

/// When each log-in was last used. Kept in memory only: after a start every log-in counts as
/// just used, and ordinary work writes no records.
#[derive(Clone, Debug, Default)]
pub struct IdleSessions(Arc<Mutex<BTreeMap<SessionId, Time>>>);

impl IdleSessions {
    /// Marks a log-in as used now.
    pub fn touch(&self, session: SessionId, now: Time) {
        let mut idle_sessions = self.lock();
        let last = idle_sessions.entry(session).or_insert(now);
        *last = now.max(*last);
    }

    /// Those of these log-ins that were idle for this long. All others are forgotten.
    pub fn idle(
        &self,
        sessions: impl Iterator<Item = SessionId>,
        now: Time,
        idle_ms: u64,
    ) -> Vec<SessionId> {
        let mut idle_sessions = self.lock();
        let known = std::mem::take(&mut *idle_sessions);
        *idle_sessions = sessions.map(|id| (id, known.get(&id).copied().unwrap_or(now))).collect();
        let since = |last: Time| now.millis().saturating_sub(last.millis());
        let idle = idle_sessions.iter().filter(|(_, last)| since(**last) >= idle_ms);
        idle.map(|(session, _)| *session).collect()
    }

    fn lock(&self) -> MutexGuard<'_, BTreeMap<SessionId, Time>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(millis: u64) -> Time {
        Time::from_millis(millis).unwrap()
    }

    #[test]
    fn a_log_in_is_idle_when_nobody_used_it_for_so_long_and_not_before() {
        let (idle_sessions, all) = (IdleSessions::default(), [SessionId(1), SessionId(2)]);
        let idle = |now| idle_sessions.idle(all.into_iter(), at(now), 100);
        assert_eq!(idle(50), [], "a log-in that is first seen now is used now");
        idle_sessions.touch(SessionId(2), at(80));
        assert_eq!(idle(149), []);
        assert_eq!(idle(150), [SessionId(1)]);
        assert_eq!(idle(180), all);
    }

    #[test]
    fn log_ins_that_are_over_are_forgotten() {
        let idle_sessions = IdleSessions::default();
        idle_sessions.touch(SessionId(1), at(5));
        idle_sessions.idle(std::iter::once(SessionId(2)), at(6), 100);
        assert_eq!(idle_sessions.lock().keys().copied().collect::<Vec<_>>(), [SessionId(2)]);
    }
}
