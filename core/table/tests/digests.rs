//! The digest of every command as journals have it: a request that is repeated after an upgrade
//! must still be known for the same one. A line of `digests/commands.txt` changes only with the
//! example behind it; of a new command `UPDATE=1` adds the line.
//!
//! What older commands say besides is in `src/answers/golden.rs`.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use taisai_table::answers::digest;
use taisai_table::{Asker, Command, RoundNumber};
use taisai_testing::floor::{DEALER, What, seat, staff};
use taisai_testing::{examples, written};

const WRITTEN: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/digests/commands.txt");

/// By whoever may ask it: who asks is no part of the digest.
fn asked(what: &What) -> Command {
    let who = match what {
        What::Seat(_) => seat(1),
        What::Staff(_) => staff(DEALER),
        What::Floor(_) => Asker::Floor(DEALER),
        What::Host(_) => Asker::Host,
    };
    what.clone().by(who).unwrap()
}

/// What the table remembers of an example that named no round.
fn digest_of(what: &What) -> u64 {
    digest(&(asked(what), None::<RoundNumber>))
}

#[test]
fn no_command_has_another_digest_than_journals_have() {
    let text = fs::read_to_string(WRITTEN).unwrap();
    let lines = text.lines().map(|line| line.rsplit_once(' ').unwrap());
    let known: BTreeMap<String, String> =
        lines.map(|(label, digest)| (label.to_owned(), digest.to_owned())).collect();
    let mut missing = Vec::new();
    for what in examples::of_closed_table() {
        let (label, now) = (what.label(), format!("{:016x}", digest_of(&what)));
        match known.get(&label) {
            Some(written) => {
                assert_eq!(&now, written, "{label}: its code, its fields, or only its example");
            }
            None => missing.push(format!("{label} {now}")),
        }
    }
    written::has_all(WRITTEN, &missing);
}

#[test]
fn no_two_commands_have_one_digest() {
    let digests: Vec<u64> = examples::of_closed_table().iter().map(digest_of).collect();
    assert_eq!(digests.iter().collect::<BTreeSet<_>>().len(), digests.len());
}
