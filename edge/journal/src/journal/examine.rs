//! Goes over a whole journal and names the first record that is not what was written.

use std::collections::{BTreeMap, BTreeSet};
use std::error::Error;
use std::fmt;

use super::fault::{HeadsFault, OpenFault};
use super::{Options, Place, agreement, existing};
use crate::chain::Head;
use crate::check::{ChainFault, check_stream};
use crate::sidecar::{self, Kind};
use crate::sqlite::{Access, SqliteStore};
use crate::store::{Store, StoreFault};
use crate::stream::Stream;

/// What an examination found.
#[derive(Debug)]
pub enum ExamineFault {
    /// The journal does not open, or is not what is remembered of it.
    Open(OpenFault),
    /// A record is not what was written.
    Chain(ChainFault),
}

/// Follows every stream to its end, shows every record whose link fits, and compares what it finds
/// with what is remembered. Changes nothing; a journal may be examined while it is written.
pub fn examine(
    place: &Place,
    options: &Options,
    mut show: impl FnMut(Stream, Head, &[u8]),
) -> Result<BTreeMap<Stream, Head>, ExamineFault> {
    let files = existing(place, options)?;
    // The sidecar first: a journal that is being written only gets ahead of it meanwhile.
    let remembered = sidecar::recall(&files.sidecar);
    let mut store = SqliteStore::open(&files.database, Access::Read).map_err(unreadable)?;
    let mut streams: BTreeSet<Stream> = BTreeSet::new();
    if let Ok(remembered) = &remembered {
        streams.extend(remembered.heads.keys());
    }
    // Where the streams end is asked after they are followed: what cannot be read is named then.
    let heads = store.heads();
    if let Ok(heads) = &heads {
        streams.extend(heads.keys());
    }
    let mut reached = BTreeMap::new();
    for stream in streams {
        let head = check_stream(&mut store, stream, |head, record| show(stream, head, record))?;
        if head.sequence != 0 {
            reached.insert(stream, head);
        }
    }
    let heads = heads.map_err(unreadable)?;
    let refused = |fault| OpenFault::Heads { sidecar: files.sidecar.clone(), fault };
    for (stream, remembered) in heads {
        let found = reached.get(&stream).copied();
        if found.is_none_or(|found| found.sequence < remembered.sequence) {
            return Err(refused(HeadsFault::Behind { stream, remembered, found }).into());
        }
    }
    let remembered = remembered.map(|remembered| sidecar::Remembered {
        // A backup may be examined like any other journal.
        kind: Kind::Live,
        ..remembered
    });
    let agreement = agreement(&mut store, &reached, &remembered).map_err(unreadable)?;
    agreement.map_err(refused)?;
    Ok(reached)
}

/// A database of which nothing can be read has lost its first record.
fn unreadable(fault: StoreFault) -> ExamineFault {
    if let StoreFault::Damaged(cause) = fault {
        let cause = format!("record 1 of every stream: nothing can be read: {cause}");
        return ExamineFault::Chain(ChainFault::Store(StoreFault::Damaged(cause.into())));
    }
    ExamineFault::Chain(ChainFault::Store(fault))
}

impl From<OpenFault> for ExamineFault {
    fn from(fault: OpenFault) -> Self {
        Self::Open(fault)
    }
}

impl From<ChainFault> for ExamineFault {
    fn from(fault: ChainFault) -> Self {
        Self::Chain(fault)
    }
}

impl fmt::Display for ExamineFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Open(fault) => write!(f, "{fault}"),
            Self::Chain(fault) => write!(f, "{fault}"),
        }
    }
}

impl Error for ExamineFault {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Open(fault) => Some(fault),
            Self::Chain(fault) => Some(fault),
        }
    }
}
