//! TLS by the server itself: the certificate, and connections that have shaken hands.

use std::fmt;
use std::io;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::{Arc, PoisonError, RwLock};
use std::time::Duration;

use axum::serve::Listener;
use rustls::ServerConfig;
use rustls::pki_types::pem::{self, PemObject};
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use tokio::net::TcpStream;
use tokio::sync::{Semaphore, mpsc};
use tokio::time::timeout;
use tokio_rustls::TlsAcceptor;
use tokio_rustls::server::TlsStream;
use tracing::debug;

use crate::config::Tls;
use crate::serve::PlainListener;

/// Why a certificate or its key cannot be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TlsFault {
    /// The file.
    pub path: PathBuf,
    /// What is wrong with it, and what would be right.
    pub what: String,
}

impl fmt::Display for TlsFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.path.display(), self.what)
    }
}

impl std::error::Error for TlsFault {}

/// The certificate in use; another can take its place while connections come in.
#[derive(Clone)]
pub struct Certificate(Arc<RwLock<TlsAcceptor>>);

impl Certificate {
    /// Reads the files and sees whether they belong together.
    pub fn read(tls: &Tls) -> Result<Self, TlsFault> {
        Ok(Self(Arc::new(RwLock::new(acceptor(tls)?))))
    }

    /// Reads the files again, for connections from now on; where they are not sound the old ones
    /// stay in use.
    pub fn renew(&self, tls: &Tls) -> Result<(), TlsFault> {
        let fresh = acceptor(tls)?;
        *self.0.write().unwrap_or_else(PoisonError::into_inner) = fresh;
        Ok(())
    }

    fn acceptor(&self) -> TlsAcceptor {
        self.0.read().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

fn acceptor(tls: &Tls) -> Result<TlsAcceptor, TlsFault> {
    let fault = |path: &Path, what: String| TlsFault { path: path.to_owned(), what };
    let certificates: Result<Vec<_>, _> =
        CertificateDer::pem_file_iter(&tls.certificate).and_then(Iterator::collect);
    let certificates =
        certificates.map_err(|error| fault(&tls.certificate, unread(&error, "a certificate")))?;
    if certificates.is_empty() {
        let what = "no certificate in it; expects PEM, the server's own first".to_owned();
        return Err(fault(&tls.certificate, what));
    }
    let key = PrivateKeyDer::from_pem_file(&tls.key)
        .map_err(|error| fault(&tls.key, unread(&error, "a private key")))?;
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let config = ServerConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .map_err(|error| fault(&tls.certificate, error.to_string()))?
        .with_no_client_auth()
        .with_single_cert(certificates, key)
        .map_err(|error| fault(&tls.certificate, unfit(&error, &tls.key)))?;
    Ok(TlsAcceptor::from(Arc::new(config)))
}

fn unread(error: &pem::Error, expects: &str) -> String {
    if let pem::Error::Io(error) = error {
        error.to_string()
    } else if let pem::Error::NoItemsFound = error {
        format!("nothing in it; expects {expects} as PEM")
    } else {
        format!("{error:?}; expects {expects} as PEM")
    }
}

fn unfit(error: &rustls::Error, key: &Path) -> String {
    if let rustls::Error::InconsistentKeys(_) = error {
        format!("the key {} belongs to another certificate", key.display())
    } else {
        format!("cannot be used with the key {}: {error}", key.display())
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

    pub(crate) fn new(mut listener: PlainListener, certificate: Certificate) -> Self {
        let address = listener.local_addr().ok();
        let (done, ready) = mpsc::channel(Self::AT_ONCE);
        let permits = Arc::new(Semaphore::new(Self::AT_ONCE));
        tokio::spawn(async move {
            while !done.is_closed() {
                let Ok(permit) = Arc::clone(&permits).acquire_owned().await else { return };
                let (stream, peer) = listener.accept().await;
                let (acceptor, done) = (certificate.acceptor(), done.clone());
                tokio::spawn(async move {
                    match timeout(Self::HANDSHAKE, acceptor.accept(stream)).await {
                        // The server may have stopped meanwhile.
                        Ok(Ok(stream)) => drop(done.send((stream, peer)).await),
                        Ok(Err(error)) => debug!(%peer, %error, "no handshake"),
                        Err(_) => debug!(%peer, "a handshake took too long"),
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
