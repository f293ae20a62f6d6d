//! Credit, and what a table owes, become vouchers: one ask, one voucher, one answer.
//!
//! A voucher is prepared on the floor, worth nothing. The table gives the money up, and only then
//! is the voucher issued. Whatever breaks off in between, the same ask goes on from there.

use taisai_floor::{Command as FloorCommand, LookUpNumber, Payee, TableId, TerminalId};
use taisai_floor::{Voucher, VoucherState, Wish};
use taisai_protocol::Refusal;
use taisai_protocol::answer::VoucherTold;
use taisai_table::{HouseCommand, Money, PlayerId, Reason, SeatCommand, SeatNumber, VoucherId};
use tracing::warn;

use crate::error::Error;
use crate::house::House;
use crate::house::who::Staff;
use crate::money::cage::TerminalAsk;
use crate::task::host::Author;
use crate::world::secret::Token;

/// What a token is derived for; the cage has the others.
const PAYOUT: u64 = 1;
const OWED: u64 = 3;

/// How often a payment of what is owed begins anew because a correction changed the amount.
const OWED_TRIES: usize = 4;

/// What a player wants of the credit at a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Payout {
    /// This much of it.
    Amount(Money),
    /// All of it.
    Credit,
    /// All of it, and to leave.
    CreditAndLeave,
}

impl Payout {
    const fn wish(self) -> Wish {
        match self {
            Self::Amount(_) => Wish::Amount,
            Self::Credit => Wish::Credit,
            Self::CreditAndLeave => Wish::CreditAndLeave,
        }
    }

    /// What the table has to do once the voucher is prepared.
    const fn command(self, voucher: VoucherId, amount: Money) -> SeatCommand {
        match self {
            Self::Amount(_) | Self::Credit => SeatCommand::CashOut { voucher, amount },
            Self::CreditAndLeave => SeatCommand::CashOutAndLeave { voucher, amount },
        }
    }
}

impl House {
    /// Turns credit into a voucher. A player who leaves without credit gets none.
    pub async fn pay_out(
        &self,
        at: &TerminalAsk,
        payout: Payout,
    ) -> Result<Option<VoucherTold>, Error> {
        let token = self.payout_token(at).await?;
        let voucher = token.voucher();
        let _turn = self.turns.take(at.table, Payee::Seat(at.seat)).await;
        let known = self.floor.look(move |floor| floor.voucher(voucher).copied()).await?;
        if let Some(known) = known {
            // The floor knows this number; asked for something else, it belongs to another ask.
            let amount = match payout {
                Payout::Amount(amount) => amount,
                Payout::Credit | Payout::CreditAndLeave => known.amount,
            };
            self.floor.ask(at.on_floor(0, prepare(at, voucher, payout, amount))).await??;
        }
        let amount = match known.map(|known| known.state) {
            None | Some(VoucherState::Dropped) => {
                let Some(amount) = self.wanted(at, payout).await? else {
                    return self.leave_without_credit(at).await.map(|()| None);
                };
                self.check_step(at, payout.command(voucher, amount)).await?;
                let prepare = prepare(at, voucher, payout, amount);
                match known {
                    None => self.floor.ask(at.on_floor(0, prepare)).await??,
                    // It was refused or broken off before, and nothing was paid: it goes on.
                    Some(_) => self.floor.act_for(at.author(0), prepare).await??,
                }
                amount
            }
            Some(VoucherState::Prepared) => self.voucher(voucher).await?.amount,
            Some(
                VoucherState::Outstanding
                | VoucherState::Held { .. }
                | VoucherState::Spent { .. }
                | VoucherState::Redeemed { .. }
                | VoucherState::Replaced { .. }
                | VoucherState::Expired,
            ) => return self.told_again(token).await.map(Some),
        };
        let paid = self.table(at.table)?.ask(at.step(0, payout.command(voucher, amount))).await?;
        self.issue_or_drop(at.author(0), token, at.table, paid).await.map(Some)
    }

    /// Looks whether the table would do a step, so that what it refuses has begun nothing.
    pub async fn check_step(&self, at: &TerminalAsk, command: SeatCommand) -> Result<(), Error> {
        let (request, now) = (at.step(0, command), self.world.clock.now());
        let check = move |machine: &crate::task::machine::TableMachine| {
            machine.table.decide(&request, now).map(drop)
        };
        Ok(self.table(at.table)?.look(check).await??)
    }

    /// How much a player would be paid; nothing where one leaves without credit.
    async fn wanted(&self, at: &TerminalAsk, payout: Payout) -> Result<Option<Money>, Error> {
        let credit = self.credit(at.table, at.seat);
        match payout {
            Payout::Amount(amount) => Ok(Some(amount)),
            Payout::Credit => match credit.await? {
                None => Err(Error::Refused(Refusal::SeatEmpty)),
                Some(credit) if credit.is_zero() => Err(Error::Refused(Refusal::NoCredit)),
                Some(credit) => Ok(Some(credit)),
            },
            Payout::CreditAndLeave => Ok(credit.await?.filter(|credit| !credit.is_zero())),
        }
    }

    async fn leave_without_credit(&self, at: &TerminalAsk) -> Result<(), Error> {
        Ok(self.table(at.table)?.ask(at.step(0, SeatCommand::Leave)).await??)
    }

    /// Issues a voucher for which its table has given the money up, or drops it.
    async fn issue_or_drop(
        &self,
        author: Author,
        token: Token,
        table: TableId,
        paid: Result<(), taisai_table::Refusal>,
    ) -> Result<VoucherTold, Error> {
        let voucher = token.voucher();
        match paid {
            // The table had given it up already: a crash came before the floor could write it down.
            Ok(()) | Err(taisai_table::Refusal::VoucherUsed) => {
                let issue = self.issue(table, voucher).await?;
                self.floor.act_for(author, issue).await??;
                self.told(token).await
            }
            Err(refusal) => {
                let drop = FloorCommand::DropVoucher { voucher, table };
                self.floor.act_for(author, drop).await??;
                Err(refusal.into())
            }
        }
    }

    /// The step that makes a voucher worth something: at every seat, or at the cage alone where the
    /// table gave the money up for a player who is kept from the game. The table remembers which,
    /// so that a crash in between loses nothing.
    pub(super) async fn issue(
        &self,
        table: TableId,
        voucher: VoucherId,
    ) -> Result<FloorCommand, Error> {
        let for_cage = move |machine: &crate::task::machine::TableMachine| {
            machine.table.has_issued_for_cage(voucher)
        };
        Ok(if self.table(table)?.look(for_cage).await? {
            FloorCommand::IssueForCage { voucher, table }
        } else {
            FloorCommand::IssueVoucher { voucher, table }
        })
    }

    /// Gives a player who has left what a table still owes, as a voucher.
    pub async fn pay_owed(
        &self,
        cashier: &Staff,
        id: u64,
        (table, player): (TableId, PlayerId),
        reason: Reason,
    ) -> Result<VoucherTold, Error> {
        let (staff, session) = (cashier.staff, cashier.session);
        let token = self.token_for(&[OWED, staff.0.into(), session.0, id]).await?;
        let (voucher, author) = (token.voucher(), cashier.author(id));
        let _turn = self.turns.take(table, Payee::Player(player)).await;
        let known = self.floor.look(move |floor| floor.voucher(voucher).copied()).await?;
        let amount = match known {
            Some(known) => known.amount,
            None => self.owed(table, player).await?,
        };
        // The floor judges the cashier's right once, under the number of the ask.
        let wish = Wish::Owed(reason);
        let payee = Payee::Player(player);
        let prepare = |amount| {
            let wish = wish.clone();
            FloorCommand::PrepareVoucher { voucher, table, payee, amount, wish }
        };
        self.floor.ask(cashier.on_floor(id, prepare(amount))).await??;
        for _ in 0..OWED_TRIES {
            let Voucher { state, amount, .. } = self.voucher(voucher).await?;
            match state {
                VoucherState::Prepared => {}
                // A correction may change what is owed between the voucher and the payment, or a
                // crash may break it off: it goes on with what is owed now.
                VoucherState::Dropped => {
                    let owed = self.owed(table, player).await?;
                    self.floor.act_for(author, prepare(owed)).await??;
                    continue;
                }
                VoucherState::Outstanding
                | VoucherState::Held { .. }
                | VoucherState::Spent { .. }
                | VoucherState::Redeemed { .. }
                | VoucherState::Replaced { .. }
                | VoucherState::Expired => return self.told(token).await,
            }
            let pay = cashier.through_floor(id, HouseCommand::PayOwed { player, voucher, amount });
            match self.table(table)?.ask(pay).await? {
                Err(taisai_table::Refusal::BadAmount) => {
                    let drop = FloorCommand::DropVoucher { voucher, table };
                    self.floor.act_for(author, drop).await??;
                }
                paid => return self.issue_or_drop(author, token, table, paid).await,
            }
        }
        Err(taisai_table::Refusal::BadAmount.into())
    }

    async fn owed(&self, table: TableId, player: PlayerId) -> Result<Money, Error> {
        let handle = self.table(table)?;
        let owed = handle.look(move |machine| {
            machine.table.owed().find(|(owed, _)| *owed == player).map(|(_, amount)| amount)
        });
        owed.await?.ok_or(Error::Refused(Refusal::NothingThere))
    }

    /// The player at a terminal has a voucher in hand.
    pub async fn take_voucher(&self, at: &TerminalAsk, number: LookUpNumber) -> Result<(), Error> {
        let found = self.floor.look(move |floor| floor.voucher_numbered(number).map(|(id, _)| id));
        let voucher = found.await?.ok_or(Error::Refused(Refusal::NoSuchVoucher))?;
        Ok(self.floor.ask(at.on_floor(0, FloorCommand::TakeVoucher { voucher })).await??)
    }

    /// The vouchers that were made out at a terminal and that nobody has used or in hand.
    pub async fn untaken(
        &self,
        terminal: TerminalId,
        table: TableId,
        seat: SeatNumber,
    ) -> Result<Vec<VoucherTold>, Error> {
        let requests = self.floor.look(move |floor| {
            let requests = floor.untaken(terminal).map(|(_, promise)| promise.request);
            requests.collect::<Vec<_>>()
        });
        let mut vouchers = Vec::new();
        for request in requests.await? {
            let at = TerminalAsk { terminal, table, seat, id: TerminalAsk::ask_of(request) };
            match self.told(self.payout_token(&at).await?).await {
                Ok(voucher) => vouchers.push(voucher),
                // It was made out with a key that is lost: its paper can be replaced at the cage,
                // and the terminal works on.
                Err(Error::Refused(Refusal::NoSuchVoucher)) => {
                    warn!(%terminal, ask = at.id, "a voucher's token does not follow from the key");
                }
                Err(no) => return Err(no),
            }
        }
        vouchers.sort_by_key(|voucher| voucher.number);
        Ok(vouchers)
    }

    /// The voucher of an ask that was done before, for the player who asked and nobody after them.
    async fn told_again(&self, token: Token) -> Result<VoucherTold, Error> {
        let voucher = token.voucher();
        if self.floor.look(move |floor| floor.promise(voucher).is_some()).await? {
            return self.told(token).await;
        }
        Err(taisai_floor::Refusal::RequestTooOld.into())
    }

    async fn payout_token(&self, at: &TerminalAsk) -> Result<Token, Error> {
        let TerminalAsk { terminal, table, seat, id } = *at;
        let words = [PAYOUT, table.0.into(), seat.0.into(), terminal.0.into(), id];
        self.token_for(&words).await
    }

    async fn credit(&self, table: TableId, seat: SeatNumber) -> Result<Option<Money>, Error> {
        let handle = self.table(table)?;
        let credit =
            handle.look(move |machine| machine.table.seat(seat).map(taisai_table::Seat::credit));
        Ok(credit.await?)
    }
}

fn prepare(at: &TerminalAsk, voucher: VoucherId, payout: Payout, amount: Money) -> FloorCommand {
    let (table, payee, wish) = (at.table, Payee::Seat(at.seat), payout.wish());
    FloorCommand::PrepareVoucher { voucher, table, payee, amount, wish }
}
