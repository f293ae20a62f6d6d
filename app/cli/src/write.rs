//! Files that are written whole or not at all.

use std::fs;
use std::path::Path;

use crate::failure::Failure;

/// Writes beside the file and renames, so that nobody ever meets half a file.
pub(crate) fn write_whole(path: &Path, text: &str) -> Result<String, Failure> {
    let mut beside = path.as_os_str().to_owned();
    beside.push(".part");
    let written = fs::write(&beside, text).and_then(|()| fs::rename(&beside, path));
    written.map_err(|error| {
        // What is left of the attempt is of no use to anyone; the first error is the one to tell.
        let _ = fs::remove_file(&beside);
        Failure::no("unwritable-file", format!("cannot write {}: {error}", path.display()))
            .hint("give a path in a folder you may write to")
    })?;
    Ok(format!("wrote {}\n", path.display()))
}

/// Writes whole, or hands the text on to standard output where the path is `-`.
pub(crate) fn write_or_print(path: &Path, text: String) -> Result<String, Failure> {
    if path.as_os_str() == "-" { Ok(text) } else { write_whole(path, &text) }
}
