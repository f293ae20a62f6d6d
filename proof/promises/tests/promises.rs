//! PROMISES.md has the results of the runs, and everything it names exists.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::fs;
use std::path::{Path, PathBuf};

use taisai_promises::{PROMISES, PROOFS, Runs, page};
use taisai_tidy::{WorkTree, is_test};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn runs() -> Runs {
    let text = fs::read_to_string(root().join("proof/promises/runs.json")).unwrap();
    Runs::parse(&text).unwrap()
}

#[test]
fn the_page_is_what_the_runs_give() {
    let written = fs::read_to_string(root().join("PROMISES.md")).unwrap();
    assert!(written == page(&runs()), "PROMISES.md says something else: `make promises` writes it");
}

#[test]
fn every_promise_is_there_once_and_in_order() {
    let numbers: Vec<u8> = PROMISES.iter().map(|promise| promise.number).collect();
    assert_eq!(numbers, (1..=19).collect::<Vec<u8>>());
    let page = page(&runs());
    for promise in PROMISES {
        let row = format!("\n| {} | {} | ", promise.number, promise.words);
        assert_eq!(page.matches(&row).count(), 1, "{row}");
        assert!(promise.tests().count() >= 2, "promise {} names its tests", promise.number);
        assert!(!promise.proofs.is_empty(), "promise {} names its proofs", promise.number);
    }
}

#[test]
fn every_named_test_exists() {
    let mut tree = WorkTree::default();
    for (file, _) in PROMISES.iter().flat_map(taisai_promises::Promise::tests) {
        tree.add(file, fs::read_to_string(root().join(file)).ok());
    }
    for promise in PROMISES {
        for (file, test) in promise.tests() {
            let name = format!("{file}::{test}");
            assert!(is_test(&tree, &name), "promise {}: there is no {name}", promise.number);
        }
    }
}

#[test]
fn whatever_a_proof_is_made_of_exists_and_its_name_is_its_own() {
    for proof in PROOFS {
        for file in proof.made_of {
            assert!(root().join(file).is_file(), "{} is made of {file}", proof.name);
        }
        assert_eq!(PROOFS.iter().filter(|other| other.name == proof.name).count(), 1);
        let mut names: Vec<&str> = proof.figures.iter().map(|figure| figure.name).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), proof.figures.len(), "{} tells two of one name", proof.name);
    }
}

/// The figures that were asked for when the proofs were begun; none of them is dropped silently.
#[test]
fn every_figure_that_was_asked_for_is_asked_of_some_proof() {
    for (name, asked) in [
        ("seeds", 20_000),
        ("rounds", 10_000_000),
        ("rounds", 100_000_000),
        ("rounds", 50),
        ("kills", 10_000),
        ("executions", 100_000_000),
        ("races", 1_000_000),
        ("duplicates", 10_000_000),
        ("corrections", 1_000_000),
        ("voids", 1_000_000),
        ("disconnects", 1_000_000),
        ("killed", 60),
        ("minutes", 30),
        ("ratio", 1_000),
    ] {
        let mut figures = PROOFS.iter().flat_map(|proof| proof.figures);
        let found = figures.any(|figure| figure.name == name && figure.asked == Some(asked));
        assert!(found, "nobody asks for {asked} {name}");
    }
}
