//! The front of the house: the routes by which people and screens come in.

use std::net::IpAddr;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, PoisonError, RwLock};
use std::time::Instant;

use axum::extract::rejection::QueryRejection;
use axum::extract::ws::WebSocketUpgrade;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::{FromRequestParts, Query, Request, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Extension, Router};
use serde::Deserialize;
use taisai_floor::TableId;
use taisai_protocol::ask::AskFault;
use taisai_protocol::{ClientMessage, Refusal};
use tower_http::limit::RequestBodyLimitLayer;
use tracing::{Instrument as _, Span, debug, info, info_span};

use crate::config::Config;
use crate::door::connection::PeerAddress;
use crate::door::cookie::{Cookie, Wire};
use crate::door::entrance::Entrance;
use crate::door::terminal_lines::ShownTicket;
use crate::figures::Figures;
use crate::figures::IsFor;
use crate::figures::Turned;
use crate::house::House;
use crate::house::who::{Staff, Who};
use crate::http::problem::{BODY_MAX, ProblemResponse, as_problem, away, needs_login, problem};
use crate::screen::socket::{Conversation, Manners};

/// What every request can reach.
pub struct HttpState {
    /// The house; none while it is being rebuilt from its journal.
    house: RwLock<Option<Arc<House>>>,
    /// The configuration.
    pub config: Config,
    /// Whether browsers reach it by TLS, spoken by itself or by a proxy before it.
    pub wire: Wire,
    /// What is counted.
    pub figures: Arc<Figures>,
}

impl HttpState {
    /// The state without a house.
    pub fn new(config: Config, figures: Arc<Figures>) -> Self {
        let encrypted = config.tls.is_some() || Config::is_encrypted_by_proxy(&config.origins);
        let wire = if encrypted { Wire::Encrypted } else { Wire::Plain };
        Self { house: RwLock::new(None), wire, figures, config }
    }

    /// The house, if it is at work.
    pub fn house(&self) -> Option<Arc<House>> {
        self.house.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Sets the house, or none.
    pub fn set_house(&self, house: Option<Arc<House>>) {
        *self.house.write().unwrap_or_else(PoisonError::into_inner) = house;
    }
}

/// The routes that need no API: sockets, health.
pub fn routes(state: &Arc<HttpState>) -> Router {
    Router::new()
        .route("/ws", get(socket))
        .route("/healthz", get(|| async { "alive\n" }))
        .route("/readyz", get(ready))
        .with_state(Arc::clone(state))
}

/// The page of figures, which stands on a listener of its own.
pub fn figures(state: &Arc<HttpState>) -> Router {
    async fn metrics(State(state): State<Arc<HttpState>>) -> Response {
        let inboxes = state.house().map(|house| house.inboxes());
        let page = state.figures.page(inboxes.as_ref());
        ([(header::CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8")], page).into_response()
    }
    async fn secured(mut response: Response) -> Response {
        secure(response.headers_mut(), Wire::Plain);
        response
    }
    let routes = Router::new().route("/metrics", get(metrics)).with_state(Arc::clone(state));
    routes.layer(middleware::map_response(secured))
}

/// What holds for every route: who asks too fast, what a body may hold, what a browser may do.
pub fn guarded(state: &Arc<HttpState>, routes: Router) -> Router {
    routes
        .layer(RequestBodyLimitLayer::new(BODY_MAX))
        .layer(middleware::from_fn_with_state(Arc::clone(state), guard))
}

async fn ready(State(state): State<Arc<HttpState>>) -> Response {
    match state.house() {
        Some(_) => "ready\n".into_response(),
        None => (StatusCode::SERVICE_UNAVAILABLE, "not ready\n").into_response(),
    }
}

/// Checks a request before its body is read.
async fn guard(
    State(state): State<Arc<HttpState>>,
    Extension(entrance): Extension<Arc<Entrance>>,
    Extension(PeerAddress(peer)): Extension<PeerAddress>,
    mut request: Request,
    next: Next,
) -> Response {
    let from = came_from(peer.ip(), request.headers(), &state.config.proxies);
    request.extensions_mut().insert(Peer(from));
    // An address may be as long as a head; what is written down of it is not.
    let (method, path) = (request.method().clone(), AskFault::shortened(request.uri().path()));
    let id = REQUESTS.fetch_add(1, Ordering::Relaxed);
    let span = info_span!("request", id, %method, path, %from);
    let answered = answered(&entrance, from, request, next).instrument(span.clone());
    let mut response = answered.await;
    secure(response.headers_mut(), state.wire);
    let status = response.status().as_u16();
    let changes = !method.is_safe();
    span.in_scope(|| {
        if changes {
            info!(status, "answered");
        } else {
            debug!(status, "answered");
        }
    });
    response
}

static REQUESTS: AtomicU64 = AtomicU64::new(1);

async fn answered(entrance: &Entrance, from: IpAddr, request: Request, next: Next) -> Response {
    if let Some(refusal) = turned_away(entrance, from, &request) {
        return problem(&refusal).into_response();
    }
    let is_api = request.uri().path().starts_with("/api");
    let response = next.run(request).await;
    if is_api { as_problem(response) } else { response }
}

/// Why a request is not even read.
fn turned_away(entrance: &Entrance, from: IpAddr, request: &Request) -> Option<Refusal> {
    if let Err(turned) = entrance.limit.request(from, Instant::now()) {
        entrance.turn_away(turned, from);
        return Some(Refusal::TooFast { wait_ms: 1_000 });
    }
    let changes = !request.method().is_safe();
    let refused = changes && !entrance.origins.may_change(request.headers());
    refused.then_some(Refusal::NotYours)
}

/// Where a request comes from. The header is used only if a trusted proxy sent it, and only the
/// part that trusted proxies added: anybody can write what stands to the left of it.
fn came_from(peer: IpAddr, headers: &HeaderMap, proxies: &[IpAddr]) -> IpAddr {
    if !proxies.contains(&peer) {
        return peer;
    }
    let hops: Vec<&str> = headers
        .get_all("x-forwarded-for")
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(','))
        .map(str::trim)
        .collect();
    let mut from = peer;
    for hop in hops.into_iter().rev() {
        let Ok(hop) = hop.parse() else { return from };
        from = hop;
        if !proxies.contains(&from) {
            return from;
        }
    }
    from
}

/// What a browser may do with our pages.
const POLICY: &str = "default-src 'self'; script-src 'self'; \
     style-src 'self' 'unsafe-inline'; img-src 'self' data:; \
     connect-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; \
     frame-ancestors 'none'";

const OPENER_POLICY: header::HeaderName =
    header::HeaderName::from_static("cross-origin-opener-policy");
const RESOURCE_POLICY: header::HeaderName =
    header::HeaderName::from_static("cross-origin-resource-policy");
const PERMISSIONS: header::HeaderName = header::HeaderName::from_static("permissions-policy");

fn secure(headers: &mut HeaderMap, wire: Wire) {
    let mut set = |name: header::HeaderName, value: &'static str| {
        headers.entry(name).or_insert(HeaderValue::from_static(value));
    };
    set(header::CONTENT_SECURITY_POLICY, POLICY);
    set(header::X_CONTENT_TYPE_OPTIONS, "nosniff");
    set(header::REFERRER_POLICY, "no-referrer");
    set(header::X_FRAME_OPTIONS, "DENY");
    set(header::CACHE_CONTROL, "no-store");
    set(OPENER_POLICY, "same-origin");
    set(RESOURCE_POLICY, "same-origin");
    set(PERMISSIONS, "camera=(self), microphone=(), geolocation=(), payment=(), usb=()");
    if wire == Wire::Encrypted {
        set(header::STRICT_TRANSPORT_SECURITY, "max-age=31536000; includeSubDomains");
    }
}

/// The house behind the front, in a request.
pub struct AtWork(pub Arc<House>);

impl FromRequestParts<Arc<HttpState>> for AtWork {
    type Rejection = ProblemResponse;

    async fn from_request_parts(
        _: &mut Parts,
        state: &Arc<HttpState>,
    ) -> Result<Self, Self::Rejection> {
        state.house().map(Self).ok_or_else(away)
    }
}

/// Where a request comes from.
#[derive(Clone, Copy, Debug)]
pub struct Peer(pub IpAddr);

impl<S: Sync> FromRequestParts<S> for Peer {
    type Rejection = ProblemResponse;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Self::Rejection> {
        parts.extensions.get::<Self>().copied().ok_or_else(away)
    }
}

/// The member of staff who asks. If they have not chosen their own password yet they are refused
/// here, before anything else of the request is read.
pub struct LoggedIn(pub Arc<House>, pub Staff);

impl FromRequestParts<Arc<HttpState>> for LoggedIn {
    type Rejection = ProblemResponse;

    async fn from_request_parts(
        parts: &mut Parts,
        state: &Arc<HttpState>,
    ) -> Result<Self, Self::Rejection> {
        let CameIn(house, staff) = CameIn::from_request_parts(parts, state).await?;
        staff.check_own_password().map_err(|refusal| problem(&refusal))?;
        Ok(Self(house, staff))
    }
}

/// The member of staff who asks, even without a password of their own: for changing it, and for
/// logging out.
pub struct CameIn(pub Arc<House>, pub Staff);

impl FromRequestParts<Arc<HttpState>> for CameIn {
    type Rejection = ProblemResponse;

    async fn from_request_parts(
        parts: &mut Parts,
        state: &Arc<HttpState>,
    ) -> Result<Self, Self::Rejection> {
        let house = state.house().ok_or_else(away)?;
        let token = Cookie::Session.read(state.wire, &parts.headers);
        let token = token.ok_or_else(needs_login)?;
        let Peer(address) = Peer::from_request_parts(parts, state).await?;
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
    /// The table of a page that anybody opened; none where an enrolled display shows its ticket.
    table: Option<u32>,
}

#[derive(Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum As {
    Terminal,
    Staff,
    Display,
}

#[expect(clippy::too_many_arguments, reason = "each is a part of the request")]
async fn socket(
    State(state): State<Arc<HttpState>>,
    Extension(entrance): Extension<Arc<Entrance>>,
    Extension(PeerAddress(peer)): Extension<PeerAddress>,
    AtWork(house): AtWork,
    Peer(address): Peer,
    door: Result<Query<Door>, QueryRejection>,
    headers: HeaderMap,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Result<Response, ProblemResponse> {
    let Query(door) = door.map_err(|_| problem(&no_such_door()))?;
    let upgrade = upgrade.map_err(|why| {
        problem(&Refusal::BadField { field: "upgrade".to_owned(), expects: why.body_text() })
    })?;
    let is_theirs = entrance.is_for == IsFor::Everybody || door.r#as == As::Staff;
    if !is_theirs || !entrance.origins.may_open_socket(&headers) {
        return Err(problem(&Refusal::NotYours));
    }
    let Visitor { who, shown } = visitor(&state, &house, &door, &headers, address).await?;
    let pass = entrance.limit.forward(peer.ip(), address, Instant::now()).map_err(|turned| {
        entrance.turn_away(turned, address);
        match turned {
            Turned::Full | Turned::TooMany => problem(&Refusal::Busy),
            Turned::TooFast => problem(&Refusal::TooFast { wait_ms: 1_000 }),
        }
    })?;
    let (counted, span) = (state.figures.connected(who.screen()), talk_span(&who));
    let (doors, patience) = (state.config.doors, state.config.patience);
    let manners = Manners { messages_per_second: doors.messages_per_second, patience };
    let upgrade = upgrade
        .read_buffer_size(1 << 10)
        .write_buffer_size(4 << 10)
        .max_write_buffer_size(1 << 20)
        .max_message_size(ClientMessage::LENGTH_MAX)
        .max_frame_size(ClientMessage::LENGTH_MAX);
    let next = shown.as_ref().filter(|shown| !shown.is_spent).map(|shown| shown.next);
    let mut response = upgrade.on_upgrade(move |socket| {
        let talk = async move {
            Conversation::hold(house, who, shown, socket, manners, pass).await;
            drop(counted);
        };
        talk.instrument(span)
    });
    if let Some(next) = next {
        response.headers_mut().append(header::SET_COOKIE, Cookie::set_ticket(state.wire, &next));
    }
    Ok(response)
}

/// Who comes to a socket, and with which ticket.
struct Visitor {
    who: Who,
    /// What a terminal has shown. A browser does not learn why its socket is refused, so a
    /// terminal with a spent ticket is let in and gets that message and nothing else.
    shown: Option<ShownTicket>,
}

impl From<Who> for Visitor {
    fn from(who: Who) -> Self {
        Self { who, shown: None }
    }
}

fn no_such_door() -> Refusal {
    let expects = "terminal, staff, or display, with a table unless it is enrolled".to_owned();
    Refusal::BadField { field: "as".to_owned(), expects }
}

/// With whom a conversation is, in every line of the log that is written in it.
fn talk_span(who: &Who) -> Span {
    match who {
        Who::Terminal { terminal, table, seat } => {
            info_span!("terminal", %terminal, %table, %seat)
        }
        Who::Display { table, device } => info_span!("display", %table, ?device),
        Who::Staff(staff) => info_span!("staff", staff = %staff.staff, session = %staff.session),
    }
}

async fn visitor(
    state: &HttpState,
    house: &House,
    door: &Door,
    headers: &HeaderMap,
    address: IpAddr,
) -> Result<Visitor, ProblemResponse> {
    match door.r#as {
        As::Terminal => {
            let is_it = |who: &Who| matches!(who, Who::Terminal { .. });
            device(state, house, headers, address, is_it).await
        }
        As::Staff => {
            let token = Cookie::Session.read(state.wire, headers).ok_or_else(needs_login)?;
            let staff = house.admit(token, address).await?;
            staff.map(|staff| Who::Staff(staff).into()).ok_or_else(needs_login)
        }
        As::Display => {
            let Some(table) = door.table.map(TableId) else {
                let is_it = |who: &Who| matches!(who, Who::Display { .. });
                return device(state, house, headers, address, is_it).await;
            };
            house.table(table)?;
            Ok(Who::Display { table, device: None }.into())
        }
    }
}

/// What was enrolled, by the ticket that it shows.
async fn device(
    state: &HttpState,
    house: &House,
    headers: &HeaderMap,
    address: IpAddr,
    is_it: fn(&Who) -> bool,
) -> Result<Visitor, ProblemResponse> {
    let ticket = Cookie::ticket(state.wire, headers).ok_or_else(needs_login)?;
    let shown = house.shown(ticket, address).await?.filter(|shown| is_it(&shown.who));
    let shown = shown.ok_or_else(needs_login)?;
    if let Who::Terminal { .. } = shown.who {
        let session = Cookie::Session.read(state.wire, headers);
        house.note_beside(shown.terminal, session).await?;
    }
    Ok(Visitor { who: shown.who.clone(), shown: Some(shown) })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn address(text: &str) -> IpAddr {
        text.parse().unwrap()
    }

    #[test]
    fn only_a_trusted_proxy_says_where_a_request_comes_from() {
        let proxies = [address("10.0.0.5"), address("10.0.0.6")];
        for (peer, forwarded, from) in [
            ("192.0.2.1", "198.51.100.7", "192.0.2.1"),
            ("10.0.0.5", "", "10.0.0.5"),
            ("10.0.0.5", "198.51.100.7", "198.51.100.7"),
            ("10.0.0.5", "203.0.113.9, 198.51.100.7", "198.51.100.7"),
            ("10.0.0.5", "203.0.113.9, 198.51.100.7, 10.0.0.6", "198.51.100.7"),
            ("10.0.0.5", "10.0.0.6", "10.0.0.6"),
            ("10.0.0.5", "198.51.100.7, nonsense", "10.0.0.5"),
            ("10.0.0.5", "2001:db8::7", "2001:db8::7"),
        ] {
            let mut headers = HeaderMap::new();
            for part in forwarded.split(" ; ").filter(|part| !part.is_empty()) {
                headers.append("x-forwarded-for", HeaderValue::from_str(part).unwrap());
            }
            let found = came_from(address(peer), &headers, &proxies);
            assert_eq!(found, address(from), "{peer} says {forwarded}");
        }
    }
}
