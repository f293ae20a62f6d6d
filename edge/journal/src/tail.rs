//! Reads the end of a stream, for views of recent events.

use taisai_table::Time;

use crate::chain::Head;
use crate::fault::ReadFault;
use crate::reader::{read_all, stored_at};
use crate::store::Store;
use crate::stored::{Entry, open};
use crate::stream::Stream;

/// How far back to read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reach {
    /// At least this many records.
    pub records: u64,
    /// And everything since this time, if that is longer ago.
    pub since: Option<Time>,
}

/// Visits the last entries of a stream in order, at least as many as asked for: reading begins at a
/// snapshot, so that the link of every record is checked.
pub fn tail(
    store: &mut dyn Store,
    stream: Stream,
    reach: Reach,
    mut each: impl FnMut(Entry),
) -> Result<(), ReadFault> {
    let after = far_enough(store, stream, reach)?;
    read_all(store, stream, after, |record| {
        each(record.entry()?);
        Ok(())
    })?;
    Ok(())
}

/// The latest snapshot that is far enough back, or the beginning.
fn far_enough(store: &mut dyn Store, stream: Stream, reach: Reach) -> Result<Head, ReadFault> {
    let begin = Head::start(store.id(), stream);
    let ends = store.heads()?.get(&stream).map_or(0, |head| head.sequence);
    for mark in store.snapshots(stream)?.into_iter().rev() {
        let sequence = mark.head.sequence;
        let enough = sequence.saturating_add(reach.records) <= ends;
        if enough && was_written_by(store, stream, mark.head, reach.since)? {
            return Ok(mark.head);
        }
    }
    Ok(begin)
}

/// Whether the record of a head is in the stream and was written at this time or before, or at any
/// time for `None`. Nothing in the store is trusted: a forged head is no place to begin.
fn was_written_by(
    store: &mut dyn Store,
    stream: Stream,
    head: Head,
    since: Option<Time>,
) -> Result<bool, ReadFault> {
    let written = stored_at(store, stream, head.sequence, |frame| {
        let stamp = open(frame.record).ok().filter(|_| frame.link == head.link);
        stamp.map(|(stamp, _)| stamp.time)
    })?;
    // An unreadable record is no place to begin; reading from further back will report it.
    Ok(written.flatten().is_some_and(|time| since.is_none_or(|since| time <= since)))
}

#[cfg(test)]
mod tests {
    use taisai_floor::Event;
    use taisai_table::{RequestId, SessionId};

    use super::*;
    use crate::batch::Batch;
    use crate::chain::JournalId;
    use crate::memory::MemoryStore;
    use crate::store::Snapshot;
    use crate::stored::{Actor, Body, Stamp};

    const RECORDS: u64 = 60;

    fn at(millis: u64) -> Time {
        Time::from_millis(millis).unwrap()
    }

    /// Sixty records, ten milliseconds apart, seven to a batch, with snapshots after 20 and 40.
    fn store() -> MemoryStore {
        let mut store = MemoryStore::new(JournalId([7; 16]));
        let mut batch = Batch::new(Stream::Floor, Head::start(store.id(), Stream::Floor));
        for sequence in 1..=RECORDS {
            let stamp = Stamp {
                sequence,
                time: at(sequence * 10),
                actor: Actor::Host,
                session: SessionId(0),
                request: RequestId(sequence),
            };
            let events = vec![Event::SessionRefreshed { session: SessionId(sequence) }];
            batch.push(&Entry { stamp, body: Body::FloorHappened(events) }.encode());
            let head = batch.head();
            if sequence % 7 == 0 || sequence % 20 == 0 {
                store
                    .append(&[std::mem::replace(&mut batch, Batch::new(Stream::Floor, head))])
                    .unwrap();
            }
            if sequence == 20 || sequence == 40 {
                let (stream, hash, bytes) = (Stream::Floor, [0; 32], Vec::new());
                store.keep_snapshot(&Snapshot { stream, head, hash, bytes }).unwrap();
            }
        }
        store
    }

    fn shown(records: u64, since: Option<u64>) -> Vec<u64> {
        let mut shown = Vec::new();
        let reach = Reach { records, since: since.map(at) };
        tail(&mut store(), Stream::Floor, reach, |entry| shown.push(entry.stamp.sequence)).unwrap();
        shown
    }

    #[test]
    fn as_many_records_are_shown_as_were_asked_for_and_some_more() {
        for (records, first) in [(1, 41), (20, 41), (21, 21), (40, 21), (41, 1), (1_000, 1)] {
            assert!(shown(records, None).into_iter().eq(first..=RECORDS), "{records}");
        }
    }

    #[test]
    fn everything_since_a_time_is_shown() {
        for (since, first) in [(600, 41), (400, 41), (399, 21), (200, 21), (199, 1), (0, 1)] {
            assert!(shown(1, Some(since)).into_iter().eq(first..=RECORDS), "{since}");
        }
    }

    #[test]
    fn a_stream_without_records_has_no_end() {
        let mut store = MemoryStore::new(JournalId([7; 16]));
        let reach = Reach { records: 10, since: None };
        tail(&mut store, Stream::Floor, reach, |entry| panic!("{entry:?}")).unwrap();
    }
}
