//! Verifies streams: their chain, their events, their books, every snapshot, and that the cage and
//! the tables agree.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

use taisai_floor::{Floor, TableBalance, TableId};

use crate::chain::{Head, JournalId};
use crate::fault::{Problem, ReadFault, SnapshotProblem};
use crate::journal::{
    OpenFault, Options, Place, check_heads, open_store_read_only, remembered_heads,
};
use crate::reader::read;
use crate::replay::{Books, ProvedTable, Replayed, Vouchers};
use crate::store::{SnapshotMark, Store, StoreFault};
use crate::stored::{SnapshotName, TableState, VERSION};
use crate::stream::Stream;

/// A verified stream.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Proved {
    pub stream: Stream,
    /// Where it ends.
    pub head: Head,
    /// How many events its records have.
    pub events: u64,
    /// How many snapshots its records name; each was rebuilt.
    pub snapshots: usize,
    /// How many stored snapshots no record names, from before snapshots were named; nothing trusts
    /// them.
    pub unnamed: usize,
}

/// A verified journal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Whole {
    pub id: JournalId,
    pub streams: Vec<Proved>,
}

/// Verifies a journal on all cores, and that it matches its remembered heads. Calls `passed` for
/// every record.
pub fn verify(
    place: &Place,
    options: &Options,
    passed: impl Fn(Stream) + Sync,
) -> Result<Whole, ReadFault> {
    let mut store = store_of(place, options)?;
    let together = Together::begin(store.as_mut());
    let streams =
        examine(place, options, |store, stream| together.prove(store, stream, || passed(stream)))?;
    together.agree()?;
    Ok(Whole { id: store.id(), streams })
}

/// Verifies every stream in a store, one after another.
pub fn prove_all(store: &mut dyn Store) -> Result<Vec<Proved>, ReadFault> {
    let together = Together::begin(store);
    let streams = store.heads()?.into_keys();
    let proved = streams.map(|stream| together.prove(store, stream, || ()));
    let proved = proved.collect::<Result<_, _>>()?;
    together.agree()?;
    Ok(proved)
}

/// Examines every stream of a journal on all cores, each thread with its own store, and then
/// whether the journal matches its remembered heads. Changes nothing; a journal may be examined
/// while it is written. Of several bad streams the first is reported.
pub fn examine<R: Send>(
    place: &Place,
    options: &Options,
    look: impl Fn(&mut dyn Store, Stream) -> Result<R, ReadFault> + Sync,
) -> Result<Vec<R>, ReadFault> {
    let mut streams: BTreeSet<Stream> = remembered_heads(place, options)?.into_keys().collect();
    // If the heads cannot be read, following the remembered streams names the bad record.
    streams.extend(store_of(place, options)?.heads().unwrap_or_default().into_keys());
    let streams: Vec<Stream> = streams.into_iter().collect();
    let found = Mutex::new(BTreeMap::new());
    let (next, bad) = (AtomicUsize::new(0), AtomicUsize::new(usize::MAX));
    let work = || -> Result<(), ReadFault> {
        let mut store = store_of(place, options)?;
        loop {
            let turn = next.fetch_add(1, Ordering::Relaxed);
            // Streams are started in order: all those before a bad one are examined.
            let goes_on = turn < bad.load(Ordering::Relaxed);
            let Some(stream) = streams.get(turn).filter(|_| goes_on) else { return Ok(()) };
            let looked = look(store.as_mut(), *stream);
            if looked.is_err() {
                bad.fetch_min(turn, Ordering::Relaxed);
            }
            found.lock().unwrap_or_else(PoisonError::into_inner).insert(turn, looked);
        }
    };
    let cores = thread::available_parallelism().map_or(1, usize::from);
    thread::scope(|scope| {
        let threads: Vec<_> = (0..cores.min(streams.len())).map(|_| scope.spawn(work)).collect();
        let ended = threads.into_iter().map(|thread| thread.join().expect("a fault is no panic"));
        ended.collect::<Result<(), ReadFault>>()
    })?;
    let found = found.into_inner().unwrap_or_else(PoisonError::into_inner);
    let found = found.into_values().collect::<Result<Vec<R>, ReadFault>>()?;
    // Last, because a writer meanwhile only moves ahead.
    check_heads(place, options)?;
    Ok(found)
}

/// The store of a journal, read-only. If nothing of it can be read, its first record is lost.
fn store_of(place: &Place, options: &Options) -> Result<Box<dyn Store>, ReadFault> {
    match open_store_read_only(place, options) {
        Err(OpenFault::Store(StoreFault::Damaged(cause))) => {
            let (stream, what) = (Stream::Floor, Problem::Damaged(cause.to_string()));
            Err(ReadFault::Record { stream, sequence: 1, what })
        }
        opened => Ok(opened?),
    }
}

/// Streams that must agree about vouchers. A writer meanwhile does not matter: cage and tables are
/// compared as they all were when this began.
struct Together {
    began: BTreeMap<Stream, Head>,
    said: Mutex<BTreeMap<Stream, Vouchers>>,
}

impl Together {
    fn begin(store: &mut dyn Store) -> Self {
        // If they cannot be read, no stream can be verified.
        let began = store.heads().unwrap_or_default();
        Self { began, said: Mutex::default() }
    }

    /// Replays a stream from its first record. The books must agree with the table after every
    /// event, and the state with every snapshot that a record names; stored snapshots must be the
    /// named ones.
    fn prove(
        &self,
        store: &mut dyn Store,
        stream: Stream,
        passed: impl Fn(),
    ) -> Result<Proved, ReadFault> {
        let began = self.began.get(&stream);
        let mut proof = Proof::begin(store, stream)?;
        proof.go_on(store, |head, state| {
            if began == Some(&head) {
                let mut said = self.said.lock().unwrap_or_else(PoisonError::into_inner);
                said.insert(stream, state.vouchers());
            }
            passed();
            ControlFlow::Continue(())
        })?;
        proof.end(store)
    }

    /// A table that was half created when the server ended has no vouchers and is on no floor.
    fn agree(self) -> Result<(), ReadFault> {
        let (mut cage, mut tables, mut things) = (None, Vec::new(), Vec::new());
        for (stream, said) in self.said.into_inner().unwrap_or_else(PoisonError::into_inner) {
            match (stream, said) {
                (Stream::Table(number), Vouchers::Table(vouchers, held)) => {
                    let table = TableId(number.get());
                    tables.push(TableBalance { table, vouchers });
                    things.push((table, *held));
                }
                (_, Vouchers::Cage(floor)) => cage = Some(floor),
                (_, Vouchers::Table(..) | Vouchers::Unknown) => {}
            }
        }
        let Some(cage) = cage else { return Ok(()) };
        tables.retain(|said| said.vouchers != 0 || cage.table(said.table).is_some());
        cage.agrees_with(&tables).map_err(ReadFault::Cage)?;
        cage.agrees_about(&things).map_err(ReadFault::Cage)
    }
}

/// A verification in progress.
pub(crate) struct Proof {
    stream: Stream,
    head: Head,
    state: Box<dyn Replayed>,
    /// The snapshots that were stored when this began.
    kept: Kept,
    names: Names,
    events: u64,
    /// How many events there were when the books were last compared with everything.
    compared: u64,
}

impl Proof {
    /// At most this many events pass between two full comparisons of the books; what an event
    /// touches is compared right after it.
    const EVENTS_BETWEEN: u64 = 4_096;

    /// A verification before the first record.
    pub(crate) fn begin(store: &mut dyn Store, stream: Stream) -> Result<Self, ReadFault> {
        let kept = by_sequence(&store.snapshots(stream)?);
        let state: Box<dyn Replayed> = match stream {
            Stream::Floor => Box::new(Floor::default()),
            Stream::Table(_) => Box::new(ProvedTable::default()),
        };
        let (head, names) = (Head::start(store.id(), stream), Names::default());
        Ok(Self { stream, head, state, kept, names, events: 0, compared: 0 })
    }

    /// Continues until `passed`, called for every record, breaks; returns whether it has reached
    /// the end of the stream.
    pub(crate) fn go_on(
        &mut self,
        store: &mut dyn Store,
        mut passed: impl FnMut(Head, &dyn Replayed) -> ControlFlow<()>,
    ) -> Result<bool, ReadFault> {
        let (stream, head) = (self.stream, self.head);
        let on = read(store, stream, head, |record| {
            let taken = self.state.take(record, Books::Compared)?;
            self.events += taken.events;
            if let Some(name) = taken.named {
                self.check_name(name)?;
                self.names.0.insert(self.head.sequence, (self.head, name));
            }
            if self.events - self.compared >= Self::EVENTS_BETWEEN {
                self.compare()?;
            }
            self.head = record.head;
            Ok(passed(record.head, self.state.as_ref()))
        })?;
        Ok(on.is_continue())
    }

    /// Finishes the verification of the whole stream.
    pub(crate) fn end(mut self, store: &mut dyn Store) -> Result<Proved, ReadFault> {
        let Self { stream, head, .. } = self;
        let bad = |what| ReadFault::Record { stream, sequence: head.sequence, what };
        self.compare().map_err(bad)?;
        // A snapshot covers existing records: one beyond the end means that some are gone.
        if let Some(beyond) = self.kept.values().find(|mark| mark.head.sequence > head.sequence) {
            let (sequence, what) = (head.sequence + 1, Problem::Missing { ends: beyond.head });
            return Err(ReadFault::Record { stream, sequence, what });
        }
        let unnamed = self.names.check(stream, &self.kept, head)?;
        check_kept(store, stream, &self.kept)?;
        let (events, snapshots) = (self.events, self.names.0.len());
        Ok(Proved { stream, head, events, snapshots, unnamed })
    }

    fn compare(&mut self) -> Result<(), Problem> {
        self.compared = self.events;
        self.state.compare()
    }

    /// Checks that the snapshot a record names is the state before it. One in an older form cannot
    /// be rebuilt; the name in the chain is proof enough.
    fn check_name(&mut self, name: SnapshotName) -> Result<(), Problem> {
        self.compare()?;
        let bytes = self.state.encode().ok_or(Problem::NotOpened)?;
        if name.version == VERSION && name.hash != TableState::hash_of(&bytes) {
            return Err(Problem::OtherSnapshot);
        }
        Ok(())
    }
}

fn by_sequence(marks: &[SnapshotMark]) -> BTreeMap<u64, SnapshotMark> {
    marks.iter().map(|mark| (mark.head.sequence, *mark)).collect()
}

/// The snapshots that the records name, by the record after which each was made.
#[derive(Default)]
struct Names(BTreeMap<u64, (Head, SnapshotName)>);

impl Names {
    /// Checks that the stored snapshots are the named ones; returns how many are older than the
    /// first named one.
    fn check(&self, stream: Stream, kept: &Kept, ends: Head) -> Result<usize, ReadFault> {
        let first = self.0.keys().next().copied().unwrap_or(u64::MAX);
        let mut unnamed = 0;
        for (&sequence, mark) in kept {
            let what = match self.0.get(&sequence) {
                Some((head, name)) if *head == mark.head && name.hash == mark.hash => continue,
                Some(_) => SnapshotProblem::Differs,
                None if sequence < first => {
                    unnamed += 1;
                    continue;
                }
                // A snapshot is stored only once its name is durable: the record with the name is
                // gone.
                None if mark.head == ends => {
                    let (sequence, what) = (sequence + 1, Problem::Missing { ends });
                    return Err(ReadFault::Record { stream, sequence, what });
                }
                None => SnapshotProblem::Unnamed,
            };
            return Err(ReadFault::Snapshot { stream, sequence, what });
        }
        Ok(unnamed)
    }
}

/// The snapshots in a store, by the record after which each was made.
type Kept = BTreeMap<u64, SnapshotMark>;

/// Checks that the snapshots that still have their bytes have the original ones.
fn check_kept(store: &mut dyn Store, stream: Stream, kept: &Kept) -> Result<(), ReadFault> {
    for mark in kept.values().filter(|mark| mark.kept) {
        let sequence = mark.head.sequence;
        let snapshot = store.snapshot(stream, sequence)?.filter(|kept| kept.head == mark.head);
        let same = match snapshot {
            Some(snapshot) => TableState::hash_of(&snapshot.bytes) == mark.hash,
            // A writer meanwhile keeps only the bytes of newer ones.
            None => {
                by_sequence(&store.snapshots(stream)?).get(&sequence).is_some_and(|mark| !mark.kept)
            }
        };
        if !same {
            let what = SnapshotProblem::OtherHash;
            return Err(ReadFault::Snapshot { stream, sequence, what });
        }
    }
    Ok(())
}
