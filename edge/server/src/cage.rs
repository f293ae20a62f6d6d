//! Money between cage and tables: every step may be repeated, and a crash between two of them
//! leaves something that the next start finishes.
//!
//! A buy-in holds the voucher on the floor, turns it into credit at the table, and only then ends
//! it. A cash-out prepares a voucher that is worth nothing, takes the credit at the table, and only
//! then issues it. Whatever happens when, the money is in one place and never in two.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use taisai_floor::{Asker, Command as FloorCommand, Payee, TableId, TerminalId, Voucher};
use taisai_floor::{LookUpNumber, VoucherState};
use taisai_journal::stored::Actor;
use taisai_protocol::Refusal;
use taisai_protocol::answer::VoucherTold;
use taisai_protocol::ask::AskFault;
use taisai_rules::Currency;
use taisai_table::{
    Asker as TableAsker, Command, Money, PlayerId, Request, RequestId, SeatNumber, SessionId,
    StaffId, VoucherId,
};
use tokio::sync::{Mutex as AsyncMutex, OwnedMutexGuard};
use tracing::{info, warn};

use crate::dispatch::floor_request;
use crate::handle::Away;
use crate::host::Author;
use crate::house::House;
use crate::login::Staff;
use crate::secret::Token;
use crate::table::at_table;

/// Why something was not done.
#[derive(Clone, Debug)]
pub enum No {
    /// The rules say no.
    Refused(Refusal),
    /// A table or the floor does not answer; nothing is known of what was asked.
    Away,
}

impl From<Away> for No {
    fn from(Away: Away) -> Self {
        Self::Away
    }
}

impl From<taisai_floor::Refusal> for No {
    fn from(refusal: taisai_floor::Refusal) -> Self {
        Self::Refused((&refusal).into())
    }
}

impl From<taisai_table::Refusal> for No {
    fn from(refusal: taisai_table::Refusal) -> Self {
        Self::Refused((&refusal).into())
    }
}

impl From<AskFault> for No {
    fn from(fault: AskFault) -> Self {
        Self::Refused(fault.into())
    }
}

/// A terminal at its seat, and the number under which it asks.
#[derive(Clone, Copy, Debug)]
pub struct AtSeat {
    /// The terminal.
    pub terminal: TerminalId,
    /// Its table.
    pub table: TableId,
    /// Its seat.
    pub seat: SeatNumber,
    /// The number of its ask.
    pub id: u64,
}

impl AtSeat {
    /// How many requests to the table, or to the floor, one ask of a terminal may take.
    const STEPS: u64 = 4;

    /// The ask that a request to the table was a step of.
    pub const fn ask_of(request: RequestId) -> u64 {
        request.0 / Self::STEPS
    }

    /// A step of this ask at the table.
    pub fn step(&self, step: u64, command: Command) -> Request {
        let (from, session) = (TableAsker::Seat(self.seat), at_table(self.terminal));
        Request { from, session, id: self.number(step), round: None, command }
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

/// Whose money is on its way between cage and table. Each has one ask at a time under way: of two
/// that are the same, one could otherwise undo what the other has done.
#[derive(Default)]
pub struct Turns(Mutex<BTreeMap<(TableId, Payee), Turn>>);

/// Held by whoever has the turn.
type Turn = Arc<AsyncMutex<()>>;

impl Turns {
    /// Waits until it is their turn; it is until what is returned is dropped.
    async fn take(&self, table: TableId, payee: Payee) -> OwnedMutexGuard<()> {
        let turn = {
            let mut turns = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            // Nobody has the turn of those that are held here alone.
            turns.retain(|_, turn| Arc::strong_count(turn) > 1);
            Arc::clone(turns.entry((table, payee)).or_default())
        };
        turn.lock_owned().await
    }
}

/// A voucher is not what an ask needs it to be.
fn voucher_is(state: VoucherState) -> No {
    taisai_floor::Refusal::VoucherIs(state).into()
}

/// What a token is derived for; the first word of what is hashed.
const CASH_OUT: u64 = 1;
const SALE: u64 = 2;
const OWED: u64 = 3;

/// How many vouchers are made out for one payment of what is owed, at most.
const OWED_VOUCHERS: u64 = 4;

impl House {
    /// Turns a voucher into credit at a seat; `step` is the step of the ask.
    pub async fn buy_in(&self, at: &AtSeat, step: u64, token: Token) -> Result<(), No> {
        let voucher = token.voucher();
        let (table, seat) = (at.table, at.seat);
        let _turn = self.turns.take(table, Payee::Seat(seat)).await;
        let hold = FloorCommand::HoldVoucher { voucher, table, seat };
        self.floor.ask(at.on_floor(step, hold)).await??;
        let known = self.voucher(voucher).await?;
        match known.state {
            VoucherState::Held { .. } => {}
            VoucherState::Spent { table: by, seat: at } if (by, at) == (table, seat) => {
                return Ok(());
            }
            // This ask held it once and let it go again: what it was refused for may be gone by
            // now, but the voucher is in the player's hand and must not be credit besides.
            VoucherState::Prepared
            | VoucherState::Outstanding
            | VoucherState::Spent { .. }
            | VoucherState::Redeemed { .. }
            | VoucherState::Dropped => return Err(voucher_is(known.state)),
        }
        let amount = known.amount;
        let bought = at.step(step, Command::BuyIn { voucher, amount });
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

    /// Turns credit into a voucher; all of it where no amount is said.
    pub async fn cash_out(&self, at: &AtSeat, amount: Option<Money>) -> Result<VoucherTold, No> {
        let (table, seat) = (at.table, at.seat);
        let words = [CASH_OUT, table.0.into(), seat.0.into(), at.terminal.0.into(), at.id];
        let token = self.key.token(&words);
        let voucher = token.voucher();
        let _turn = self.turns.take(table, Payee::Seat(seat)).await;
        let known = self.floor.look(move |floor| floor.voucher(voucher).copied()).await?;
        let amount = match (known, amount) {
            // The same ask again: it is about the amount it was about before.
            (Some(known), _) => known.amount,
            (None, Some(amount)) => amount,
            (None, None) => self.credit(table, seat).await?,
        };
        let payee = Payee::Seat(seat);
        let prepare = FloorCommand::PrepareVoucher { voucher, table, payee, amount };
        self.floor.ask(at.on_floor(0, prepare)).await??;
        match self.voucher(voucher).await?.state {
            VoucherState::Prepared => {}
            // This ask was refused once: the credit must not go where nothing comes of it.
            VoucherState::Dropped => return Err(voucher_is(VoucherState::Dropped)),
            VoucherState::Outstanding
            | VoucherState::Held { .. }
            | VoucherState::Spent { .. }
            | VoucherState::Redeemed { .. } => return self.told(token).await,
        }
        let given_up = at.step(0, Command::CashOut { voucher, amount });
        match self.table(table)?.ask(given_up).await? {
            // The table had given it up already: a crash came before the floor could write it down.
            Ok(()) | Err(taisai_table::Refusal::VoucherUsed) => {
                self.issue(at.author(0), token, table).await
            }
            Err(refusal) => {
                let drop = FloorCommand::DropVoucher { voucher, table };
                self.floor.act_for(at.author(0), drop).await??;
                Err(refusal.into())
            }
        }
    }

    /// Gives a player who has left what a table still owes, as a voucher.
    pub async fn pay_owed(
        &self,
        cashier: &Staff,
        id: u64,
        table: TableId,
        player: PlayerId,
    ) -> Result<VoucherTold, No> {
        let (staff, session) = (cashier.staff, cashier.session);
        let _turn = self.turns.take(table, Payee::Player(player)).await;
        // A correction may change what is owed between the voucher and the payment: that voucher
        // is dropped then, and another made out.
        for voucher in 0..OWED_VOUCHERS {
            let words = [OWED, table.0.into(), player.0, staff.0.into(), session.0, id, voucher];
            let paying = Paying { cashier, id, table, player, first: voucher == 0 };
            if let Some(told) = self.pay_owed_by(self.key.token(&words), paying).await? {
                return Ok(told);
            }
        }
        Err(taisai_table::Refusal::BadAmount.into())
    }

    /// Gives a player what is owed by this voucher, if that is still what is owed.
    async fn pay_owed_by(
        &self,
        token: Token,
        paying: Paying<'_>,
    ) -> Result<Option<VoucherTold>, No> {
        let Paying { cashier, id, table, player, .. } = paying;
        let (voucher, author) = (token.voucher(), cashier.author(id));
        let known = self.floor.look(move |floor| floor.voucher(voucher).copied()).await?;
        let amount = match known {
            Some(Voucher { state: VoucherState::Dropped, .. }) => return Ok(None),
            Some(known) => known.amount,
            None => self.owed(table, player).await?.ok_or(No::Refused(Refusal::NothingThere))?,
        };
        if known.is_none() {
            let payee = Payee::Player(player);
            let prepare = FloorCommand::PrepareVoucher { voucher, table, payee, amount };
            // The floor judges the cashier's right once, under the number of the ask.
            if paying.first {
                self.floor.ask(floor_request(cashier, id, prepare)).await??;
            } else {
                self.floor.act_for(author, prepare).await??;
            }
        }
        let pay = cashier.through_floor(id, Command::PayOwed { player, voucher, amount });
        match self.table(table)?.ask(pay).await? {
            Ok(()) | Err(taisai_table::Refusal::VoucherUsed) => {
                self.issue(author, token, table).await.map(Some)
            }
            Err(refusal) => {
                let drop = FloorCommand::DropVoucher { voucher, table };
                self.floor.act_for(author, drop).await??;
                let changed = refusal == taisai_table::Refusal::BadAmount;
                if changed { Ok(None) } else { Err(refusal.into()) }
            }
        }
    }

    async fn owed(&self, table: TableId, player: PlayerId) -> Result<Option<Money>, No> {
        let handle = self.table(table)?;
        let owed = handle.look(move |machine| {
            machine.table.owed().find(|(owed, _)| *owed == player).map(|(_, amount)| amount)
        });
        Ok(owed.await?)
    }

    /// Sells a voucher at the cage.
    pub async fn sell(
        &self,
        cashier: (StaffId, SessionId, u64),
        amount: Money,
        currency: Currency,
    ) -> Result<VoucherTold, No> {
        let (staff, session, id) = cashier;
        let token = self.key.token(&[SALE, staff.0.into(), session.0, id]);
        let voucher = token.voucher();
        let command = FloorCommand::SellVoucher { voucher, amount, currency };
        let (from, id) = (Asker::Staff(staff, session), RequestId(id));
        self.floor.ask(taisai_floor::Request { from, id, command }).await??;
        self.told(token).await
    }

    /// Pays a voucher out at the cage, once.
    pub async fn redeem(
        &self,
        cashier: (StaffId, SessionId, u64),
        token: Token,
    ) -> Result<Voucher, No> {
        let (staff, session, id) = cashier;
        let voucher = token.voucher();
        let command = FloorCommand::RedeemVoucher { voucher };
        let (from, id) = (Asker::Staff(staff, session), RequestId(id));
        self.floor.ask(taisai_floor::Request { from, id, command }).await??;
        self.voucher(voucher).await
    }

    /// A voucher by its token or by the number printed on it.
    pub async fn look_up(&self, by: LookUp) -> Result<Voucher, No> {
        let found = self.floor.look(move |floor| match by {
            LookUp::Token(token) => floor.voucher(token.voucher()).copied(),
            LookUp::Number(number) => floor.voucher_numbered(number).map(|(_, known)| *known),
        });
        found.await?.ok_or(No::Refused(Refusal::NoSuchVoucher))
    }

    /// Finishes what a crash left between cage and tables: each table knows what it has done.
    pub async fn finish_vouchers(&self) -> Result<usize, No> {
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
                (VoucherState::Prepared, (_, true)) => {
                    FloorCommand::IssueVoucher { voucher, table }
                }
                (VoucherState::Prepared, (_, false)) => {
                    FloorCommand::DropVoucher { voucher, table }
                }
                (
                    VoucherState::Outstanding
                    | VoucherState::Spent { .. }
                    | VoucherState::Redeemed { .. }
                    | VoucherState::Dropped,
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

    async fn issue(&self, author: Author, token: Token, table: TableId) -> Result<VoucherTold, No> {
        let voucher = token.voucher();
        self.floor.act_for(author, FloorCommand::IssueVoucher { voucher, table }).await??;
        self.told(token).await
    }

    async fn told(&self, token: Token) -> Result<VoucherTold, No> {
        let known = self.voucher(token.voucher()).await?;
        Ok(VoucherTold {
            token: token.text(),
            number: known.number.0,
            amount: known.amount.units(),
            currency: known.currency.code().to_owned(),
            house: self.name.to_string(),
            time: self.world.clock.now().millis(),
            head: self.floor.head().await?.to_string(),
        })
    }

    async fn voucher(&self, voucher: VoucherId) -> Result<Voucher, No> {
        let known = self.floor.look(move |floor| floor.voucher(voucher).copied()).await?;
        known.ok_or(No::Refused(Refusal::NoSuchVoucher))
    }

    async fn credit(&self, table: TableId, seat: SeatNumber) -> Result<Money, No> {
        let handle = self.table(table)?;
        let credit =
            handle.look(move |machine| machine.table.seat(seat).map(taisai_table::Seat::credit));
        credit.await?.ok_or(No::Refused(Refusal::SeatEmpty))
    }
}

/// A payment of what a table owes to a player who has left.
#[derive(Clone, Copy)]
struct Paying<'a> {
    cashier: &'a Staff,
    id: u64,
    table: TableId,
    player: PlayerId,
    /// Whether this is the first voucher that is made out for it.
    first: bool,
}

/// How a voucher is looked up.
#[derive(Clone, Copy)]
pub enum LookUp {
    /// By what is printed on it for machines.
    Token(Token),
    /// By what is printed on it for people.
    Number(LookUpNumber),
}
