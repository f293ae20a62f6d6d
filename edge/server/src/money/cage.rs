//! Money between cage and tables: every step may be repeated, and a crash between two of them
//! leaves something that the next start finishes.
//!
//! A buy-in holds the voucher on the floor, turns it into credit at the table, and only then ends
//! it; the other way round is in [`payout`](crate::money::payout). Each ask is checked before its
//! first step, goes on from where it was broken off when it comes again, and has one answer.
//! Whatever happens when, the money is in one place and never in two.

use std::collections::BTreeSet;

use taisai_floor::{Asker, Command as FloorCommand, Notice, Payee, TableId, TerminalId, Voucher};
use taisai_floor::{LookUpNumber, Person, TableStanding, VoucherState};
use taisai_journal::stored::Actor;
use taisai_protocol::Refusal;
use taisai_protocol::answer::VoucherTold;
use taisai_protocol::ask::checked::Sale;
use taisai_protocol::view::cage::VoucherShown;
use taisai_rules::Currency;
use taisai_table::{
    Command, Money, PlayerId, Request, RequestId, SeatCommand, SeatNumber, SessionId, StaffId,
    Time, VoucherId,
};
use tracing::{info, warn};

use crate::error::Error;
use crate::house::House;
use crate::task::host::Author;
use crate::task::table::at_table;
use crate::world::secret::Token;

/// A terminal at its seat, and the number under which it asks.
#[derive(Clone, Copy, Debug)]
pub struct TerminalAsk {
    /// The terminal.
    pub terminal: TerminalId,
    /// Its table.
    pub table: TableId,
    /// Its seat.
    pub seat: SeatNumber,
    /// The number of its ask.
    pub id: u64,
}

impl TerminalAsk {
    /// How many requests to the table, or to the floor, one ask of a terminal may take.
    const STEPS: u64 = 4;

    /// The ask that a request to the table was a step of.
    pub const fn ask_of(request: RequestId) -> u64 {
        request.0 / Self::STEPS
    }

    /// A step of this ask at the table.
    pub fn step(&self, step: u64, command: impl Into<SeatCommand>) -> Request {
        let (session, command) = (at_table(self.terminal), Command::seat(self.seat, command));
        Request { session, id: self.number(step), round: None, command }
    }

    /// A step of this ask on the floor.
    pub fn on_floor(&self, step: u64, command: FloorCommand) -> taisai_floor::Request {
        let from = Asker::Terminal(self.terminal);
        taisai_floor::Request { from, id: self.number(step), command }
    }

    /// The terminal as the author of what the host does on the floor for a step of this ask.
    pub fn author(&self, step: u64) -> Author {
        let (actor, session) = (Actor::Terminal(self.terminal.0), SessionId(0));
        Author { actor, session, request: self.number(step) }
    }

    fn number(&self, step: u64) -> RequestId {
        assert!(step < Self::STEPS, "an ask has few steps");
        RequestId(self.id.saturating_mul(Self::STEPS).saturating_add(step))
    }
}

/// A voucher is not what an ask needs it to be.
fn voucher_is(state: VoucherState) -> Error {
    taisai_floor::Refusal::VoucherIs(state).into()
}

/// What a token is derived for; the first word of what is hashed. Payouts have 1 and 3, loans 4,
/// replacements 5.
const SALE: u64 = 2;

impl House {
    /// Seats a player with a voucher: both or neither.
    pub async fn sit(
        &self,
        at: &TerminalAsk,
        token: Token,
        staff: Option<StaffId>,
    ) -> Result<(), Error> {
        let sat = self.sit_down(at, token, staff).await;
        self.note_barred(at, token, &sat).await?;
        sat
    }

    /// Turns a voucher into credit at a seat.
    pub async fn buy_in(&self, at: &TerminalAsk, token: Token) -> Result<(), Error> {
        let bought = self.buy_more(at, token).await;
        self.note_barred(at, token, &bought).await?;
        bought
    }

    /// Tells the floor that somebody tried what is kept from an excluded player; once for each ask.
    pub(crate) async fn note_barred(
        &self,
        at: &TerminalAsk,
        token: Token,
        outcome: &Result<(), Error>,
    ) -> Result<(), Error> {
        let TerminalAsk { terminal, table, seat, id } = *at;
        let notice = match outcome {
            Err(Error::Refused(Refusal::SeatBarred { .. })) => {
                Notice::BarredSeatTried { terminal, table, seat }
            }
            Err(Error::Refused(Refusal::VoucherForCage)) => {
                let number = self.voucher(token.voucher()).await?.number;
                Notice::BarredVoucherTried { terminal, table, seat, number }
            }
            Ok(()) | Err(_) => return Ok(()),
        };
        if self.barred_tries.is_news(terminal, id) {
            self.floor.act_for(at.author(0), FloorCommand::Note(notice)).await??;
        }
        Ok(())
    }

    async fn sit_down(
        &self,
        at: &TerminalAsk,
        token: Token,
        staff: Option<StaffId>,
    ) -> Result<(), Error> {
        let _turn = self.turns.take(at.table, Payee::Seat(at.seat)).await;
        self.check_hold(at, 1, token.voucher()).await?;
        // Nobody has the number 0: whom it will be is known once the floor admits them.
        self.check_purchase(at, token, |voucher, amount| {
            let player = PlayerId::NOBODY;
            SeatCommand::SitAndBuyIn { player, staff, voucher, amount }
        })
        .await?;
        self.floor.ask(at.on_floor(0, FloorCommand::AdmitPlayer)).await??;
        let terminal = at.terminal;
        let player = self.floor.look(move |floor| floor.terminal(terminal).and_then(|t| t.player));
        let player = player.await?.ok_or(Error::Refused(Refusal::NotYours))?;
        let sit =
            move |voucher, amount| SeatCommand::SitAndBuyIn { player, staff, voucher, amount };
        self.spend(at, 1, token, sit).await
    }

    /// Looks whether the floor would hold a voucher for a step of this ask, or did: what it refuses
    /// has admitted nobody, and a number that was used for another voucher says so first.
    async fn check_hold(
        &self,
        at: &TerminalAsk,
        step: u64,
        voucher: VoucherId,
    ) -> Result<(), Error> {
        let hold = FloorCommand::HoldVoucher { voucher, table: at.table, seat: at.seat };
        let (request, now) = (at.on_floor(step, hold), self.world.clock.now());
        Ok(self.floor.look(move |floor| floor.decide(&request, now).map(drop)).await??)
    }

    async fn buy_more(&self, at: &TerminalAsk, token: Token) -> Result<(), Error> {
        let _turn = self.turns.take(at.table, Payee::Seat(at.seat)).await;
        self.check_hold(at, 0, token.voucher()).await?;
        let buy_in = |voucher, amount| SeatCommand::BuyIn { voucher, amount };
        self.check_purchase(at, token, buy_in).await?;
        self.spend(at, 0, token, buy_in).await
    }

    /// Looks whether the table would take a voucher that is in somebody's hand, so that what it
    /// refuses has begun nothing. One that is under way, or was spent here, is for `spend` to
    /// judge.
    async fn check_purchase(
        &self,
        at: &TerminalAsk,
        token: Token,
        command: impl FnOnce(VoucherId, Money) -> SeatCommand,
    ) -> Result<(), Error> {
        let voucher = token.voucher();
        let known = self.voucher(voucher).await?;
        match known.state {
            VoucherState::Outstanding => self.check_step(at, command(voucher, known.amount)).await,
            VoucherState::Held { .. } | VoucherState::Spent { .. } => Ok(()),
            VoucherState::Prepared
            | VoucherState::Redeemed { .. }
            | VoucherState::Dropped
            | VoucherState::Replaced { .. }
            | VoucherState::Expired => Err(voucher_is(known.state)),
        }
    }

    /// Holds a voucher, lets the table turn it into credit, and ends it; `step` is the step of the
    /// ask.
    async fn spend(
        &self,
        at: &TerminalAsk,
        step: u64,
        token: Token,
        command: impl FnOnce(VoucherId, Money) -> SeatCommand,
    ) -> Result<(), Error> {
        let voucher = token.voucher();
        let (table, seat) = (at.table, at.seat);
        let hold = FloorCommand::HoldVoucher { voucher, table, seat };
        self.floor.ask(at.on_floor(step, hold.clone())).await??;
        let known = self.voucher(voucher).await?;
        match known.state {
            VoucherState::Held { .. } => {}
            VoucherState::Spent { table: by, seat: at } if (by, at) == (table, seat) => {
                return Ok(());
            }
            // This ask held it once and was refused or broken off: it goes on from here.
            VoucherState::Outstanding => self.floor.act_for(at.author(step), hold).await??,
            VoucherState::Prepared
            | VoucherState::Spent { .. }
            | VoucherState::Redeemed { .. }
            | VoucherState::Dropped
            | VoucherState::Replaced { .. }
            | VoucherState::Expired => return Err(voucher_is(known.state)),
        }
        let bought = at.step(step, command(voucher, known.amount));
        let outcome = self.table(table)?.ask(bought).await?;
        match outcome {
            // The table had it already: a crash came before the floor could write it down.
            Ok(()) | Err(taisai_table::Refusal::VoucherUsed) => {
                let spend = FloorCommand::SpendVoucher { voucher, table };
                self.floor.act_for(at.author(step), spend).await??;
                Ok(())
            }
            Err(refusal) => {
                let release = FloorCommand::ReleaseVoucher { voucher, table };
                self.floor.act_for(at.author(step), release).await??;
                Err(refusal.into())
            }
        }
    }

    /// Sells a voucher at the cage.
    pub async fn sell(
        &self,
        cashier: (StaffId, SessionId, u64),
        Sale { amount, currency, person }: Sale,
    ) -> Result<VoucherTold, Error> {
        let (staff, session, id) = cashier;
        let token = self.token_for(&[SALE, staff.0.into(), session.0, id]).await?;
        let voucher = token.voucher();
        self.check_played(voucher, currency).await?;
        let command = match person {
            None => FloorCommand::SellVoucher { voucher, amount, currency },
            Some(person) => FloorCommand::SellVoucherTo { voucher, amount, currency, person },
        };
        let (from, id) = (Asker::Staff(staff, session), RequestId(id));
        self.floor.ask(taisai_floor::Request { from, id, command }).await??;
        self.told(token).await
    }

    /// A voucher is sold in a currency that some table plays; one that was sold before is answered
    /// again, whatever is played now.
    async fn check_played(&self, voucher: VoucherId, currency: Currency) -> Result<(), Error> {
        let look = self.floor.look(move |floor| {
            let in_use = floor.tables().filter(|(_, known)| known.standing == TableStanding::InUse);
            let codes = in_use.map(|(_, known)| known.config.currency.code().to_owned());
            (floor.voucher(voucher).is_some(), codes.collect::<BTreeSet<String>>())
        });
        let (is_sold, played) = look.await?;
        if is_sold || played.contains(currency.code()) {
            return Ok(());
        }
        let played = played.into_iter().collect::<Vec<_>>().join(", ");
        let expects = format!("a currency that a table plays: {played}");
        Err(Error::Refused(Refusal::BadField { field: "currency".to_owned(), expects }))
    }

    /// Pays a voucher out at the cage, once.
    pub async fn redeem(
        &self,
        cashier: (StaffId, SessionId, u64),
        token: Token,
        person: Option<Person>,
    ) -> Result<VoucherShown, Error> {
        let (staff, session, id) = cashier;
        let voucher = token.voucher();
        let command = match person {
            None => FloorCommand::RedeemVoucher { voucher },
            Some(person) => FloorCommand::RedeemVoucherOf { voucher, person },
        };
        let (from, id) = (Asker::Staff(staff, session), RequestId(id));
        self.floor.ask(taisai_floor::Request { from, id, command }).await??;
        self.look_up(LookUp::Token(token)).await
    }

    /// A voucher by its token or by the number printed on it.
    pub async fn look_up(&self, by: LookUp) -> Result<VoucherShown, Error> {
        let found = self.floor.look(move |floor| {
            let found = match by {
                LookUp::Token(token) => {
                    floor.voucher(token.voucher()).map(|known| (token.voucher(), known))
                }
                LookUp::Number(number) => floor.voucher_numbered(number),
            };
            found.map(|(id, known)| VoucherShown::of(floor, id, known))
        });
        found.await?.ok_or(Error::Refused(Refusal::NoSuchVoucher))
    }

    /// Finishes what a crash left between cage and tables: each table knows what it has done.
    pub async fn finish_vouchers(&self) -> Result<usize, Error> {
        let unfinished: Vec<(TableId, VoucherId, Voucher)> = self
            .floor
            .look(|floor| floor.unfinished().map(|(t, v, known)| (t, v, *known)).collect())
            .await?;
        let count = unfinished.len();
        for (table, voucher, known) in unfinished {
            let handle = self.table(table)?;
            let done = handle.look(move |machine| {
                (machine.table.has_redeemed(voucher), machine.table.has_issued(voucher))
            });
            let command = match (known.state, done.await?) {
                (VoucherState::Held { .. }, (true, _)) => {
                    FloorCommand::SpendVoucher { voucher, table }
                }
                (VoucherState::Held { .. }, (false, _)) => {
                    FloorCommand::ReleaseVoucher { voucher, table }
                }
                (VoucherState::Prepared, (_, true)) => self.issue(table, voucher).await?,
                (VoucherState::Prepared, (_, false)) => {
                    FloorCommand::DropVoucher { voucher, table }
                }
                (
                    VoucherState::Outstanding
                    | VoucherState::Spent { .. }
                    | VoucherState::Redeemed { .. }
                    | VoucherState::Dropped
                    | VoucherState::Replaced { .. }
                    | VoucherState::Expired,
                    _,
                ) => continue,
            };
            info!(%table, number = known.number.0, ?command, "a voucher is finished after a stop");
            if let Err(refusal) = self.floor.act(command).await? {
                warn!(%table, number = known.number.0, %refusal, "a voucher stays unfinished");
            }
        }
        Ok(count)
    }

    /// What a voucher says. Told again later, it carries a later time and head.
    pub(crate) async fn told(&self, token: Token) -> Result<VoucherTold, Error> {
        let voucher = token.voucher();
        let known = self.voucher(voucher).await?;
        let good_until = self.floor.look(move |floor| floor.good_until(voucher)).await?;
        Ok(VoucherTold {
            token: token.text(),
            number: known.number.0,
            amount: known.amount.units(),
            currency: known.currency.code().to_owned(),
            house: self.name.to_string(),
            time: self.world.clock.now().millis(),
            good_until: good_until.map(Time::millis),
            head: self.floor.head().await?.to_string(),
        })
    }

    pub(crate) async fn voucher(&self, voucher: VoucherId) -> Result<Voucher, Error> {
        let known = self.floor.look(move |floor| floor.voucher(voucher).copied()).await?;
        known.ok_or(Error::Refused(Refusal::NoSuchVoucher))
    }
}

/// How a voucher is looked up.
#[derive(Clone, Copy)]
pub enum LookUp {
    /// By what is printed on it for machines.
    Token(Token),
    /// By what is printed on it for people.
    Number(LookUpNumber),
}
