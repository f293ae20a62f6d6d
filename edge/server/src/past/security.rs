//! What bears on security, from the records of the floor or of a table.

use std::ops::ControlFlow;

use taisai_floor::TableId;
use taisai_journal::stored::{Actor, Body, Entry};
use taisai_protocol::api::past::SecurityPage;
use taisai_protocol::view::floor::SecurityEvent;
use taisai_protocol::view::security::Written;

use crate::house::archive::Stretch;

/// Security events in some time, up to so many.
pub struct SecurityStory {
    /// Whose records are taken in: a table's, or the floor's.
    table: Option<TableId>,
    stretch: Stretch,
    after: u64,
    limit: usize,
    found: Vec<SecurityEvent>,
    next: Option<u64>,
}

impl SecurityStory {
    /// Nothing yet; records up to `after` have been told before.
    pub fn new(table: Option<TableId>, stretch: Stretch, after: Option<u64>, limit: usize) -> Self {
        Self { table, stretch, after: after.unwrap_or(0), limit, found: Vec::new(), next: None }
    }

    /// Takes one record in. A page ends between two records, never within one.
    pub fn take(&mut self, entry: &Entry) -> ControlFlow<()> {
        if entry.stamp.time >= self.stretch.to {
            return ControlFlow::Break(());
        }
        if entry.stamp.sequence <= self.after {
            return ControlFlow::Continue(());
        }
        let by = match entry.stamp.actor {
            Actor::Staff(staff) => Some(staff.0),
            Actor::Host | Actor::Seat(_) | Actor::Terminal(_) => None,
        };
        let (sequence, time) = (entry.stamp.sequence, entry.stamp.time.millis());
        let written = Written { sequence, time, by };
        let what: Vec<SecurityEvent> = match (&entry.body, self.table) {
            (Body::FloorHappened(events), None) => {
                let bears = |event| SecurityEvent::of_floor(event, written);
                events.iter().filter_map(bears).collect()
            }
            (Body::Happened(events), Some(table)) => {
                let bears = |event| SecurityEvent::of_table(event, table.0, written);
                events.iter().filter_map(bears).collect()
            }
            (
                Body::FloorHappened(_)
                | Body::Happened(_)
                | Body::Opened(_)
                | Body::SnapshotNamed(_),
                _,
            ) => return ControlFlow::Continue(()),
        };
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
