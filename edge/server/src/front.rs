//! The front of the house: the routes by which people and screens come in.

use std::net::{IpAddr, SocketAddr};
use std::sync::{Arc, PoisonError, RwLock};
use std::time::Instant;

use axum::Router;
use axum::extract::connect_info::Connected;
use axum::extract::ws::WebSocketUpgrade;
use axum::extract::{ConnectInfo, FromRequestParts, Query, Request, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::serve::IncomingStream;
use serde::Deserialize;
use taisai_floor::TableId;
use taisai_protocol::{Problem, Refusal};
use tower_http::limit::RequestBodyLimitLayer;

use crate::cage::No;
use crate::config::Config;
use crate::cookie::{Cookie, Wire};
use crate::gate::{Gate, Turned};
use crate::house::House;
use crate::login::{Staff, Who};
use crate::origin::Origins;
use crate::serve::{PlainListener, TlsListener};
use crate::socket::{Conversation, MESSAGE_MAX, Manners};

/// What every request can reach.
pub struct Front {
    /// The house; none while it is being rebuilt from its journal.
    house: RwLock<Option<Arc<House>>>,
    /// What the server was told before it started.
    pub config: Config,
    /// The doors.
    pub gate: Gate,
    /// The pages that may speak to it.
    pub origins: Origins,
    /// Whether it speaks TLS.
    pub wire: Wire,
}

impl Front {
    /// The largest body of a request.
    pub const BODY_MAX: usize = 64 << 10;

    /// A front without a house behind it.
    pub fn new(config: Config, port: u16) -> Self {
        let wire = if config.tls.is_some() { Wire::Encrypted } else { Wire::Plain };
        Self {
            house: RwLock::new(None),
            gate: Gate::new(&config.doors),
            origins: Origins::new(&config, port),
            wire,
            config,
        }
    }

    /// The house, if it is at work.
    pub fn house(&self) -> Option<Arc<House>> {
        self.house.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Another house is behind the front now, or none.
    pub fn set_house(&self, house: Option<Arc<House>>) {
        *self.house.write().unwrap_or_else(PoisonError::into_inner) = house;
    }
}

/// The routes that need no API: sockets, health.
pub fn routes(front: &Arc<Front>) -> Router {
    Router::new()
        .route("/ws", get(socket))
        .route("/healthz", get(|| async { "alive\n" }))
        .route("/readyz", get(ready))
        .with_state(Arc::clone(front))
}

/// What holds for every route: who asks too fast, what a body may hold, what a browser may do.
pub fn guarded(front: &Arc<Front>, routes: Router) -> Router {
    routes
        .layer(RequestBodyLimitLayer::new(Front::BODY_MAX))
        .layer(middleware::from_fn_with_state(Arc::clone(front), guard))
}

async fn ready(State(front): State<Arc<Front>>) -> Response {
    match front.house() {
        Some(_) => "ready\n".into_response(),
        None => (StatusCode::SERVICE_UNAVAILABLE, "not ready\n").into_response(),
    }
}

/// Judges a request before anything of it is read.
async fn guard(
    State(front): State<Arc<Front>>,
    ConnectInfo(PeerAddress(peer)): ConnectInfo<PeerAddress>,
    request: Request,
    next: Next,
) -> Response {
    let mut response = match turned_away(&front, peer.ip(), &request) {
        Some(refusal) => problem(&refusal).into_response(),
        None => answered(request, next).await,
    };
    secure(response.headers_mut(), front.wire);
    response
}

/// Why a request is not even read.
fn turned_away(front: &Front, address: IpAddr, request: &Request) -> Option<Refusal> {
    if front.gate.request(address, Instant::now()).is_err() {
        return Some(Refusal::TooFast { wait_ms: 1_000 });
    }
    let changes = !request.method().is_safe();
    let refused = changes && !front.origins.may_change(request.headers());
    refused.then_some(Refusal::NotYours)
}

/// What the API says to a request is a problem wherever something is wrong.
async fn answered(request: Request, next: Next) -> Response {
    let is_api = request.uri().path().starts_with("/api");
    let response = next.run(request).await;
    if is_api { crate::api::told_as_problem(response) } else { response }
}

/// What a browser may do with our pages.
const POLICY: &str = "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; \
     connect-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; \
     frame-ancestors 'none'";

fn secure(headers: &mut HeaderMap, wire: Wire) {
    let mut set = |name: header::HeaderName, value: &'static str| {
        headers.entry(name).or_insert(HeaderValue::from_static(value));
    };
    set(header::CONTENT_SECURITY_POLICY, POLICY);
    set(header::X_CONTENT_TYPE_OPTIONS, "nosniff");
    set(header::REFERRER_POLICY, "no-referrer");
    set(header::X_FRAME_OPTIONS, "DENY");
    set(header::CACHE_CONTROL, "no-store");
    if wire == Wire::Encrypted {
        set(header::STRICT_TRANSPORT_SECURITY, "max-age=31536000");
    }
}

/// A refusal as the body of a response.
pub struct ProblemResponse(pub Box<Problem>);

/// The problem a refusal is over HTTP.
pub fn problem(refusal: &Refusal) -> ProblemResponse {
    ProblemResponse(Box::new(Problem::of(refusal.clone())))
}

impl IntoResponse for ProblemResponse {
    fn into_response(self) -> Response {
        let status = StatusCode::from_u16(self.0.status).unwrap_or(StatusCode::CONFLICT);
        let body = serde_json::to_vec(&self.0).expect("a problem has no key that is not text");
        (status, [(header::CONTENT_TYPE, "application/problem+json")], body).into_response()
    }
}

impl From<No> for ProblemResponse {
    fn from(no: No) -> Self {
        match no {
            No::Refused(refusal) => problem(&refusal),
            No::Away => away(),
        }
    }
}

/// The house is being rebuilt; nothing can be said of what was asked.
pub fn away() -> ProblemResponse {
    ProblemResponse(Box::new(Problem {
        kind: "/problems/away".to_owned(),
        title: "The table or the floor does not answer".to_owned(),
        status: StatusCode::SERVICE_UNAVAILABLE.as_u16(),
        detail: "the house comes back after a fault; ask again in a moment with the same key"
            .to_owned(),
        code: "away".to_owned(),
        data: None,
    }))
}

/// Nobody is logged in, or no terminal enrolled, under the cookie that was sent.
pub fn needs_login() -> ProblemResponse {
    ProblemResponse(Box::new(Problem {
        kind: "/problems/needs-login".to_owned(),
        title: "Needs login".to_owned(),
        status: StatusCode::UNAUTHORIZED.as_u16(),
        detail: "log in first, or enrol the terminal".to_owned(),
        code: "needs-login".to_owned(),
        data: None,
    }))
}

/// The house behind the front, in a request.
pub struct AtWork(pub Arc<House>);

impl FromRequestParts<Arc<Front>> for AtWork {
    type Rejection = ProblemResponse;

    async fn from_request_parts(
        _: &mut Parts,
        front: &Arc<Front>,
    ) -> Result<Self, Self::Rejection> {
        front.house().map(Self).ok_or_else(away)
    }
}

/// Where a connection comes from, whether it is encrypted or not.
#[derive(Clone, Copy, Debug)]
pub struct PeerAddress(pub SocketAddr);

impl Connected<IncomingStream<'_, PlainListener>> for PeerAddress {
    fn connect_info(stream: IncomingStream<'_, PlainListener>) -> Self {
        Self(*stream.remote_addr())
    }
}

impl Connected<IncomingStream<'_, TlsListener>> for PeerAddress {
    fn connect_info(stream: IncomingStream<'_, TlsListener>) -> Self {
        Self(*stream.remote_addr())
    }
}

/// Where a request comes from.
pub struct Peer(pub IpAddr);

impl<S: Sync> FromRequestParts<S> for Peer {
    type Rejection = ProblemResponse;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Self::Rejection> {
        let peer = parts.extensions.get::<ConnectInfo<PeerAddress>>();
        peer.map(|peer| Self(peer.0.0.ip())).ok_or_else(away)
    }
}

/// The member of staff who asks.
pub struct LoggedIn(pub Arc<House>, pub Staff);

impl FromRequestParts<Arc<Front>> for LoggedIn {
    type Rejection = ProblemResponse;

    async fn from_request_parts(
        parts: &mut Parts,
        front: &Arc<Front>,
    ) -> Result<Self, Self::Rejection> {
        let house = front.house().ok_or_else(away)?;
        let token = Cookie::Session.read(front.wire, &parts.headers);
        let token = token.ok_or_else(needs_login)?;
        let Peer(address) = Peer::from_request_parts(parts, front).await?;
        let staff = house.admit(token, address).await?;
        staff.map(|staff| Self(house, staff)).ok_or_else(needs_login)
    }
}

/// As whom a page wants to open a socket.
#[derive(Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct Door {
    /// A terminal, a member of staff, or a display.
    r#as: As,
    /// The table of a display.
    table: Option<u32>,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum As {
    Terminal,
    Staff,
    Display,
}

async fn socket(
    State(front): State<Arc<Front>>,
    AtWork(house): AtWork,
    Peer(address): Peer,
    Query(door): Query<Door>,
    headers: HeaderMap,
    upgrade: WebSocketUpgrade,
) -> Result<Response, ProblemResponse> {
    if !front.origins.may_open_socket(&headers) {
        return Err(problem(&Refusal::NotYours));
    }
    let who = who(&front, &house, &door, &headers, address).await?;
    let pass = front.gate.connect(address, Instant::now()).map_err(|turned| match turned {
        Turned::Full | Turned::TooMany => problem(&Refusal::Busy),
        Turned::TooFast => problem(&Refusal::TooFast { wait_ms: 1_000 }),
    })?;
    let (doors, patience) = (front.config.doors, front.config.patience);
    let manners = Manners { messages_per_second: doors.messages_per_second, patience };
    let upgrade = upgrade
        .read_buffer_size(4 << 10)
        .write_buffer_size(4 << 10)
        .max_write_buffer_size(1 << 20)
        .max_message_size(MESSAGE_MAX)
        .max_frame_size(MESSAGE_MAX);
    Ok(upgrade.on_upgrade(move |socket| Conversation::hold(house, who, socket, manners, pass)))
}

async fn who(
    front: &Front,
    house: &House,
    door: &Door,
    headers: &HeaderMap,
    address: IpAddr,
) -> Result<Who, ProblemResponse> {
    match door.r#as {
        As::Terminal => {
            let token = Cookie::Terminal.read(front.wire, headers).ok_or_else(needs_login)?;
            house.terminal_with(token).await?.ok_or_else(needs_login)
        }
        As::Staff => {
            let token = Cookie::Session.read(front.wire, headers).ok_or_else(needs_login)?;
            let staff = house.admit(token, address).await?;
            staff.map(Who::Staff).ok_or_else(needs_login)
        }
        As::Display => {
            let table =
                TableId(door.table.ok_or_else(|| problem(&Refusal::NoSuchTable { table: 0 }))?);
            house.table(table)?;
            Ok(Who::Display { table })
        }
    }
}
