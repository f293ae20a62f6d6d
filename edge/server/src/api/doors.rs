//! Coming in and going: log-ins, terminals, and who I am.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use taisai_floor::{Asker, Command as FloorCommand, TableId};
use taisai_protocol::Refusal;
use taisai_protocol::api::{Again, Code, Counts, Credentials, Enrolled, Key, Me, SeatWish};
use taisai_protocol::schema::Form;
use taisai_table::{RequestId, SeatNumber};

use super::body::Sent;
use super::operation::{By, Keyed, Operation, Tells, group};
use crate::cage::No;
use crate::cookie::Cookie;
use crate::dispatch;
use crate::front::{AtWork, Front, LoggedIn, Peer, ProblemResponse, needs_login, problem};
use crate::house::House;
use crate::login::{LoginFault, Staff, Who};
use crate::secret::{Kind, Token};

pub(super) fn operations() -> Vec<Operation> {
    let operations = vec![
        Operation::post("/api/v1/login", "log_in", || post(log_in))
            .does("Checks a name and a password; the cookie of a session comes back.")
            .keyed(Keyed::Unkeyed)
            .takes(Form::of::<Credentials>())
            .tells(Tells::One(Form::of::<Me>())),
        Operation::post("/api/v1/logout", "log_out", || post(log_out))
            .does("Ends the session, and every conversation it has.")
            .by(By::Staff)
            .keyed(Keyed::Unkeyed),
        Operation::post("/api/v1/refresh", "refresh", || post(refresh))
            .does("Gives the password again; whoever agrees as second person has just done so.")
            .by(By::Staff)
            .keyed(Keyed::Unkeyed)
            .takes(Form::of::<Again>()),
        Operation::get("/api/v1/me", "me", || get(me))
            .does("Who is logged in, and the next key.")
            .by(By::Staff)
            .tells(Tells::One(Form::of::<Me>())),
        Operation::post("/api/v1/enrol", "enrol", || post(enrol))
            .does("Makes this browser the terminal of the seat that the code was offered for.")
            .keyed(Keyed::Unkeyed)
            .takes(Form::of::<Code>())
            .tells(Tells::One(Form::of::<Enrolled>())),
        Operation::post("/api/v1/seats", "take_demo_seat", || post(demo_seat))
            .does("In a demo: makes this browser the terminal of the first free seat.")
            .keyed(Keyed::Unkeyed)
            .takes(Form::of::<SeatWish>())
            .tells(Tells::One(Form::of::<Enrolled>())),
    ];
    group("Coming in", operations)
}

async fn log_in(
    State(front): State<Arc<Front>>,
    AtWork(house): AtWork,
    Peer(address): Peer,
    Sent(credentials): Sent<Credentials>,
) -> Result<Response, ProblemResponse> {
    let Credentials { name, password } = credentials;
    let (token, staff) = house.log_in(&name, password, address).await.map_err(refused)?;
    let cookie = Cookie::Session.set(front.wire, token);
    let me = who_is(&house, staff).await?;
    Ok(([(header::SET_COOKIE, cookie)], Json(me)).into_response())
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

async fn refresh(
    LoggedIn(house, staff): LoggedIn,
    Peer(address): Peer,
    Sent(Again { password }): Sent<Again>,
) -> Result<StatusCode, ProblemResponse> {
    house.refresh(&staff, password, address).await.map_err(refused)?;
    Ok(StatusCode::NO_CONTENT)
}

async fn me(LoggedIn(house, staff): LoggedIn) -> Result<Json<Me>, ProblemResponse> {
    Ok(Json(who_is(&house, staff).await?))
}

async fn who_is(house: &House, staff: Staff) -> Result<Me, No> {
    let who = Who::Staff(staff.clone());
    let asked = dispatch::asked(house, &who).await?;
    Ok(Me {
        staff: staff.staff.0,
        name: staff.name.to_string(),
        role: staff.role.map(Into::into),
        session: staff.session.0,
        asked,
        next_key: next_key(Counts::Session(staff.session.0), asked),
    })
}

fn next_key(counts: Counts, asked: u64) -> String {
    Key { counts, number: (asked + 1).min(Key::NUMBER_MAX) }.to_string()
}

async fn enrol(
    State(front): State<Arc<Front>>,
    AtWork(house): AtWork,
    Sent(Code { code }): Sent<Code>,
) -> Result<Response, ProblemResponse> {
    let code = code.trim().to_ascii_lowercase();
    enrolled(&front, &house, &code).await
}

async fn enrolled(front: &Front, house: &House, code: &str) -> Result<Response, ProblemResponse> {
    let token = Token::random().map_err(|_| problem(&Refusal::Busy))?;
    let digest = Kind::Enrolment.digest(code.as_bytes());
    let command = FloorCommand::EnrolTerminal { code: digest, token: token.digest(Kind::Terminal) };
    house.floor.act(command).await.map_err(No::from)?.map_err(No::from)?;
    let Some(who) = house.terminal_with(token).await? else {
        return Err(needs_login());
    };
    let asked = dispatch::asked(house, &who).await?;
    let Who::Terminal { terminal, table, seat } = who else {
        return Err(needs_login());
    };
    let (terminal, table, seat) = (terminal.0, table.0, seat.0);
    let next_key = next_key(Counts::Terminal(terminal), asked);
    let enrolled = Enrolled { terminal, table, seat, asked, next_key };
    let cookie = Cookie::Terminal.set(front.wire, token);
    Ok(([(header::SET_COOKIE, cookie)], Json(enrolled)).into_response())
}

/// In a demo a browser becomes the terminal of the first free seat.
async fn demo_seat(
    State(front): State<Arc<Front>>,
    AtWork(house): AtWork,
    Sent(SeatWish { table }): Sent<SeatWish>,
) -> Result<Response, ProblemResponse> {
    let code = house.offer_demo_seat(TableId(table)).await?;
    enrolled(&front, &house, &code).await
}

impl House {
    /// How many seats a demo table has.
    const DEMO_SEATS: u16 = 200;

    /// Offers the first seat of a table at which no terminal stands.
    async fn offer_demo_seat(&self, table: TableId) -> Result<String, No> {
        let lender = self.lender.get().ok_or(No::Refused(Refusal::NoPlayMoney))?;
        self.table(table)?;
        let mut next = lender.next.lock().await;
        let seat = self.floor.look(move |floor| {
            let offered = |seat: SeatNumber| {
                floor.offers().any(|(_, offer)| offer.table == table && offer.seat == seat)
            };
            let free =
                |seat: &SeatNumber| floor.terminal_at(table, *seat).is_none() && !offered(*seat);
            (1..=Self::DEMO_SEATS).map(SeatNumber).find(free)
        });
        let seat = seat.await?.ok_or(No::Refused(Refusal::Busy))?;
        *next += 1;
        let code = self.key.code(&[table.0.into(), seat.0.into(), *next]);
        let digest = Kind::Enrolment.digest(code.as_bytes());
        let command = FloorCommand::OfferEnrolment { code: digest, table, seat };
        let from = Asker::Staff(lender.host, lender.host_session);
        let id = RequestId(*next);
        self.floor.ask(taisai_floor::Request { from, id, command }).await??;
        Ok(code)
    }
}
