//! A disk that is full, broken or read-only from any call on: the child stops in order, and the
//! journal goes on when the disk is well again.

use std::fs;
use std::process::Output;

use crate::log::Words;
use crate::{child, fast_folder, found, is_long};

const ENOSPC: i32 = 28;
const EIO: i32 = 5;
const EROFS: i32 = 30;

/// So many single calls may fail without a word, of more than 150: seven with which the empty
/// database is switched to its log, which opening does again; three that remove files which are
/// done with; and SQLite's own syncs of the folder, whose failure it does not tell.
const FORGIVEN_MAX: usize = 12;
/// The long script closes the journal in its middle and opens it again. Whatever fails while the
/// log is folded back into the database, the log stays and is read at the opening.
const FORGIVEN_AT_CLOSING: usize = 14;

#[test]
fn no_room_at_any_call_stops_in_order() {
    at_every_call(ENOSPC, ":on");
}

#[test]
fn a_failing_disk_at_any_call_stops_in_order() {
    at_every_call(EIO, "");
}

#[test]
fn a_disk_that_turns_read_only_at_any_call_stops_in_order() {
    at_every_call(EROFS, ":on");
}

fn at_every_call(errno: i32, goes_on: &str) {
    let (rounds, forgiven_max) =
        if is_long() { (50, FORGIVEN_MAX + FORGIVEN_AT_CLOSING) } else { (9, FORGIVEN_MAX) };
    let (mut stopped, mut forgiven, mut last) = (0, 0, 0);
    for call in 1.. {
        let folder = fast_folder();
        let data = folder.path().join("data");
        fs::create_dir(&data).unwrap();
        let mut child = child::watched(&data, rounds);
        let output = child.env("DISK_FAIL", format!("{call}:{errno}{goes_on}")).output().unwrap();
        let words = words_of(&output);
        let outcome = (output.status.code(), words.fault.is_some());
        let in_order = matches!(outcome, (Some(0), false) | (Some(3), true));
        assert!(in_order, "call {call}, error {errno}: {outcome:?}");
        stopped += usize::from(words.fault.is_some());
        let checked = found::check(&data, &words);
        assert!(checked.is_ok(), "call {call}, error {errno}: {checked:?}, {words:?}");
        // A call past the last one fails nothing, and so does the next.
        if words.fault.is_none() {
            last += 1;
        } else {
            forgiven += std::mem::take(&mut last);
        }
        if last == 20 {
            break;
        }
    }
    println!(
        "error {errno} at every call of {rounds} rounds: {stopped} calls stopped the child, \
         {forgiven} did not matter"
    );
    assert!(forgiven <= forgiven_max, "{forgiven} failed calls did not stop the child");
    assert!(stopped > 80, "the script stops at {stopped} calls");
}

fn words_of(output: &Output) -> Words {
    let mut words = Words::default();
    words.hear(&String::from_utf8_lossy(&output.stdout));
    words
}
