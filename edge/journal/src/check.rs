//! Follows a stream record by record and believes none whose link does not fit.

use std::error::Error;
use std::fmt;
use std::ops::ControlFlow;

use crate::batch::Frames;
use crate::chain::{Head, Link};
use crate::store::{Store, StoreFault, StoredBatch};
use crate::stream::Stream;

/// A place in a stream up to which every link fits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Trail {
    stream: Stream,
    head: Head,
}

/// The first record of a stream that cannot be what was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BadRecord {
    /// The stream.
    pub stream: Stream,
    /// Its sequence number.
    pub sequence: u64,
    /// What is wrong with it.
    pub broken: Broken,
}

/// What is wrong with a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Broken {
    /// It is not there: the stored batch begins with another one.
    Missing {
        /// The record found in its place.
        found: u64,
    },
    /// Its stored bytes end too early.
    CutShort,
    /// It was changed, or something before it was: the stored link does not cover it.
    Changed {
        /// The link stored with it.
        stored: Link,
        /// The link of what is stored.
        right: Link,
    },
}

impl Trail {
    /// A trail that has come to this head.
    pub const fn new(stream: Stream, head: Head) -> Self {
        Self { stream, head }
    }

    /// How far it has come.
    pub const fn head(&self) -> Head {
        self.head
    }

    /// Goes over the next stored batch and shows each record it believes, with its head.
    pub fn follow(
        &mut self,
        stored: StoredBatch<'_>,
        mut show: impl FnMut(Head, &[u8]),
    ) -> Result<(), BadRecord> {
        if stored.first != self.head.sequence + 1 {
            return Err(self.next_is(Broken::Missing { found: stored.first }));
        }
        if stored.frames.is_empty() {
            return Err(self.next_is(Broken::CutShort));
        }
        for frame in Frames::new(stored.frames) {
            let frame = frame.map_err(|_| self.next_is(Broken::CutShort))?;
            let head = self.head.after(frame.record);
            if head.link != frame.link {
                let broken = Broken::Changed { stored: frame.link, right: head.link };
                return Err(self.next_is(broken));
            }
            self.head = head;
            show(head, frame.record);
        }
        Ok(())
    }

    const fn next_is(&self, broken: Broken) -> BadRecord {
        BadRecord { stream: self.stream, sequence: self.head.sequence + 1, broken }
    }
}

/// Why a stream could not be followed to its end.
#[derive(Debug)]
pub enum ChainFault {
    /// A record is not what was written.
    Bad(BadRecord),
    /// The store failed.
    Store(StoreFault),
}

/// Follows a stream from its first record to its last and returns the head it comes to.
pub fn check_stream(
    store: &mut dyn Store,
    stream: Stream,
    mut show: impl FnMut(Head, &[u8]),
) -> Result<Head, ChainFault> {
    let mut trail = Trail::new(stream, Head::start(store.id(), stream));
    let mut bad = None;
    let read = store.read(stream, 1, &mut |stored| match trail.follow(stored, &mut show) {
        Ok(()) => ControlFlow::Continue(()),
        Err(found) => {
            bad = Some(found);
            ControlFlow::Break(())
        }
    });
    read.map_err(|fault| located(fault, &trail))?;
    bad.map_or(Ok(trail.head()), |found| Err(ChainFault::Bad(found)))
}

/// A store that finds itself damaged while it reads does not know which record it was after.
fn located(fault: StoreFault, trail: &Trail) -> ChainFault {
    match fault {
        StoreFault::Damaged(cause) => {
            let (stream, next) = (trail.stream, trail.head.sequence + 1);
            let cause = format!("{stream}, record {next} cannot be read: {cause}");
            ChainFault::Store(StoreFault::Damaged(cause.into()))
        }
        StoreFault::OtherHead { .. }
        | StoreFault::LeaseLost { .. }
        | StoreFault::Full(_)
        | StoreFault::ReadOnly(_)
        | StoreFault::Unreachable(_)
        | StoreFault::Stopped
        | StoreFault::Other(_) => ChainFault::Store(fault),
    }
}

impl fmt::Display for BadRecord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, record {}: ", self.stream, self.sequence)?;
        match self.broken {
            Broken::Missing { found } => write!(f, "it is missing, record {found} follows"),
            Broken::CutShort => write!(f, "its stored bytes end too early"),
            Broken::Changed { stored, right } => {
                write!(f, "it was changed: stored link {stored}, link of what is stored {right}")
            }
        }
    }
}

impl Error for BadRecord {}

impl fmt::Display for ChainFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Bad(bad) => write!(f, "{bad}"),
            Self::Store(fault) => write!(f, "{fault}"),
        }
    }
}

impl Error for ChainFault {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Bad(bad) => Some(bad),
            Self::Store(fault) => Some(fault),
        }
    }
}
