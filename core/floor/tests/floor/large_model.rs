//! The chains of vouchers once more, plainly: every link that ever was, and whatever it reaches;
//! and random days at the cage beside them. `LARGE_SEED` and `LARGE_STEPS` make them others.

use std::collections::{BTreeMap, BTreeSet};

use taisai_floor::{
    Act, Asker, CashWay, Command, Event, GamingDate, LargeEvent, LargeRules, Link, Payee, Person,
    TableId, TerminalId, Wish,
};
use taisai_rules::Currency;
use taisai_table::{PlayerId, SeatNumber, Time, VoucherId};
use taisai_testing::luck::{Luck, asked_for};
use taisai_testing::values::{currency, digest, money, reason};

use crate::house::House;

type Cash = (Currency, CashWay);
type Seat = (TableId, SeatNumber);

/// Forgets no link that ever was.
#[derive(Default)]
pub(crate) struct PlainChains {
    rules: LargeRules,
    date: GamingDate,
    edges: Vec<[Link; 2]>,
    cash: Vec<(VoucherId, Cash, u64)>,
    noted: BTreeSet<(VoucherId, Cash)>,
    seats: BTreeMap<TerminalId, Seat>,
    /// Who sits where, and the terminal at which they were admitted.
    sitting: BTreeMap<Seat, (PlayerId, TerminalId)>,
    places: BTreeMap<Seat, PlayerId>,
}

impl PlainChains {
    /// Follows what happened at once, and says whether a sum became large.
    pub(crate) fn follow(&mut self, events: &[Event], now: Time) -> bool {
        let mut touched = None;
        for event in events {
            touched = self.happen(event, now).or(touched);
        }
        let said: BTreeSet<(Cash, u128)> = events.iter().filter_map(large).collect();
        let expected = touched.map_or_else(BTreeSet::new, |voucher| self.becomes_large(voucher));
        assert_eq!(said, expected, "{events:?}");
        !said.is_empty()
    }

    fn is_watching(&self) -> bool {
        !self.rules.above().is_empty()
    }

    /// The voucher whose chain may have more than before.
    fn happen(&mut self, event: &Event, now: Time) -> Option<VoucherId> {
        match event {
            Event::TerminalEnrolled { terminal, table, seat, .. } => {
                self.seats.insert(*terminal, (*table, *seat));
            }
            Event::TerminalRemoved { terminal, .. } => {
                self.seats.remove(terminal);
                // Only a house that logs remembers who sat there.
                let watching = self.is_watching();
                self.sitting.retain(|_, (_, at)| watching || at != terminal);
            }
            Event::TableRetired { table, .. } => {
                self.sitting.retain(|(at, _), _| at != table);
                self.places.retain(|(at, _), _| at != table);
            }
            Event::PlayerAdmitted { player, terminal } => {
                self.sitting.insert(self.seats[terminal], (*player, *terminal));
            }
            Event::PlaceAdmitted { player, table, seat, .. } => {
                self.places.insert((*table, *seat), *player);
            }
            Event::VoucherSpent { voucher, table, seat, .. } => {
                return self.play(*voucher, *table, Payee::Seat(*seat), now);
            }
            Event::VoucherPrepared { voucher, table, payee, .. } => {
                self.play(*voucher, *table, *payee, now);
            }
            Event::VoucherDropped { voucher, .. } => {
                self.edges.retain(|edge| !edge.contains(&Link::Voucher(*voucher)));
            }
            Event::VoucherReplaced { voucher, anew, .. } if self.is_watching() => {
                self.edges.push([Link::Voucher(*voucher), Link::Voucher(*anew)]);
            }
            Event::Large(LargeEvent::LargeRuled(rules)) => self.rules = rules.clone(),
            Event::Large(LargeEvent::CashCounted {
                voucher,
                way,
                amount,
                currency,
                person,
                ..
            }) => {
                self.begin_day(now);
                // On another day the same words are about another person, for all the floor
                // knows.
                let named = |person: &Person| format!("{person}@{}", self.date);
                let person = person.as_ref().map(|person| Person::new(&named(person)).unwrap());
                let person = person.map(Link::Person);
                self.edges.extend(person.map(|person| [Link::Voucher(*voucher), person]));
                self.cash.push((*voucher, (*currency, *way), amount.units()));
                return Some(*voucher);
            }
            _ => {}
        }
        None
    }

    fn play(
        &mut self,
        voucher: VoucherId,
        table: TableId,
        payee: Payee,
        now: Time,
    ) -> Option<VoucherId> {
        let player = match payee {
            Payee::Seat(seat) => {
                let seat = (table, seat);
                let sitting = self.sitting.get(&seat).map(|(player, _)| *player);
                sitting.or_else(|| self.places.get(&seat).copied())
            }
            Payee::Player(player) => Some(player),
        };
        let player = player.filter(|_| self.is_watching())?;
        self.begin_day(now);
        self.edges.push([Link::Voucher(voucher), Link::Player(player)]);
        Some(voucher)
    }

    fn begin_day(&mut self, now: Time) {
        let today = self.rules.date(now).max(self.date);
        if today > self.date {
            self.date = today;
            self.cash.clear();
            self.noted.clear();
        }
    }

    /// What is above the house's amount by now, and was not said of anything it is linked with.
    fn becomes_large(&mut self, voucher: VoucherId) -> BTreeSet<(Cash, u128)> {
        let chain = self.reached(Link::Voucher(voucher));
        let mut sums: BTreeMap<Cash, u128> = BTreeMap::new();
        for (of, cash, amount) in &self.cash {
            if chain.contains(&Link::Voucher(*of)) {
                *sums.entry(*cash).or_default() += u128::from(*amount);
            }
        }
        sums.retain(|cash, sum| {
            let above = self.rules.above().get(&cash.0);
            let known = self
                .noted
                .iter()
                .any(|(of, noted)| noted == cash && chain.contains(&Link::Voucher(*of)));
            above.is_some_and(|above| *sum > u128::from(above.units())) && !known
        });
        self.noted.extend(sums.keys().map(|cash| (voucher, *cash)));
        sums.into_iter().collect()
    }

    fn reached(&self, from: Link) -> BTreeSet<Link> {
        let mut reached = BTreeSet::from([from]);
        loop {
            let before = reached.len();
            for [one, other] in &self.edges {
                if reached.contains(one) || reached.contains(other) {
                    reached.extend([one.clone(), other.clone()]);
                }
            }
            if reached.len() == before {
                return reached;
            }
        }
    }
}

fn large(event: &Event) -> Option<(Cash, u128)> {
    match event {
        Event::Large(LargeEvent::SumLarge { way, currency, sum, .. }) => {
            Some(((*currency, *way), *sum))
        }
        _ => None,
    }
}

/// A house at whose cage and seats anything goes on, beside plain chains.
struct Days {
    house: House,
    chains: PlainChains,
    luck: Luck,
    vouchers: u128,
    /// The vouchers in people's hands.
    out: Vec<VoucherId>,
    large: u32,
    joined: u32,
}

#[test]
fn random_days_of_the_cage_have_the_chains_of_one_that_forgets_nothing() {
    let first = asked_for("LARGE_SEED").unwrap_or(1);
    let (mut large, mut joined) = (0, 0);
    for seed in first..first + 8 {
        println!("LARGE_SEED={seed}");
        let mut days = Days::new(seed);
        for _ in 0..asked_for("LARGE_STEPS").unwrap_or(700) {
            days.step();
        }
        (large, joined) = (large + days.large, joined + days.joined);
    }
    println!("{large} sums were large, {joined} chains joined");
    assert!(large >= 100 && joined >= 100, "{large} and {joined}: hardly anything happened");
}

impl Days {
    fn new(seed: u64) -> Self {
        let (house, luck) = (House::staffed(), Luck::new(seed));
        let seats = house.floor.terminals().map(|(id, at)| (id, (at.table, at.seat)));
        let chains = PlainChains { seats: seats.collect(), ..PlainChains::default() };
        let (vouchers, out) = (0, Vec::new());
        let mut days = Self { house, chains, luck, vouchers, out, large: 0, joined: 0 };
        days.rule(Some(900));
        days
    }

    fn step(&mut self) {
        match self.luck.below(40) {
            0 => {
                self.house.now += self.luck.between(1, 30) * 3_600_000;
                for who in ["cas", "max", "flo"] {
                    self.house.log_in(who);
                }
            }
            1 if self.luck.one_in(4) => {
                let above = *self.luck.one_of(&[None, Some(300), Some(900), Some(2_000)]);
                self.rule(above);
            }
            2..=11 => self.sell(),
            12..=18 => self.redeem(),
            19..=26 => self.play(),
            27..=33 => self.pay(),
            34 | 35 => {
                let at = self.seat();
                if let Some(terminal) = self.house.floor.terminal_at(at.0, at.1) {
                    self.ask(Asker::Terminal(terminal), Command::AdmitPlayer);
                }
            }
            36 | 37 => self.change_terminal(),
            38 => self.replace(),
            _ => {}
        }
    }

    fn ask(&mut self, from: Asker, command: Command) {
        let events = self.house.must(from, command);
        self.large += u32::from(self.chains.follow(&events, self.house.time()));
        let joins = |event: &&Event| matches!(event, Event::Large(LargeEvent::ChainsJoined { .. }));
        self.joined += u32::try_from(events.iter().filter(joins).count()).unwrap();
    }

    fn rule(&mut self, above: Option<u64>) {
        let above = above.map(|above| (currency("USD"), money(above)));
        let rules = LargeRules::new(above.into_iter().collect(), -360).unwrap();
        self.ask(Asker::Host, Command::RuleLarge(rules));
    }

    fn new_voucher(&mut self) -> VoucherId {
        self.vouchers += 1;
        VoucherId(self.vouchers)
    }

    fn person(&mut self) -> Option<Person> {
        let person = Person::new(&format!("ID-{}", self.luck.below(4)));
        person.filter(|_| self.luck.one_in(6))
    }

    fn seat(&mut self) -> Seat {
        (TableId(self.luck.small(2) + 1), SeatNumber(1))
    }

    /// A voucher in somebody's hand, which it leaves.
    fn taken(&mut self) -> Option<VoucherId> {
        let place = (!self.out.is_empty()).then(|| self.luck.place(self.out.len()))?;
        Some(self.out.swap_remove(place))
    }

    fn sell(&mut self) {
        let (voucher, cas) = (self.new_voucher(), self.house.asker("cas"));
        let (amount, currency) = (money(self.luck.between(1, 5) * 100), currency("USD"));
        let sale = match self.person() {
            None => Command::SellVoucher { voucher, amount, currency },
            Some(person) => Command::SellVoucherTo { voucher, amount, currency, person },
        };
        self.ask(cas, sale);
        self.out.push(voucher);
    }

    fn redeem(&mut self) {
        let Some(voucher) = self.taken() else { return };
        let cas = self.house.asker("cas");
        let redeem = match self.person() {
            None => Command::RedeemVoucher { voucher },
            Some(person) => Command::RedeemVoucherOf { voucher, person },
        };
        self.ask(cas, redeem);
    }

    fn play(&mut self) {
        let Some(voucher) = self.taken() else { return };
        let (table, seat) = self.seat();
        self.ask(Asker::Host, Command::HoldVoucher { voucher, table, seat });
        self.ask(Asker::Host, Command::SpendVoucher { voucher, table });
    }

    /// A table pays a seat, or somebody who left; or it does not.
    fn pay(&mut self) {
        let (voucher, (table, seat)) = (self.new_voucher(), self.seat());
        let amount = money(self.luck.between(1, 5) * 100);
        let admitted = self.house.floor.image().players_admitted;
        let (payee, wish) = if self.luck.one_in(4) && admitted > 0 {
            let player = PlayerId(self.luck.between(1, admitted));
            (Payee::Player(player), Wish::Owed(reason()))
        } else {
            (Payee::Seat(seat), Wish::Amount)
        };
        let prepare = Command::PrepareVoucher { voucher, table, payee, amount, wish };
        self.ask(Asker::Host, prepare.clone());
        if self.luck.one_in(5) {
            self.ask(Asker::Host, Command::DropVoucher { voucher, table });
            if self.luck.one_in(2) {
                return;
            }
            self.ask(Asker::Host, prepare);
        }
        self.ask(Asker::Host, Command::IssueVoucher { voucher, table });
        self.out.push(voucher);
    }

    fn change_terminal(&mut self) {
        let ((table, seat), flo) = (self.seat(), self.house.asker("flo"));
        if let Some(terminal) = self.house.floor.terminal_at(table, seat) {
            self.ask(flo, Command::RemoveTerminal { terminal });
        }
        if self.luck.one_in(3) {
            return;
        }
        let (code, token) = (digest(self.house.secret()), digest(self.house.secret()));
        self.ask(flo, Command::OfferEnrolment { code, table, seat });
        self.ask(Asker::Host, Command::EnrolTerminal { code, token });
    }

    fn replace(&mut self) {
        let Some(voucher) = self.taken() else { return };
        let (anew, cas) = (self.new_voucher(), self.house.asker("cas"));
        let lost = Act::ReplaceVoucher { voucher, anew, reason: reason() };
        self.ask(cas, Command::Propose(lost));
        self.house.log_in("max");
        let (max, proposal) = (self.house.asker("max"), self.house.floor.proposals().last());
        let proposal = proposal.unwrap().0;
        self.ask(max, Command::Approve(proposal));
        self.out.push(anew);
    }
}
