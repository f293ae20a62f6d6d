//! From a journal to a running house, and back to a closed journal.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use taisai_floor::{
    Command as FloorCommand, Floor, FloorTable as KnownTable, Line, Notice, TableId, TableStanding,
    Title,
};
use taisai_journal::stored::{Body, Entry};
use taisai_journal::{
    Acceptance, Accepted, FloorReplay, Head, Journal, JournalId, OpenFault, Options, Place, Reach,
    ReadFault, Replay, Store, Stream, TableReplay, Writer, last_time, tail,
};
use taisai_rulebooks::Library;
use taisai_table::Time;
use tokio::sync::mpsc;
use tokio::task::spawn_blocking;
use tracing::{error, info, warn};

use crate::config::{Config, TablePlan};
use crate::error::Error;
use crate::figures::Figures;
use crate::house::House;
use crate::house::archive::Archive;
use crate::house::custody;
use crate::house::custody::SessionOver;
use crate::house::displays;
use crate::house::displays::DisplaysChanged;
use crate::run::accepted;
use crate::run::demo::DemoStaff;
use crate::run::founding::Founding;
use crate::run::gap;
use crate::run::gap::TimeSaid;
use crate::run::key::KeyFile;
use crate::run::scrubbing::Scrubbing;
use crate::run::settings;
use crate::run::start_fault::StartFault;
use crate::screen::floor_view;
use crate::task::approvals::Approvals;
use crate::task::chips::ChipSets;
use crate::task::drawers::Drawers;
use crate::task::idle_sessions::IdleSessions;
use crate::task::journal_client::JournalClient;
use crate::task::shifts::Shifts;
use crate::task::surveillance;
use crate::task::surveillance::{Restored, Surveillance};
use crate::task::table::Ended;
use crate::task::tasks::{Begun, Rebuilt, Tasks, stream_of};
use crate::world::World;
use crate::world::clock::Clock;
use crate::world::secret::VoucherKey;
use crate::world::software::Software;

/// Where the journal is, and how it is opened.
#[derive(Clone, Debug)]
pub struct Records {
    /// Where it is.
    pub place: Place,
    /// Where its heads are remembered.
    pub options: Options,
    /// Who accepts it although it does not match its remembered heads.
    pub acceptance: Option<Acceptance>,
    /// Who states the time, if nothing was written for long.
    pub time_said: Option<TimeSaid>,
}

impl Records {
    /// The same for a house that opens again in the same process: what a person confirmed at its
    /// start was about the journal as it was then.
    #[must_use]
    pub fn again(&self) -> Self {
        Self { acceptance: None, time_said: None, ..self.clone() }
    }
}

/// A running house, and everything that must end before its journal is closed.
pub struct Running {
    pub house: Arc<House>,
    /// Who was hired for a demo at this start.
    pub hired: Vec<DemoStaff>,
    /// The journal's writer, if it is a thread of this house.
    writer: Option<Writer>,
    /// Verifies the journal meanwhile, if it can be read beside its writer.
    scrubbing: Option<Scrubbing>,
    tasks: Tasks,
    ended: mpsc::UnboundedReceiver<Ended>,
}

/// What was read from a journal.
pub struct LoadedJournal {
    id: JournalId,
    founding: Option<Founding>,
    accepted: Option<Accepted>,
    floor: Rebuilt<FloorReplay>,
    tables: BTreeMap<TableId, Rebuilt<TableReplay>>,
    begun: Begun,
    surveillance: Surveillance,
    drawers: Drawers,
    set_aside: Vec<(Stream, u64)>,
    /// What a person confirmed at the machine, and what the start itself must record.
    notices: Vec<Notice>,
}

impl LoadedJournal {
    /// Reads the floor and every table. Changes nothing.
    pub fn read(journal: &mut Journal) -> Result<Self, StartFault> {
        let (id, accepted) = (journal.id(), journal.accepted().cloned());
        let mut aside = Aside::default();
        let founding = Founding::of(journal.store())?;
        let floor =
            Replay::restart(journal.store(), Stream::Floor, &mut |fault| aside.note(fault))?;
        let floor = at_its_end(journal.store(), Stream::Floor, floor, &aside)?;
        let (mut tables, surveillance) = (BTreeMap::new(), Surveillance::default());
        let mut drawers = Drawers::default();
        let known = &floor.replay.state;
        let again = read_floor_again(journal.store(), known, &surveillance, &mut drawers);
        note(Stream::Floor, again);
        for (table, known) in floor.replay.state.tables() {
            if known.standing == TableStanding::InUse {
                let rebuilt = rebuilt_table(journal, stream_of(table)?, &mut aside)?;
                let (stream, head) = (rebuilt.replay.stream, rebuilt.replay.head);
                info!(%table, %head, "a table was rebuilt from its journal");
                note(stream, surveillance.restore_table(journal.store(), table, stream));
                tables.insert(table, rebuilt);
            }
        }
        let begun = Self::begun(journal, &floor.replay, &mut aside)?;
        let (set_aside, notices) = (aside.0, Vec::new());
        let read = Self {
            id,
            founding,
            accepted,
            floor,
            tables,
            begun,
            surveillance,
            drawers,
            set_aside,
            notices,
        };
        Ok(read)
    }

    /// The same, after the journal was opened for writing. Another host may have written in
    /// between, so the streams are claimed first, and those that have changed are read again.
    fn claimed(self, journal: &mut Journal) -> Result<Self, StartFault> {
        let known = self.heads();
        for stream in known.keys() {
            journal.claim(*stream).map_err(OpenFault::Store)?;
        }
        if known.iter().all(|(stream, head)| journal.head(*stream) == *head) {
            return Ok(Self { accepted: journal.accepted().cloned(), ..self });
        }
        Ok(Self { notices: self.notices, ..Self::read(journal)? })
    }

    /// When the last record was written.
    fn last(&self) -> Time {
        self.tables.values().map(|table| table.last).fold(self.floor.last, Time::max)
    }

    /// Where every stream that was read ends.
    fn heads(&self) -> BTreeMap<Stream, Head> {
        let tables = self.tables.values().chain(self.begun.values());
        let tables = tables.map(|table| (table.replay.stream, table.replay.head));
        tables.chain([(Stream::Floor, self.floor.replay.head)]).collect()
    }

    /// Checks whether a house can start on this.
    fn check(&self, config: &Config, accepted: Option<&Accepted>) -> Result<(), StartFault> {
        let (floor, wanted) = (&self.floor.replay.state, Founding::wanted(config));
        if let Some(founded) = self.founding.filter(|founded| *founded != wanted) {
            return Err(StartFault::Founded(founded));
        }
        // Nobody could log in.
        if wanted == Founding::House && floor.staff().len() == 0 {
            return Err(StartFault::NoStaff);
        }
        if let Some(accepted) = accepted {
            accepted::signed(&accepted.acceptance, floor)?;
        }
        let unapproved = settings::unapproved(floor, &config.unapproved);
        if !unapproved.is_empty() && !config.demo {
            return Err(StartFault::Unapproved(unapproved));
        }
        let fixed = settings::fixed(floor, &config.tables);
        if fixed.is_empty() || config.demo { Ok(()) } else { Err(StartFault::Fixed(fixed)) }
    }

    /// The streams of tables that the floor does not have.
    fn begun(
        journal: &mut Journal,
        floor: &FloorReplay,
        aside: &mut Aside,
    ) -> Result<Begun, StartFault> {
        let streams: Vec<Stream> = journal.heads().keys().copied().collect();
        let mut begun = BTreeMap::new();
        for stream in streams {
            let Stream::Table(number) = stream else { continue };
            let table = TableId(number.get());
            if floor.state.table(table).is_none() {
                begun.insert(table, rebuilt_table(journal, stream, aside)?);
            }
        }
        Ok(begun)
    }
}

fn rebuilt_table(
    journal: &mut Journal,
    stream: Stream,
    aside: &mut Aside,
) -> Result<Rebuilt<TableReplay>, StartFault> {
    let store = journal.store();
    let replay = Replay::restart(store, stream, &mut |fault| aside.note(fault))?;
    at_its_end(store, stream, replay, aside)
}

/// The snapshots that were set aside: their streams, and the records after which they were made.
#[derive(Default)]
struct Aside(Vec<(Stream, u64)>);

impl Aside {
    fn note(&mut self, fault: &ReadFault) {
        set_aside(fault);
        if let ReadFault::Snapshot { stream, sequence, .. } = fault {
            self.0.push((*stream, *sequence));
        }
    }
}

/// Logs a snapshot that was changed, by the disk or by somebody.
pub(crate) fn set_aside(fault: &ReadFault) {
    error!(%fault, "a snapshot was set aside and the records were read: run taisai verify");
}

fn at_its_end<R>(
    store: &mut dyn Store,
    stream: Stream,
    replay: R,
    aside: &Aside,
) -> Result<Rebuilt<R>, StartFault> {
    let never = Time::from_millis(0).expect("time has a beginning");
    let last = last_time(store, stream)?.unwrap_or(never);
    let end = store.heads().map_err(OpenFault::Store)?;
    let end = end.get(&stream).map_or(0, |head| head.sequence);
    let mut marks = store.snapshots(stream).map_err(OpenFault::Store)?.into_iter().rev();
    let used = marks.find(|mark| mark.kept && !aside.0.contains(&(stream, mark.head.sequence)));
    let unsaved = end - used.map_or(0, |mark| mark.head.sequence).min(end);
    Ok(Rebuilt { replay, last, unsaved })
}

impl Running {
    /// Opens the journal, rebuilds the floor and every table from it, and sets them to work.
    pub async fn start(
        config: &Config,
        records: &Records,
        mut key: KeyFile,
        world: World,
        figures: Arc<Figures>,
    ) -> Result<Self, StartFault> {
        let archive = Archive::new(records.place.clone(), records.options.clone());
        let (place, options) = (records.place.clone(), records.options.clone());
        let (records, judged_by) = (records.clone(), config.clone());
        let clock = world.clock.clone();
        let read = spawn_blocking(move || {
            let (journal, found) = open(&records, &judged_by, &mut key, &clock)?;
            Ok::<_, StartFault>((journal, found, key))
        });
        let (journal, found, key) = read.await.map_err(|_| StartFault::Machine)??;
        let writer = Writer::start(journal).map_err(|_| StartFault::Machine)?;
        let scribe = JournalClient::new(writer.handle()).counted(figures);
        let starting = Box::pin(Self::begin(config, found, key.key().clone(), world, scribe));
        let running = match starting.await {
            Ok(running) => running,
            Err(fault) => {
                // The next start must find the journal free. Nobody waits for a thread that failed.
                let _ = spawn_blocking(move || drop(writer.close())).await;
                return Err(fault);
            }
        };
        // A house begins once.
        let _ = running.house.archive.set(archive);
        let scrubbing = Some(Scrubbing::start(place, options, &running.house));
        Ok(Self { writer: Some(writer), scrubbing, ..running })
    }

    /// Starts a house on what was read from a journal; the caller provides its writer.
    #[expect(clippy::too_many_lines, reason = "a start is a straight line of steps")]
    pub async fn begin(
        config: &Config,
        read: LoadedJournal,
        key: VoucherKey,
        world: World,
        scribe: JournalClient,
    ) -> Result<Self, StartFault> {
        world.clock.not_before(read.last());
        let (accepted, set_aside) = (read.accepted.clone(), read.set_aside.clone());
        let notices = notices_of(&read, &key);
        let LoadedJournal { id, founding, floor, tables, begun, surveillance, drawers, .. } = read;
        let (ended, hears) = mpsc::unbounded_channel();
        let begun = Arc::new(Mutex::new(begun));
        let approvals = Approvals::new(config);
        let (sessions_used, idle) = (IdleSessions::default(), config.idle);
        let (at, house) = (world.clone(), config.house.clone());
        let session_over = SessionOver::default();
        let tasks = Tasks {
            scribe,
            world: at,
            ended,
            begun,
            surveillance,
            sessions_used,
            session_over,
            displays_changed: DisplaysChanged::default(),
            idle,
            house,
            approvals,
            chips: ChipSets::new(config),
            shifts: Shifts::new(config.day.clone()),
        };
        let known = floor.replay.state.tables().map(|(table, known)| (table, known.clone()));
        let known: BTreeMap<TableId, KnownTable> = known.collect();
        let handle = tasks.floor(floor, drawers);
        let house = House::new(config.house.clone(), id, handle, key, world, tasks.clone());
        let (house, hired) = (Arc::new(house), Vec::new());
        let mut running = Self { house, hired, writer: None, scrubbing: None, tasks, ended: hears };
        if config.demo && founding.is_none() {
            let founded = FloorCommand::Note(Notice::DemoFounded);
            running.house.floor.act(founded).await?.map_err(Error::from)?;
        }
        if let Some(accepted) = accepted {
            note_accepted(&running.house, &accepted).await?;
        }
        for notice in notices {
            running.house.floor.act(FloorCommand::Note(notice)).await?.map_err(Error::from)?;
        }
        for (stream, sequence) in set_aside {
            note_set_aside(&running.house, stream, sequence).await?;
        }
        for (table, mut rebuilt) in tables {
            let known = &known[&table];
            if rebuilt.replay.state.is_none() {
                // The floor has the table, but the server died before it was opened.
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
        running.watch_over_it();
        Ok(running)
    }

    /// Spawns what runs as long as the house does: the floor's view, and custody of shakers.
    fn watch_over_it(&self) {
        let board = self.house.board.clone();
        tokio::spawn(floor_view::run(board, Arc::downgrade(&self.house)));
        let over = SessionOver::clone(&self.tasks.session_over);
        tokio::spawn(custody::run(over, Arc::downgrade(&self.house)));
        let changed = DisplaysChanged::clone(&self.tasks.displays_changed);
        tokio::spawn(displays::run(changed, Arc::downgrade(&self.house)));
    }

    /// The rest of a start: new tables, staff as the floor has it, unfinished voucher transfers.
    async fn settle_in(&self, config: &Config) -> Result<(), StartFault> {
        let version = Title::new(Software::VERSION).expect("a version is a title");
        let started = FloorCommand::Note(Notice::ServerStarted { version });
        self.house.floor.act(started).await?.map_err(Error::from)?;
        let software = FloorCommand::Note(self.house.world.software.notice());
        self.house.floor.act(software).await?.map_err(Error::from)?;
        for (table, document) in config.documents() {
            let (file, hash) = (Line::of(&document.file), document.hash);
            let attached = FloorCommand::Note(Notice::DocumentAttached { table, file, hash });
            self.house.floor.act(attached).await?.map_err(Error::from)?;
        }
        for fixed in self.house.fixed(&config.tables).await? {
            warn!(%fixed, "the demo goes on as it was set up");
        }
        self.house.adopt(config).await?;
        self.house.reconcile_staff(None).await?;
        self.house.bind_seats().await?;
        self.house.reconcile_custody().await?;
        let finished = self.house.finish_vouchers().await?;
        if finished > 0 {
            info!(finished, "unfinished voucher transfers were finished");
        }
        self.house.settle_all_things().await?;
        Ok(())
    }

    /// Applies a changed configuration to the tables, or changes nothing at all.
    pub async fn reconfigure(&self, config: &Config) -> Result<(), StartFault> {
        let fixed = self.house.fixed(&config.tables).await?;
        if !fixed.is_empty() {
            return Err(StartFault::Fixed(fixed));
        }
        let unapproved = self.house.unapproved(&config.unapproved).await?;
        if !unapproved.is_empty() && self.house.tasks.approvals.are_needed() {
            return Err(StartFault::Unapproved(unapproved));
        }
        self.house.tasks.shifts.adopt(config.day.clone());
        self.house.adopt(config).await?;
        Ok(self.house.warn_of_unallowed().await?)
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

    /// Stops everything in order: the screens get their last message, and the last batch is
    /// durable.
    pub async fn stop(self) -> Option<Journal> {
        let stopped = FloorCommand::Note(Notice::ServerStopped);
        // After a fault the floor may not answer; then nothing is recorded.
        let _ = self.house.floor.act(stopped).await;
        for (table, handle) in self.house.tables() {
            if handle.stop().await.is_err() {
                warn!(%table, "the table had stopped before");
            }
        }
        let _ = self.house.floor.stop().await;
        let Self { house, hired: _, writer, scrubbing, tasks, ended } = self;
        if let Some(scrubbing) = scrubbing {
            scrubbing.stop().await;
        }
        drop((house, tasks, ended));
        // Conversations that are still ending hold the house, and with it a handle to the writer.
        let writer = writer?;
        let closing = spawn_blocking(move || writer.close());
        closing.await.ok()
    }
}

/// The plan of a table that the floor knows, to open it after all.
fn as_set_up(table: TableId, known: &KnownTable) -> Result<TablePlan, StartFault> {
    let edition = Library::get(known.book.as_str()).ok_or_else(|| {
        let book = &known.book;
        let why = format!("table {table} was never opened, and no rule book {book} is known");
        StartFault::Refused(why)
    })?;
    let (name, config) = (known.name.clone(), known.config.clone());
    Ok(TablePlan {
        table,
        name,
        edition: Arc::new(edition.clone()),
        own_book: None,
        document: None,
        outside_document: None,
        chips: None,
        config,
    })
}

/// Reads the end of the floor's stream again: security events, and the drawers of cashiers who are
/// still logged in.
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

/// An unreadable past is no reason not to open: `taisai verify` says what is wrong with it.
fn note(stream: Stream, restored: Restored) {
    if let Err(fault) = restored {
        error!(%stream, %fault, "the latest records cannot be read again: run taisai verify");
    }
}

/// Opens and reads the journal, or creates it. Everything is checked before the first byte is
/// written: a refused start changes nothing.
fn open(
    records: &Records,
    config: &Config,
    key: &mut KeyFile,
    clock: &Clock,
) -> Result<(Journal, LoadedJournal), StartFault> {
    let Records { place, options, acceptance, time_said } = records;
    let began = clock.began();
    gap::check_sane(began)?;
    let mut judged = match Journal::judge(place, options, acceptance.as_ref()) {
        Err(OpenFault::NoJournal { .. }) if acceptance.is_none() => {
            return create_demo_journal(records, config, key);
        }
        judged => judged?,
    };
    let mut found = LoadedJournal::read(judged.journal())?;
    found.check(config, judged.accepted())?;
    // Play money needs no time check, and accepting an old copy covers the gap. A house that opens
    // again in the same process has the machine's own counter.
    if !config.demo && judged.accepted().is_none() {
        let (floor, times) = (&found.floor.replay.state, (found.last(), began));
        found.notices.extend(gap::check(floor, times, time_said.as_ref())?);
    }
    let now = clock.now();
    if let Some(notice) = gap::behind((found.last(), now)) {
        let (last, shown) = (found.last().millis(), now.millis());
        warn!(
            last,
            found = shown,
            "the clock is behind the journal: the house goes on from the journal"
        );
        found.notices.push(notice);
    }
    // In a database, a host that holds a stream keeps this start out before anything is created.
    for stream in found.heads().into_keys() {
        judged.journal().claim(stream).map_err(OpenFault::Store)?;
    }
    let floor = &found.floor.replay.state;
    found.notices.extend(key.check(floor)?);
    if key.is_new() && floor.tables().len() > 0 {
        warn!("the voucher key was missing: a new one was created");
    }
    key.keep()?;
    let mut journal = judged.open()?;
    let found = found.claimed(&mut journal)?;
    Ok((journal, found))
}

/// Creates the journal of a demo; a house without staff is not started.
fn create_demo_journal(
    records: &Records,
    config: &Config,
    key: &mut KeyFile,
) -> Result<(Journal, LoadedJournal), StartFault> {
    if !config.demo {
        return Err(StartFault::NoStaff);
    }
    let mut journal = create_journal(records)?;
    key.keep()?;
    let found = LoadedJournal::read(&mut journal)?.claimed(&mut journal)?;
    Ok((journal, found))
}

/// Creates a journal.
pub fn create_journal(records: &Records) -> Result<Journal, StartFault> {
    let id = taisai_shaker::os_bytes().map_err(|_| StartFault::Machine)?;
    Ok(Journal::create(&records.place, JournalId(id), &records.options)?)
}

/// The notices that a start records first. A new journal names the voucher key too.
fn notices_of(found: &LoadedJournal, key: &VoucherKey) -> Vec<Notice> {
    let mut notices = found.notices.clone();
    let is_named = notices.iter().any(|notice| matches!(notice, Notice::KeyNamed { .. }));
    if found.floor.replay.state.key().is_none() && !is_named {
        notices.push(Notice::KeyNamed { fingerprint: key.fingerprint() });
    }
    notices
}

/// Records that a snapshot was set aside.
async fn note_set_aside(house: &House, stream: Stream, sequence: u64) -> Result<(), StartFault> {
    let table = match stream {
        Stream::Floor => None,
        Stream::Table(number) => Some(TableId(number.get())),
    };
    let notice = Notice::SnapshotSetAside { table, sequence };
    Ok(house.floor.act(FloorCommand::Note(notice)).await?.map_err(Error::from)?)
}

/// Records who accepted a journal that does not match its remembered heads; from then on voucher
/// numbers continue in a new series.
async fn note_accepted(house: &House, accepted: &Accepted) -> Result<(), StartFault> {
    let accepted = accepted.clone();
    let notice = house.floor.look(move |floor| accepted::notice(&accepted, floor)).await??;
    Ok(house.floor.act(FloorCommand::Note(notice)).await?.map_err(Error::from)?)
}
