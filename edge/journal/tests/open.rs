//! A journal opens when it is what is remembered of it, and not otherwise.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::fs;
use std::path::Path;

use taisai_journal::{
    Acceptance, Batch, Journal, JournalId, OpenFault, Options, Place, Stream, TableNumber,
    check_stream,
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
    let head = check_stream(journal.store(), stream, |_, record| {
        found.push(String::from_utf8(record.to_vec()).unwrap());
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
    let mut journal = Journal::found(&place, ID, &Options::default()).unwrap();
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
    let mut journal = Journal::found(&place, ID, &Options::default()).unwrap();
    append(&mut journal, table(1), &["opened"]);
    let second = Journal::open(&place, &Options::default());
    assert!(matches!(second, Err(OpenFault::InUse { .. })));
    let mut other = Journal::look(&place, &Options::default()).unwrap();
    assert_eq!(records(&mut other, table(1)), ["opened"]);
    append(&mut journal, table(1), &["closed"]);
    let batch = Batch::new(table(1), journal.head(table(1)));
    assert!(other.append(&[batch]).is_err());
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
    let mut journal = Journal::found(&place, ID, &Options::default()).unwrap();
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
    assert!(said.contains(&format!("remembered is {new_head}, found is {old_head}")), "{said}");
    assert!(said.contains("named person"), "{said}");

    let acceptance = Acceptance { by: "R. Chan".into(), reason: "disk lost".into() };
    let accept =
        || Journal::accept_old_copy(&place, &Options::default(), acceptance.clone()).unwrap();
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

#[test]
fn a_journal_without_its_heads_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let place = place(folder.path());
    let mut journal = Journal::found(&place, ID, &Options::default()).unwrap();
    append(&mut journal, table(7), &["opened"]);
    drop(journal);
    fs::remove_file(folder.path().join("data/journal.heads")).unwrap();
    let said = refusal(&place);
    assert!(said.contains("the heads of the journal are missing"), "{said}");
}
