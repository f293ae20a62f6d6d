//! Proves a journal again and again while it is used, a little at a time: what a snapshot hides
//! from a start shows here.

use std::collections::VecDeque;
use std::ops::ControlFlow;

use crate::fault::ReadFault;
use crate::store::Store;
use crate::stream::Stream;
use crate::verify::Proof;

/// How far a journal has been proved this time.
#[derive(Default)]
pub struct Scrub {
    /// The streams that are still to come.
    streams: VecDeque<Stream>,
    /// The one under way.
    proof: Option<Proof>,
}

impl Scrub {
    /// Goes on until `enough` is told of a record and says so, or to the end of the journal; says
    /// whether that was reached. After a fault it goes on with the next stream. Nothing is changed.
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
