//! What a count changes in a table's bank, and in the books.

use std::collections::BTreeMap;

use taisai_rules::Currency;
use taisai_table::{StaffId, Time};

use crate::bank::{Bank, Correction, Count, CountOf, Counted, Slip, SlipWay, TableDay, signed};
use crate::books::Account;
use crate::event::BankEvent;
use crate::floor::Floor;
use crate::ids::{DayNumber, SlipNumber, TableId};

impl Floor {
    pub(super) fn apply_to_bank(&mut self, event: &BankEvent, now: Time) {
        match event {
            BankEvent::FloatOpened { table, day, carried, count, by } => {
                let before = carried.map_or(0, signed);
                let day = (*table, *day);
                self.begin_day(
                    day,
                    TableDay {
                        carried: *carried,
                        opening: Counted { count: count.clone(), by: *by, at: now },
                        slips: BTreeMap::new(),
                        closing: None,
                        drop: None,
                        corrections: Vec::new(),
                    },
                );
                self.enter(day, CountOf::Opening, signed(count.total()) - before);
            }
            BankEvent::Filled { table, day, slip, count, by } => {
                self.add_slip((*table, *day), (*slip, SlipWay::Fill), count, *by, now);
            }
            BankEvent::Credited { table, day, slip, count, by } => {
                self.add_slip((*table, *day), (*slip, SlipWay::Credit), count, *by, now);
            }
            BankEvent::FloatClosed { table, day, count, by } => {
                let closed = self.day_mut((*table, *day));
                closed.closing = Some(Counted { count: count.clone(), by: *by, at: now });
                let more = signed(count.total()) - closed.expected_float();
                self.enter((*table, *day), CountOf::Closing, more);
            }
            BankEvent::DropCounted { table, day, count, by } => {
                self.settle_day((*table, *day));
                let counted = Counted { count: count.clone(), by: *by, at: now };
                self.day_mut((*table, *day)).drop = Some(counted);
                self.enter((*table, *day), CountOf::Drop, signed(count.total()));
                self.forget_days(*table);
            }
            BankEvent::CountCorrected { table, day, of, count, reason, by } => {
                let counted = Counted { count: count.clone(), by: *by, at: now };
                let corrected = self.day_mut((*table, *day));
                let before = corrected.standing(*of).expect("decide knows the count");
                let more = signed(count.total()) - signed(before.count.total());
                let correction = Correction { of: *of, counted, reason: reason.clone() };
                corrected.corrections.push(correction);
                self.enter((*table, *day), *of, more);
                self.carry((*table, *day));
            }
        }
    }

    fn begin_day(&mut self, (table, number): (TableId, DayNumber), day: TableDay) {
        let bank = self.banks.entry(table).or_default();
        bank.opened = number.0;
        bank.days.insert(number, day);
    }

    fn day_mut(&mut self, (table, day): (TableId, DayNumber)) -> &mut TableDay {
        let bank = self.banks.get_mut(&table).expect("decide knows the bank");
        bank.days.get_mut(&day).expect("decide knows the day")
    }

    fn add_slip(
        &mut self,
        day: (TableId, DayNumber),
        (number, way): (SlipNumber, SlipWay),
        count: &Count,
        by: [StaffId; 2],
        now: Time,
    ) {
        self.slips_numbered = number.0;
        let slip = Slip { way, counted: Counted { count: count.clone(), by, at: now } };
        let of = slip.is(number);
        self.day_mut(day).slips.insert(number, slip);
        self.enter(day, of, signed(count.total()));
    }

    /// Enters that a count is so much more than it was taken for. The same entry makes a first
    /// count and a correction, so that the books say in the end what they would have said at once.
    fn enter(&mut self, (table, number): (TableId, DayNumber), of: CountOf, more: i64) {
        let currency = self.bank_currency(table);
        let bank = &self.banks[&table];
        let day = &bank.days[&number];
        // Where the chips of the day stand: in the float while it is open, then with what is won.
        let here = match (&day.closing, &day.drop) {
            (None, _) => Account::Float(table),
            (Some(_), None) => Account::Unsettled(table),
            (Some(_), Some(_)) => Account::Win(table),
        };
        // What a closing leaves is the float, unless the next opening has counted it since.
        let left =
            if bank.opened == number.0 { Account::Float(table) } else { Account::Variance(table) };
        let (from, to) = match of {
            CountOf::Opening if day.carried.is_some() => (Account::Variance(table), here),
            CountOf::Opening | CountOf::Fill(_) => (Account::Chips, here),
            CountOf::Credit(_) => (here, Account::Chips),
            CountOf::Closing => (here, left),
            CountOf::Drop => (Account::Win(table), Account::Drop),
        };
        self.books.shift_by(currency, from, to, more);
    }

    /// What waited for the drop of a day is part of its win from now on.
    fn settle_day(&mut self, day: (TableId, DayNumber)) {
        let (table, currency) = (day.0, self.bank_currency(day.0));
        let settled = self.day_mut(day);
        let closing = settled.closing().map_or(0, signed);
        let more = closing - settled.expected_float();
        self.books.shift_by(currency, Account::Win(table), Account::Unsettled(table), more);
    }

    /// The next day began with what this one left, whatever that is found to have been.
    fn carry(&mut self, (table, number): (TableId, DayNumber)) {
        let bank = self.banks.get_mut(&table).expect("decide knows the bank");
        let left = bank.days[&number].closing();
        if let Some(next) = bank.days.get_mut(&DayNumber(number.0 + 1)) {
            next.carried = left;
        }
    }

    /// Only so many finished days are remembered; those that wait for a drop all are.
    fn forget_days(&mut self, table: TableId) {
        let bank = self.banks.get_mut(&table).expect("decide knows the bank");
        let finished = |(_, day): &(&DayNumber, &TableDay)| day.finished().is_some();
        if bank.days.iter().filter(finished).count() > Bank::DAYS_KEPT {
            let oldest = bank.days.iter().find(finished).map(|(number, _)| *number);
            bank.days.remove(&oldest.expect("there are too many, so there is one"));
        }
    }

    fn bank_currency(&self, table: TableId) -> Currency {
        self.tables.get(&table).expect("decide knows the table").config.currency
    }
}
