//! `taisai version` names the software as a laboratory would: by commit and by hashes.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::SystemTime;

use serde_json::Value;
use sha2::{Digest as _, Sha256};

fn taisai(arguments: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_taisai")).args(arguments).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

fn hex(hash: &[u8]) -> String {
    taisai_server::world::software::hex(hash)
}

fn json(arguments: &[&str]) -> Value {
    serde_json::from_str(&taisai(arguments)).unwrap()
}

#[test]
fn the_software_is_named_by_version_commit_and_hashes() {
    let version = json(&["version", "--json"]);
    assert_eq!(version["version"], env!("CARGO_PKG_VERSION"));
    let binary = Sha256::digest(fs::read(env!("CARGO_BIN_EXE_taisai")).unwrap());
    let binary = hex(&binary);
    assert_eq!(version["binary_sha256"], binary);
    let named = std::env::var("TAISAI_COMMIT").ok();
    let here = named.or_else(|| commit_here(Path::new(env!("CARGO_MANIFEST_DIR"))));
    assert_eq!(version["commit"], here.unwrap_or_else(|| "unknown".to_owned()));
    let books = version["books"].as_array().unwrap();
    let listed = json(&["rules", "list", "--json"]);
    let listed = listed.as_array().unwrap();
    assert_eq!(books.len(), listed.len());
    for (book, listed) in books.iter().zip(listed) {
        assert_eq!((&book["book"], &book["sha256"]), (&listed["id"], &listed["hash"]));
    }
    let page = taisai(&["version"]);
    assert!(page.starts_with(&format!("Taisai {}\n", env!("CARGO_PKG_VERSION"))), "{page}");
    assert!(page.contains(&binary) && page.contains(version["commit"].as_str().unwrap()), "{page}");
    assert!(books.iter().all(|book| page.contains(book["sha256"].as_str().unwrap())), "{page}");
}

fn git(folder: &Path, arguments: &[&str]) {
    let who = ["-c", "user.name=Test", "-c", "user.email=test@example.org"];
    let done = Command::new("git").arg("-C").arg(folder).args(who).args(arguments).output();
    let done = done.unwrap();
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
}

/// The commit of the work tree, where there is one.
fn commit_here(folder: &Path) -> Option<String> {
    let asked = ["-C", folder.to_str().unwrap(), "rev-parse", "HEAD"];
    let output = Command::new("git").args(asked).output().ok()?;
    output.status.success().then(|| String::from_utf8(output.stdout).unwrap().trim().to_owned())
}

/// The build script by itself, as cargo would compile it.
fn build_script(folder: &Path) -> PathBuf {
    let (source, script) =
        (Path::new(env!("CARGO_MANIFEST_DIR")).join("build/main.rs"), folder.join("build-script"));
    let mut compiler = Command::new("rustc");
    let done = compiler.args(["--edition", "2024", "-o"]).arg(&script).arg(&source).output();
    let done = done.unwrap();
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    script
}

/// What the build script tells cargo about a folder: the commit, and which files are watched.
fn script_output(script: &Path, folder: &Path) -> (String, Vec<PathBuf>) {
    let mut script = Command::new(script);
    script.env("CARGO_MANIFEST_DIR", folder).env("CARGO_CFG_DEBUG_ASSERTIONS", "");
    let output = script.env_remove("TAISAI_COMMIT").output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).unwrap();
    let all = |wanted: &'static str| {
        text.lines().filter_map(move |line| line.strip_prefix(wanted)).map(str::to_owned)
    };
    let commit = all("cargo::rustc-env=TAISAI_BUILT_FROM=").next().unwrap();
    let watched = all("cargo::rerun-if-changed=").filter(|file| file != "build");
    (commit, watched.map(PathBuf::from).collect())
}

/// What cargo looks at: whether a watched file is younger than the last build.
fn youngest(watched: &[PathBuf]) -> SystemTime {
    let changed = |file: &PathBuf| fs::metadata(file).unwrap().modified().unwrap();
    watched.iter().map(changed).max().unwrap()
}

#[test]
fn the_binary_is_built_anew_when_another_commit_is_checked_out() {
    let folder = tempfile::tempdir().unwrap();
    let script = build_script(folder.path());
    let inner = folder.path().join("app/cli");
    fs::create_dir_all(&inner).unwrap();
    assert_eq!(script_output(&script, &inner), ("unknown".to_owned(), Vec::new()));
    git(folder.path(), &["init", "--quiet"]);
    for packed in [false, true] {
        git(folder.path(), &["commit", "--quiet", "--allow-empty", "--message", "one"]);
        if packed {
            git(folder.path(), &["pack-refs", "--all"]);
        }
        let (before, watched) = script_output(&script, &inner);
        let built = youngest(&watched);
        assert_eq!(before.len(), 40);
        // File systems tell moments apart that are a few milliseconds from each other.
        std::thread::sleep(std::time::Duration::from_millis(50));
        git(folder.path(), &["commit", "--quiet", "--allow-empty", "--message", "two"]);
        let (after, watched) = script_output(&script, &inner);
        assert_ne!(after, before);
        assert!(youngest(&watched) > built, "packed {packed}");
        assert!(watched.iter().all(|file| file.exists()));
    }
}
