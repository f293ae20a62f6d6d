//! Stops the server after its n-th commit: a shim stands between it and the disk.

use std::fs::{self, File};
use std::os::unix::fs::FileExt as _;
use std::path::{Path, PathBuf};
use std::time::Duration;

use tokio::time::sleep;

/// What happens to a message at the gate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mishap {
    /// The process is killed.
    Killed,
    /// The line is cut, and the server goes on.
    Cut,
}

impl Mishap {
    pub(crate) const ALL: [Self; 2] = [Self::Killed, Self::Cut];
}

/// Four numbers that the test and the server share.
pub(crate) struct Gate {
    path: PathBuf,
    file: File,
}

const COMMITS: u64 = 0;
const ARMED: u64 = 4;
const REACHED: u64 = 8;
const OPENED: u64 = 12;

impl Gate {
    /// An open gate, in this folder.
    pub(crate) fn new(folder: &Path) -> Self {
        let path = folder.join("gate");
        fs::write(&path, [0; 16]).unwrap();
        let file = File::options().read(true).write(true).open(&path).unwrap();
        Self { path, file }
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Lets so many commits through, and nothing after them.
    pub(crate) fn arm(&self, commits: i32, mishap: Mishap) {
        self.write(COMMITS, commits);
        self.write(REACHED, 0);
        self.write(OPENED, 0);
        let armed = match mishap {
            Mishap::Killed => 1,
            Mishap::Cut => 2,
        };
        self.write(ARMED, armed);
    }

    /// Lets everything through.
    pub(crate) fn open(&self) {
        self.write(ARMED, 0);
        self.write(OPENED, 1);
    }

    /// Waits until the server stands there.
    pub(crate) async fn reached(&self) {
        while self.read(REACHED) == 0 {
            sleep(Duration::from_millis(1)).await;
        }
    }

    pub(crate) fn is_reached(&self) -> bool {
        self.read(REACHED) != 0
    }

    fn write(&self, at: u64, number: i32) {
        self.file.write_all_at(&number.to_ne_bytes(), at).unwrap();
    }

    fn read(&self, at: u64) -> i32 {
        let mut bytes = [0; 4];
        self.file.read_exact_at(&mut bytes, at).unwrap();
        i32::from_ne_bytes(bytes)
    }
}
