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

/// A row of a matrix: those who are answered the same stand together, in the order of the first.
#[derive(Default)]
pub struct Row<'a>(Vec<(String, bool, Vec<&'a str>)>);

impl<'a> Row<'a> {
    pub fn note<T, E>(&mut self, who: &'a str, words: String, answer: &Result<T, E>) {
        match self.0.iter_mut().find(|(known, ..)| *known == words) {
            Some((_, _, people)) => people.push(who),
            None => self.0.push((words, answer.is_ok(), vec![who])),
        }
    }

    /// What happens for whom, and who is refused why.
    pub fn cells(&self) -> (String, String) {
        (self.worded(true), self.worded(false))
    }

    fn worded(&self, accepted: bool) -> String {
        let fitting = self.0.iter().filter(|(_, is, _)| *is == accepted);
        let worded = fitting.map(|(words, _, people)| format!("{words}: {}", people.join(", ")));
        worded.collect::<Vec<_>>().join("; ")
    }
}
