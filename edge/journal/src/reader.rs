//! Reads a stream record by record and trusts nothing: every link is recomputed.

use std::any::Any;
use std::convert::Infallible;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};

use taisai_table::Time;

use crate::batch::{Frame, Frames};
use crate::chain::Head;
use crate::fault::{Problem, ReadFault};
use crate::store::{Store, StoreFault, StoredBatch};
use crate::stored::{Entry, OpenBody, Stamp, open};
use crate::stream::Stream;

/// A record whose link was checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Record<'r> {
    /// The head of its stream with this record.
    pub head: Head,
    pub bytes: &'r [u8],
    /// Whether the next record belongs to another commit.
    pub ends_batch: bool,
}

impl<'r> Record<'r> {
    /// Decodes the record.
    pub fn entry(&self) -> Result<Entry, Problem> {
        let entry = Entry::decode(self.bytes)?;
        self.stands_at(&entry.stamp)?;
        Ok(entry)
    }

    /// Its stamp, and its events, not yet decoded.
    pub(crate) fn open(&self) -> Result<(Stamp, OpenBody<'r>), Problem> {
        let (stamp, body) = open(self.bytes)?;
        self.stands_at(&stamp)?;
        Ok((stamp, body))
    }

    fn stands_at(&self, stamp: &Stamp) -> Result<(), Problem> {
        let found = stamp.sequence;
        if found == self.head.sequence { Ok(()) } else { Err(Problem::WrongSequence { found }) }
    }
}

/// Visits every record after a head, once its link is checked, until `each` breaks or the stream
/// ends; then returns where it ends. The first fault ends the reading.
pub fn read<B>(
    store: &mut dyn Store,
    stream: Stream,
    after: Head,
    each: impl FnMut(&Record<'_>) -> Result<ControlFlow<B>, Problem>,
) -> Result<ControlFlow<B, Head>, ReadFault> {
    let start = Head::start(store.id(), stream);
    // If the end of the stream cannot be read, following the chain names the bad record.
    let ends = store.heads().map(|heads| heads.get(&stream).copied().unwrap_or(start));
    let mut reading = Reading { after, head: after, ends: ends.as_ref().ok().copied(), each };
    let mut stopped = None;
    let read = store.read(stream, after.sequence + 1, &mut |batch| match reading.batch(batch) {
        Ok(ControlFlow::Continue(())) => ControlFlow::Continue(()),
        Ok(ControlFlow::Break(value)) => {
            stopped = Some(Ok(value));
            ControlFlow::Break(())
        }
        Err(bad) => {
            stopped = Some(Err(bad));
            ControlFlow::Break(())
        }
    });
    let head = reading.head;
    let bad = |(sequence, what)| ReadFault::Record { stream, sequence, what };
    read.map_err(|fault| located(fault, stream, head))?;
    if let Some(stopped) = stopped {
        return stopped.map(ControlFlow::Break).map_err(bad);
    }
    let ends = ends.map_err(|fault| located(fault, stream, head))?;
    if head.sequence < ends.sequence {
        return Err(bad((head.sequence + 1, Problem::Missing { ends })));
    }
    if after.sequence > ends.sequence || (head.sequence == ends.sequence && head != ends) {
        return Err(bad((ends.sequence, Problem::OtherEnd { ends })));
    }
    Ok(ControlFlow::Continue(head))
}

/// Visits every record after a head to the end of the stream, and returns where that is.
pub fn read_all(
    store: &mut dyn Store,
    stream: Stream,
    after: Head,
    mut each: impl FnMut(&Record<'_>) -> Result<(), Problem>,
) -> Result<Head, ReadFault> {
    let on = |record: &Record<'_>| each(record).map(ControlFlow::<Infallible>::Continue);
    let ControlFlow::Continue(head) = read(store, stream, after, on)?;
    Ok(head)
}

/// Adds the record to a damage report: the store itself does not know which one it was reading.
fn located(fault: StoreFault, stream: Stream, head: Head) -> ReadFault {
    if let StoreFault::Damaged(cause) = fault {
        let (sequence, what) = (head.sequence + 1, Problem::Damaged(cause.to_string()));
        return ReadFault::Record { stream, sequence, what };
    }
    fault.into()
}

/// A record that is wrong, and what is wrong with it.
type Bad = (u64, Problem);

/// Walks stored frames from a head and visits each record whose link fits.
pub(crate) fn follow<B>(
    head: &mut Head,
    frames: &[u8],
    mut each: impl FnMut(&Record<'_>) -> Result<ControlFlow<B>, Problem>,
) -> Result<ControlFlow<B>, Bad> {
    let mut frames = Frames::new(frames);
    while let Some(frame) = frames.next() {
        let sequence = head.sequence + 1;
        let frame = frame.map_err(|_| (sequence, Problem::CutShort))?;
        let next = head.after(frame.record);
        if next.link != frame.link {
            return Err((sequence, Problem::BrokenLink));
        }
        *head = next;
        let record = Record { head: next, bytes: frame.record, ends_batch: frames.is_empty() };
        if let ControlFlow::Break(value) = each(&record).map_err(|what| (sequence, what))? {
            return Ok(ControlFlow::Break(value));
        }
    }
    Ok(ControlFlow::Continue(()))
}

struct Reading<F> {
    /// Where it began.
    after: Head,
    /// Where it is.
    head: Head,
    /// The end of the stream according to the store, if it can be read.
    ends: Option<Head>,
    each: F,
}

impl<B, F: FnMut(&Record<'_>) -> Result<ControlFlow<B>, Problem>> Reading<F> {
    /// A table cannot refuse an event, so an impossible event panics; the panic is then reported as
    /// the fault of the record.
    fn batch(&mut self, batch: StoredBatch<'_>) -> Result<ControlFlow<B>, Bad> {
        catch_unwind(AssertUnwindSafe(|| self.records(batch))).unwrap_or_else(|panic| {
            Err((self.head.sequence, Problem::Impossible(words_of(panic.as_ref()))))
        })
    }

    fn records(&mut self, batch: StoredBatch<'_>) -> Result<ControlFlow<B>, Bad> {
        let frames = self.unread(batch)?;
        let (ends, each) = (self.ends, &mut self.each);
        follow(&mut self.head, frames, |record| {
            if let Some(ends) = ends
                && record.head.sequence == ends.sequence
                && record.head != ends
            {
                return Err(Problem::OtherEnd { ends });
            }
            each(record)
        })
    }

    /// The frames after the head. Only the first batch may begin before it.
    fn unread<'b>(&self, batch: StoredBatch<'b>) -> Result<&'b [u8], Bad> {
        let next = self.head.sequence + 1;
        if batch.first > next {
            return Err((next, Problem::Skipped { found: batch.first }));
        }
        if batch.first < next && self.head != self.after {
            return Err((next, Problem::WrongSequence { found: batch.first }));
        }
        if batch.frames.is_empty() {
            return Err((next, Problem::CutShort));
        }
        let mut frames = Frames::new(batch.frames);
        for sequence in batch.first..next {
            match frames.next() {
                Some(Err(_)) => return Err((sequence, Problem::CutShort)),
                Some(Ok(frame))
                    if sequence == self.head.sequence && frame.link != self.head.link =>
                {
                    return Err((sequence, Problem::BrokenLink));
                }
                Some(Ok(_)) | None => {}
            }
        }
        Ok(frames.rest())
    }
}

fn words_of(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    let text = text.or_else(|| panic.downcast_ref::<String>().cloned());
    text.unwrap_or_else(|| "it cannot happen".to_owned())
}

/// The frame at the place of a record, its link not yet checked; `None` if there is none.
pub(crate) fn stored_at<R>(
    store: &mut dyn Store,
    stream: Stream,
    sequence: u64,
    look: impl FnOnce(Frame<'_>) -> R,
) -> Result<Option<R>, StoreFault> {
    let (mut look, mut found) = (Some(look), None);
    store.read(stream, sequence, &mut |batch| {
        let mut frames = (batch.first..).zip(Frames::new(batch.frames));
        if let Some((_, Ok(frame))) = frames.find(|(at, _)| *at == sequence) {
            found = look.take().map(|look| look(frame));
        }
        ControlFlow::Break(())
    })?;
    Ok(found)
}

/// The first entry of a stream; `None` while the stream has no record.
pub fn first_entry(store: &mut dyn Store, stream: Stream) -> Result<Option<Entry>, ReadFault> {
    let start = Head::start(store.id(), stream);
    let first = read(store, stream, start, |record| Ok(ControlFlow::Break(record.entry()?)))?;
    Ok(first.break_value())
}

/// The entry at this place of a stream; `None` where there is no such record. Nothing is said of
/// the chain before it.
pub(crate) fn entry_at(
    store: &mut dyn Store,
    stream: Stream,
    sequence: u64,
) -> Result<Option<Entry>, ReadFault> {
    let found = stored_at(store, stream, sequence, |frame| Entry::decode(frame.record))?;
    let bad = |fault| ReadFault::Record { stream, sequence, what: Problem::from(fault) };
    found.transpose().map_err(bad)
}

/// When the last record of a stream was written; `None` while it has no record.
pub fn last_time(store: &mut dyn Store, stream: Stream) -> Result<Option<Time>, ReadFault> {
    let Some(ends) = store.heads()?.get(&stream).copied() else { return Ok(None) };
    time_of(store, stream, ends.sequence).map(|(_, time)| Some(time))
}

/// The head at a stored record, and when that record was written.
pub(crate) fn time_of(
    store: &mut dyn Store,
    stream: Stream,
    sequence: u64,
) -> Result<(Head, Time), ReadFault> {
    let found = stored_at(store, stream, sequence, |frame| {
        let (stamp, _) = open(frame.record)?;
        Ok((Head { sequence, link: frame.link }, stamp.time))
    })?;
    let found = found.unwrap_or(Err(Problem::CutShort));
    found.map_err(|what| ReadFault::Record { stream, sequence, what })
}
