//! What the counts of felt tables come to in some time, and as a spreadsheet.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use taisai_floor::{
    BankEvent, Correction, Counted, DayNumber, Event, Floor, Slip, SlipWay, TableDay, TableId,
};
use taisai_journal::stored::{Body, Entry};
use taisai_protocol::api::past::BankReport;
use taisai_protocol::view::bank::{BankShown, CountShown, DayShown, percent};
use taisai_reports::csv_line;
use taisai_table::{TableKind, Time};

use crate::house::archive::Stretch;

/// What the days of a felt table come to that began and ended in some time; none at a table
/// without chips. A day whose drop is not counted makes all of it unknown: a sum that leaves it out
/// would look like one that is whole.
pub fn bank_report(floor: &Floor, table: TableId, stretch: Stretch) -> Option<BankReport> {
    floor.table(table).filter(|known| known.config.kind == TableKind::Felt)?;
    let Some(bank) = floor.bank(table) else { return Some(report(&[], false)) };
    let within = |day: &&TableDay| {
        let closed = day.closing.as_ref().is_some_and(|closing| closing.at < stretch.to);
        stretch.from <= day.opening.at && closed
    };
    let days: Vec<&TableDay> = bank.days.values().filter(within).collect();
    // Days were numbered without a gap: one that is missing was finished before a later one.
    let last = DayNumber(bank.opened);
    let missing = (1..last.0).rev().find(|number| bank.day(DayNumber(*number)).is_none());
    let forgotten = missing.is_some_and(|number| {
        let after = bank.days.range(DayNumber(number)..).next();
        after.is_some_and(|(_, after)| stretch.from < after.opening.at)
    });
    Some(report(&days, forgotten))
}

/// The days of one bank that began and ended in some time, from the records of the floor: it has
/// those too that the floor no longer remembers. A drop or a correction can come at any later time.
pub struct BankStory {
    table: TableId,
    stretch: Stretch,
    days: BTreeMap<DayNumber, TableDay>,
}

impl BankStory {
    /// Nothing yet.
    pub const fn new(table: TableId, stretch: Stretch) -> Self {
        Self { table, stretch, days: BTreeMap::new() }
    }

    /// Takes one record in.
    pub fn take(&mut self, entry: &Entry) -> ControlFlow<()> {
        if let Body::FloorHappened(events) = &entry.body {
            for event in events {
                if let Event::Bank(event) = event {
                    self.count(event, entry.stamp.time);
                }
            }
        }
        ControlFlow::Continue(())
    }

    fn count(&mut self, event: &BankEvent, at: Time) {
        match event {
            BankEvent::FloatOpened { table, day, carried, count, by }
                if *table == self.table && at < self.stretch.to =>
            {
                let opening = Counted { count: count.clone(), by: *by, at };
                let begun = TableDay {
                    carried: *carried,
                    opening,
                    slips: BTreeMap::new(),
                    closing: None,
                    drop: None,
                    corrections: Vec::new(),
                };
                self.days.insert(*day, begun);
            }
            BankEvent::FloatOpened { .. } => {}
            BankEvent::Filled { table, day, slip, count, by } => {
                let counted = Counted { count: count.clone(), by: *by, at };
                let slip = (*slip, Slip { way: SlipWay::Fill, counted });
                self.day(*table, *day, |day| day.slips.extend([slip]));
            }
            BankEvent::Credited { table, day, slip, count, by } => {
                let counted = Counted { count: count.clone(), by: *by, at };
                let slip = (*slip, Slip { way: SlipWay::Credit, counted });
                self.day(*table, *day, |day| day.slips.extend([slip]));
            }
            BankEvent::FloatClosed { table, day, count, by } => {
                let counted = Counted { count: count.clone(), by: *by, at };
                self.day(*table, *day, |day| day.closing = Some(counted));
            }
            BankEvent::DropCounted { table, day, count, by } => {
                let counted = Counted { count: count.clone(), by: *by, at };
                self.day(*table, *day, |day| day.drop = Some(counted));
            }
            BankEvent::CountCorrected { table, day, of, count, reason, by } => {
                let counted = Counted { count: count.clone(), by: *by, at };
                let correction = Correction { of: *of, counted, reason: reason.clone() };
                self.day(*table, *day, |day| day.corrections.push(correction));
            }
        }
    }

    /// A day that began before the time is not known here, and not asked for.
    fn day(&mut self, table: TableId, number: DayNumber, counts: impl FnOnce(&mut TableDay)) {
        if table == self.table
            && let Some(day) = self.days.get_mut(&number)
        {
            counts(day);
        }
    }

    /// What these days come to.
    pub fn told(self) -> BankReport {
        let ended = |day: &&TableDay| {
            day.closing.as_ref().is_some_and(|closing| closing.at < self.stretch.to)
        };
        report(&self.days.values().filter(ended).collect::<Vec<_>>(), false)
    }
}

fn report(days: &[&TableDay], forgotten: bool) -> BankReport {
    let any = !days.is_empty() && !forgotten;
    let drops: Option<u64> =
        days.iter().map(|day| day.drop().map(taisai_table::Money::units)).sum();
    let wins: Option<i64> = days.iter().map(|day| day.win()).sum();
    let (drop, win) = (drops.filter(|_| any), wins.filter(|_| any));
    BankReport {
        days: days.len() as u64,
        drop,
        win,
        hold_percent: win.and_then(|win| percent(win, drop?)),
        forgotten,
    }
}

/// Every day of every bank for a spreadsheet; what is not known is empty.
pub fn banks_as_csv(banks: &[BankShown]) -> String {
    let columns = [
        "table",
        "currency",
        "day",
        "opened",
        "opening",
        "variance",
        "fills",
        "credits",
        "expected",
        "closed",
        "closing",
        "drop",
        "win",
        "hold_percent",
        "corrections",
    ];
    let lines = banks.iter().flat_map(|bank| bank.days.iter().map(|day| line(bank, day)));
    std::iter::once(csv_line(&columns.map(str::to_owned))).chain(lines).collect()
}

fn line(bank: &BankShown, day: &DayShown) -> String {
    let total = |count: &Option<CountShown>| known(count.as_ref().map(|count| count.total));
    csv_line(&[
        bank.table.to_string(),
        bank.currency.clone(),
        day.day.to_string(),
        day.opening.at.to_string(),
        day.opening.total.to_string(),
        known(day.variance),
        day.fills.to_string(),
        day.credits.to_string(),
        day.expected.to_string(),
        known(day.closing.as_ref().map(|closing| closing.at)),
        total(&day.closing),
        total(&day.drop),
        known(day.win),
        day.hold_percent.clone().unwrap_or_default(),
        day.corrections.len().to_string(),
    ])
}

fn known<T: ToString>(figure: Option<T>) -> String {
    figure.map_or(String::new(), |figure| figure.to_string())
}
