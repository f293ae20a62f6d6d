//! Builds the server anew when the screens that it embeds were built anew.

use std::env;

fn main() {
    // With debug assertions the screens are read while the server runs.
    let embeds = env::var_os("CARGO_CFG_DEBUG_ASSERTIONS").is_none();
    let watched = if embeds { "../../web/dist" } else { "build.rs" };
    println!("cargo::rerun-if-changed={watched}");
}
