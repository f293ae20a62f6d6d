//! One table's day: rounds with two players, and what each of them must have after every one.

use std::sync::Arc;

use taisai_ledger::Ledger;
use taisai_rulebooks::Library;
use taisai_rules::{Bet, Irregularity, Roll, ShakerKind};
use taisai_table::{
    Act, Asker, BetCommand, Event, HostCommand, Refusal, Request, ReversalEvent, RoundCommand,
    RoundEvent, RoundNumber, RulingCommand, Run, SeatNumber, Time,
};
use taisai_testing::audit::Audit;
use taisai_testing::floor::{
    DEALER, Floor, Make, SECOND_MANAGER, SHIFT_MANAGER, What, reason, seat, staff, stake, wide,
};
use taisai_testing::luck::Luck;
use taisai_testing::payout::Payout;

use crate::Count;

const SEATS: u16 = 2;
/// More than anybody loses in a day.
const CREDIT: u64 = 1_000_000_000;
/// To compare all books is slow: once in so many rounds, and after every change of the past.
const AGREEMENT_ROUNDS: u64 = 64;

/// A table at work, and those who watch it.
pub(crate) struct Day {
    floor: Floor,
    ledger: Ledger,
    audit: Audit,
    payout: Payout,
    luck: Luck,
    areas: usize,
    pub(crate) count: Count,
    /// What each seat must have; by place, seat 1 first.
    has: [u64; SEATS as usize],
    /// What each seat has staked in this round: the place of an area, and how much.
    staked: [Vec<(usize, u64)>; SEATS as usize],
}

impl Day {
    /// The table of a seed: each book in turn, by a timer or with a dealer.
    pub(crate) fn new(seed: u64) -> Self {
        let ids: Vec<&str> = Library::ids().collect();
        let book = ids[usize::try_from(seed % 8).unwrap()];
        let make = if (seed / 8).is_multiple_of(2) { Make::AUTOMATIC } else { with_shaker(book) };
        let mut floor = Floor::open(book, make, wide());
        for number in 1..=SEATS {
            floor.sits(number, CREDIT);
        }
        let rules = Arc::new(floor.table.book().clone());
        let mut ledger = Ledger::new(Arc::clone(&rules), floor.table.config().rule_book);
        let mut audit = Audit::default();
        for (event, _) in std::mem::take(&mut floor.journal) {
            ledger.post(&event).unwrap();
            audit.note(&event, &floor.table);
        }
        Self {
            areas: rules.pay_table.offers().len(),
            payout: Payout::of(&rules),
            luck: Luck::new(seed),
            count: Count::default(),
            has: [CREDIT; SEATS as usize],
            staked: [const { Vec::new() }; SEATS as usize],
            floor,
            ledger,
            audit,
        }
    }

    pub(crate) fn play(&mut self, rounds: u64) {
        for _ in 0..rounds {
            self.round();
            self.count.rounds += 1;
            self.check();
        }
        assert_eq!(self.audit.rounds, rounds, "every round that was played was opened once");
    }

    fn round(&mut self) {
        self.staked.iter_mut().for_each(Vec::clear);
        let until = self.open();
        for number in 1..=SEATS {
            self.bet(number);
        }
        if self.luck.percent(10) {
            self.floor.now = until.millis() - 1;
            self.count.races += 1;
            self.bet(1);
            self.floor.now = until.millis();
            self.count.races += 1;
            self.bet_refused(2);
        }
        if self.luck.percent(1) {
            self.restart();
            return;
        }
        self.no_more_bets(until);
        if self.luck.percent(10) {
            self.count.races += 1;
            self.bet_refused(1);
        }
        let roll = self.luck.roll();
        self.result(roll);
        self.settle();
        self.pays(roll);
        self.check();
        if !self.is_automatic() && self.luck.percent(5) {
            self.correct(roll);
        } else if self.luck.percent(2) {
            self.make_void(roll);
        }
    }

    fn is_automatic(&self) -> bool {
        self.floor.make.run == Run::Automatic
    }

    /// Betting is open; until when.
    fn open(&mut self) -> Time {
        let opened = if self.is_automatic() {
            self.wait();
            self.does(Asker::Host, HostCommand::Tick)
        } else {
            self.floor.now += 1_000;
            self.does(staff(DEALER), RoundCommand::OpenBetting)
        };
        let until = opened.iter().find_map(|event| match event {
            Event::Round(RoundEvent::BettingOpened { until, .. }) => *until,
            _ => None,
        });
        until.expect("betting has a time")
    }

    fn no_more_bets(&mut self, until: Time) {
        if self.is_automatic() {
            self.floor.now = until.millis();
            self.does(Asker::Host, HostCommand::Tick);
        } else if self.floor.time() < until {
            self.does(staff(DEALER), RoundCommand::CallNoMoreBets);
        } else {
            self.does(Asker::Host, HostCommand::Tick);
        }
    }

    fn result(&mut self, roll: Roll) {
        if self.is_automatic() {
            self.does(Asker::Host, HostCommand::RecordRoll(roll));
            return;
        }
        let steps = [
            RoundCommand::Shake { times: 3 },
            RoundCommand::Reveal,
            RoundCommand::EnterDice(roll),
            RoundCommand::ConfirmDice(roll),
        ];
        for step in steps {
            self.does(staff(DEALER), step);
        }
    }

    fn settle(&mut self) {
        for step in [RoundCommand::Collect, RoundCommand::Pay, RoundCommand::Clear] {
            if self.is_automatic() {
                self.wait();
                self.does(Asker::Host, HostCommand::Tick);
            } else {
                self.does(staff(DEALER), step);
            }
        }
        assert!(self.floor.table.round().is_none(), "the round is over");
    }

    /// Until the table wants to be told the time.
    fn wait(&mut self) {
        let due = self.floor.table.deadline().map_or(0, Time::millis);
        self.floor.now = self.floor.now.max(due);
    }

    fn some_bet(&mut self) -> (usize, u64, Bet) {
        let place = self.luck.place(self.areas);
        // The minimum is ten, and no odds have a finer step than two.
        let units = 20 * (1 + self.luck.below(50));
        (place, units, Bet::new(self.payout.area(place), stake(units)))
    }

    /// A bet that is taken; now and then it is asked for once more, or for the round before.
    fn bet(&mut self, number: u16) {
        let (place, units, bet) = self.some_bet();
        let request = self.floor.request(seat(number), BetCommand::PlaceBets(vec![bet]));
        self.accepted(&request);
        self.staked[usize::from(number) - 1].push((place, units));
        self.has[usize::from(number) - 1] -= units;
        if self.luck.percent(10) {
            self.count.duplicates += 1;
            assert_eq!(self.send(&request), Ok(Vec::new()), "a repeated request has one effect");
        }
        if self.luck.percent(2) && self.count.rounds > 0 {
            self.count.strays += 1;
            let mut stray = self.floor.request(seat(number), BetCommand::PlaceBets(vec![bet]));
            stray.round = stray.round.map(|round| RoundNumber(round.0 - 1));
            let refused = self.send(&stray);
            assert!(refused.is_err(), "no message crosses rounds: {stray:?}");
        }
    }

    fn bet_refused(&mut self, number: u16) {
        let (_, _, bet) = self.some_bet();
        let request = self.floor.request(seat(number), BetCommand::PlaceBets(vec![bet]));
        let refused = self.send(&request);
        assert!(refused.is_err(), "no bet after no more bets: {request:?}");
    }

    /// The host starts again while betting is open: no outcome can exist, and the round is void.
    fn restart(&mut self) {
        let events = self.does(Asker::Host, HostCommand::Restart);
        let void = events
            .iter()
            .any(|event| matches!(event, Event::Reversal(ReversalEvent::RoundVoided { .. })));
        assert!(void, "{events:?}");
        self.count.voids += 1;
        for (has, staked) in self.has.iter_mut().zip(&self.staked) {
            *has += staked.iter().map(|(_, units)| units).sum::<u64>();
        }
    }

    /// What the dice of this round bring, by the areas' own words.
    fn returned(&self, place: usize, roll: Roll) -> u64 {
        let staked = self.staked[place].iter();
        staked.map(|(area, units)| self.payout.back(*area, *units, roll.index())).sum()
    }

    fn pays(&mut self, roll: Roll) {
        for place in 0..self.has.len() {
            self.has[place] += self.returned(place, roll);
        }
    }

    /// The dice were others: everybody has what the right dice give.
    fn correct(&mut self, wrong: Roll) {
        let other = 1 + self.luck.place(Roll::COUNT - 1);
        let right = Roll::all().nth((wrong.index() + other) % Roll::COUNT).unwrap();
        self.agree(Act::CorrectRound { round: self.last_round(), roll: right, reason: reason() });
        self.count.corrections += 1;
        for place in 0..self.has.len() {
            self.has[place] += self.returned(place, right);
            self.has[place] -= self.returned(place, wrong);
        }
        self.compare_books();
    }

    /// The round is as if it had not been: stakes go back, and what was paid.
    fn make_void(&mut self, roll: Roll) {
        let (rounds, what) = (vec![self.last_round()], Irregularity::Dispute);
        self.agree(Act::VoidRounds { rounds, what, reason: reason() });
        self.count.voids += 1;
        for place in 0..self.has.len() {
            self.has[place] += self.staked[place].iter().map(|(_, units)| units).sum::<u64>();
            self.has[place] -= self.returned(place, roll);
        }
        self.compare_books();
    }

    fn last_round(&self) -> RoundNumber {
        RoundNumber(self.floor.table.next_round().0 - 1)
    }

    fn agree(&mut self, act: Act) {
        self.does(staff(SHIFT_MANAGER), RulingCommand::Propose(act));
        let last = self.floor.table.proposals().map(|(id, _)| id).max().unwrap();
        self.does(staff(SECOND_MANAGER), RulingCommand::Approve(last));
    }

    fn does(&mut self, from: Asker, what: impl Into<What>) -> Vec<Event> {
        let request = self.floor.request(from, what);
        self.accepted(&request)
    }

    fn accepted(&mut self, request: &Request) -> Vec<Event> {
        let answer = self.send(request);
        answer.unwrap_or_else(|refusal| panic!("{request:?} was refused: {refusal:?}"))
    }

    fn send(&mut self, request: &Request) -> Result<Vec<Event>, Refusal> {
        self.count.requests += 1;
        let now = self.floor.time();
        let events = self.floor.table.decide(request, now)?;
        for event in &events {
            self.audit.note(event, &self.floor.table);
            self.ledger.post(event).unwrap_or_else(|fault| panic!("{event:?}: {fault}"));
            self.floor.table.apply(event, now);
        }
        Ok(events)
    }

    /// Everybody has what they must have, and every unit is somewhere.
    fn check(&mut self) {
        for (number, has) in (1..).zip(self.has) {
            let found = self.floor.table.seat(SeatNumber(number)).map(|seat| seat.credit().units());
            assert_eq!(found, Some(has), "seat {number} after round {}", self.count.rounds);
        }
        self.audit.balance(&self.floor.table);
        if self.count.rounds.is_multiple_of(AGREEMENT_ROUNDS) {
            self.compare_books();
        }
    }

    fn compare_books(&self) {
        let agrees = self.ledger.agrees_with(&self.floor.table);
        agrees.unwrap_or_else(|fault| panic!("round {}: {fault}", self.count.rounds));
    }
}

/// A shaker that the book allows: by hand where it may be.
fn with_shaker(book: &str) -> Make {
    let rules = Library::get(book).unwrap().rules();
    let kinds = [ShakerKind::Manual, ShakerKind::AutomatedCovered, ShakerKind::AutomatedUncovered];
    let allowed = |kind: &ShakerKind| rules.equipment.shaker(*kind).is_some();
    Make::with(kinds.into_iter().find(allowed).unwrap())
}
