//! What bears on security, from the floor's records.

use std::ops::ControlFlow;

use taisai_journal::stored::{Actor, Body, Entry};
use taisai_protocol::api::past::SecurityPage;
use taisai_protocol::view::floor::SecurityEvent;
use taisai_protocol::view::security::Written;

use crate::house::archive::Stretch;

/// Security events in some time, up to so many.
pub struct SecurityStory {
    stretch: Stretch,
    after: u64,
    limit: usize,
    found: Vec<SecurityEvent>,
    next: Option<u64>,
}

impl SecurityStory {
    /// Nothing yet; records up to `after` have been told before.
    pub fn new(stretch: Stretch, after: Option<u64>, limit: usize) -> Self {
        Self { stretch, after: after.unwrap_or(0), limit, found: Vec::new(), next: None }
    }

    /// Takes one record in. A page ends between two records, never within one.
    pub fn take(&mut self, entry: &Entry) -> ControlFlow<()> {
        if entry.stamp.time >= self.stretch.to {
            return ControlFlow::Break(());
        }
        if entry.stamp.sequence <= self.after {
            return ControlFlow::Continue(());
        }
        let Body::FloorHappened(events) = &entry.body else { return ControlFlow::Continue(()) };
        let by = match entry.stamp.actor {
            Actor::Staff(staff) => Some(staff.0),
            Actor::Host | Actor::Seat(_) | Actor::Terminal(_) => None,
        };
        let (sequence, time) = (entry.stamp.sequence, entry.stamp.time.millis());
        let written = Written { sequence, time, by };
        let bears = |event| SecurityEvent::of_floor(event, written);
        let what: Vec<SecurityEvent> = events.iter().filter_map(bears).collect();
        if !what.is_empty() && self.found.len() >= self.limit {
            self.next = self.found.last().map(|last| last.sequence);
            return ControlFlow::Break(());
        }
        self.found.extend(what);
        ControlFlow::Continue(())
    }

    /// What was gathered.
    pub fn told(self) -> SecurityPage {
        SecurityPage { events: self.found, next: self.next }
    }
}
