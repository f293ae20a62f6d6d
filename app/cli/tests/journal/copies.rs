//! `taisai backup` and `taisai restore`: a copy is the journal, and an old one needs a name.

use std::fs;

use taisai_journal::{Journal, Options};
use taisai_testing::house::go_on;

use crate::running::{Folder, done, house, refused, taisai};

/// A journal of which a backup was made halfway.
fn halfway() -> (Folder, String) {
    let folder = Folder::empty();
    let journal =
        Journal::create(&folder.place(), taisai_testing::house::HOUSE, &Options::default());
    let mut journal = journal.unwrap();
    let halves =
        house().iter().map(|(stream, entries)| (*stream, entries[..entries.len() / 2].to_vec()));
    go_on(&mut journal, &halves.collect());
    let backup = folder.file("backup");
    // While it is open to write.
    done(&["backup", &folder.name(), &backup]);
    go_on(&mut journal, house());
    drop(journal);
    (folder, backup)
}

#[test]
fn a_backup_is_the_journal_and_comes_back_as_it_was() {
    let folder = Folder::new();
    let (name, backup) = (folder.name(), folder.file("backup"));
    done(&["backup", &name, &backup]);
    done(&["verify", &backup]);
    let all = |from: &str| done(&["export", from, "--ndjson"]);
    assert_eq!(all(&backup), all(&name));
    let said = taisai(&["backup", &name, &backup]);
    assert!(said.code == 1 && said.err.contains("already"), "{}", said.err);
    fs::remove_file(folder.database()).unwrap();
    done(&["restore", &backup, &name]);
    assert_eq!(all(&backup), all(&name));
    done(&["verify", &name]);
    drop(Journal::open(&folder.place(), &Options::default()).unwrap());
    let said = taisai(&["restore", &backup, &name]);
    assert!(said.code == 1 && said.err.contains("already"), "{}", said.err);
    assert!(!said.err.contains("--accept-old"), "nobody accepts that: {}", said.err);
}

#[test]
fn an_old_backup_is_refused_until_a_named_person_accepts_it() {
    let (folder, backup) = halfway();
    let name = folder.name();
    fs::remove_file(folder.database()).unwrap();
    let said = taisai(&["restore", &backup, &name]);
    assert_eq!(said.code, 1);
    assert!(
        said.err.contains("it is missing") && said.err.contains("--accept-old"),
        "{}",
        said.err
    );
    assert!(!folder.database().exists(), "a refusal leaves nothing behind");
    for missing in [&["--accept-old"][..], &["--accept-old", "--by", "ann"], &["--by", "ann"]] {
        assert_eq!(taisai(&[&["restore", &backup, &name], missing].concat()).code, 2);
    }
    let bad = ["--accept-old", "--by", "Ann Smith", "--reason", "disk lost"];
    assert_eq!(taisai(&[&["restore", &backup, &name][..], &bad].concat()).code, 2);
    let signed = ["--accept-old", "--by", "ann", "--reason", "disk lost, case 118"];
    let said = done(&[&["restore", &backup, &name][..], &signed].concat());
    assert!(said.contains("accepted by ann at 20"), "the time that is stamped: {said}");
    done(&["verify", &name]);
    let floor = done(&["export", &name, "--floor", "--ndjson"]);
    // Once for all streams, in the name of a member of staff.
    assert_eq!(floor.matches("JournalAccepted").count(), 1, "{floor}");
    assert!(floor.contains("disk lost, case 118") && floor.contains("{\"by\":1,"), "{floor}");
    assert_eq!(floor.matches("series-begun").count(), 1, "{floor}");
    let mut journal = Journal::open(&folder.place(), &Options::default()).unwrap();
    journal.rest().unwrap();
}

#[test]
fn a_backup_that_lost_something_is_not_restored() {
    let (folder, backup) = halfway();
    let database = format!("{backup}/journal.db");
    let connection = rusqlite::Connection::open(&database).unwrap();
    let last = "DELETE FROM batch WHERE place = (SELECT max(place) FROM batch)";
    connection.execute(last, []).unwrap();
    drop(connection);
    fs::remove_file(folder.database()).unwrap();
    let signed = ["--accept-old", "--by", "ann", "--reason", "disk lost"];
    let said = taisai(&[&["restore", &backup, &folder.name()][..], &signed].concat());
    assert!(said.code == 1 && said.err.contains("table 8, record"), "{}", said.err);
    assert_eq!(refused(&["verify", &backup])["details"][0]["stream"], "table 8");
}
