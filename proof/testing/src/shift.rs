//! A shift from a seed: people doing their work, and everything else people do.
//!
//! Beside the table stand the model, the auditor of events and the ledger. There are two paces:
//! whole shifts, and straight rounds of which there can be very many.

mod cases;
mod dealing;
mod lean;
mod long_ago;
mod moves;
mod places;
mod playing;
mod trouble;

use std::collections::BTreeMap;
use std::ops::AddAssign;
use std::sync::Arc;

use taisai_ledger::Ledger;
use taisai_rulebooks::Library;
use taisai_rules::{Roll, ShakerKind};
use taisai_table::{
    Asker, Cases, Command, CreditEvent, Event, HostCommand, Refusal, Request, RequestId,
    ReversalEvent, RoundEvent, SeatCommand, SeatNumber, SessionId, TableKind, Time, VoucherId,
};

use crate::audit::Audit;
use crate::coverage::Coverage;
use crate::floor::{Floor, Make, What, limits};
use crate::luck::Luck;
use crate::model::{BETTING_MIN_MS, Model};
use crate::seen::Seen;
use crate::shift::long_ago::LongAgo;

/// To compare all books is slow: once in so many requests, and after every change of the past.
const REQUESTS_PER_AGREEMENT: u64 = 40;

/// How much happens in a shift, and how often it is compared with what stands beside it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pace {
    /// Everything people do at seven seats; all is compared after every request.
    Whole,
    /// Straight rounds of two players; all is compared after every round.
    Lean,
}

/// What happened on purpose; only [`Coverage`] counts everything.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    pub rounds: u64,
    pub requests: u64,
    /// Bets in the last millisecond, at the deadline, and after no more bets.
    pub races: u64,
    /// Requests that were made once more.
    pub duplicates: u64,
    pub corrections: u64,
    /// Rounds made void, in play or settled.
    pub voids: u64,
    /// Requests for a round that was over, or not yet open.
    pub strays: u64,
}

impl AddAssign for Tally {
    fn add_assign(&mut self, other: Self) {
        self.rounds += other.rounds;
        self.requests += other.requests;
        self.races += other.races;
        self.duplicates += other.duplicates;
        self.corrections += other.corrections;
        self.voids += other.voids;
        self.strays += other.strays;
    }
}

/// A shift: the table, the model, the auditor, the ledger, and chance.
pub struct Shift {
    pub floor: Floor,
    pub coverage: Coverage,
    pub audit: Audit,
    seen: Seen,
    pub tally: Tally,
    pace: Pace,
    model: Model,
    ledger: Ledger,
    luck: Luck,
    /// Vouchers that can still be redeemed; each is sold once and redeemed once.
    vouchers: BTreeMap<VoucherId, u64>,
    used_voucher: Option<VoucherId>,
    long_ago: LongAgo,
    /// Every case that was ever opened, as whoever wrote everything down could tell it.
    cases: Cases,
    asked: Vec<Request>,
    players: u64,
    sets: u32,
    keep_journal: bool,
}

impl Shift {
    /// A whole shift at a closed table.
    pub fn new(seed: u64) -> Self {
        let mut luck = Luck::new(seed);
        let book = book_of(seed);
        let make = make(&mut luck, book);
        let tight = luck.percent(25);
        let limits = if tight { limits(4_000, 12_000) } else { limits(1_000_000, 1_000_000_000) };
        let mut floor = Floor::closed(book, make, limits);
        floor.gives_time_to_bet(BETTING_MIN_MS);
        Self::at(floor, luck, Pace::Whole)
    }

    fn at(floor: Floor, luck: Luck, pace: Pace) -> Self {
        let rules = Arc::new(floor.table.book().clone());
        let mut ledger = Ledger::new(rules, floor.table.config().rule_book);
        let mut coverage = Coverage::default();
        let mut seen = Seen::default();
        for (event, _) in &floor.journal {
            ledger.post(event).unwrap();
            coverage.event(event);
            seen.follow(event, &floor.table);
        }
        Self {
            model: Model::of(&floor.table, floor.now),
            floor,
            coverage,
            audit: Audit::default(),
            seen,
            tally: Tally::default(),
            pace,
            ledger,
            luck,
            vouchers: BTreeMap::new(),
            used_voucher: None,
            long_ago: LongAgo::default(),
            cases: Cases::default(),
            asked: Vec::new(),
            players: 100,
            sets: 1,
            keep_journal: false,
        }
    }

    /// The same with its journal kept from the first event on.
    pub fn with_journal(seed: u64) -> Self {
        let mut shift = Self::new(seed);
        shift.keep_journal = true;
        shift
    }

    /// Works until so many rounds have opened.
    pub fn work(&mut self, rounds: u64) {
        let mut steps = 0;
        while self.audit.rounds < rounds {
            self.step();
            steps += 1;
            assert!(steps < rounds * 1_000, "the shift is stuck in {}", self.floor.table.phase());
        }
    }

    pub fn step(&mut self) {
        match self.pace {
            Pace::Whole => self.some_step(),
            Pace::Lean => self.straight_round(),
        }
    }

    fn some_step(&mut self) {
        self.floor.now += self.luck.below(1_200);
        // Both sides of every deadline: the very moment, and the one before.
        let due = self.floor.table.deadline().map_or(0, Time::millis);
        if self.luck.percent(10) && due > self.floor.now {
            self.floor.now = due - self.luck.below(2);
        }
        match self.luck.below(100) {
            0..45 => self.go_on(),
            45..80 => self.play(),
            80..85 => self.something_goes_wrong(),
            85..87 => self.look_at_the_past(),
            87 => self.dispute(),
            89 if self.luck.percent(40) => self.move_on(),
            88..90 => self.floor_work(),
            90..94 => self.nonsense(),
            94..97 => self.ask_again(),
            97..99 => self.other_round(),
            _ => self.other_number(),
        }
    }

    /// Asks both tables, compares, and counts.
    fn ask(&mut self, from: Asker, what: impl Into<What>) -> Result<Vec<Event>, Refusal> {
        let request = self.floor.request(from, what);
        self.send(request)
    }

    fn send(&mut self, request: Request) -> Result<Vec<Event>, Refusal> {
        self.tally.requests += 1;
        self.tally.races += u64::from(self.is_race(&request));
        let expected = self.model.expects(&request, &self.floor.table, self.floor.now);
        let answer = self.floor.table.decide(&request, self.floor.time());
        match &answer {
            Ok(events) => {
                assert_ne!(expected, Some(false), "{request:?} was accepted");
                self.happened(request, events);
            }
            Err(refusal) => {
                assert_ne!(expected, Some(true), "{request:?} was refused: {refusal:?}");
                self.coverage.refusal(refusal);
            }
        }
        if self.pace == Pace::Whole {
            self.compare();
            self.check_deadline();
        }
        answer
    }

    /// Whether it is a bet in the last millisecond, or later.
    fn is_race(&self, request: &Request) -> bool {
        let Command::Seat(_, SeatCommand::Bet(_)) = &request.command else { return false };
        let next = Time::from_millis(self.floor.now + 1).unwrap();
        self.floor.table.round().is_some_and(|round| !round.takes_bets(next))
    }

    /// Everybody has what the model says, and every unit is somewhere.
    fn compare(&self) {
        let roll = usize::try_from(self.tally.requests % 216).unwrap();
        self.model.compare(&self.floor.table, roll);
        self.audit.balance(&self.floor.table);
    }

    /// The table wants to be told the time exactly when the time would change something.
    fn check_deadline(&self) {
        let (table, now) = (&self.floor.table, self.floor.time());
        let (session, id) = (SessionId(1), RequestId(u64::MAX));
        let tick = Request { session, id, round: None, command: HostCommand::Tick.into() };
        let happens = !table.decide(&tick, now).unwrap().is_empty();
        let due = table.deadline().is_some_and(|deadline| deadline <= now);
        assert_eq!(due, happens, "{} at {}", table.phase(), self.floor.now);
    }

    fn happened(&mut self, request: Request, events: &[Event]) {
        if self.pace == Pace::Whole {
            self.check_losers(events);
        }
        self.model.follow(&request, events, self.floor.now);
        for event in events {
            self.apply(event);
        }
        // To compare all books is slow: after every change of the past, and now and then.
        let often = self.tally.requests.is_multiple_of(REQUESTS_PER_AGREEMENT);
        if events.iter().any(undoes) || often && self.pace == Pace::Whole {
            self.compare_books();
        }
        if let Some(round) = self.floor.table.round() {
            let rules = self.floor.table.shaker_rules();
            let shakes_min = rules.map_or(1, |rules| rules.shakes_min.value);
            self.model.shaker_asks(round.order, shakes_min);
        }
        if request.command != HostCommand::Tick.into() {
            self.asked.push(request);
        }
        if self.asked.len() > 400 {
            self.asked.drain(..200);
        }
    }

    fn check_losers(&self, events: &[Event]) {
        let Some(Event::Round(RoundEvent::LosersCollected { collected, .. })) = events.first()
        else {
            return;
        };
        let collected = collected.iter().map(|lost| (lost.seat.0, lost.amount.units()));
        assert_eq!(self.model.losers(), collected.collect::<Vec<_>>(), "losers, and only they");
    }

    /// Lets an event happen at the table, in the auditor's notes and in the ledger.
    fn apply(&mut self, event: &Event) {
        self.count(event);
        self.audit.note(event, &self.floor.table);
        self.seen.follow(event, &self.floor.table);
        self.note_voucher(event);
        let posted = self.ledger.post(event);
        let posted = posted.unwrap_or_else(|fault| panic!("{event:?}: {fault}"));
        let now = self.floor.time();
        self.floor.table.apply(event, now);
        self.long_ago.note(event, &self.floor.table);
        if let Event::Case(event) = event {
            self.cases.take(event, now);
        }
        if self.keep_journal {
            self.floor.journal.push((event.clone(), now));
        }
        if self.pace == Pace::Whole {
            let agrees = self.ledger.agrees_after(event, &posted, &self.floor.table);
            agrees.unwrap_or_else(|fault| panic!("{event:?}: {fault}"));
        }
    }

    fn count(&mut self, event: &Event) {
        match event {
            Event::Round(RoundEvent::BettingOpened { .. }) => self.tally.rounds += 1,
            Event::Reversal(ReversalEvent::PastRoundCorrected { .. }) => {
                self.tally.corrections += 1;
            }
            Event::Reversal(
                ReversalEvent::RoundVoided { .. } | ReversalEvent::PastRoundVoided { .. },
            ) => self.tally.voids += 1,
            _ => {}
        }
        // A hundred million rounds cannot look every event up by its name.
        if self.pace == Pace::Whole {
            self.coverage.event(event);
        }
    }

    fn compare_books(&self) {
        let agrees = self.ledger.agrees_with(&self.floor.table);
        agrees.unwrap_or_else(|fault| panic!("round {}: {fault}", self.tally.rounds));
    }

    fn note_voucher(&mut self, event: &Event) {
        match event {
            Event::Credit(
                CreditEvent::CashedOut { voucher, amount, .. }
                | CreditEvent::OwedPaid { voucher, amount, .. },
            ) => {
                let again = self.vouchers.insert(*voucher, amount.units());
                assert_eq!(again, None, "a voucher is issued once");
            }
            Event::Credit(CreditEvent::BoughtIn { voucher, amount, .. }) => {
                let worth = self.vouchers.remove(voucher);
                assert_eq!(worth, Some(amount.units()), "a voucher pays once, what it says");
            }
            _ => {}
        }
    }

    /// The dice that the next draw would give; the draw is still to come.
    fn some_roll(&self) -> Roll {
        any_roll(&mut self.luck.clone())
    }

    fn some_roll_now(&mut self) -> Roll {
        any_roll(&mut self.luck)
    }

    fn some_seat(&mut self) -> SeatNumber {
        SeatNumber(self.some_place())
    }

    fn some_place(&mut self) -> u16 {
        let seats = match self.pace {
            Pace::Whole => 7,
            Pace::Lean => lean::SEATS,
        };
        1 + u16::try_from(self.luck.below(seats.into())).unwrap()
    }
}

/// Each rule book in turn.
fn book_of(seed: u64) -> &'static str {
    let books: Vec<&str> = Library::ids().collect();
    books[usize::try_from(seed).unwrap() % books.len()]
}

/// Whether a settled round is undone.
fn undoes(event: &Event) -> bool {
    matches!(
        event,
        Event::Reversal(
            ReversalEvent::PastRoundVoided { .. }
                | ReversalEvent::PastRoundCorrected { .. }
                | ReversalEvent::PastBetsVoided { .. }
                | ReversalEvent::BetRuled { .. }
        )
    )
}

/// A roll from a draw like any other: [`Luck::roll`] keeps bytes for its next one, and a clone
/// would give the same dice again and again.
fn any_roll(luck: &mut Luck) -> Roll {
    Roll::all().nth(luck.place(Roll::COUNT)).unwrap()
}

/// Every tenth table is felt, every fifth automatic, the others have a shaker the book allows.
fn make(luck: &mut Luck, book: &str) -> Make {
    let usual = Make::with(*luck.one_of(&shakers(book)));
    match luck.below(10) {
        0 => Make { kind: TableKind::Felt, ..usual },
        1 | 2 => Make { shaker: usual.shaker, ..Make::AUTOMATIC },
        _ => usual,
    }
}

/// What may shake the dice under this book.
fn shakers(book: &str) -> Vec<ShakerKind> {
    let rules = Library::get(book).unwrap().rules();
    let allowed = |kind: &&ShakerKind| rules.equipment.shaker(**kind).is_some();
    ShakerKind::ALL.iter().filter(allowed).copied().collect()
}
