//! What holds of every bank of a felt table.

use std::collections::BTreeSet;

use taisai_table::TableKind;

use super::FloorImage;
use super::checks::{ImageFault, Part, alone, at_most, belong, given, in_order};
use crate::bank::{Bank, CountOf, TableDay, signed};
use crate::books::Account;
use crate::floor::Floor;
use crate::ids::{DayNumber, SlipNumber, TableId};
use crate::places::TableStanding;

impl FloorImage {
    /// Banks have one day after another, of which the last alone can be open, and no slip is in
    /// two.
    pub(super) fn check_banks(&self) -> Result<(), ImageFault> {
        in_order(Part::Banks, &self.banks)?;
        let mut slips = BTreeSet::new();
        for (_, bank) in &self.banks {
            let waiting = bank.waiting().count();
            at_most(Part::Banks, waiting, Bank::DROPS_WAITING_MAX)?;
            let finished = bank.days.values().filter(|day| day.finished().is_some()).count();
            at_most(Part::Banks, finished, Bank::DAYS_KEPT)?;
            let last = bank.days.last_key_value().map_or(0, |(number, _)| number.0);
            if last != bank.opened || last == 0 {
                return Err(ImageFault::NumberNotGiven { part: Part::Banks });
            }
            for (number, day) in &bank.days {
                at_most(Part::Banks, day.slips.len(), TableDay::SLIPS_MAX)?;
                at_most(Part::Banks, day.corrections.len(), TableDay::CORRECTIONS_MAX)?;
                belong(Part::Banks, is_sound(bank, *number, day))?;
                alone(
                    Part::Banks,
                    day.slips.keys().filter(|slip| slips.insert(**slip)).count(),
                    day.slips.len(),
                )?;
            }
        }
        let highest = slips.last().map_or(0, |slip: &SlipNumber| slip.0);
        given(Part::Banks, highest, self.slips_numbered)
    }
}

impl Floor {
    /// A bank is of a felt table, and closed where that is gone.
    pub(super) fn check_bank_tables(&self) -> Result<(), ImageFault> {
        let has_chips = |(table, bank): (TableId, &Bank)| {
            let known = self.table(table);
            let felt = known.is_some_and(|found| found.config.kind == TableKind::Felt);
            let in_use = known.is_some_and(|found| found.standing == TableStanding::InUse);
            felt && (in_use || bank.open_day().is_none())
        };
        belong(Part::Banks, self.banks().all(has_chips))
    }
}

/// Whether a day has what days before and after it ask for.
fn is_sound(bank: &Bank, number: DayNumber, day: &TableDay) -> bool {
    let last = number.0 == bank.opened;
    let open_is_last = day.closing.is_some() || (last && day.drop.is_none());
    let before = number.0.checked_sub(1).and_then(|before| bank.day(DayNumber(before)));
    let carried = before.is_none_or(|before| before.closing() == day.carried);
    // A correction takes the place of a count that was made, and never of nothing.
    let made = |of: CountOf| day.first(of).is_some();
    open_is_last
        && carried
        && day.carried.is_some() == (number.0 > 1)
        && day.corrections.iter().all(|correction| made(correction.of))
}

/// What a bank's days say that stands on the accounts of its table. Of a bank that has forgotten
/// days, only what does not depend on them.
pub(super) fn counted(table: TableId, bank: &Bank) -> impl Iterator<Item = (Account, i128)> {
    let sum = |of: fn(&TableDay) -> Option<i64>| -> i128 {
        bank.days.values().filter_map(of).map(i128::from).sum()
    };
    let waiting = bank.waiting().map(|(_, day)| {
        day.closing().map_or(0, |closing| i128::from(signed(closing) - day.expected_float()))
    });
    let always = [
        (Account::Float(table), i128::from(bank.float())),
        (Account::Unsettled(table), -waiting.sum::<i128>()),
    ];
    let known = bank.days.len() == bank.opened as usize;
    let all = [
        (Account::Win(table), -sum(TableDay::win)),
        (Account::Variance(table), -sum(TableDay::variance)),
    ];
    always.into_iter().chain(all.into_iter().filter(move |_| known))
}
