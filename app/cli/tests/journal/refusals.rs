//! Whatever is refused leaves the journal as it is: every file, every byte, and no file more.

use std::collections::BTreeMap;
use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use taisai_journal::{Journal, Options, Place, backup};
use taisai_testing::house::{HOUSE, go_on};

use crate::running::{Folder, house, said};

/// Every file under a folder, with its mode and its bytes.
fn files(folder: &Path) -> BTreeMap<PathBuf, (u32, Vec<u8>)> {
    let mut found = BTreeMap::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let mode = fs::metadata(&path).unwrap().permissions().mode();
        if path.is_dir() {
            found.insert(path.clone(), (mode, Vec::new()));
            found.extend(files(&path));
        } else {
            let bytes = fs::read(&path).unwrap();
            found.insert(path, (mode, bytes));
        }
    }
    found
}

/// What of two pictures of a folder is not the same.
fn changed(folder: &Path, before: &BTreeMap<PathBuf, (u32, Vec<u8>)>) -> Vec<PathBuf> {
    let after = files(folder);
    let all = before.keys().chain(after.keys());
    let mut changed: Vec<PathBuf> =
        all.filter(|path| before.get(*path) != after.get(*path)).cloned().collect();
    changed.dedup();
    changed
}

/// The house whose server was killed: what was acknowledged last is in the log alone.
fn killed() -> Folder {
    let folder = Folder::empty();
    let live = PathBuf::from(folder.file("live"));
    let journal = Journal::create(&Place::Folder(live.clone()), HOUSE, &Options::default());
    let mut journal = journal.unwrap();
    go_on(&mut journal, house());
    fs::create_dir(folder.journal()).unwrap();
    fs::set_permissions(folder.journal(), Permissions::from_mode(0o700)).unwrap();
    for file in fs::read_dir(&live).unwrap() {
        let file = file.unwrap();
        fs::copy(file.path(), folder.journal().join(file.file_name())).unwrap();
    }
    drop(journal);
    fs::remove_dir_all(live).unwrap();
    folder
}

fn flip_in_log(folder: &Folder) {
    let log = folder.journal().join("journal.db-wal");
    let mut bytes = fs::read(&log).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 4;
    fs::write(&log, bytes).unwrap();
}

/// Runs a command that must end by itself; a server that starts is stopped after a while.
fn taisai(arguments: &[&str]) -> (i32, String) {
    let mut command = Command::new("timeout");
    command.args(["60", env!("CARGO_BIN_EXE_taisai")]).args(arguments);
    let Output { status, stderr, .. } = command.output().unwrap();
    (status.code().unwrap(), String::from_utf8(stderr).unwrap())
}

fn config(folder: &Folder) -> String {
    let file = folder.file("floor.toml");
    let example = Command::new(env!("CARGO_BIN_EXE_taisai")).args(["config", "example"]).output();
    fs::write(&file, example.unwrap().stdout).unwrap();
    file
}

fn serve<'a>(config: &'a str, data: &'a str) -> Vec<&'a str> {
    vec!["serve", "--listen", "127.0.0.1:0", "--config", config, "--data", data]
}

fn refused_unchanged(folder: &Folder, arguments: &[&str], said: &str) {
    let above = folder.journal().parent().unwrap().to_owned();
    let before = files(&above);
    let (code, error) = taisai(arguments);
    assert_eq!(changed(&above, &before), [""; 0].map(PathBuf::from), "{arguments:?}: {error}");
    assert!(code == 1 && error.contains(said), "{arguments:?}: {code} {error}");
}

#[test]
fn a_start_with_a_flipped_bit_in_the_log_leaves_everything_as_it_is() {
    let folder = killed();
    flip_in_log(&folder);
    let (config, data) = (config(&folder), folder.name());
    refused_unchanged(&folder, &serve(&config, &data), "it is missing; remembered");
    refused_unchanged(&folder, &["demo", "--listen", "127.0.0.1:0", "--data", &data], "missing");
    let staff = ["staff", "add", "zoe", "--data", &data];
    refused_unchanged(&folder, &staff, "it is missing; remembered");
    let reset = ["staff", "reset-password", "ann", "--reason", "lost", "--data", &data];
    refused_unchanged(&folder, &reset, "it is missing; remembered");
    refused_unchanged(&folder, &["verify", &data], "is missing");
    refused_unchanged(&folder, &["journal", "project", &data], "it is missing; remembered");
}

#[test]
fn reading_a_refused_journal_leaves_it_as_it_is() {
    let folder = killed();
    flip_in_log(&folder);
    let data = folder.name();
    let before = files(&folder.journal());
    for arguments in [
        &["staff", "list", "--data", &data][..],
        &["journal", "head", &data],
        &["journal", "ask", &data, "rounds"],
        &["export", &data, "--ndjson"],
        &["replay", &data, "--table", "1", "--round", "1"],
        &["backup", &data, &folder.file("copy")],
        &["restore", &folder.file("copy"), &data],
    ] {
        let (code, error) = taisai(arguments);
        assert!(code == 0 || code == 1, "{arguments:?}: {code} {error}");
        assert_eq!(
            changed(&folder.journal(), &before),
            [""; 0].map(PathBuf::from),
            "{arguments:?}"
        );
    }
}

#[test]
fn nothing_is_begun_where_the_database_of_a_journal_is_missing() {
    for lost in [&["journal.db"][..], &["journal.db", "journal.db-wal", "journal.db-shm"]] {
        let folder = killed();
        let (config, data) = (config(&folder), folder.name());
        for file in lost {
            fs::remove_file(folder.journal().join(file)).unwrap();
        }
        let said = "journal.db is missing";
        refused_unchanged(&folder, &serve(&config, &data), said);
        refused_unchanged(&folder, &["demo", "--listen", "127.0.0.1:0", "--data", &data], said);
        refused_unchanged(&folder, &["staff", "add", "zoe", "--data", &data], said);
        refused_unchanged(&folder, &["verify", &data], said);
    }
}

#[test]
fn a_house_in_which_nobody_works_is_not_begun() {
    let folder = Folder::empty();
    let (config, data) = (config(&folder), folder.name());
    refused_unchanged(&folder, &serve(&config, &data), "nobody works here yet");
    // Nobody could be added: standard input holds no password.
    refused_unchanged(&folder, &["staff", "add", "zoe", "--data", &data], "at least 12 letters");
}

/// "Let a named person accept the journal" did not say how that is done.
#[test]
fn who_lost_the_heads_hears_how_the_journal_is_accepted() {
    let folder = Folder::new();
    let (config, data) = (config(&folder), folder.name());
    let heads = folder.journal().join("journal.heads");
    let (how, kept) = ("--accept-old --by NAME --reason TEXT", fs::read(&heads).unwrap());
    fs::write(&heads, &kept[..kept.len() / 2]).unwrap();
    refused_unchanged(&folder, &serve(&config, &data), how);
    fs::remove_file(&heads).unwrap();
    refused_unchanged(&folder, &serve(&config, &data), how);
    refused_unchanged(&folder, &["verify", &data], how);
}

#[test]
fn a_configuration_that_does_not_fit_changes_nothing() {
    let folder = killed();
    let (config, data) = (config(&folder), folder.name());
    refused_unchanged(&folder, &serve(&config, &data), "fixed when the table was set up");
}

#[test]
fn a_bad_record_is_refused_before_anything_is_written() {
    let folder = Folder::new();
    let (config, data) = (config(&folder), folder.name());
    let mut bytes = fs::read(folder.database()).unwrap();
    let record = house().values().next().unwrap()[3].encode();
    let places: Vec<usize> =
        (0..bytes.len()).filter(|at| bytes[*at..].starts_with(&record)).collect();
    for at in places {
        bytes[at + record.len() / 2] ^= 4;
    }
    fs::write(folder.database(), bytes).unwrap();
    let connection = rusqlite::Connection::open(folder.database()).unwrap();
    connection.execute("DELETE FROM snapshot", []).unwrap();
    drop(connection);
    refused_unchanged(&folder, &serve(&config, &data), "record 4");
    refused_unchanged(&folder, &["staff", "add", "zoe", "--data", &data], "record 4");
}

#[test]
fn whoever_takes_an_old_copy_is_somebody_who_works_there() {
    let folder = killed();
    flip_in_log(&folder);
    let (config, data) = (config(&folder), folder.name());
    let signed = ["--accept-old", "--by", "nobody.known", "--reason", "disk lost, case 118"];
    let arguments = [&serve(&config, &data)[..], &signed].concat();
    refused_unchanged(&folder, &arguments, "nobody here logs in as nobody.known");
    let copy = folder.file("copy");
    backup(&folder.place(), &Options::default(), Path::new(&copy)).unwrap();
    let elsewhere = folder.file("elsewhere");
    let arguments = [&["restore", &copy, &elsewhere][..], &signed].concat();
    refused_unchanged(&folder, &arguments, "nobody here logs in as nobody.known");
}

#[test]
fn a_start_that_expects_another_head_changes_nothing() {
    let folder = killed();
    let (config, data) = (config(&folder), folder.name());
    for (expect, said) in [
        ("floor=3:00000000", "floor, record 3: it differs"),
        ("2=100000:00000000", "table 2, record 100000: it is missing"),
    ] {
        let arguments = [&serve(&config, &data)[..], &["--expect", expect]].concat();
        refused_unchanged(&folder, &arguments, said);
    }
}

/// A user who may not look into the folder heard that there was no journal.
#[test]
fn who_may_not_read_a_folder_hears_so() {
    let folder = Folder::new();
    let closed = folder.file("loop");
    std::os::unix::fs::symlink(&closed, &closed).unwrap();
    let (_, why) = taisai(&["verify", &closed]);
    assert!(!why.contains("there is no journal"), "nobody could look: {why}");
    let nobody = 65_534;
    // Where the binary was built, nobody else may be able to look either.
    let open = Permissions::from_mode(0o755);
    let elsewhere = tempfile::Builder::new().permissions(open).tempdir().unwrap();
    let binary = elsewhere.path().join("taisai");
    // By a process of its own: a file that is open to be written cannot be run, and the tests
    // beside this one start processes that would hold it open.
    let copied = Command::new("cp").arg(env!("CARGO_BIN_EXE_taisai")).arg(&binary).status();
    assert!(copied.unwrap().success());
    let mut command = Command::new(&binary);
    command.args(["verify", &folder.name()]).current_dir(elsewhere.path());
    fs::set_permissions(folder.journal(), Permissions::from_mode(0o000)).unwrap();
    // The administrator of the machine may read everything.
    if fs::read_dir(folder.journal()).is_ok() {
        std::os::unix::process::CommandExt::uid(&mut command, nobody);
    }
    let said = said(&mut command);
    fs::set_permissions(folder.journal(), Permissions::from_mode(0o700)).unwrap();
    assert_eq!(said.code, 1, "{}", said.err);
    assert!(said.err.contains("Permission denied"), "{}", said.err);
    assert!(said.err.contains("check who may read and write there"), "{}", said.err);
}
