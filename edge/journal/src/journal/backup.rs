//! Copies a journal while it is in use, and restores a copy. A backup does not copy files: every
//! record is read, its link checked, and appended to a new journal. Damage is found when the backup
//! is made, not when it is needed.

use std::collections::BTreeMap;
use std::error::Error;
use std::fmt;
use std::fs;
use std::io;
use std::ops::ControlFlow;
use std::path::Path;

use super::fault::{HeadsFault, OpenFault};
use super::lock::Lock;
use super::place::{Files, Place};
use super::{
    Journal, Options, Trust, agreement, create_database, in_database, in_file, is_there, modes,
    remove_database, sidecar_or_own,
};
use crate::batch::Batch;
use crate::chain::Head;
use crate::fault::{Problem, ReadFault};
use crate::reader::read;
use crate::sidecar::{self, FileShelf, Kind, Sidecar, Size, sync_folder};
use crate::sqlite::{Access, SqliteStore, log_of};
use crate::store::{Snapshot, Store, StoreFault};
use crate::stream::Stream;

/// Why a journal was not copied. No partial copy is left under its name.
#[derive(Debug)]
pub enum BackupFault {
    /// One of the two does not open.
    Open(OpenFault),
    /// The journal cannot be read, or a record was altered.
    Read(ReadFault),
    /// The copy could not be written.
    Write(StoreFault),
}

/// How many bytes are appended to the copy at once.
const CHUNK_BYTES: usize = 8 << 20;

/// Copies a journal into a new folder, even while it is being written, and returns the heads of the
/// copy. The copy can be read and restored; it does not open for writing.
pub fn backup(
    from: &Place,
    options: &Options,
    to: &Path,
) -> Result<BTreeMap<Stream, Head>, BackupFault> {
    let mut journal = Journal::open_read_only(from, options)?;
    if to.exists() {
        return Err(OpenFault::Exists { place: to.display().to_string() }.into());
    }
    let beside = to.with_added_extension("new");
    empty_folder(&beside)?;
    let heads = copy_to_folder(&mut journal, &beside).inspect_err(|_| {
        // A partial copy is worthless.
        let _ = fs::remove_dir_all(&beside);
    })?;
    fs::rename(&beside, to).and_then(|()| sync_folder(to)).map_err(in_file(to))?;
    Ok(heads)
}

/// Fills an empty folder with a copy.
fn copy_to_folder(
    journal: &mut Journal,
    folder: &Path,
) -> Result<BTreeMap<Stream, Head>, BackupFault> {
    let files = Files::new(folder, None);
    create_database(&files.database, journal.id())?;
    let heads = copy_into(journal, &files.database)?;
    let (size, id) = (Size { slot_bytes: sidecar::SLOT_STEP, copied_max: 0 }, journal.id());
    let shelf = Box::new(FileShelf::new(&files.sidecar));
    Sidecar::create(shelf, Kind::Copy, id, &heads, size).map_err(in_file(folder))?;
    Ok(heads)
}

/// Puts a backup where there is no journal, and returns its heads. The remembered heads of the
/// earlier journal are kept: if the backup is older, a named person must accept it before it opens.
pub fn restore(
    from: &Path,
    to: &Place,
    options: &Options,
) -> Result<BTreeMap<Stream, Head>, BackupFault> {
    let mut backup = Journal::open_read_only(&Place::Folder(from.to_owned()), &Options::default())?;
    is_whole(&backup, from)?;
    match to {
        Place::Folder(folder) => into_folder(&mut backup, folder, options),
        Place::Postgres(address) => into_database(&mut backup, address, options, &[]),
    }
}

/// Puts a backup into an empty database without remembered heads. The last batch says who accepts
/// it: the journal does not open before that batch is durable too.
pub fn restore_accepted(
    from: &Path,
    address: &str,
    options: &Options,
    accepted: &Batch,
) -> Result<BTreeMap<Stream, Head>, BackupFault> {
    let mut backup = Journal::open_read_only(&Place::Folder(from.to_owned()), &Options::default())?;
    is_whole(&backup, from)?;
    let mut heads = into_database(&mut backup, address, options, std::slice::from_ref(accepted))?;
    heads.insert(accepted.stream(), accepted.head());
    Ok(heads)
}

fn into_database(
    backup: &mut Journal,
    address: &str,
    options: &Options,
    then: &[Batch],
) -> Result<BTreeMap<Stream, Head>, BackupFault> {
    let mut target = in_database::restoring(address, backup.id(), options)?;
    let heads = copy(backup, &mut target)?;
    target.append(then).map_err(BackupFault::Write)?;
    target.finish().map_err(BackupFault::Write)?;
    Ok(heads)
}

fn into_folder(
    backup: &mut Journal,
    folder: &Path,
    options: &Options,
) -> Result<BTreeMap<Stream, Head>, BackupFault> {
    let files = Files::new(folder, options.sidecar.as_deref());
    let is_new = !folder.exists();
    check_free(&files)?;
    modes::create_folder(folder).map_err(in_file(folder))?;
    let restored = copy_to_place(backup, &files);
    if restored.is_err() && is_new {
        // Removed only if it is empty.
        let _ = fs::remove_dir(folder);
    }
    restored
}

fn copy_to_place(
    backup: &mut Journal,
    files: &Files,
) -> Result<BTreeMap<Stream, Head>, BackupFault> {
    modes::check(files)?;
    let mut lock = Lock::take(&files.lock)?;
    // Somebody else may have created one since.
    check_free(files)?;
    let beside = files.database.with_added_extension("restored");
    remove_database(&beside)?;
    create_database(&beside, backup.id())?;
    let heads = copy_into(backup, &beside).inspect_err(|_| {
        // A partial copy is worthless.
        let _ = remove_database(&beside);
    })?;
    let named = fs::rename(&beside, &files.database).and_then(|()| sync_folder(&files.database));
    named.map_err(in_file(&files.database))?;
    lock.keep();
    Ok(heads)
}

/// Refuses a place with a journal, or with the log of one, which SQLite would take for the log of
/// the restored database.
fn check_free(files: &Files) -> Result<(), OpenFault> {
    if is_there(&files.database)? {
        return Err(OpenFault::Exists { place: files.folder.display().to_string() });
    }
    let log = log_of(&files.database);
    if is_there(&log)? { Err(OpenFault::LogLeft { log }) } else { Ok(()) }
}

/// Whether a backup would open at a place, by the heads remembered there. Changes nothing.
pub fn check_restore(from: &Path, to: &Place, options: &Options) -> Result<(), BackupFault> {
    let mut backup = Journal::open_read_only(&Place::Folder(from.to_owned()), &Options::default())?;
    is_whole(&backup, from)?;
    if let Place::Folder(folder) = to {
        check_free(&Files::new(folder, options.sidecar.as_deref()))?;
    }
    let Some(sidecar) = sidecar_or_own(to, options) else {
        // A journal without records is new: nothing can have been forgotten.
        let is_new = backup.heads().is_empty();
        let place = to.to_string();
        return if is_new { Ok(()) } else { Err(OpenFault::NothingRemembered { place }.into()) };
    };
    let (heads, remembered) = (backup.heads().clone(), sidecar::recall(&sidecar));
    let agreed =
        agreement(backup.store(), &heads, &remembered, Trust::Alone).map_err(OpenFault::Store)?;
    let refused = |fault| OpenFault::Heads { sidecar: sidecar.clone(), fault };
    Ok(agreed.map(|_| ()).map_err(refused)?)
}

/// A backup that has lost records since it was made is not worth restoring.
fn is_whole(backup: &Journal, from: &Path) -> Result<(), OpenFault> {
    let sidecar = Files::new(from, None).sidecar;
    let refused = |fault| OpenFault::Heads { sidecar: sidecar.clone(), fault };
    let remembered = sidecar::recall(&sidecar);
    let remembered =
        remembered.map_err(|unreadable| refused(HeadsFault::Unreadable(unreadable)))?;
    if remembered.id != backup.id() {
        let (remembered, found) = (remembered.id, backup.id());
        return Err(refused(HeadsFault::OtherJournal { remembered, found }));
    }
    for (stream, remembered) in remembered.heads {
        let found = backup.heads().get(&stream).copied();
        if found != Some(remembered) {
            return Err(refused(HeadsFault::Behind { stream, remembered, found }));
        }
    }
    Ok(())
}

fn empty_folder(folder: &Path) -> Result<(), OpenFault> {
    match fs::remove_dir_all(folder) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => {
            return Err(OpenFault::Io { path: folder.to_owned(), error });
        }
        Ok(()) | Err(_) => {}
    }
    modes::create_folder(folder).map_err(in_file(folder))
}

/// Copies everything up to the current heads into a new database, synced when it returns.
fn copy_into(from: &mut Journal, to: &Path) -> Result<BTreeMap<Stream, Head>, BackupFault> {
    let mut store = SqliteStore::open(to, Access::Write).map_err(BackupFault::Write)?;
    let heads = copy(from, &mut store)?;
    store.close().map_err(BackupFault::Write)?;
    Ok(heads)
}

fn copy(from: &mut Journal, to: &mut dyn Store) -> Result<BTreeMap<Stream, Head>, BackupFault> {
    let heads = from.heads().clone();
    for (stream, head) in &heads {
        copy_stream(from.store(), to, *stream, *head)?;
        copy_snapshots(from.store(), to, *stream, *head)?;
    }
    Ok(heads)
}

/// Copies a stream up to a head, commit by commit, and checks every link.
fn copy_stream(
    from: &mut dyn Store,
    to: &mut dyn Store,
    stream: Stream,
    up_to: Head,
) -> Result<(), BackupFault> {
    let start = Head::start(from.id(), stream);
    let (mut batch, mut waiting, mut bytes) = (Batch::new(stream, start), Vec::new(), 0);
    let copied = read(from, stream, start, |record| {
        batch.push(record.bytes);
        if record.ends_batch {
            bytes += batch.frames().len();
            let next = Batch::new(stream, batch.head());
            waiting.push(std::mem::replace(&mut batch, next));
        }
        if bytes >= CHUNK_BYTES {
            bytes = 0;
            if let Err(fault) = to.append(&std::mem::take(&mut waiting)) {
                return Ok(ControlFlow::Break(Err(fault)));
            }
        }
        let is_end = record.ends_batch && up_to.sequence <= record.head.sequence;
        Ok(if is_end { ControlFlow::Break(Ok(())) } else { ControlFlow::Continue(()) })
    });
    copied
        .map_err(BackupFault::Read)?
        .break_value()
        .unwrap_or(Ok(()))
        .map_err(BackupFault::Write)?;
    to.append(&waiting).map_err(BackupFault::Write)?;
    if batch.head() != up_to {
        let (sequence, what) = (up_to.sequence, Problem::OtherEnd { ends: up_to });
        return Err(BackupFault::Read(ReadFault::Record { stream, sequence, what }));
    }
    Ok(())
}

/// Copies the marks of all snapshots, and the bytes of those that still have them.
fn copy_snapshots(
    from: &mut dyn Store,
    to: &mut dyn Store,
    stream: Stream,
    up_to: Head,
) -> Result<(), BackupFault> {
    let unread = |fault: StoreFault| BackupFault::Read(fault.into());
    for mark in from.snapshots(stream).map_err(unread)? {
        if up_to.sequence < mark.head.sequence {
            break;
        }
        let kept = if mark.kept {
            from.snapshot(stream, mark.head.sequence).map_err(unread)?
        } else {
            None
        };
        // The copy itself drops the bytes of all but the last few, and those still have theirs.
        let forgotten = Snapshot { stream, head: mark.head, hash: mark.hash, bytes: Vec::new() };
        to.keep_snapshot(&kept.unwrap_or(forgotten)).map_err(BackupFault::Write)?;
    }
    Ok(())
}

impl From<OpenFault> for BackupFault {
    fn from(fault: OpenFault) -> Self {
        Self::Open(fault)
    }
}

impl fmt::Display for BackupFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Open(fault) => write!(f, "{fault}"),
            Self::Read(fault) => write!(f, "the journal cannot be copied: {fault}"),
            Self::Write(fault) => write!(f, "the copy cannot be written: {fault}"),
        }
    }
}

impl Error for BackupFault {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Open(fault) => Some(fault),
            Self::Read(fault) => Some(fault),
            Self::Write(fault) => Some(fault),
        }
    }
}
