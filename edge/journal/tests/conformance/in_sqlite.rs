//! The store in a SQLite file, alone and with its sidecar as a journal.

use std::collections::BTreeMap;
use std::path::PathBuf;

use taisai_journal::sqlite::Access;
use taisai_journal::{
    Batch, Head, Journal, JournalId, Options, Snapshot, SnapshotMark, SqliteStore, Store,
    StoreFault, Stream, Visit,
};
use taisai_testing::place::Place;
use tempfile::TempDir;

const ID: JournalId = JournalId([8; 16]);

pub(crate) fn place() -> impl Place {
    let folder = tempfile::tempdir().unwrap();
    SqliteStore::create(&folder.path().join("journal.db"), ID).unwrap();
    InFile(folder)
}

pub(crate) fn journal() -> impl Place {
    let folder = tempfile::tempdir().unwrap();
    Journal::create(&folder_of(&folder), ID, &Options::default()).unwrap();
    InFolder(folder)
}

fn folder_of(folder: &TempDir) -> taisai_journal::Place {
    taisai_journal::Place::Folder(folder.path().to_owned())
}

struct InFile(TempDir);

struct InFolder(TempDir);

/// The record no store knows of: it stands where the next batch of the floor would.
const IN_THE_WAY: &str = "DELETE FROM batch WHERE frames = x'00'";

fn stand_in_the_way(file: PathBuf) {
    let connection = rusqlite::Connection::open(file).unwrap();
    let next = "INSERT INTO batch VALUES ((SELECT max(place) FROM batch) + 1, x'00')";
    connection.execute(next, []).unwrap();
}

fn clear_the_way(file: PathBuf) {
    rusqlite::Connection::open(file).unwrap().execute(IN_THE_WAY, []).unwrap();
}

impl Place for InFile {
    fn open(&self) -> Box<dyn Store> {
        let file = self.0.path().join("journal.db");
        clear_the_way(file.clone());
        Box::new(SqliteStore::open(&file, Access::Write).unwrap())
    }

    fn fails_next_append(&self) -> bool {
        stand_in_the_way(self.0.path().join("journal.db"));
        true
    }
}

impl Place for InFolder {
    fn open(&self) -> Box<dyn Store> {
        clear_the_way(self.0.path().join("journal.db"));
        Box::new(OfJournal(Journal::open(&folder_of(&self.0), &Options::default()).unwrap()))
    }

    fn fails_next_append(&self) -> bool {
        stand_in_the_way(self.0.path().join("journal.db"));
        true
    }
}

/// A journal keeps what a store keeps.
struct OfJournal(Journal);

impl Store for OfJournal {
    fn id(&self) -> JournalId {
        self.0.id()
    }

    fn append(&mut self, batches: &[Batch]) -> Result<(), StoreFault> {
        // A journal makes one stored batch of several; the suite counts them as handed in.
        let mut refused = self.0.heads().clone();
        for batch in batches {
            let start = Head::start(self.0.id(), batch.stream());
            let found = refused.insert(batch.stream(), batch.head()).unwrap_or(start);
            if found != batch.after() {
                return self.0.append(batches);
            }
        }
        batches.chunks(1).try_for_each(|batch| self.0.append(batch))
    }

    fn heads(&mut self) -> Result<BTreeMap<Stream, Head>, StoreFault> {
        Ok(self.0.heads().clone())
    }

    fn read(&mut self, stream: Stream, from: u64, visit: &mut Visit<'_>) -> Result<(), StoreFault> {
        self.0.read(stream, from, visit)
    }

    fn keep_snapshot(&mut self, snapshot: &Snapshot) -> Result<(), StoreFault> {
        self.0.keep_snapshot(snapshot)
    }

    fn snapshots(&mut self, stream: Stream) -> Result<Vec<SnapshotMark>, StoreFault> {
        self.0.snapshots(stream)
    }

    fn snapshot(&mut self, stream: Stream, up_to: u64) -> Result<Option<Snapshot>, StoreFault> {
        self.0.snapshot(stream, up_to)
    }
}
