//! Reads the past from the journal, on connections of its own beside the writer.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Duration;

use taisai_journal::stored::Entry;
use taisai_journal::{
    CaseHistory, Head, Journal, Options, Place, RecalledRound, RoundHistory, Stream, Wanted,
    between, cases, histories, recall,
};
use taisai_protocol::Refusal;
use taisai_table::{CaseId, RoundNumber, Time};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::task::spawn_blocking;
use tokio::time::timeout;
use tracing::error;

use crate::error::Error;

/// The journal's past.
#[derive(Clone, Debug)]
pub struct Archive {
    place: Place,
    options: Options,
    readers: Arc<Semaphore>,
}

/// A stretch of time: from one moment to before another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stretch {
    /// From this moment,
    pub from: Time,
    /// to before this one.
    pub to: Time,
}

/// Adds one record to a report, and returns whether to continue.
pub type Take<S> = fn(&mut S, &Entry) -> ControlFlow<()>;

impl Archive {
    /// How many reports run at once; they must not starve the tables.
    const READERS: usize = 2;
    /// How long a report waits for its turn.
    pub const PATIENCE: Duration = Duration::from_secs(10);
    /// The most records that are read for one answer.
    pub const RECORDS_MAX: u64 = 5_000_000;

    /// An archive of the journal at this place.
    pub fn new(place: Place, options: Options) -> Self {
        Self { place, options, readers: Arc::new(Semaphore::new(Self::READERS)) }
    }

    /// Where every stream ends.
    pub async fn heads(&self) -> Result<BTreeMap<Stream, Head>, Error> {
        self.with_journal(|journal| Ok(journal.store().heads()?)).await
    }

    /// Reads the records of a stream into a report, from a moment on until the report has enough.
    pub async fn gather<S: Send + 'static>(
        &self,
        stream: Stream,
        from: Time,
        mut gathered: S,
        take: Take<S>,
    ) -> Result<S, Error> {
        let read = self.with_journal(move |journal| {
            let mut records = 0;
            between(journal.store(), stream, (from, Time::MAX), |entry| {
                records += 1;
                if records > Self::RECORDS_MAX {
                    return ControlFlow::Break(());
                }
                take(&mut gathered, entry)
            })?;
            Ok((gathered, records))
        });
        let (gathered, records) = read.await?;
        if records > Self::RECORDS_MAX {
            let max = Self::RECORDS_MAX;
            let expects = format!("later, for a stretch of at most {max} records");
            return Err(Error::Refused(Refusal::BadField { field: "from".to_owned(), expects }));
        }
        Ok(gathered)
    }

    /// A settled round as it stands, however old, for its table to decide about it.
    pub async fn recall(
        &self,
        stream: Stream,
        round: RoundNumber,
    ) -> Result<Option<RecalledRound>, Error> {
        self.with_journal(move |journal| Ok(recall(journal.store(), stream, round)?)).await
    }

    /// A round with everything that was ever decided about it, however old.
    pub async fn round(
        &self,
        stream: Stream,
        round: RoundNumber,
    ) -> Result<Option<RoundHistory>, Error> {
        let wanted = Wanted::One(round);
        let read =
            self.with_journal(move |journal| Ok(histories(journal.store(), stream, wanted)?));
        Ok(read.await?.and_then(|mut found| found.rounds.remove(&round)))
    }

    /// Every case that was ever opened at a table.
    pub async fn cases(&self, stream: Stream) -> Result<BTreeMap<CaseId, CaseHistory>, Error> {
        self.with_journal(move |journal| Ok(cases(journal.store(), stream)?)).await
    }

    async fn with_journal<R: Send + 'static>(
        &self,
        work: impl FnOnce(&mut Journal) -> Result<R, Box<dyn std::error::Error + Send + Sync>>
        + Send
        + 'static,
    ) -> Result<R, Error> {
        let permit = self.turn().await?;
        let (place, options) = (self.place.clone(), self.options.clone());
        let read = spawn_blocking(move || {
            let mut journal = Journal::open_read_only(&place, &options)?;
            let done = work(&mut journal);
            drop(permit);
            done
        });
        match read.await {
            Ok(Ok(done)) => Ok(done),
            Ok(Err(fault)) => {
                error!(%fault, "the journal's past cannot be read");
                Err(Error::Unavailable)
            }
            Err(panic) => {
                error!(%panic, "reading the journal's past panicked");
                Err(Error::Unavailable)
            }
        }
    }

    async fn turn(&self) -> Result<OwnedSemaphorePermit, Error> {
        let turn = timeout(Self::PATIENCE, Arc::clone(&self.readers).acquire_owned()).await;
        turn.ok().and_then(Result::ok).ok_or(Error::Refused(Refusal::Busy))
    }
}
