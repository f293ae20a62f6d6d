//! The entry of every event, worked out from the ledger's own records and compared with it.

use std::collections::BTreeMap;

use taisai_rules::{Bet, Stake};
use taisai_table::{
    Adjustment, BetChange, CreditEvent, DayEvent, Event, Money, PlayerId, ReversalEvent,
    RoundEvent, RoundNumber, SeatEvent, SeatNumber,
};

use crate::account::{Account, Entry};
use crate::fault::{Figure, LedgerFault};
use crate::ledger::Ledger;
use crate::rounds::{RoundRecord, SlipRecord};
use crate::workings::{Share, compare, compare_changes, money, same, share};

/// Money by seat, as the ledger works it out.
type BySeat = BTreeMap<SeatNumber, u64>;

impl Ledger {
    /// The entry of an event, worked out from the ledger's own records.
    pub(crate) fn work_out(&self, event: &Event) -> Result<Entry, LedgerFault> {
        let mut entry = Entry::default();
        match event {
            Event::Day(event) => self.enter_day(event, &mut entry)?,
            Event::Seat(event) => self.check_seat(event)?,
            Event::Credit(event) => self.enter_credit(event, &mut entry)?,
            Event::BetsChanged { seat, round, changes, .. } => {
                self.enter_bets(*seat, *round, changes, &mut entry)?;
            }
            Event::Round(event) => self.enter_round(event, &mut entry)?,
            Event::Reversal(event) => self.enter_reversal(event, &mut entry)?,
            Event::Staff(_)
            | Event::Equipment(_)
            | Event::Ruling(_)
            | Event::Proposal(_)
            | Event::Case(_)
            | Event::Place(_)
            | Event::RequestAnswered { .. } => {}
        }
        Ok(entry)
    }

    fn enter_day(&self, event: &DayEvent, entry: &mut Entry) -> Result<(), LedgerFault> {
        match event {
            DayEvent::TableClosed { .. } => self.close(entry),
            DayEvent::TableConfigured(_)
            | DayEvent::TableOpened { .. }
            | DayEvent::ClosingAnnounced { .. }
            | DayEvent::LimitsAnnounced { .. }
            | DayEvent::Restarted
            | DayEvent::ApprovalNamed { .. }
            | DayEvent::EditionOffered(_)
            | DayEvent::OfferWithdrawn => {}
            DayEvent::TableMoved { last, .. } => {
                // What lies on the layout is settled by what it was placed under.
                let own = self.past.back().map_or(RoundNumber(0), |last| last.number);
                if self.playing.is_some() || own != *last {
                    return Err(LedgerFault::OtherRound { round: *last });
                }
            }
        }
        Ok(())
    }

    fn check_seat(&self, event: &SeatEvent) -> Result<(), LedgerFault> {
        match event {
            SeatEvent::SeatTaken { seat, .. } if self.players.contains_key(seat) => {
                Err(LedgerFault::OtherSeat { seat: *seat })
            }
            SeatEvent::SeatLeft { seat } => self.check_left(*seat),
            SeatEvent::SeatTaken { .. }
            | SeatEvent::SeatLost { .. }
            | SeatEvent::SeatReturned { .. }
            | SeatEvent::SeatBound { .. }
            | SeatEvent::SeatHandedOver { .. }
            | SeatEvent::MarkerGranted { .. }
            | SeatEvent::ColourAssigned { .. }
            | SeatEvent::OwnLimitsSet { .. }
            | SeatEvent::PlayerExcluded { .. }
            | SeatEvent::SeatBarred { .. }
            | SeatEvent::SeatReleased { .. }
            | SeatEvent::ExclusionLifted { .. } => Ok(()),
        }
    }

    fn enter_credit(&self, event: &CreditEvent, entry: &mut Entry) -> Result<(), LedgerFault> {
        match event {
            CreditEvent::BoughtIn { seat, amount, .. } => {
                let credit = self.credit_account(*seat)?;
                entry.shift(Account::VouchersOutstanding, credit, amount.units());
            }
            CreditEvent::CashedOut { seat, amount, .. } => {
                let credit = self.credit_account(*seat)?;
                entry.shift(credit, Account::VouchersOutstanding, amount.units());
            }
            CreditEvent::OwedPaid { player, amount, .. } => {
                self.check_owed(*player, *amount)?;
                let owed = Account::Owed(*player);
                entry.shift(owed, Account::VouchersOutstanding, amount.units());
            }
            CreditEvent::MadeForCage { .. } => {}
        }
        Ok(())
    }

    fn enter_round(&self, event: &RoundEvent, entry: &mut Entry) -> Result<(), LedgerFault> {
        match event {
            RoundEvent::BettingOpened { round, .. } if self.playing.is_some() => {
                return Err(LedgerFault::OtherRound { round: *round });
            }
            RoundEvent::LosersCollected { round, collected } => {
                let lost = self.shares(*round, |share| share.lost)?;
                compare(Figure::Collected, collected, &lost)?;
                entry.shift(Account::Layout(*round), Account::TableFloat, lost.values().sum());
            }
            RoundEvent::WinnersPaid { round, paid } => {
                compare(Figure::Paid, paid, &self.shares(*round, Share::returned)?)?;
                self.enter_wins(*round, entry)?;
            }
            RoundEvent::RoundCleared { round } => self.check_settled(*round)?,
            RoundEvent::BettingOpened { .. }
            | RoundEvent::BettingWarned { .. }
            | RoundEvent::BettingExtended { .. }
            | RoundEvent::BettingClosed { .. }
            | RoundEvent::PlayerSelected { .. }
            | RoundEvent::DiceShaken { .. }
            | RoundEvent::DiceRevealed { .. }
            | RoundEvent::DiceEntered { .. }
            | RoundEvent::EntryTakenBack { .. }
            | RoundEvent::ResultRecorded { .. }
            | RoundEvent::RevealWaits { .. } => {}
        }
        Ok(())
    }

    fn enter_reversal(&self, event: &ReversalEvent, entry: &mut Entry) -> Result<(), LedgerFault> {
        match event {
            ReversalEvent::RoundVoided { round, returned, .. } => {
                let staked = self.staked(*round)?;
                compare(Figure::Returned, returned, &staked)?;
                for (&seat, &units) in &staked {
                    entry.shift(Account::Layout(*round), self.credit_account(seat)?, units);
                }
            }
            ReversalEvent::BetsVoided { round, seat, returned, .. } => {
                let staked = self.staked(*round)?.get(seat).copied().unwrap_or(0);
                same(Figure::Returned, *seat, *returned, money(staked))?;
                entry.shift(Account::Layout(*round), self.credit_account(*seat)?, staked);
            }
            ReversalEvent::PastRoundVoided { round, adjustments, .. } => {
                let past = self.settled(*round)?;
                let own = self.changes(past, SlipRecord::staked);
                compare_changes(adjustments, &own)?;
                enter_changes(&own, Account::TableFloat, entry);
            }
            ReversalEvent::PastRoundCorrected { round, roll, adjustments } => {
                let past = self.settled(*round)?;
                let table = self.pays(*round);
                let own = self.changes(past, |slip| share(table, *roll, slip).returned());
                compare_changes(adjustments, &own)?;
                enter_changes(&own, Account::TableFloat, entry);
            }
            ReversalEvent::RoundRecalled { round, borne, .. } => {
                self.check_recalled(round, borne)?;
            }
            ReversalEvent::CollectionUndone { round, restored } => {
                let lost = self.shares(*round, |share| share.lost)?;
                let record = self.in_play(*round)?;
                if !record.collected || record.paid {
                    return Err(LedgerFault::RoundNotSettled { round: *round });
                }
                compare(Figure::Restored, restored, &lost)?;
                entry.shift(Account::TableFloat, Account::Layout(*round), lost.values().sum());
            }
            ReversalEvent::PastBetsVoided { round, seat, adjustment, .. } => {
                let past = self.settled(*round)?;
                let own = self.change_of(past, *seat)?;
                compare_changes(&[*adjustment], &[own])?;
                enter_changes(&[own], Account::TableFloat, entry);
            }
            ReversalEvent::BetRuled { round, adjustment, .. } => {
                let own = self.ruled(*round, adjustment)?;
                compare_changes(&[*adjustment], &[own])?;
                enter_changes(&[own], Account::Rulings, entry);
            }
        }
        Ok(())
    }

    fn credit_account(&self, seat: SeatNumber) -> Result<Account, LedgerFault> {
        let player = self.player_at(seat).ok_or(LedgerFault::OtherSeat { seat })?;
        Ok(Account::SeatCredit(seat, player))
    }

    fn check_left(&self, seat: SeatNumber) -> Result<(), LedgerFault> {
        let credit = self.balance(self.credit_account(seat)?);
        let bets = self.playing.as_ref().is_some_and(|round| {
            round.slips.get(&seat).is_some_and(|slip| !slip.bets.is_empty() && !round.paid)
        });
        if credit == 0 && !bets { Ok(()) } else { Err(LedgerFault::CreditLeftBehind { seat }) }
    }

    fn check_owed(&self, player: PlayerId, said: Money) -> Result<(), LedgerFault> {
        let worked_out = self.balance(Account::Owed(player)).unsigned_abs();
        let worked_out = money(worked_out);
        if said == worked_out {
            return Ok(());
        }
        Err(LedgerFault::OwedDiffers { player, said, worked_out })
    }

    /// The round in play, if it is this one.
    fn in_play(&self, number: RoundNumber) -> Result<&RoundRecord, LedgerFault> {
        let round = self.playing.as_ref().filter(|round| round.number == number);
        round.ok_or(LedgerFault::OtherRound { round: number })
    }

    /// A past round that has a result.
    fn settled(&self, number: RoundNumber) -> Result<&RoundRecord, LedgerFault> {
        let past = self.past_record(number).ok_or(LedgerFault::OtherRound { round: number })?;
        if past.result().is_none() {
            return Err(LedgerFault::RoundNotSettled { round: number });
        }
        Ok(past)
    }

    fn enter_bets(
        &self,
        seat: SeatNumber,
        round: RoundNumber,
        changes: &[BetChange],
        entry: &mut Entry,
    ) -> Result<(), LedgerFault> {
        let (credit, layout) = (self.credit_account(seat)?, Account::Layout(round));
        let slip = self.in_play(round)?.slips.get(&seat);
        for &BetChange { area, from, to } in changes {
            let known = slip.and_then(|slip| slip.bets.iter().find(|bet| bet.area == area));
            let sound =
                to.is_none_or(|stake| self.book.pay_table.check(Bet::new(area, stake)).is_ok());
            if known.map(|bet| bet.stake) != from || !sound {
                return Err(LedgerFault::OtherBet { seat, area });
            }
            entry.shift(layout, credit, from.map_or(0, Stake::units));
            entry.shift(credit, layout, to.map_or(0, Stake::units));
        }
        Ok(())
    }

    /// A part of every seat's share in the round in play, where there is any.
    fn shares(
        &self,
        number: RoundNumber,
        part: impl Fn(Share) -> u64,
    ) -> Result<BySeat, LedgerFault> {
        let round = self.in_play(number)?;
        let roll = round.result().ok_or(LedgerFault::RoundNotSettled { round: number })?;
        let parts = round
            .slips
            .iter()
            .map(|(&seat, slip)| (seat, part(share(&self.book.pay_table, roll, slip))));
        Ok(parts.filter(|(_, units)| *units > 0).collect())
    }

    fn staked(&self, number: RoundNumber) -> Result<BySeat, LedgerFault> {
        let slips = self.in_play(number)?.slips.iter();
        let staked = slips.map(|(&seat, slip)| (seat, slip.staked()));
        Ok(staked.filter(|(_, units)| *units > 0).collect())
    }

    fn enter_wins(&self, round: RoundNumber, entry: &mut Entry) -> Result<(), LedgerFault> {
        for (seat, kept) in self.shares(round, |share| share.kept)? {
            entry.shift(Account::Layout(round), self.credit_account(seat)?, kept);
        }
        for (seat, won) in self.shares(round, |share| share.won)? {
            entry.shift(Account::TableFloat, self.credit_account(seat)?, won);
        }
        Ok(())
    }

    fn check_settled(&self, round: RoundNumber) -> Result<(), LedgerFault> {
        self.in_play(round)?;
        let left = self.balance(Account::Layout(round));
        if left == 0 { Ok(()) } else { Err(LedgerFault::RoundNotSettled { round }) }
    }

    /// The table's win or loss goes to the house.
    fn close(&self, entry: &mut Entry) {
        let float = self.balance(Account::TableFloat);
        let (from, to) = match float {
            0.. => (Account::TableFloat, Account::HouseBank),
            _ => (Account::HouseBank, Account::TableFloat),
        };
        entry.shift(from, to, float.unsigned_abs());
    }
}

/// What a round is worth otherwise goes to or comes from the float, and what is ruled from an
/// account of its own; what cannot be had is borne.
fn enter_changes(changes: &[Adjustment], float: Account, entry: &mut Entry) {
    for change in changes {
        let owed = Account::Owed(change.player);
        if let Some(sits) = change.sits {
            let credit = Account::SeatCredit(sits, change.player);
            entry.shift(float, credit, change.given.units());
            entry.shift(credit, float, change.taken.units());
        }
        entry.shift(float, owed, change.owed.units());
        entry.shift(float, Account::Shortfall, change.recovered.units());
        entry.shift(owed, float, change.forgone.units());
        entry.shift(Account::Shortfall, float, change.shortfall.units());
    }
}
