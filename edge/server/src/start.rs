//! From a journal to a house at work, and back to a journal that is closed.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use taisai_floor::{
    Command as FloorCommand, Floor, Notice, TableId, TableSetUp as KnownTable, TableStanding, Title,
};
use taisai_journal::stored::{Actor, Body, Entry, Stamp};
use taisai_journal::{
    Acceptance, Accepted, Batch, FloorReplay, Head, Journal, JournalId, OpenFault, Options, Place,
    Reach, ReplayFault, Store, Stream, TableNumber, TableReplay, Writer, last_time, tail,
};
use taisai_rulebooks::Library;
use taisai_table::{RequestId, SessionId, Time};
use tokio::sync::mpsc;
use tokio::task::{JoinHandle, spawn_blocking};
use tracing::{Instrument as _, error, info, info_span, warn};

use crate::archive::Archive;
use crate::cage::No;
use crate::call::Call;
use crate::config::{Config, TableSetUp};
use crate::demo::DemoStaff;
use crate::drawers::Drawers;
use crate::figures::Figures;
use crate::floor::{FloorCall, FloorTask, Logbook};
use crate::handle::{Away, FloorHandle, TableHandle};
use crate::host::Host;
use crate::house::House;
use crate::machine::FloorMachine;
use crate::scribe::{Lost, Scribe};
use crate::secret::VoucherKey;
use crate::settings::Fixed;
use crate::shown::Shown;
use crate::software::Software;
use crate::surveillance::{self, Restored, Surveillance};
use crate::table::{Ended, TableTask};
use crate::uses::Uses;
use crate::world::World;

/// Where the journal is, and how it is opened.
#[derive(Clone, Debug)]
pub struct Records {
    /// Where it is.
    pub place: Place,
    /// Where its heads are remembered.
    pub options: Options,
    /// Who takes it as it is although it is not what is remembered of it.
    pub acceptance: Option<Acceptance>,
}

/// Why a house did not start.
#[derive(Debug)]
pub enum StartFault {
    /// The journal cannot be opened.
    Journal(OpenFault),
    /// The journal does not tell one story.
    Replay(ReplayFault),
    /// The journal failed while the house started.
    Lost(Lost),
    /// A table or the floor stopped at once.
    Away,
    /// Nobody works here yet, so that nobody could log in.
    NoStaff,
    /// The configuration has tables otherwise than they stand.
    Fixed(Vec<Fixed>),
    /// The floor or a table said no to what the start asks of it.
    Refused(String),
    /// Passwords cannot be hashed, or there is no randomness.
    Machine,
}

impl fmt::Display for StartFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Journal(fault) => fault.fmt(f),
            Self::Replay(fault) => fault.fmt(f),
            Self::Lost(fault) => fault.fmt(f),
            Self::Away => f.write_str("a table or the floor stopped as soon as it started"),
            Self::NoStaff => f.write_str("nobody works here yet, so that nobody could log in"),
            Self::Fixed(fixed) => {
                let lines: Vec<String> = fixed.iter().map(ToString::to_string).collect();
                f.write_str(&lines.join("\n"))
            }
            Self::Refused(why) => f.write_str(why),
            Self::Machine => f.write_str("the machine gives no random bytes or cannot hash"),
        }
    }
}

impl std::error::Error for StartFault {}

impl From<OpenFault> for StartFault {
    fn from(fault: OpenFault) -> Self {
        Self::Journal(fault)
    }
}

impl From<ReplayFault> for StartFault {
    fn from(fault: ReplayFault) -> Self {
        Self::Replay(fault)
    }
}

impl From<Lost> for StartFault {
    fn from(lost: Lost) -> Self {
        Self::Lost(lost)
    }
}

impl From<Away> for StartFault {
    fn from(Away: Away) -> Self {
        Self::Away
    }
}

impl From<No> for StartFault {
    fn from(no: No) -> Self {
        match no {
            No::Refused(refusal) => Self::Refused(refusal.to_string()),
            No::Away => Self::Away,
        }
    }
}

/// A house at work, and everything that must end before its journal is closed.
pub struct Running {
    /// The house.
    pub house: Arc<House>,
    /// Who was hired for a demo, told once.
    pub hired: Vec<DemoStaff>,
    /// Whoever writes the journal, where that is a thread of this house.
    writer: Option<Writer>,
    tasks: Tasks,
    ended: mpsc::UnboundedReceiver<Ended>,
}

/// Starts tasks, and hears how they end.
#[derive(Clone)]
pub struct Tasks {
    scribe: Scribe,
    world: World,
    ended: mpsc::UnboundedSender<Ended>,
    begun: Arc<Mutex<Begun>>,
    /// What bears on security, noted by every task.
    pub surveillance: Surveillance,
    /// When each log-in was last used.
    pub uses: Uses,
    idle: Duration,
}

/// What was read from a journal.
pub struct Found {
    id: JournalId,
    accepted: Option<Accepted>,
    floor: Rebuilt<FloorReplay>,
    tables: BTreeMap<TableId, Rebuilt<TableReplay>>,
    begun: Begun,
    surveillance: Surveillance,
    drawers: Drawers,
    set_aside: Vec<(Stream, u64)>,
}

/// What was rebuilt from a stream, and when the stream's last record was written.
pub struct Rebuilt<R> {
    replay: R,
    last: Time,
}

impl Found {
    /// Reads the floor and every table.
    pub fn read(journal: &mut Journal) -> Result<Self, StartFault> {
        let (id, accepted) = (journal.id(), journal.accepted().cloned());
        let mut aside = Vec::new();
        let mut set_aside = |fault: &ReplayFault| {
            set_aside(fault);
            if let ReplayFault::Snapshot { stream, sequence, .. } = fault {
                aside.push((*stream, *sequence));
            }
        };
        // Where several hosts could write, whoever claims a stream before reading it reads all.
        journal.claim(Stream::Floor).map_err(OpenFault::Store)?;
        let floor = FloorReplay::restart(journal.store(), &mut set_aside)?;
        let floor = Rebuilt::at_its_end(journal.store(), Stream::Floor, floor)?;
        let (mut tables, surveillance) = (BTreeMap::new(), Surveillance::default());
        let mut drawers = Drawers::default();
        let known = &floor.replay.floor;
        let again = read_floor_again(journal.store(), known, &surveillance, &mut drawers);
        note(Stream::Floor, again);
        for (table, known) in floor.replay.floor.tables() {
            if known.standing == TableStanding::InUse {
                let stream = stream_of(table)?;
                journal.claim(stream).map_err(OpenFault::Store)?;
                let replay = TableReplay::restart(journal.store(), stream, &mut set_aside)?;
                info!(%table, head = %replay.head, "a table was rebuilt from its journal");
                note(stream, surveillance.restore_table(journal.store(), table, stream));
                tables.insert(table, Rebuilt::at_its_end(journal.store(), stream, replay)?);
            }
        }
        let begun = Self::begun(journal, &floor.replay, &mut set_aside)?;
        let set_aside = aside;
        Ok(Self { id, accepted, floor, tables, begun, surveillance, drawers, set_aside })
    }

    /// The streams of tables of which the floor has not heard.
    fn begun(
        journal: &mut Journal,
        floor: &FloorReplay,
        set_aside: &mut dyn FnMut(&ReplayFault),
    ) -> Result<Begun, StartFault> {
        let streams: Vec<Stream> = journal.heads().keys().copied().collect();
        let mut begun = BTreeMap::new();
        for stream in streams {
            let Stream::Table(number) = stream else { continue };
            let table = TableId(number.get());
            if floor.floor.table(table).is_none() {
                let replay = TableReplay::restart(journal.store(), stream, set_aside)?;
                begun.insert(table, Rebuilt::at_its_end(journal.store(), stream, replay)?);
            }
        }
        Ok(begun)
    }
}

/// A snapshot that is not what was written says that the disk, or somebody, changed it.
pub(crate) fn set_aside(fault: &ReplayFault) {
    error!(%fault, "a snapshot was set aside and the records were read; prove the journal");
}

/// Streams that were begun for tables of which the floor had not heard when the server died.
type Begun = BTreeMap<TableId, Rebuilt<TableReplay>>;

impl<R> Rebuilt<R> {
    fn at_its_end(store: &mut dyn Store, stream: Stream, replay: R) -> Result<Self, StartFault> {
        let never = Time::from_millis(0).expect("time has a beginning");
        let last = last_time(store, stream)?.unwrap_or(never);
        Ok(Self { replay, last })
    }
}

impl Running {
    /// Opens the journal, rebuilds the floor and every table from it, and sets them to work.
    pub async fn start(
        config: &Config,
        records: &Records,
        key: VoucherKey,
        world: World,
        figures: Arc<Figures>,
    ) -> Result<Self, StartFault> {
        let archive = Archive::new(records.clone());
        let (records, demo) = (records.clone(), config.demo);
        let read = spawn_blocking(move || {
            let mut journal = open(&records)?;
            let found = Found::read(&mut journal)?;
            // Nobody could log in. The journal is given back here, where a thread may wait for it.
            if !demo && found.floor.replay.floor.staff().len() == 0 {
                return Err(StartFault::NoStaff);
            }
            Ok((journal, found))
        });
        let (journal, found) = read.await.map_err(|_| StartFault::Machine)??;
        let writer = Writer::start(journal).map_err(|_| StartFault::Machine)?;
        let scribe = Scribe::new(writer.inlet()).counted(figures);
        let running = match Self::begin(config, found, key, world, scribe).await {
            Ok(running) => running,
            Err(fault) => {
                // Whoever comes next finds the journal free. Nobody waits for a thread that failed.
                let _ = spawn_blocking(move || drop(writer.close())).await;
                return Err(fault);
            }
        };
        // A house is begun once.
        let _ = running.house.archive.set(archive);
        Ok(Self { writer: Some(writer), ..running })
    }

    /// Sets to work what was read from a journal; somebody else writes it.
    pub async fn begin(
        config: &Config,
        found: Found,
        key: VoucherKey,
        world: World,
        scribe: Scribe,
    ) -> Result<Self, StartFault> {
        let Found { id, accepted, floor, tables, begun, surveillance, drawers, set_aside } = found;
        let last = tables.values().map(|table| table.last).fold(floor.last, Time::max);
        world.clock.not_before(last);
        let (ended, hears) = mpsc::unbounded_channel();
        let begun = Arc::new(Mutex::new(begun));
        let (uses, idle) = (Uses::default(), config.idle);
        let tasks = Tasks { scribe, world: world.clone(), ended, begun, surveillance, uses, idle };
        let known = floor.replay.floor.tables().map(|(table, known)| (table, known.clone()));
        let known: BTreeMap<TableId, KnownTable> = known.collect();
        let handle = tasks.floor(floor, drawers);
        let house = House::new(config.house.clone(), id, handle, key, world, tasks.clone());
        let (house, hired) = (Arc::new(house), Vec::new());
        let mut running = Self { house, hired, writer: None, tasks, ended: hears };
        if let Some(accepted) = accepted {
            running.house.note_accepted(&accepted).await?;
        }
        for (stream, sequence) in set_aside {
            running.house.note_set_aside(stream, sequence).await?;
        }
        for (table, mut rebuilt) in tables {
            let known = &known[&table];
            if rebuilt.replay.state.is_none() {
                // The floor had heard of the table, and the server died before it was opened.
                rebuilt = running.tasks.open_stream(id, &as_set_up(table, known)?).await?;
            }
            let handle = running.tasks.table(table, known.name.to_string(), rebuilt);
            running.house.put(table, handle);
        }
        running.settle_in(config).await?;
        if config.demo {
            let hired = running.house.furnish_demo().await;
            running.hired = hired.map_err(|fault| StartFault::Refused(fault.to_string()))?;
        }
        let board = running.house.board.clone();
        tokio::spawn(board.run(Arc::downgrade(&running.house)));
        Ok(running)
    }

    /// What a start does besides: new tables, staff as the floor has it, vouchers under way.
    async fn settle_in(&self, config: &Config) -> Result<(), StartFault> {
        let version = Title::new(Software::VERSION).expect("a version is a title");
        let started = FloorCommand::Note(Notice::ServerStarted { version });
        self.house.floor.act(started).await?.map_err(No::from)?;
        let software = FloorCommand::Note(self.house.world.software.notice());
        self.house.floor.act(software).await?.map_err(No::from)?;
        let fixed = self.house.fixed(&config.tables).await?;
        if !fixed.is_empty() && !config.demo {
            return Err(StartFault::Fixed(fixed));
        }
        for fixed in fixed {
            warn!(%fixed, "the demo goes on as it was set up");
        }
        self.house.adopt(&config.tables).await?;
        self.house.reconcile_staff().await?;
        let finished = self.house.finish_vouchers().await?;
        if finished > 0 {
            info!(finished, "vouchers under way were finished");
        }
        Ok(())
    }

    /// Makes the tables what a changed configuration says, or changes nothing at all.
    pub async fn reconfigure(&self, config: &Config) -> Result<(), StartFault> {
        let fixed = self.house.fixed(&config.tables).await?;
        if !fixed.is_empty() {
            return Err(StartFault::Fixed(fixed));
        }
        self.house.adopt(&config.tables).await
    }

    /// Waits until a task ends that should not.
    pub async fn failed(&mut self) {
        while let Some(ended) = self.ended.recv().await {
            match ended {
                Ended::Lost(lost) => {
                    error!(%lost, "the journal failed");
                    return;
                }
                Ended::InOrder | Ended::Forgotten => {}
            }
        }
    }

    /// Stops everything in order: the screens are told, the last batch is durable.
    pub async fn stop(self) -> Option<Journal> {
        let stopped = FloorCommand::Note(Notice::ServerStopped);
        // After a fault the floor may not answer; then there is nothing to note.
        let _ = self.house.floor.act(stopped).await;
        for (table, handle) in self.house.tables() {
            if handle.stop().await.is_err() {
                warn!(%table, "the table had stopped before");
            }
        }
        let _ = self.house.floor.stop().await;
        let Self { house, hired: _, writer, tasks, ended } = self;
        drop((house, tasks, ended));
        // Conversations that are still ending hold the house, and with it a way to the writer.
        let writer = writer?;
        let closing = spawn_blocking(move || writer.close());
        closing.await.ok()
    }
}

impl Tasks {
    fn floor(&self, rebuilt: Rebuilt<FloorReplay>, drawers: Drawers) -> FloorHandle {
        let (inbox, calls) = mpsc::channel::<FloorCall>(FloorTask::INBOX_MAX);
        let Rebuilt { replay: FloorReplay { floor, head }, last } = rebuilt;
        let host = Host::new(FloorMachine(floor), Stream::Floor, head, last);
        let (surveillance, uses) = (self.surveillance.clone(), self.uses.clone());
        let logbook = Logbook { surveillance, drawers, uses, idle: self.idle };
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
        let Rebuilt { replay: TableReplay { stream, state, head }, last } = rebuilt;
        let state = state.expect("a table's stream is opened before its task starts");
        let shown = Shown::new(table, name, &state.table, self.surveillance.clone());
        let host = Host::new(state, stream, head, last);
        self.scribe.figures().ends_at(stream, head);
        let task = TableTask::new(host, stream, shown, self.ways(), calls).run();
        self.spawn(task.instrument(info_span!("table", %table)));
        TableHandle::new(inbox)
    }

    fn ways(&self) -> (Scribe, World) {
        (self.scribe.clone(), self.world.clone())
    }

    fn spawn(&self, task: impl Future<Output = Ended> + Send + 'static) -> JoinHandle<()> {
        let ended = self.ended.clone();
        let work = tokio::spawn(task);
        tokio::spawn(async move {
            // A task that panics met a bug; nothing of it is durable, and the house is rebuilt.
            let how = work.await.unwrap_or_else(|_| Ended::Lost(Lost::broken()));
            // Nobody hears it once the house is being stopped.
            let _ = ended.send(how);
        })
    }

    /// Begins the stream of a new table; a stream that has begun is read instead.
    pub async fn open_stream(
        &self,
        journal: JournalId,
        table: &TableSetUp,
    ) -> Result<Rebuilt<TableReplay>, StartFault> {
        let begun = self.begun.lock().unwrap_or_else(PoisonError::into_inner).remove(&table.table);
        if let Some(rebuilt) = begun {
            return as_begun(rebuilt, table);
        }
        let stream = stream_of(table.table)?;
        let start = Head::start(journal, stream);
        let (opened, state) = table.opened().map_err(StartFault::Refused)?;
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
        let replay = TableReplay { stream, state: Some(state), head };
        Ok(Rebuilt { replay, last: time })
    }
}

/// A table as the floor knows it, to be opened after all.
fn as_set_up(table: TableId, known: &KnownTable) -> Result<TableSetUp, StartFault> {
    let edition = Library::get(known.book.as_str()).ok_or_else(|| {
        let book = &known.book;
        let why = format!("table {table} was never opened, and no rule book {book} is known");
        StartFault::Refused(why)
    })?;
    let (name, config) = (known.name.clone(), known.config.clone());
    Ok(TableSetUp { table, name, edition: Arc::new(edition.clone()), own_book: None, config })
}

/// The stream that was begun for a table, if it was begun for this one.
fn as_begun(
    rebuilt: Rebuilt<TableReplay>,
    table: &TableSetUp,
) -> Result<Rebuilt<TableReplay>, StartFault> {
    let state = rebuilt.replay.state.as_ref();
    if state.is_some_and(|state| *state.table.config() == table.config) {
        return Ok(rebuilt);
    }
    let number = table.table;
    let why = format!("table {number} was begun with another set-up: give it another number");
    Err(StartFault::Refused(why))
}

/// The stream of a table.
pub fn stream_of(table: TableId) -> Result<Stream, StartFault> {
    let number = TableNumber::new(table.0);
    let max = TableNumber::MAX;
    let bad = || StartFault::Refused(format!("a table's number is from 1 to {max}"));
    number.map(Stream::Table).ok_or_else(bad)
}

/// Reads the end of the floor's stream again: what bears on security, and what went through the
/// drawers of the cashiers who are still logged in.
fn read_floor_again(
    store: &mut dyn Store,
    floor: &Floor,
    surveillance: &Surveillance,
    drawers: &mut Drawers,
) -> Restored {
    let reach = Reach { records: Surveillance::FLOOR_RECORDS, since: Drawers::begun(floor) };
    tail(store, Stream::Floor, reach, |Entry { stamp, body }| {
        let Body::FloorHappened(events) = body else { return };
        for event in events {
            drawers.record(&event, floor);
            surveillance.floor(&surveillance::read(&stamp, event));
        }
    })
}

/// What is shown of the past is no reason not to open: `taisai verify` says what is wrong with it.
fn note(stream: Stream, restored: Restored) {
    if let Err(fault) = restored {
        error!(%stream, %fault, "what happened lately cannot be read again; prove the journal");
    }
}

/// Opens the journal, or founds it.
pub fn open(records: &Records) -> Result<Journal, StartFault> {
    let Records { place, options, acceptance } = records;
    if let Some(acceptance) = acceptance {
        return Ok(Journal::accept_old_copy(place, options, acceptance.clone())?);
    }
    match Journal::open(place, options) {
        Err(OpenFault::NoJournal { .. }) => {
            let id = taisai_shaker::os_bytes().map_err(|_| StartFault::Machine)?;
            Ok(Journal::found(place, JournalId(id), options)?)
        }
        opened => Ok(opened?),
    }
}
