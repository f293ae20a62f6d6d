//! Large transactions: whose cash it is, and when its sum is large.

use std::collections::{BTreeMap, BTreeSet};

use taisai_rules::Currency;
use taisai_table::{Money, PlayerId, StaffId, Time, VoucherId};

use super::Decision;
use crate::command::Payee;
use crate::event::{Event, LargeEvent};
use crate::floor::Floor;
use crate::ids::{LookUpNumber, TableId};
use crate::large::{self, CashWay, ChainNumber, Chains, GamingDate, LargeRules, Link};
use crate::refusal::Refusal;
use crate::text::Person;

/// Cash that goes over the counter for a voucher.
struct Cash {
    voucher: VoucherId,
    number: LookUpNumber,
    way: CashWay,
    amount: Money,
    currency: Currency,
    by: StaffId,
}

impl Floor {
    pub(super) fn rule_large(&self, rules: &LargeRules) -> Vec<Event> {
        if *rules == self.chains.rules {
            return Vec::new();
        }
        vec![Event::Large(LargeEvent::LargeRuled(rules.clone()))]
    }

    /// Adds to a sale or a payment whose cash it is. Where the house logs nothing, only what a
    /// cashier says is written down.
    pub(super) fn count_cash(
        &self,
        mut events: Vec<Event>,
        person: Option<&Person>,
        now: Time,
    ) -> Decision {
        self.check_person(person, now)?;
        let Some(cash) = events.first().and_then(|event| self.cash(event)) else {
            return Ok(events);
        };
        if !self.chains.rules.is_watching() && person.is_none() {
            return Ok(events);
        }
        let links = [Some(Link::Voucher(cash.voucher)), person.cloned().map(Link::Person)];
        let links: Vec<Link> = links.into_iter().flatten().collect();
        let counted = |date, chain| LargeEvent::CashCounted {
            date,
            chain,
            voucher: cash.voucher,
            number: cash.number,
            way: cash.way,
            amount: cash.amount,
            currency: cash.currency,
            by: cash.by,
            person: person.cloned(),
        };
        let today = self.chains.today(now);
        events.extend(self.chains.linked(&links, today, Some((&cash, &counted))));
        Ok(events)
    }

    /// Adds to a voucher that a player plays what becomes large by it: their vouchers are of one
    /// chain from then on.
    pub(super) fn join_by_play(&self, mut events: Vec<Event>, now: Time) -> Vec<Event> {
        if let Some(&Event::VoucherSpent { voucher, table, seat, .. }) = events.first()
            && let Some(player) = self.player_of(table, Payee::Seat(seat))
            && self.chains.rules.is_watching()
        {
            let links = [Link::Voucher(voucher), Link::Player(player)];
            events.extend(self.chains.linked(&links, self.chains.today(now), None));
        }
        events
    }

    /// The player to whom a table gives money, or from whom it takes it.
    pub(crate) fn player_of(&self, table: TableId, payee: Payee) -> Option<PlayerId> {
        match payee {
            Payee::Seat(seat) => self.player_at(table, seat),
            Payee::Player(player) => Some(player),
        }
    }

    /// Whether there is room for a person who is named.
    pub(super) fn check_person(&self, person: Option<&Person>, now: Time) -> Result<(), Refusal> {
        let Some(person) = person else { return Ok(()) };
        let is_new = !self.chains.chain_of.contains_key(&Link::Person(person.clone()));
        let today = self.chains.today(now) == self.chains.date;
        if today && is_new && self.chains.persons() >= Chains::PERSONS_MAX {
            return Err(Refusal::TooMany { max: Chains::PERSONS_MAX });
        }
        Ok(())
    }

    #[expect(clippy::wildcard_enum_match_arm, reason = "no other event moves cash")]
    fn cash(&self, event: &Event) -> Option<Cash> {
        match *event {
            Event::VoucherSold { voucher, number, amount, currency, by } => {
                Some(Cash { voucher, number, way: CashWay::In, amount, currency, by })
            }
            Event::VoucherRedeemed { voucher, amount, by } => {
                let known = self.voucher(voucher)?;
                let (number, currency) = (known.number, known.currency);
                Some(Cash { voucher, number, way: CashWay::Out, amount, currency, by })
            }
            _ => None,
        }
    }
}

/// How cash is written down once its chain is known.
type Counted<'a> = (&'a Cash, &'a dyn Fn(GamingDate, ChainNumber) -> LargeEvent);

impl Chains {
    /// What is written down when these links become one chain, with cash or without.
    fn linked(&self, links: &[Link], today: GamingDate, cash: Option<Counted<'_>>) -> Vec<Event> {
        let of = self.chains_of(links, today);
        let chain = self.survivor(&of);
        let others = of.iter().filter(|other| **other != chain);
        let had_cash = others.filter(|other| self.sums_of(**other, today).next().is_some());
        let joined =
            had_cash.map(|other| LargeEvent::ChainsJoined { date: today, chain, other: *other });
        let mut events: Vec<LargeEvent> = joined.collect();
        events.extend(cash.map(|(_, counted)| counted(today, chain)));
        let sums = self.sums_with(&of, today, cash.map(|(cash, _)| cash));
        let large = sums.into_iter().filter_map(|((currency, way), sum)| {
            let above = *self.rules.above().get(&currency)?;
            let is_large = sum > u128::from(above.units());
            let known = today == self.date
                && of.iter().any(|chain| self.noted.contains(&(*chain, (currency, way))));
            let large = LargeEvent::SumLarge { date: today, chain, way, currency, sum, above };
            (is_large && !known).then_some(large)
        });
        events.extend(large);
        events.into_iter().map(Event::Large).collect()
    }

    /// What these chains come to together, with this cash.
    fn sums_with(
        &self,
        of: &BTreeSet<ChainNumber>,
        today: GamingDate,
        cash: Option<&Cash>,
    ) -> BTreeMap<large::Cash, u128> {
        let mut sums = BTreeMap::new();
        let known = of.iter().flat_map(|chain| self.sums_of(*chain, today));
        let more = cash.map(|cash| ((cash.currency, cash.way), u128::from(cash.amount.units())));
        for (key, sum) in known.chain(more) {
            *sums.entry(key).or_default() += sum;
        }
        sums
    }
}
