//! The way from a task to the journal: what was handed in is durable when it returns.

use std::fmt;
use std::sync::Arc;

use taisai_journal::writer::Done;
use taisai_journal::{Batch, Inlet, NotTaken, Snapshot, StoreFault};
use tokio::sync::oneshot;
use tokio::time::Instant;
use tracing::warn;

use crate::figures::Figures;

/// Whoever takes batches in and says when they are durable.
pub trait Desk: Send + Sync {
    /// Hands a batch in, unless too many are waiting; `done` is told exactly once what became of
    /// a batch that was taken.
    fn hand_in(&self, batch: Batch, done: Done) -> Result<(), NotTaken>;

    /// Hands a snapshot in, to be kept when there is time; says whether it was taken.
    fn keep(&self, snapshot: Snapshot) -> bool;
}

/// The desk of a house in play: the journal's writer on its own thread.
impl Desk for Inlet {
    fn hand_in(&self, batch: Batch, done: Done) -> Result<(), NotTaken> {
        self.try_hand_in(batch, done)
    }

    fn keep(&self, snapshot: Snapshot) -> bool {
        Self::keep(self, snapshot)
    }
}

/// The way to the journal's writer.
#[derive(Clone)]
pub struct JournalClient {
    desk: Arc<dyn Desk>,
    figures: Arc<Figures>,
}

/// The journal failed, and nobody knows what became of what was handed in.
#[derive(Clone, Debug)]
pub struct Lost(Arc<StoreFault>);

impl fmt::Display for Lost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl Lost {
    /// Whoever handed something in is gone, and nobody knows what became of it.
    pub fn broken() -> Self {
        Self(Arc::new(StoreFault::Stopped))
    }
}

impl JournalClient {
    /// The way to this desk.
    pub fn new(desk: impl Desk + 'static) -> Self {
        Self { desk: Arc::new(desk), figures: Arc::default() }
    }

    /// The same way, on which everything is counted here.
    #[must_use]
    pub fn counted(self, figures: Arc<Figures>) -> Self {
        Self { figures, ..self }
    }

    /// What is counted.
    pub fn figures(&self) -> &Figures {
        &self.figures
    }

    /// Makes a batch durable.
    pub async fn append(&self, batch: Batch) -> Result<(), Lost> {
        let (stream, before, head) = (batch.stream(), batch.after(), batch.head());
        let since = Instant::now();
        let (tell, told) = oneshot::channel();
        let done = Box::new(move |outcome| drop(tell.send(outcome)));
        match self.desk.hand_in(batch, done) {
            Ok(()) => {}
            // Every task hands in one batch at a time, and there are fewer tasks than places.
            Err(NotTaken::Busy | NotTaken::Stopped) => return Err(Lost::broken()),
        }
        told.await.map_err(|_| Lost::broken())?.map_err(Lost)?;
        let records = head.sequence - before.sequence;
        self.figures.committed(stream, records, head, since.elapsed());
        Ok(())
    }

    /// Keeps a snapshot when there is time.
    pub fn keep(&self, snapshot: Snapshot) {
        let (stream, sequence) = (snapshot.stream, snapshot.head.sequence);
        if !self.desk.keep(snapshot) {
            warn!(%stream, sequence, "no snapshot was kept: the journal has too much to do");
        }
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// A desk at which everything is durable at once.
    pub(crate) struct Ready;

    impl Desk for Ready {
        fn hand_in(&self, _: Batch, done: Done) -> Result<(), NotTaken> {
            done(Ok(()));
            Ok(())
        }

        fn keep(&self, _: Snapshot) -> bool {
            true
        }
    }
}
