//! Whatever the bytes, a decoder answers.

use proptest::prelude::*;
use taisai_journal::stored::{Body, Entry};
use taisai_testing::shift::Shift;

use crate::records::stamp;

proptest! {
    #[test]
    fn any_bytes_are_an_entry_or_a_fault(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        drop(Entry::decode(&bytes));
        let versioned = [&[1], &bytes[..]].concat();
        drop(Entry::decode(&versioned));
        for body in [0, 1] {
            let stamped = [&[1, 1, 4, 0, 3, 1, body], &bytes[..]].concat();
            if let Ok(entry) = Entry::decode(&stamped) {
                prop_assert_eq!(Entry::decode(&entry.encode()), Ok(entry));
            }
        }
    }
}

#[test]
fn a_record_with_any_byte_changed_is_an_entry_or_a_fault() {
    let mut shift = Shift::with_journal(11);
    shift.work(20);
    for (event, time) in &shift.floor.journal {
        let body = Body::Happened(vec![event.clone()]);
        let record = Entry { stamp: stamp(1, *time), body }.encode();
        // The text of a rule book is the loader's business, which has its own test of this kind.
        let (head, tail) = (record.len().min(200), record.len().saturating_sub(200));
        for place in (0..head).chain(tail.max(head)..record.len()) {
            for change in [1, 0x40, 0x80, 0xff] {
                let mut changed = record.clone();
                changed[place] ^= change;
                drop(Entry::decode(&changed));
            }
        }
    }
}
