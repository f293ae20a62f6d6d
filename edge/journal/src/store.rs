//! The interface of every store.

use std::collections::BTreeMap;
use std::error::Error;
use std::fmt;
use std::ops::ControlFlow;

use crate::batch::Batch;
use crate::chain::{Head, JournalId};
use crate::stream::Stream;

/// Stores batches of records and snapshots. A store checks only that a batch continues its stream;
/// the reader checks the chain.
pub trait Store: Send {
    /// The id of the stored journal.
    fn id(&self) -> JournalId;

    /// Makes this writer the only one of a stream, where several could be; otherwise the first
    /// append does it. Claim a stream before reading it to be sure to read all of it.
    fn claim(&mut self, stream: Stream) -> Result<(), StoreFault> {
        let _ = stream;
        Ok(())
    }

    /// Renews this writer's leases, where another could take its streams over; call it regularly
    /// while nothing is appended.
    fn renew(&mut self) -> Result<(), StoreFault> {
        Ok(())
    }

    /// Appends to several streams at once: all or nothing, durable when it returns. Batches of one
    /// stream continue each other. A refusal ([`StoreFault::OtherHead`], [`StoreFault::LeaseLost`])
    /// changes nothing, and the store continues. After any other fault it is unknown whether the
    /// batches were stored; the store accepts nothing more and must be reopened.
    fn append(&mut self, batches: &[Batch]) -> Result<(), StoreFault>;

    /// Does deferred work such as checkpoints; called when nobody is waiting.
    fn rest(&mut self) -> Result<(), StoreFault> {
        Ok(())
    }

    /// Where each stream ends.
    fn heads(&mut self) -> Result<BTreeMap<Stream, Head>, StoreFault>;

    /// Visits the stored batches of a stream in order, from the one that holds record `from`; none
    /// if the stream ends before it.
    fn read(&mut self, stream: Stream, from: u64, visit: &mut Visit<'_>) -> Result<(), StoreFault>;

    /// Stores a snapshot and drops the bytes of all but the last few of its stream; their marks
    /// with the hashes are kept for ever.
    fn keep_snapshot(&mut self, snapshot: &Snapshot) -> Result<(), StoreFault>;

    /// The snapshots of a stream, the oldest first.
    fn snapshots(&mut self, stream: Stream) -> Result<Vec<SnapshotMark>, StoreFault>;

    /// The newest snapshot of a stream whose bytes are still kept, up to this record.
    fn snapshot(&mut self, stream: Stream, up_to: u64) -> Result<Option<Snapshot>, StoreFault>;
}

/// Visits a stored batch, and says whether to continue.
pub type Visit<'v> = dyn FnMut(StoredBatch<'_>) -> ControlFlow<()> + 'v;

/// A batch as stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StoredBatch<'a> {
    /// The sequence number of its first record, as the store has it.
    pub first: u64,
    pub frames: &'a [u8],
}

/// A table or floor as it stood after a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Snapshot {
    pub stream: Stream,
    /// The head of the stream when it was made.
    pub head: Head,
    /// The SHA-256 of the bytes.
    pub hash: [u8; 32],
    /// The stored form.
    pub bytes: Vec<u8>,
}

/// The record that a snapshot was made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SnapshotMark {
    /// The head of the stream when it was made.
    pub head: Head,
    /// The SHA-256 of its bytes.
    pub hash: [u8; 32],
    /// Whether the bytes are still kept.
    pub kept: bool,
}

/// How many snapshots of a stream keep their bytes.
pub const SNAPSHOTS_KEPT: usize = 3;

/// Why a store failed.
#[derive(Debug)]
pub enum StoreFault {
    /// The batch does not continue its stream; nothing was appended.
    OtherHead {
        stream: Stream,
        /// The head the batch continues.
        expected: Head,
        /// The head the stream has.
        found: Head,
    },
    /// Another writer has taken over the stream; nothing was appended.
    LeaseLost { stream: Stream },
    /// There is no room left.
    Full(Cause),
    /// The store is read-only, or this user has no permission.
    ReadOnly(Cause),
    /// The store does not answer.
    Unreachable(Cause),
    /// The stored data cannot be what was written.
    Damaged(Cause),
    /// An earlier append failed with an unknown outcome; the store must be reopened.
    Stopped,
    /// Anything else.
    Other(Cause),
}

impl StoreFault {
    /// Whether nothing was changed and the store continues.
    pub const fn is_refusal(&self) -> bool {
        match self {
            Self::OtherHead { .. } | Self::LeaseLost { .. } => true,
            Self::Full(_)
            | Self::ReadOnly(_)
            | Self::Unreachable(_)
            | Self::Damaged(_)
            | Self::Stopped
            | Self::Other(_) => false,
        }
    }
}

/// The cause of a fault.
pub type Cause = Box<dyn Error + Send + Sync>;

impl fmt::Display for StoreFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OtherHead { stream, expected, found } => {
                write!(f, "{stream} ends at {found}, not at {expected}")
            }
            Self::LeaseLost { stream } => write!(f, "another writer has taken over {stream}"),
            Self::Full(cause) => write!(f, "there is no room left: {cause}"),
            Self::ReadOnly(cause) => write!(f, "the store does not permit it: {cause}"),
            Self::Unreachable(cause) => write!(f, "the store does not answer: {cause}"),
            Self::Damaged(cause) => write!(f, "the store is damaged: {cause}"),
            Self::Stopped => write!(f, "an earlier append failed; the store must be reopened"),
            Self::Other(cause) => write!(f, "the store failed: {cause}"),
        }
    }
}

impl Error for StoreFault {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Full(cause)
            | Self::ReadOnly(cause)
            | Self::Unreachable(cause)
            | Self::Damaged(cause)
            | Self::Other(cause) => Some(cause.as_ref()),
            Self::OtherHead { .. } | Self::LeaseLost { .. } | Self::Stopped => None,
        }
    }
}
