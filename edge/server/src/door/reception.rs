//! The reception at an entrance: accepts connections, counts them before anything is read, and
//! waits for none of them without end.

use std::convert::Infallible;
use std::io;
use std::net::SocketAddr;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::Request;
use axum::http::header;
use axum::response::Response;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::{Service as _, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{mpsc, watch};
use tokio::time::{sleep, timeout};
use tracing::{debug, warn};

use crate::config::Patience;
use crate::door::connection::Connection;
use crate::door::connection::PeerAddress;
use crate::door::date::http_date;
use crate::door::entrance::{Entrance, Visit};
use crate::figures::TimedOut;
use crate::world::certificate::Certificate;
use crate::world::clock::{SystemWall, Wall as _};

/// What all connections of a listener share.
pub struct Reception {
    pub entrance: Arc<Entrance>,
    /// The certificate, where it speaks TLS.
    pub certificate: Option<Certificate>,
    /// Where requests lead.
    pub routes: Router,
    /// The timeouts.
    pub patience: Patience,
}

/// The signal by which a reception learns that the house closes, and what it holds until its last
/// visitor has gone.
#[derive(Clone)]
pub struct Closing {
    /// Ends when the house closes.
    pub bell: watch::Receiver<()>,
    /// Dropped with the last of them.
    pub open: mpsc::Sender<()>,
}

impl Reception {
    /// The longest head of a request, and how much of a body is read at once, in bytes.
    const HEAD_MAX: usize = 16 << 10;
    /// How long nobody is accepted after the system could give no connection. Without it a house
    /// that is out of descriptors would do nothing but ask for more.
    const BREATH: Duration = Duration::from_millis(100);

    /// Lets connections in until the house closes.
    pub async fn open(self, listener: TcpListener, mut closing: Closing) {
        let reception = Arc::new(self);
        loop {
            let accepted = tokio::select! {
                accepted = listener.accept() => accepted,
                _ = closing.bell.changed() => return,
            };
            match accepted {
                Ok((stream, peer)) => reception.welcome(stream, peer, &closing),
                Err(error) if is_of_one_connection(&error) => {}
                Err(error) => {
                    reception.entrance.cannot_accept(&error);
                    sleep(Self::BREATH).await;
                }
            }
        }
    }

    /// Each connection has its own task: a slow one keeps nobody waiting.
    fn welcome(self: &Arc<Self>, stream: TcpStream, peer: SocketAddr, closing: &Closing) {
        // On a listener for both, IPv4 addresses arrive as IPv6 addresses.
        let peer = SocketAddr::new(peer.ip().to_canonical(), peer.port());
        let Some(visit) = self.entrance.admit(peer) else { return };
        let (reception, closing) = (Arc::clone(self), closing.clone());
        tokio::spawn(async move { reception.visit(stream, peer, visit, closing).await });
    }

    async fn visit(&self, stream: TcpStream, peer: SocketAddr, visit: Visit, closing: Closing) {
        if let Err(error) = stream.set_nodelay(true) {
            warn!(%error, "a connection waits with small messages");
        }
        let connection = Connection::new(stream, visit, self.patience.reader);
        let Some(certificate) = &self.certificate else {
            return self.converse(connection, peer, closing).await;
        };
        let shaken = certificate.acceptor().accept(connection);
        match timeout(self.patience.handshake, shaken).await {
            Ok(Ok(stream)) => self.converse(stream, peer, closing).await,
            Ok(Err(error)) => debug!(%peer, %error, "the TLS handshake failed"),
            Err(_) => self.entrance.timed_out(TimedOut::Handshake),
        }
    }

    /// Answers one request after another, until there is no more or the house closes.
    async fn converse(
        &self,
        stream: impl AsyncRead + AsyncWrite + Unpin + Send + 'static,
        peer: SocketAddr,
        mut closing: Closing,
    ) {
        let routes = TowerToHyperService::new(self.routes.clone());
        let entrance = Arc::clone(&self.entrance);
        let service = service_fn(move |mut request: Request<Incoming>| {
            request.extensions_mut().insert(PeerAddress(peer));
            request.extensions_mut().insert(Arc::clone(&entrance));
            let answer = routes.call(request);
            async move {
                let mut answer: Response = answer.await?;
                answer.headers_mut().insert(header::DATE, http_date(SystemWall.shows()));
                Ok::<_, Infallible>(answer)
            }
        });
        let connection = http1::Builder::new()
            .timer(TokioTimer::new())
            .auto_date_header(false)
            .header_read_timeout(self.patience.request)
            .max_buf_size(Self::HEAD_MAX)
            .serve_connection(TokioIo::new(stream), service)
            .with_upgrades();
        let mut connection = pin!(connection);
        let served = tokio::select! {
            served = connection.as_mut() => served,
            _ = closing.bell.changed() => {
                connection.as_mut().graceful_shutdown();
                connection.await
            }
        };
        match served {
            Ok(()) => {}
            Err(error) if error.is_timeout() => self.entrance.timed_out(TimedOut::Request),
            Err(error) => debug!(%peer, %error, "a connection ended with an error"),
        }
    }
}

/// Whether an error is about a connection that was gone before it was accepted.
fn is_of_one_connection(error: &io::Error) -> bool {
    use io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset};
    [ConnectionAborted, ConnectionRefused, ConnectionReset].contains(&error.kind())
}
