//! Runs the command as a person would, on a house that was written once.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::OnceLock;

use serde_json::Value;
use taisai_journal::{Options, Place};
use taisai_testing::house::{Streams, found, streams};
use tempfile::TempDir;

/// What a command said.
pub(crate) struct Said {
    pub(crate) code: i32,
    pub(crate) out: String,
    pub(crate) err: String,
}

pub(crate) fn taisai(arguments: &[&str]) -> Said {
    said(Command::new(env!("CARGO_BIN_EXE_taisai")).args(arguments).env_remove("TAISAI_DATA"))
}

/// The same where the environment names the journal.
pub(crate) fn taisai_at(data: &str, arguments: &[&str]) -> Said {
    said(Command::new(env!("CARGO_BIN_EXE_taisai")).args(arguments).env("TAISAI_DATA", data))
}

pub(crate) fn said(command: &mut Command) -> Said {
    let Output { status, stdout, stderr } = command.output().unwrap();
    Said {
        code: status.code().unwrap(),
        out: String::from_utf8(stdout).unwrap(),
        err: String::from_utf8(stderr).unwrap(),
    }
}

/// What a command said that must do what it was asked.
pub(crate) fn done(arguments: &[&str]) -> String {
    let said = taisai(arguments);
    assert_eq!(said.code, 0, "{arguments:?}: {}", said.err);
    said.out
}

pub(crate) fn done_json(arguments: &[&str]) -> Value {
    serde_json::from_str(&done(arguments)).unwrap()
}

/// Why a command refused, for programs.
pub(crate) fn refused(arguments: &[&str]) -> Value {
    let said = taisai(&[arguments, &["--json"]].concat());
    assert_eq!(said.code, 1, "{arguments:?}: {} {}", said.out, said.err);
    assert_eq!(said.out, "");
    serde_json::from_str::<Value>(&said.err).unwrap()["error"].clone()
}

pub(crate) const ROUNDS: u64 = 12;

pub(crate) fn house() -> &'static Streams {
    static HOUSE: OnceLock<Streams> = OnceLock::new();
    HOUSE.get_or_init(|| streams(ROUNDS))
}

/// A folder with the house's journal, closed.
pub(crate) struct Folder {
    folder: TempDir,
}

impl Folder {
    pub(crate) fn new() -> Self {
        let folder = Self { folder: TempDir::new().unwrap() };
        drop(found(&folder.place(), &Options::default(), house()));
        folder
    }

    /// An empty one.
    pub(crate) fn empty() -> Self {
        Self { folder: TempDir::new().unwrap() }
    }

    pub(crate) fn journal(&self) -> PathBuf {
        self.folder.path().join("journal")
    }

    pub(crate) fn place(&self) -> Place {
        Place::Folder(self.journal())
    }

    pub(crate) fn name(&self) -> String {
        text(&self.journal())
    }

    pub(crate) fn file(&self, name: &str) -> String {
        text(&self.folder.path().join(name))
    }

    pub(crate) fn database(&self) -> PathBuf {
        self.journal().join("journal.db")
    }
}

fn text(path: &Path) -> String {
    path.to_str().unwrap().to_owned()
}

/// The house that tests only look at.
pub(crate) fn whole() -> &'static Folder {
    static WHOLE: OnceLock<Folder> = OnceLock::new();
    WHOLE.get_or_init(Folder::new)
}
