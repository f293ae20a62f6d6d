//! Coming in and going: log-ins, terminals, and who I am.

use std::collections::BTreeSet;
use std::net::IpAddr;
use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{AppendHeaders, IntoResponse, Response};
use axum::routing::{get, post};
use taisai_floor::{Command as FloorCommand, TableId};
use taisai_protocol::api::{
    Again, Code, Counts, Credentials, Enrolled, InvitationShown, Key, Me, SeatWish,
};
use taisai_protocol::schema::Form;
use taisai_protocol::{ClientMessage, Refusal};
use taisai_table::SeatNumber;

use super::body::Sent;
use super::operation::{By, Keyed, Operation, Tells, group};
use crate::ask::dispatch;
use crate::door::cookie::Cookie;
use crate::door::login::{Caller, LoginFault, Welcome, too_fast};
use crate::door::ticket::Ticket;
use crate::error::Error;
use crate::figures::LogIn;
use crate::house::House;
use crate::house::who::{Staff, Who};
use crate::http::problem::{ProblemResponse, needs_login, problem, wrong_secret};
use crate::http::routes::{AtWork, CameIn, HttpState, LoggedIn, Peer};
use crate::world::secret::{CodeFor, Token};

pub(super) fn operations() -> Vec<Operation> {
    let operations = vec![
        Operation::post("/api/v1/login", "log_in", || post(log_in))
            .does("Checks a name and a password; the cookie of a session comes back.")
            .keyed(Keyed::Unkeyed)
            .takes(Form::of::<Credentials>())
            .tells(Tells::One(Form::of::<Me>())),
        Operation::post("/api/v1/invitations", "accept_invitation", || post(accept_invitation))
            .does("Shows an invitation and chooses a password; the cookie of a session comes back.")
            .keyed(Keyed::Unkeyed)
            .takes(Form::of::<InvitationShown>())
            .tells(Tells::One(Form::of::<Me>())),
        Operation::post("/api/v1/logout", "log_out", || post(log_out))
            .does("Ends the session, and every conversation it has.")
            .by(By::Staff)
            .keyed(Keyed::Unkeyed),
        Operation::post("/api/v1/refresh", "refresh", || post(refresh))
            .does(
                "Enters the password again, as a second person must have done within two minutes.",
            )
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
    State(state): State<Arc<HttpState>>,
    AtWork(house): AtWork,
    Peer(address): Peer,
    headers: HeaderMap,
    Sent(credentials): Sent<Credentials>,
) -> Result<Response, ProblemResponse> {
    let Credentials { name, password } = credentials;
    let outcome = house.log_in(&name, password, caller(&state, address, &headers)).await;
    note_terminal(&state, &house, (address, &headers), &outcome).await?;
    welcomed(&state, &house, outcome).await
}

/// An invited person chooses their own password; nobody else ever knows it.
async fn accept_invitation(
    State(state): State<Arc<HttpState>>,
    AtWork(house): AtWork,
    Peer(address): Peer,
    headers: HeaderMap,
    Sent(shown): Sent<InvitationShown>,
) -> Result<Response, ProblemResponse> {
    let InvitationShown { name, invitation, password } = shown;
    let caller = caller(&state, address, &headers);
    let outcome = house.accept_invitation(&name, &invitation, password, caller).await;
    note_terminal(&state, &house, (address, &headers), &outcome).await?;
    welcomed(&state, &house, outcome).await
}

/// A member of staff who logs in on a terminal's browser may sit at its seat.
async fn note_terminal(
    state: &HttpState,
    house: &House,
    (address, headers): (IpAddr, &HeaderMap),
    outcome: &Result<Welcome, LoginFault>,
) -> Result<(), ProblemResponse> {
    let (Ok(welcome), Some(ticket)) = (outcome, Cookie::ticket(state.wire, headers)) else {
        return Ok(());
    };
    if let Some(shown) = house.shown(ticket, address).await? {
        house.note_beside(shown.terminal, Some(welcome.token)).await?;
    }
    Ok(())
}

fn caller(state: &HttpState, address: IpAddr, headers: &HeaderMap) -> Caller {
    Caller {
        address,
        marks: Cookie::Device.read_all(state.wire, headers),
        before: Cookie::Session.read(state.wire, headers),
    }
}

async fn welcomed(
    state: &HttpState,
    house: &House,
    outcome: Result<Welcome, LoginFault>,
) -> Result<Response, ProblemResponse> {
    state.figures.logged_in(outcome.as_ref().map_or_else(LoginFault::counted, |_| LogIn::Right));
    let Welcome { token, marks, staff } = outcome.map_err(refused)?;
    let me = who_is(house, staff).await?;
    let cookies = [
        (header::SET_COOKIE, Cookie::Session.set(state.wire, token)),
        (header::SET_COOKIE, Cookie::Device.set_all(state.wire, &marks)),
    ];
    Ok((AppendHeaders(cookies), Json(me)).into_response())
}

fn refused(fault: LoginFault) -> ProblemResponse {
    match fault {
        LoginFault::Wrong => wrong_secret(),
        LoginFault::LockedOut { wait } => problem(&too_fast(wait)),
        LoginFault::Busy => problem(&Refusal::Busy),
        LoginFault::No(no) => no.into(),
    }
}

async fn log_out(
    State(state): State<Arc<HttpState>>,
    CameIn(house, staff): CameIn,
) -> Result<Response, ProblemResponse> {
    house.log_out(&staff).await?;
    let cookie = Cookie::Session.clear(state.wire);
    Ok((StatusCode::NO_CONTENT, [(header::SET_COOKIE, cookie)]).into_response())
}

/// Entering the password again replaces the session's token.
async fn refresh(
    State(state): State<Arc<HttpState>>,
    LoggedIn(house, staff): LoggedIn,
    Sent(Again { password }): Sent<Again>,
) -> Result<Response, ProblemResponse> {
    let token = house.refresh(&staff, password).await.map_err(refused)?;
    let cookie = Cookie::Session.set(state.wire, token);
    Ok((StatusCode::NO_CONTENT, [(header::SET_COOKIE, cookie)]).into_response())
}

async fn me(CameIn(house, staff): CameIn) -> Result<Json<Me>, ProblemResponse> {
    Ok(Json(who_is(&house, staff).await?))
}

async fn who_is(house: &House, staff: Staff) -> Result<Me, ProblemResponse> {
    let who = Who::Staff(staff.clone());
    let asked = dispatch::asked(house, &who).await?;
    Ok(Me {
        staff: staff.staff.0,
        name: staff.name.to_string(),
        role: staff.role.map(Into::into),
        session: staff.session.0,
        must_change_password: staff.check_own_password().is_err(),
        asked,
        next_key: next_key(Counts::Session(staff.session.0), asked)?,
    })
}

/// The key after the last one. Who has used the highest number there is counts anew under another
/// log-in or enrolment: a used key is never named.
pub(super) fn next_key(counts: Counts, asked: u64) -> Result<String, ProblemResponse> {
    if ClientMessage::ID_MAX <= asked {
        return Err(needs_login());
    }
    Ok(Key { counts, number: asked + 1 }.to_string())
}

async fn enrol(
    State(state): State<Arc<HttpState>>,
    AtWork(house): AtWork,
    Peer(address): Peer,
    Sent(Code { code }): Sent<Code>,
) -> Result<Response, ProblemResponse> {
    let code = code.trim().to_ascii_lowercase();
    let terminal = house.enrol_from(address, &code).await.map_err(refused)?;
    enrolled(&state, &house, terminal).await
}

async fn enrolled(
    state: &HttpState,
    house: &House,
    (token, who): (Token, Option<Who>),
) -> Result<Response, ProblemResponse> {
    let Some(who) = who else { return Err(needs_login()) };
    let asked = dispatch::asked(house, &who).await?;
    let (terminal, table, seat) = match who {
        Who::Terminal { terminal, table, seat } => (terminal.0, table.0, Some(seat.0)),
        Who::Display { table, device: Some(device) } => (device.0, table.0, None),
        Who::Display { device: None, .. } | Who::Staff(_) => return Err(needs_login()),
    };
    let next_key = next_key(Counts::Terminal(terminal), asked)?;
    let enrolled = Enrolled { terminal, table, seat, asked, next_key };
    let cookie = Cookie::set_ticket(state.wire, &Ticket::First(token));
    Ok(([(header::SET_COOKIE, cookie)], Json(enrolled)).into_response())
}

/// In a demo a browser becomes the terminal of the first free seat.
async fn demo_seat(
    State(state): State<Arc<HttpState>>,
    AtWork(house): AtWork,
    Sent(SeatWish { table }): Sent<SeatWish>,
) -> Result<Response, ProblemResponse> {
    let code = house.offer_demo_seat(TableId(table)).await?;
    let terminal = house.enrol(&code).await?;
    enrolled(&state, &house, terminal).await
}

impl House {
    /// How many seats a demo table has.
    const DEMO_SEATS: u16 = 10_000;

    /// Offers the first seat of a table at which no terminal stands.
    async fn offer_demo_seat(&self, table: TableId) -> Result<String, Error> {
        let lender = self.lender.get().ok_or(Error::Refused(Refusal::NoPlayMoney))?;
        let _turn = lender.turn.lock().await;
        let handle = self.table(table)?;
        let taken = handle.look(|machine| {
            machine.table.seats().map(|(number, _)| number).collect::<BTreeSet<_>>()
        });
        let taken = taken.await?;
        let seat = self.floor.look(move |floor| {
            let offered = |seat: SeatNumber| {
                floor.offers().any(|(_, offer)| offer.table == table && offer.seat == seat)
            };
            let free = |seat: &SeatNumber| {
                let stands = floor.terminal_at(table, *seat).is_some();
                !stands && !offered(*seat) && !taken.contains(seat)
            };
            (1..=Self::DEMO_SEATS).map(SeatNumber).find(free)
        });
        let seat = seat.await?.ok_or(Error::Refused(Refusal::Busy))?;
        let chance = self.world.token().map_err(|_| Error::Refused(Refusal::Busy))?;
        let code = chance.text();
        let digest = self.key.digest(CodeFor::Enrolment, &code);
        let command = FloorCommand::OfferEnrolment { code: digest, table, seat };
        self.clerk_asks(&lender.usher, command).await?;
        Ok(code)
    }
}
