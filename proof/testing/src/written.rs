//! Files that a test writes and every run compares with what is true now. `UPDATE=1` writes them.

use std::path::Path;
use std::{env, fs};

pub fn is_update() -> bool {
    env::var_os("UPDATE").is_some()
}

/// The file is this text, from its first line to its last.
pub fn is(path: impl AsRef<Path>, now: &str) {
    let path = path.as_ref();
    if is_update() {
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, now).unwrap();
    }
    let written = fs::read_to_string(path).unwrap_or_default();
    let path = path.display();
    for (now, written) in now.lines().zip(written.lines()) {
        assert_eq!(now, written, "{path}: UPDATE=1 writes it anew");
    }
    assert!(now == written, "{path} is of another length: UPDATE=1 writes it anew");
}

/// A file whose lines stay for ever lacks none of those that are known.
pub fn has_all(path: impl AsRef<Path>, missing: &[String]) {
    let path = path.as_ref();
    if is_update() && !missing.is_empty() {
        let written = fs::read_to_string(path).unwrap_or_default();
        fs::write(path, written + &missing.join("\n") + "\n").unwrap();
        return;
    }
    assert!(missing.is_empty(), "{} lacks {missing:#?}: UPDATE=1 adds it", path.display());
}
