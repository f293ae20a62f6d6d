//! A listener's admission: how many connections it accepts, from which pages, and what it logs and
//! counts about those it refuses.

use std::io;
use std::net::{IpAddr, SocketAddr};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use tracing::{debug, warn};

use crate::config::Doors;
use crate::door::origin::Origins;
use crate::door::rate_limit::{Pass, RateLimit};
use crate::figures::Figures;
use crate::figures::Turned;
use crate::figures::{IsFor, TimedOut};

/// The admission of one listener, with a budget of its own.
pub struct Entrance {
    /// For whom it is.
    pub is_for: IsFor,
    /// How many connections there may be, and how fast they may ask.
    pub limit: RateLimit,
    /// The origins that may use it.
    pub origins: Origins,
    figures: Arc<Figures>,
    refused: [Seldom; Turned::ALL.len()],
    unaccepted: Seldom,
}

impl Entrance {
    /// An entrance with these doors, for the pages of these origins, behind these proxies.
    pub fn new(
        is_for: IsFor,
        (doors, proxies): (&Doors, &[IpAddr]),
        origins: Origins,
        figures: Arc<Figures>,
    ) -> Self {
        let limit = RateLimit::new(doors, proxies);
        let refused = Turned::ALL.map(|_| Seldom::default());
        Self { is_for, limit, origins, figures, refused, unaccepted: Seldom::default() }
    }

    /// Admits or refuses an accepted connection before anything is read from it.
    pub fn admit(self: &Arc<Self>, peer: SocketAddr) -> Option<Visit> {
        match self.limit.connect(peer.ip(), Instant::now()) {
            Ok(pass) => {
                self.figures.opened(self.is_for);
                Some(Visit { _pass: pass, entrance: Arc::clone(self) })
            }
            Err(turned) => {
                self.turn_away(turned, peer.ip());
                None
            }
        }
    }

    /// Counts a refusal, and logs it now and then.
    pub fn turn_away(&self, turned: Turned, from: IpAddr) {
        self.figures.turned_away(turned);
        if let Some(count) = self.refused[turned as usize].due(Instant::now()) {
            let (entrance, why) = (self.is_for.word(), turned.word());
            warn!(entrance, why, count, last = %from, "visitors are turned away");
        }
    }

    /// Counts a failed accept, and logs it now and then.
    pub fn cannot_accept(&self, error: &io::Error) {
        self.figures.unaccepted();
        if let Some(count) = self.unaccepted.due(Instant::now()) {
            let entrance = self.is_for.word();
            warn!(entrance, %error, count, "connections cannot be accepted; they wait");
        }
    }

    /// Counts a timeout.
    pub fn timed_out(&self, waited_for: TimedOut) {
        self.figures.timed_out(waited_for);
        debug!(entrance = self.is_for.word(), for = waited_for.word(), "timed out");
    }
}

/// An admitted connection; it counts until it is dropped.
pub struct Visit {
    _pass: Pass,
    /// By which way it came in.
    pub entrance: Arc<Entrance>,
}

impl Drop for Visit {
    fn drop(&mut self) {
        self.entrance.figures.closed(self.entrance.is_for);
    }
}

/// Limits the log lines of something that may happen thousands of times a second.
#[derive(Debug, Default)]
struct Seldom(Mutex<Since>);

#[derive(Debug, Default)]
struct Since {
    said: Option<Instant>,
    count: u64,
}

impl Seldom {
    const EVERY: Duration = Duration::from_secs(10);

    /// Counts one more; returns how many since the last line if another line is due.
    fn due(&self, now: Instant) -> Option<u64> {
        let mut since = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        since.count += 1;
        let waits = since.said.is_some_and(|said| now.duration_since(said) < Self::EVERY);
        if waits {
            return None;
        }
        since.said = Some(now);
        Some(std::mem::take(&mut since.count))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_happens_all_the_time_is_said_once_in_ten_seconds_with_its_count() {
        let (seldom, start) = (Seldom::default(), Instant::now());
        assert_eq!(seldom.due(start), Some(1));
        for _ in 0..500 {
            assert_eq!(seldom.due(start + Duration::from_millis(9_999)), None);
        }
        assert_eq!(seldom.due(start + Duration::from_secs(10)), Some(501));
        assert_eq!(seldom.due(start + Duration::from_secs(11)), None);
    }
}
