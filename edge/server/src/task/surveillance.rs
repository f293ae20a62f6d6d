//! The latest security events, from the floor and every table, for the floor's screens. All of them
//! are in the journal; this is only what is shown.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use taisai_floor::{Event as FloorEvent, TableId};
use taisai_journal::stored::{Actor, Body, Entry, Stamp};
use taisai_journal::{Reach, ReadFault, Store, Stream, tail};
use taisai_protocol::view::floor::{SecurityCode, SecurityEvent};
use taisai_protocol::view::security::Written;
use taisai_table::Event as TableEvent;

use crate::task::host::Happened;

/// The latest security events, shared by all tasks that record or show them.
#[derive(Clone, Debug, Default)]
pub struct Surveillance(Arc<Mutex<VecDeque<SecurityEvent>>>);

impl Surveillance {
    /// How many are shown.
    pub const SHOWN_MAX: usize = SecurityEvent::SHOWN_MAX;
    /// How many of them may be terminals that came and went, and how many may be strangers who
    /// tried to log in: neither a network that fails nor a stranger may drive everything else from
    /// the screen.
    pub const CROWD_MAX: usize = Self::SHOWN_MAX / 4;
    /// How much of the floor's stream is read again after a start.
    pub const FLOOR_RECORDS: u64 = 5_000;
    /// How much of each table's.
    pub const TABLE_RECORDS: u64 = 500;

    /// Records the security events among the floor's events.
    pub fn floor(&self, happened: &Happened<FloorEvent>) {
        if let Some(event) = SecurityEvent::of_floor(&happened.event, written(happened)) {
            self.note(event);
        }
    }

    /// Records the security events among a table's events.
    pub fn table(&self, table: TableId, happened: &Happened<TableEvent>) {
        if let Some(event) = SecurityEvent::of_table(&happened.event, table.0, written(happened)) {
            self.note(event);
        }
    }

    /// Everything that is shown, the latest first.
    pub fn latest(&self) -> Vec<SecurityEvent> {
        self.lock().iter().rev().cloned().collect()
    }

    /// Reads the end of a table's stream again after a start.
    pub fn restore_table(&self, store: &mut dyn Store, table: TableId, stream: Stream) -> Restored {
        let reach = Reach { records: Self::TABLE_RECORDS, since: None };
        tail(store, stream, reach, |Entry { stamp, body }| {
            let Body::Happened(events) = body else { return };
            for event in events {
                self.table(table, &read(&stamp, event));
            }
        })
    }

    fn note(&self, event: SecurityEvent) {
        let mut kept = self.lock();
        // Streams are read one after another, and tasks run beside each other: what is older goes
        // before what is younger.
        let place = kept.iter().rposition(|known| known.time <= event.time);
        kept.insert(place.map_or(0, |place| place + 1), event);
        for is_of_crowd in [is_of_terminal, is_of_stranger] {
            if kept.iter().filter(|known| is_of_crowd(known)).count() > Self::CROWD_MAX {
                let oldest = kept.iter().position(is_of_crowd);
                oldest.and_then(|place| kept.remove(place));
            }
        }
        if kept.len() > Self::SHOWN_MAX {
            kept.pop_front();
        }
    }

    fn lock(&self) -> MutexGuard<'_, VecDeque<SecurityEvent>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Whether the end of a stream could be read.
pub type Restored = Result<(), ReadFault>;

/// An event that was read from a record, as if it had just happened.
pub fn read<E>(stamp: &Stamp, event: E) -> Happened<E> {
    let by = match stamp.actor {
        Actor::Staff(staff) => Some(staff),
        Actor::Host | Actor::Seat(_) | Actor::Terminal(_) => None,
    };
    Happened { sequence: stamp.sequence, time: stamp.time, by, event }
}

fn written<E>(happened: &Happened<E>) -> Written {
    let Happened { sequence, time, by, .. } = happened;
    Written { sequence: *sequence, time: time.millis(), by: by.map(|staff| staff.0) }
}

fn is_of_terminal(event: &SecurityEvent) -> bool {
    matches!(
        event.code,
        SecurityCode::TerminalLost
            | SecurityCode::TerminalReturned
            | SecurityCode::DisplayLost
            | SecurityCode::DisplayReturned
    )
}

/// What anybody can bring about without having logged in.
fn is_of_stranger(event: &SecurityEvent) -> bool {
    matches!(
        event.code,
        SecurityCode::LoginFailed | SecurityCode::LockedOut | SecurityCode::Unlocked
    )
}

#[cfg(test)]
mod tests {
    use taisai_floor::{Line, Notice, TerminalId};
    use taisai_table::{SeatNumber, StaffId, Time};

    use super::*;

    fn noted(sequence: u64, notice: Notice) -> Happened<FloorEvent> {
        let time = Time::from_millis(sequence).unwrap();
        Happened { sequence, time, by: Some(StaffId(7)), event: FloorEvent::Noted(notice) }
    }

    fn failed() -> Notice {
        Notice::LoginFailed { name: Line::of("ann"), address: Line::of("127.0.0.1") }
    }

    fn lost() -> Notice {
        let (terminal, table, seat) = (TerminalId(1), TableId(1), SeatNumber(1));
        Notice::TerminalLost { terminal, table, seat }
    }

    #[test]
    fn the_latest_come_first_whoever_noted_them_first() {
        let seen = Surveillance::default();
        for sequence in [5, 9, 1, 7] {
            seen.floor(&noted(sequence, failed()));
        }
        let order: Vec<_> = seen.latest().iter().map(|event| event.sequence).collect();
        assert_eq!(order, [9, 7, 5, 1]);
        assert_eq!(seen.latest()[0].by, Some(7));
    }

    #[test]
    fn no_more_is_kept_than_is_shown() {
        let seen = Surveillance::default();
        for sequence in 0..1_000 {
            seen.floor(&noted(sequence, Notice::ServerStopped));
        }
        let latest = seen.latest();
        assert_eq!((latest.len(), latest[0].sequence), (Surveillance::SHOWN_MAX, 999));
    }

    /// Two hundred wrong passwords from anywhere, and nothing else was on the floor's screen.
    #[test]
    fn a_stranger_who_guesses_does_not_hide_what_the_house_does() {
        let seen = Surveillance::default();
        seen.floor(&noted(1, Notice::ServerStopped));
        for sequence in 2..1_000 {
            seen.floor(&noted(sequence, failed()));
        }
        let latest = seen.latest();
        assert_eq!(latest.len(), Surveillance::CROWD_MAX + 1);
        assert_eq!(latest.last().unwrap().code, SecurityCode::ServerStopped);
    }

    #[test]
    fn terminals_that_come_and_go_do_not_hide_a_failed_log_in() {
        let seen = Surveillance::default();
        seen.floor(&noted(1, failed()));
        for sequence in 2..1_000 {
            seen.floor(&noted(sequence, lost()));
        }
        let latest = seen.latest();
        assert_eq!(latest.len(), Surveillance::CROWD_MAX + 1);
        assert_eq!(latest.last().unwrap().code, SecurityCode::LoginFailed);
    }

    #[test]
    fn what_bears_on_nothing_is_not_kept() {
        let seen = Surveillance::default();
        let happened = Happened {
            sequence: 1,
            time: Time::MAX,
            by: None,
            event: FloorEvent::SessionRefreshed { session: taisai_table::SessionId(1) },
        };
        seen.floor(&happened);
        assert!(seen.latest().is_empty());
    }
}
