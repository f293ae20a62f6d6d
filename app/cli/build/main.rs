//! What a binary must know of its own making: the commit, and that the screens are in it.

mod commit;

use std::env;
use std::path::{Path, PathBuf};

const PAGE: &str = "../../web/dist/index.html";

fn main() {
    println!("cargo::rerun-if-changed=build");
    name_the_commit();
    if env::var_os("CARGO_CFG_DEBUG_ASSERTIONS").is_none() {
        demand_the_screens();
    }
}

/// A packager who builds without a repository names the commit.
fn name_the_commit() {
    println!("cargo::rerun-if-env-changed=TAISAI_COMMIT");
    let folder = env::var_os("CARGO_MANIFEST_DIR").map_or_else(PathBuf::new, PathBuf::from);
    for file in commit::watched(&folder) {
        println!("cargo::rerun-if-changed={}", file.display());
    }
    let named = env::var("TAISAI_COMMIT").ok().filter(|named| !named.trim().is_empty());
    let commit = named.or_else(|| commit::of(&folder)).unwrap_or_else(|| "unknown".to_owned());
    println!("cargo::rustc-env=TAISAI_BUILT_FROM={}", commit.trim());
}

/// With debug assertions the screens are read from `web/dist` while the server runs; without them
/// they are embedded when it is built, and whatever is missing then is missing for ever.
fn demand_the_screens() {
    println!("cargo::rerun-if-changed={PAGE}");
    if !Path::new(PAGE).is_file() {
        println!(
            "cargo::error=the screens are not built, and the binary would be without them: \
             run `make web` first (it needs Node), then build again"
        );
    }
}
