//! Whether table and ledger tell the same story.

use std::collections::BTreeMap;

use taisai_table::round::PastRound;
use taisai_table::{Event, Money, PlayerId, Seat, SeatNumber, Table};

use crate::account::{Account, Posting};
use crate::fault::{Figure, LedgerFault};
use crate::ledger::Ledger;
use crate::meters::Meters;
use crate::rounds::SlipRecord;
use crate::workings::{money, same};

impl Ledger {
    /// Compares every credit, stake, debt and past round with the table's own.
    pub fn agrees_with(&self, table: &Table) -> Result<(), LedgerFault> {
        self.agree_on_seats(table)?;
        self.agree_on_debts(table)?;
        self.agree_on_meters(table)?;
        self.agree_on_rounds(table)
    }

    /// Compares what an event that was just entered, with these postings, has touched: the seats
    /// whose money it moved, what has gone through the table, the round in play. Between two rounds
    /// every seat is compared, and the round that ended; where a past round was changed, everything
    /// is.
    pub fn agrees_after(
        &self,
        event: &Event,
        postings: &[Posting],
        table: &Table,
    ) -> Result<(), LedgerFault> {
        if let Event::Reversal(_) = event {
            return self.agrees_with(table);
        }
        self.agree_on_meters(table)?;
        self.agree_on_playing(table)?;
        let ended = table.past_rounds().next_back().filter(|_| self.playing().is_none());
        ended.map_or(Ok(()), |ended| self.agree_on_past(ended))?;
        // Stakes that are collected or paid leave the layout for every seat at once.
        let is_settled = postings.iter().any(|posting| posting.account == Account::TableFloat);
        if is_settled || ended.is_some() || table.seats().count() != self.players().len() {
            return self.agree_on_seats(table);
        }
        for posting in postings {
            if let Account::SeatCredit(seat, _) = posting.account {
                self.agree_on_taken(table, seat)?;
            }
        }
        Ok(())
    }

    /// A seat that is taken is the same player's in both.
    fn agree_on_taken(&self, table: &Table, number: SeatNumber) -> Result<(), LedgerFault> {
        match (table.seat(number), self.player_at(number)) {
            (Some(seat), Some(player)) if seat.player() == player => {
                self.agree_on_seat(number, seat)
            }
            (None, None) => Ok(()),
            (Some(_), _) | (None, Some(_)) => Err(LedgerFault::OtherSeat { seat: number }),
        }
    }

    /// What has gone through the table explains every credit, everything owed and what is borne.
    fn agree_on_meters(&self, table: &Table) -> Result<(), LedgerFault> {
        let units = |money: Money| i128::from(money.units());
        let credit: i128 = table.seats().map(|(_, seat)| units(seat.credit())).sum();
        let owed: i128 = table.owed().map(|(_, amount)| units(amount)).sum();
        let found = [credit, owed, units(table.shortfall())];
        let by_books = self.by_book.values().fold([0; 3], |sum: [i128; 3], meters| {
            let one = in_three(meters);
            [sum[0] + one[0], sum[1] + one[1], sum[2] + one[2]]
        });
        let carried = self.by_table.carried_in == self.by_table.carried_out;
        if carried && in_three(&self.by_table) == found && by_books == found {
            return Ok(());
        }
        Err(LedgerFault::TableMetersDiffer)
    }

    fn agree_on_seats(&self, table: &Table) -> Result<(), LedgerFault> {
        for (number, _) in table.seats() {
            self.agree_on_taken(table, number)?;
        }
        let gone = self.players().keys().find(|seat| table.seat(**seat).is_none());
        gone.map_or(Ok(()), |seat| Err(LedgerFault::OtherSeat { seat: *seat }))
    }

    fn agree_on_seat(&self, number: SeatNumber, seat: &Seat) -> Result<(), LedgerFault> {
        let credit = self.credit(number, seat.player());
        same(Figure::Credit, number, seat.credit(), money(credit))?;
        let slip = self.playing().and_then(|round| round.slips.get(&number));
        let staked = slip.map_or(0, SlipRecord::staked);
        same(Figure::Staked, number, seat.staked(), money(staked))?;
        if slip.map_or(&[][..], |slip| &slip.bets) != seat.bets() {
            return Err(LedgerFault::Differs {
                figure: Figure::Staked,
                seat: number,
                said: seat.staked(),
                worked_out: money(staked),
            });
        }
        let by_meters = [self.seat_meters(number).credit(), seat.meters().credit()];
        if by_meters != [i128::from(credit); 2] {
            return Err(LedgerFault::MetersDiffer { seat: number });
        }
        Ok(())
    }

    fn agree_on_debts(&self, table: &Table) -> Result<(), LedgerFault> {
        for (player, said) in table.owed() {
            let worked_out = money(self.balance(Account::Owed(player)).unsigned_abs());
            if said != worked_out {
                return Err(LedgerFault::OwedDiffers { player, said, worked_out });
            }
        }
        for (account, balance) in self.balances() {
            if let Account::Owed(player) = account
                && table.owed().all(|(owed, _)| owed != player)
            {
                let worked_out = money(balance.unsigned_abs());
                return Err(LedgerFault::OwedDiffers { player, said: Money::ZERO, worked_out });
            }
        }
        let (said, worked_out) =
            (table.shortfall(), money(self.balance(Account::Shortfall).unsigned_abs()));
        if said != worked_out {
            return Err(LedgerFault::ShortfallDiffers { said, worked_out });
        }
        self.agree_on_borne(table)
    }

    fn agree_on_borne(&self, table: &Table) -> Result<(), LedgerFault> {
        let said: BTreeMap<PlayerId, Money> = table.borne().collect();
        let of_both = said.keys().chain(self.borne.keys());
        for &player in of_both {
            let said = said.get(&player).copied().unwrap_or(Money::ZERO);
            let worked_out = money(self.borne(player));
            if said != worked_out {
                return Err(LedgerFault::BorneDiffers { player, said, worked_out });
            }
        }
        Ok(())
    }

    fn agree_on_rounds(&self, table: &Table) -> Result<(), LedgerFault> {
        self.agree_on_playing(table)?;
        let mut settled = table.past_rounds().chain(table.recalled_rounds());
        settled.try_for_each(|past| self.agree_on_past(past))
    }

    fn agree_on_playing(&self, table: &Table) -> Result<(), LedgerFault> {
        let playing = self.playing().map(|round| round.number);
        match table.round().map(|round| round.number).filter(|number| playing != Some(*number)) {
            Some(round) => Err(LedgerFault::OtherRound { round }),
            None => Ok(()),
        }
    }

    fn agree_on_past(&self, past: &PastRound) -> Result<(), LedgerFault> {
        let round = past.number;
        let own = self.round_record(round).ok_or(LedgerFault::OtherRound { round })?;
        // While a round is unsettled its result may be put right; only the last one counts.
        let results = own.rolls.ends_with(&past.results);
        if !results || own.voided != past.voided || own.void_bets != past.void_bets {
            return Err(LedgerFault::OtherHistory { round });
        }
        for (seat, slip) in &past.slips {
            let returned = own.slips.get(seat).map_or(0, |own| own.returned);
            same(Figure::After, *seat, slip.returned, money(returned))?;
        }
        Ok(())
    }
}

/// Credit, owed and borne, as meters tell them.
fn in_three(meters: &Meters) -> [i128; 3] {
    [meters.credit(), meters.still_owed(), meters.borne()]
}
