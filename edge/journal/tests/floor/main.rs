//! The floor's stream: every event written down and read again, and the floor made again from them.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod banks;
mod large;
mod samples;

use std::fs;
use std::path::Path;

use samples::samples;
use taisai_floor::{Asker, Command, Event, Floor, PasswordHash, Request, TableId};
use taisai_journal::stored::{
    Actor, Body, Entry, SnapshotName, Stamp, TableState, decode_floor, encode_floor, shapes,
};
use taisai_journal::{
    Batch, FloorReplay, Frames, Head, JournalId, MemoryStore, Snapshot, Store as _, Stream,
    prove_all,
};
use taisai_table::{RequestId, SessionId};
use taisai_testing::values::{NOON, config, digest, name, password, time, title};

const JOURNAL: JournalId = JournalId(*b"journal of tests");

fn entry(sequence: u64, from: Asker, events: Vec<Event>) -> Entry {
    let (actor, session, request) = (Actor::from(from), SessionId(0), RequestId(sequence));
    let stamp = Stamp { sequence, time: time(NOON), actor, session, request };
    Entry { stamp, body: Body::FloorHappened(events) }
}

fn batch_of(entries: &[Entry]) -> Batch {
    let mut batch = Batch::new(Stream::Floor, Head::start(JOURNAL, Stream::Floor));
    for entry in entries {
        batch.push(&entry.encode());
    }
    batch
}

/// The code of an event is its place in the list, the first byte after the count of one.
fn code_of(event: &Event) -> usize {
    let record = entry(1, Asker::Host, vec![event.clone()]).encode();
    let empty = entry(1, Asker::Host, Vec::new()).encode();
    usize::from(record[empty.len()])
}

#[test]
fn every_event_is_the_same_after_it_was_stored() {
    let mut codes = std::collections::BTreeSet::new();
    for (place, event) in samples().into_iter().enumerate() {
        codes.insert(code_of(&event));
        let entry = entry(place as u64 + 1, Asker::Host, vec![event]);
        assert_eq!(Entry::decode(&entry.encode()).as_ref(), Ok(&entry));
    }
    let shape = shapes().into_iter().find(|shape| shape.name == "FloorEvent").unwrap();
    assert_eq!(codes, (0..shape.variants.len()).collect(), "a sample of every event");
}

/// `UPDATE=1` writes it anew, which is right only as long as no release has written the version.
#[test]
fn the_golden_journal_is_read_and_written_the_same() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/v1");
    let path = folder.join("floor-events.journal");
    let samples = samples().into_iter().zip(1..);
    let entries: Vec<Entry> =
        samples.map(|(event, sequence)| entry(sequence, Asker::Host, vec![event])).collect();
    if std::env::var_os("UPDATE").is_some() {
        assert!(!folder.join("PUBLISHED").exists(), "a published version stays as it is");
        fs::write(&path, batch_of(&entries).frames()).unwrap();
    }
    let golden = fs::read(&path).unwrap();
    let mut batch = batch_of(&[]);
    for (frame, sample) in Frames::new(&golden).zip(&entries) {
        let record = frame.unwrap().record;
        assert_eq!(Entry::decode(record).as_ref(), Ok(sample));
        batch.push(record);
    }
    assert!(batch.frames() == golden, "every record, in its order, with its link");
}

/// A few requests, and what followed from each.
fn story() -> (Floor, Vec<Entry>) {
    let mut floor = Floor::new();
    let mut entries = Vec::new();
    let tables = [1, 2, 3].map(|table| {
        let (name, book) = (title(&format!("Table {table}")), title("act"));
        Command::AddTable { table: TableId(table), name, config: config("USD"), book }
    });
    let administrators = ["ann", "bea"]
        .map(|who| Command::AddAdministrator { name: name(who), password: password(0) });
    let staff = taisai_table::StaffId(1);
    let log_in = [Command::OpenSession { staff, token: digest(1) }];
    for command in administrators.into_iter().chain(tables).chain(log_in) {
        let id = RequestId(entries.len() as u64 + 1);
        let request = Request { from: Asker::Host, id, command };
        let events = floor.decide(&request, time(NOON)).unwrap();
        for event in &events {
            floor.apply(event, time(NOON));
        }
        entries.push(entry(id.0, Asker::Host, events));
    }
    (floor, entries)
}

/// A store with a story in it, and a snapshot of its first three records, which the fourth names.
fn with_snapshot(entries: &[Entry]) -> (MemoryStore, Snapshot) {
    let mut store = MemoryStore::new(JOURNAL);
    let first = batch_of(&entries[..3]);
    store.append(std::slice::from_ref(&first)).unwrap();
    let snapshot = FloorReplay::from_start(&mut store, Stream::Floor).unwrap().snapshot().unwrap();
    let name = Body::SnapshotNamed(SnapshotName::of(&snapshot.bytes));
    let name = Entry { body: name, ..entry(4, Asker::Host, Vec::new()) };
    let mut rest = Batch::new(Stream::Floor, first.head());
    rest.push(&name.encode());
    for entry in &entries[3..] {
        let stamp = Stamp { sequence: entry.stamp.sequence + 1, ..entry.stamp };
        rest.push(&Entry { stamp, body: entry.body.clone() }.encode());
    }
    store.append(&[rest]).unwrap();
    (store, snapshot)
}

#[test]
fn a_replay_is_the_floor_that_wrote_the_stream() {
    let (floor, entries) = story();
    let (mut store, snapshot) = with_snapshot(&entries);
    let whole = FloorReplay::from_start(&mut store, Stream::Floor).unwrap();
    assert!(whole.state == floor);
    assert_eq!(decode_floor(&encode_floor(&floor)), Ok(floor));
    store.keep_snapshot(&snapshot).unwrap();
    let sound = FloorReplay::restart(&mut store, Stream::Floor, &mut |fault| panic!("{fault}"));
    assert!(sound.unwrap() == whole);
    let mut changed = snapshot.clone();
    changed.bytes[3] ^= 1;
    store.keep_snapshot(&changed).unwrap();
    let mut seen = Vec::new();
    let again =
        FloorReplay::restart(&mut store, Stream::Floor, &mut |fault| seen.push(fault.to_string()));
    assert!(again.unwrap() == whole, "the records say what the floor is");
    assert_eq!(seen, ["floor, snapshot after record 3: its bytes do not match its hash"]);
}

/// Bytes and hash were replaced in the database, and the start took them: the first administrator
/// had another password.
#[test]
fn another_password_in_a_forged_snapshot_is_not_believed() {
    let (_, entries) = story();
    let (mut store, snapshot) = with_snapshot(&entries);
    let floor = decode_floor(&snapshot.bytes).unwrap();
    let mut image = floor.image();
    image.staff[0].1.password = taisai_floor::Password::Own(
        PasswordHash::new("$argon2id$v=19$the-attacker-knows").unwrap(),
    );
    let bytes = encode_floor(&Floor::from_image(image).unwrap());
    let forged = Snapshot { hash: TableState::hash_of(&bytes), bytes, ..snapshot };
    store.keep_snapshot(&forged).unwrap();
    let whole = FloorReplay::from_start(&mut store, Stream::Floor).unwrap();
    let mut seen = Vec::new();
    let again =
        FloorReplay::restart(&mut store, Stream::Floor, &mut |fault| seen.push(fault.to_string()));
    assert!(again.unwrap() == whole, "the records say what the password is");
    let said = "floor, snapshot after record 3: the record after it names a different one";
    assert_eq!(seen, [said]);
    let proved = prove_all(&mut store).unwrap_err().to_string();
    assert_eq!(proved, said, "verifying the journal reports it");
}

#[test]
fn a_floor_snapshot_with_any_byte_changed_is_a_floor_or_a_fault() {
    let bytes = encode_floor(&story().0);
    for place in 0..bytes.len() {
        for change in [1, 0x40, 0x80, 0xff] {
            let mut changed = bytes.clone();
            changed[place] ^= change;
            drop(decode_floor(&changed));
        }
    }
}

#[test]
fn a_record_of_a_table_does_not_belong_to_the_floor() {
    let mut store = MemoryStore::new(JOURNAL);
    let mut other = entry(1, Asker::Host, Vec::new());
    other.body = Body::Happened(Vec::new());
    store.append(&[batch_of(&[other])]).unwrap();
    let said = FloorReplay::from_start(&mut store, Stream::Floor).unwrap_err().to_string();
    assert_eq!(said, "floor, record 1: it belongs to a stream of another kind");
}
