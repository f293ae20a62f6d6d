//! The shim's log: what was asked of the disk and what was said, in the order it happened.

use crate::script::{Reached, reached};

/// One call, or one line of the child.
#[derive(Debug)]
pub(crate) enum Entry {
    Create { file: u32, name: String },
    Write { file: u32, at: usize, bytes: Vec<u8> },
    Truncate { file: u32, length: usize },
    Sync { file: u32 },
    SyncFolder,
    Rename { from: String, to: String },
    Unlink { name: String },
    Said(String),
}

pub(crate) fn read(mut log: &[u8]) -> Vec<Entry> {
    let mut entries = Vec::new();
    while let Some((head, rest)) = log.split_first_chunk::<21>() {
        let file = u32::from_le_bytes(head[1..5].try_into().unwrap());
        let number = |at: usize| {
            usize::try_from(u64::from_le_bytes(head[at..at + 8].try_into().unwrap())).unwrap()
        };
        let (at, length) = (number(5), number(13));
        let (bytes, rest) = rest.split_at(length);
        log = rest;
        let text = || String::from_utf8(bytes.to_vec()).unwrap();
        entries.push(match head[0] {
            b'C' => Entry::Create { file, name: text() },
            b'W' => Entry::Write { file, at, bytes: bytes.to_vec() },
            b'T' => Entry::Truncate { file, length: at },
            b'S' => Entry::Sync { file },
            b'D' => Entry::SyncFolder,
            b'U' => Entry::Unlink { name: text() },
            b'A' => Entry::Said(text()),
            b'R' => {
                let both = text();
                let (from, to) = both.split_once('\n').unwrap();
                Entry::Rename { from: from.into(), to: to.into() }
            }
            other => panic!("an entry of kind {other}"),
        });
    }
    assert!(log.is_empty(), "the log ends in the middle of an entry");
    entries
}

/// What the child has said so far.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Words {
    pub(crate) founded: bool,
    pub(crate) acknowledged: Reached,
    pub(crate) attempted: Reached,
    pub(crate) fault: Option<String>,
}

impl Words {
    pub(crate) fn hear(&mut self, said: &str) {
        for line in said.lines() {
            match line.split_once(' ') {
                None if line == "founded" => self.founded = true,
                Some(("try", far)) => self.attempted.extend(reached(far)),
                Some(("ack", far)) => self.acknowledged.extend(reached(far)),
                Some(("fault", fault)) => self.fault = Some(fault.to_owned()),
                // What the test runner says.
                None | Some(_) => {}
            }
        }
    }
}
