//! Why a journal does not open, and what to do about it.

use std::error::Error;
use std::fmt;
use std::io;
use std::path::PathBuf;

use super::modes::Readable;
use crate::chain::{Head, JournalId, Link};
use crate::expect::ExpectFault;
use crate::postgres;
use crate::sidecar::Unreadable;
use crate::store::StoreFault;
use crate::stream::Stream;

/// Why a journal does not open.
#[derive(Debug)]
pub enum OpenFault {
    /// There is no journal.
    NoJournal { place: String },
    /// The database is missing, but other parts of a journal are there.
    DatabaseMissing {
        database: PathBuf,
        /// The part that is there.
        left: PathBuf,
    },
    /// The log of a missing database is where a restored one would be put.
    LogLeft { log: PathBuf },
    /// Users other than the owner may read these files and folders.
    Readable(Vec<Readable>),
    /// There is one already.
    Exists { place: String },
    /// Another process has it open for writing.
    InUse {
        /// The lock it holds.
        lock: PathBuf,
    },
    /// The journal does not match its remembered heads.
    Heads {
        sidecar: PathBuf,
        /// What is wrong.
        fault: HeadsFault,
    },
    /// The place for a restored journal has no remembered heads.
    NothingRemembered { place: String },
    /// The journal lacks a head that somebody wrote down.
    Expected(ExpectFault),
    /// A database does not open.
    Postgres(postgres::OpenFault),
    /// The store failed.
    Store(StoreFault),
    /// A file beside the store failed.
    Io { path: PathBuf, error: io::Error },
}

/// How a journal differs from its remembered heads.
#[derive(Debug)]
pub enum HeadsFault {
    /// There are no remembered heads, although the journal has records.
    Unreadable(Unreadable),
    /// The sidecar belongs to another journal.
    OtherJournal {
        /// The journal it belongs to.
        remembered: JournalId,
        /// The journal found.
        found: JournalId,
    },
    /// The journal is a backup, not the one in use.
    IsCopy,
    /// A stream ends earlier than remembered: records are lost, or this is an old copy.
    Behind {
        stream: Stream,
        remembered: Head,
        /// Where it ends, if it has records.
        found: Option<Head>,
    },
    /// A remembered record is there but differs.
    Differs {
        stream: Stream,
        /// The record, as remembered.
        remembered: Head,
        /// The link found.
        found: Option<Link>,
    },
    /// The journal has more than one crash can add: the sidecar is out of date.
    Ahead {
        stream: Stream,
        remembered: Head,
        /// Where it ends.
        found: Head,
    },
}

impl From<StoreFault> for OpenFault {
    fn from(fault: StoreFault) -> Self {
        Self::Store(fault)
    }
}

impl fmt::Display for OpenFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoJournal { place } => write!(f, "there is no journal at {place}"),
            Self::DatabaseMissing { database, left } => write!(
                f,
                "{} is missing, but {} is there: a journal was kept here, and no new one is \
                 created in its place",
                database.display(),
                left.display()
            ),
            Self::LogLeft { log } => write!(
                f,
                "{} is the log of a journal that is gone, with records in it: move \
                 it to a safe place first",
                log.display()
            ),
            Self::Readable(readable) => {
                let of = |file: &Readable| format!("{} ({:o})", file.path.display(), file.mode);
                let files: Vec<String> = readable.iter().map(of).collect();
                write!(f, "others can read what holds password hashes: {}", files.join(", "))
            }
            Self::Exists { place } => {
                write!(f, "there already is a journal at {place}; move it away first")
            }
            Self::InUse { lock } => {
                write!(f, "another process writes this journal: it holds {}", lock.display())
            }
            Self::Heads { sidecar, fault } => write!(f, "{}: {fault}", sidecar.display()),
            Self::NothingRemembered { place } => write!(
                f,
                "no heads are remembered for the journal at {place}, so nobody can tell whether \
                 records are missing in the copy"
            ),
            Self::Expected(fault) => write!(f, "{fault}"),
            Self::Postgres(fault) => write!(f, "{fault}"),
            Self::Store(fault) => write!(f, "{fault}"),
            Self::Io { path, error } => write!(f, "{}: {error}", path.display()),
        }
    }
}

const WAY_OUT: &str = "restore a newer copy, or let a named person accept this one as it is";

impl fmt::Display for HeadsFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unreadable(Unreadable::Missing) => write!(
                f,
                "the heads of the journal are missing: put the file back, or let a named person \
                 accept the journal as it is"
            ),
            Self::Unreadable(Unreadable::Damaged(what)) => write!(
                f,
                "the heads of the journal are damaged ({what}): let a named person accept the \
                 journal as it is"
            ),
            Self::Unreadable(Unreadable::Io(error)) => write!(f, "{error}"),
            Self::OtherJournal { remembered, found } => write!(
                f,
                "the heads are those of journal {remembered}, not of {found}: the two do not \
                 belong together"
            ),
            Self::IsCopy => write!(
                f,
                "this is a backup; restore it to go on with it, so that the backup stays as it is"
            ),
            Self::Behind { stream, remembered, found } => {
                write!(f, "{stream}, record {}: ", first_missing(*found))?;
                write!(f, "it is missing; remembered {remembered}, ")?;
                match found {
                    Some(found) => write!(f, "found {found}")?,
                    None => write!(f, "this stream has no records")?,
                }
                write!(f, "; {WAY_OUT}")
            }
            Self::Differs { stream, remembered, found } => {
                write!(f, "{stream}, record {}: it differs; ", remembered.sequence)?;
                write!(f, "remembered {}, ", remembered.link)?;
                match found {
                    Some(found) => write!(f, "found is {found}")?,
                    None => write!(f, "found none")?,
                }
                write!(f, "; {WAY_OUT}")
            }
            Self::Ahead { stream, remembered, found } => write!(
                f,
                "{stream}, record {}: the heads do not know it; remembered {remembered}, \
                 found is {found}: put the newest heads back, or let a named person accept the \
                 journal as it is",
                remembered.sequence + 1
            ),
        }
    }
}

fn first_missing(found: Option<Head>) -> u64 {
    found.map_or(1, |head| head.sequence + 1)
}

impl Error for OpenFault {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Heads { fault, .. } => Some(fault),
            Self::Expected(fault) => Some(fault),
            Self::Postgres(fault) => Some(fault),
            Self::Store(fault) => Some(fault),
            Self::Io { error, .. } => Some(error),
            Self::NoJournal { .. }
            | Self::DatabaseMissing { .. }
            | Self::LogLeft { .. }
            | Self::Readable(_)
            | Self::Exists { .. }
            | Self::NothingRemembered { .. }
            | Self::InUse { .. } => None,
        }
    }
}

impl Error for HeadsFault {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Unreadable(Unreadable::Io(error)) => Some(error),
            Self::Unreadable(Unreadable::Missing | Unreadable::Damaged(_))
            | Self::OtherJournal { .. }
            | Self::IsCopy
            | Self::Behind { .. }
            | Self::Differs { .. }
            | Self::Ahead { .. } => None,
        }
    }
}
