//! The files of a journal: each byte, each length, each row.

use std::collections::BTreeMap;
use std::fs::File;
use std::os::unix::fs::FileExt;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use crate::floor::{Said, commit, examined, fast_folder, files, found, lay_out};

/// The files of a journal and what it says.
struct Whole {
    files: BTreeMap<String, Vec<u8>>,
    said: Said,
}

enum State {
    /// Closed in order: one file.
    Closed,
    /// Killed: the last commits are in the log.
    InLog,
}

fn whole(commits: usize, bytes: usize, state: &State) -> Whole {
    let folder = fast_folder();
    let data = folder.path().join("data");
    let mut journal = found(&data);
    for number in 0..commits {
        commit(&mut journal, number, bytes);
    }
    let in_log = files(&data);
    drop(journal);
    let said = examined(&data).unwrap();
    let files = match state {
        State::Closed => files(&data),
        State::InLog => in_log,
    };
    Whole { files, said }
}

/// Changes a file at many places, one at a time, and examines the journal after each.
fn check_each(whole: &Whole, name: &str, places: &[usize], tamper: Tamper) -> Figures {
    let next = AtomicUsize::new(0);
    let (detected, harmless) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let work = || {
        let folder = fast_folder();
        let data = lay_out(folder.path(), &whole.files);
        let file = File::options().write(true).open(data.join(name)).unwrap();
        while let Some(place) = places.get(next.fetch_add(1, Ordering::Relaxed)) {
            tamper.change(&file, &whole.files[name], *place);
            match examined(&data) {
                Ok(said) => {
                    assert!(said == whole.said, "{name}, {place}: other records, unnoticed");
                    harmless.fetch_add(1, Ordering::Relaxed);
                }
                Err(said) => {
                    let named = said.contains("record ") || said.contains("heads");
                    assert!(named, "{name}, {place}: {said}");
                    detected.fetch_add(1, Ordering::Relaxed);
                }
            }
            // To examine changes nothing, so that this undoes everything.
            tamper.undo(&file, &whole.files[name], *place);
        }
    };
    thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(work);
        }
    });
    Figures { detected: detected.into_inner(), harmless: harmless.into_inner() }
}

#[derive(Clone, Copy)]
enum Tamper {
    Flip,
    Cut,
}

impl Tamper {
    fn change(self, file: &File, bytes: &[u8], place: usize) {
        match self {
            Self::Flip => {
                file.write_all_at(&[bytes[place] ^ 1 << (place % 8)], place as u64).unwrap();
            }
            Self::Cut => file.set_len(place as u64).unwrap(),
        }
    }

    fn undo(self, file: &File, bytes: &[u8], place: usize) {
        match self {
            Self::Flip => file.write_all_at(&bytes[place..=place], place as u64).unwrap(),
            Self::Cut => file.write_all_at(&bytes[place..], place as u64).unwrap(),
        }
    }
}

#[derive(Debug)]
struct Figures {
    detected: usize,
    harmless: usize,
}

/// Every byte, but of the room that was never written only every 61st.
fn every_byte(whole: &Whole, name: &str) -> Vec<usize> {
    let bytes = &whole.files[name];
    let is_room = |place: usize| {
        let around = place.saturating_sub(16)..(place + 16).min(bytes.len());
        bytes[around].iter().all(|byte| *byte == 0)
    };
    let chosen = |place: &usize| is_long() || place.is_multiple_of(61) || !is_room(*place);
    (0..bytes.len()).filter(chosen).collect()
}

/// Every length around a page's or a sector's end, and every 61st.
fn every_length(whole: &Whole, name: &str) -> Vec<usize> {
    let chosen = |length: &usize| is_long() || length.is_multiple_of(61) || (length + 1) % 512 <= 2;
    (0..whole.files[name].len()).filter(chosen).collect()
}

fn is_long() -> bool {
    std::env::var_os("TAMPER_LONG").is_some()
}

#[test]
fn every_flipped_byte_of_a_small_database_shows() {
    let whole = whole(7, 120, &State::Closed);
    let figures = check_each(&whole, "journal.db", &every_byte(&whole, "journal.db"), Tamper::Flip);
    println!("database: {figures:?}");
    assert!(figures.detected > 3000);
}

#[test]
fn every_cut_of_a_small_database_shows() {
    let whole = whole(7, 120, &State::Closed);
    let figures =
        check_each(&whole, "journal.db", &every_length(&whole, "journal.db"), Tamper::Cut);
    println!("database: {figures:?}");
    assert_eq!(figures.harmless, 0);
}

#[test]
fn every_flipped_byte_of_the_log_shows() {
    let whole = whole(3, 120, &State::InLog);
    let figures =
        check_each(&whole, "journal.db-wal", &every_byte(&whole, "journal.db-wal"), Tamper::Flip);
    println!("log: {figures:?}");
    assert!(figures.detected > 3000);
}

#[test]
fn every_cut_of_the_log_shows() {
    let whole = whole(3, 120, &State::InLog);
    let figures =
        check_each(&whole, "journal.db-wal", &every_length(&whole, "journal.db-wal"), Tamper::Cut);
    println!("log: {figures:?}");
    assert_eq!(figures.harmless, 0);
}

#[test]
fn every_flipped_byte_of_the_sidecar_shows_or_changes_nothing() {
    let whole = whole(7, 120, &State::Closed);
    let figures =
        check_each(&whole, "journal.heads", &every_byte(&whole, "journal.heads"), Tamper::Flip);
    println!("sidecar: {figures:?}");
    // The opening, and the newest slot with its heads.
    assert!(figures.detected > 250);
}

#[test]
fn flips_all_over_a_database_of_a_megabyte_show() {
    let whole = whole(700, 300, &State::Closed);
    let length = whole.files["journal.db"].len();
    assert!(1 << 20 <= length, "{length} bytes are a megabyte");
    let step = if is_long() { 1 } else { 2003 };
    let places: Vec<usize> = (0..length).step_by(step).collect();
    let figures = check_each(&whole, "journal.db", &places, Tamper::Flip);
    println!("database of {length} bytes, every {step}th: {figures:?}");
    assert!(figures.detected > places.len() / 2);
}

#[test]
fn every_removed_or_swapped_row_shows() {
    let whole = whole(60, 20, &State::Closed);
    let folder = fast_folder();
    let rows = rows(&lay_out(folder.path(), &whole.files));
    let tamperings = rows.iter().zip(rows.iter().skip(1)).flat_map(|(row, next)| {
        let swap = format!(
            "UPDATE batch SET frames = CASE place WHEN {row} THEN (SELECT frames FROM batch WHERE \
             place = {next}) ELSE (SELECT frames FROM batch WHERE place = {row}) END \
             WHERE place IN ({row}, {next})"
        );
        let move_on = format!("UPDATE batch SET place = place + 1 WHERE place = {row}");
        let cut = "UPDATE batch SET frames = substr(frames, 1, length(frames) - 1)";
        [
            format!("DELETE FROM batch WHERE place = {row}"),
            swap,
            move_on,
            format!("{cut} WHERE place = {row}"),
        ]
    });
    let last = rows.last().map(|row| format!("DELETE FROM batch WHERE place = {row}"));
    for tampering in tamperings.chain(last) {
        let data = lay_out(folder.path(), &whole.files);
        let connection = rusqlite::Connection::open(data.join("journal.db")).unwrap();
        connection.execute(&tampering, []).unwrap();
        drop(connection);
        let said = examined(&data).expect_err(&tampering);
        assert!(said.contains(", record "), "{tampering}: {said}");
    }
}

fn rows(data: &std::path::Path) -> Vec<i64> {
    let connection = rusqlite::Connection::open(data.join("journal.db")).unwrap();
    let mut rows = connection.prepare("SELECT place FROM batch ORDER BY place").unwrap();
    rows.query_map([], |row| row.get(0)).unwrap().map(Result::unwrap).collect()
}
