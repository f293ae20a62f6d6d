//! Journals of this version, kept for ever: they replay to the state that was recorded with them.
//!
//! `UPDATE=1` writes those that are not there; one that is stays as it is.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use taisai_journal::stored::{Body, Entry};
use taisai_journal::{Batch, Frames, Head, MemoryStore, Store as _, TableReplay};
use taisai_rulebooks::Library;
use taisai_testing::names;
use taisai_testing::scribe::{JOURNAL, entries, stored, stream};
use taisai_testing::shift::Shift;

const ROUNDS: u64 = 40;

/// Where the goldens of this version are; a file `PUBLISHED` there means: never again.
fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/v1")
}

/// The shift under a book, among a few, in which most happens that has not been met yet.
fn richest(book: &str, rounds: u64, met: &BTreeSet<&'static str>) -> Shift {
    let place = Library::ids().position(|id| id == book).unwrap() as u64;
    let shifts = (0..24).map(|turn| {
        let mut shift = Shift::with_journal(place + 8 * turn);
        shift.work(rounds);
        shift
    });
    let kinds = |shift: &Shift| {
        let names = shift.floor.journal.iter().map(|(event, _)| names::event(event));
        let names: BTreeSet<_> = names.collect();
        (names.difference(met).count(), names.len())
    };
    shifts.max_by_key(kinds).unwrap()
}

/// The stored frames of a stream, and what its replay must lead to.
fn written(book: &str, rounds: u64, met: &BTreeSet<&'static str>) -> (Vec<u8>, String) {
    let richest = richest(book, rounds, met);
    let mut store = stored(&entries(book, &richest.floor.journal), usize::MAX);
    let mut frames = Vec::new();
    store
        .read(stream(), 1, &mut |batch| {
            frames.extend_from_slice(batch.frames);
            std::ops::ControlFlow::Continue(())
        })
        .unwrap();
    (frames, outcome(&mut store))
}

/// The end of the stream and the hash of the state it leads to.
fn outcome(store: &mut MemoryStore) -> String {
    let replay = TableReplay::from_start(store, stream()).unwrap();
    let state = replay.state.as_ref().unwrap();
    state.ledger.agrees_with(&state.table).unwrap();
    let mut hash = String::new();
    for byte in replay.snapshot().unwrap().hash {
        write!(hash, "{byte:02x}").unwrap();
    }
    format!("head {}\nstate {hash}\n", replay.head)
}

/// The golden's records in a store again; every link must be the stored one.
fn reopened(frames: &[u8]) -> (MemoryStore, Vec<Entry>) {
    let mut batch = Batch::new(stream(), Head::start(JOURNAL, stream()));
    let mut entries = Vec::new();
    for frame in Frames::new(frames) {
        let frame = frame.unwrap();
        let entry = Entry::decode(frame.record).unwrap();
        assert_eq!(entry.encode(), frame.record, "what is read is written the same");
        entries.push(entry);
        batch.push(frame.record);
        assert_eq!(batch.head().link, frame.link);
    }
    assert_eq!(batch.frames(), frames);
    let mut store = MemoryStore::new(JOURNAL);
    store.append(&[batch]).unwrap();
    (store, entries)
}

/// What could happen later than the first of these journals was written has one of its own, so that
/// the others stay as they are.
const LATER: [(&str, &str, u64); 11] = [
    ("act-seats", "act", ROUNDS),
    ("maryland-waits", "maryland", ROUNDS),
    ("act-rulings", "act", ROUNDS),
    ("act-people", "act", ROUNDS),
    ("act-approvals", "act", ROUNDS),
    // More than a table keeps.
    ("act-recalls", "act", 240),
    ("maryland-displays", "maryland", ROUNDS),
    ("act-cases", "act", 120),
    ("act-things", "act", ROUNDS),
    ("act-places", "act", 240),
    ("maryland-moves", "maryland", ROUNDS),
];

#[test]
fn golden_journals_replay_to_the_recorded_state() {
    let update = std::env::var_os("UPDATE").is_some();
    assert!(!(update && folder().join("PUBLISHED").exists()), "a published version stays as it is");
    let mut met = BTreeSet::new();
    for (name, book, rounds) in Library::ids().map(|book| (book, book, ROUNDS)).chain(LATER) {
        let journal = folder().join(format!("{name}.journal"));
        let recorded = folder().join(format!("{name}.txt"));
        if update && !journal.exists() {
            fs::create_dir_all(folder()).unwrap();
            let (frames, outcome) = written(book, rounds, &met);
            fs::write(&journal, frames).unwrap();
            fs::write(&recorded, outcome).unwrap();
        }
        let (mut store, entries) = reopened(&fs::read(&journal).unwrap());
        assert_eq!(outcome(&mut store), fs::read_to_string(&recorded).unwrap(), "{name}");
        for entry in entries {
            if let Body::Happened(events) = entry.body {
                met.extend(events.iter().map(names::event));
            }
        }
    }
    let never: Vec<_> = names::events().into_iter().filter(|name| !met.contains(name)).collect();
    assert!(never.is_empty(), "in no golden journal: {never:?}");
}
