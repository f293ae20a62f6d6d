//! Goes over a whole journal and names the first record that is not what was written.

use std::collections::{BTreeMap, BTreeSet};
use std::error::Error;
use std::fmt;
use std::path::Path;

use super::fault::{HeadsFault, OpenFault};
use super::{Journal, Options, Place, agreement, existing};
use crate::chain::Head;
use crate::check::{ChainFault, check_stream};
use crate::sidecar::{self, Kind, Remembered};
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
    match place {
        Place::Folder(folder) => in_folder(folder, options, &mut show),
        Place::Postgres(_) => {
            let mut journal = Journal::look(place, options)?;
            let heads = journal.heads().clone();
            let streams = heads.keys().copied().collect();
            let reached = follow(journal.store(), streams, &mut show)?;
            whole(&reached, &heads)?;
            Ok(reached)
        }
    }
}

fn in_folder(
    folder: &Path,
    options: &Options,
    show: &mut Show<'_>,
) -> Result<BTreeMap<Stream, Head>, ExamineFault> {
    let files = existing(folder, options)?;
    // The sidecar first: a journal that is being written only gets ahead of it meanwhile.
    let remembered = sidecar::recall(&files.sidecar);
    let mut store = files.look().map_err(unreadable)?;
    let mut streams: BTreeSet<Stream> = BTreeSet::new();
    if let Ok(remembered) = &remembered {
        streams.extend(remembered.heads.keys());
    }
    // If it cannot be read where the streams end, following them names the record.
    let heads = store.heads();
    if let Ok(heads) = &heads {
        streams.extend(heads.keys());
    }
    let reached = follow(&mut store, streams, show)?;
    whole(&reached, &heads.map_err(unreadable)?)?;
    // A backup may be examined like any other journal.
    let remembered = remembered.map(|remembered| Remembered { kind: Kind::Live, ..remembered });
    let agreement = agreement(&mut store, &reached, &remembered).map_err(unreadable)?;
    let refused = |fault| OpenFault::Heads { sidecar: files.sidecar.clone(), fault };
    agreement.map_err(refused)?;
    Ok(reached)
}

/// Looks at a record that is believed.
type Show<'s> = dyn FnMut(Stream, Head, &[u8]) + 's;

/// Follows streams to their ends.
fn follow(
    store: &mut dyn Store,
    streams: BTreeSet<Stream>,
    show: &mut Show<'_>,
) -> Result<BTreeMap<Stream, Head>, ChainFault> {
    let mut reached = BTreeMap::new();
    for stream in streams {
        let head = check_stream(store, stream, |head, record| show(stream, head, record))?;
        if head.sequence != 0 {
            reached.insert(stream, head);
        }
    }
    Ok(reached)
}

/// Whether every stream was followed as far as the store says it goes, or further.
fn whole(
    reached: &BTreeMap<Stream, Head>,
    heads: &BTreeMap<Stream, Head>,
) -> Result<(), ChainFault> {
    for (stream, head) in heads {
        let found = reached.get(stream).copied();
        if found.is_none_or(|found| found.sequence < head.sequence) {
            let (stream, remembered) = (*stream, *head);
            let behind = HeadsFault::Behind { stream, remembered, found }.to_string();
            return Err(ChainFault::Store(StoreFault::Damaged(behind.into())));
        }
    }
    Ok(())
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
