//! A night on the simulated floor: the real house, and everybody and everything around it.

mod checks;
mod displays;
mod faults;
mod furnish;
mod mishaps;
mod papers;
mod repertoire;
mod traffic;

use std::collections::{BTreeMap, BTreeSet};
use std::future::Future;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::Pin;
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll};
use std::time::Duration;

use sha2::{Digest as _, Sha256};
use taisai_protocol::ServerMessage;
use taisai_protocol::answer::VoucherTold;
use taisai_rules::Roll;
use taisai_server::config::Config;
use taisai_server::door::rate_limit::RateLimit;
use taisai_server::house::House;
use taisai_server::house::who::Staff;
use taisai_server::run::start::{LoadedJournal, Running};
use taisai_server::run::start_fault::StartFault;
use taisai_server::task::journal_client::JournalClient;
use taisai_server::world::World;
use taisai_server::world::clock::{Clock, Wall};
use taisai_server::world::password::{Hashing, Passwords, WorkPlace};
use taisai_server::world::secret::{Token, VoucherKey};
use taisai_server::world::software::Software;
use taisai_shaker::SeededChance;
use taisai_table::Time;
use tokio::runtime::Builder;
use tokio::task::JoinHandle;
use tokio::time::{Instant, sleep, sleep_until};

use crate::auditor::{Auditor, Broken, broken};
use crate::desk::LateDesk;
use crate::disk::Disk;
use crate::hands::Hands;
use crate::panics::{self, Watch};
use crate::plan::{Plan, Trouble, edit};
use crate::player::Player;
use crate::scene::{Errand, Said, Scene, Wish};
use crate::staff::Worker;
use crate::store::{Feed, open_journal};
use crate::tally::{Situation, Tally};
use crate::wire::{ConnectionId, LastRead, NetworkEnd, Wires};
use taisai_testing::luck::Luck;

use mishaps::Mishaps;

/// When every simulation begins: the first of March 2026.
const DAWN: u64 = 1_772_323_200_000;

/// The key of the house, from which its voucher tokens are derived.
const KEY: [u8; 32] = [7; 32];

/// How long everybody has to finish once the troubles are over.
const PATIENCE_MS: u64 = 900_000;

/// The result of a night.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// What has happened.
    pub tally: Tally,
    /// A hash over the journal and everything every screen was sent.
    pub hash: [u8; 32],
}

/// What went wrong, and when.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// The promise.
    pub broken: Broken,
    /// When, in simulated milliseconds.
    pub at_ms: u64,
}

/// Runs a night by its plan, with a trace if wanted. A panic in the night itself or in one of the
/// house's tasks is a failure like any other.
pub fn run(plan: &Plan, trace: Trace) -> Result<Report, Failure> {
    let watch = Watch::begin();
    let mut night = Night::new(plan.clone(), trace);
    let ended = catch_unwind(AssertUnwindSafe(|| night.go()));
    let fell = panics::first().map(|told| broken(0, told));
    let ended = match (fell, ended) {
        (Some(fell), _) => Err(fell),
        (None, Ok(ended)) => ended,
        (None, Err(_)) => Err(broken(0, "a panic without words")),
    };
    drop(watch);
    ended.map_err(|broken| Failure { broken, at_ms: night.now - DAWN })
}

/// Whether a night is traced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trace {
    /// Nothing is printed.
    Silent,
    /// Everything is printed.
    Told,
}

/// Somebody with a screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Actor {
    Player(usize),
    Worker(usize),
}

/// Something that will happen.
enum Event {
    /// Somebody looks at the screen and acts, and will again.
    Think(Actor),
    /// Somebody acts at a moment of their choice.
    Act(Actor),
    Open(ConnectionId),
    Up(ConnectionId, Said),
    Down(ConnectionId, Arc<ServerMessage>),
    /// The screen learns that its connection is gone.
    Lost(ConnectionId),
    /// The server learns it.
    HangUp(ConnectionId),
    Errand(Errand, usize),
    Trouble,
    /// Somebody gives lost roles back.
    GiveBack,
    /// The next wanted mishap is arranged.
    Mishap,
    /// Somebody replaces vouchers whose token nobody received.
    Papers,
    /// A display drops out or comes back.
    Display(usize),
}

struct Connection {
    actor: Actor,
    end: NetworkEnd,
    socket: Option<crate::wire::SimulatedSocket>,
    up_at: u64,
    down_at: u64,
    /// Nothing travels before then.
    held_until: u64,
    /// Nothing travels any more.
    cut: bool,
}

/// What came back of a request outside the sockets.
enum Reply {
    LoggedIn(usize, Option<(Token, Staff)>),
    Enrolled(usize, Option<Token>),
    /// Of this session.
    Refreshed(usize, u64, Option<Token>),
    Turned(ConnectionId),
}

#[derive(Clone, Default)]
struct Replies(Arc<Mutex<Vec<Reply>>>);

impl Replies {
    fn push(&self, reply: Reply) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(reply);
    }

    fn take(&self) -> Vec<Reply> {
        std::mem::take(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

pub struct Night {
    plan: Plan,
    trace: Trace,
    config: Config,
    luck: Luck,
    disk: Disk,
    feed: Feed,
    auditor: Auditor,
    tally: Tally,
    hash: Sha256,
    read: LastRead,
    now: u64,
    base: u64,
    start: Option<Instant>,
    offset: Arc<AtomicI64>,
    queue: BTreeMap<(u64, u64), Event>,
    sequence: u64,
    connections: BTreeMap<ConnectionId, Connection>,
    next_connection: u64,
    wires: Wires,
    replies: Replies,
    limit: RateLimit,
    house: Option<Arc<House>>,
    /// Whoever writes the journal.
    clerk: Option<JoinHandle<()>>,
    players: Vec<Player>,
    workers: Vec<Worker>,
    displays: Vec<displays::DisplayAt>,
    dice: BTreeMap<(u32, u64), Roll>,
    /// Vouchers that went from one player's hand to another's.
    moved: BTreeSet<String>,
    hands: Hands,
    /// Vouchers whose records the journal lost, and who has them.
    found: Vec<(usize, VoucherTold)>,
    /// Whether something happened since the hands were last checked.
    stirred: bool,
    mishaps: Mishaps,
    /// Whoever lends play money.
    bank: Option<u32>,
    furnished: bool,
    /// How many operations of the disk that took.
    furnished_by: u64,
    stop_wanted: bool,
    quiet_since: Option<u64>,
}

/// How a part of the night ended.
enum DayEnd {
    /// The house failed or was stopped, and opens again.
    Again,
    /// The night is over.
    Over,
}

impl Night {
    fn new(plan: Plan, trace: Trace) -> Self {
        let (seed, config) = (plan.seed, plan.config());
        let disk = Disk::new(Luck::of_stream(seed, 2));
        let (players, workers) = furnish::people(&plan, &config);
        let mishaps = Mishaps::new(seed, &plan.mishaps);
        let mut night = Self {
            limit: RateLimit::new(&config.doors, &[]),
            wires: Wires::new(disk.clone()),
            luck: Luck::of_stream(seed, 3),
            plan,
            trace,
            config,
            disk,
            feed: Feed::default(),
            auditor: Auditor::default(),
            tally: Tally::default(),
            hash: Sha256::new(),
            read: LastRead::default(),
            now: DAWN,
            base: DAWN,
            start: None,
            offset: Arc::default(),
            queue: BTreeMap::new(),
            sequence: 0,
            connections: BTreeMap::new(),
            next_connection: 0,
            replies: Replies::default(),
            house: None,
            clerk: None,
            players,
            workers,
            displays: Vec::new(),
            dice: BTreeMap::new(),
            moved: BTreeSet::new(),
            hands: Hands::default(),
            found: Vec::new(),
            stirred: false,
            mishaps,
            bank: None,
            furnished: false,
            furnished_by: 0,
            stop_wanted: false,
            quiet_since: None,
        };
        for worker in 0..night.workers.len() {
            night.later(1 + worker as u64, Event::Think(Actor::Worker(worker)));
        }
        for player in 0..night.players.len() {
            night.later(500 + player as u64, Event::Think(Actor::Player(player)));
        }
        night.later(5_000, Event::Trouble);
        night.later(5_000, Event::Papers);
        if !night.plan.mishaps.is_empty() {
            night.later(8_000, Event::Mishap);
        }
        if night.plan.has(Trouble::Roles) || !night.plan.mishaps.is_empty() {
            night.later(10_000, Event::GiveBack);
        }
        night
    }

    fn go(&mut self) -> Result<Report, Broken> {
        loop {
            let runtime = Builder::new_current_thread().enable_time().start_paused(true).build();
            let runtime = runtime.map_err(|error| broken(0, format!("no runtime: {error}")))?;
            let disk = self.disk.clone();
            let part = Box::pin(self.part());
            let ended = runtime.block_on(WhilePowered { disk, part });
            drop(runtime);
            let open = self.house.take().is_some();
            self.clerk = None;
            match ended {
                Some(Ok(())) => break,
                Some(Err(broken)) => return Err(broken),
                None => self.after_power_loss(open)?,
            }
        }
        self.tally.operations = self.disk.counts().operations - self.furnished_by;
        self.last_checks()?;
        self.tally.simulated_ms = self.now - DAWN;
        let bytes = self.disk.read(crate::store::RECORDS).unwrap_or_default();
        let hash = self.hash.clone().chain_update(bytes).finalize().into();
        Ok(Report { tally: self.tally.clone(), hash })
    }

    /// From one power cut to the next.
    async fn part(&mut self) -> Result<(), Broken> {
        (self.base, self.start) = (self.now, Some(Instant::now()));
        // A machine that starts has a clock of its own.
        let wall: Arc<dyn Wall> = Arc::new(SimulatedWall {
            base: self.base,
            start: Instant::now(),
            offset: Arc::clone(&self.offset),
        });
        let chance = Arc::new(SeededChance::new(self.plan.seed, 1_000 + self.tally.starts));
        let passwords = Passwords::by(Arc::new(Quick)).map_err(|_| broken(0, "no passwords"))?;
        let (clock, software) = (Clock::new(wall), Software::unknown());
        let world = World { clock, chance, passwords, software };
        loop {
            let mut running = self.open(&world).await?;
            self.house = Some(Arc::clone(&running.house));
            if !self.furnished {
                self.furnish().await?;
                self.furnished = true;
                self.disk.set_faults(self.plan.disk());
                self.furnished_by = self.disk.counts().operations;
                if let Some((place, fate)) = self.plan.crash {
                    self.disk.appoint(place, fate);
                }
            }
            self.displays_come().await;
            self.lend().await?;
            let ended = self.day(&mut running).await?;
            self.house = None;
            self.tally.operations_open = self.disk.counts().operations - self.furnished_by;
            self.tell("the house stops");
            drop(running.stop().await);
            self.send_clerk_home().await;
            self.tick();
            if matches!(ended, DayEnd::Over) {
                return Ok(());
            }
        }
    }

    /// Stops the journal's writer: a waiting snapshot is not stored.
    async fn send_clerk_home(&mut self) {
        if let Some(clerk) = self.clerk.take() {
            clerk.abort();
            // Whether it was busy or done does not matter.
            let _ = clerk.await;
        }
    }

    /// Opens the house, as soon as its journal lets it.
    async fn open(&mut self, world: &World) -> Result<Running, Broken> {
        let mut wait = 100;
        loop {
            let before = self.disk.counts();
            match self.try_open(world).await {
                Ok(running) => return Ok(running),
                Err(fault) => {
                    let after = self.disk.counts();
                    let troubled = before.writes_failed != after.writes_failed
                        || before.syncs_failed != after.syncs_failed
                        || before.full != after.full
                        || before.power_cuts != after.power_cuts;
                    if !troubled {
                        return Err(broken(4, format!("the house does not open: {fault}")));
                    }
                    self.tell(&format!("the house cannot open yet: {fault}"));
                }
            }
            sleep(Duration::from_millis(wait)).await;
            wait = (wait * 2).min(5_000);
        }
    }

    async fn try_open(&mut self, world: &World) -> Result<Running, OpenTrouble> {
        self.tally.starts += 1;
        // A failed start has left a writer, which would write beside the next one.
        self.send_clerk_home().await;
        let luck = Luck::of_stream(self.plan.seed, 10_000 + self.tally.starts);
        let copied_max = if self.plan.copies { 64 << 10 } else { 0 };
        let mut journal = open_journal(&self.disk, copied_max, luck.clone(), &self.feed)
            .map_err(|fault| OpenTrouble::Start(fault.into()))?;
        self.audit_anew(&mut journal).map_err(OpenTrouble::Audit)?;
        let found = LoadedJournal::read(&mut journal).map_err(OpenTrouble::Start)?;
        let (desk, clerk) = LateDesk::open(journal, self.disk.clone(), self.plan.pace(), luck);
        self.clerk = Some(clerk);
        let key = VoucherKey::new(KEY);
        let scribe = JournalClient::new(desk);
        // Somebody has edited the file: people have to move the tables.
        self.config.tables.iter_mut().for_each(edit);
        let begun = Box::pin(Running::begin(&self.config, found, key, world.clone(), scribe));
        let running = begun.await;
        self.tell("the house is open");
        running.map_err(OpenTrouble::Start)
    }

    /// The house is open: everybody acts, and due events happen.
    async fn day(&mut self, running: &mut Running) -> Result<DayEnd, Broken> {
        self.stop_wanted = false;
        loop {
            self.tick();
            self.audit()?;
            self.carry()?;
            self.hear_replies();
            while let Some(event) = self.due() {
                if let Event::Display(place) = event {
                    self.display_stirs(place).await;
                } else {
                    self.happens(event)?;
                }
                self.audit()?;
                self.carry()?;
            }
            self.check_hands()?;
            if let Some(told) = panics::first() {
                return Err(broken(0, told));
            }
            if self.stop_wanted {
                self.tally.note(Situation::StoppedInOrder);
                return Ok(DayEnd::Again);
            }
            if self.is_over().await? {
                return Ok(DayEnd::Over);
            }
            let next = self.next_at();
            let stir = Arc::clone(&self.wires.stir);
            tokio::select! {
                biased;
                () = stir.notified() => {}
                () = running.failed() => {
                    self.tell("the journal failed");
                    self.tally.note(Situation::DiskFailed);
                    self.tally.crashes += 1;
                    return Ok(DayEnd::Again);
                }
                () = sleep_until(next) => {}
            }
        }
    }

    /// What time it is.
    fn tick(&mut self) {
        if let Some(start) = self.start {
            let since = Instant::now().saturating_duration_since(start).as_millis();
            self.now = self.base + u64::try_from(since).unwrap_or(u64::MAX);
        }
    }

    fn next_at(&self) -> Instant {
        let start = self.start.unwrap_or_else(Instant::now);
        let at = self.queue.keys().next().map_or(self.now + 1_000, |(at, _)| *at);
        start + Duration::from_millis(at.saturating_sub(self.base))
    }

    fn due(&mut self) -> Option<Event> {
        let entry = self.queue.first_entry().filter(|entry| entry.key().0 <= self.now)?;
        Some(entry.remove())
    }

    fn later(&mut self, after: u64, event: Event) {
        self.at(self.now + after, event);
    }

    fn at(&mut self, at: u64, event: Event) {
        self.sequence += 1;
        self.queue.insert((at, self.sequence), event);
    }

    fn is_quiet(&self) -> bool {
        self.quiet_since.is_some()
    }

    fn happens(&mut self, event: Event) -> Result<(), Broken> {
        match event {
            Event::Think(actor) => self.thinks(actor),
            Event::Act(actor) => self.acts(actor),
            Event::Open(connection) => self.opens(connection),
            Event::Up(connection, said) => self.arrives(connection, said),
            Event::Down(connection, tell) => return self.is_told(connection, &tell),
            Event::Lost(connection) => self.is_lost(connection),
            Event::HangUp(connection) => {
                if let Some(known) = self.connections.get(&connection) {
                    known.end.hang_up();
                }
            }
            Event::Errand(errand, whom) => self.errand(&errand, whom),
            Event::Trouble => self.trouble(),
            Event::GiveBack => self.give_back(),
            Event::Mishap => self.mishap(),
            Event::Papers => self.see_to_papers(),
            Event::Display(_) => unreachable!("the day waits for its displays"),
        }
        Ok(())
    }

    fn thinks(&mut self, actor: Actor) {
        self.acts(actor);
        let at_most = match actor {
            _ if self.is_quiet() => 300,
            Actor::Player(_) => self.plan.thinks_ms,
            Actor::Worker(_) => 400,
        };
        let pause = self.luck.between(50, at_most);
        self.later(pause, Event::Think(actor));
    }

    fn acts(&mut self, actor: Actor) {
        let wishes = self.scene(|scene, players, workers| match actor {
            Actor::Player(player) => players[player].think(scene),
            Actor::Worker(worker) => workers[worker].think(scene),
        });
        self.fulfil(actor, wishes);
    }

    /// Lets somebody act, and returns their wishes.
    fn scene(
        &mut self,
        act: impl FnOnce(&mut Scene<'_>, &mut [Player], &mut [Worker]),
    ) -> Vec<Wish> {
        let mut scene = Scene {
            now: self.now,
            quiet: self.quiet_since.is_some(),
            plan: &self.plan,
            luck: &mut self.luck,
            tally: &mut self.tally,
            wishes: Vec::new(),
        };
        act(&mut scene, &mut self.players, &mut self.workers);
        scene.wishes
    }

    fn tell(&self, what: &str) {
        if self.trace == Trace::Told {
            println!("{:>9} {what}", self.now - DAWN);
        }
    }
}

/// Why the house did not open.
enum OpenTrouble {
    Start(StartFault),
    Audit(Broken),
}

impl std::fmt::Display for OpenTrouble {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Start(fault) => fault.fmt(f),
            Self::Audit(Broken { promise, seen }) => write!(f, "promise {promise}: {seen}"),
        }
    }
}

/// Runs as long as there is power.
struct WhilePowered<F> {
    disk: Disk,
    part: Pin<Box<F>>,
}

impl<F: Future> Future for WhilePowered<F> {
    type Output = Option<F::Output>;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        if !self.disk.is_powered() {
            return Poll::Ready(None);
        }
        let done = self.part.as_mut().poll(context);
        if self.disk.is_powered() { done.map(Some) } else { Poll::Ready(None) }
    }
}

/// A clock on the wall that can be set.
struct SimulatedWall {
    base: u64,
    start: Instant,
    offset: Arc<AtomicI64>,
}

impl Wall for SimulatedWall {
    fn shows(&self) -> Time {
        let since = Instant::now().saturating_duration_since(self.start).as_millis();
        let since = u64::try_from(since).unwrap_or(u64::MAX);
        let shown = (self.base + since).saturating_add_signed(self.offset.load(Ordering::Relaxed));
        Time::from_millis(shown).unwrap_or(Time::MAX)
    }
}

/// Passwords that are hashed in no time: nothing here is secret.
struct Quick;

impl Hashing for Quick {
    fn place(&self) -> WorkPlace {
        WorkPlace::AtOnce
    }

    fn hash(&self, password: &str) -> Option<taisai_floor::PasswordHash> {
        let digest = Sha256::digest(password.as_bytes());
        taisai_floor::PasswordHash::new(&format!("$quick${}", hex(&digest)))
    }

    fn verify(&self, password: &str, hash: &str) -> bool {
        self.hash(password).is_some_and(|right| right.as_str() == hash)
    }
}

/// Bytes as people compare them.
pub fn hex(bytes: &[u8]) -> String {
    let digit = |half: u8| char::from_digit(half.into(), 16).unwrap_or('?');
    bytes.iter().flat_map(|byte| [digit(byte >> 4), digit(byte & 15)]).collect()
}
