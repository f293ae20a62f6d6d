//! Reads the end of a stream again, for whoever tells what happened lately.

use std::ops::ControlFlow;

use taisai_table::Time;

use crate::batch::Frames;
use crate::chain::Head;
use crate::fault::ReplayFault;
use crate::store::Store;
use crate::stored::{Entry, open};
use crate::stream::Stream;
use crate::walk::{start, walk};

/// How far back to read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reach {
    /// At least so many records.
    pub records: u64,
    /// And everything since then, where that is longer ago.
    pub since: Option<Time>,
}

/// Shows the last entries of a stream in order, as many as asked for and perhaps some more: the
/// reading begins where a snapshot was made, so that the link of every record is proved.
pub fn tail(
    store: &mut dyn Store,
    stream: Stream,
    reach: Reach,
    mut each: impl FnMut(Entry),
) -> Result<(), ReplayFault> {
    let after = far_enough(store, stream, reach)?;
    walk(store, stream, after, |_, record| {
        each(Entry::decode(record)?);
        Ok(())
    })?;
    Ok(())
}

/// The latest snapshot that lies far enough back, or the beginning.
fn far_enough(store: &mut dyn Store, stream: Stream, reach: Reach) -> Result<Head, ReplayFault> {
    let begin = start(store, stream);
    let ends = store.heads()?.get(&stream).map_or(0, |head| head.sequence);
    for mark in store.snapshots(stream)?.into_iter().rev() {
        let sequence = mark.head.sequence;
        let enough = sequence.saturating_add(reach.records) <= ends;
        if enough && was_written_by(store, stream, sequence, reach.since)? {
            return Ok(mark.head);
        }
    }
    Ok(begin)
}

/// Whether a record was written at this time or before; any was, where no time is said.
fn was_written_by(
    store: &mut dyn Store,
    stream: Stream,
    sequence: u64,
    since: Option<Time>,
) -> Result<bool, ReplayFault> {
    let Some(since) = since else { return Ok(true) };
    let mut written = None;
    store.read(stream, sequence, &mut |batch| {
        let frames = (batch.first..).zip(Frames::new(batch.frames));
        let found = frames.into_iter().find(|(place, _)| *place == sequence);
        let record = found.and_then(|(_, frame)| frame.ok()).map(|frame| frame.record);
        written = record.and_then(|record| open(record).ok()).map(|(stamp, _)| stamp.time);
        ControlFlow::Break(())
    })?;
    // What cannot be read is no place to begin at; the walk from further back will say so.
    Ok(written.is_some_and(|time| time <= since))
}
