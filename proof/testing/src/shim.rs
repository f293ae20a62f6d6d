//! Builds what stands between a process and its disk, or its clock.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

/// `shims/disk.c`, built once.
pub fn disk() -> &'static Path {
    static SHIM: OnceLock<PathBuf> = OnceLock::new();
    SHIM.get_or_init(|| built("disk"))
}

/// `shims/clock.c`, built once.
pub fn clock() -> &'static Path {
    static SHIM: OnceLock<PathBuf> = OnceLock::new();
    SHIM.get_or_init(|| built("clock"))
}

/// Builds a shim beside the tests that load it.
fn built(name: &str) -> PathBuf {
    let source = format!("{}/shims/{name}.c", env!("CARGO_MANIFEST_DIR"));
    let shim = std::env::current_exe().unwrap().with_file_name(format!("{name}-shim.so"));
    // Other tests may load it now: it is there whole, or not at all.
    let beside = shim.with_extension(std::process::id().to_string());
    let built = Command::new("cc")
        .args(["-O2", "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC", "-o"])
        .args([beside.as_os_str(), source.as_ref(), "-ldl".as_ref()])
        .status();
    let missing = "a C compiler builds the simulated disk and clock: apt-get install gcc";
    assert!(built.expect(missing).success(), "{source} does not build");
    std::fs::rename(beside, &shim).unwrap();
    shim
}
