//! The HTTP API under `/api/v1`: coming in, reading, and asking.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{AppendHeaders, Html, IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use serde::{Deserialize, Serialize};
use taisai_floor::{Command as FloorCommand, TableId};
use taisai_odds::Dice;
use taisai_protocol::ask::{CageAsk, FloorAsk, Order, RunAsk};
use taisai_protocol::view::table::{TableName, TableView};
use taisai_protocol::{Answer, Ask, Book, FloorRole, Refusal, What};
use taisai_reports::Sheet;
use taisai_rulebooks::{Edition, Library};
use taisai_table::SeatNumber;

use crate::cage::No;
use crate::cookie::Cookie;
use crate::dispatch;
use crate::front::{AtWork, Front, LoggedIn, Peer, ProblemResponse, needs_login, problem};
use crate::house::House;
use crate::login::{Caller, LoginFault, Welcome, Who};
use crate::secret::Kind;

/// Every route of the API.
pub fn routes(front: &Arc<Front>) -> Router {
    Router::new()
        .route("/api/v1/login", post(log_in))
        .route("/api/v1/logout", post(log_out))
        .route("/api/v1/refresh", post(refresh))
        .route("/api/v1/me", get(me))
        .route("/api/v1/enrol", post(enrol))
        .route("/api/v1/seats", post(demo_seat))
        .route("/api/v1/tables", get(tables))
        .route("/api/v1/tables/{table}", get(table))
        .route("/api/v1/tables/{table}/rounds/{round}", get(round))
        .route("/api/v1/tables/{table}/orders", post(order))
        .route("/api/v1/floor", post(floor))
        .route("/api/v1/cage", post(cage))
        .route("/api/v1/books", get(books))
        .route("/api/v1/books/{book}", get(book))
        .route("/api/v1/books/{book}/par", get(par))
        .route("/api/v1/books/{book}/odds", get(odds))
        .with_state(Arc::clone(front))
}

/// What a log-in is asked with.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Credentials {
    name: String,
    password: String,
}

/// Who is logged in.
#[derive(Serialize)]
struct Me {
    staff: u32,
    name: String,
    role: Option<FloorRole>,
    session: u64,
}

async fn log_in(
    State(front): State<Arc<Front>>,
    AtWork(house): AtWork,
    Peer(address): Peer,
    headers: HeaderMap,
    Json(credentials): Json<Credentials>,
) -> Result<Response, ProblemResponse> {
    let Credentials { name, password } = credentials;
    let caller = Caller {
        address,
        device: Cookie::Device.read(front.wire, &headers),
        before: Cookie::Session.read(front.wire, &headers),
    };
    let outcome = house.log_in(&name, password, caller).await;
    front.figures.logged_in(&outcome);
    let Welcome { token, device, staff } = outcome.map_err(refused)?;
    let me = Me {
        staff: staff.staff.0,
        name: staff.name.to_string(),
        role: staff.role.map(Into::into),
        session: staff.session.0,
    };
    let cookies = [
        (header::SET_COOKIE, Cookie::Session.set(front.wire, token)),
        (header::SET_COOKIE, Cookie::Device.set(front.wire, device)),
    ];
    Ok((AppendHeaders(cookies), Json(me)).into_response())
}

fn refused(fault: LoginFault) -> ProblemResponse {
    match fault {
        LoginFault::Wrong => needs_login(),
        LoginFault::LockedOut { wait } => {
            let wait_ms = u64::try_from(wait.as_millis()).unwrap_or(u64::MAX);
            problem(&Refusal::TooFast { wait_ms })
        }
        LoginFault::Busy => problem(&Refusal::Busy),
        LoginFault::No(no) => no.into(),
    }
}

async fn log_out(
    State(front): State<Arc<Front>>,
    LoggedIn(house, staff): LoggedIn,
) -> Result<Response, ProblemResponse> {
    house.log_out(&staff).await?;
    let cookie = Cookie::Session.clear(front.wire);
    Ok((StatusCode::NO_CONTENT, [(header::SET_COOKIE, cookie)]).into_response())
}

/// A password, given again.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Again {
    password: String,
}

/// Whoever gives their password again goes on under another token.
async fn refresh(
    State(front): State<Arc<Front>>,
    LoggedIn(house, staff): LoggedIn,
    Json(Again { password }): Json<Again>,
) -> Result<Response, ProblemResponse> {
    let token = house.refresh(&staff, password).await.map_err(refused)?;
    let cookie = Cookie::Session.set(front.wire, token);
    Ok((StatusCode::NO_CONTENT, [(header::SET_COOKIE, cookie)]).into_response())
}

async fn me(LoggedIn(_, staff): LoggedIn) -> Json<Me> {
    Json(Me {
        staff: staff.staff.0,
        name: staff.name.to_string(),
        role: staff.role.map(Into::into),
        session: staff.session.0,
    })
}

/// The code a floorperson has read out.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Code {
    code: String,
}

/// Where a terminal stands.
#[derive(Serialize)]
struct Enrolled {
    terminal: u32,
    table: u32,
    seat: u16,
}

async fn enrol(
    State(front): State<Arc<Front>>,
    AtWork(house): AtWork,
    Json(Code { code }): Json<Code>,
) -> Result<Response, ProblemResponse> {
    let code = code.trim().to_ascii_lowercase();
    enrolled(&front, &house, &code).await
}

async fn enrolled(front: &Front, house: &House, code: &str) -> Result<Response, ProblemResponse> {
    let (token, who) = house.enrol(code).await?;
    let Some(Who::Terminal { terminal, table, seat }) = who else { return Err(needs_login()) };
    let enrolled = Enrolled { terminal: terminal.0, table: table.0, seat: seat.0 };
    let cookie = Cookie::Terminal.set(front.wire, token);
    Ok(([(header::SET_COOKIE, cookie)], Json(enrolled)).into_response())
}

/// Where somebody wants to play in a demo.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Wish {
    table: u32,
}

/// In a demo a browser becomes the terminal of the first free seat.
async fn demo_seat(
    State(front): State<Arc<Front>>,
    AtWork(house): AtWork,
    Json(Wish { table }): Json<Wish>,
) -> Result<Response, ProblemResponse> {
    let code = house.offer_demo_seat(TableId(table)).await?;
    enrolled(&front, &house, &code).await
}

impl House {
    /// A table as everybody may see it.
    async fn view_of(&self, table: TableId) -> Result<TableView, No> {
        let name = self.name_of(table).await?;
        let view = self.table(table)?;
        let view = view.look(move |machine| {
            let told = TableName { table: table.0, name: &name, decimals: 2 };
            TableView::of(&machine.table, told)
        });
        Ok(view.await?)
    }

    /// How many seats a demo table has.
    const DEMO_SEATS: u16 = 10_000;

    /// Offers the first seat of a table at which no terminal stands.
    async fn offer_demo_seat(&self, table: TableId) -> Result<String, No> {
        let lender = self.lender.get().ok_or(No::Refused(Refusal::NoPlayMoney))?;
        self.table(table)?;
        let _turn = lender.turn.lock().await;
        let seat = self.floor.look(move |floor| {
            let offered = |seat: SeatNumber| {
                floor.offers().any(|(_, offer)| offer.table == table && offer.seat == seat)
            };
            let free =
                |seat: &SeatNumber| floor.terminal_at(table, *seat).is_none() && !offered(*seat);
            (1..=Self::DEMO_SEATS).map(SeatNumber).find(free)
        });
        let seat = seat.await?.ok_or(No::Refused(Refusal::Busy))?;
        let chance = self.world.token().map_err(|_| No::Refused(Refusal::Busy))?;
        let code = chance.text();
        let digest = Kind::Enrolment.digest(code.as_bytes());
        let command = FloorCommand::OfferEnrolment { code: digest, table, seat };
        self.clerk_asks(&lender.usher, command).await?;
        Ok(code)
    }
}

async fn tables(AtWork(house): AtWork) -> Result<Json<Vec<TableView>>, ProblemResponse> {
    let mut views = Vec::new();
    for (table, _) in house.tables() {
        views.push(house.view_of(table).await?);
    }
    Ok(Json(views))
}

async fn table(
    AtWork(house): AtWork,
    Path(table): Path<u32>,
) -> Result<Json<TableView>, ProblemResponse> {
    Ok(Json(house.view_of(TableId(table)).await?))
}

async fn round(
    LoggedIn(house, staff): LoggedIn,
    Path((table, round)): Path<(u32, u64)>,
) -> Result<Json<Answer>, ProblemResponse> {
    let what = What::Recall { table: Some(table), round };
    let ask = Ask { id: 0, round: None, ask: what };
    Ok(Json(dispatch::answer(&house, &Who::Staff(staff), ask).await?))
}

/// The number under which a change is asked, so that it is done once however often it is sent.
fn key(headers: &HeaderMap) -> Result<u64, ProblemResponse> {
    let key = headers.get("idempotency-key").and_then(|key| key.to_str().ok());
    key.and_then(|key| key.parse().ok()).ok_or_else(|| {
        problem(&Refusal::BadField {
            field: "Idempotency-Key".to_owned(),
            expects: "a number that counts upwards within this session".to_owned(),
        })
    })
}

/// What is asked of a table, and for which round.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Ordered {
    round: Option<u64>,
    order: Order,
}

async fn order(
    LoggedIn(house, staff): LoggedIn,
    Path(table): Path<u32>,
    headers: HeaderMap,
    Json(Ordered { round, order }): Json<Ordered>,
) -> Result<Json<Answer>, ProblemResponse> {
    let ask = Ask { id: key(&headers)?, round, ask: What::Run(RunAsk { table, order }) };
    Ok(Json(dispatch::answer(&house, &Who::Staff(staff), ask).await?))
}

async fn floor(
    LoggedIn(house, staff): LoggedIn,
    headers: HeaderMap,
    Json(asked): Json<FloorAsk>,
) -> Result<Json<Answer>, ProblemResponse> {
    let ask = Ask { id: key(&headers)?, round: None, ask: What::Floor(asked) };
    Ok(Json(dispatch::answer(&house, &Who::Staff(staff), ask).await?))
}

async fn cage(
    LoggedIn(house, staff): LoggedIn,
    headers: HeaderMap,
    Json(asked): Json<CageAsk>,
) -> Result<Json<Answer>, ProblemResponse> {
    let ask = Ask { id: key(&headers)?, round: None, ask: What::Cage(asked) };
    Ok(Json(dispatch::answer(&house, &Who::Staff(staff), ask).await?))
}

async fn books() -> Json<Vec<&'static str>> {
    Json(Library::ids().collect())
}

async fn book(Path(id): Path<String>) -> Result<Json<Book>, ProblemResponse> {
    Ok(Json(Book::of(edition(&id)?)))
}

/// The PAR sheet of a rule book, to read and to print.
async fn par(Path(id): Path<String>) -> Result<Html<String>, ProblemResponse> {
    Ok(Html(taisai_reports::html(&Sheet::of(edition(&id)?, &Dice::FAIR))))
}

/// The same figures for programs.
async fn odds(Path(id): Path<String>) -> Result<Response, ProblemResponse> {
    let json = taisai_reports::json(&Sheet::of(edition(&id)?, &Dice::FAIR));
    Ok(([(header::CONTENT_TYPE, "application/json")], json).into_response())
}

fn edition(id: &str) -> Result<&'static Edition, ProblemResponse> {
    let expects = || format!("one of {}", Library::ids().collect::<Vec<_>>().join(", "));
    Library::get(id)
        .ok_or_else(|| problem(&Refusal::BadField { field: "book".to_owned(), expects: expects() }))
}
