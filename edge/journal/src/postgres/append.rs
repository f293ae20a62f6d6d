//! The arguments of an append.

use std::collections::BTreeMap;

use ::postgres::types::ToSql;

use crate::batch::Batch;
use crate::chain::Head;
use crate::postgres::{number, place};
use crate::store::StoreFault;
use crate::stream::Stream;

/// How an append moves the head of a stream: from where to where, and in which epoch.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Step {
    pub(crate) after: Head,
    pub(crate) head: Head,
    pub(crate) epoch: i64,
}

/// The step of each stream for these batches; batches of one stream must continue each other. The
/// caller fills in the epochs.
pub(crate) fn steps_of(batches: &[Batch]) -> Result<BTreeMap<Stream, Step>, StoreFault> {
    let mut steps = BTreeMap::new();
    for batch in batches {
        let (stream, expected) = (batch.stream(), batch.after());
        let fresh = Step { after: expected, head: expected, epoch: 0 };
        let step = steps.entry(stream).or_insert(fresh);
        if step.head != expected {
            return Err(StoreFault::OtherHead { stream, expected, found: step.head });
        }
        step.head = batch.head();
    }
    Ok(steps)
}

/// The arguments of `taisai.append`, in order: the streams by number, then the batches.
pub(crate) struct Columns<'a> {
    streams: Vec<i32>,
    epochs: Vec<i64>,
    after_sequences: Vec<i64>,
    after_links: Vec<&'a [u8]>,
    head_sequences: Vec<i64>,
    head_links: Vec<&'a [u8]>,
    batch_streams: Vec<i32>,
    batch_firsts: Vec<i64>,
    batch_frames: Vec<&'a [u8]>,
}

impl<'a> Columns<'a> {
    pub(crate) fn new(steps: &'a BTreeMap<Stream, Step>, batches: &'a [Batch]) -> Self {
        let batches: Vec<_> = batches.iter().filter(|batch| !batch.is_empty()).collect();
        Self {
            streams: steps.keys().map(|stream| place(*stream)).collect(),
            epochs: steps.values().map(|step| step.epoch).collect(),
            after_sequences: steps.values().map(|step| number(step.after.sequence)).collect(),
            after_links: steps.values().map(|step| &step.after.link.0[..]).collect(),
            head_sequences: steps.values().map(|step| number(step.head.sequence)).collect(),
            head_links: steps.values().map(|step| &step.head.link.0[..]).collect(),
            batch_streams: batches.iter().map(|batch| place(batch.stream())).collect(),
            batch_firsts: batches.iter().map(|batch| number(batch.first())).collect(),
            batch_frames: batches.iter().map(|batch| batch.frames()).collect(),
        }
    }

    pub(crate) fn of(&'a self, lease_ms: &'a i64) -> [&'a (dyn ToSql + Sync); 10] {
        [
            &self.streams,
            &self.epochs,
            &self.after_sequences,
            &self.after_links,
            &self.head_sequences,
            &self.head_links,
            lease_ms,
            &self.batch_streams,
            &self.batch_firsts,
            &self.batch_frames,
        ]
    }
}
