//! A stream replayed is the table that wrote it; a stream that was changed is not believed.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use taisai_journal::stored::{Body, Entry, Stamp};
use taisai_journal::{
    Batch, Frames, Head, JournalId, MemoryStore, Problem, Proved, ReadFault, Snapshot,
    SnapshotCadence, SnapshotMark, Store, StoreFault, StoredBatch, Stream, TableReplay, Visit,
    prove_all, read_all,
};
use taisai_rulebooks::Library;
use taisai_table::{Event, RoundEvent, RoundNumber, SeatEvent, SeatNumber};
use taisai_testing::scribe::{JOURNAL, entries, stored, stream, with_snapshot};
use taisai_testing::shift::Shift;

use crate::snapshots::shift;

fn written(seed: u64, rounds: u64) -> (Shift, Vec<Entry>) {
    let (shift, book) = shift(seed, rounds);
    let entries = entries(book, &shift.floor.journal);
    (shift, entries)
}

#[test]
fn a_replay_is_the_table_that_wrote_the_stream_under_every_book() {
    for seed in 0..16 {
        let (shift, entries) = written(seed, 40);
        let mut store = stored(&entries, 7);
        let replay = TableReplay::from_start(&mut store, stream()).unwrap();
        let state = replay.state.unwrap();
        assert_eq!(state.table, shift.floor.table);
        state.ledger.agrees_with(&state.table).unwrap();
        assert_eq!(replay.head.sequence, entries.len() as u64);
        assert_eq!(proved(&mut store).unwrap().head, replay.head);
    }
}

#[test]
fn a_restart_from_any_snapshot_is_the_replay() {
    let (_, entries) = written(4, 30);
    for length in (1..entries.len()).step_by(149).chain([entries.len()]) {
        let (entries, snapshot) = with_snapshot(&entries, length);
        for batch_records in [1, 5, 64, 10_000] {
            let mut store = stored(&entries, batch_records);
            let whole = TableReplay::from_start(&mut store, stream()).unwrap();
            store.keep_snapshot(&snapshot).unwrap();
            let again = restarted(&mut store);
            assert!(again == whole, "{length} of {} in {batch_records}", entries.len());
            let found = proved(&mut store).unwrap();
            assert_eq!((found.snapshots, found.unnamed), (1, 0));
        }
    }
}

/// What the proof of the one stream in a store says.
fn proved(store: &mut dyn Store) -> Result<Proved, ReadFault> {
    prove_all(store).map(|proved| proved[0])
}

/// A table made again from snapshots that are all sound.
fn restarted(store: &mut dyn Store) -> TableReplay {
    TableReplay::restart(store, stream(), &mut |fault| panic!("{fault}")).unwrap()
}

#[test]
fn an_empty_stream_has_no_table() {
    let mut store = MemoryStore::new(JOURNAL);
    let replay = restarted(&mut store);
    assert_eq!(replay.head, Head::start(JOURNAL, stream()));
    assert!(replay.state.is_none() && replay.snapshot().is_none());
}

/// A store that shows other frames than were appended, and says that the stream ends elsewhere.
struct Changed {
    inner: MemoryStore,
    first: u64,
    frames: Vec<u8>,
}

impl Changed {
    /// These frames in place of all others; the store remembers the true end.
    fn new(inner: MemoryStore, frames: Vec<u8>) -> Self {
        Self { inner, first: 1, frames }
    }
}

impl Store for Changed {
    fn id(&self) -> JournalId {
        self.inner.id()
    }

    fn append(&mut self, batches: &[Batch]) -> Result<(), StoreFault> {
        self.inner.append(batches)
    }

    fn heads(&mut self) -> Result<BTreeMap<Stream, Head>, StoreFault> {
        self.inner.heads()
    }

    fn read(&mut self, _: Stream, _: u64, visit: &mut Visit<'_>) -> Result<(), StoreFault> {
        if !self.frames.is_empty() {
            let _ = visit(StoredBatch { first: self.first, frames: &self.frames });
        }
        Ok(())
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

/// The frames of a stream, one by one.
fn frames(store: &mut MemoryStore) -> Vec<Vec<u8>> {
    let mut frames = Vec::new();
    let visit = &mut |batch: StoredBatch<'_>| {
        for frame in Frames::new(batch.frames) {
            let frame = frame.unwrap();
            let length = u32::try_from(frame.record.len()).unwrap().to_le_bytes();
            frames.push([&length[..], frame.record, &frame.link.0[..]].concat());
        }
        ControlFlow::Continue(())
    };
    store.read(stream(), 1, visit).unwrap();
    frames
}

/// What is wrong with the chain of these frames, and at which record.
fn found(store: &MemoryStore, frames: &[Vec<u8>]) -> (u64, Problem) {
    let mut store = Changed::new(store.clone(), frames.concat());
    match read_all(&mut store, stream(), Head::start(JOURNAL, stream()), |_| Ok(())) {
        Err(ReadFault::Record { sequence, what, .. }) => (sequence, what),
        other => panic!("found {other:?}"),
    }
}

#[test]
fn a_record_removed_swapped_or_repeated_is_found_where_it_is() {
    let (_, entries) = written(2, 4);
    let mut store = stored(&entries, 50);
    let whole = frames(&mut store);
    for place in 0..whole.len() {
        let sequence = place as u64 + 1;
        let mut removed = whole.clone();
        removed.remove(place);
        let last = sequence == whole.len() as u64;
        match found(&store, &removed) {
            (at, Problem::BrokenLink) => assert!(at == sequence && !last),
            (at, Problem::Missing { .. }) => assert!(at == sequence && last),
            other => panic!("{other:?}"),
        }
        let mut repeated = whole.clone();
        repeated.insert(place, whole[place].clone());
        assert!(
            matches!(found(&store, &repeated), (at, Problem::BrokenLink) if at == sequence + 1)
        );
        if !last {
            let mut swapped = whole.clone();
            swapped.swap(place, place + 1);
            assert!(matches!(found(&store, &swapped), (at, Problem::BrokenLink) if at == sequence));
        }
    }
}

#[test]
fn a_stream_cut_at_any_length_is_found_cut_where_it_is() {
    let (_, entries) = written(6, 2);
    let mut store = stored(&entries, 50);
    let whole = frames(&mut store);
    let mut start = 0;
    for (place, frame) in whole.iter().enumerate() {
        let sequence = place as u64 + 1;
        for length in start..start + frame.len() {
            let (at, what) = found(&store, &[whole.concat()[..length].to_vec()]);
            let between = length == start;
            let named = match what {
                Problem::Missing { .. } => between,
                Problem::CutShort => !between,
                _ => false,
            };
            assert!(named && at == sequence, "cut at {length}: {at} {what}");
            if length > start + 60 && length < start + frame.len() - 60 {
                break;
            }
        }
        start += frame.len();
    }
}

#[test]
fn a_changed_byte_is_found_where_it_is() {
    let (_, entries) = written(7, 3);
    let mut store = stored(&entries, 50);
    let whole = frames(&mut store);
    for (place, frame) in whole.iter().enumerate() {
        // The first record holds a whole rule book; the others are short.
        for byte in (0..frame.len()).filter(|byte| place > 0 || byte % 97 == 0) {
            let mut changed = whole.clone();
            changed[place][byte] ^= 1 << (byte % 8);
            let (at, what) = found(&store, &changed);
            let named = matches!(what, Problem::BrokenLink | Problem::CutShort);
            assert!(named && at == place as u64 + 1, "byte {byte} of record {place}: {at} {what}");
        }
    }
}

/// Entries linked anew, as a forger would.
fn forged(entries: &[Entry]) -> String {
    let mut store = stored(entries, 50);
    TableReplay::from_start(&mut store, stream()).unwrap_err().to_string()
}

#[test]
fn a_stream_that_says_what_cannot_be_is_refused_by_name() {
    let (_, entries) = written(1, 3);
    let whole = entries.len();
    let mut other = entries.clone();
    other[3].stamp.sequence = 9;
    assert_eq!(forged(&other), "table 1, record 4: record 9 is in its place");
    assert_eq!(forged(&entries[1..2]), "table 1, record 1: record 2 is in its place",);
    let mut headless = entries[1..2].to_vec();
    headless[0].stamp.sequence = 1;
    let said = forged(&headless);
    assert_eq!(said, "table 1, record 1: it is the first and does not open the table");
    let mut twice = entries.clone();
    twice.push(Entry { stamp: entries[whole - 1].stamp, body: entries[0].body.clone() });
    twice[whole].stamp.sequence += 1;
    let said = forged(&twice);
    assert_eq!(
        said,
        format!("table 1, record {}: it opens a table that is already open", whole + 1)
    );
}

#[test]
fn an_event_that_cannot_have_happened_is_a_fault_and_no_panic() {
    let (_, mut entries) = written(1, 3);
    let event = Event::Round(RoundEvent::BettingWarned { round: RoundNumber(9) });
    let missed = Event::Seat(SeatEvent::SeatLost { seat: SeatNumber(900) });
    for event in [event, missed] {
        // The table is still being set up: no round is in play.
        let place = 5;
        entries.truncate(place);
        let stamp = Stamp { sequence: 5, ..entries[3].stamp };
        entries[place - 1] = Entry { stamp, body: Body::Happened(vec![event]) };
        let said = forged(&entries);
        assert!(said.starts_with("table 1, record 5: it cannot have happened"), "{said}");
    }
}

#[test]
fn a_stream_under_another_book_than_its_own_is_refused() {
    let (_, entries) = written(0, 2);
    let mut other = entries;
    let Body::Opened(opened) = &mut other[0].body else { panic!("a stream begins so") };
    let id = Library::ids().find(|id| Library::text(id) != Some(&opened.sources.own)).unwrap();
    opened.sources.own = Library::text(id).unwrap().to_owned();
    let said = forged(&other);
    assert!(said.starts_with("table 1, record 1: the stored rule book is "), "{said}");
}

/// What a restart says of the snapshots it set aside; it always makes the table of the records.
fn set_aside(store: &mut dyn Store) -> Vec<String> {
    let whole = TableReplay::from_start(store, stream()).unwrap();
    let mut faults = Vec::new();
    let again = TableReplay::restart(store, stream(), &mut |fault| faults.push(fault.to_string()));
    assert!(again.unwrap() == whole, "the records say what the table is");
    faults
}

fn said(snapshot: &Snapshot, what: &str) -> String {
    format!("table 1, snapshot after record {}: {what}", snapshot.head.sequence)
}

#[test]
fn a_snapshot_that_was_changed_is_set_aside_and_the_records_are_believed() {
    let (_, entries) = written(3, 3);
    let (entries, mut early) = with_snapshot(&entries, 40);
    let (entries, mut late) = with_snapshot(&entries, entries.len());
    let mut store = stored(&entries, 50);
    late.bytes[40] ^= 1;
    store.keep_snapshot(&late).unwrap();
    let of_late = said(&late, "its bytes do not match its hash");
    assert_eq!(set_aside(&mut store), [&of_late[..]]);
    store.keep_snapshot(&early).unwrap();
    assert_eq!(set_aside(&mut store), [&of_late[..]], "the early one will do");
    early.bytes[40] ^= 1;
    store.keep_snapshot(&early).unwrap();
    let of_early = said(&early, "its bytes do not match its hash");
    assert_eq!(set_aside(&mut store), [of_late, of_early]);
}

/// Bytes and hash were replaced in the database, and the start trusted them: anybody who could
/// write there could replace the table's state, or the floor's with its passwords.
#[test]
fn a_forged_snapshot_is_set_aside_whatever_is_right_about_it() {
    let (_, entries) = written(3, 6);
    let (entries, sound) = with_snapshot(&entries, 40);
    let (_, other) = written(5, 4);
    let forged = TableReplay::from_start(&mut stored(&other, 50), stream());
    let forged = forged.unwrap().snapshot().unwrap();
    let (names_another, unnamed) =
        ("the record after it names a different one", "no record names it, so it is not trusted");
    let mut store = stored(&entries, 50);
    let (hash, bytes) = (forged.hash, forged.bytes.clone());
    let replaced = Snapshot { hash, bytes, ..sound.clone() };
    store.keep_snapshot(&replaced).unwrap();
    assert_eq!(set_aside(&mut store), [said(&replaced, names_another)]);
    let problem = proved(&mut store).unwrap_err().to_string();
    assert_eq!(problem, said(&replaced, names_another));
    // At a place where no snapshot was made, at the end, with another link: nothing names it.
    for (place, link) in [(60, None), (entries.len(), None), (40, Some(forged.head.link))] {
        let mut store = stored(&entries, 50);
        let head = TableReplay::from_start(&mut stored(&entries[..place], 50), stream());
        let Head { sequence, link: right } = head.unwrap().head;
        let head = Head { sequence, link: link.unwrap_or(right) };
        let placed = Snapshot { head, ..forged.clone() };
        store.keep_snapshot(&placed).unwrap();
        assert_eq!(set_aside(&mut store), [said(&placed, unnamed)], "{place}");
        assert!(proved(&mut store).is_err(), "{place}");
    }
}

#[test]
fn a_snapshot_from_before_they_were_named_is_not_used_and_no_fault() {
    let (_, entries) = written(3, 6);
    let early = TableReplay::from_start(&mut stored(&entries[..40], 50), stream()).unwrap();
    let early = early.snapshot().unwrap();
    let (entries, late) = with_snapshot(&entries, 60);
    let mut store = stored(&entries, 50);
    store.keep_snapshot(&early).unwrap();
    let unnamed = said(&early, "no record names it, so it is not trusted");
    assert_eq!(set_aside(&mut store), [unnamed]);
    let found = proved(&mut store).unwrap();
    assert_eq!((found.snapshots, found.unnamed), (1, 1));
    store.keep_snapshot(&late).unwrap();
    assert_eq!(set_aside(&mut store), [""; 0], "a newer one is named");
}

#[test]
fn a_record_that_names_a_snapshot_of_another_state_is_found() {
    let (_, entries) = written(3, 3);
    let (mut entries, _) = with_snapshot(&entries, 40);
    let Body::SnapshotNamed(name) = &mut entries[40].body else { panic!("it names one") };
    name.hash = [0; 32];
    let problem = proved(&mut stored(&entries, 50)).unwrap_err().to_string();
    let expected = "table 1, record 41: it names a snapshot that is not the state before it";
    assert_eq!(problem, expected);
    // One in a form that this program does not write cannot be made again; it is
    // named all the same.
    let Body::SnapshotNamed(name) = &mut entries[40].body else { panic!("it names one") };
    name.version = 77;
    assert_eq!(proved(&mut stored(&entries, 50)).unwrap().snapshots, 1);
}

#[test]
fn a_snapshot_is_due_after_enough_records_that_are_much_longer_than_it_was() {
    const TIMES: usize = SnapshotCadence::TIMES_AS_LONG;
    let mut cadence = SnapshotCadence::after(100_000 / TIMES);
    for count in 1..=2_000 {
        cadence.count(&[0; 100]);
        assert_eq!(cadence.is_due(), count >= SnapshotCadence::RECORDS_MIN, "{count}");
    }
    let mut long = SnapshotCadence::after(150_000 / TIMES);
    for _ in 0..1_499 {
        long.count(&[0; 100]);
    }
    assert!(!long.is_due());
    long.count(&[0; 100]);
    assert!(long.is_due());
}
