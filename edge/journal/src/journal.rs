//! A journal: a store, and what is remembered of it outside.

mod agree;
mod backup;
mod fault;
mod in_database;
mod judge;
mod lock;
mod modes;
mod place;

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use crate::batch::Batch;
use crate::chain::{Head, JournalId};
use crate::expect::Expected;
use crate::sidecar::{
    self, FileShelf, Kind, Remembered, Shelf, Sidecar, Size, Unreadable, io_fault,
};
use crate::sqlite::{Access, LogSize, SqliteStore};
use crate::store::{Snapshot, SnapshotMark, Store, StoreFault, Visit};
use crate::stream::Stream;
use agree::Agreement;
pub use backup::{BackupFault, backup, check_restore, restore, restore_accepted};
pub use fault::{HeadsFault, OpenFault};
pub use judge::Judged;
use lock::Lock;
pub use modes::{Readable, mending, readable_by_others};
use place::Files;
pub use place::Place;

/// An open journal.
pub struct Journal {
    store: Box<dyn Store>,
    heads: BTreeMap<Stream, Head>,
    memory: Memory,
    access: Access,
    stopped: bool,
    /// Held as long as the journal is open to write, so that nobody else opens it.
    #[expect(dead_code, reason = "held, not looked at")]
    lock: Option<Lock>,
}

impl fmt::Debug for Journal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Journal")
            .field("id", &self.id())
            .field("heads", &self.heads)
            .finish_non_exhaustive()
    }
}

/// What is remembered outside the store.
enum Memory {
    /// Nothing: the store is not of this machine, or it is only looked at.
    None,
    /// The heads.
    Sidecar(Sidecar),
    /// Nothing yet: the heads are remembered with the first commit, which says who accepted them.
    Accepted { path: PathBuf, size: Size, accepted: Accepted },
}

/// How a journal is opened.
#[derive(Clone, Debug)]
pub struct Options {
    /// Where the heads are remembered; beside the database if not said, best on another disk.
    pub sidecar: Option<PathBuf>,
    /// How large the sidecar is.
    pub size: Size,
    /// How long SQLite's log may get.
    pub log: LogSize,
    /// This host's name in a database that several write to; no other host has it.
    pub owner: String,
    /// Heads that somebody wrote down: without them the journal does not open to write.
    pub expected: Vec<Expected>,
}

impl Default for Options {
    fn default() -> Self {
        let (size, log) = (Size::default(), LogSize::default());
        Self { sidecar: None, size, log, owner: "taisai".to_owned(), expected: Vec::new() }
    }
}

/// A named person takes a journal as it is, although it is not what is remembered of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Acceptance {
    pub by: String,
    pub reason: String,
}

/// What must be recorded in the floor's stream, in the first commit, when somebody accepted a
/// journal as it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Accepted {
    /// Who accepted it, and why.
    pub acceptance: Acceptance,
    /// What the refusal had been.
    pub refusal: String,
    /// What had been remembered, if it could be read.
    pub remembered: Option<BTreeMap<Stream, Head>>,
    /// What was found.
    pub found: BTreeMap<Stream, Head>,
}

impl Journal {
    /// Makes an empty journal in a folder and opens it.
    pub fn found(place: &Place, id: JournalId, options: &Options) -> Result<Self, OpenFault> {
        let files = match place {
            Place::Folder(folder) => Files::new(folder, options.sidecar.as_deref()),
            Place::Postgres(address) => {
                in_database::found(address, id, options)?;
                return Self::open(place, options);
            }
        };
        found_in(&files, place, id)?;
        Self::open(place, options)
    }

    /// Opens a journal to write, if it is what is remembered of it. Where it is refused, nothing
    /// was changed.
    pub fn open(place: &Place, options: &Options) -> Result<Self, OpenFault> {
        Self::judge(place, options, None)?.open()
    }

    /// Opens a journal to write as it is, because a named person says so. What [`Self::accepted`]
    /// then holds belongs into the floor's stream with the first commit; until then the journal
    /// stays refused to everybody else.
    pub fn accept_old_copy(
        place: &Place,
        options: &Options,
        acceptance: &Acceptance,
    ) -> Result<Self, OpenFault> {
        Self::judge(place, options, Some(acceptance))?.open()
    }

    /// Opens a journal to look at it, also while another process writes it. Nothing is changed.
    pub fn look(place: &Place, options: &Options) -> Result<Self, OpenFault> {
        Ok(Self::with_access(open_to_look(place, options)?, Access::Read)?)
    }

    /// A journal in a store of which nothing is remembered outside.
    pub fn of_store(store: Box<dyn Store>) -> Result<Self, StoreFault> {
        Self::with_access(store, Access::Write)
    }

    fn with_access(mut store: Box<dyn Store>, access: Access) -> Result<Self, StoreFault> {
        let heads = store.heads()?;
        Ok(Self { store, heads, memory: Memory::None, access, stopped: false, lock: None })
    }

    /// Opens what is in a store to write, if it is what its sidecar remembers, where it has one.
    fn open_store(
        store: Box<dyn Store>,
        sidecar: Option<&Path>,
        options: &Options,
    ) -> Result<Self, OpenFault> {
        match sidecar {
            Some(path) => Self::open_beside(store, Box::new(FileShelf::new(path)), options.size),
            None => Ok(Self::of_store(store)?),
        }
    }

    /// Opens what is in a store to write, if it is what the sidecar on this shelf remembers.
    pub fn open_beside(
        mut store: Box<dyn Store>,
        shelf: Box<dyn Shelf>,
        size: Size,
    ) -> Result<Self, OpenFault> {
        let heads = store.heads()?;
        let (path, remembered) = (shelf.path().to_owned(), sidecar::recall_from(shelf.as_ref()));
        let agreement = agreement(store.as_mut(), &heads, &remembered)?;
        let refused = |fault| OpenFault::Heads { sidecar: path.clone(), fault };
        match agreement.map_err(refused)? {
            Agreement::Whole => {}
            Agreement::Catches(batches) => store.append(&batches)?,
        }
        let heads = store.heads()?;
        // Written anew, not gone on with: what a failed sync left of the old one may be in memory
        // only.
        let sidecar = Sidecar::create(shelf, Kind::Live, store.id(), &heads, size);
        let memory = Memory::Sidecar(sidecar.map_err(in_file(&path))?);
        let (access, stopped) = (Access::Write, false);
        Ok(Self { store, heads, memory, access, stopped, lock: None })
    }

    pub fn id(&self) -> JournalId {
        self.store.id()
    }

    /// Where each stream ends.
    pub const fn heads(&self) -> &BTreeMap<Stream, Head> {
        &self.heads
    }

    /// Where a stream ends.
    pub fn head(&self, stream: Stream) -> Head {
        self.heads.get(&stream).copied().unwrap_or_else(|| Head::start(self.id(), stream))
    }

    /// What must be recorded with the first commit, if somebody accepted this journal as it is.
    pub const fn accepted(&self) -> Option<&Accepted> {
        match &self.memory {
            Memory::Accepted { accepted, .. } => Some(accepted),
            Memory::None | Memory::Sidecar(_) => None,
        }
    }

    /// Appends to several streams at once: all or nothing, durable in store and sidecar
    /// when it returns. A refusal ([`StoreFault::is_refusal`]) changes nothing. After any other
    /// fault it takes no more and must be opened anew.
    pub fn append(&mut self, batches: &[Batch]) -> Result<(), StoreFault> {
        if self.stopped {
            return Err(StoreFault::Stopped);
        }
        if self.access == Access::Read {
            return Err(StoreFault::ReadOnly("the journal was opened to look only".into()));
        }
        let heads = self.heads_after(batches)?;
        let done = match joined(batches) {
            Some(batches) => self.commit(&heads, &batches),
            None => self.commit(&heads, batches),
        };
        match &done {
            Ok(()) => self.heads = heads,
            Err(fault) => self.stopped = !fault.is_refusal(),
        }
        done
    }

    /// Makes this host the one who appends to a stream, where several could, and looks where the
    /// stream ends now.
    pub fn claim(&mut self, stream: Stream) -> Result<Head, StoreFault> {
        self.store.claim(stream)?;
        if let Some(head) = self.store.heads()?.remove(&stream) {
            self.heads.insert(stream, head);
        }
        Ok(self.head(stream))
    }

    /// Says that this host is still there; to be called while nothing is appended.
    pub fn renew(&mut self) -> Result<(), StoreFault> {
        self.store.renew()
    }

    fn heads_after(&self, batches: &[Batch]) -> Result<BTreeMap<Stream, Head>, StoreFault> {
        let mut heads = self.heads.clone();
        for batch in batches {
            let (stream, expected) = (batch.stream(), batch.after());
            let start = || Head::start(self.id(), stream);
            let found = heads.get(&stream).copied().unwrap_or_else(start);
            if found != expected {
                return Err(StoreFault::OtherHead { stream, expected, found });
            }
            if !batch.is_empty() {
                heads.insert(stream, batch.head());
            }
        }
        Ok(heads)
    }

    fn commit(
        &mut self,
        heads: &BTreeMap<Stream, Head>,
        batches: &[Batch],
    ) -> Result<(), StoreFault> {
        if batches.is_empty() {
            return Ok(());
        }
        let Self { store, memory, .. } = self;
        match memory {
            Memory::None => store.append(batches),
            Memory::Sidecar(sidecar) => sidecar.commit(heads, batches, || store.append(batches)),
            Memory::Accepted { path, size, .. } => {
                store.append(batches)?;
                let file = Box::new(FileShelf::new(path));
                let sidecar = Sidecar::create(file, Kind::Live, store.id(), heads, *size);
                let sidecar = sidecar.map_err(|error| io_fault(path, &error))?;
                *memory = Memory::Sidecar(sidecar);
                Ok(())
            }
        }
    }

    /// Does what need not be done while somebody waits; to be called when nobody does.
    pub fn rest(&mut self) -> Result<(), StoreFault> {
        self.store.rest()
    }

    /// Shows the stored batches of a stream in order, from the one that holds record `from`.
    /// Whoever reads checks the links, with [`crate::read`].
    pub fn read(
        &mut self,
        stream: Stream,
        from: u64,
        visit: &mut Visit<'_>,
    ) -> Result<(), StoreFault> {
        self.store.read(stream, from, visit)
    }

    pub fn keep_snapshot(&mut self, snapshot: &Snapshot) -> Result<(), StoreFault> {
        self.store.keep_snapshot(snapshot)
    }

    /// The snapshots of a stream, the oldest first.
    pub fn snapshots(&mut self, stream: Stream) -> Result<Vec<SnapshotMark>, StoreFault> {
        self.store.snapshots(stream)
    }

    /// The newest snapshot of a stream whose bytes are still kept, up to this record.
    pub fn snapshot(&mut self, stream: Stream, up_to: u64) -> Result<Option<Snapshot>, StoreFault> {
        self.store.snapshot(stream, up_to)
    }

    pub fn store(&mut self) -> &mut dyn Store {
        self.store.as_mut()
    }
}

/// The same records with one batch for each stream, if they are not so already. One commit then
/// adds one stored batch to a stream, which is how the sidecar knows one commit from two.
fn joined(batches: &[Batch]) -> Option<Vec<Batch>> {
    let streams: BTreeSet<Stream> = batches.iter().map(Batch::stream).collect();
    if streams.len() == batches.len() && !batches.iter().any(Batch::is_empty) {
        return None;
    }
    let mut joined: BTreeMap<Stream, Batch> = BTreeMap::new();
    for batch in batches.iter().filter(|batch| !batch.is_empty()) {
        match joined.entry(batch.stream()) {
            Entry::Occupied(mut before) => before.get_mut().join(batch),
            Entry::Vacant(first) => drop(first.insert(batch.clone())),
        }
    }
    Some(joined.into_values().collect())
}

/// How a journal stands to what is remembered of it. Changes nothing. A database of which nothing
/// is remembered on this machine is taken at its word.
pub fn check_heads(place: &Place, options: &Options) -> Result<(), OpenFault> {
    let Some(path) = sidecar_of(place, options)? else { return Ok(()) };
    // The sidecar first: a journal that is being written only gets ahead of it meanwhile.
    let remembered = sidecar::recall(&path);
    let mut store = open_to_look(place, options)?;
    match agreement_to_look(store.as_mut(), &remembered)? {
        // Whoever writes it just now has remembered more since.
        Err(HeadsFault::Ahead { .. }) if has_moved(&path, &remembered) => Ok(()),
        Ok(_) => Ok(()),
        Err(fault) => Err(OpenFault::Heads { sidecar: path, fault }),
    }
}

/// How a journal that is not to be written stands to what is remembered of it.
fn agreement_to_look(
    store: &mut dyn Store,
    remembered: &Result<Remembered, Unreadable>,
) -> Result<Result<Agreement, HeadsFault>, StoreFault> {
    match remembered {
        // A backup is whole when it is what was copied; it only does not open to write.
        Ok(copied) if copied.kind == Kind::Copy => agree::compare(store, copied),
        Ok(_) | Err(_) => {
            let heads = store.heads()?;
            agreement(store, &heads, remembered)
        }
    }
}

/// Whether somebody wrote to a sidecar since it was recalled.
fn has_moved(path: &Path, before: &Result<Remembered, Unreadable>) -> bool {
    match (before, sidecar::recall(path)) {
        (Ok(before), Ok(now)) => before.heads != now.heads,
        (Ok(_) | Err(_), _) => false,
    }
}

/// The store of a journal, to look at.
pub(crate) fn open_to_look(place: &Place, options: &Options) -> Result<Box<dyn Store>, OpenFault> {
    match place {
        Place::Folder(folder) => {
            let files = existing(folder, options)?;
            Ok(Box::new(files.look()?))
        }
        Place::Postgres(address) => Ok(Box::new(in_database::open(address, options)?)),
    }
}

/// Where the streams of a journal end, as far as that is remembered outside of it.
pub(crate) fn remembered_heads(
    place: &Place,
    options: &Options,
) -> Result<BTreeMap<Stream, Head>, OpenFault> {
    let recalled = sidecar_of(place, options)?.map(|path| sidecar::recall(&path));
    Ok(recalled.and_then(Result::ok).map(|remembered| remembered.heads).unwrap_or_default())
}

/// Where the heads of a journal are remembered, if they are.
fn sidecar_of(place: &Place, options: &Options) -> Result<Option<PathBuf>, OpenFault> {
    match place {
        Place::Folder(folder) => Ok(Some(existing(folder, options)?.sidecar)),
        Place::Postgres(_) => Ok(options.sidecar.clone()),
    }
}

/// Where the heads of a journal will be remembered once it is there, if they will.
fn sidecar_or_own(place: &Place, options: &Options) -> Option<PathBuf> {
    match place {
        Place::Folder(folder) => Some(Files::new(folder, options.sidecar.as_deref()).sidecar),
        Place::Postgres(_) => options.sidecar.clone(),
    }
}

fn agreement(
    store: &mut dyn Store,
    heads: &BTreeMap<Stream, Head>,
    remembered: &Result<Remembered, Unreadable>,
) -> Result<Result<Agreement, HeadsFault>, StoreFault> {
    match remembered {
        Ok(remembered) if remembered.kind == Kind::Copy => Ok(Err(HeadsFault::IsCopy)),
        Ok(remembered) => agree::compare(store, remembered),
        // A journal without records is new: nothing can have been forgotten.
        Err(Unreadable::Missing) if heads.is_empty() => Ok(Ok(Agreement::Whole)),
        Err(unreadable) => Ok(Err(HeadsFault::Unreadable(unreadable.again()))),
    }
}

/// Held while the tables of questions are written: of a folder there is one writer at a time.
#[derive(Debug)]
pub(crate) struct Keeper(#[expect(dead_code, reason = "held, not looked at")] Option<Lock>);

/// Sees to it that nobody else writes the database of a folder, if it is what is remembered of it.
pub(crate) fn lock_to_project(place: &Place, options: &Options) -> Result<Keeper, OpenFault> {
    match place {
        Place::Folder(folder) => {
            let files = existing(folder, options)?;
            modes::check(&files)?;
            let mut lock = Lock::take(&files.lock)?;
            let mut store = SqliteStore::open(&files.database, Access::Untouched)?;
            let agreed = agreement_to_look(&mut store, &sidecar::recall(&files.sidecar))?;
            agreed.map_err(|fault| OpenFault::Heads { sidecar: files.sidecar, fault })?;
            lock.keep();
            Ok(Keeper(Some(lock)))
        }
        Place::Postgres(_) => Ok(Keeper(None)),
    }
}

/// The files of a journal in a folder.
pub(crate) fn files_of(folder: &Path, options: &Options) -> Result<Files, OpenFault> {
    existing(folder, options)
}

/// Makes an empty journal in a folder where there is nothing of one.
fn found_in(files: &Files, place: &Place, id: JournalId) -> Result<(), OpenFault> {
    let is_new = !files.folder.exists();
    check_unfounded(files, place)?;
    modes::create_folder(&files.folder).map_err(in_file(&files.folder))?;
    modes::check(files)?;
    let mut lock = Lock::take(&files.lock)?;
    // Somebody else may have founded one since.
    check_unfounded(files, place)?;
    let made = create_database(&files.database, id);
    match &made {
        Ok(()) => lock.keep(),
        Err(_) if is_new => {
            drop(lock);
            // It goes if it is empty.
            let _ = fs::remove_dir(&files.folder);
        }
        Err(_) => {}
    }
    made
}

/// A journal is founded where there is none, and nothing that is left of one.
fn check_unfounded(files: &Files, place: &Place) -> Result<(), OpenFault> {
    if is_there(&files.database)? {
        return Err(OpenFault::Exists { place: place.to_string() });
    }
    match files.left() {
        Some(left) => Err(OpenFault::DatabaseMissing { database: files.database.clone(), left }),
        None => Ok(()),
    }
}

/// An empty database appears whole or not at all.
fn create_database(database: &Path, id: JournalId) -> Result<(), OpenFault> {
    let beside = database.with_added_extension("new");
    remove_database(&beside)?;
    // SQLite takes an empty file for a database to be made, and gives its log the same mode.
    modes::create_file(&beside).map_err(in_file(&beside))?;
    let made = SqliteStore::create(&beside, id);
    if let Err(fault) = made {
        remove_database(&beside)?;
        return Err(fault.into());
    }
    let named = File::open(&beside).and_then(|file| {
        file.sync_all()?;
        fs::rename(&beside, database)?;
        sidecar::sync_folder(database)
    });
    named.map_err(in_file(database))
}

/// Removes what an earlier attempt may have left.
fn remove_database(database: &Path) -> Result<(), OpenFault> {
    for file in ["", "-wal", "-shm"] {
        let mut path = database.as_os_str().to_owned();
        path.push(file);
        match fs::remove_file(&path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                return Err(OpenFault::Io { path: path.into(), error });
            }
            Ok(()) | Err(_) => {}
        }
    }
    Ok(())
}

fn existing(folder: &Path, options: &Options) -> Result<Files, OpenFault> {
    let files = Files::new(folder, options.sidecar.as_deref());
    if is_there(&files.database)? {
        return Ok(files);
    }
    let place = folder.display().to_string();
    match files.left() {
        Some(left) => Err(OpenFault::DatabaseMissing { database: files.database, left }),
        None => Err(OpenFault::NoJournal { place }),
    }
}

/// Whether a file is there. Somebody who may not look into its folder does not learn that there is
/// none.
fn is_there(file: &Path) -> Result<bool, OpenFault> {
    match file.try_exists() {
        Err(error) if error.kind() != io::ErrorKind::NotADirectory => Err(in_file(file)(error)),
        there => Ok(there.unwrap_or(false)),
    }
}

fn in_file(path: &Path) -> impl Fn(io::Error) -> OpenFault {
    move |error| OpenFault::Io { path: path.to_owned(), error }
}
