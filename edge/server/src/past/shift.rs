//! What a table turned over in some time, and what chance would have it keep.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use taisai_floor::TableId;
use taisai_journal::stored::{Body, Entry, Stamp};
use taisai_journal::{RoundHistory, Rounds, SlipHistory, Wanted};
use taisai_odds::{Dice, Fraction, Shift, Spread};
use taisai_protocol::api::past::{BandBy, BankReport, ExpectedHold, TableReport};
use taisai_reports::csv_line;
use taisai_rules::{Area, Bet, Currency, Stake};
use taisai_table::{
    Adjustment, CreditEvent, Editions, Event, ReversalEvent, RoundEvent, TableKind,
};

use crate::house::archive::Stretch;

/// The money of a table in some time.
pub struct ShiftStory {
    stretch: Stretch,
    editions: Editions,
    rounds_told: Rounds,
    /// Whether the round in play opened in this time and is not paid yet.
    follows: bool,
    rounds: u64,
    void_rounds: u64,
    turnover: u64,
    returned: u64,
    corrected: i64,
    ruled: i64,
    vouchers_in: u64,
    vouchers_out: u64,
    chance: Shift,
    /// Whether every round could be priced.
    is_priced: bool,
    /// At a table of chips, how many rounds were paid of which nothing was recorded.
    unrecorded: u64,
    kind: TableKind,
}

/// The share of shifts within the band that is told, in percent.
const BAND_PERCENT: u8 = 95;

impl ShiftStory {
    /// Nothing yet.
    pub fn new(stretch: Stretch, editions: Editions, kind: TableKind) -> Self {
        Self {
            stretch,
            editions,
            rounds_told: Rounds::new(Wanted::InPlay),
            follows: false,
            rounds: 0,
            void_rounds: 0,
            turnover: 0,
            returned: 0,
            corrected: 0,
            ruled: 0,
            vouchers_in: 0,
            vouchers_out: 0,
            chance: Shift::new(&Dice::FAIR),
            is_priced: true,
            unrecorded: 0,
            kind,
        }
    }

    /// Takes one record in. A round that is in play when the time is over is followed to its end.
    pub fn take(&mut self, entry: &Entry) -> ControlFlow<()> {
        let is_within = entry.stamp.time < self.stretch.to;
        if let Body::Happened(events) = &entry.body {
            for event in events {
                self.round(entry.stamp, event, is_within);
                if is_within {
                    self.money(event);
                }
            }
        }
        if is_within || self.follows { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }

    #[expect(clippy::wildcard_enum_match_arm, reason = "no other event begins or settles a round")]
    fn round(&mut self, stamp: Stamp, event: &Event, is_within: bool) {
        self.rounds_told.happened(stamp, event);
        match event {
            Event::Round(RoundEvent::BettingOpened { .. }) => self.follows = is_within,
            Event::Reversal(ReversalEvent::RoundVoided { .. }) => {
                self.void_rounds += u64::from(std::mem::take(&mut self.follows));
            }
            Event::Round(RoundEvent::WinnersPaid { .. }) if self.follows => self.settle(),
            _ => {}
        }
    }

    /// Counts the round in play, which is paid.
    fn settle(&mut self) {
        self.follows = false;
        let Some(round) = self.rounds_told.playing() else { return };
        self.rounds += 1;
        let (staked, returned) = match self.kind {
            TableKind::Electronic => (round.staked(), round.returned()),
            TableKind::Felt => self.recorded(round),
        };
        self.unrecorded += u64::from(self.kind == TableKind::Felt && round.chips.is_empty());
        self.turnover = self.turnover.saturating_add(staked);
        self.returned = self.returned.saturating_add(returned);
        if staked == 0 {
            return;
        }
        match self.spread(round) {
            Some(spread) => self.chance.add(&spread),
            None => self.is_priced = false,
        }
    }

    /// What was recorded of the chips of a round: the stakes, and what went back on them.
    fn recorded(&self, round: &RoundHistory) -> (u64, u64) {
        let Some(roll) = round.result() else { return (0, 0) };
        let valid = round.chips.values().filter(|record| record.is_valid());
        valid.fold((0, 0), |(staked, returned), record| {
            let paid = record.payout(&self.editions.of(round.number).pay_table, roll);
            let units = record.staked().units();
            let back = units - paid.collected.units() + paid.win.units();
            (staked + units, returned + back)
        })
    }

    /// What all bets of a round together bring, with fair dice.
    fn spread(&self, round: &RoundHistory) -> Option<Spread> {
        let mut areas: BTreeMap<Area, u64> = BTreeMap::new();
        let valid = round.chips.values().filter(|record| record.is_valid());
        let recorded = valid.flat_map(|record| record.bets.iter().copied());
        for bet in round.slips.values().flat_map(SlipHistory::standing).chain(recorded) {
            let area = areas.entry(bet.area).or_default();
            *area = area.saturating_add(bet.stake.units());
        }
        let bet = |(area, stake): (Area, u64)| Stake::new(stake).ok().map(|s| Bet::new(area, s));
        let slip: Vec<Bet> = areas.into_iter().map(bet).collect::<Option<_>>()?;
        Spread::of(&self.editions.of(round.number).pay_table, &slip, &Dice::FAIR).ok()
    }

    #[expect(clippy::wildcard_enum_match_arm, reason = "no other event moves this money")]
    fn money(&mut self, event: &Event) {
        match event {
            Event::Credit(CreditEvent::BoughtIn { amount, .. }) => {
                self.vouchers_in = self.vouchers_in.saturating_add(amount.units());
            }
            Event::Credit(
                CreditEvent::CashedOut { amount, .. } | CreditEvent::OwedPaid { amount, .. },
            ) => {
                self.vouchers_out = self.vouchers_out.saturating_add(amount.units());
            }
            Event::Reversal(ReversalEvent::BetRuled { adjustment, .. }) => {
                self.ruled += given(adjustment);
            }
            Event::Reversal(event) => {
                for adjustment in event.adjustments() {
                    self.corrected = self.corrected.saturating_add(given(adjustment));
                }
            }
            _ => {}
        }
    }

    /// What was gathered.
    pub fn told(
        &self,
        table: TableId,
        name: String,
        currency: Currency,
        bank: Option<BankReport>,
    ) -> TableReport {
        let hold = signed(self.turnover) - signed(self.returned);
        let of = |hold: i128| {
            let percent = Fraction::new(hold, i128::from(self.turnover.max(1))).percent(4);
            (self.turnover > 0).then_some(percent)
        };
        TableReport {
            table: table.0,
            name,
            currency: currency.code().to_owned(),
            from: self.stretch.from.millis(),
            to: self.stretch.to.millis(),
            rounds: self.rounds,
            void_rounds: self.void_rounds,
            unrecorded_rounds: self.unrecorded,
            turnover: self.known(self.turnover),
            returned: self.known(self.returned),
            hold: self.known(hold),
            hold_percent: self.known(of(hold.into())).flatten(),
            corrected: self.corrected,
            ruled: self.ruled,
            vouchers_in: self.vouchers_in,
            vouchers_out: self.vouchers_out,
            expected: self.expected(hold),
            bank,
        }
    }

    /// Bets of which nobody knows are unknown, and not none.
    fn known<T>(&self, figure: T) -> Option<T> {
        (self.unrecorded == 0).then_some(figure)
    }

    fn expected(&self, hold: i64) -> Option<ExpectedHold> {
        if !self.is_priced || self.turnover == 0 || self.unrecorded > 0 {
            return None;
        }
        let expected = self.chance.expected_hold();
        let share = Fraction::new(i128::from(BAND_PERCENT), 100);
        let band = self.chance.hold_band(share)?;
        let of_turnover = expected * Fraction::new(1, i128::from(self.turnover));
        Some(ExpectedHold {
            hold: expected.to_string(),
            hold_percent: of_turnover.percent(4),
            deviation: self.chance.standard_deviation()?,
            band_percent: BAND_PERCENT,
            band_low: band.low,
            band_high: band.high,
            band_by: match band.by {
                taisai_odds::BandBy::Distribution => BandBy::Distribution,
                taisai_odds::BandBy::Chebyshev => BandBy::Chebyshev,
            },
            within: band.low <= hold && hold <= band.high,
        })
    }
}

/// What an adjustment gives a player; below nothing where it takes.
fn given(adjustment: &Adjustment) -> i64 {
    signed(adjustment.after.units()) - signed(adjustment.before.units())
}

fn signed(units: u64) -> i64 {
    i64::try_from(units).unwrap_or(i64::MAX)
}

/// The places of the expected hold in a spreadsheet, in units of the smallest coin.
const HOLD_PLACES: u32 = 6;

/// Reports for a spreadsheet; no cell of it is a formula, whatever a table is called.
pub fn csv(reports: &[TableReport]) -> String {
    let columns = [
        "table",
        "name",
        "currency",
        "from",
        "to",
        "rounds",
        "void_rounds",
        "unrecorded_rounds",
        "turnover",
        "returned",
        "hold",
        "hold_percent",
        "corrected",
        "ruled",
        "vouchers_in",
        "vouchers_out",
        "expected_hold",
        "expected_percent",
        "deviation",
        "band_percent",
        "band_low",
        "band_high",
        "band_by",
        "within",
        "bank_days",
        "drop",
        "win",
        "win_percent_of_drop",
    ];
    let line = |report| csv_line(&[facts(report), chances(report), counts(report)].concat());
    let lines = reports.iter().map(line);
    std::iter::once(csv_line(&columns.map(str::to_owned))).chain(lines).collect()
}

fn facts(report: &TableReport) -> Vec<String> {
    vec![
        report.table.to_string(),
        report.name.clone(),
        report.currency.clone(),
        report.from.to_string(),
        report.to.to_string(),
        report.rounds.to_string(),
        report.void_rounds.to_string(),
        report.unrecorded_rounds.to_string(),
        known(report.turnover),
        known(report.returned),
        known(report.hold),
        report.hold_percent.clone().unwrap_or_default(),
        report.corrected.to_string(),
        report.ruled.to_string(),
        report.vouchers_in.to_string(),
        report.vouchers_out.to_string(),
    ]
}

/// Empty at a table without chips.
fn counts(report: &TableReport) -> Vec<String> {
    let Some(bank) = &report.bank else { return vec![String::new(); 4] };
    // Of days that nobody can read any more not even the number is known.
    let days = (!bank.forgotten).then_some(bank.days);
    vec![known(days), known(bank.drop), known(bank.win), known(bank.hold_percent.clone())]
}

/// An empty cell is read as nothing at all.
fn known<T: ToString>(figure: Option<T>) -> String {
    figure.map_or_else(|| "unknown".to_owned(), |figure| figure.to_string())
}

fn chances(report: &TableReport) -> Vec<String> {
    let Some(expected) = &report.expected else { return vec![String::new(); 8] };
    let by = match expected.band_by {
        BandBy::Distribution => "distribution",
        BandBy::Chebyshev => "chebyshev",
    };
    // A spreadsheet takes 17/36 for a text or a day of the year.
    let hold = expected.hold.parse::<Fraction>().map(|hold| hold.decimal(HOLD_PLACES));
    vec![
        hold.expect("the hold is printed as a fraction"),
        expected.hold_percent.clone(),
        expected.deviation.to_string(),
        expected.band_percent.to_string(),
        expected.band_low.to_string(),
        expected.band_high.to_string(),
        by.to_owned(),
        expected.within.to_string(),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn report(hold: &str) -> TableReport {
        let expected = ExpectedHold {
            hold: hold.to_owned(),
            hold_percent: "2.7778".to_owned(),
            deviation: 3,
            band_percent: 95,
            band_low: -4,
            band_high: 5,
            band_by: BandBy::Distribution,
            within: true,
        };
        TableReport {
            table: 1,
            name: "One".to_owned(),
            currency: "AUD".to_owned(),
            from: 0,
            to: 1,
            rounds: 1,
            void_rounds: 0,
            unrecorded_rounds: 0,
            turnover: Some(100),
            returned: Some(90),
            hold: Some(10),
            hold_percent: Some("10.0000".to_owned()),
            corrected: 0,
            ruled: 0,
            vouchers_in: 0,
            vouchers_out: 0,
            expected: Some(expected),
            bank: Some(BankReport {
                days: 1,
                drop: Some(500),
                win: Some(-20),
                hold_percent: Some("-4.0000".to_owned()),
                forgotten: false,
            }),
        }
    }

    /// The expected hold was written as a fraction, which a spreadsheet cannot add up.
    #[test]
    fn every_figure_of_a_spreadsheet_is_a_number() {
        for (hold, written) in
            [("17/36", "0.472222"), ("-1000/3", "-333.333333"), ("25", "25.000000")]
        {
            let text = csv(&[report(hold)]);
            let lines: Vec<Vec<&str>> =
                text.lines().map(|line| line.trim_end().split(',').collect()).collect();
            let column = lines[0].iter().position(|name| *name == "expected_hold").unwrap();
            assert_eq!(lines[1][column], written);
            for (name, cell) in lines[0].iter().zip(&lines[1]) {
                let is_word = ["name", "currency", "band_by", "within"].contains(name);
                assert!(is_word || cell.parse::<f64>().is_ok(), "{name} {cell}");
            }
        }
    }

    /// Two days were told where there had been three.
    #[test]
    fn the_number_of_days_is_not_told_where_some_are_forgotten() {
        let mut report = report("0");
        let bank =
            BankReport { days: 2, drop: None, win: None, hold_percent: None, forgotten: true };
        report.bank = Some(bank);
        let text = csv(&[report]);
        assert!(text.trim_end().ends_with(",unknown,unknown,unknown,unknown"), "{text}");
    }
}
