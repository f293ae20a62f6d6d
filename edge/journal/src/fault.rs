//! What can be wrong with a stored stream, and where.

use std::error::Error;
use std::fmt;

use taisai_floor::Disagreement;
use taisai_ledger::LedgerFault;
use taisai_table::{CaseId, RoundNumber};

use crate::chain::Head;
use crate::journal::OpenFault;
use crate::store::StoreFault;
use crate::stored::{BookFault, RecordFault, SnapshotFault};
use crate::stream::Stream;

/// Why a journal cannot be read to its end, or is not as it was written.
#[derive(Debug)]
pub enum ReadFault {
    /// The journal does not open, or does not match its remembered heads.
    Open(Box<OpenFault>),
    /// The store failed.
    Store(StoreFault),
    /// A record was altered, or cannot be what was written.
    Record {
        stream: Stream,
        /// The first record that is wrong.
        sequence: u64,
        /// What is wrong with it.
        what: Problem,
    },
    /// A snapshot was altered, or does not match the records.
    Snapshot {
        stream: Stream,
        /// The record after which it was made.
        sequence: u64,
        /// What is wrong with it.
        what: SnapshotProblem,
    },
    /// Every stream is sound by itself, but together they contradict each other.
    Cage(Disagreement),
}

/// What is wrong with a record.
#[derive(Clone, Debug)]
pub enum Problem {
    /// The link stored with it is not the one computed from it and the record before.
    BrokenLink,
    /// The stored bytes end in the middle of it.
    CutShort,
    /// Its own number differs from its place in the store.
    WrongSequence {
        /// The number it has.
        found: u64,
    },
    /// It was written by another version.
    UnknownVersion {
        /// The version found.
        found: u8,
        /// The only version known.
        known: u8,
    },
    /// It cannot be read.
    Unreadable(RecordFault),
    /// The store found damage before it could return the record.
    Damaged(String),
    /// It is missing, and a later one follows.
    Skipped {
        /// The record that follows.
        found: u64,
    },
    /// It is missing, although the stream continues.
    Missing {
        /// The end of the stream according to the store.
        ends: Head,
    },
    /// The stream does not end as the store says.
    OtherEnd {
        /// The end of the stream according to the store.
        ends: Head,
    },
    /// It should have opened the table and does not.
    NotOpened,
    /// It opens a table that is already open.
    OpenedTwice,
    /// It belongs to a stream of another kind.
    OtherStream,
    /// The rule book stored in it is not the one in force.
    Book(BookFault),
    /// It sets the table up under another rule book than the stored one.
    OtherBook,
    /// What it says cannot have happened at this table.
    Impossible(String),
    /// The books do not accept it.
    Ledger(LedgerFault),
    /// It names a snapshot that is not the state before it.
    OtherSnapshot,
    /// It recalls a round as it never stood at this table.
    OtherRecall { round: RoundNumber },
    /// It recalls a case as it never stood at this table.
    OtherCase { case: CaseId },
}

/// What is wrong with a snapshot.
#[derive(Clone, Debug)]
pub enum SnapshotProblem {
    /// Its bytes do not match the hash stored with it.
    OtherHash,
    /// It cannot be read.
    Unreadable(SnapshotFault),
    /// The record after it names a different one.
    Differs,
    /// No record names it.
    Unnamed,
}

impl From<StoreFault> for ReadFault {
    fn from(fault: StoreFault) -> Self {
        Self::Store(fault)
    }
}

impl From<OpenFault> for ReadFault {
    fn from(fault: OpenFault) -> Self {
        if let OpenFault::Store(fault) = fault {
            return Self::Store(fault);
        }
        Self::Open(Box::new(fault))
    }
}

impl From<RecordFault> for Problem {
    fn from(fault: RecordFault) -> Self {
        match fault {
            RecordFault::UnknownVersion { found, known } => Self::UnknownVersion { found, known },
            RecordFault::Empty
            | RecordFault::Malformed
            | RecordFault::LeftOver { .. }
            | RecordFault::Unsound(_) => Self::Unreadable(fault),
        }
    }
}

impl fmt::Display for ReadFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Open(fault) => fault.fmt(f),
            Self::Store(fault) => fault.fmt(f),
            Self::Record { stream, sequence, what } => {
                write!(f, "{stream}, record {sequence}: {what}")
            }
            Self::Snapshot { stream, sequence, what } => {
                write!(f, "{stream}, snapshot after record {sequence}: {what}")
            }
            Self::Cage(what) => write!(f, "the cage and the tables disagree: {what}"),
        }
    }
}

impl Error for ReadFault {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Open(fault) => Some(fault),
            Self::Store(fault) => Some(fault),
            Self::Record { .. } | Self::Snapshot { .. } | Self::Cage(_) => None,
        }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::BrokenLink => write!(f, "its link does not fit it and the record before"),
            Self::CutShort => write!(f, "the stored bytes end in the middle of it"),
            Self::WrongSequence { found } => write!(f, "record {found} is in its place"),
            Self::UnknownVersion { found, known } => {
                write!(f, "it has version {found}; this program knows version {known}")
            }
            Self::Unreadable(fault) => write!(f, "it cannot be read: {fault}"),
            Self::Damaged(cause) => write!(f, "the store is damaged there: {cause}"),
            Self::Skipped { found } => write!(f, "it is missing; record {found} follows"),
            Self::Missing { ends } => {
                write!(f, "it is missing; the stream ends with record {}", ends.sequence)
            }
            Self::OtherEnd { ends } => write!(f, "the stream does not end at {ends}"),
            Self::NotOpened => write!(f, "it is the first and does not open the table"),
            Self::OpenedTwice => write!(f, "it opens a table that is already open"),
            Self::OtherStream => write!(f, "it belongs to a stream of another kind"),
            Self::Book(fault) => fault.fmt(f),
            Self::OtherBook => write!(f, "it names a different rule book than the stream's"),
            Self::Impossible(why) => write!(f, "it cannot have happened at this table: {why}"),
            Self::Ledger(fault) => write!(f, "the books do not accept it: {fault}"),
            Self::OtherSnapshot => {
                write!(f, "it names a snapshot that is not the state before it")
            }
            Self::OtherRecall { round } => {
                write!(f, "it recalls round {round}, which stood otherwise at this table")
            }
            Self::OtherCase { case } => {
                write!(f, "it recalls case {case}, which stood otherwise at this table")
            }
        }
    }
}

impl fmt::Display for SnapshotProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OtherHash => write!(f, "its bytes do not match its hash"),
            Self::Unreadable(fault) => write!(f, "it cannot be read: {fault}"),
            Self::Differs => write!(f, "the record after it names a different one"),
            Self::Unnamed => write!(f, "no record names it, so it is not trusted"),
        }
    }
}
