//! Old copies put back: of the database, of the sidecar, and of both.

use std::collections::BTreeMap;
use std::path::Path;

use taisai_journal::{Journal, Place};

use crate::floor::{Said, commit, examined, fast_folder, files, found, lay_out, options};

/// The files after each commit, and what the journal said then.
struct Ages {
    files: Vec<BTreeMap<String, Vec<u8>>>,
    said: Vec<Said>,
}

const COMMITS: usize = 20;

fn ages() -> Ages {
    let folder = fast_folder();
    let data = folder.path().join("data");
    let mut journal = found(&data);
    let mut ages = Ages { files: vec![files(&data)], said: vec![Said::new()] };
    for number in 0..COMMITS {
        commit(&mut journal, number, 40);
        ages.files.push(files(&data));
        ages.said.push(examined(&data).unwrap());
    }
    ages
}

impl Ages {
    /// The database of one age with the sidecar of another.
    fn mixed(&self, database: usize, sidecar: usize) -> BTreeMap<String, Vec<u8>> {
        let mut files = self.files[database].clone();
        files.insert("journal.heads".into(), self.files[sidecar]["journal.heads"].clone());
        files
    }
}

fn opened(data: &Path) -> Result<Said, String> {
    let opened = Journal::open(&Place::Folder(data.to_owned()), &options());
    drop(opened.map_err(|fault| fault.to_string())?);
    examined(data)
}

#[test]
fn an_old_database_is_refused() {
    let (ages, folder) = (ages(), fast_folder());
    for newest in 1..=COMMITS {
        for old in 0..newest {
            let data = lay_out(folder.path(), &ages.mixed(old, newest));
            let said = opened(&data).expect_err("an old database opens");
            assert!(said.contains("it is missing; remembered"), "{said}");
        }
    }
}

#[test]
fn an_old_sidecar_is_refused_unless_it_is_what_a_crash_leaves() {
    let (ages, folder) = (ages(), fast_folder());
    for newest in 0..=COMMITS {
        for old in 0..=newest {
            let data = lay_out(folder.path(), &ages.mixed(newest, old));
            match opened(&data) {
                Ok(said) => {
                    assert!(said == ages.said[newest], "{old} of {newest}: other records");
                    assert!(newest - old <= MOST_AHEAD, "{old} of {newest} opens");
                }
                Err(said) => assert!(said.contains("the heads do not know it"), "{said}"),
            }
        }
    }
}

/// A crash leaves one commit. Commits that touch different streams look like a single one.
const MOST_AHEAD: usize = 3;

/// One flipped byte in the sidecar, and a database of any earlier age: never an old journal.
#[test]
fn no_flipped_byte_of_the_sidecar_lets_an_old_database_in() {
    let (ages, folder) = (ages(), fast_folder());
    let newest = COMMITS;
    let length = ages.files[newest]["journal.heads"].len();
    let step = if std::env::var_os("TAMPER_LONG").is_some() { 1 } else { 5 };
    for old in [newest - 1, newest - 2, newest - 5] {
        for place in (0..length).step_by(step) {
            let mut files = ages.mixed(old, newest);
            let sidecar = files.get_mut("journal.heads").unwrap();
            // Most of a slot is room that was never written.
            if sidecar[place] == 0 && place % 64 != 0 {
                continue;
            }
            sidecar[place] ^= 1 << (place % 8);
            let data = lay_out(folder.path(), &files);
            if let Ok(said) = opened(&data) {
                assert!(said == ages.said[newest], "byte {place}: {old} of {newest} opens");
            }
        }
    }
}
