//! What every store does, wherever it keeps the bytes.

use std::collections::BTreeMap;
use std::error::Error;
use std::fmt;
use std::ops::ControlFlow;

use crate::batch::Batch;
use crate::chain::{Head, JournalId};
use crate::stream::Stream;

/// Keeps batches of records and snapshots. A store believes whoever appends and checks only that
/// a batch continues the stream; whoever reads checks the chain.
pub trait Store: Send {
    /// The journal kept here.
    fn id(&self) -> JournalId;

    /// Makes this writer the one who appends to a stream, where several could; the first append
    /// does it otherwise. Whoever claims a stream before reading it reads all of it.
    fn claim(&mut self, stream: Stream) -> Result<(), StoreFault> {
        let _ = stream;
        Ok(())
    }

    /// Says that this writer is still there, where another could take its streams over; to be
    /// called on a cadence while nothing is appended.
    fn renew(&mut self) -> Result<(), StoreFault> {
        Ok(())
    }

    /// Appends to several streams at once: all or nothing, durable when it returns. Batches of one
    /// stream continue each other. A refusal ([`StoreFault::OtherHead`], [`StoreFault::LeaseLost`])
    /// changes nothing, and the store goes on. After any other fault nobody knows whether the
    /// batches are there; the store takes no more and must be opened anew.
    fn append(&mut self, batches: &[Batch]) -> Result<(), StoreFault>;

    /// Does what need not be done while somebody waits; called when nobody does.
    fn rest(&mut self) -> Result<(), StoreFault> {
        Ok(())
    }

    /// Where each stream ends.
    fn heads(&mut self) -> Result<BTreeMap<Stream, Head>, StoreFault>;

    /// Shows the stored batches of a stream in order, from the one that holds record `from`; none
    /// when the stream ends before it.
    fn read(&mut self, stream: Stream, from: u64, visit: &mut Visit<'_>) -> Result<(), StoreFault>;

    /// Keeps a snapshot and forgets the bytes of all but the last few of its stream; that
    /// they were made, and their hashes, is kept for ever.
    fn keep_snapshot(&mut self, snapshot: &Snapshot) -> Result<(), StoreFault>;

    /// The snapshots of a stream, the oldest first.
    fn snapshots(&mut self, stream: Stream) -> Result<Vec<SnapshotMark>, StoreFault>;

    /// The newest snapshot of a stream whose bytes are still kept, up to this record.
    fn snapshot(&mut self, stream: Stream, up_to: u64) -> Result<Option<Snapshot>, StoreFault>;
}

/// Looks at a stored batch, and says whether to go on.
pub type Visit<'v> = dyn FnMut(StoredBatch<'_>) -> ControlFlow<()> + 'v;

/// A batch as it was found.
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

/// That a snapshot was made.
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

/// Why a store did not do what it was asked.
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
    /// Another writer has taken the stream over; nothing was appended.
    LeaseLost { stream: Stream },
    /// There is no room left.
    Full(Cause),
    /// The place cannot be written, or this user may not use it.
    ReadOnly(Cause),
    /// The store does not answer.
    Unreachable(Cause),
    /// What is stored cannot be what was written.
    Damaged(Cause),
    /// An earlier append failed, and its fate is not known; the store must be opened anew.
    Stopped,
    /// Anything else.
    Other(Cause),
}

impl StoreFault {
    /// Whether nothing was changed and the store goes on.
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

/// What lies under a fault.
pub type Cause = Box<dyn Error + Send + Sync>;

impl fmt::Display for StoreFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OtherHead { stream, expected, found } => {
                write!(f, "{stream} ends at {found}, not at {expected}")
            }
            Self::LeaseLost { stream } => write!(f, "another writer has taken {stream} over"),
            Self::Full(cause) => write!(f, "there is no room left: {cause}"),
            Self::ReadOnly(cause) => write!(f, "the store does not permit it: {cause}"),
            Self::Unreachable(cause) => write!(f, "the store does not answer: {cause}"),
            Self::Damaged(cause) => write!(f, "the store is damaged: {cause}"),
            Self::Stopped => write!(f, "an earlier append failed; the store must be opened anew"),
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
