//! Compares a journal with its sidecar.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;

use crate::batch::{Batch, Frames};
use crate::chain::{Head, Link};
use crate::journal::fault::HeadsFault;
use crate::sidecar::{Copied, Remembered};
use crate::store::{Store, StoreFault};
use crate::stream::Stream;

/// How a journal compares with its remembered heads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Agreement {
    /// It is complete, to the last record that can have been acknowledged.
    Whole,
    /// A crash came between the two writes: these batches are in the sidecar and must be appended.
    Catches(Vec<Batch>),
}

/// What a journal may be, beside what is remembered of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Trust {
    /// Only the host that remembers its heads appends to it.
    Alone,
    /// Other hosts append to it too, and remember heads of their own.
    Shared,
    /// The same, and a host that remembers nothing yet begins to.
    Begins,
}

/// Compares the heads of a journal with the remembered ones. One commit more in the journal means a
/// crash before the sidecar's sync, or another writer; one commit less a crash before the
/// journal's, and then the sidecar carries the missing batches. A crash cannot cause any other
/// difference.
pub(crate) fn compare(
    store: &mut dyn Store,
    remembered: &Remembered,
    trust: Trust,
) -> Result<Result<Agreement, HeadsFault>, StoreFault> {
    if remembered.id != store.id() {
        let (remembered, found) = (remembered.id, store.id());
        return Ok(Err(HeadsFault::OtherJournal { remembered, found }));
    }
    let found = store.heads()?;
    let behind = first_behind(&remembered.heads, &found);
    let Some(behind) = behind else {
        return ahead(store, &remembered.heads, &found, trust);
    };
    if let Some(batches) = missing_batches(remembered, &found, store) {
        return Ok(Ok(Agreement::Catches(batches)));
    }
    // The slot was torn while it was written, and the one before it is the last that counts.
    let torn = !remembered.confirmed && remembered.copied == Copied::Torn;
    if torn && remembered.before.as_ref() == Some(&found) {
        return Ok(Ok(Agreement::Whole));
    }
    Ok(Err(behind))
}

/// The first stream that ends earlier than remembered.
fn first_behind(
    remembered: &BTreeMap<Stream, Head>,
    found: &BTreeMap<Stream, Head>,
) -> Option<HeadsFault> {
    remembered.iter().find_map(|(stream, remembered)| {
        let found = found.get(stream).copied();
        let behind = found.is_none_or(|found| found.sequence < remembered.sequence);
        behind.then_some(HeadsFault::Behind { stream: *stream, remembered: *remembered, found })
    })
}

/// The batches with exactly the missing records, if the sidecar carries them and the commit was not
/// confirmed.
fn missing_batches(
    remembered: &Remembered,
    found: &BTreeMap<Stream, Head>,
    store: &dyn Store,
) -> Option<Vec<Batch>> {
    let Copied::Batches(batches) = &remembered.copied else { return None };
    if remembered.confirmed {
        return None;
    }
    let mut reached = found.clone();
    for batch in batches {
        let start = || Head::start(store.id(), batch.stream());
        let at = found.get(&batch.stream()).copied().unwrap_or_else(start);
        if at != batch.after() {
            return None;
        }
        reached.insert(batch.stream(), batch.head());
    }
    (reached == remembered.heads).then(|| batches.clone())
}

/// Every stream ends at its remembered head, or exactly one stored batch later; where there are
/// other writers, it passes its remembered head.
fn ahead(
    store: &mut dyn Store,
    remembered: &BTreeMap<Stream, Head>,
    found: &BTreeMap<Stream, Head>,
    trust: Trust,
) -> Result<Result<Agreement, HeadsFault>, StoreFault> {
    let streams: BTreeSet<Stream> = found.keys().copied().collect();
    for stream in streams {
        let start = Head::start(store.id(), stream);
        let remembered = remembered.get(&stream).copied().unwrap_or(start);
        let found = found[&stream];
        if remembered == found {
            continue;
        }
        let since = since(store, stream, remembered, start)?;
        if since.link != Some(remembered.link) {
            let found = since.link;
            return Ok(Err(HeadsFault::Differs { stream, remembered, found }));
        }
        let is_one_commit = since.batches == 1 && since.begins_there;
        if trust == Trust::Alone && !is_one_commit {
            return Ok(Err(HeadsFault::Ahead { stream, remembered, found }));
        }
    }
    Ok(Ok(Agreement::Whole))
}

/// What follows a record in a stream.
struct Since {
    /// The link stored with the record.
    link: Option<Link>,
    /// How many batches follow it.
    batches: usize,
    /// Whether the first of them begins with the record after it.
    begins_there: bool,
}

fn since(
    store: &mut dyn Store,
    stream: Stream,
    remembered: Head,
    start: Head,
) -> Result<Since, StoreFault> {
    let at = remembered.sequence;
    let mut since = Since { link: None, batches: 0, begins_there: false };
    if at == 0 {
        since.link = Some(start.link);
    }
    store.read(stream, at.max(1), &mut |stored| {
        if stored.first > at {
            since.batches += 1;
            since.begins_there |= stored.first == at + 1;
        } else {
            let frames = Frames::new(stored.frames).flatten();
            let found = (stored.first..).zip(frames).find(|(sequence, _)| *sequence == at);
            since.link = found.map(|(_, frame)| frame.link);
        }
        if since.batches > 1 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    })?;
    Ok(since)
}
