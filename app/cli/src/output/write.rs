//! Writes a file completely or not at all.

use std::ffi::OsString;
use std::path::Path;
use std::{fs, io};

use crate::failure::Failure;

/// Writes beside the file and renames, so that nobody ever sees half a file.
pub(crate) fn write_whole(path: &Path, text: &str) -> Result<String, Failure> {
    let beside = beside(path);
    let written = fs::write(&beside, text).and_then(|()| fs::rename(&beside, path));
    written.map_err(|error| {
        // The partial file is useless; the first error is the one to report.
        let _ = fs::remove_file(&beside);
        unwritable(path, &error)
    })?;
    Ok(format!("wrote {}\n", path.display()))
}

/// Refuses a file that cannot be written, before the user has waited for its contents.
pub(crate) fn check_writable(path: &Path) -> Result<(), Failure> {
    if path.as_os_str() == "-" {
        return Ok(());
    }
    let beside = beside(path);
    let tried = fs::write(&beside, "").and_then(|()| fs::remove_file(&beside));
    tried.map_err(|error| unwritable(path, &error))
}

/// The path under which a file is written until it is complete.
pub(crate) fn beside(path: &Path) -> OsString {
    let mut beside = path.as_os_str().to_owned();
    beside.push(".part");
    beside
}

pub(crate) fn unwritable(path: &Path, error: &io::Error) -> Failure {
    Failure::no("unwritable-file", format!("cannot write {}: {error}", path.display()))
        .hint("give a path in a folder you may write to")
}

/// Writes the whole file, or returns the text for standard output if the path is `-`.
pub(crate) fn write_or_print(path: &Path, text: String) -> Result<String, Failure> {
    if path.as_os_str() == "-" { Ok(text) } else { write_whole(path, &text) }
}
