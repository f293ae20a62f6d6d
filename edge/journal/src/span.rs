//! The records of a stretch of time, found without reading what was before.

use std::ops::ControlFlow;

use taisai_table::Time;

use crate::batch::Frames;
use crate::chain::Head;
use crate::fault::{Problem, ReplayFault};
use crate::store::Store;
use crate::stored::{Entry, open};
use crate::stream::Stream;
use crate::walk::{start, walk};

/// What ends a walk in the middle; no record says so.
const ENOUGH: &str = "enough was read";

/// Shows every record from one moment to before another, in order, until it is told to stop. The
/// place where the stretch begins is found by halving, for times in a stream do not go back; the
/// links are proved from there on.
pub fn between(
    store: &mut dyn Store,
    stream: Stream,
    (from, to): (Time, Time),
    mut each: impl FnMut(&Entry) -> ControlFlow<()>,
) -> Result<(), ReplayFault> {
    let after = last_before(store, stream, from)?;
    let walked = walk(store, stream, after, |_, record| {
        let entry = Entry::decode(record)?;
        let goes_on = entry.stamp.time < to && each(&entry).is_continue();
        if goes_on { Ok(()) } else { Err(Problem::Impossible(ENOUGH.to_owned())) }
    });
    match walked {
        Err(ReplayFault::Record { what: Problem::Impossible(why), .. }) if why == ENOUGH => Ok(()),
        Ok(_) => Ok(()),
        Err(fault) => Err(fault),
    }
}

/// The last record before a moment.
fn last_before(store: &mut dyn Store, stream: Stream, moment: Time) -> Result<Head, ReplayFault> {
    let end = store.heads()?.get(&stream).map_or(0, |head| head.sequence);
    let (mut low, mut high) = (start(store, stream), end);
    while low.sequence < high {
        let middle = low.sequence + (high - low.sequence).div_ceil(2);
        let (head, time) = record_at(store, stream, middle)?;
        if time < moment {
            low = head;
        } else {
            high = middle - 1;
        }
    }
    Ok(low)
}

/// The head at a record, and when that was written.
fn record_at(
    store: &mut dyn Store,
    stream: Stream,
    sequence: u64,
) -> Result<(Head, Time), ReplayFault> {
    let mut found = Err(Problem::CutShort);
    store.read(stream, sequence, &mut |batch| {
        for (at, frame) in (batch.first..).zip(Frames::new(batch.frames)) {
            if at == sequence {
                found = frame.map_err(|_| Problem::CutShort).and_then(|frame| {
                    let (stamp, _) = open(frame.record)?;
                    Ok((Head { sequence, link: frame.link }, stamp.time))
                });
            }
        }
        ControlFlow::Break(())
    })?;
    found.map_err(|what| ReplayFault::Record { stream, sequence, what })
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
        let mut head = start(&store, Stream::Floor);
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

    fn read(store: &mut MemoryStore, from: u64, to: u64) -> Vec<u64> {
        let mut read = Vec::new();
        let each = |entry: &Entry| {
            read.push(entry.stamp.sequence);
            ControlFlow::Continue(())
        };
        between(store, Stream::Floor, (moment(from), moment(to)), each).unwrap();
        read
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
                    assert_eq!(read(&mut store, from, to), wanted, "{from} to {to}");
                }
            }
        }
    }

    #[test]
    fn an_empty_stream_has_nothing_and_a_reader_may_stop() {
        assert_eq!(read(&mut store(&[], 1), 0, 100), [0; 0]);
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
