//! Listens, serves, and stops in order.

use std::fmt;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;
use std::{fs, io};

use axum::serve::Listener;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::mpsc;
use tokio::task::spawn_blocking;
use tokio::time::{Instant, sleep, timeout};
use tracing::{error, info, warn};

use crate::config::Config;
use crate::demo::{DemoFault, DemoStaff};
use crate::figures::Figures;
use crate::front::{self, Front, PeerAddress};
use crate::secret::VoucherKey;
use crate::start::{Records, Running, StartFault};
use crate::tls::{Certificate, TlsFault, TlsListener};
use crate::world::World;
use crate::{api, assets};

/// Why the server did not start.
#[derive(Debug)]
pub enum ServeFault {
    /// Nobody can listen there.
    Listen {
        /// Where.
        address: SocketAddr,
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
            Self::Listen { address, error } => write!(f, "cannot listen at {address}: {error}"),
            Self::Tls(fault) => write!(f, "TLS: {fault}"),
            Self::Start(fault) => fault.fmt(f),
        }
    }
}

impl std::error::Error for ServeFault {}

/// A server that listens and has a house behind it.
pub struct Server {
    /// The front.
    pub front: Arc<Front>,
    listener: TcpListener,
    tls: Option<Certificate>,
    running: Running,
    records: Records,
    key: VoucherKey,
    world: World,
    metrics: Option<TcpListener>,
    changes: (mpsc::Sender<Config>, mpsc::Receiver<Config>),
}

/// The way to a server at work for a configuration that was changed.
#[derive(Clone)]
pub struct Reload(mpsc::Sender<Config>);

impl Reload {
    /// Hands over another configuration; what of it can change on a floor at work does.
    pub async fn with(&self, config: Config) {
        // A server that stops needs no other configuration.
        let _ = self.0.send(config).await;
    }
}

impl Server {
    /// How long conversations may take to end when the server stops.
    const FAREWELL: Duration = Duration::from_secs(5);
    /// How long the house waits before it tries its journal again, at most.
    const RETRY_MAX: Duration = Duration::from_secs(5);

    /// Listens, and opens the house.
    pub async fn open(
        config: Config,
        records: Records,
        key: VoucherKey,
    ) -> Result<Self, ServeFault> {
        let world = World::in_play().map_err(|_| ServeFault::Start(StartFault::Machine))?;
        Self::open_in(world, config, records, key).await
    }

    /// The same in a world of one's own, whose clock can be set.
    pub async fn open_in(
        world: World,
        config: Config,
        mut records: Records,
        key: VoucherKey,
    ) -> Result<Self, ServeFault> {
        let address = config.listen;
        records.options.owner = owner(address);
        let hosts = config.hosts();
        let tls = config.tls.as_ref().map(|tls| Certificate::read(tls, &hosts)).transpose();
        let tls = tls.map_err(ServeFault::Tls)?;
        let (since, figures) = (Instant::now(), Arc::<Figures>::default());
        let listener = bind(address).await?;
        let metrics = match config.metrics {
            Some(address) => Some(bind(address).await?),
            None => None,
        };
        let counted = Arc::clone(&figures);
        let running = Running::start(&config, &records, key.clone(), world.clone(), counted).await;
        let running = running.map_err(ServeFault::Start)?;
        let port = listener.local_addr().map_or(address.port(), |bound| bound.port());
        let front = Arc::new(Front::new(config, port, figures));
        front.set_house(Some(Arc::clone(&running.house)));
        let took = since.elapsed();
        front.figures.started(took);
        let took_ms = u64::try_from(took.as_millis()).unwrap_or(u64::MAX);
        info!(took_ms, tables = running.house.tables().len(), url = front.origins.first(), "ready");
        let changes = mpsc::channel(1);
        Ok(Self { front, listener, tls, running, records, key, world, metrics, changes })
    }

    /// The address at which people find it.
    pub fn url(&self) -> String {
        self.front.origins.first().to_owned()
    }

    /// Where it listens, whatever name leads there.
    pub fn address(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }

    /// Who was hired for a demo at this start, or given another password; told once.
    pub fn hired(&self) -> &[DemoStaff] {
        &self.running.hired
    }

    /// Gives the staff of a demo other passwords, unless this start has just hired them.
    pub async fn reset_logins(&mut self) -> Result<(), DemoFault> {
        if self.running.hired.is_empty() {
            self.running.hired = self.running.house.reset_demo_logins().await?;
        }
        Ok(())
    }

    /// The way to it for a configuration that is changed while it is at work.
    pub fn reload(&self) -> Reload {
        Reload(self.changes.0.clone())
    }

    /// Serves until `stop` is done, then stops in order.
    pub async fn serve(self, stop: impl Future<Output = ()> + Send + 'static) {
        let Self { front, listener, tls, mut running, records, key, world, metrics, changes } =
            self;
        tell_figures(&front, metrics);
        let (mut config, (_keep, mut changes)) = (front.config.clone(), changes);
        let certificate = tls.clone();
        let routes = front::routes(&front).merge(api::routes(&front)).merge(assets::routes(&front));
        let routes = front::guarded(&front, routes);
        let (told, mut hears) = mpsc::channel::<()>(1);
        let (closed, mut all_closed) = mpsc::channel::<()>(1);
        let service = routes.into_make_service_with_connect_info::<PeerAddress>();
        let graceful = async move {
            // The sender is dropped when the server stops.
            hears.recv().await;
        };
        let listener = PlainListener(listener);
        tokio::spawn(async move {
            let served = match tls {
                None => axum::serve(listener, service).with_graceful_shutdown(graceful).await,
                Some(certificate) => {
                    let listener = TlsListener::new(listener, certificate);
                    axum::serve(listener, service).with_graceful_shutdown(graceful).await
                }
            };
            if let Err(error) = served {
                error!(%error, "the listener failed");
            }
            drop(closed);
        });
        tokio::pin!(stop);
        loop {
            tokio::select! {
                () = &mut stop => break,
                () = running.failed() => {}
                Some(wanted) = changes.recv() => {
                    change(&running, &mut config, wanted, certificate.as_ref()).await;
                    continue;
                }
            }
            front.set_house(None);
            front.figures.rebuilt();
            close(running).await;
            let again = reopen(&config, &records, &key, (&world, &front.figures));
            tokio::select! {
                () = &mut stop => return,
                house = again => running = house,
            }
            front.set_house(Some(Arc::clone(&running.house)));
        }
        info!("the server stops");
        drop(told);
        front.set_house(None);
        close(running).await;
        // Sockets whose screens do not hang up are cut.
        let _ = timeout(Self::FAREWELL, all_closed.recv()).await;
    }
}

/// Stops a house and lets go of its journal, which may take time: a database is told good-bye, and
/// that must not be done where others wait.
async fn close(running: Running) {
    if let Some(journal) = running.stop().await {
        // The thread ends with the journal; there is nothing to hear from it.
        let _ = spawn_blocking(move || drop(journal)).await;
    }
}

/// The name under which this server holds its streams in a database that others could write to:
/// the machine's and the address. After a crash it is itself again at once; another waits for the
/// lease.
fn owner(listen: SocketAddr) -> String {
    // Where a machine does not tell its name like this, the address has to do.
    let machine = fs::read_to_string("/proc/sys/kernel/hostname").unwrap_or_default();
    format!("taisai {} {listen}", machine.trim())
}

async fn bind(address: SocketAddr) -> Result<TcpListener, ServeFault> {
    let listener = TcpListener::bind(address).await;
    listener.map_err(|error| ServeFault::Listen { address, error })
}

/// Tells its figures to whoever reaches the listener that is for them alone.
fn tell_figures(front: &Arc<Front>, listener: Option<TcpListener>) {
    let Some(listener) = listener else { return };
    if let Ok(address) = listener.local_addr() {
        info!(%address, "figures at /metrics");
    }
    let routes = front::figures(front);
    tokio::spawn(async move {
        if let Err(error) = axum::serve(listener, routes).await {
            error!(%error, "the listener of the figures failed");
        }
    });
}

/// Takes over what of a changed configuration can change at work; says what cannot.
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
            info!("the tables are as the configuration says");
        }
        Err(fault) => error!(%fault, "the tables stay as they are"),
    }
}

/// Opens the house again after a fault, as soon as its journal lets it.
async fn reopen(
    config: &Config,
    records: &Records,
    key: &VoucherKey,
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

/// Connections as they come; small messages go out at once.
pub struct PlainListener(TcpListener);

impl Listener for PlainListener {
    type Io = TcpStream;
    type Addr = SocketAddr;

    async fn accept(&mut self) -> (Self::Io, Self::Addr) {
        let (stream, peer) = Listener::accept(&mut self.0).await;
        if let Err(error) = stream.set_nodelay(true) {
            warn!(%error, "a connection waits with small messages");
        }
        (stream, peer)
    }

    fn local_addr(&self) -> io::Result<Self::Addr> {
        self.0.local_addr()
    }
}
