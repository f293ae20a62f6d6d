//! The lock of a journal in a folder: its holder is the only writer.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io;
use std::os::unix::fs::{MetadataExt as _, OpenOptionsExt as _};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use super::fault::OpenFault;
use super::modes::FILE_MODE;

/// A held lock. A file that it created is removed again unless it is [kept](Self::keep).
#[derive(Debug)]
pub(crate) struct Lock {
    file: File,
    path: PathBuf,
    is_made: bool,
}

impl Lock {
    /// Takes the lock; from then on nobody else writes.
    pub(crate) fn take(path: &Path) -> Result<Self, OpenFault> {
        let failed = |error| OpenFault::Io { path: path.to_owned(), error };
        for _ in 0..TRIES {
            let (file, is_made) = open(path).map_err(failed)?;
            let lock = Self { file, path: path.to_owned(), is_made };
            match lock.file.try_lock() {
                // A process that was refused a moment ago may have removed its file again.
                Ok(()) if lock.is_in_place().map_err(failed)? => return Ok(lock),
                Ok(()) => lock.leave(),
                Err(TryLockError::WouldBlock) => {
                    lock.leave();
                    thread::sleep(PAUSE);
                }
                Err(TryLockError::Error(error)) => return Err(failed(error)),
            }
        }
        Err(OpenFault::InUse { lock: path.to_owned() })
    }

    /// Whether somebody holds this lock now. Creates nothing.
    pub(crate) fn is_held(path: &Path) -> bool {
        match File::open(path) {
            Ok(file) => file.try_lock_shared().is_err(),
            // A file that cannot be read may be locked.
            Err(error) => error.kind() != io::ErrorKind::NotFound,
        }
    }

    /// Keeps the file for good, because the journal is now open for writing.
    pub(crate) const fn keep(&mut self) {
        self.is_made = false;
    }

    /// Drops the lock without removing a file that belongs to somebody else.
    fn leave(mut self) {
        self.is_made = false;
    }

    fn is_in_place(&self) -> io::Result<bool> {
        match fs::metadata(&self.path) {
            Ok(found) => Ok(found.ino() == self.file.metadata()?.ino()),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
            Err(error) => Err(error),
        }
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        if self.is_made {
            // The lock is still held: nobody else has started to write under it.
            let _ = fs::remove_file(&self.path);
        }
    }
}

/// Opens the file of a lock, and returns whether it had to be created.
fn open(path: &Path) -> io::Result<(File, bool)> {
    let mut options = OpenOptions::new();
    options.read(true).write(true);
    match options.open(path) {
        Ok(file) => return Ok((file, false)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => {}
        Err(error) => return Err(error),
    }
    match options.create_new(true).mode(FILE_MODE).open(path) {
        Ok(file) => Ok((file, true)),
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
            Ok((OpenOptions::new().read(true).write(true).open(path)?, false))
        }
        Err(error) => Err(error),
    }
}

/// A process that was killed a moment ago may still be exiting.
const TRIES: u32 = 50;
const PAUSE: Duration = Duration::from_millis(10);
