//! Where a store lives, and the few words the stories are told in.

use std::ops::ControlFlow;

use taisai_journal::{Batch, Frames, Head, Link, Store, Stream, TableNumber};

/// A place that keeps a store, and outlives it.
pub trait Place {
    /// Opens the store: empty the first time, then as it was left. Whoever opened it before has
    /// dropped it.
    fn open(&self) -> Box<dyn Store>;

    /// Makes the next append of the open store fail with a fate unknown, until the store is opened
    /// anew; `false` where that cannot happen.
    fn fails_next_append(&self) -> bool {
        false
    }
}

/// A stored batch: the number of its first record, and its frames.
pub type Row = (u64, Vec<u8>);

pub fn table(number: u32) -> Stream {
    Stream::Table(TableNumber::new(number).unwrap())
}

/// Where the stream ends, also when it has no record.
pub fn head(store: &mut dyn Store, stream: Stream) -> Head {
    let start = Head::start(store.id(), stream);
    store.heads().unwrap().get(&stream).copied().unwrap_or(start)
}

/// A batch of these records after any head.
pub fn batch(stream: Stream, after: Head, records: &[&[u8]]) -> Batch {
    let mut batch = Batch::new(stream, after);
    for record in records {
        batch.push(record);
    }
    batch
}

/// A batch of these records that continues the stream.
pub fn next(store: &mut dyn Store, stream: Stream, records: &[&[u8]]) -> Batch {
    batch(stream, head(store, stream), records)
}

/// Appends these records to one stream, and says what row they make.
pub fn append(store: &mut dyn Store, stream: Stream, records: &[&[u8]]) -> Row {
    let batch = next(store, stream, records);
    store.append(std::slice::from_ref(&batch)).unwrap();
    row(&batch)
}

pub fn row(batch: &Batch) -> Row {
    (batch.first(), batch.frames().to_vec())
}

/// What reading from a record shows.
pub fn rows(store: &mut dyn Store, stream: Stream, from: u64) -> Vec<Row> {
    let mut rows = Vec::new();
    let read = store.read(stream, from, &mut |found| {
        rows.push((found.first, found.frames.to_vec()));
        ControlFlow::Continue(())
    });
    read.unwrap();
    rows
}

/// The records of a stream, each linked to the one before and the last to the head.
pub fn records(store: &mut dyn Store, stream: Stream) -> Vec<Vec<u8>> {
    let mut at = Head::start(store.id(), stream);
    let mut records = Vec::new();
    for (first, frames) in rows(store, stream, 1) {
        assert_eq!(first, at.sequence + 1, "{stream}: a batch begins where the last one ended");
        for frame in Frames::new(&frames) {
            let frame = frame.unwrap();
            at = at.after(frame.record);
            assert_eq!(at.link, frame.link, "{stream}: the link of record {}", at.sequence);
            records.push(frame.record.to_vec());
        }
    }
    assert_eq!(at, head(store, stream), "{stream}: the records end at the head");
    records
}

/// Everything in the store that appending could change.
pub fn everything(store: &mut dyn Store, streams: &[Stream]) -> Vec<(Head, Vec<Row>)> {
    streams.iter().map(|&stream| (head(store, stream), rows(store, stream, 0))).collect()
}

/// The same head with another link.
pub fn bent(mut head: Head) -> Head {
    let Link(bytes) = &mut head.link;
    bytes[31] ^= 1;
    head
}
