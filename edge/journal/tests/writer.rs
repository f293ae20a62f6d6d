//! One thread appends for all callers, in one commit for all that wait, and each gets the outcome
//! of its own batch.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::collections::BTreeMap;
use std::sync::mpsc::{Receiver, SyncSender, channel, sync_channel};
use std::sync::{Arc, Mutex};

use taisai_journal::{
    Batch, Head, Journal, JournalId, MemoryStore, NotTaken, Snapshot, SnapshotMark, Store,
    StoreFault, Stream, TableNumber, Visit, Writer, WriterHandle,
};

const ID: JournalId = JournalId([6; 16]);

/// A table that another host has taken over.
const LOST: u32 = 66;

/// A store that appends on permission, fails on command, and remembers each commit.
struct Slow {
    inner: MemoryStore,
    gate: Receiver<Result<(), StoreFault>>,
    commits: Arc<Mutex<Vec<usize>>>,
}

impl Store for Slow {
    fn id(&self) -> JournalId {
        ID
    }

    fn append(&mut self, batches: &[Batch]) -> Result<(), StoreFault> {
        self.gate.recv().unwrap()?;
        if batches.iter().any(|batch| batch.stream() == table(LOST)) {
            return Err(StoreFault::LeaseLost { stream: table(LOST) });
        }
        self.commits.lock().unwrap().push(batches.len());
        self.inner.append(batches)
    }

    fn heads(&mut self) -> Result<BTreeMap<Stream, Head>, StoreFault> {
        self.inner.heads()
    }

    fn read(&mut self, stream: Stream, from: u64, visit: &mut Visit<'_>) -> Result<(), StoreFault> {
        self.inner.read(stream, from, visit)
    }

    fn keep_snapshot(&mut self, snapshot: &Snapshot) -> Result<(), StoreFault> {
        self.inner.keep_snapshot(snapshot)
    }

    fn snapshots(&mut self, stream: Stream) -> Result<Vec<SnapshotMark>, StoreFault> {
        self.inner.snapshots(stream)
    }

    fn snapshot(&mut self, stream: Stream, up_to: u64) -> Result<Option<Snapshot>, StoreFault> {
        self.inner.snapshot(stream, up_to)
    }
}

struct Floor {
    writer: Writer,
    gate: SyncSender<Result<(), StoreFault>>,
    commits: Arc<Mutex<Vec<usize>>>,
    outcomes: Receiver<(u32, String)>,
    tell: std::sync::mpsc::Sender<(u32, String)>,
}

fn floor() -> Floor {
    let (gate, let_in) = sync_channel(100);
    let commits = Arc::new(Mutex::new(Vec::new()));
    let store = Slow { inner: MemoryStore::new(ID), gate: let_in, commits: commits.clone() };
    let writer = Writer::start(Journal::of_store(Box::new(store)).unwrap()).unwrap();
    let (tell, outcomes) = channel();
    Floor { writer, gate, commits, outcomes, tell }
}

fn table(number: u32) -> Stream {
    Stream::Table(TableNumber::new(number).unwrap())
}

fn batch(stream: Stream, after: Head) -> Batch {
    let mut batch = Batch::new(stream, after);
    batch.push(b"bet");
    batch
}

impl Floor {
    fn submit(&self, handle: &WriterHandle, batch: Batch) -> Result<(), NotTaken> {
        let (tell, number) = (self.tell.clone(), batch.stream().number());
        let done = move |outcome: Result<(), Arc<StoreFault>>| {
            let said = outcome.map_or_else(|fault| fault.to_string(), |()| "durable".into());
            tell.send((number, said)).unwrap();
        };
        handle.submit(batch, Box::new(done))
    }

    /// Hands in a first batch and, while it is being committed, one for each of these tables.
    fn busy(&self, handle: &WriterHandle, tables: std::ops::RangeInclusive<u32>) {
        self.submit(handle, batch(Stream::Floor, Head::start(ID, Stream::Floor))).unwrap();
        for number in tables {
            let stream = table(number);
            self.submit(handle, batch(stream, Head::start(ID, stream))).unwrap();
        }
    }
}

#[test]
fn waiting_callers_share_a_commit() {
    let floor = floor();
    let handle = floor.writer.handle();
    floor.busy(&handle, 1..=9);
    let mut next = batch(table(9), Head::start(ID, table(9)));
    next = batch(table(9), next.head());
    floor.submit(&handle, next).unwrap();
    for _ in 0..11 {
        floor.gate.send(Ok(())).unwrap();
    }
    let outcomes: Vec<_> = floor.outcomes.iter().take(11).collect();
    assert!(outcomes.iter().all(|(_, said)| said == "durable"), "{outcomes:?}");
    let commits = floor.commits.lock().unwrap().clone();
    // The first went alone or with whatever was there already; two of table 9 are one batch.
    assert!(commits.len() <= 3, "{commits:?}");
    assert!((10..=11).contains(&commits.iter().sum::<usize>()), "{commits:?}");
    drop(handle);
    let journal = floor.writer.close();
    assert_eq!(journal.head(table(9)).sequence, 2);
}

#[test]
fn a_batch_that_does_not_continue_is_refused_alone() {
    let floor = floor();
    let handle = floor.writer.handle();
    let wrong = Head { sequence: 7, ..Head::start(ID, table(1)) };
    floor.submit(&handle, batch(table(1), wrong)).unwrap();
    floor.busy(&handle, 2..=2);
    for _ in 0..3 {
        floor.gate.send(Ok(())).unwrap();
    }
    let mut outcomes: Vec<_> = floor.outcomes.iter().take(3).collect();
    outcomes.sort();
    assert_eq!(outcomes[0], (0, "durable".into()));
    assert!(outcomes[1].1.starts_with("table 1 ends at 0:"), "{outcomes:?}");
    assert_eq!(outcomes[2], (2, "durable".into()));
}

#[test]
fn a_stream_lost_to_another_host_fails_alone() {
    let floor = floor();
    let handle = floor.writer.handle();
    floor.busy(&handle, LOST - 1..=LOST + 1);
    for _ in 0..8 {
        floor.gate.send(Ok(())).unwrap();
    }
    let mut outcomes: Vec<_> = floor.outcomes.iter().take(4).collect();
    outcomes.sort();
    let said: Vec<_> = outcomes.iter().map(|(_, said)| said.as_str()).collect();
    let lost = "another writer has taken over table 66";
    assert_eq!(said, ["durable", "durable", lost, "durable"]);
}

#[test]
fn after_a_fault_every_caller_gets_it_and_nothing_is_accepted() {
    let floor = floor();
    let handle = floor.writer.handle();
    floor.busy(&handle, 1..=5);
    floor.gate.send(Err(StoreFault::Full("the disk is full".into()))).unwrap();
    let outcomes: Vec<_> = floor.outcomes.iter().take(6).collect();
    let full = "there is no room left: the disk is full";
    let stopped = "an earlier append failed; the store must be reopened";
    assert_eq!(outcomes[0].1, full);
    assert!(outcomes.iter().all(|(_, said)| said == full || said == stopped), "{outcomes:?}");
    let again = handle.append(batch(table(1), Head::start(ID, table(1))));
    assert!(matches!(*again.unwrap_err(), StoreFault::Stopped));
    drop(handle);
    let mut journal = floor.writer.close();
    assert!(matches!(journal.append(&[]), Err(StoreFault::Stopped)));
}
