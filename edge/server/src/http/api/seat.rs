//! A terminal's own seat: its money, its bets, its rounds, and nobody else's.

use std::sync::Arc;

use axum::Json;
use axum::extract::{FromRequestParts, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use taisai_floor::{TableId, TerminalId};
use taisai_protocol::answer::{RecalledSlip, VoucherTold};
use taisai_protocol::api::{BetsAsked, Counts, LineOpened, OwnRoundsPage};
use taisai_protocol::ask::SeatAsk;
use taisai_protocol::ask::checked::{self, Ask, Message};
use taisai_protocol::schema::Form;
use taisai_protocol::view::seat::SeatView;
use taisai_protocol::{Answer, Refusal};
use taisai_table::{RoundNumber, SeatNumber};

use super::body::{Asked, Named, SentAsk, number};
use super::doors::next_key;
use super::operation::{By, Keyed, Operation, Tells, group};
use super::tables::{PAGE, Page};
use crate::ask::dispatch;
use crate::door::cookie::Cookie;
use crate::door::terminal_lines::ShownTicket;
use crate::error::Error;
use crate::house::House;
use crate::house::who::Who;
use crate::http::problem::{ProblemResponse, away, needs_login};
use crate::http::routes::{HttpState, Peer};
use crate::task::table::at_table;
use crate::world::secret::Token;

pub(super) fn operations() -> Vec<Operation> {
    let operations = vec![
        Operation::get("/api/v1/seat", "seat", || get(seat))
            .does("The seat's own view: credit, bets, the last outcome.")
            .by(By::Terminal)
            .tells(Tells::One(Form::of::<SeatView>())),
        Operation::post("/api/v1/seat/line", "open_line", || post(open_line))
            .does("Opens a line, for a terminal without a socket; the next ticket comes back.")
            .by(By::Door)
            .keyed(Keyed::Unkeyed)
            .tells(Tells::One(Form::of::<LineOpened>())),
        Operation::get("/api/v1/seat/vouchers", "own_vouchers", || get(vouchers))
            .does("The vouchers made out here that nobody has used or confirmed to have.")
            .by(By::Terminal)
            .tells(Tells::Many(Form::of::<VoucherTold>())),
        Operation::get("/api/v1/seat/rounds", "own_rounds", || get(rounds))
            .does("The rounds in which the player at this seat had bets, the latest first.")
            .by(By::Terminal)
            .query(&PAGE)
            .tells(Tells::One(Form::of::<OwnRoundsPage>())),
        Operation::get("/api/v1/seat/rounds/{round}", "own_round", || get(round))
            .does("The player's own part of a round again.")
            .by(By::Terminal)
            .tells(Tells::One(Form::of::<Answer>())),
        Operation::post("/api/v1/seat/bets", "bet", || post(bet))
            .does("Changes the bets, whole or not at all.")
            .by(By::Terminal)
            .keyed(Keyed::Key)
            .takes(Form::of::<BetsAsked>())
            .tells(Tells::One(Form::of::<Answer>())),
        Operation::post("/api/v1/seat/asks", "seat_ask", || post(ask))
            .does("Sits down, buys in, cashes out, leaves, or has a voucher in hand.")
            .by(By::Terminal)
            .keyed(Keyed::Key)
            .takes(Form::of::<SeatAsk>())
            .tells(Tells::One(Form::of::<Answer>())),
    ];
    group("One's own seat", operations)
}

/// The terminal that asks.
struct Standing {
    house: Arc<House>,
    terminal: TerminalId,
    table: TableId,
    seat: SeatNumber,
}

impl FromRequestParts<Arc<HttpState>> for Standing {
    type Rejection = ProblemResponse;

    async fn from_request_parts(
        parts: &mut Parts,
        state: &Arc<HttpState>,
    ) -> Result<Self, Self::Rejection> {
        let AtDoor(house, shown) = AtDoor::from_request_parts(parts, state).await?;
        let name = parts.headers.get(LINE).and_then(|name| Token::parse(name.to_str().ok()?));
        house.use_line(&shown, name).await?;
        let session = Cookie::Session.read(state.wire, &parts.headers);
        house.note_beside(shown.terminal, session).await?;
        match shown.who {
            Who::Terminal { terminal, table, seat } => Ok(Self { house, terminal, table, seat }),
            Who::Staff(_) | Who::Display { .. } => Err(needs_login()),
        }
    }
}

/// The header that names the line of a terminal.
pub(super) const LINE: &str = "taisai-line";

/// A terminal that shows its ticket, whether or not it has a line.
struct AtDoor(Arc<House>, ShownTicket);

impl FromRequestParts<Arc<HttpState>> for AtDoor {
    type Rejection = ProblemResponse;

    async fn from_request_parts(
        parts: &mut Parts,
        state: &Arc<HttpState>,
    ) -> Result<Self, Self::Rejection> {
        let house = state.house().ok_or_else(away)?;
        let ticket = Cookie::ticket(state.wire, &parts.headers).ok_or_else(needs_login)?;
        let Peer(address) = Peer::from_request_parts(parts, state).await?;
        // A display has no seat; it gets what it shows over its socket.
        let shown = house.shown(ticket, address).await?;
        let shown = shown.filter(|shown| matches!(shown.who, Who::Terminal { .. }));
        shown.map(|shown| Self(house, shown)).ok_or_else(needs_login)
    }
}

async fn open_line(
    State(state): State<Arc<HttpState>>,
    AtDoor(house, shown): AtDoor,
) -> Result<Response, ProblemResponse> {
    let line = house.open_line(&shown).await?.text();
    let asked = dispatch::asked(&house, &shown.who).await?;
    let next_key = next_key(Counts::Terminal(shown.terminal.0), asked)?;
    let cookie = Cookie::set_ticket(state.wire, &shown.next);
    let opened = Json(LineOpened { line, asked, next_key });
    Ok(([(header::SET_COOKIE, cookie)], opened).into_response())
}

impl Standing {
    async fn asks(
        &self,
        headers: &HeaderMap,
        round: Option<RoundNumber>,
        what: Ask,
    ) -> Result<Json<Answer>, ProblemResponse> {
        let id = number(headers, Counts::Terminal(self.terminal.0))?;
        dispatch::check_leap(&self.house, &self.who(), id).await?;
        self.answer(Message { id, round, ask: what }).await
    }

    async fn answer(&self, ask: Message) -> Result<Json<Answer>, ProblemResponse> {
        Ok(Json(dispatch::answer_whole(&self.house, self.who(), ask).await?))
    }

    fn who(&self) -> Who {
        Who::Terminal { terminal: self.terminal, table: self.table, seat: self.seat }
    }
}

async fn seat(at: Standing) -> Result<Json<SeatView>, ProblemResponse> {
    let (seat, table) = (at.seat, at.house.table(at.table)?);
    let terminal = at_table(at.terminal);
    let view = table.look(move |machine| SeatView::of(&machine.table, seat, terminal)).await;
    Ok(Json(view.map_err(Error::from)?))
}

async fn vouchers(at: Standing) -> Result<Json<Vec<VoucherTold>>, ProblemResponse> {
    Ok(Json(at.house.untaken(at.terminal, at.table, at.seat).await?))
}

async fn rounds(
    at: Standing,
    Asked(page): Asked<Page>,
) -> Result<Json<OwnRoundsPage>, ProblemResponse> {
    let (seat, table, terminal) = (at.seat, at.house.table(at.table)?, at_table(at.terminal));
    let found = table.look(move |machine| {
        let player = machine.table.seat(seat).filter(|taken| taken.is_at(terminal))?.player();
        let past = machine.table.past_rounds().rev();
        let own = past
            .filter_map(|past| machine.ledger.recall(past.number))
            .filter(|round| round.bets.iter().any(|bet| bet.player == player))
            .map(|round| RecalledSlip::of(&round, player, machine.table.book_of(round.number)));
        let (rounds, next) = page.of(own, |slip| slip.round);
        Some(OwnRoundsPage { rounds, next })
    });
    let found = found.await.map_err(Error::from)?;
    Ok(Json(found.ok_or(Error::Refused(Refusal::SeatEmpty))?))
}

async fn round(at: Standing, Named(round): Named<u64>) -> Result<Json<Answer>, ProblemResponse> {
    let ask = Ask::Recall { table: None, round: RoundNumber(round) };
    at.answer(Message { id: 0, round: None, ask }).await
}

async fn bet(
    at: Standing,
    headers: HeaderMap,
    SentAsk(checked::BetsAsked { round, bet }): SentAsk<BetsAsked>,
) -> Result<Json<Answer>, ProblemResponse> {
    at.asks(&headers, Some(round), Ask::Bet(bet)).await
}

async fn ask(
    at: Standing,
    headers: HeaderMap,
    SentAsk(ask): SentAsk<SeatAsk>,
) -> Result<Json<Answer>, ProblemResponse> {
    at.asks(&headers, None, Ask::Seat(ask)).await
}
