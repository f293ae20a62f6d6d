//! What was acknowledged is there after a crash, wherever it comes.
//!
//! A child process plays a script of rounds on a journal while `proof/testing/shims/disk.c` writes
//! down every call it makes to the disk and every ack it gives. From that log the disk is rebuilt
//! as a crash could have left it, after each single call and in several ways; then the journal is
//! opened by the code that would open it the next morning.
//!
//! `CRASH_LONG=1` plays more rounds, with more ways to reorder writes, and kills more often.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod child;
mod disk;
mod faults;
mod found;
mod kills;
mod log;
mod power;
mod script;

/// Not a test: what the others start as a child process. Alone it does nothing.
#[test]
fn child() {
    if let Some(order) = script::Order::from_environment() {
        std::process::exit(script::play(&order));
    }
}

fn is_long() -> bool {
    std::env::var_os("CRASH_LONG").is_some()
}

/// A folder in memory where there is one: the disk is simulated, so its speed proves nothing.
fn fast_folder() -> tempfile::TempDir {
    let in_memory = std::path::Path::new("/dev/shm");
    let folder = in_memory.is_dir().then(|| tempfile::tempdir_in(in_memory).ok()).flatten();
    folder.unwrap_or_else(|| tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap())
}
