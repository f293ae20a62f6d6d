//! Any bytes as what the journal keeps.

use taisai_journal::stored::{Entry, TableState, decode_floor, encode_floor};
use taisai_journal::{Batch, Frames, Head, JournalId, Stream};

/// The bytes are either a record that is written back as it was read, or a fault; as frames they
/// are valid, cut short, or have links that do not fit.
pub fn record(bytes: &[u8]) {
    match Entry::decode(bytes) {
        Ok(entry) => {
            let again = Entry::decode(&entry.encode());
            assert_eq!(again.ok().as_ref(), Some(&entry), "it is read as it was written");
        }
        Err(fault) => assert!(!fault.to_string().is_empty(), "a fault has a reason"),
    }
    let frames: usize = Frames::new(bytes).flatten().map(|frame| frame.record.len()).sum();
    assert!(frames <= bytes.len(), "frames hold no more than there is");
    let start = Head::start(JournalId([7; 16]), Stream::Floor);
    if let Ok(batch) = Batch::from_stored(Stream::Floor, start, bytes) {
        assert_eq!(batch.frames(), bytes, "what was believed is what was stored");
    }
}

/// The bytes are either a table or a floor that is written back as it was read, or a fault.
pub fn snapshot(bytes: &[u8]) {
    match TableState::decode(bytes) {
        Ok(state) => {
            let again = TableState::decode(&state.encode());
            assert_eq!(again.ok().as_ref(), Some(&state), "it is read as it was written");
        }
        Err(fault) => assert!(!fault.to_string().is_empty(), "a fault has a reason"),
    }
    match decode_floor(bytes) {
        Ok(floor) => {
            let again = decode_floor(&encode_floor(&floor));
            assert_eq!(again.ok().as_ref(), Some(&floor), "it is read as it was written");
        }
        Err(fault) => assert!(!fault.to_string().is_empty(), "a fault has a reason"),
    }
}
