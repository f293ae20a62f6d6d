//! A journal: a store, and its heads remembered outside the store.

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
use agree::{Agreement, Trust};
pub use backup::{BackupFault, backup, check_restore, restore, restore_accepted};
pub use fault::{HeadsFault, OpenFault};
pub use judge::Judged;
use lock::Lock;
pub use modes::{Readable, mending, readable_by_others};
use place::Files;
pub use place::{KEY_FILE, Place};

/// An open journal.
pub struct Journal {
    store: Box<dyn Store>,
    heads: BTreeMap<Stream, Head>,
    memory: Memory,
    access: Access,
    stopped: bool,
    /// Held while the journal is open for writing, so that nobody else opens it.
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
    /// Nothing: the store is not on this machine, or the journal is read-only.
    None,
    /// The heads.
    Sidecar(Sidecar),
    /// Nothing yet: the first commit, which says who accepted the heads, writes the sidecar.
    Accepted { path: PathBuf, size: Size, accepted: Accepted },
}

/// How a journal is opened.
#[derive(Clone, Debug)]
pub struct Options {
    /// Where the heads are remembered; beside the database by default, best on another disk.
    pub sidecar: Option<PathBuf>,
    /// What to do with a database whose heads this host does not remember.
    pub unknown: Unknown,
    /// How large the sidecar is.
    pub size: Size,
    /// How long SQLite's log may get.
    pub log: LogSize,
    /// Who writes to a database with several writers; no two starts of a host may have the same.
    pub owner: String,
    /// Heads that somebody wrote down: a journal without them does not open for writing.
    pub expected: Vec<Expected>,
}

impl Default for Options {
    fn default() -> Self {
        let (size, log) = (Size::default(), LogSize::default());
        let (owner, expected) = ("taisai".to_owned(), Vec::new());
        Self { sidecar: None, unknown: Unknown::Refused, size, log, owner, expected }
    }
}

/// What to do with a database whose heads this host does not remember.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unknown {
    /// It does not open: the file with its heads must be there.
    Refused,
    /// It opens, and its heads are remembered from now on: a host that is new there.
    Remembered,
}

/// A named person accepts a journal as it is, although it does not match its remembered heads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Acceptance {
    pub by: String,
    pub reason: String,
}

/// What the first commit must record in the floor's stream when somebody accepted a journal as it
/// is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Accepted {
    pub acceptance: Acceptance,
    /// The refusal that was overridden.
    pub refusal: String,
    /// The remembered heads, if they could be read.
    pub remembered: Option<BTreeMap<Stream, Head>>,
    /// The heads that were found.
    pub found: BTreeMap<Stream, Head>,
}

impl Journal {
    /// Creates an empty journal and opens it.
    pub fn create(place: &Place, id: JournalId, options: &Options) -> Result<Self, OpenFault> {
        let files = match place {
            Place::Folder(folder) => Files::new(folder, options.sidecar.as_deref()),
            Place::Postgres(address) => {
                in_database::create(address, id, options)?;
                return Self::open(place, options);
            }
        };
        create_in(&files, place, id)?;
        Self::open(place, options)
    }

    /// Opens a journal for writing, if it matches its remembered heads. A refusal has changed
    /// nothing.
    pub fn open(place: &Place, options: &Options) -> Result<Self, OpenFault> {
        Self::judge(place, options, None)?.open()
    }

    /// Opens a journal for writing as it is, because a named person accepts it. What
    /// [`Self::accepted`] then holds must go into the floor's stream with the first commit; until
    /// then everybody else is still refused.
    pub fn accept_old_copy(
        place: &Place,
        options: &Options,
        acceptance: &Acceptance,
    ) -> Result<Self, OpenFault> {
        Self::judge(place, options, Some(acceptance))?.open()
    }

    /// Opens a journal read-only, even while another process writes it. Changes nothing.
    pub fn open_read_only(place: &Place, options: &Options) -> Result<Self, OpenFault> {
        Ok(Self::with_access(open_store_read_only(place, options)?, Access::Read)?)
    }

    /// A journal in a store without a sidecar.
    pub fn of_store(store: Box<dyn Store>) -> Result<Self, StoreFault> {
        Self::with_access(store, Access::Write)
    }

    fn with_access(mut store: Box<dyn Store>, access: Access) -> Result<Self, StoreFault> {
        let heads = store.heads()?;
        Ok(Self { store, heads, memory: Memory::None, access, stopped: false, lock: None })
    }

    /// Opens a store for writing, if it matches its sidecar, where it has one.
    fn open_store(
        store: Box<dyn Store>,
        sidecar: Option<&Path>,
        (trust, size): (Trust, Size),
    ) -> Result<Self, OpenFault> {
        match sidecar {
            Some(path) => Self::open_at(store, Box::new(FileShelf::new(path)), (trust, size)),
            None => Ok(Self::of_store(store)?),
        }
    }

    /// Opens a store for writing, if it matches the sidecar on this shelf.
    pub fn open_beside(
        store: Box<dyn Store>,
        shelf: Box<dyn Shelf>,
        size: Size,
    ) -> Result<Self, OpenFault> {
        Self::open_at(store, shelf, (Trust::Alone, size))
    }

    fn open_at(
        mut store: Box<dyn Store>,
        shelf: Box<dyn Shelf>,
        (trust, size): (Trust, Size),
    ) -> Result<Self, OpenFault> {
        let heads = store.heads()?;
        let (path, remembered) = (shelf.path().to_owned(), sidecar::recall_from(shelf.as_ref()));
        let agreement = agreement(store.as_mut(), &heads, &remembered, trust)?;
        let refused = |fault| OpenFault::Heads { sidecar: path.clone(), fault };
        match agreement.map_err(refused)? {
            Agreement::Whole => {}
            Agreement::Catches(batches) => store.append(&batches)?,
        }
        let heads = store.heads()?;
        // A new file: after a failed sync, parts of the old one may exist only in memory.
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

    /// What the first commit must record, if somebody accepted this journal as it is.
    pub const fn accepted(&self) -> Option<&Accepted> {
        match &self.memory {
            Memory::Accepted { accepted, .. } => Some(accepted),
            Memory::None | Memory::Sidecar(_) => None,
        }
    }

    /// Appends to several streams at once: all or nothing, durable in store and sidecar when it
    /// returns. A refusal ([`StoreFault::is_refusal`]) changes nothing. After any other fault the
    /// journal accepts nothing more and must be reopened.
    pub fn append(&mut self, batches: &[Batch]) -> Result<(), StoreFault> {
        if self.stopped {
            return Err(StoreFault::Stopped);
        }
        if self.access == Access::Read {
            return Err(StoreFault::ReadOnly("the journal was opened read-only".into()));
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

    /// Makes this host the writer of a stream, where several hosts could be, and returns where the
    /// stream ends now.
    pub fn claim(&mut self, stream: Stream) -> Result<Head, StoreFault> {
        self.store.claim(stream)?;
        if let Some(head) = self.store.heads()?.remove(&stream) {
            self.heads.insert(stream, head);
        }
        Ok(self.head(stream))
    }

    /// Renews this host's leases; call it while nothing is appended.
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

    /// Does deferred work such as checkpoints; call it when nobody is waiting.
    pub fn rest(&mut self) -> Result<(), StoreFault> {
        self.store.rest()
    }

    /// Visits the stored batches of a stream in order, from the one that holds record `from`. The
    /// caller checks the links, with [`crate::read`].
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

/// The same records joined into one batch for each stream, if they are not yet. One commit then
/// adds one stored batch to a stream, which is how the sidecar tells one commit from two.
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

/// Compares a journal with its remembered heads. Changes nothing. A database without remembered
/// heads on this machine is trusted.
pub fn check_heads(place: &Place, options: &Options) -> Result<(), OpenFault> {
    let Some(path) = sidecar_of(place, options)? else { return Ok(()) };
    // The sidecar first: meanwhile a writer can only move the journal ahead of it.
    let remembered = sidecar::recall(&path);
    let mut store = open_store_read_only(place, options)?;
    match agreement_to_look(store.as_mut(), &remembered, Trust::of(place, options))? {
        // The current writer has updated the sidecar since.
        Err(HeadsFault::Ahead { .. }) if has_moved(&path, &remembered) => Ok(()),
        Ok(_) => Ok(()),
        Err(fault) => Err(OpenFault::Heads { sidecar: path, fault }),
    }
}

/// Compares a journal that is opened read-only with its remembered heads.
fn agreement_to_look(
    store: &mut dyn Store,
    remembered: &Result<Remembered, Unreadable>,
    trust: Trust,
) -> Result<Result<Agreement, HeadsFault>, StoreFault> {
    match remembered {
        // A backup is whole when it is what was copied; it just does not open for writing.
        Ok(copied) if copied.kind == Kind::Copy => agree::compare(store, copied, trust),
        Ok(_) | Err(_) => {
            let heads = store.heads()?;
            agreement(store, &heads, remembered, trust)
        }
    }
}

/// Whether a sidecar was written since it was read.
fn has_moved(path: &Path, before: &Result<Remembered, Unreadable>) -> bool {
    match (before, sidecar::recall(path)) {
        (Ok(before), Ok(now)) => before.heads != now.heads,
        (Ok(_) | Err(_), _) => false,
    }
}

/// The store of a journal, read-only.
pub(crate) fn open_store_read_only(
    place: &Place,
    options: &Options,
) -> Result<Box<dyn Store>, OpenFault> {
    match place {
        Place::Folder(folder) => {
            let files = existing(folder, options)?;
            Ok(Box::new(files.open_read_only()?))
        }
        Place::Postgres(address) => Ok(Box::new(in_database::open(address, options)?)),
    }
}

/// The heads of a journal, as far as they are remembered outside it.
pub(crate) fn remembered_heads(
    place: &Place,
    options: &Options,
) -> Result<BTreeMap<Stream, Head>, OpenFault> {
    let recalled = sidecar_of(place, options)?.map(|path| sidecar::recall(&path));
    Ok(recalled.and_then(Result::ok).map(|remembered| remembered.heads).unwrap_or_default())
}

/// The file with the remembered heads of a journal, if there is one.
fn sidecar_of(place: &Place, options: &Options) -> Result<Option<PathBuf>, OpenFault> {
    match place {
        Place::Folder(folder) => Ok(Some(existing(folder, options)?.sidecar)),
        Place::Postgres(_) => Ok(options.sidecar.clone()),
    }
}

/// The file for the heads of a journal to be created, if they will be remembered.
fn sidecar_or_own(place: &Place, options: &Options) -> Option<PathBuf> {
    match place {
        Place::Folder(folder) => Some(Files::new(folder, options.sidecar.as_deref()).sidecar),
        Place::Postgres(_) => options.sidecar.clone(),
    }
}

impl Trust {
    fn of(place: &Place, options: &Options) -> Self {
        match (place, options.unknown) {
            (Place::Folder(_), _) => Self::Alone,
            (Place::Postgres(_), Unknown::Refused) => Self::Shared,
            (Place::Postgres(_), Unknown::Remembered) => Self::Begins,
        }
    }

    /// How its heads are kept. Where other hosts append, a commit is remembered once the database
    /// has it: a host that died before would remember what never was, and another may have written
    /// something else there.
    fn size(self, size: Size) -> Size {
        match self {
            Self::Alone => size,
            Self::Shared | Self::Begins => Size { copied_max: 0, ..size },
        }
    }
}

fn agreement(
    store: &mut dyn Store,
    heads: &BTreeMap<Stream, Head>,
    remembered: &Result<Remembered, Unreadable>,
    trust: Trust,
) -> Result<Result<Agreement, HeadsFault>, StoreFault> {
    match remembered {
        Ok(remembered) if remembered.kind == Kind::Copy => Ok(Err(HeadsFault::IsCopy)),
        Ok(remembered) => agree::compare(store, remembered, trust),
        // A journal without records is new: nothing can have been forgotten.
        Err(Unreadable::Missing) if heads.is_empty() || trust == Trust::Begins => {
            Ok(Ok(Agreement::Whole))
        }
        Err(unreadable) => Ok(Err(HeadsFault::Unreadable(unreadable.again()))),
    }
}

/// Held while the query tables are written: a folder has one writer at a time.
#[derive(Debug)]
pub(crate) struct Keeper(#[expect(dead_code, reason = "held, not looked at")] Option<Lock>);

/// Locks the database of a folder for writing, if it matches its remembered heads.
pub(crate) fn lock_to_project(place: &Place, options: &Options) -> Result<Keeper, OpenFault> {
    match place {
        Place::Folder(folder) => {
            let files = existing(folder, options)?;
            modes::check(&files)?;
            let mut lock = Lock::take(&files.lock)?;
            let mut store = SqliteStore::open(&files.database, Access::Untouched)?;
            let agreed =
                agreement_to_look(&mut store, &sidecar::recall(&files.sidecar), Trust::Alone)?;
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

/// Creates an empty journal in a folder that holds nothing of one.
fn create_in(files: &Files, place: &Place, id: JournalId) -> Result<(), OpenFault> {
    let is_new = !files.folder.exists();
    check_unfounded(files, place)?;
    modes::create_folder(&files.folder).map_err(in_file(&files.folder))?;
    modes::check(files)?;
    let mut lock = Lock::take(&files.lock)?;
    // Somebody else may have created one since.
    check_unfounded(files, place)?;
    let made = create_database(&files.database, id);
    match &made {
        Ok(()) => lock.keep(),
        Err(_) if is_new => {
            drop(lock);
            // Removed only if it is empty.
            let _ = fs::remove_dir(&files.folder);
        }
        Err(_) => {}
    }
    made
}

/// Refuses to create a journal where there is one, or remains of one.
fn check_unfounded(files: &Files, place: &Place) -> Result<(), OpenFault> {
    if is_there(&files.database)? {
        return Err(OpenFault::Exists { place: place.to_string() });
    }
    match files.left() {
        Some(left) => Err(OpenFault::DatabaseMissing { database: files.database.clone(), left }),
        None => Ok(()),
    }
}

/// Creates an empty database completely or not at all.
fn create_database(database: &Path, id: JournalId) -> Result<(), OpenFault> {
    let beside = database.with_added_extension("new");
    remove_database(&beside)?;
    // SQLite turns an empty file into a database, and gives its log the same mode.
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

/// Removes the leftovers of an earlier attempt.
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

/// Whether a file exists. Without permission to read its folder this is an error, not "no".
fn is_there(file: &Path) -> Result<bool, OpenFault> {
    match file.try_exists() {
        Err(error) if error.kind() != io::ErrorKind::NotADirectory => Err(in_file(file)(error)),
        there => Ok(there.unwrap_or(false)),
    }
}

fn in_file(path: &Path) -> impl Fn(io::Error) -> OpenFault {
    move |error| OpenFault::Io { path: path.to_owned(), error }
}
