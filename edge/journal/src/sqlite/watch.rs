//! Notices that somebody writes to a database that was opened read-only.

use std::fs;
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};

use super::schema::log_of;

/// A database and its log as they were when reading began.
#[derive(Debug)]
pub(crate) struct Watch {
    database: PathBuf,
    began: [Option<Trace>; 2],
}

/// What every write to a file changes: inode, length and modification time.
type Trace = (u64, u64, i64, i64);

impl Watch {
    /// Starts watching a database.
    pub(crate) fn new(database: &Path) -> Self {
        Self { database: database.to_owned(), began: traces(database) }
    }

    pub(crate) fn database(&self) -> &Path {
        &self.database
    }

    /// Whether anything was written since.
    pub(crate) fn is_written(&self) -> bool {
        traces(&self.database) != self.began
    }
}

fn traces(database: &Path) -> [Option<Trace>; 2] {
    [trace(database), trace(&log_of(database))]
}

/// `None` for a missing file and for an empty log, which a writer creates before it has written
/// anything.
fn trace(file: &Path) -> Option<Trace> {
    let found = fs::metadata(file).ok().filter(|found| found.len() > 0)?;
    Some((found.ino(), found.len(), found.mtime(), found.mtime_nsec()))
}
