//! Who may read the files of a journal: only their owner, because they hold password hashes.

use std::fs::{self, DirBuilder, OpenOptions, Permissions};
use std::io;
use std::os::unix::fs::{DirBuilderExt as _, OpenOptionsExt as _, PermissionsExt as _};
use std::path::{Path, PathBuf};

use super::fault::OpenFault;
use super::place::Files;
use crate::sqlite::{index_of, log_of};

/// The mode of a file of the journal.
pub(crate) const FILE_MODE: u32 = 0o600;
const FOLDER_MODE: u32 = 0o700;
/// The bits a mode must not have: anything for the group or for others.
const FOR_OTHERS: u32 = 0o077;

/// Creates a folder and its parents; only the owner may enter the created ones. An existing empty
/// folder becomes the owner's alone too.
pub(crate) fn create_folder(folder: &Path) -> io::Result<()> {
    DirBuilder::new().recursive(true).mode(FOLDER_MODE).create(folder)?;
    if fs::read_dir(folder)?.next().is_none() {
        fs::set_permissions(folder, Permissions::from_mode(FOLDER_MODE))?;
    }
    Ok(())
}

/// Creates an empty file that only its owner may read, unless it exists.
pub(crate) fn create_file(file: &Path) -> io::Result<()> {
    OpenOptions::new().write(true).create_new(true).mode(FILE_MODE).open(file).map(|_| ())
}

/// A file or folder that users other than its owner may read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Readable {
    pub path: PathBuf,
    pub mode: u32,
    /// The mode it should have.
    pub right: u32,
}

/// Those of these paths that users other than their owners may read; missing ones do not matter.
pub fn readable_by_others<'p>(paths: impl IntoIterator<Item = &'p Path>) -> Vec<Readable> {
    let wide = |path: &Path| {
        let found = fs::metadata(path).ok()?;
        let mode = found.permissions().mode() & 0o7777;
        let right = if found.is_dir() { FOLDER_MODE } else { FILE_MODE };
        (mode & FOR_OTHERS != 0).then(|| Readable { path: path.to_owned(), mode, right })
    };
    paths.into_iter().filter_map(wide).collect()
}

/// Refuses a journal that users other than its owner may read.
pub(super) fn check(files: &Files) -> Result<(), OpenFault> {
    let (log, index) = (log_of(&files.database), index_of(&files.database));
    let Files { folder, database, sidecar, lock } = files;
    let readable =
        readable_by_others([folder, database, &log, &index, sidecar, lock].map(PathBuf::as_path));
    if readable.is_empty() { Ok(()) } else { Err(OpenFault::Readable(readable)) }
}

/// The shell command that makes them private to their owners.
pub fn mending(readable: &[Readable]) -> String {
    let of = |right: u32| {
        let wrong = readable.iter().filter(move |file| file.right == right);
        let paths: Vec<String> = wrong.map(|file| quoted(&file.path)).collect();
        (!paths.is_empty()).then(|| format!("chmod {right:o} {}", paths.join(" ")))
    };
    let commands: Vec<String> = [FOLDER_MODE, FILE_MODE].into_iter().filter_map(of).collect();
    commands.join(" && ")
}

/// A path quoted for a shell.
fn quoted(path: &Path) -> String {
    let text = path.display().to_string();
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || "/._-+".contains(letter);
    if text.chars().all(is_plain) { text } else { format!("'{}'", text.replace('\'', "'\\''")) }
}
