//! The way from a task to the journal: a batch is durable when `append` returns.

use std::fmt;
use std::sync::Arc;

use taisai_journal::writer::Done;
use taisai_journal::{Batch, NotTaken, Snapshot, StoreFault, WriterHandle};
use tokio::sync::oneshot;
use tokio::time::Instant;
use tracing::warn;

use crate::figures::Figures;

/// Appends batches and reports when they are durable.
pub trait Appender: Send + Sync {
    /// Submits a batch, unless too many are waiting. If it was accepted, `done` is called exactly
    /// once with the outcome.
    fn submit(&self, batch: Batch, done: Done) -> Result<(), NotTaken>;

    /// Submits a snapshot, to be stored when there is time; returns whether it was accepted.
    fn keep(&self, snapshot: Snapshot) -> bool;
}

/// In production: the journal's writer on its own thread.
impl Appender for WriterHandle {
    fn submit(&self, batch: Batch, done: Done) -> Result<(), NotTaken> {
        self.try_submit(batch, done)
    }

    fn keep(&self, snapshot: Snapshot) -> bool {
        Self::keep(self, snapshot)
    }
}

/// A client of the journal's writer.
#[derive(Clone)]
pub struct JournalClient {
    appender: Arc<dyn Appender>,
    figures: Arc<Figures>,
}

/// The journal failed, and nobody knows whether the batch was stored.
#[derive(Clone, Debug)]
pub struct Lost(Arc<StoreFault>);

impl fmt::Display for Lost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl Lost {
    /// The writer is gone, and nobody knows whether the batch was stored.
    pub fn broken() -> Self {
        Self(Arc::new(StoreFault::Stopped))
    }
}

impl JournalClient {
    /// A client of this appender.
    pub fn new(appender: impl Appender + 'static) -> Self {
        Self { appender: Arc::new(appender), figures: Arc::default() }
    }

    /// The same, with its commits counted in these figures.
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
        let (tell, answered) = oneshot::channel();
        let done = Box::new(move |outcome| drop(tell.send(outcome)));
        match self.appender.submit(batch, done) {
            Ok(()) => {}
            // Every task submits one batch at a time, and there are fewer tasks than places.
            Err(NotTaken::Busy | NotTaken::Stopped) => return Err(Lost::broken()),
        }
        answered.await.map_err(|_| Lost::broken())?.map_err(Lost)?;
        let records = head.sequence - before.sequence;
        self.figures.committed(stream, records, head, since.elapsed());
        Ok(())
    }

    /// Stores a snapshot when there is time.
    pub fn keep(&self, snapshot: Snapshot) {
        let (stream, sequence) = (snapshot.stream, snapshot.head.sequence);
        if !self.appender.keep(snapshot) {
            warn!(%stream, sequence, "a snapshot was dropped: the journal is busy");
        }
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// An appender for which everything is durable at once.
    pub(crate) struct Ready;

    impl Appender for Ready {
        fn submit(&self, _: Batch, done: Done) -> Result<(), NotTaken> {
            done(Ok(()));
            Ok(())
        }

        fn keep(&self, _: Snapshot) -> bool {
            true
        }
    }
}
