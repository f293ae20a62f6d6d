//! Listens, serves, and stops in order.

use std::fmt;
use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use taisai_journal::{Place, PostgresOptions, PostgresStore};
use tokio::net::TcpListener;
use tokio::sync::{mpsc, watch};
use tokio::task::spawn_blocking;
use tokio::time::{Instant, sleep, timeout};
use tracing::{error, info, warn};

use crate::config::{Config, Doors};
use crate::door::descriptors;
use crate::door::entrance::Entrance;
use crate::door::origin::Origins;
use crate::door::reception::{Closing, Reception};
use crate::figures::Figures;
use crate::figures::IsFor;
use crate::http::routes;
use crate::http::routes::HttpState;
use crate::http::{api, assets};
use crate::run::demo::{DemoFault, DemoStaff};
use crate::run::holder;
use crate::run::key::KeyFile;
use crate::run::start::{Records, Running};
use crate::run::start_fault::StartFault;
use crate::world::World;
use crate::world::certificate::{Certificate, TlsFault};

/// Why the server did not start.
#[derive(Debug)]
pub enum ServeFault {
    /// The address cannot be listened at.
    Listen {
        /// Where.
        address: SocketAddr,
        /// For whom.
        is_for: IsFor,
        /// Why not.
        error: io::Error,
    },
    /// The certificate or its key cannot be used.
    Tls(TlsFault),
    /// The house did not start.
    Start(StartFault),
}

impl fmt::Display for ServeFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Listen { address, is_for, error } => {
                write!(f, "{}: cannot listen at {address}: {error}", is_for.setting())
            }
            Self::Tls(fault) => write!(f, "TLS: {fault}"),
            Self::Start(fault) => fault.fmt(f),
        }
    }
}

impl std::error::Error for ServeFault {}

/// A server that listens, and its house.
pub struct Server {
    /// The front.
    pub state: Arc<HttpState>,
    listeners: Listeners,
    tls: Option<Certificate>,
    running: Running,
    records: Records,
    key: KeyFile,
    world: World,
    changes: (mpsc::Sender<Config>, mpsc::Receiver<Config>),
}

/// A handle by which a running server gets a changed configuration.
#[derive(Clone)]
pub struct Reload(mpsc::Sender<Config>);

impl Reload {
    /// Applies a changed configuration, as far as a running floor allows.
    pub async fn with(&self, config: Config) {
        // A stopping server needs no new configuration.
        let _ = self.0.send(config).await;
    }
}

impl Server {
    /// How long conversations may take to end when the server stops.
    const FAREWELL: Duration = Duration::from_secs(5);
    /// How long the house waits before it tries its journal again, at most.
    const RETRY_MAX: Duration = Duration::from_secs(5);

    /// Listens, and opens the house.
    pub async fn open(config: Config, records: Records, key: KeyFile) -> Result<Self, ServeFault> {
        let world = World::in_play().map_err(|_| ServeFault::Start(StartFault::Machine))?;
        Self::open_in(world, config, records, key).await
    }

    /// The same in a given world, whose clock tests can set.
    pub async fn open_in(
        world: World,
        config: Config,
        mut records: Records,
        key: KeyFile,
    ) -> Result<Self, ServeFault> {
        let address = config.listen;
        records.options.owner = holder::of_server(address).map_err(ServeFault::Start)?;
        let hosts = config.hosts();
        let tls = config.tls.as_ref().map(|tls| Certificate::read(tls, &hosts)).transpose();
        let tls = tls.map_err(ServeFault::Tls)?;
        let (since, figures) = (Instant::now(), Arc::<Figures>::default());
        let listeners = match Listeners::bind(&config, &figures).await {
            Ok(listeners) => listeners,
            // A journal in use explains more than a port in use.
            Err(fault) => {
                return Err(holder::other(records).await.map_or(fault, ServeFault::Start));
            }
        };
        let started = holder::start_once_free(&config, &records, &key, (&world, &figures)).await;
        let running = started.map_err(ServeFault::Start)?;
        warn_of_rights(&records).await;
        let state = Arc::new(HttpState::new(config, figures));
        state.set_house(Some(Arc::clone(&running.house)));
        let took = since.elapsed();
        state.figures.started(took);
        let took_ms = u64::try_from(took.as_millis()).unwrap_or(u64::MAX);
        let url = listeners.floor.entrance.origins.first();
        info!(took_ms, tables = running.house.tables().len(), url, "ready");
        let changes = mpsc::channel(1);
        let key = key.kept();
        Ok(Self { state, listeners, tls, running, records, key, world, changes })
    }

    /// The address at which people reach it.
    pub fn url(&self) -> String {
        self.listeners.floor.entrance.origins.first().to_owned()
    }

    /// The address at which staff reach it: that of their own listener if there is one.
    pub fn staff_url(&self) -> String {
        let staff = self.listeners.staff.as_ref().unwrap_or(&self.listeners.floor);
        staff.entrance.origins.first().to_owned()
    }

    /// Where it listens, whatever name leads there.
    pub fn address(&self) -> io::Result<SocketAddr> {
        self.listeners.floor.listener.local_addr()
    }

    /// Where it listens for staff alone, if it does.
    pub fn staff_address(&self) -> Option<SocketAddr> {
        self.listeners.staff.as_ref()?.listener.local_addr().ok()
    }

    /// Who was hired for a demo at this start, or given another password.
    pub fn hired(&self) -> &[DemoStaff] {
        &self.running.hired
    }

    /// Gives the staff of a demo new passwords, unless this start has just hired them.
    pub async fn reset_logins(&mut self) -> Result<(), DemoFault> {
        if self.running.hired.is_empty() {
            self.running.hired = self.running.house.reset_demo_logins().await?;
        }
        Ok(())
    }

    /// A handle for changing the configuration while it runs.
    pub fn reload(&self) -> Reload {
        Reload(self.changes.0.clone())
    }

    /// Serves until `stop` is done, then stops in order.
    pub async fn serve(self, stop: impl Future<Output = ()> + Send + 'static) {
        let Self { state, listeners, tls, mut running, records, key, world, changes } = self;
        let (mut config, (_keep, mut changes)) = (state.config.clone(), changes);
        let again = records.again();
        let (bell, hears) = watch::channel(());
        let (open, mut all_closed) = mpsc::channel::<()>(1);
        listeners.open(&state, tls.as_ref(), &Closing { bell: hears, open });
        tokio::pin!(stop);
        loop {
            tokio::select! {
                () = &mut stop => break,
                () = running.failed() => {}
                Some(wanted) = changes.recv() => {
                    change(&running, &mut config, wanted, tls.as_ref()).await;
                    continue;
                }
            }
            state.set_house(None);
            state.figures.rebuilt();
            close(running).await;
            let reopened = reopen(&config, &again, &key, (&world, &state.figures));
            tokio::select! {
                () = &mut stop => return,
                house = reopened => running = house,
            }
            state.set_house(Some(Arc::clone(&running.house)));
        }
        info!("stopping");
        drop(bell);
        state.set_house(None);
        close(running).await;
        // Sockets that the clients do not close are closed.
        let _ = timeout(Self::FAREWELL, all_closed.recv()).await;
    }
}

/// Stops a house and closes its journal. Closing a database connection takes time, so it must not
/// happen on a thread that serves others.
/// Serving needs no right to change or delete records.
async fn warn_of_rights(records: &Records) {
    let Place::Postgres(address) = records.place.clone() else { return };
    let options = PostgresOptions::new(&records.options.owner);
    let asked =
        spawn_blocking(move || PostgresStore::open(&address, &options).ok()?.may_rewrite().ok());
    if asked.await.ok().flatten() == Some(true) {
        warn!(
            "this server's role in the database may change and delete records: serve as one that \
             may only append (docs/journal-postgres.md)"
        );
    }
}

async fn close(running: Running) {
    if let Some(journal) = running.stop().await {
        // The thread ends with the journal and returns nothing of use.
        let _ = spawn_blocking(move || drop(journal)).await;
    }
}

/// All listeners.
struct Listeners {
    floor: Listening,
    staff: Option<Listening>,
    metrics: Option<Listening>,
}

/// A listener and its admission.
struct Listening {
    listener: TcpListener,
    entrance: Arc<Entrance>,
}

/// The connections of the metrics listener: the monitoring, and a person with a browser.
const FIGURES_DOORS: Doors = Doors {
    connections_max: 32,
    connections_per_address_max: 32,
    messages_per_second: 1,
    requests_per_second: 100,
};

impl Listeners {
    /// Opens the configured listeners, and makes sure there are descriptors for their connections.
    async fn bind(config: &Config, figures: &Arc<Figures>) -> Result<Self, ServeFault> {
        let bind = async |is_for, address, doors: &Doors, named: &[String]| {
            let listener = TcpListener::bind(address).await;
            let listener =
                listener.map_err(|error| ServeFault::Listen { address, is_for, error })?;
            let bound = listener.local_addr().unwrap_or(address);
            let origins = Origins::new(named, config.tls.as_ref(), bound);
            let doors = (doors, config.proxies.as_slice());
            let entrance = Arc::new(Entrance::new(is_for, doors, origins, Arc::clone(figures)));
            Ok(Listening { listener, entrance })
        };
        let doors = doors_with_room(config);
        let floor = bind(IsFor::Everybody, config.listen, &doors, &config.origins).await?;
        let staff = match &config.staff {
            Some(own) => Some(bind(IsFor::Staff, own.listen, &own.doors, &own.origins).await?),
            None => None,
        };
        let metrics = match config.metrics {
            Some(address) => Some(bind(IsFor::Monitoring, address, &FIGURES_DOORS, &[]).await?),
            None => None,
        };
        Ok(Self { floor, staff, metrics })
    }

    /// Begins to accept connections.
    fn open(self, state: &Arc<HttpState>, tls: Option<&Certificate>, closing: &Closing) {
        let routes = routes::routes(state).merge(api::routes(state)).merge(assets::routes(state));
        let routes = routes::guarded(state, routes);
        for Listening { listener, entrance } in
            [Some(self.floor), self.staff, self.metrics].into_iter().flatten()
        {
            if let Ok(address) = listener.local_addr() {
                info!(%address, entrance = entrance.is_for.word(), "listening");
            }
            let (routes, certificate) = match entrance.is_for {
                IsFor::Everybody | IsFor::Staff => (routes.clone(), tls.cloned()),
                IsFor::Monitoring => (routes::figures(state), None),
            };
            let patience = state.config.patience;
            let reception = Reception { entrance, certificate, routes, patience };
            tokio::spawn(reception.open(listener, closing.clone()));
        }
    }
}

/// How many connections the floor's listener admits, so that there are descriptors for it and for
/// the listeners of staff and metrics.
fn doors_with_room(config: &Config) -> Doors {
    let wanted = config.doors.connections_max;
    let staff = config.staff.as_ref().map_or(0, |staff| staff.doors.connections_max);
    let others = staff.saturating_add(FIGURES_DOORS.connections_max);
    let room = descriptors::room_for(wanted.saturating_add(others));
    let connections_max = wanted.min(room.saturating_sub(others).max(room / 2));
    if connections_max == wanted {
        return config.doors;
    }
    let per_address = config.doors.connections_per_address_max;
    let connections_per_address_max = per_address.min(Doors::share(connections_max));
    Doors { connections_max, connections_per_address_max, ..config.doors }
}

/// Applies what a running server can change; logs what it cannot.
async fn change(
    running: &Running,
    config: &mut Config,
    changed: Config,
    certificate: Option<&Certificate>,
) {
    if let (Some(certificate), Some(tls)) = (certificate, &changed.tls) {
        match certificate.renew(tls, &changed.hosts()) {
            Ok(()) => info!("the certificate was read again"),
            Err(fault) => error!(%fault, "the old certificate stays in use"),
        }
    }
    for what in config.needs_restart(&changed) {
        warn!(what, "changed in the configuration; it takes effect at the next start");
    }
    match running.reconfigure(&changed).await {
        Ok(()) => {
            config.tables = changed.tables;
            config.day = changed.day;
            info!("the tables are as the configuration says");
        }
        Err(fault) => error!(%fault, "the tables stay as they are"),
    }
}

/// Opens the house again after a fault, as soon as its journal opens.
async fn reopen(
    config: &Config,
    records: &Records,
    key: &KeyFile,
    (world, figures): (&World, &Arc<Figures>),
) -> Running {
    let mut wait = Duration::from_millis(100);
    loop {
        let (world, figures) = (world.clone(), Arc::clone(figures));
        match Running::start(config, records, key.clone(), world, figures).await {
            Ok(running) => {
                info!("the house is open again");
                return running;
            }
            Err(fault) => error!(%fault, "the house cannot open yet"),
        }
        sleep(wait).await;
        wait = (wait * 2).min(Server::RETRY_MAX);
    }
}
