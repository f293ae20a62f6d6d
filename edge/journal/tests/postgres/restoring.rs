//! Putting a backup into a database: whole, or not there at all.

use std::path::Path;

use taisai_journal::postgres::OpenFault as DatabaseFault;
use taisai_journal::{
    BackupFault, Journal, OpenFault, Options, Place, PostgresOptions, PostgresStore, Stream,
    TableNumber, backup, check_restore, restore,
};
use taisai_testing::cluster::cluster;
use taisai_testing::place::{append, batch, records};

use crate::JOURNAL;

fn streams() -> [Stream; 2] {
    [Stream::Floor, Stream::Table(TableNumber::new(7).unwrap())]
}

/// A journal of two streams, and a backup of it.
fn backed_up(folder: &Path) -> (Journal, std::path::PathBuf) {
    let place = Place::Folder(folder.join("data"));
    let mut journal = Journal::create(&place, JOURNAL, &Options::default()).unwrap();
    for number in 0_u8..20 {
        let ends = |stream| batch(stream, journal.head(stream), &[&[number], b"and another"]);
        let batches = streams().map(ends);
        journal.append(&batches).unwrap();
    }
    let copy = folder.join("copy");
    backup(&place, &Options::default(), &copy).unwrap();
    (journal, copy)
}

#[test]
fn a_backup_is_put_into_a_database_whole() {
    let folder = tempfile::tempdir().unwrap();
    let (mut journal, copy) = backed_up(folder.path());
    let place = Place::Postgres(cluster().database());
    let options = Options::default();
    restore(&copy, &place, &options).unwrap();
    let mut restored = Journal::open(&place, &options).unwrap();
    assert_eq!((restored.id(), restored.heads()), (journal.id(), journal.heads()));
    for stream in streams() {
        assert_eq!(records(restored.store(), stream), records(journal.store(), stream));
    }
    drop(restored);
    let again = restore(&copy, &place, &options);
    assert!(matches!(again, Err(BackupFault::Open(OpenFault::Exists { .. }))));
}

/// What is remembered outside the database belongs to the whole journal, and was compared with the
/// empty one that was to be filled: it was refused, and left there.
#[test]
fn what_is_remembered_of_a_journal_does_not_keep_it_from_being_restored() {
    let folder = tempfile::tempdir().unwrap();
    let (journal, copy) = backed_up(folder.path());
    drop(journal);
    let place = Place::Postgres(cluster().database());
    let sidecar = Some(folder.path().join("data/journal.heads"));
    let options = Options { sidecar, ..Options::default() };
    check_restore(&copy, &place, &options).unwrap();
    restore(&copy, &place, &options).unwrap();
    Journal::open(&place, &options).unwrap();
}

#[test]
fn a_restore_that_was_broken_off_is_no_journal_and_may_begin_again() {
    let folder = tempfile::tempdir().unwrap();
    let (journal, copy) = backed_up(folder.path());
    let url = cluster().database();
    let place = Place::Postgres(url.clone());
    let broken_off = |ended: &dyn Fn()| {
        let asked = PostgresOptions::new("restore");
        let mut store = PostgresStore::restoring(&url, JOURNAL, &asked).unwrap();
        append(&mut store, Stream::Floor, &[b"the first of many"]);
        ended();
    };
    broken_off(&|| {
        let second = restore(&copy, &place, &Options::default());
        let fault = second.unwrap_err().to_string();
        assert!(fault.contains("let it finish"), "another fills it: {fault}");
    });
    for opened in [
        Journal::open(&place, &Options::default()),
        Journal::open_read_only(&place, &Options::default()),
        Journal::create(&place, JOURNAL, &Options::default()),
    ] {
        let Err(OpenFault::Postgres(DatabaseFault::Unfinished)) = opened else {
            panic!("half a journal was opened");
        };
    }
    broken_off(&|| ());
    restore(&copy, &place, &Options::default()).unwrap();
    let restored = Journal::open(&place, &Options::default()).unwrap();
    assert_eq!(restored.heads(), journal.heads());
}
