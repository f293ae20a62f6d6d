//! Large transactions of a gaming day, from the records of the floor.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;

use taisai_floor::{CashWay, ChainNumber, Event, GamingDate, LargeEvent, LargeRules};
use taisai_journal::stored::{Body, Entry};
use taisai_protocol::api::large::{CashShown, LargeChain, LargeSum};
use taisai_reports::csv_line;
use taisai_rules::Currency;
use taisai_table::{Money, Time};

use crate::house::archive::Stretch;

const MINUTE_MS: i64 = 60_000;
const DAY_MS: i64 = 24 * 60 * MINUTE_MS;

type Cash = (Currency, CashWay);

/// What happened to chains on one day.
pub struct LargeStory {
    date: GamingDate,
    stretch: Stretch,
    cash: Vec<(ChainNumber, Cash, Money, CashShown)>,
    /// Chains that became one, each with the one that it is now.
    joined: BTreeMap<ChainNumber, ChainNumber>,
    large: Vec<(ChainNumber, Cash, Money, Time)>,
}

impl LargeStory {
    /// Nothing yet.
    pub const fn new(date: GamingDate) -> Self {
        let stretch = stretch(date);
        Self { date, stretch, cash: Vec::new(), joined: BTreeMap::new(), large: Vec::new() }
    }

    /// From when records are read. The house's clock may have been set otherwise on that day, so
    /// that a day is read as it is anywhere on earth; its records say themselves of which day
    /// they are.
    pub const fn from(&self) -> Time {
        self.stretch.from
    }

    /// Takes one record in.
    pub fn take(&mut self, entry: &Entry) -> ControlFlow<()> {
        let time = entry.stamp.time;
        if time >= self.stretch.to {
            return ControlFlow::Break(());
        }
        if let Body::FloorHappened(events) = &entry.body {
            for event in events {
                if let Event::Large(event) = event {
                    self.happened(event, time);
                }
            }
        }
        ControlFlow::Continue(())
    }

    fn happened(&mut self, event: &LargeEvent, time: Time) {
        match event {
            LargeEvent::CashCounted {
                date,
                chain,
                voucher: _,
                number,
                way,
                amount,
                currency,
                by,
                person,
            } if *date == self.date => {
                let shown = CashShown {
                    voucher: number.0,
                    time: time.millis(),
                    way: (*way).into(),
                    amount: amount.units(),
                    currency: currency.code().to_owned(),
                    by: by.0,
                    person: person.as_ref().map(ToString::to_string),
                };
                self.cash.push((*chain, (*currency, *way), *amount, shown));
            }
            LargeEvent::ChainsJoined { date, chain, other } if *date == self.date => {
                self.joined.insert(*other, *chain);
            }
            LargeEvent::SumLarge { date, chain, way, currency, sum: _, above }
                if *date == self.date =>
            {
                self.large.push((*chain, (*currency, *way), *above, time));
            }
            LargeEvent::LargeRuled(_)
            | LargeEvent::CashCounted { .. }
            | LargeEvent::ChainsJoined { .. }
            | LargeEvent::SumLarge { .. } => {}
        }
    }

    /// The chain that one became in the end. A number that was joined is never given again.
    fn now(&self, mut chain: ChainNumber) -> ChainNumber {
        while let Some(into) = self.joined.get(&chain) {
            chain = *into;
        }
        chain
    }

    /// What was gathered: the chains that became large, in the order of their numbers.
    pub fn told(&self) -> Vec<LargeChain> {
        let large: BTreeSet<_> = self.large.iter().map(|(chain, ..)| self.now(*chain)).collect();
        large.into_iter().map(|chain| self.chain(chain)).collect()
    }

    fn chain(&self, chain: ChainNumber) -> LargeChain {
        let own = self.cash.iter().filter(|(of, ..)| self.now(*of) == chain);
        let mut sums: BTreeMap<Cash, u128> = BTreeMap::new();
        for (_, cash, amount, _) in own.clone() {
            *sums.entry(*cash).or_default() += u128::from(amount.units());
        }
        let sum = |((currency, way), amount): (Cash, u128)| {
            let known = |(of, cash, ..): &&(ChainNumber, Cash, Money, Time)| {
                self.now(*of) == chain && *cash == (currency, way)
            };
            let large = self.large.iter().find(known);
            LargeSum {
                currency: currency.code().to_owned(),
                way: way.into(),
                // No house has so much cash; what does not fit is still seen line by line.
                amount: u64::try_from(amount).unwrap_or(u64::MAX),
                above: large.map(|(_, _, above, _)| above.units()),
                at: large.map(|(.., time)| time.millis()),
            }
        };
        LargeChain {
            day: self.date.to_string(),
            chain: chain.0,
            sums: sums.into_iter().map(sum).collect(),
            cash: own.map(|(.., shown)| shown.clone()).collect(),
        }
    }
}

const fn stretch(date: GamingDate) -> Stretch {
    let (furthest, ahead) = (*LargeRules::AHEAD_MINUTES.start(), *LargeRules::AHEAD_MINUTES.end());
    let day = date.0 as i64 * DAY_MS;
    Stretch {
        from: moment(day - ahead as i64 * MINUTE_MS),
        to: moment(day + DAY_MS - furthest as i64 * MINUTE_MS),
    }
}

const fn moment(millis: i64) -> Time {
    let millis = if millis < 0 { 0 } else { millis.unsigned_abs() };
    match Time::from_millis(millis) {
        Some(time) => time,
        None => Time::MAX,
    }
}

/// For a spreadsheet, a line for each time that cash went over the counter.
pub fn large_as_csv(chains: &[LargeChain]) -> String {
    let columns = [
        "day", "chain", "currency", "way", "sum", "above", "voucher", "time", "amount", "cashier",
        "person",
    ];
    let lines = chains.iter().flat_map(|chain| chain.cash.iter().map(|cash| line(chain, cash)));
    std::iter::once(csv_line(&columns.map(str::to_owned))).chain(lines).collect()
}

fn line(chain: &LargeChain, cash: &CashShown) -> String {
    let same = |sum: &&LargeSum| sum.currency == cash.currency && sum.way == cash.way;
    let sum = chain.sums.iter().find(same).expect("what went over the counter is in a sum");
    let way = match cash.way {
        taisai_protocol::kind::CashWay::In => "in",
        taisai_protocol::kind::CashWay::Out => "out",
    };
    csv_line(&[
        chain.day.clone(),
        chain.chain.to_string(),
        cash.currency.clone(),
        way.to_owned(),
        sum.amount.to_string(),
        sum.above.map_or(String::new(), |above| above.to_string()),
        cash.voucher.to_string(),
        cash.time.to_string(),
        cash.amount.to_string(),
        cash.by.to_string(),
        cash.person.clone().unwrap_or_default(),
    ])
}
