//! Builds what stands between a process and its disk.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

/// `proof/disk/shim.c`, built once.
pub fn shim() -> &'static Path {
    static SHIM: OnceLock<PathBuf> = OnceLock::new();
    SHIM.get_or_init(|| {
        let source = concat!(env!("CARGO_MANIFEST_DIR"), "/../disk/shim.c");
        let shim = std::env::current_exe().unwrap().with_file_name("shim.so");
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
