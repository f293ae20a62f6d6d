//! Starts the child, with the shim between it and the disk.

use std::path::Path;
use std::process::{Command, Stdio};

use taisai_testing::shim;

use crate::script::{FOLDER, ROUNDS};

/// The child on its own.
pub(crate) fn command(folder: &Path, rounds: u64) -> Command {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args(["--exact", "child", "--nocapture", "--test-threads=1"]);
    command.env(FOLDER, folder).env(ROUNDS, rounds.to_string());
    command.stdout(Stdio::piped()).stderr(Stdio::null()).stdin(Stdio::null());
    command
}

/// The child with the shim.
pub(crate) fn watched(folder: &Path, rounds: u64) -> Command {
    let mut command = command(folder, rounds);
    command.env("LD_PRELOAD", shim::disk()).env("DISK_FOLDER", folder);
    command
}
