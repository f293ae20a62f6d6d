//! A terminal's own seat: its money, its bets, its rounds, and nobody else's.

use std::sync::Arc;

use axum::Json;
use axum::extract::FromRequestParts;
use axum::http::HeaderMap;
use axum::http::request::Parts;
use axum::routing::{get, post};
use taisai_floor::{TableId, TerminalId};
use taisai_protocol::answer::{RecalledSlip, VoucherTold};
use taisai_protocol::api::{BetsAsked, Counts, OwnRoundsPage};
use taisai_protocol::ask::SeatAsk;
use taisai_protocol::schema::Form;
use taisai_protocol::view::seat::SeatView;
use taisai_protocol::{Answer, Ask, Refusal, What};
use taisai_table::SeatNumber;

use super::body::{Asked, Named, Sent, number};
use super::operation::{By, Keyed, Operation, Tells, group};
use super::tables::{PAGE, Page};
use crate::cage::No;
use crate::cookie::Cookie;
use crate::dispatch;
use crate::front::{Front, ProblemResponse, away, needs_login};
use crate::house::House;
use crate::login::Who;
use crate::table::at_table;

pub(super) fn operations() -> Vec<Operation> {
    let operations = vec![
        Operation::get("/api/v1/seat", "seat", || get(seat))
            .does("The seat's own view: credit, bets, the last outcome.")
            .by(By::Terminal)
            .tells(Tells::One(Form::of::<SeatView>())),
        Operation::get("/api/v1/seat/vouchers", "own_vouchers", || get(vouchers))
            .does("The vouchers made out here that nobody has used or confirmed to have.")
            .by(By::Terminal)
            .tells(Tells::Many(Form::of::<VoucherTold>())),
        Operation::get("/api/v1/seat/rounds", "own_rounds", || get(rounds))
            .does("The rounds in which whoever sits here had bets, the latest first.")
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

impl FromRequestParts<Arc<Front>> for Standing {
    type Rejection = ProblemResponse;

    async fn from_request_parts(
        parts: &mut Parts,
        front: &Arc<Front>,
    ) -> Result<Self, Self::Rejection> {
        let house = front.house().ok_or_else(away)?;
        let token = Cookie::Terminal.read(front.wire, &parts.headers).ok_or_else(needs_login)?;
        match house.terminal_with(token).await? {
            Some(Who::Terminal { terminal, table, seat }) => {
                Ok(Self { house, terminal, table, seat })
            }
            Some(Who::Staff(_) | Who::Display { .. }) | None => Err(needs_login()),
        }
    }
}

impl Standing {
    async fn asks(
        &self,
        headers: &HeaderMap,
        round: Option<u64>,
        what: What,
    ) -> Result<Json<Answer>, ProblemResponse> {
        let id = number(headers, Counts::Terminal(self.terminal.0))?;
        dispatch::within_leap(&self.house, &self.who(), id).await?;
        self.answer(Ask { id, round, ask: what }).await
    }

    async fn answer(&self, ask: Ask) -> Result<Json<Answer>, ProblemResponse> {
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
    Ok(Json(view.map_err(No::from)?))
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
        let style = machine.book.odds_style.value;
        let past = machine.table.past_rounds().rev();
        let own = past
            .filter_map(|past| machine.ledger.recall(past.number))
            .filter(|round| round.bets.iter().any(|bet| bet.player == player))
            .map(|round| RecalledSlip::of(&round, player, style));
        let (rounds, next) = page.of(own, |slip| slip.round);
        Some(OwnRoundsPage { rounds, next })
    });
    let found = found.await.map_err(No::from)?;
    Ok(Json(found.ok_or(No::Refused(Refusal::SeatEmpty))?))
}

async fn round(at: Standing, Named(round): Named<u64>) -> Result<Json<Answer>, ProblemResponse> {
    at.answer(Ask { id: 0, round: None, ask: What::Recall { table: None, round } }).await
}

async fn bet(
    at: Standing,
    headers: HeaderMap,
    Sent(BetsAsked { round, bet }): Sent<BetsAsked>,
) -> Result<Json<Answer>, ProblemResponse> {
    at.asks(&headers, Some(round), What::Bet(bet)).await
}

async fn ask(
    at: Standing,
    headers: HeaderMap,
    Sent(ask): Sent<SeatAsk>,
) -> Result<Json<Answer>, ProblemResponse> {
    at.asks(&headers, None, What::Seat(ask)).await
}
