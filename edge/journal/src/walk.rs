//! Walks a stream record by record and believes nothing: every link is worked out again.

use std::any::Any;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::batch::Frames;
use crate::chain::Head;
use crate::fault::{Problem, ReplayFault};
use crate::store::{Store, StoredBatch};
use crate::stream::Stream;

/// Where a walk begins: before the first record, or after one whose head is known.
pub(crate) fn start(store: &dyn Store, stream: Stream) -> Head {
    Head::start(store.id(), stream)
}

/// Shows every record after a head to `each`, once its link is proved, up to the end of the stream;
/// says where the stream ended. The first fault ends the walk.
pub fn walk(
    store: &mut dyn Store,
    stream: Stream,
    after: Head,
    each: impl FnMut(Head, &[u8]) -> Result<(), Problem>,
) -> Result<Head, ReplayFault> {
    let ends = store.heads()?.get(&stream).copied().unwrap_or_else(|| start(store, stream));
    let mut walk = Walk { after, head: after, ends, each };
    let mut fault = None;
    store.read(stream, after.sequence + 1, &mut |batch| match walk.caught(batch) {
        Ok(()) => ControlFlow::Continue(()),
        Err((sequence, what)) => {
            fault = Some(ReplayFault::Record { stream, sequence, what });
            ControlFlow::Break(())
        }
    })?;
    if let Some(fault) = fault {
        return Err(fault);
    }
    if walk.head.sequence < ends.sequence {
        let (sequence, what) = (walk.head.sequence + 1, Problem::Missing { ends });
        return Err(ReplayFault::Record { stream, sequence, what });
    }
    if after.sequence > ends.sequence || (walk.head.sequence == ends.sequence && walk.head != ends)
    {
        let (sequence, what) = (ends.sequence, Problem::OtherEnd { ends });
        return Err(ReplayFault::Record { stream, sequence, what });
    }
    Ok(walk.head)
}

struct Walk<F> {
    /// Where the walk began.
    after: Head,
    /// Where it is.
    head: Head,
    /// Where the store says that the stream ends.
    ends: Head,
    each: F,
}

impl<F: FnMut(Head, &[u8]) -> Result<(), Problem>> Walk<F> {
    /// A table cannot refuse an event; one that cannot have happened is a panic, which is then what
    /// is wrong with the record and not with us.
    fn caught(&mut self, batch: StoredBatch<'_>) -> Result<(), (u64, Problem)> {
        catch_unwind(AssertUnwindSafe(|| self.batch(batch))).unwrap_or_else(|panic| {
            Err((self.head.sequence, Problem::Impossible(words_of(panic.as_ref()))))
        })
    }

    fn batch(&mut self, batch: StoredBatch<'_>) -> Result<(), (u64, Problem)> {
        let next = self.head.sequence + 1;
        if batch.first > next {
            return Err((next, Problem::Missing { ends: self.ends }));
        }
        // Only the first batch may begin before the place where the walk does.
        if batch.first < next && self.head.sequence > self.after.sequence {
            return Err((next, Problem::WrongSequence { found: batch.first }));
        }
        for (sequence, frame) in (batch.first..).zip(Frames::new(batch.frames)) {
            let frame = frame.map_err(|_| (sequence, Problem::CutShort))?;
            if sequence > self.after.sequence {
                let head = self.head.after(frame.record);
                if head.link != frame.link {
                    return Err((sequence, Problem::BrokenLink));
                }
                self.head = head;
                (self.each)(head, frame.record).map_err(|what| (sequence, what))?;
            } else if sequence == self.after.sequence && frame.link != self.after.link {
                return Err((sequence, Problem::BrokenLink));
            }
            if sequence == self.ends.sequence && frame.link != self.ends.link {
                return Err((sequence, Problem::OtherEnd { ends: self.ends }));
            }
        }
        Ok(())
    }
}

fn words_of(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    let text = text.or_else(|| panic.downcast_ref::<String>().cloned());
    text.unwrap_or_else(|| "it cannot happen".to_owned())
}
