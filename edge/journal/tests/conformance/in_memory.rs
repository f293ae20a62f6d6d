//! The store in memory. It cannot be left and found again, so its place holds it.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use taisai_journal::{
    Batch, Head, JournalId, MemoryStore, Snapshot, SnapshotMark, Store, StoreFault, Stream, Visit,
};
use taisai_testing::place::Place;

pub(crate) fn place() -> impl Place {
    Memory(Arc::new(Mutex::new(MemoryStore::new(JournalId([7; 16])))))
}

#[derive(Clone)]
struct Memory(Arc<Mutex<MemoryStore>>);

impl Place for Memory {
    fn open(&self) -> Box<dyn Store> {
        Box::new(self.clone())
    }
}

impl Store for Memory {
    fn id(&self) -> JournalId {
        self.0.lock().unwrap().id()
    }

    fn append(&mut self, batches: &[Batch]) -> Result<(), StoreFault> {
        self.0.lock().unwrap().append(batches)
    }

    fn heads(&mut self) -> Result<BTreeMap<Stream, Head>, StoreFault> {
        self.0.lock().unwrap().heads()
    }

    fn read(&mut self, stream: Stream, from: u64, visit: &mut Visit<'_>) -> Result<(), StoreFault> {
        self.0.lock().unwrap().read(stream, from, visit)
    }

    fn keep_snapshot(&mut self, snapshot: &Snapshot) -> Result<(), StoreFault> {
        self.0.lock().unwrap().keep_snapshot(snapshot)
    }

    fn snapshots(&mut self, stream: Stream) -> Result<Vec<SnapshotMark>, StoreFault> {
        self.0.lock().unwrap().snapshots(stream)
    }

    fn snapshot(&mut self, stream: Stream, up_to: u64) -> Result<Option<Snapshot>, StoreFault> {
        self.0.lock().unwrap().snapshot(stream, up_to)
    }
}
