//! A binary that is to be shipped has the screens in it.
//!
//! With debug assertions the screens are read from `web/dist` while the server runs; without them
//! they are embedded when it is built, and whatever is missing then is missing for ever.

use std::env;
use std::path::Path;

const PAGE: &str = "../../web/dist/index.html";

fn main() {
    let embeds = env::var_os("CARGO_CFG_DEBUG_ASSERTIONS").is_none();
    if !embeds {
        println!("cargo::rerun-if-changed=build.rs");
        return;
    }
    println!("cargo::rerun-if-changed={PAGE}");
    if !Path::new(PAGE).is_file() {
        println!(
            "cargo::error=the screens are not built, and the binary would be without them: \
             run `make web` first (it needs Node), then build again"
        );
    }
}
