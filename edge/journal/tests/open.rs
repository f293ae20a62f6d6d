//! A journal opens when it is what is remembered of it, and not otherwise.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::fs;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use taisai_journal::sidecar::{SLOT_STEP, Size};
use taisai_journal::{
    Acceptance, BackupFault, Batch, Head, Journal, JournalId, OpenFault, Options, Place, Snapshot,
    Stream, TableNumber, backup, check_heads, read_all, restore,
};

const ID: JournalId = JournalId(*b"the first floor.");

fn table(number: u32) -> Stream {
    Stream::Table(TableNumber::new(number).unwrap())
}

fn place(folder: &Path) -> Place {
    Place::Folder(folder.join("data"))
}

fn append(journal: &mut Journal, stream: Stream, records: &[&str]) {
    let mut batch = Batch::new(stream, journal.head(stream));
    for record in records {
        batch.push(record.as_bytes());
    }
    journal.append(&[batch]).unwrap();
}

/// Every record of a stream, believed only with its link.
fn records(journal: &mut Journal, stream: Stream) -> Vec<String> {
    let mut found = Vec::new();
    let start = Head::start(journal.id(), stream);
    let head = read_all(journal.store(), stream, start, |record| {
        found.push(String::from_utf8(record.bytes.to_vec()).unwrap());
        Ok(())
    });
    assert_eq!(head.unwrap(), journal.head(stream));
    found
}

fn refusal(place: &Place) -> String {
    match Journal::open(place, &Options::default()) {
        Ok(_) => panic!("the journal opens"),
        Err(fault) => fault.to_string(),
    }
}

#[test]
fn what_was_appended_is_found_again() {
    let folder = tempfile::tempdir().unwrap();
    let place = place(folder.path());
    let mut journal = Journal::create(&place, ID, &Options::default()).unwrap();
    append(&mut journal, table(1), &["opened", "bet"]);
    append(&mut journal, Stream::Floor, &["shift"]);
    append(&mut journal, table(1), &["closed"]);
    drop(journal);
    let mut journal = Journal::open(&place, &Options::default()).unwrap();
    assert_eq!(records(&mut journal, table(1)), ["opened", "bet", "closed"]);
    assert_eq!(records(&mut journal, Stream::Floor), ["shift"]);
    assert_eq!(journal.id(), ID);
}

#[test]
fn only_one_writes_and_others_look() {
    let folder = tempfile::tempdir().unwrap();
    let place = place(folder.path());
    let mut journal = Journal::create(&place, ID, &Options::default()).unwrap();
    append(&mut journal, table(1), &["opened"]);
    let second = Journal::open(&place, &Options::default());
    assert!(matches!(second, Err(OpenFault::InUse { .. })));
    let mut other = Journal::open_read_only(&place, &Options::default()).unwrap();
    assert_eq!(records(&mut other, table(1)), ["opened"]);
    // A record that fits, so that nothing but the way it was opened can refuse it.
    let mut batch = Batch::new(table(1), other.head(table(1)));
    batch.push(b"forged");
    let said = other.append(&[batch]).unwrap_err().to_string();
    assert!(said.contains("opened read-only"), "{said}");
    append(&mut journal, table(1), &["closed"]);
    assert_eq!(records(&mut journal, table(1)), ["opened", "closed"]);
}

/// A copy of a folder as it is now, of a journal that nobody has open.
fn copied(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for file in fs::read_dir(from).unwrap() {
        let file = file.unwrap();
        fs::copy(file.path(), to.join(file.file_name())).unwrap();
    }
}

#[test]
fn an_old_copy_is_refused_until_a_named_person_accepts_it() {
    let folder = tempfile::tempdir().unwrap();
    let place = place(folder.path());
    let (data, old) = (folder.path().join("data"), folder.path().join("old"));
    let mut journal = Journal::create(&place, ID, &Options::default()).unwrap();
    append(&mut journal, table(7), &["opened"]);
    let old_head = journal.head(table(7));
    drop(journal);
    copied(&data, &old);
    let mut journal = Journal::open(&place, &Options::default()).unwrap();
    append(&mut journal, table(7), &["bet"]);
    let new_head = journal.head(table(7));
    drop(journal);
    fs::copy(old.join("journal.db"), data.join("journal.db")).unwrap();
    let said = refusal(&place);
    assert!(said.contains("table 7, record 2: it is missing"), "{said}");
    assert!(said.contains(&format!("remembered {new_head}, found {old_head}")), "{said}");
    assert!(said.contains("named person"), "{said}");

    let acceptance = Acceptance { by: "R. Chan".into(), reason: "disk lost".into() };
    let accept = || Journal::accept_old_copy(&place, &Options::default(), &acceptance).unwrap();
    let accepted = accept().accepted().unwrap().clone();
    assert_eq!(accepted.acceptance, acceptance);
    assert_eq!(accepted.remembered.unwrap()[&table(7)], new_head);
    assert_eq!(accepted.found[&table(7)], old_head);
    // Nothing was appended, so nobody has recorded it, so it is not accepted yet.
    assert_eq!(refusal(&place), said);
    let mut journal = accept();
    append(&mut journal, Stream::Floor, &["R. Chan accepted an old copy"]);
    append(&mut journal, table(7), &["another bet"]);
    drop(journal);
    let mut journal = Journal::open(&place, &Options::default()).unwrap();
    assert_eq!(journal.accepted(), None);
    assert_eq!(records(&mut journal, table(7)), ["opened", "another bet"]);
}

/// A journal of these batches in a folder of its own.
fn journal_of(folder: &Path, id: JournalId, batches: &[&[&str]]) -> Place {
    let place = Place::Folder(folder.to_owned());
    let mut journal = Journal::create(&place, id, &Options::default()).unwrap();
    for records in batches {
        append(&mut journal, table(1), records);
    }
    place
}

/// What is said of a journal of these batches under the heads of another.
fn refusal_under(batches: &[&[&str]], other: JournalId, of_other: &[&[&str]]) -> String {
    let folder = tempfile::tempdir().unwrap();
    let (ours, others) = (folder.path().join("ours"), folder.path().join("other"));
    let place = journal_of(&ours, ID, batches);
    journal_of(&others, other, of_other);
    fs::copy(others.join("journal.heads"), ours.join("journal.heads")).unwrap();
    refusal(&place)
}

#[test]
fn the_heads_of_another_journal_are_found_out_even_before_its_first_record() {
    let said = refusal_under(&[], JournalId(*b"the second floor"), &[]);
    assert!(said.contains("do not belong together"), "{said}");
}

/// One batch more than is remembered is what a crash leaves, but only after the record that is.
#[test]
fn a_journal_that_was_written_anew_under_its_own_heads_is_found_out() {
    let said = refusal_under(&[&["forged"], &["and more"]], ID, &[&["true"]]);
    assert!(said.contains("record 1"), "{said}");
}

#[test]
fn a_journal_without_its_heads_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let place = place(folder.path());
    let mut journal = Journal::create(&place, ID, &Options::default()).unwrap();
    append(&mut journal, table(7), &["opened"]);
    drop(journal);
    fs::remove_file(folder.path().join("data/journal.heads")).unwrap();
    let said = refusal(&place);
    assert!(said.contains("the heads of the journal are missing"), "{said}");
}

/// Table 7 with this many rounds, then a backup, then as many rounds again; still open.
fn backed_up(folder: &Path) -> (Journal, PathBuf) {
    let mut journal = Journal::create(&place(folder), ID, &Options::default()).unwrap();
    for round in 0..20 {
        append(&mut journal, table(7), &["opened", &format!("round {round}")]);
    }
    for sequence in [10, 20, 30, 40] {
        let head = Head { sequence, ..journal.head(table(7)) };
        let bytes = vec![7; 1000];
        let snapshot = Snapshot { stream: table(7), head, hash: [1; 32], bytes };
        journal.keep_snapshot(&snapshot).unwrap();
    }
    let copy = folder.join("copy");
    let heads = backup(&place(folder), &Options::default(), &copy).unwrap();
    assert_eq!(&heads, journal.heads());
    append(&mut journal, table(7), &["after the backup"]);
    (journal, copy)
}

#[test]
fn a_running_journal_is_backed_up_and_the_copy_is_whole() {
    let folder = tempfile::tempdir().unwrap();
    let (mut journal, copy) = backed_up(folder.path());
    let mut copied =
        Journal::open_read_only(&Place::Folder(copy.clone()), &Options::default()).unwrap();
    let found = records(&mut copied, table(7));
    assert_eq!(found, records(&mut journal, table(7))[..40]);
    assert_eq!(
        copied.snapshots(table(7)).unwrap(),
        journal.snapshots(table(7)).unwrap(),
        "marks of all, bytes of the last few"
    );
    let bytes = |journal: &mut Journal| journal.snapshot(table(7), 40).unwrap().unwrap().bytes;
    assert_eq!(bytes(&mut copied), bytes(&mut journal));
    let said = refusal(&Place::Folder(copy));
    assert!(said.contains("this is a backup"), "{said}");
}

#[test]
fn a_restored_old_copy_is_refused_because_of_the_head() {
    let folder = tempfile::tempdir().unwrap();
    let (journal, copy) = backed_up(folder.path());
    drop(journal);
    let place = place(folder.path());
    let there = restore(&copy, &place, &Options::default());
    assert!(matches!(there, Err(BackupFault::Open(OpenFault::Exists { .. }))));
    fs::remove_file(folder.path().join("data/journal.db")).unwrap();
    restore(&copy, &place, &Options::default()).unwrap();
    let said = refusal(&place);
    assert!(said.contains("table 7, record 41: it is missing"), "{said}");
    let acceptance = Acceptance { by: "R. Chan".into(), reason: "disk lost".into() };
    let options = Options::default();
    let mut journal = Journal::accept_old_copy(&place, &options, &acceptance).unwrap();
    append(&mut journal, Stream::Floor, &["accepted"]);
    drop(journal);
    Journal::open(&place, &options).unwrap();
}

#[test]
fn a_broken_journal_is_not_backed_up() {
    let folder = tempfile::tempdir().unwrap();
    let (journal, _) = backed_up(folder.path());
    drop(journal);
    let database = folder.path().join("data/journal.db");
    let connection = rusqlite::Connection::open(database).unwrap();
    connection.execute("DELETE FROM batch WHERE (place & 0xffff) = 5", []).unwrap();
    drop(connection);
    let copy = folder.path().join("second");
    let fault = backup(&place(folder.path()), &Options::default(), &copy).unwrap_err();
    let said = fault.to_string();
    assert!(said.contains("table 7, record 5: it is missing; record 7 follows"), "{said}");
    assert!(!copy.exists());
}

#[test]
fn the_heads_may_lie_elsewhere_and_grow() {
    let folder = tempfile::tempdir().unwrap();
    let elsewhere = tempfile::tempdir().unwrap();
    let sidecar = Some(elsewhere.path().join("floor.heads"));
    let size = Size { slot_bytes: SLOT_STEP, copied_max: 1000 };
    let options = Options { sidecar, size, ..Options::default() };
    let place = place(folder.path());
    let mut journal = Journal::create(&place, ID, &options).unwrap();
    for number in 1..=300 {
        append(&mut journal, table(number), &["opened"]);
    }
    append(&mut journal, table(1), &[&"a long one".repeat(1000)]);
    drop(journal);
    check_heads(&place, &options).unwrap();
    let journal = Journal::open(&place, &options).unwrap();
    assert_eq!(journal.heads().len(), 300);
    assert!(!folder.path().join("data/journal.heads").exists());
}

#[test]
fn several_batches_of_a_stream_become_one() {
    let folder = tempfile::tempdir().unwrap();
    let mut journal = Journal::create(&place(folder.path()), ID, &Options::default()).unwrap();
    let mut first = Batch::new(table(1), journal.head(table(1)));
    first.push(b"opened");
    let mut second = Batch::new(table(1), first.head());
    second.push(b"bet");
    journal.append(&[first, second]).unwrap();
    let mut found = Vec::new();
    let read = journal.read(table(1), 1, &mut |stored| {
        found.push(stored.first);
        ControlFlow::Continue(())
    });
    read.unwrap();
    assert_eq!(found, [1]);
    assert_eq!(records(&mut journal, table(1)), ["opened", "bet"]);
}
