//! What the fuzzer was given and what it found, replayed; and a share of bytes from a seed.

use std::fs;
use std::path::{Path, PathBuf};

use taisai_bytes::{TARGETS, floors, tables};

fn corpus(target: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../fuzz/corpus").join(target)
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

/// Numbers that follow from a seed, by the finaliser of splitmix64.
fn next(seed: &mut u64) -> u64 {
    *seed = seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mixed = (*seed ^ (*seed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
}

#[test]
fn bytes_from_a_seed_and_files_with_bytes_changed_get_theirs() {
    let rounds: u64 =
        std::env::var("BYTES_ROUNDS").ok().and_then(|text| text.parse().ok()).unwrap_or(150);
    for (name, target) in TARGETS {
        let files: Vec<Vec<u8>> = fs::read_dir(corpus(name))
            .unwrap()
            .map(|file| fs::read(file.unwrap().path()).unwrap())
            .collect();
        for round in 0..rounds {
            let mut seed = round;
            println!("{name}: seed {round}");
            let length = usize::try_from(next(&mut seed) % 600).unwrap();
            let bytes: Vec<u8> = (0..length).map(|_| next(&mut seed).to_le_bytes()[0]).collect();
            target(&bytes);
            let place = usize::try_from(next(&mut seed)).unwrap() % files.len();
            let mut changed = files[place].clone();
            for _ in 0..=next(&mut seed) % 4 {
                if let Some(count) = std::num::NonZeroUsize::new(changed.len()) {
                    let at = usize::try_from(next(&mut seed)).unwrap() % count;
                    changed[at] = next(&mut seed).to_le_bytes()[0];
                }
            }
            target(&changed);
        }
    }
}
