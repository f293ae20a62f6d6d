//! A journal that does not open stays as it is: every file, every byte, and no file more.
//!
//! One flipped bit in a live log: the start was refused with "keep everything as it is", but the
//! log, with acknowledged records in it, had been moved into the database and removed before the
//! heads were compared.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::collections::BTreeMap;
use std::fs;
use std::ops::ControlFlow;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use sha2::{Digest, Sha256};
use taisai_journal::{
    Acceptance, Batch, Head, HeadsFault, Journal, JournalId, OpenFault, Options, Place, Projector,
    ReadFault, Store, StoreFault, Stream, TableNumber, backup, check_heads, check_restore, examine,
    mending, read_all, restore,
};

const ID: JournalId = JournalId(*b"the first floor.");

fn table(number: u32) -> Stream {
    Stream::Table(TableNumber::new(number).unwrap())
}

/// Reads a stream to its end.
fn whole(store: &mut dyn Store, stream: Stream) -> Result<Head, ReadFault> {
    let start = Head::start(store.id(), stream);
    read_all(store, stream, start, |_| Ok(()))
}

/// How many records the first table has.
fn count(journal: &mut Journal) -> u64 {
    whole(journal.store(), table(1)).unwrap().sequence
}

fn place(folder: &Path) -> Place {
    Place::Folder(folder.to_owned())
}

fn append(journal: &mut Journal, stream: Stream, record: &str) {
    let mut batch = Batch::new(stream, journal.head(stream));
    batch.push(record.as_bytes());
    journal.append(&[batch]).unwrap();
}

/// Every file under a folder: its path, its length, the hash of its bytes.
fn files(folder: &Path) -> BTreeMap<PathBuf, (usize, [u8; 32])> {
    let mut found = BTreeMap::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.insert(path.clone(), (0, [0; 32]));
            found.extend(files(&path));
        } else {
            let bytes = fs::read(&path).unwrap();
            found.insert(path, (bytes.len(), Sha256::digest(&bytes).into()));
        }
    }
    found
}

/// The files of a journal whose process was killed: everything acknowledged is in the log.
fn killed(folder: &Path, records: usize) -> PathBuf {
    let (live, killed) = (folder.join("live"), folder.join("killed"));
    let mut journal = Journal::create(&place(&live), ID, &Options::default()).unwrap();
    for record in 0..records {
        append(&mut journal, table(1), &format!("bet {record}"));
    }
    fs::create_dir(&killed).unwrap();
    for file in fs::read_dir(&live).unwrap() {
        let file = file.unwrap();
        fs::copy(file.path(), killed.join(file.file_name())).unwrap();
    }
    set_mode(&killed, 0o700);
    drop(journal);
    fs::remove_dir_all(live).unwrap();
    killed
}

const FRAME: usize = 24 + 4096;

/// Flips one bit in the middle of a frame of the log.
fn flip_in_log(folder: &Path, frame: usize) {
    let log = folder.join("journal.db-wal");
    let mut bytes = fs::read(&log).unwrap();
    assert!(32 + (frame + 1) * FRAME <= bytes.len(), "the log has no frame {frame}");
    bytes[32 + frame * FRAME + 24 + 2_000] ^= 4;
    fs::write(&log, bytes).unwrap();
}

fn refused(folder: &Path, why: impl Fn(&OpenFault) -> bool) {
    let before = files(folder);
    let fault = Journal::open(&place(folder), &Options::default()).unwrap_err();
    assert!(why(&fault), "{fault:?}");
    assert_eq!(files(folder), before, "{fault}");
}

fn by_heads(why: impl Fn(&HeadsFault) -> bool) -> impl Fn(&OpenFault) -> bool {
    move |fault| matches!(fault, OpenFault::Heads { fault, .. } if why(fault))
}

#[test]
fn a_flipped_bit_in_a_live_log_leaves_the_log_as_it_is() {
    let folder = tempfile::tempdir().unwrap();
    let killed = killed(folder.path(), 5);
    flip_in_log(&killed, 2);
    refused(&killed, by_heads(|fault| matches!(fault, HeadsFault::Behind { .. })));
    let log = fs::metadata(killed.join("journal.db-wal")).unwrap();
    assert!(log.len() > 0, "the acknowledged records are still there");
}

#[test]
fn a_killed_journal_opens_with_everything_that_was_acknowledged() {
    let folder = tempfile::tempdir().unwrap();
    let killed = killed(folder.path(), 5);
    let mut journal = Journal::open(&place(&killed), &Options::default()).unwrap();
    let mut records = 0;
    records += count(&mut journal);
    assert_eq!(records, 5);
}

/// What can be wrong between a journal and its heads: how it comes about, and how it is called.
type Case = (&'static str, fn(&Path), fn(&HeadsFault) -> bool);

const CASES: [Case; 7] = [
    (
        "the heads are missing",
        |folder| fs::remove_file(folder.join("journal.heads")).unwrap(),
        |fault| matches!(fault, HeadsFault::Unreadable(_)),
    ),
    (
        "the heads are damaged",
        |folder| fs::write(folder.join("journal.heads"), b"nothing").unwrap(),
        |fault| matches!(fault, HeadsFault::Unreadable(_)),
    ),
    ("the heads are another journal's", other_heads, |fault| {
        matches!(fault, HeadsFault::OtherJournal { .. })
    }),
    (
        "the log is gone",
        |folder| fs::remove_file(folder.join("journal.db-wal")).unwrap(),
        |fault| matches!(fault, HeadsFault::Behind { .. }),
    ),
    (
        "the log ends too early",
        |folder| {
            let log = fs::File::options().write(true).open(folder.join("journal.db-wal"));
            log.unwrap().set_len(32 + 2 * FRAME as u64).unwrap();
        },
        |fault| matches!(fault, HeadsFault::Behind { .. }),
    ),
    ("the heads are older than a crash can leave them", old_heads, |fault| {
        matches!(fault, HeadsFault::Ahead { .. })
    }),
    ("a remembered record is another one", other_records, |fault| {
        matches!(fault, HeadsFault::Differs { .. })
    }),
];

/// Another journal in a folder of its own, closed.
fn other_journal(folder: &Path, id: JournalId, records: usize) -> PathBuf {
    let other = folder.join("other");
    let mut journal = Journal::create(&place(&other), id, &Options::default()).unwrap();
    for record in 0..records {
        append(&mut journal, table(1), &format!("another bet {record}"));
    }
    other
}

fn other_heads(folder: &Path) {
    let other = other_journal(folder, JournalId([9; 16]), 1);
    fs::copy(other.join("journal.heads"), folder.join("journal.heads")).unwrap();
    fs::remove_dir_all(other).unwrap();
}

fn old_heads(folder: &Path) {
    let heads = folder.join("journal.heads");
    let old = fs::read(&heads).unwrap();
    let mut journal = Journal::open(&place(folder), &Options::default()).unwrap();
    append(&mut journal, table(1), "one more");
    append(&mut journal, table(1), "and one more");
    drop(journal);
    fs::write(heads, old).unwrap();
}

fn other_records(folder: &Path) {
    let other = other_journal(folder, ID, 9);
    for file in ["journal.db", "journal.db-wal", "journal.db-shm"] {
        fs::remove_file(folder.join(file)).unwrap();
    }
    fs::copy(other.join("journal.db"), folder.join("journal.db")).unwrap();
    fs::remove_dir_all(other).unwrap();
}

#[test]
fn every_refusal_by_the_heads_leaves_the_folder_as_it_is() {
    for (what, spoil, is) in CASES {
        let folder = tempfile::tempdir().unwrap();
        let killed = killed(folder.path(), 5);
        spoil(&killed);
        refused(&killed, by_heads(is));
        // Reading a refused journal leaves it as it is, too.
        let before = files(&killed);
        let (of, options) = (place(&killed), Options::default());
        check_heads(&of, &options).unwrap_err();
        assert_eq!(files(&killed), before, "{what}: after check_heads");
        let _ = examine(&of, &options, whole);
        assert_eq!(files(&killed), before, "{what}: after examine");
        let _ = backup(&of, &options, &folder.path().join("copy"));
        assert_eq!(files(&killed), before, "{what}: after backup");
        Projector::open(&of, &options).unwrap_err();
        assert_eq!(files(&killed), before, "{what}: after project");
    }
}

#[test]
fn a_backup_is_refused_and_stays_as_it_is() {
    let folder = tempfile::tempdir().unwrap();
    let killed = killed(folder.path(), 3);
    let copy = folder.path().join("copy");
    backup(&place(&killed), &Options::default(), &copy).unwrap();
    refused(&copy, by_heads(|fault| matches!(fault, HeadsFault::IsCopy)));
}

#[test]
fn a_damaged_database_stays_as_it_is() {
    let folder = tempfile::tempdir().unwrap();
    let killed = killed(folder.path(), 3);
    fs::remove_file(killed.join("journal.db-wal")).unwrap();
    fs::write(killed.join("journal.db"), vec![7; 8192]).unwrap();
    refused(&killed, |fault| matches!(fault, OpenFault::Store(StoreFault::Damaged(_))));
}

/// Puts something else in the place of a file.
type Spoiling<'a> = &'a dyn Fn(&Path);

/// SQLite takes a file of no byte, or of one, for a new database and removes the log beside it:
/// with an empty journal.db a look alone removed the acknowledged records.
#[test]
#[expect(clippy::too_many_lines, reason = "one way to spoil a file after another")]
fn what_is_no_database_is_refused_and_its_log_stays() {
    type Spoil = fn(&Path);
    let put = |bytes: &[u8]| {
        let bytes = bytes.to_vec();
        move |database: &Path| fs::write(database, &bytes).unwrap()
    };
    let (empty, one, short) = (put(b""), put(b"S"), put(&[b'S'; 100]));
    let (zeroes, other) = (put(&[0; 8192]), put(&[7; 8192]));
    let folder: Spoil = |database| {
        fs::remove_file(database).unwrap();
        fs::create_dir(database).unwrap();
        set_mode(database, 0o700);
    };
    let link: Spoil = |database| {
        let elsewhere = database.with_file_name("elsewhere.db");
        fs::rename(database, &elsewhere).unwrap();
        std::os::unix::fs::symlink(&elsewhere, database).unwrap();
    };
    let cases: [(Spoiling<'_>, &str); 7] = [
        (&empty, "is empty"),
        (&one, "is cut short: it has 1 bytes"),
        (&short, "is cut short: it has 100 bytes"),
        (&zeroes, "is no SQLite database"),
        (&other, "is no SQLite database"),
        (&folder, "is no file"),
        (&link, "is a link"),
    ];
    for (spoil, what) in cases {
        let folder = tempfile::tempdir().unwrap();
        let killed = killed(folder.path(), 3);
        let database = killed.join("journal.db");
        let right = fs::read(&database).unwrap();
        spoil(&database);
        let says = |fault: &dyn std::fmt::Display| {
            let text = fault.to_string();
            assert!(text.contains(what) && text.contains("journal.db-wal has"), "{text}");
        };
        refused(&killed, |fault| {
            says(fault);
            true
        });
        let before = files(&killed);
        let (of, options) = (place(&killed), Options::default());
        let by = Acceptance { by: "ann".to_owned(), reason: "the only copy".to_owned() };
        says(&Journal::accept_old_copy(&of, &options, &by).unwrap_err());
        says(&Journal::open_read_only(&of, &options).unwrap_err());
        says(&check_heads(&of, &options).unwrap_err());
        says(&examine(&of, &options, whole).unwrap_err());
        says(&backup(&of, &options, &folder.path().join("copy")).unwrap_err());
        Projector::open(&of, &options).unwrap_err();
        restore(&killed, &place(&folder.path().join("new")), &options).unwrap_err();
        assert_eq!(files(&killed), before, "{what}");
        // With the right file in its place nothing is missing.
        if database.is_dir() {
            fs::remove_dir(&database).unwrap();
        } else {
            fs::remove_file(&database).unwrap();
        }
        fs::write(&database, right).unwrap();
        set_mode(&database, 0o600);
        let mut journal = Journal::open(&of, &options).unwrap();
        assert_eq!(count(&mut journal), 3, "{what}");
    }
}

/// A value of another type was once reported in SQLite's words.
#[test]
fn a_value_of_another_type_is_reported_in_our_words() {
    for (change, what) in [
        ("UPDATE meta SET value = 'one' WHERE name = 'schema'", "schema in the table meta is text"),
        (
            "UPDATE meta SET value = 7 WHERE name = 'journal'",
            "journal in the table meta is integer",
        ),
        ("DELETE FROM meta WHERE name = 'schema'", "the table meta has no value of schema"),
        ("DROP TABLE meta", "a table of the journal is missing: meta"),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let data = folder.path().join("data");
        drop(Journal::create(&place(&data), ID, &Options::default()).unwrap());
        let database = rusqlite::Connection::open(data.join("journal.db")).unwrap();
        database.execute_batch(change).unwrap();
        drop(database);
        let text = Journal::open(&place(&data), &Options::default()).unwrap_err().to_string();
        assert!(text.contains(what), "{text}");
    }
}

#[test]
fn where_only_the_key_of_the_vouchers_is_left_there_was_a_journal() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    fs::create_dir(&data).unwrap();
    fs::write(data.join("vouchers.key"), [7; 32]).unwrap();
    refused(&data, |fault| {
        let text = fault.to_string();
        matches!(fault, OpenFault::DatabaseMissing { .. }) && text.contains("vouchers.key is there")
    });
}

#[test]
fn a_journal_in_use_is_refused_and_no_file_is_made() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let mut journal = Journal::create(&place(&data), ID, &Options::default()).unwrap();
    append(&mut journal, table(1), "bet");
    refused(&data, |fault| matches!(fault, OpenFault::InUse { .. }));
    drop(journal);
}

#[test]
fn nothing_is_founded_where_the_log_or_the_heads_of_a_journal_lie() {
    for lost in [&["journal.db"][..], &["journal.db", "journal.db-wal"]] {
        let folder = tempfile::tempdir().unwrap();
        let killed = killed(folder.path(), 3);
        for file in lost {
            fs::remove_file(killed.join(file)).unwrap();
        }
        refused(&killed, |fault| matches!(fault, OpenFault::DatabaseMissing { .. }));
        let before = files(&killed);
        let founded = Journal::create(&place(&killed), ID, &Options::default());
        assert!(matches!(founded, Err(OpenFault::DatabaseMissing { .. })), "{founded:?}");
        assert_eq!(files(&killed), before, "{lost:?}");
    }
}

#[test]
fn nothing_is_founded_where_the_heads_lie_on_another_disk() {
    let folder = tempfile::tempdir().unwrap();
    let (data, heads) = (folder.path().join("data"), folder.path().join("other-disk.heads"));
    let options = Options { sidecar: Some(heads), ..Options::default() };
    let mut journal = Journal::create(&place(&data), ID, &options).unwrap();
    append(&mut journal, table(1), "bet");
    drop(journal);
    fs::remove_dir_all(&data).unwrap();
    let before = files(folder.path());
    for _ in 0..2 {
        let opened = Journal::open(&place(&data), &options).unwrap_err();
        assert!(matches!(opened, OpenFault::DatabaseMissing { .. }), "{opened:?}");
        let founded = Journal::create(&place(&data), ID, &options).unwrap_err();
        assert!(matches!(founded, OpenFault::DatabaseMissing { .. }), "{founded:?}");
    }
    assert_eq!(files(folder.path()), before);
}

#[test]
fn a_backup_is_not_put_beside_a_log_that_is_not_its_own() {
    let folder = tempfile::tempdir().unwrap();
    let killed = killed(folder.path(), 3);
    let copy = folder.path().join("copy");
    backup(&place(&killed), &Options::default(), &copy).unwrap();
    fs::remove_file(killed.join("journal.db")).unwrap();
    let before = files(folder.path());
    for _ in 0..2 {
        let refused = restore(&copy, &place(&killed), &Options::default()).unwrap_err();
        assert!(refused.to_string().contains("journal.db-wal"), "{refused}");
        let refused = check_restore(&copy, &place(&killed), &Options::default()).unwrap_err();
        assert!(refused.to_string().contains("journal.db-wal"), "{refused}");
    }
    assert_eq!(files(folder.path()), before);
}

#[test]
fn a_backup_that_cannot_be_made_or_put_back_leaves_nothing_behind() {
    let folder = tempfile::tempdir().unwrap();
    let killed = killed(folder.path(), 3);
    let copy = folder.path().join("copy");
    backup(&place(&killed), &Options::default(), &copy).unwrap();
    spoil_record(&copy);
    let before = files(folder.path());
    let restored = restore(&copy, &place(&folder.path().join("new")), &Options::default());
    assert!(restored.unwrap_err().to_string().contains("record 2"));
    assert_eq!(files(folder.path()), before);
    let again = backup(&place(&copy), &Options::default(), &folder.path().join("second"));
    assert!(again.unwrap_err().to_string().contains("record 2"));
    assert_eq!(files(folder.path()), before);
}

/// Changes a letter of a record, wherever the database has it.
fn spoil_record(folder: &Path) {
    let database = folder.join("journal.db");
    let mut bytes = fs::read(&database).unwrap();
    let places: Vec<usize> =
        (0..bytes.len()).filter(|at| bytes[*at..].starts_with(b"bet 1")).collect();
    assert!(!places.is_empty());
    for at in places {
        bytes[at] = b'g';
    }
    fs::write(database, bytes).unwrap();
}

#[test]
fn an_acceptance_that_is_not_opened_changes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let killed = killed(folder.path(), 5);
    flip_in_log(&killed, 2);
    let before = files(&killed);
    let acceptance = Acceptance { by: "ng.mei".into(), reason: "disk lost".into() };
    let mut judged =
        Journal::judge(&place(&killed), &Options::default(), Some(&acceptance)).unwrap();
    assert!(judged.accepted().is_some());
    let mut records = 0;
    records += count(judged.journal());
    assert!(records < 5);
    assert_eq!(files(&killed), before);
    drop(judged);
    assert_eq!(files(&killed), before);
}

#[test]
fn reading_a_journal_that_nobody_writes_changes_nothing() {
    for ended in ["killed", "in order"] {
        let folder = tempfile::tempdir().unwrap();
        let killed = killed(folder.path(), 5);
        if ended == "in order" {
            drop(Journal::open(&place(&killed), &Options::default()).unwrap());
        }
        let before = files(&killed);
        let (of, options) = (place(&killed), Options::default());
        let mut journal = Journal::open_read_only(&of, &options).unwrap();
        assert_eq!(journal.head(table(1)).sequence, 5);
        count(&mut journal);
        assert_eq!(files(&killed), before, "{ended}");
        drop(journal);
        check_heads(&of, &options).unwrap();
        examine(&of, &options, whole).unwrap();
        backup(&of, &options, &folder.path().join("copy")).unwrap();
        assert_eq!(files(&killed), before, "{ended}");
    }
}

#[test]
fn a_reader_reads_on_when_somebody_begins_to_write() {
    for ended in ["killed", "in order"] {
        let folder = tempfile::tempdir().unwrap();
        let killed = killed(folder.path(), 40);
        let (of, options) = (place(&killed), Options::default());
        if ended == "in order" {
            drop(Journal::open(&of, &options).unwrap());
        }
        let mut looks = Journal::open_read_only(&of, &options).unwrap();
        let (mut seen, mut writer) = (Vec::new(), None);
        let read = looks.read(table(1), 1, &mut |batch| {
            seen.push(batch.first);
            if batch.first == 10 {
                let mut journal = Journal::open(&of, &options).unwrap();
                for record in 40..60 {
                    append(&mut journal, table(1), &format!("bet {record}"));
                }
                journal.rest().unwrap();
                writer = Some(journal);
            }
            ControlFlow::Continue(())
        });
        read.unwrap();
        assert!(seen.iter().copied().eq(1..=60), "{ended}: {seen:?}");
        assert_eq!(looks.store().heads().unwrap()[&table(1)].sequence, 60);
        count(&mut looks);
        drop(writer);
    }
}

fn mode(path: &Path) -> u32 {
    fs::metadata(path).unwrap().permissions().mode() & 0o777
}

fn set_mode(path: &Path, mode: u32) {
    fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
}

/// Every file and folder that is not its owner's alone.
fn wide(folder: &Path) -> Vec<PathBuf> {
    let all = files(folder).into_keys().chain([folder.to_owned()]);
    all.filter(|path| mode(path) & 0o077 != 0).collect()
}

/// The journal, its folder and its backups were world-readable, with the hashes of passwords.
#[test]
fn a_journal_and_its_copies_are_their_owners_alone() {
    let folder = tempfile::tempdir().unwrap();
    let (data, copy) = (folder.path().join("a/data"), folder.path().join("b/copy"));
    let heads = folder.path().join("c.heads");
    let options = Options { sidecar: Some(heads.clone()), ..Options::default() };
    let mut journal = Journal::create(&place(&data), ID, &options).unwrap();
    append(&mut journal, table(1), "bet");
    assert!(data.join("journal.db-wal").exists() && data.join("journal.db-shm").exists());
    assert_eq!((wide(&data), mode(&heads)), (Vec::new(), 0o600));
    drop(journal);
    fs::create_dir(folder.path().join("b")).unwrap();
    backup(&place(&data), &options, &copy).unwrap();
    let restored = folder.path().join("d/data");
    restore(&copy, &place(&restored), &Options::default()).unwrap();
    for folder in [&data, &copy, &restored] {
        assert_eq!(wide(folder), Vec::<PathBuf>::new());
        assert_eq!((mode(folder), mode(&folder.join("journal.db"))), (0o700, 0o600));
    }
    // A folder that somebody made beforehand, and in which nothing is.
    let made = folder.path().join("made");
    fs::create_dir(&made).unwrap();
    set_mode(&made, 0o755);
    drop(Journal::create(&place(&made), ID, &Options::default()).unwrap());
    assert_eq!(wide(&made), Vec::<PathBuf>::new());
}

#[test]
fn what_others_can_read_is_refused_with_the_command_that_mends_it() {
    let folder = tempfile::tempdir().unwrap();
    let killed = killed(folder.path(), 3);
    let names = ["", "journal.db", "journal.db-wal", "journal.db-shm", "journal.heads"];
    let paths = names.map(|name| if name.is_empty() { killed.clone() } else { killed.join(name) });
    for bits in [0o040, 0o004, 0o020, 0o001] {
        for path in &paths {
            let before = mode(path);
            set_mode(path, before | bits);
            refused(&killed, |fault| matches!(fault, OpenFault::Readable(wide) if wide.len() == 1));
            set_mode(path, before);
        }
    }
    for path in &paths {
        set_mode(path, mode(path) | 0o044);
    }
    let Err(OpenFault::Readable(readable)) = Journal::open(&place(&killed), &Options::default())
    else {
        panic!("others can read it");
    };
    assert_eq!(readable.len(), paths.len());
    let mended = Command::new("sh").args(["-c", &mending(&readable)]).status().unwrap();
    assert!(mended.success());
    drop(Journal::open(&place(&killed), &Options::default()).unwrap());
    // Reading needs no more than read permission.
    set_mode(&killed.join("journal.db"), 0o644);
    Journal::open_read_only(&place(&killed), &Options::default()).unwrap();
}

/// What somebody who can write the file may hang on the journal's tables. With the first, three
/// sales of vouchers were acknowledged, and none was kept.
const FOREIGN: [&str; 6] = [
    "CREATE TRIGGER swallow BEFORE INSERT ON batch BEGIN SELECT raise(IGNORE); END",
    "CREATE TRIGGER forget AFTER INSERT ON batch BEGIN DELETE FROM batch WHERE place < 5; END",
    "CREATE TRIGGER elsewhere AFTER DELETE ON meta BEGIN DELETE FROM batch; END",
    "CREATE INDEX hidden ON batch(frames)",
    "CREATE VIEW other AS SELECT * FROM batch",
    "ALTER TABLE batch ADD COLUMN more",
];

#[test]
fn what_somebody_hangs_on_the_tables_is_refused() {
    for sql in FOREIGN {
        let folder = tempfile::tempdir().unwrap();
        let data = folder.path().join("data");
        let mut journal = Journal::create(&place(&data), ID, &Options::default()).unwrap();
        append(&mut journal, table(1), "bet");
        drop(journal);
        let connection = rusqlite::Connection::open(data.join("journal.db")).unwrap();
        connection.execute_batch(sql).unwrap();
        drop(connection);
        let opened = Journal::open(&place(&data), &Options::default());
        assert!(opened.is_err_and(|fault| fault.to_string().contains("not ours")), "{sql}");
        let looked = Journal::open_read_only(&place(&data), &Options::default());
        assert!(looked.is_err_and(|fault| fault.to_string().contains("not ours")), "{sql}");
    }
}

#[test]
fn a_trigger_that_comes_while_the_journal_is_written_does_nothing() {
    for sql in &FOREIGN[..2] {
        let folder = tempfile::tempdir().unwrap();
        let data = folder.path().join("data");
        let mut journal = Journal::create(&place(&data), ID, &Options::default()).unwrap();
        append(&mut journal, table(1), "bet 1");
        let connection = rusqlite::Connection::open(data.join("journal.db")).unwrap();
        connection.execute_batch(sql).unwrap();
        append(&mut journal, table(1), "bet 2");
        let kept = "SELECT count(*) FROM batch";
        let kept: i64 = connection.query_row(kept, [], |row| row.get(0)).unwrap();
        assert_eq!(kept, 2, "{sql}");
    }
}
