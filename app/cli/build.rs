//! Tells the binary which commit it is built from, anew whenever that changes.

#[path = "build/commit.rs"]
mod commit;

use std::path::PathBuf;

fn main() {
    // A packager who builds without a repository names the commit.
    println!("cargo::rerun-if-env-changed=TAISAI_COMMIT");
    let folder = std::env::var_os("CARGO_MANIFEST_DIR").map_or_else(PathBuf::new, PathBuf::from);
    for file in commit::watched(&folder) {
        println!("cargo::rerun-if-changed={}", file.display());
    }
    let named = std::env::var("TAISAI_COMMIT").ok().filter(|named| !named.trim().is_empty());
    let commit = named.or_else(|| commit::of(&folder)).unwrap_or_else(|| "unknown".to_owned());
    println!("cargo::rustc-env=TAISAI_BUILT_FROM={}", commit.trim());
}
