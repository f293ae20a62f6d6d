//! Reads how a stream begins: what stands there can never be written again.

use std::ops::ControlFlow;

use crate::batch::Frames;
use crate::fault::{Problem, ReplayFault};
use crate::store::Store;
use crate::stored::Entry;
use crate::stream::Stream;
use crate::walk::start;

/// The first entry of a stream, its link proved; `None` while the stream has no record.
pub fn first_entry(store: &mut dyn Store, stream: Stream) -> Result<Option<Entry>, ReplayFault> {
    let Some(ends) = store.heads()?.get(&stream).copied() else { return Ok(None) };
    if ends.sequence == 0 {
        return Ok(None);
    }
    let begin = start(store, stream);
    let mut first = Err(Problem::Missing { ends });
    store.read(stream, 1, &mut |batch| {
        first = match Frames::new(batch.frames).next() {
            Some(Ok(frame)) if begin.after(frame.record).link == frame.link => {
                Entry::decode(frame.record).map_err(Into::into)
            }
            Some(Ok(_)) => Err(Problem::BrokenLink),
            Some(Err(_)) | None => Err(Problem::CutShort),
        };
        ControlFlow::Break(())
    })?;
    first.map(Some).map_err(|what| ReplayFault::Record { stream, sequence: 1, what })
}
