//! A binary that is shipped has the screens in it, or is not built.
//!
//! `cargo install --path app/cli` on a machine that had never run `make web` built a server without
//! a single screen, and said nothing.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::env;
use std::fs;
use std::path::Path;
use std::process::Command;

use tempfile::TempDir;

/// How the binary is built.
#[derive(Clone, Copy)]
enum Build {
    /// To be shipped: the screens are embedded.
    Shipped,
    /// For tests: the screens are read from the work tree while it runs.
    Tests,
}

/// What our build script says to cargo in a work tree of which this much is there.
fn said(build: Build, screens: &[&str]) -> String {
    let folder = TempDir::new().unwrap();
    let crate_folder = folder.path().join("app/cli");
    fs::create_dir_all(&crate_folder).unwrap();
    for screen in screens {
        let path = folder.path().join("web/dist").join(screen);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, "a screen").unwrap();
    }
    let script = folder.path().join("script");
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("build/main.rs");
    let rustc = env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let mut compile = Command::new(rustc);
    compile.args(["--edition", "2024", "-o"]).arg(&script).arg(source);
    assert!(compile.status().unwrap().success());
    let mut run = Command::new(&script);
    run.current_dir(&crate_folder).env_remove("CARGO_CFG_DEBUG_ASSERTIONS");
    match build {
        Build::Shipped => {}
        Build::Tests => _ = run.env("CARGO_CFG_DEBUG_ASSERTIONS", ""),
    }
    let output = run.output().unwrap();
    assert!(output.status.success());
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn a_binary_to_be_shipped_is_not_built_without_its_screens() {
    for nearly in [&[][..], &["assets/left.js"][..]] {
        let said = said(Build::Shipped, nearly);
        assert!(said.contains("cargo::error="), "{said}");
        assert!(said.contains("`make web`"), "what to run is not said: {said}");
    }
    assert!(!said(Build::Shipped, &["index.html"]).contains("cargo::error="));
}

#[test]
fn tests_are_built_without_screens() {
    assert!(!said(Build::Tests, &[]).contains("cargo::error="));
}
