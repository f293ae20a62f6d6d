//! Starts the tasks of tables and floor, and reports how they end.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use taisai_floor::{TableId, Title};
use taisai_journal::stored::{Actor, Body, Entry, Stamp};
use taisai_journal::{
    Batch, FloorReplay, Head, JournalId, Replay, Stream, TableNumber, TableReplay,
};
use taisai_table::{RequestId, SessionId, Time};
use tokio::sync::mpsc;
use tokio::task::JoinHandle;
use tracing::{Instrument as _, info_span};

use crate::config::TablePlan;
use crate::error::{Error, Unavailable};
use crate::house::custody::SessionOver;
use crate::house::displays::DisplaysChanged;
use crate::task::approvals::Approvals;
use crate::task::call::Call;
use crate::task::chips::ChipSets;
use crate::task::drawers::Drawers;
use crate::task::floor::{FloorCall, FloorTask, Logbook};
use crate::task::handle::{FloorHandle, TableHandle};
use crate::task::host::Host;
use crate::task::idle_sessions::IdleSessions;
use crate::task::journal_client::{JournalClient, Lost};
use crate::task::machine::FloorMachine;
use crate::task::shifts::Shifts;
use crate::task::surveillance::Surveillance;
use crate::task::table::{Ended, TableTask};
use crate::task::table_feed::{Sign, TableFeed};
use crate::world::World;

/// Why a table was not opened.
#[derive(Debug)]
pub enum OpenFault {
    /// The floor or the table said no.
    Refused(String),
    /// The journal failed.
    Lost(Lost),
    /// The table or the floor stopped at once.
    Unavailable,
}

impl fmt::Display for OpenFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Refused(why) => f.write_str(why),
            Self::Lost(lost) => lost.fmt(f),
            Self::Unavailable => f.write_str("a table or the floor stopped as soon as it started"),
        }
    }
}

impl std::error::Error for OpenFault {}

impl From<Lost> for OpenFault {
    fn from(lost: Lost) -> Self {
        Self::Lost(lost)
    }
}

impl From<Unavailable> for OpenFault {
    fn from(Unavailable: Unavailable) -> Self {
        Self::Unavailable
    }
}

impl From<Error> for OpenFault {
    fn from(error: Error) -> Self {
        match error {
            Error::Refused(refusal) => Self::Refused(refusal.to_string()),
            Error::Unavailable => Self::Unavailable,
        }
    }
}

/// Starts tasks, and reports how they end.
#[derive(Clone)]
pub struct Tasks {
    pub(crate) scribe: JournalClient,
    pub(crate) world: World,
    pub(crate) ended: mpsc::UnboundedSender<Ended>,
    pub(crate) begun: Arc<Mutex<Begun>>,
    /// The latest security events, recorded by every task.
    pub surveillance: Surveillance,
    /// When each log-in was last used.
    pub sessions_used: IdleSessions,
    /// Notified when a log-in ends.
    pub session_over: SessionOver,
    /// Notified when a display is lost or removed.
    pub displays_changed: DisplaysChanged,
    pub(crate) idle: Duration,
    pub(crate) house: Title,
    pub(crate) approvals: Approvals,
    /// The value chips of felt tables.
    pub chips: ChipSets,
    pub(crate) shifts: Shifts,
}

/// A state rebuilt from a stream, and the time of the stream's last record.
pub struct Rebuilt<R> {
    pub(crate) replay: R,
    pub(crate) last: Time,
    /// How many records came after the last snapshot.
    pub(crate) unsaved: u64,
}

/// Streams of tables that the floor did not have yet when the server died.
pub type Begun = BTreeMap<TableId, Rebuilt<TableReplay>>;

impl Tasks {
    /// Sets the floor to work.
    pub fn floor(&self, rebuilt: Rebuilt<FloorReplay>, drawers: Drawers) -> FloorHandle {
        let (inbox, calls) = mpsc::channel::<FloorCall>(FloorTask::INBOX_MAX);
        let Rebuilt { replay: Replay { state: floor, head, .. }, last, unsaved } = rebuilt;
        let host = Host::new(FloorMachine(floor), Stream::Floor, head, last);
        let host = host.with_records(unsaved);
        let (surveillance, sessions_used) = (self.surveillance.clone(), self.sessions_used.clone());
        let session_over = SessionOver::clone(&self.session_over);
        let (displays_changed, idle) = (DisplaysChanged::clone(&self.displays_changed), self.idle);
        let logbook =
            Logbook { surveillance, drawers, sessions_used, session_over, displays_changed, idle };
        let task = FloorTask::new(host, self.ways(), calls, logbook).run();
        self.spawn(task.instrument(info_span!("floor")));
        FloorHandle::new(inbox)
    }

    /// Sets a table to work.
    pub fn table(
        &self,
        table: TableId,
        name: String,
        rebuilt: Rebuilt<TableReplay>,
    ) -> TableHandle {
        let (inbox, calls) = mpsc::channel::<Call>(TableTask::INBOX_MAX);
        let Rebuilt { replay: Replay { stream, state, head }, last, unsaved } = rebuilt;
        let state = state.expect("a table's stream is opened before its task starts");
        let (house, chips) = (self.house.clone(), self.chips.clone());
        let sign = Sign { table, name, house, chips };
        let shown = TableFeed::new(sign, &state.table, self.surveillance.clone());
        let host = Host::new(state, stream, head, last).with_records(unsaved);
        self.scribe.figures().ends_at(stream, head);
        let task = TableTask::new(host, stream, shown, self.ways(), calls);
        let task = task.approved(self.approvals.clone()).in_shifts(self.shifts.clone()).run();
        self.spawn(task.instrument(info_span!("table", %table)));
        TableHandle::new(inbox)
    }

    fn ways(&self) -> (JournalClient, World) {
        (self.scribe.clone(), self.world.clone())
    }

    fn spawn(&self, task: impl Future<Output = Ended> + Send + 'static) -> JoinHandle<()> {
        let ended = self.ended.clone();
        let work = tokio::spawn(task);
        tokio::spawn(async move {
            // A panic is a bug. Nothing of it is durable, and the house is rebuilt.
            let how = work.await.unwrap_or_else(|_| Ended::Lost(Lost::broken()));
            // Nobody listens once the house is being stopped.
            let _ = ended.send(how);
        })
    }

    /// Begins the stream of a new table; a stream that has begun is read instead.
    pub async fn open_stream(
        &self,
        journal: JournalId,
        table: &TablePlan,
    ) -> Result<Rebuilt<TableReplay>, OpenFault> {
        let begun = self.begun.lock().unwrap_or_else(PoisonError::into_inner).remove(&table.table);
        if let Some(rebuilt) = begun {
            return as_begun(rebuilt, table);
        }
        let stream = stream_of(table.table)?;
        let start = Head::start(journal, stream);
        let (opened, state) = table.opened().map_err(OpenFault::Refused)?;
        let time = self.world.clock.now();
        let stamp = Stamp {
            sequence: 1,
            time,
            actor: Actor::Host,
            session: SessionId(0),
            request: RequestId(0),
        };
        let mut batch = Batch::new(stream, start);
        batch.push(&Entry { stamp, body: Body::Opened(Box::new(opened)) }.encode());
        let head = batch.head();
        self.scribe.append(batch).await?;
        let replay = Replay { stream, state: Some(state), head };
        Ok(Rebuilt { replay, last: time, unsaved: 1 })
    }
}

/// The stream that was begun for a table, if it was begun for this one.
fn as_begun(
    rebuilt: Rebuilt<TableReplay>,
    table: &TablePlan,
) -> Result<Rebuilt<TableReplay>, OpenFault> {
    let state = rebuilt.replay.state.as_ref();
    if state.is_some_and(|state| *state.table.config() == table.config) {
        return Ok(rebuilt);
    }
    let number = table.table;
    let why = format!("table {number} was begun with another set-up: give it another number");
    Err(OpenFault::Refused(why))
}

/// The stream of a table.
pub fn stream_of(table: TableId) -> Result<Stream, OpenFault> {
    let number = TableNumber::new(table.0);
    let max = TableNumber::MAX;
    let bad = || OpenFault::Refused(format!("a table's number is from 1 to {max}"));
    number.map(Stream::Table).ok_or_else(bad)
}
