//! A floor for one test: a demo in a folder of its own, on a port of its own.

use std::net::SocketAddr;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use taisai_floor::{Event, LoginName};
use taisai_journal::stored::{Body, Entry, Stamp};
use taisai_journal::{Acceptance, Batch, FloorReplay, Journal, Options, Place, Stream};
use taisai_protocol::Ask;
use taisai_protocol::server_message::Channel;
use taisai_rulebooks::Library;
use taisai_server::config::Config;
use taisai_server::run::demo::DemoStaff;
use taisai_server::run::key::KeyFile;
use taisai_server::run::serve::{Reload, ServeFault, Server};
use taisai_server::run::start::Records;
use taisai_server::world::World;
use taisai_server::world::clock::{Clock, SystemWall, Wall};
use taisai_server::world::password::Passwords;
use taisai_table::{RequestId, Run, SessionId, StaffId, Time};
use taisai_testing::client::{Screen, Served};
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

/// A server at work.
pub(crate) struct TestFloor {
    pub(crate) url: String,
    pub(crate) address: SocketAddr,
    /// The entrance of the staff: its address and its page.
    pub(crate) staff: Option<(SocketAddr, String)>,
    pub(crate) hired: Vec<DemoStaff>,
    hands: Arc<Hands>,
    pub(crate) reload: Reload,
    stop: Option<oneshot::Sender<()>>,
    served: JoinHandle<()>,
}

/// The machine's clock, set forward by so many milliseconds.
#[derive(Default)]
struct Hands(AtomicU64);

impl Wall for Hands {
    fn shows(&self) -> Time {
        let shows = SystemWall.shows().millis() + self.0.load(Ordering::Relaxed);
        Time::from_millis(shows).unwrap()
    }
}

/// Which tables a test floor has, and how fast they are.
pub(crate) fn config(betting_ms: u64) -> Config {
    let mut config = with_a_device(betting_ms);
    // A dealer can open this table at once: its book asks for no display.
    let edition = Library::get("singapore-1").unwrap();
    let with_dealer = config.tables.iter_mut().find(|plan| plan.config.run == Run::Dealer);
    let plan = with_dealer.unwrap();
    plan.config.rule_book = *edition.fingerprint().as_bytes();
    plan.config.currency = edition.rules().currency.value;
    plan.edition = Arc::new(edition.clone());
    config
}

/// The same where the table with a dealer waits for its display, as the demo's does.
pub(crate) fn with_a_device(betting_ms: u64) -> Config {
    let mut config = Config::demo();
    config.listen.set_port(0);
    config.doors.messages_per_second = 100_000;
    config.doors.requests_per_second = 100_000;
    for table in &mut config.tables {
        let times = &mut table.config.times;
        times.betting_ms = Some(betting_ms);
        times.betting_min_ms = 0;
        times.warning_ms = betting_ms / 2;
        times.show_ms = 50;
        times.pause_ms = 50;
    }
    config
}

fn records(folder: &Path) -> Records {
    let place = Place::Folder(folder.to_owned());
    Records { place, options: Options::default(), acceptance: None, time_said: None }
}

/// Gives people another password while no server runs, as two people once could, and as journals
/// of earlier versions have it.
pub(crate) fn give_passwords(folder: &Path, people: &[&str], password: &str) {
    let Records { place, options, .. } = records(folder);
    let mut journal = Journal::open(&place, &options).unwrap();
    journal.claim(Stream::Floor).unwrap();
    let replay =
        FloorReplay::restart(journal.store(), Stream::Floor, &mut |fault| panic!("{fault}"))
            .unwrap();
    let password = Passwords::hash_now(password).unwrap();
    let reset = |name: &&str| {
        let name = LoginName::new(name).unwrap();
        let (staff, _) = replay.state.member_named(&name).unwrap();
        let by = [StaffId(1), StaffId(2)];
        Event::PasswordReset { staff, password: password.clone(), by }
    };
    let stamp = Stamp {
        sequence: replay.head.sequence + 1,
        time: SystemWall.shows(),
        actor: taisai_floor::Asker::Host.into(),
        session: SessionId(0),
        request: RequestId(0),
    };
    let body = Body::FloorHappened(people.iter().map(reset).collect());
    let mut batch = Batch::new(Stream::Floor, replay.head);
    batch.push(&Entry { stamp, body }.encode());
    journal.append(&[batch]).unwrap();
}

impl Served for TestFloor {
    fn address(&self) -> SocketAddr {
        self.address
    }

    fn url(&self) -> &str {
        &self.url
    }

    fn password(&self, name: &str) -> String {
        self.hired.iter().find(|member| member.name == name).unwrap().password.clone()
    }
}

impl TestFloor {
    /// Opens the floor that is kept in this folder, or a new one.
    pub(crate) async fn open(folder: &Path, config: Config) -> Self {
        Self::open_with(folder, config, Passwords::new().unwrap()).await
    }

    /// The same, where passwords are hashed in another way.
    pub(crate) async fn open_with(folder: &Path, config: Config, passwords: Passwords) -> Self {
        Self::open_records(records(folder), config, passwords).await
    }

    /// The same, where somebody may take the journal as it is.
    pub(crate) async fn open_accepting(
        folder: &Path,
        config: Config,
        acceptance: Option<Acceptance>,
    ) -> Self {
        let records = Records { acceptance, ..records(folder) };
        Self::open_records(records, config, Passwords::new().unwrap()).await
    }

    /// The same with another key of the vouchers, if the house starts with it.
    pub(crate) async fn try_open(
        folder: &Path,
        config: Config,
        key: KeyFile,
    ) -> Result<Self, ServeFault> {
        Self::open_keyed(records(folder), config, Passwords::new().unwrap(), key).await
    }

    async fn open_records(records: Records, config: Config, passwords: Passwords) -> Self {
        let opened = Self::open_keyed(records, config, passwords, KeyFile::from([7; 32]));
        Box::pin(opened).await.unwrap()
    }

    async fn open_keyed(
        records: Records,
        config: Config,
        passwords: Passwords,
        key: KeyFile,
    ) -> Result<Self, ServeFault> {
        let hands = Arc::new(Hands::default());
        let clock = Clock::new(Arc::clone(&hands) as Arc<dyn Wall>);
        let world = World { clock, passwords, ..World::in_play().unwrap() };
        let server = Box::pin(Server::open_in(world, config, records, key)).await?;
        let url = server.url();
        let address = server.address().unwrap();
        let staff = server.staff_address().map(|address| (address, server.staff_url()));
        let hired = server.hired().to_vec();
        let reload = server.reload();
        let (stop, stopped) = oneshot::channel::<()>();
        let serving = server.serve(async move { drop(stopped.await) });
        let (stop, running) = (Some(stop), tokio::spawn(serving));
        Ok(Self { url, address, staff, hired, hands, reload, stop, served: running })
    }

    /// The same floor, whose people were hired when it was first opened.
    pub(crate) fn staffed_by(self, hired: &[DemoStaff]) -> Self {
        Self { hired: hired.to_vec(), ..self }
    }

    /// Somebody sets the machine's clock forward.
    pub(crate) fn set_forward(&self, by: Duration) {
        let millis = u64::try_from(by.as_millis()).unwrap();
        self.hands.0.fetch_add(millis, Ordering::Relaxed);
    }

    /// The number of somebody who works here, as the floor's screens show it.
    pub(crate) async fn staff_id(&self, screen: &mut Screen, name: &str) -> u64 {
        screen.ask(None, Ask::Watch(Channel::Floor)).await;
        let seen = screen.whole("floor").await;
        screen.ask(None, Ask::Unwatch(Channel::Floor)).await;
        let mut staff = seen["staff"].as_array().unwrap().iter();
        let member = staff.find(|member| member["name"] == name);
        member.unwrap()["staff"].as_u64().unwrap()
    }

    /// Stops in order.
    pub(crate) async fn close(mut self) {
        self.stop().await;
    }

    /// Stops in order; what was known of the floor can still be looked at.
    pub(crate) async fn stop(&mut self) {
        let _ = self.stop.take().unwrap().send(());
        (&mut self.served).await.unwrap();
    }
}
