//! What the fuzzer was given and what it found, replayed; and a share of bytes from a seed.

use std::fs;
use std::path::{Path, PathBuf};

use taisai_fuzz::{TARGETS, floors, tables};
use taisai_testing::luck::{Luck, asked_for};

fn corpus(target: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus").join(target)
}

/// The snapshots to begin with are those of the days to begin with.
#[test]
fn the_snapshots_of_the_corpus_are_of_its_days() {
    for name in ["tables", "floors"] {
        let kept_after = if name == "tables" { tables::kept_after } else { floors::kept_after };
        let day = if name == "tables" { "day-2.bin" } else { "seed-2.bin" };
        let kept = kept_after(&fs::read(corpus(name).join(day)).unwrap());
        let file = corpus("snapshots").join(format!("{name}.bin"));
        if std::env::var_os("UPDATE").is_some() {
            fs::write(&file, &kept).unwrap();
        }
        assert!(fs::read(&file).unwrap_or_default() == kept, "{name} is old; run with UPDATE=1");
    }
}

#[test]
fn every_file_of_the_corpus_gets_its_clear_answer() {
    for (name, target) in TARGETS {
        let mut files: Vec<PathBuf> =
            fs::read_dir(corpus(name)).unwrap().map(|file| file.unwrap().path()).collect();
        files.sort();
        assert!(!files.is_empty(), "{name} has bytes to replay");
        for file in files {
            println!("{name}: {}", file.display());
            target(&fs::read(file).unwrap());
        }
    }
}

#[test]
fn bytes_from_a_seed_and_files_with_bytes_changed_get_theirs() {
    let rounds = asked_for("BYTES_ROUNDS").unwrap_or(150);
    for (name, target) in TARGETS {
        let files: Vec<Vec<u8>> = fs::read_dir(corpus(name))
            .unwrap()
            .map(|file| fs::read(file.unwrap().path()).unwrap())
            .collect();
        for round in 0..rounds {
            let mut luck = Luck::new(round);
            println!("{name}: seed {round}");
            let length = luck.place(600);
            target(&luck.bytes(length));
            let mut changed = luck.one_of(&files).clone();
            for _ in 0..=luck.below(4) {
                if !changed.is_empty() {
                    let at = luck.place(changed.len());
                    changed[at] = luck.bytes(1)[0];
                }
            }
            target(&changed);
        }
    }
}
