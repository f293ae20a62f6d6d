//! The hash chain: each link covers the stored bytes of its record and the link before.

use std::fmt;

use sha2::{Digest, Sha256};

use crate::stream::Stream;

/// The random name of a journal, drawn when it is created: no record of one fits into another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct JournalId(pub [u8; 16]);

/// The hash of a record and of everything before it in its stream.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Link(pub [u8; 32]);

/// Where a stream ends: its last sequence number and link.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Head {
    /// The sequence number of the last record; 0 before the first.
    pub sequence: u64,
    pub link: Link,
}

/// What the first link of a stream covers, before the journal's id and the stream's number.
const STREAM_DOMAIN: &[u8] = b"taisai journal stream 1\0";
/// What every further link covers, before the link before and the record.
const RECORD_DOMAIN: &[u8] = b"taisai journal record 1\0";

impl Head {
    /// The head of a stream without records.
    pub fn start(journal: JournalId, stream: Stream) -> Self {
        let mut hash = Sha256::new_with_prefix(STREAM_DOMAIN);
        hash.update(journal.0);
        hash.update(stream.number().to_le_bytes());
        Self { sequence: 0, link: Link(hash.finalize().into()) }
    }

    /// The head after one more record.
    #[must_use]
    pub fn after(self, record: &[u8]) -> Self {
        let mut hash = Sha256::new_with_prefix(RECORD_DOMAIN);
        hash.update(self.link.0);
        hash.update(record);
        Self { sequence: self.sequence + 1, link: Link(hash.finalize().into()) }
    }
}

impl fmt::Display for Link {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Display for JournalId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Display for Head {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.sequence, self.link)
    }
}
