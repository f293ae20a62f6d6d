//! Starts the child, with the shim between it and the disk.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::OnceLock;

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
    command.env("LD_PRELOAD", shim()).env("DISK_FOLDER", folder);
    command
}

/// The shim, built once.
fn shim() -> &'static Path {
    static SHIM: OnceLock<PathBuf> = OnceLock::new();
    SHIM.get_or_init(|| {
        let source = concat!(env!("CARGO_MANIFEST_DIR"), "/../../proof/disk/shim.c");
        let shim = Path::new(env!("CARGO_TARGET_TMPDIR")).join("shim.so");
        let beside = shim.with_extension(std::process::id().to_string());
        let built = Command::new("cc")
            .args(["-O2", "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC", "-o"])
            .args([beside.as_os_str(), source.as_ref(), "-ldl".as_ref()])
            .status();
        let missing = "a C compiler builds the simulated disk: apt-get install gcc";
        assert!(built.expect(missing).success(), "{source} does not build");
        std::fs::rename(beside, &shim).unwrap();
        shim
    })
}
