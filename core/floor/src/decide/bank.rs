//! Floats, fills, credits and drops: two people count them, and the first count stays on record.

use taisai_rules::Currency;
use taisai_table::{Money, Reason, StaffId, TableKind};

use crate::bank::{Bank, Count, CountOf, TableDay, signed};
use crate::books::Account;
use crate::command::BankAct;
use crate::event::BankEvent;
use crate::floor::Floor;
use crate::ids::{DayNumber, SlipNumber, TableId};
use crate::places::FloorTable;
use crate::refusal::Refusal;

impl Floor {
    /// Whether this can be counted now.
    pub(super) fn check_bank(&self, act: &BankAct) -> Result<(), Refusal> {
        // Whoever counts does not matter to what can be counted.
        self.count_bank(act, [StaffId::HOUSE; 2]).map(drop)
    }

    pub(super) fn count_bank(&self, act: &BankAct, by: [StaffId; 2]) -> Result<BankEvent, Refusal> {
        match act {
            BankAct::OpenFloat { table, count } => self.open_float(*table, count, by),
            BankAct::Fill { table, count } => {
                let (day, slip) = self.next_slip(*table, count)?;
                let (table, count) = (*table, count.clone());
                Ok(BankEvent::Filled { table, day, slip, count, by })
            }
            BankAct::Credit { table, count } => {
                let (day, slip) = self.next_slip(*table, count)?;
                self.check_out(self.felt_table(*table)?.config.currency, signed(count.total()))?;
                let (table, count) = (*table, count.clone());
                Ok(BankEvent::Credited { table, day, slip, count, by })
            }
            BankAct::CloseFloat { table, count } => {
                let (day, _) = self.open_day(*table)?;
                Ok(BankEvent::FloatClosed { table: *table, day, count: count.clone(), by })
            }
            BankAct::CountDrop { table, day, count } => self.count_drop(*table, *day, count, by),
            BankAct::CorrectCount { table, day, of, count, reason } => {
                self.correct_count((*table, *day, *of), count, reason, by)
            }
        }
    }

    fn open_float(
        &self,
        table: TableId,
        count: &Count,
        by: [StaffId; 2],
    ) -> Result<BankEvent, Refusal> {
        self.table_in_use(table)?;
        self.felt_table(table)?;
        self.check_bank_closed(table)?;
        let bank = self.bank(table);
        let waiting: Vec<DayNumber> =
            bank.into_iter().flat_map(Bank::waiting).map(|(day, _)| day).collect();
        if let (Some(day), true) = (waiting.first(), waiting.len() >= Bank::DROPS_WAITING_MAX) {
            return Err(Refusal::DropNotCounted { day: *day });
        }
        let day = DayNumber(bank.map_or(0, |bank| bank.opened) + 1);
        let last = bank.and_then(|bank| bank.days.last_key_value());
        let carried = last.and_then(|(_, last)| last.closing());
        Ok(BankEvent::FloatOpened { table, day, carried, count: count.clone(), by })
    }

    /// The open day, and the number of the next slip.
    fn next_slip(&self, table: TableId, count: &Count) -> Result<(DayNumber, SlipNumber), Refusal> {
        let (number, day) = self.open_day(table)?;
        if day.slips.len() >= TableDay::SLIPS_MAX {
            return Err(Refusal::TooMany { max: TableDay::SLIPS_MAX });
        }
        if count.total().is_zero() {
            return Err(Refusal::NoAmount);
        }
        Ok((number, SlipNumber(self.slips_numbered + 1)))
    }

    fn count_drop(
        &self,
        table: TableId,
        number: DayNumber,
        count: &Count,
        by: [StaffId; 2],
    ) -> Result<BankEvent, Refusal> {
        let day = self.known_day(table, number)?;
        // The box stays at the table until the float is closed.
        if day.closing.is_none() {
            return Err(Refusal::FloatOpen { day: number });
        }
        if day.drop.is_some() {
            return Err(Refusal::DropCounted { day: number });
        }
        Ok(BankEvent::DropCounted { table, day: number, count: count.clone(), by })
    }

    fn correct_count(
        &self,
        (table, number, of): (TableId, DayNumber, CountOf),
        count: &Count,
        reason: &Reason,
        by: [StaffId; 2],
    ) -> Result<BankEvent, Refusal> {
        let day = self.known_day(table, number)?;
        if day.corrections.len() >= TableDay::CORRECTIONS_MAX {
            return Err(Refusal::TooMany { max: TableDay::CORRECTIONS_MAX });
        }
        let standing = day.standing(of).ok_or(Refusal::NoSuchCount { of })?;
        if standing.count == *count {
            return Err(Refusal::SameCount);
        }
        if let CountOf::Credit(_) = of {
            let more = signed(count.total()) - signed(standing.count.total());
            self.check_out(self.felt_table(table)?.config.currency, more)?;
        }
        let (count, reason) = (count.clone(), reason.clone());
        Ok(BankEvent::CountCorrected { table, day: number, of, count, reason, by })
    }

    /// Chips come to the tables from the cage alone, so that no more can come back to it. One table
    /// can give back more than it was given: players bring chips of other tables.
    fn check_out(&self, currency: Currency, back: i64) -> Result<(), Refusal> {
        let out = (-self.books.balance(currency, Account::Chips)).max(0);
        if i128::from(back) <= out {
            return Ok(());
        }
        let units = u64::try_from(out).unwrap_or(u64::MAX);
        Err(Refusal::MoreThanOut { out_max: Money::new(units).unwrap_or(Money::MAX) })
    }

    /// A table with an open float is not taken away, for there are chips on it.
    pub(super) fn check_bank_closed(&self, table: TableId) -> Result<(), Refusal> {
        match self.bank(table).and_then(Bank::open_day) {
            Some((day, _)) => Err(Refusal::FloatOpen { day }),
            None => Ok(()),
        }
    }

    fn open_day(&self, table: TableId) -> Result<(DayNumber, &TableDay), Refusal> {
        self.table_in_use(table)?;
        self.felt_table(table)?;
        self.bank(table).and_then(Bank::open_day).ok_or(Refusal::FloatNotOpen)
    }

    /// A day that is known, also of a table that was retired since.
    fn known_day(&self, table: TableId, number: DayNumber) -> Result<&TableDay, Refusal> {
        self.felt_table(table)?;
        let day = self.bank(table).and_then(|bank| bank.day(number));
        day.ok_or(Refusal::NoSuchDay { day: number })
    }

    fn felt_table(&self, table: TableId) -> Result<&FloorTable, Refusal> {
        let found = self.table(table).ok_or(Refusal::NoSuchTable { table })?;
        match found.config.kind {
            TableKind::Felt => Ok(found),
            TableKind::Electronic => Err(Refusal::NoChips),
        }
    }

    /// A number that changes with what was before the eyes of whoever counted: another day, and for
    /// a closing float each fill and credit before it.
    pub(super) fn bank_basis(&self, act: &BankAct) -> u64 {
        let Some(bank) = self.bank(act.table()) else { return 0 };
        let open = bank.open_day();
        let number = |(number, _): (DayNumber, &TableDay)| u64::from(number.0);
        match act {
            BankAct::OpenFloat { .. } => u64::from(bank.opened) << 1 | u64::from(open.is_some()),
            BankAct::Fill { .. } | BankAct::Credit { .. } => open.map_or(0, number),
            BankAct::CloseFloat { .. } => {
                open.map_or(0, |(day, of)| number((day, of)) << 32 | of.slips.len() as u64)
            }
            BankAct::CountDrop { day, .. } => {
                u64::from(bank.waiting().any(|(waiting, _)| waiting == *day))
            }
            BankAct::CorrectCount { day, .. } => {
                bank.day(*day).map_or(0, |day| 1 + day.corrections.len() as u64)
            }
        }
    }
}
