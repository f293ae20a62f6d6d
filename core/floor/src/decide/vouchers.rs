//! Money moves between the cage and the tables: one step at a time, each as often as it is asked
//! but with one effect.

use taisai_rules::Currency;
use taisai_table::{Money, Reason, SeatNumber, StaffId, Time, VoucherId};

use super::Decision;
use crate::books::Account;
use crate::command::Payee;
use crate::event::Event;
use crate::floor::Floor;
use crate::ids::{LookUpNumber, TableId, TerminalId};
use crate::refusal::Refusal;
use crate::rules::CageRules;
use crate::voucher::{Origin, Voucher, VoucherState};

/// The step has been taken before; there is nothing more to do.
const DONE: Decision = Ok(Vec::new());

impl Floor {
    pub(super) fn sell_voucher(
        &self,
        voucher: VoucherId,
        amount: Money,
        currency: Currency,
        by: StaffId,
    ) -> Decision {
        if let Some(known) = self.voucher(voucher) {
            return Err(Refusal::VoucherIs(known.state));
        }
        self.check_owed(currency, amount)?;
        let number = self.next_number(amount)?;
        Ok(vec![Event::VoucherSold { voucher, number, amount, currency, by }])
    }

    /// Unlike the steps between machines, this one is never "done before": cash would be paid on
    /// such an answer. A repeat under the same request number is known by that.
    pub(super) fn redeem_voucher(&self, voucher: VoucherId, by: StaffId, now: Time) -> Decision {
        let Voucher { amount, currency, .. } = *self.known_voucher(voucher)?;
        let redeemed = self.pay_voucher(voucher, by, now)?;
        match self.rules.alone_max().get(&currency) {
            Some(&alone_max) if amount > alone_max => Err(Refusal::PaidByTwo { alone_max }),
            Some(_) | None => Ok(vec![redeemed]),
        }
    }

    /// Cash for a voucher, out of this cashier's drawer.
    pub(super) fn pay_voucher(
        &self,
        voucher: VoucherId,
        by: StaffId,
        now: Time,
    ) -> Result<Event, Refusal> {
        let Voucher { state, amount, .. } = *self.known_voucher(voucher)?;
        self.check_good(voucher, now)?;
        match state {
            VoucherState::Outstanding => Ok(Event::VoucherRedeemed { voucher, amount, by }),
            VoucherState::Prepared
            | VoucherState::Held { .. }
            | VoucherState::Spent { .. }
            | VoucherState::Redeemed { .. }
            | VoucherState::Dropped
            | VoucherState::Replaced { .. }
            | VoucherState::Expired => Err(Refusal::VoucherIs(state)),
        }
    }

    pub(super) fn hold_voucher(
        &self,
        voucher: VoucherId,
        table: TableId,
        seat: SeatNumber,
        now: Time,
    ) -> Decision {
        let plays_in = self.table_in_use(table)?.config.currency;
        let Voucher { state, amount, currency, .. } = *self.known_voucher(voucher)?;
        match state {
            VoucherState::Outstanding if self.is_for_cage(voucher) => Err(Refusal::VoucherForCage),
            VoucherState::Outstanding if currency != plays_in => {
                Err(Refusal::OtherCurrency { currency: plays_in })
            }
            VoucherState::Outstanding => {
                self.check_good(voucher, now)?;
                Ok(vec![Event::VoucherHeld { voucher, amount, table, seat }])
            }
            VoucherState::Held { table: by, seat: at } if (by, at) == (table, seat) => DONE,
            VoucherState::Prepared
            | VoucherState::Held { .. }
            | VoucherState::Spent { .. }
            | VoucherState::Redeemed { .. }
            | VoucherState::Dropped
            | VoucherState::Replaced { .. }
            | VoucherState::Expired => Err(Refusal::VoucherIs(state)),
        }
    }

    pub(super) fn spend_voucher(&self, voucher: VoucherId, table: TableId) -> Decision {
        let Voucher { state, amount, .. } = *self.known_voucher(voucher)?;
        match state {
            VoucherState::Held { table: by, seat } if by == table => {
                Ok(vec![Event::VoucherSpent { voucher, amount, table, seat }])
            }
            VoucherState::Spent { table: by, .. } if by == table => DONE,
            VoucherState::Prepared
            | VoucherState::Outstanding
            | VoucherState::Held { .. }
            | VoucherState::Spent { .. }
            | VoucherState::Redeemed { .. }
            | VoucherState::Dropped
            | VoucherState::Replaced { .. }
            | VoucherState::Expired => Err(Refusal::VoucherIs(state)),
        }
    }

    pub(super) fn release_voucher(&self, voucher: VoucherId, table: TableId) -> Decision {
        let Voucher { state, amount, .. } = *self.known_voucher(voucher)?;
        match state {
            VoucherState::Held { table: by, seat } if by == table => {
                Ok(vec![Event::VoucherReleased { voucher, amount, table, seat }])
            }
            VoucherState::Outstanding => DONE,
            VoucherState::Prepared
            | VoucherState::Held { .. }
            | VoucherState::Spent { .. }
            | VoucherState::Redeemed { .. }
            | VoucherState::Dropped
            | VoucherState::Replaced { .. }
            | VoucherState::Expired => Err(Refusal::VoucherIs(state)),
        }
    }

    pub(super) fn prepare_voucher(
        &self,
        voucher: VoucherId,
        table: TableId,
        payee: Payee,
        amount: Money,
    ) -> Decision {
        let currency = self.table_in_use(table)?.config.currency;
        let prepared = |number| {
            let prepared =
                Event::VoucherPrepared { voucher, number, amount, currency, table, payee };
            Ok(vec![prepared])
        };
        let Some(known) = self.voucher(voucher) else {
            self.check_none_prepared(table, payee)?;
            self.check_owed(currency, amount)?;
            return prepared(self.next_number(amount)?);
        };
        if known.origin != (Origin::Table { table, payee }) {
            return Err(Refusal::VoucherDiffers);
        }
        match known.state {
            // Its ask was refused or broken off, and goes on: what there is to pay may be another
            // amount by now.
            VoucherState::Dropped => {
                self.check_none_prepared(table, payee)?;
                self.check_owed(currency, amount)?;
                self.next_number(amount)?;
                prepared(known.number)
            }
            VoucherState::Prepared
            | VoucherState::Outstanding
            | VoucherState::Held { .. }
            | VoucherState::Spent { .. }
            | VoucherState::Redeemed { .. }
            | VoucherState::Replaced { .. }
            | VoucherState::Expired
                if known.amount == amount =>
            {
                DONE
            }
            VoucherState::Prepared
            | VoucherState::Outstanding
            | VoucherState::Held { .. }
            | VoucherState::Spent { .. }
            | VoucherState::Redeemed { .. }
            | VoucherState::Replaced { .. }
            | VoucherState::Expired => Err(Refusal::VoucherDiffers),
        }
    }

    /// The player has a voucher in hand that this terminal shows.
    pub(super) fn take_voucher(&self, voucher: VoucherId, terminal: TerminalId) -> Decision {
        let promise = self.promise(voucher).filter(|promise| promise.terminal == terminal);
        let promise = promise.ok_or(Refusal::NoSuchVoucher)?;
        let state = self.known_voucher(voucher)?.state;
        match state {
            VoucherState::Prepared | VoucherState::Dropped => Err(Refusal::VoucherIs(state)),
            VoucherState::Outstanding
            | VoucherState::Held { .. }
            | VoucherState::Spent { .. }
            | VoucherState::Redeemed { .. }
            | VoucherState::Replaced { .. }
            | VoucherState::Expired
                if promise.taken =>
            {
                DONE
            }
            VoucherState::Outstanding
            | VoucherState::Held { .. }
            | VoucherState::Spent { .. }
            | VoucherState::Redeemed { .. }
            | VoucherState::Replaced { .. }
            | VoucherState::Expired => Ok(vec![Event::VoucherTaken { voucher, terminal }]),
        }
    }

    /// Whether a voucher is one whose paper can be lost: worth its amount in somebody's hand.
    pub(super) fn check_replaceable(
        &self,
        voucher: VoucherId,
        anew: VoucherId,
    ) -> Result<(), Refusal> {
        let Voucher { state, .. } = *self.known_voucher(voucher)?;
        if state != VoucherState::Outstanding {
            return Err(Refusal::VoucherIs(state));
        }
        if self.voucher(anew).is_some() { Err(Refusal::VoucherDiffers) } else { Ok(()) }
    }

    pub(super) fn replace_voucher(
        &self,
        (voucher, anew): (VoucherId, VoucherId),
        reason: &Reason,
        by: [StaffId; 2],
    ) -> Result<Event, Refusal> {
        let amount = self.known_voucher(voucher)?.amount;
        let (number, reason) = (self.next_number(amount)?, reason.clone());
        Ok(Event::VoucherReplaced { voucher, anew, number, amount, reason, by })
    }

    pub(super) fn issue_voucher(&self, voucher: VoucherId, table: TableId) -> Decision {
        let Voucher { state, amount, .. } = *self.voucher_of(voucher, table)?;
        match state {
            VoucherState::Prepared => Ok(vec![Event::VoucherIssued { voucher, amount, table }]),
            VoucherState::Dropped => Err(Refusal::VoucherIs(state)),
            // Whatever it has become since, it was issued once.
            VoucherState::Outstanding
            | VoucherState::Held { .. }
            | VoucherState::Spent { .. }
            | VoucherState::Redeemed { .. }
            | VoucherState::Replaced { .. }
            | VoucherState::Expired => DONE,
        }
    }

    /// One step: a voucher is never worth anything at a seat before the floor knows that it must
    /// not be.
    pub(super) fn issue_for_cage(&self, voucher: VoucherId, table: TableId) -> Decision {
        if self.issue_voucher(voucher, table)?.is_empty() {
            return DONE;
        }
        let amount = self.voucher_of(voucher, table)?.amount;
        Ok(vec![Event::VoucherIssuedForCage { voucher, amount, table }])
    }

    pub(super) fn drop_voucher(&self, voucher: VoucherId, table: TableId) -> Decision {
        let state = self.voucher_of(voucher, table)?.state;
        match state {
            VoucherState::Prepared => Ok(vec![Event::VoucherDropped { voucher, table }]),
            VoucherState::Dropped => DONE,
            VoucherState::Outstanding
            | VoucherState::Held { .. }
            | VoucherState::Spent { .. }
            | VoucherState::Redeemed { .. }
            | VoucherState::Replaced { .. }
            | VoucherState::Expired => Err(Refusal::VoucherIs(state)),
        }
    }

    /// Whether paper can be honoured: its number was lost with an old copy that was accepted, so
    /// that this journal never gave it out, and nobody has honoured it since.
    pub(super) fn check_paper(
        &self,
        voucher: VoucherId,
        number: LookUpNumber,
        (amount, currency): (Money, Currency),
    ) -> Result<(), Refusal> {
        if let Some(known) = self.voucher(voucher) {
            return Err(Refusal::VoucherIs(known.state));
        }
        if !self.lost.iter().any(|lost| lost.has(number)) {
            return Err(Refusal::PaperNotLost);
        }
        if self.honoured.contains(&number) {
            return Err(Refusal::PaperHonoured);
        }
        if self.honoured.len() >= Self::HONOURED_MAX {
            return Err(Refusal::TooMany { max: Self::HONOURED_MAX });
        }
        self.check_owed(currency, amount)?;
        self.next_number(amount).map(|_| ())
    }

    /// One payment to somebody is finished before the next is prepared, so that nobody can fill
    /// the floor with vouchers that no table has paid for.
    fn check_none_prepared(&self, table: TableId, payee: Payee) -> Result<(), Refusal> {
        let same = |voucher: &Voucher| {
            voucher.state == VoucherState::Prepared
                && voucher.origin == (Origin::Table { table, payee })
        };
        let unfinished = self.unfinished_at(table).filter(|(_, voucher)| same(voucher)).count();
        if unfinished > 0 { Err(Refusal::VouchersUnfinished { unfinished }) } else { Ok(()) }
    }

    /// A voucher in somebody's hand is worth nothing from the moment its time is over, whether or
    /// not the clock was looked at since.
    fn check_good(&self, voucher: VoucherId, now: Time) -> Result<(), Refusal> {
        let state = self.known_voucher(voucher)?.state;
        let over = self.good_until(voucher).is_some_and(|until| until <= now);
        if over && state == VoucherState::Outstanding {
            return Err(Refusal::VoucherIs(VoucherState::Expired));
        }
        Ok(())
    }

    /// Whether a voucher's time is over, so that two people may make it good again.
    pub(super) fn check_expired(&self, voucher: VoucherId) -> Result<(), Refusal> {
        let Voucher { state, amount, currency, .. } = *self.known_voucher(voucher)?;
        match state {
            VoucherState::Expired => {
                self.check_owed(currency, amount)?;
                self.next_number(amount).map(drop)
            }
            VoucherState::Prepared
            | VoucherState::Outstanding
            | VoucherState::Held { .. }
            | VoucherState::Spent { .. }
            | VoucherState::Redeemed { .. }
            | VoucherState::Dropped
            | VoucherState::Replaced { .. } => Err(Refusal::VoucherIs(state)),
        }
    }

    pub(super) fn revive_voucher(
        &self,
        voucher: VoucherId,
        reason: &Reason,
        by: [StaffId; 2],
    ) -> Result<Event, Refusal> {
        let (amount, reason) = (self.known_voucher(voucher)?.amount, reason.clone());
        Ok(Event::VoucherRevived { voucher, amount, reason, by })
    }

    /// One where a voucher is so: what two people agree on must not have changed in between.
    pub(super) fn state_is(&self, voucher: VoucherId, state: VoucherState) -> u64 {
        u64::from(self.voucher(voucher).is_some_and(|known| known.state == state))
    }

    pub(super) fn rule_cage(&self, rules: &CageRules) -> Decision {
        if *rules == self.rules { DONE } else { Ok(vec![Event::CageRuled(rules.clone())]) }
    }

    fn known_voucher(&self, voucher: VoucherId) -> Result<&Voucher, Refusal> {
        self.voucher(voucher).ok_or(Refusal::NoSuchVoucher)
    }

    /// A voucher that this table gives out.
    fn voucher_of(&self, voucher: VoucherId, table: TableId) -> Result<&Voucher, Refusal> {
        let known = self.known_voucher(voucher)?;
        match known.origin {
            Origin::Table { table: of, .. } if of == table => Ok(known),
            Origin::Table { .. } | Origin::Cage { .. } | Origin::Honoured { .. } => {
                Err(Refusal::VoucherDiffers)
            }
        }
    }

    /// All that is owed on vouchers of a currency is an amount of money, too: whoever adds vouchers
    /// up never leaves the numbers that money has.
    fn check_owed(&self, currency: Currency, amount: Money) -> Result<(), Refusal> {
        let on = |account| self.books.balance(currency, account);
        let owed = -(on(Account::Outstanding) + on(Account::Held));
        if owed + i128::from(amount.units()) <= i128::from(Money::MAX.units()) {
            return Ok(());
        }
        Err(Refusal::OwedTooMuch { owed_max: Money::MAX })
    }

    /// The look-up number of another voucher. Its room is looked for before any money moves: what
    /// is prepared can always be issued, and what is held can always be released.
    fn next_number(&self, amount: Money) -> Result<LookUpNumber, Refusal> {
        let live = self.vouchers.len() - self.finished.len();
        if live >= Self::VOUCHERS_MAX {
            return Err(Refusal::TooMany { max: Self::VOUCHERS_MAX });
        }
        if amount.is_zero() {
            return Err(Refusal::NoAmount);
        }
        Ok(LookUpNumber(self.vouchers_numbered + 1))
    }
}
