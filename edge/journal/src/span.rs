//! The records of a period, found without reading what came before.

use std::ops::ControlFlow;

use taisai_table::Time;

use crate::chain::Head;
use crate::fault::ReadFault;
use crate::reader::{read, time_of};
use crate::store::Store;
use crate::stored::Entry;
use crate::stream::Stream;

/// Visits every record from one moment until before another, in order, until `each` breaks.
/// The start of the period is found by binary search, because times in a stream never go back; the
/// links are checked from there on.
pub fn between(
    store: &mut dyn Store,
    stream: Stream,
    (from, to): (Time, Time),
    mut each: impl FnMut(&Entry) -> ControlFlow<()>,
) -> Result<(), ReadFault> {
    let after = last_before(store, stream, from)?;
    let _ = read(store, stream, after, |record| {
        let entry = record.entry()?;
        let goes_on = entry.stamp.time < to && each(&entry).is_continue();
        Ok(if goes_on { ControlFlow::Continue(()) } else { ControlFlow::Break(()) })
    })?;
    Ok(())
}

/// The last record before a moment.
fn last_before(store: &mut dyn Store, stream: Stream, moment: Time) -> Result<Head, ReadFault> {
    let end = store.heads()?.get(&stream).map_or(0, |head| head.sequence);
    let (mut low, mut high) = (Head::start(store.id(), stream), end);
    while low.sequence < high {
        let middle = low.sequence + (high - low.sequence).div_ceil(2);
        let (head, time) = time_of(store, stream, middle)?;
        if time < moment {
            low = head;
        } else {
            high = middle - 1;
        }
    }
    Ok(low)
}

#[cfg(test)]
mod tests {
    use taisai_floor::{Event, Notice};
    use taisai_table::{RequestId, SessionId};

    use super::*;
    use crate::batch::Batch;
    use crate::chain::JournalId;
    use crate::memory::MemoryStore;
    use crate::stored::{Actor, Body, Stamp};

    fn moment(millis: u64) -> Time {
        Time::from_millis(millis).unwrap()
    }

    fn entry(sequence: u64, time: u64) -> Entry {
        let (session, request) = (SessionId(0), RequestId(sequence));
        let stamp = Stamp { sequence, time: moment(time), actor: Actor::Host, session, request };
        Entry { stamp, body: Body::FloorHappened(vec![Event::Noted(Notice::ServerStopped)]) }
    }

    /// A stream of records at these times, in batches of so many.
    fn store(times: &[u64], together: usize) -> MemoryStore {
        let mut store = MemoryStore::new(JournalId([7; 16]));
        let mut head = Head::start(store.id(), Stream::Floor);
        let entries: Vec<Entry> =
            (1..).zip(times).map(|(sequence, time)| entry(sequence, *time)).collect();
        for entries in entries.chunks(together) {
            let mut batch = Batch::new(Stream::Floor, head);
            for entry in entries {
                batch.push(&entry.encode());
            }
            head = batch.head();
            store.append(&[batch]).unwrap();
        }
        store
    }

    fn shown(store: &mut MemoryStore, from: u64, to: u64) -> Vec<u64> {
        let mut shown = Vec::new();
        let each = |entry: &Entry| {
            shown.push(entry.stamp.sequence);
            ControlFlow::Continue(())
        };
        between(store, Stream::Floor, (moment(from), moment(to)), each).unwrap();
        shown
    }

    #[test]
    fn every_stretch_holds_exactly_its_records() {
        let times = [3, 3, 5, 8, 8, 8, 9, 12, 12, 20];
        for together in 1..=4 {
            let mut store = store(&times, together);
            for from in 0..22 {
                for to in 0..22 {
                    let wanted: Vec<u64> = (1..)
                        .zip(times)
                        .filter(|(_, time)| from <= *time && *time < to)
                        .map(|(sequence, _)| sequence)
                        .collect();
                    assert_eq!(shown(&mut store, from, to), wanted, "{from} to {to}");
                }
            }
        }
    }

    #[test]
    fn an_empty_stream_has_nothing_and_a_reader_may_stop() {
        assert_eq!(shown(&mut store(&[], 1), 0, 100), [0; 0]);
        let mut seen = 0;
        let stop = |_: &Entry| {
            seen += 1;
            ControlFlow::Break(())
        };
        let all = (moment(0), moment(100));
        between(&mut store(&[1, 2, 3], 2), Stream::Floor, all, stop).unwrap();
        assert_eq!(seen, 1);
    }
}
