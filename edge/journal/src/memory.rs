//! A journal in memory: for tests, and for tables that nobody needs tomorrow.

use std::collections::BTreeMap;

use crate::batch::Batch;
use crate::chain::{Head, JournalId};
use crate::store::{SNAPSHOTS_KEPT, Snapshot, SnapshotMark, Store, StoreFault, StoredBatch, Visit};
use crate::stream::Stream;

/// A journal in memory.
#[derive(Clone, Debug)]
pub struct MemoryStore {
    id: JournalId,
    heads: BTreeMap<Stream, Head>,
    batches: BTreeMap<(Stream, u64), Vec<u8>>,
    snapshots: BTreeMap<(Stream, u64), (SnapshotMark, Vec<u8>)>,
}

impl MemoryStore {
    /// An empty journal.
    pub const fn new(id: JournalId) -> Self {
        Self { id, heads: BTreeMap::new(), batches: BTreeMap::new(), snapshots: BTreeMap::new() }
    }

    fn head(&self, stream: Stream) -> Head {
        self.heads.get(&stream).copied().unwrap_or_else(|| Head::start(self.id, stream))
    }
}

impl Store for MemoryStore {
    fn id(&self) -> JournalId {
        self.id
    }

    fn append(&mut self, batches: &[Batch]) -> Result<(), StoreFault> {
        let mut heads = BTreeMap::new();
        for batch in batches {
            let (stream, expected) = (batch.stream(), batch.after());
            let found = heads.insert(stream, batch.head()).unwrap_or_else(|| self.head(stream));
            if found != expected {
                return Err(StoreFault::OtherHead { stream, expected, found });
            }
        }
        for batch in batches.iter().filter(|batch| !batch.is_empty()) {
            self.heads.insert(batch.stream(), batch.head());
            self.batches.insert((batch.stream(), batch.first()), batch.frames().to_vec());
        }
        Ok(())
    }

    fn heads(&mut self) -> Result<BTreeMap<Stream, Head>, StoreFault> {
        Ok(self.heads.clone())
    }

    fn read(&mut self, stream: Stream, from: u64, visit: &mut Visit<'_>) -> Result<(), StoreFault> {
        if self.head(stream).sequence < from {
            return Ok(());
        }
        let holder = self.batches.range(..=(stream, from)).next_back();
        let holder = holder.filter(|((found, _), _)| *found == stream);
        let start = holder.map_or(0, |((_, first), _)| *first);
        for ((_, first), frames) in self.batches.range((stream, start)..=(stream, u64::MAX)) {
            if visit(StoredBatch { first: *first, frames }).is_break() {
                break;
            }
        }
        Ok(())
    }

    fn keep_snapshot(&mut self, snapshot: &Snapshot) -> Result<(), StoreFault> {
        let mark = SnapshotMark { head: snapshot.head, hash: snapshot.hash, kept: true };
        let place = (snapshot.stream, snapshot.head.sequence);
        self.snapshots.insert(place, (mark, snapshot.bytes.clone()));
        let of_stream = (snapshot.stream, 0)..=(snapshot.stream, u64::MAX);
        for (_, (mark, bytes)) in self.snapshots.range_mut(of_stream).rev().skip(SNAPSHOTS_KEPT) {
            mark.kept = false;
            bytes.clear();
        }
        Ok(())
    }

    fn snapshots(&mut self, stream: Stream) -> Result<Vec<SnapshotMark>, StoreFault> {
        let of_stream = (stream, 0)..=(stream, u64::MAX);
        Ok(self.snapshots.range(of_stream).map(|(_, (mark, _))| *mark).collect())
    }

    fn snapshot(&mut self, stream: Stream, up_to: u64) -> Result<Option<Snapshot>, StoreFault> {
        let mut found = self.snapshots.range((stream, 0)..=(stream, up_to)).rev();
        let newest = found.find(|(_, (mark, _))| mark.kept);
        Ok(newest.map(|(_, (mark, bytes))| Snapshot {
            stream,
            head: mark.head,
            hash: mark.hash,
            bytes: bytes.clone(),
        }))
    }
}
