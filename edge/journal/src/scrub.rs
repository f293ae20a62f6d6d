//! Verifies a journal over and over while it is used, a little at a time: it finds damage that a
//! start does not see because it begins at a snapshot.

use std::collections::VecDeque;
use std::ops::ControlFlow;

use crate::fault::ReadFault;
use crate::store::Store;
use crate::stream::Stream;
use crate::verify::Proof;

/// How far the current pass over a journal has come.
#[derive(Default)]
pub struct Scrub {
    /// The streams that are still to come.
    streams: VecDeque<Stream>,
    /// The stream in progress.
    proof: Option<Proof>,
}

impl Scrub {
    /// Continues until `enough`, called with each record, says stop, or to the end of the journal;
    /// returns whether the end was reached. After a fault it continues with the next stream.
    /// Changes nothing.
    pub fn go_on(
        &mut self,
        store: &mut dyn Store,
        mut enough: impl FnMut() -> bool,
    ) -> Result<bool, ReadFault> {
        if self.proof.is_none() && self.streams.is_empty() {
            self.streams.extend(store.heads()?.into_keys());
        }
        loop {
            let mut proof = match self.proof.take() {
                Some(proof) => proof,
                None => match self.streams.pop_front() {
                    Some(stream) => Proof::begin(store, stream)?,
                    None => return Ok(true),
                },
            };
            let at_end = proof.go_on(store, |_, _| {
                if enough() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            })?;
            if !at_end {
                self.proof = Some(proof);
                return Ok(false);
            }
            proof.end(store)?;
        }
    }
}
