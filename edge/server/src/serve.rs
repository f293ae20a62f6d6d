//! Listens, serves, and stops in order.

use std::fmt;
use std::io;
use std::net::SocketAddr;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use axum::serve::Listener;
use rustls::ServerConfig;
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::mpsc;
use tokio::time::{sleep, timeout};
use tokio_rustls::TlsAcceptor;
use tokio_rustls::server::TlsStream;
use tracing::{error, info, warn};

use crate::config::{Config, Tls};
use crate::demo::DemoStaff;
use crate::front::{self, Front, PeerAddress};
use crate::secret::VoucherKey;
use crate::start::{Records, Running, StartFault};
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
    Tls(String),
    /// The house did not start.
    Start(StartFault),
}

impl fmt::Display for ServeFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Listen { address, error } => write!(f, "cannot listen at {address}: {error}"),
            Self::Tls(why) => write!(f, "TLS: {why}"),
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
    tls: Option<TlsAcceptor>,
    running: Running,
    records: Records,
    key: VoucherKey,
    world: World,
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
        let address = config.listen;
        let tls = config.tls.as_ref().map(acceptor).transpose()?;
        let world = World::in_play().map_err(|_| ServeFault::Start(StartFault::Machine))?;
        let running = Running::start(&config, &records, key.clone(), world.clone()).await;
        let running = running.map_err(ServeFault::Start)?;
        let listener = TcpListener::bind(address).await;
        let listener = listener.map_err(|error| ServeFault::Listen { address, error })?;
        let port = listener.local_addr().map_or(address.port(), |bound| bound.port());
        let front = Arc::new(Front::new(config, port));
        front.set_house(Some(Arc::clone(&running.house)));
        Ok(Self { front, listener, tls, running, records, key, world })
    }

    /// The address at which people find it.
    pub fn url(&self) -> String {
        self.front.origins.first().to_owned()
    }

    /// Who was hired for a demo; told once, and never again.
    pub fn hired(&self) -> &[DemoStaff] {
        &self.running.hired
    }

    /// Serves until `stop` is done, then stops in order.
    pub async fn serve(self, stop: impl Future<Output = ()> + Send + 'static) {
        let Self { front, listener, tls, mut running, records, key, world } = self;
        let routes = front::routes(&front).merge(api::routes(&front)).merge(assets::routes());
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
                Some(acceptor) => {
                    let listener = TlsListener::new(listener, acceptor);
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
            }
            front.set_house(None);
            drop(running.stop().await);
            let again = reopen(&front.config, &records, &key, &world);
            tokio::select! {
                () = &mut stop => return,
                house = again => running = house,
            }
            front.set_house(Some(Arc::clone(&running.house)));
        }
        info!("the server stops");
        drop(told);
        front.set_house(None);
        drop(running.stop().await);
        // Sockets whose screens do not hang up are cut.
        let _ = timeout(Self::FAREWELL, all_closed.recv()).await;
    }
}

/// Opens the house again after a fault, as soon as its journal lets it.
async fn reopen(config: &Config, records: &Records, key: &VoucherKey, world: &World) -> Running {
    let mut wait = Duration::from_millis(100);
    loop {
        match Running::start(config, records, key.clone(), world.clone()).await {
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

fn acceptor(tls: &Tls) -> Result<TlsAcceptor, ServeFault> {
    let told = |path: &Path, error: &dyn fmt::Display| {
        ServeFault::Tls(format!("{}: {error}", path.display()))
    };
    let certificates: Result<Vec<_>, _> = CertificateDer::pem_file_iter(&tls.certificate)
        .map_err(|error| told(&tls.certificate, &error))?
        .collect();
    let certificates = certificates.map_err(|error| told(&tls.certificate, &error))?;
    let key = PrivateKeyDer::from_pem_file(&tls.key).map_err(|error| told(&tls.key, &error))?;
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let config = ServerConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .map_err(|error| ServeFault::Tls(error.to_string()))?
        .with_no_client_auth()
        .with_single_cert(certificates, key)
        .map_err(|error| told(&tls.certificate, &error))?;
    Ok(TlsAcceptor::from(Arc::new(config)))
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

/// Connections that have shaken hands. Each does so in a task of its own, so that one who is slow
/// keeps nobody waiting.
pub struct TlsListener {
    ready: mpsc::Receiver<(TlsStream<TcpStream>, SocketAddr)>,
    address: Option<SocketAddr>,
}

impl TlsListener {
    /// How long a handshake may take.
    const HANDSHAKE: Duration = Duration::from_secs(10);
    /// How many may shake hands at once.
    const AT_ONCE: usize = 256;

    fn new(mut listener: PlainListener, acceptor: TlsAcceptor) -> Self {
        let address = listener.local_addr().ok();
        let (done, ready) = mpsc::channel(Self::AT_ONCE);
        let permits = Arc::new(tokio::sync::Semaphore::new(Self::AT_ONCE));
        tokio::spawn(async move {
            while !done.is_closed() {
                let Ok(permit) = Arc::clone(&permits).acquire_owned().await else { return };
                let (stream, peer) = listener.accept().await;
                let (acceptor, done) = (acceptor.clone(), done.clone());
                tokio::spawn(async move {
                    if let Ok(Ok(stream)) = timeout(Self::HANDSHAKE, acceptor.accept(stream)).await
                    {
                        // The server may have stopped meanwhile.
                        let _ = done.send((stream, peer)).await;
                    }
                    drop(permit);
                });
            }
        });
        Self { ready, address }
    }
}

impl Listener for TlsListener {
    type Io = TlsStream<TcpStream>;
    type Addr = SocketAddr;

    async fn accept(&mut self) -> (Self::Io, Self::Addr) {
        match self.ready.recv().await {
            Some(ready) => ready,
            None => std::future::pending().await,
        }
    }

    fn local_addr(&self) -> io::Result<Self::Addr> {
        self.address.ok_or_else(|| io::ErrorKind::AddrNotAvailable.into())
    }
}
