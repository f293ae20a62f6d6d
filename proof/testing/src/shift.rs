//! A whole shift from a seed: people doing their work, and everything else people do.

mod dealing;
mod playing;
mod trouble;

use std::collections::BTreeMap;
use std::sync::Arc;

use taisai_ledger::Ledger;
use taisai_rulebooks::Library;
use taisai_rules::{Roll, ShakerKind};
use taisai_table::{
    Asker, CreditEvent, Event, HostCommand, Refusal, Request, RequestId, ReversalEvent, RoundEvent,
    SeatNumber, SessionId, Table, TableKind, VoucherId,
};

use crate::audit::Audit;
use crate::coverage::Coverage;
use crate::floor::{Floor, Make, What, limits};
use crate::luck::Luck;
use crate::model::{BETTING_MIN_MS, Model};

pub const SEATS: u16 = 7;

/// A shift: the table, the second table, the auditor, and chance.
pub struct Shift {
    pub floor: Floor,
    pub coverage: Coverage,
    pub audit: Audit,
    pub requests: u64,
    pub model: Model,
    ledger: Ledger,
    pub luck: Luck,
    /// Vouchers that can still be redeemed; each is sold once and redeemed once.
    pub vouchers: BTreeMap<VoucherId, u64>,
    pub used_voucher: Option<VoucherId>,
    pub asked: Vec<Request>,
    pub players: u64,
    pub sets: u32,
    keep_journal: bool,
}

impl Shift {
    pub fn new(seed: u64) -> Self {
        let mut luck = Luck::new(seed);
        let ids: Vec<&str> = Library::ids().collect();
        let book = ids[usize::try_from(seed % 8).unwrap()];
        let make = make(&mut luck, book);
        let tight = luck.percent(25);
        let limits = if tight { limits(4_000, 12_000) } else { limits(1_000_000, 1_000_000_000) };
        let mut floor = Floor::closed(book, make, limits);
        floor.gives_time_to_bet(BETTING_MIN_MS);
        let model = Model::of(&floor.table, floor.now);
        let book = Arc::new(floor.table.book().clone());
        let ledger = Ledger::new(book, floor.table.config().rule_book);
        let mut shift = Self {
            floor,
            coverage: Coverage::default(),
            audit: Audit::default(),
            requests: 0,
            model,
            ledger,
            luck,
            vouchers: BTreeMap::new(),
            used_voucher: None,
            asked: Vec::new(),
            players: 100,
            sets: 1,
            keep_journal: false,
        };
        let journal = std::mem::take(&mut shift.floor.journal);
        for (event, _) in &journal {
            shift.ledger.post(event).unwrap();
            shift.coverage.event(event);
        }
        shift.floor.journal = journal;
        shift
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
        self.floor.now += self.luck.below(1_200);
        // Both sides of every deadline: the very moment, and the one before.
        let due = self.floor.table.deadline().map_or(0, taisai_table::Time::millis);
        if self.luck.percent(10) && due > self.floor.now {
            self.floor.now = due - self.luck.below(2);
        }
        match self.luck.below(100) {
            0..45 => self.go_on(),
            45..80 => self.play(),
            80..85 => self.something_goes_wrong(),
            85..87 => self.look_at_the_past(),
            87..90 => self.floor_work(),
            90..94 => self.nonsense(),
            94..97 => self.ask_again(),
            97..99 => self.other_round(),
            _ => self.other_number(),
        }
    }

    /// Asks both tables, compares, and counts.
    pub fn ask(&mut self, from: Asker, what: impl Into<What>) -> Result<Vec<Event>, Refusal> {
        let request = self.floor.request(from, what);
        self.send(&request)
    }

    pub fn send(&mut self, request: &Request) -> Result<Vec<Event>, Refusal> {
        self.requests += 1;
        let now = self.floor.now;
        let expected = self.model.expects(request, &self.floor.table, now);
        let before = self.floor.table.clone();
        let answer = self.floor.send(request);
        match &answer {
            Ok(events) => {
                assert_ne!(expected, Some(false), "{request:?} was accepted");
                self.happened(request, events, before);
            }
            Err(refusal) => {
                assert_ne!(expected, Some(true), "{request:?} was refused: {refusal:?}");
                self.coverage.refusal(refusal);
            }
        }
        let roll = usize::try_from(self.requests % 216).unwrap();
        self.model.compare(&self.floor.table, roll);
        self.audit.balance(&self.floor.table);
        self.check_deadline();
        if !self.keep_journal {
            self.floor.journal.clear();
        }
        answer
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

    fn happened(&mut self, request: &Request, events: &[Event], mut table: Table) {
        if let Some(Event::Round(RoundEvent::LosersCollected { collected, .. })) = events.first() {
            let collected = collected.iter().map(|lost| (lost.seat.0, lost.amount.units()));
            assert_eq!(self.model.losers(), collected.collect::<Vec<_>>(), "losers, and only they");
        }
        self.model.follow(request, events, self.floor.now);
        for event in events {
            self.coverage.event(event);
            self.audit.note(event, &table);
            self.note_voucher(event);
            let posted = self.ledger.post(event);
            let posted = posted.unwrap_or_else(|fault| panic!("{event:?}: {fault}"));
            table.apply(event, self.floor.time());
            let agrees = self.ledger.agrees_after(event, &posted, &table);
            agrees.unwrap_or_else(|fault| panic!("{event:?}: {fault}"));
        }
        assert_eq!(table, self.floor.table);
        let undone = |event: &Event| {
            matches!(
                event,
                Event::Reversal(
                    ReversalEvent::PastRoundVoided { .. }
                        | ReversalEvent::PastRoundCorrected { .. }
                )
            )
        };
        // To compare all books is slow: after every change of the past, and now and then.
        if events.iter().any(undone) || self.requests.is_multiple_of(40) {
            let agrees = self.ledger.agrees_with(&table);
            agrees.unwrap_or_else(|fault| panic!("{request:?}: {fault}"));
        }
        if let Some(round) = self.floor.table.round() {
            let rules = self.floor.table.shaker_rules();
            let shakes_min = rules.map_or(1, |rules| rules.shakes_min.value);
            self.model.shaker_asks(round.order, shakes_min);
        }
        if request.command != HostCommand::Tick.into() {
            self.asked.push(request.clone());
        }
        if self.asked.len() > 400 {
            self.asked.drain(..200);
        }
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
    pub fn some_roll(&self) -> Roll {
        any_roll(&mut self.luck.clone())
    }

    pub fn some_roll_now(&mut self) -> Roll {
        any_roll(&mut self.luck)
    }

    pub fn some_seat(&mut self) -> SeatNumber {
        SeatNumber(1 + u16::try_from(self.luck.below(SEATS.into())).unwrap())
    }
}

/// A roll from a draw like any other: [`Luck::roll`] keeps bytes for its next one, and a clone
/// would give the same dice again and again.
fn any_roll(luck: &mut Luck) -> Roll {
    Roll::all().nth(luck.place(Roll::COUNT)).unwrap()
}

/// Every tenth table is felt, every fifth automatic, the others have a shaker the book allows.
fn make(luck: &mut Luck, book: &str) -> Make {
    let rules = Library::get(book).unwrap().rules();
    let allowed = |kind: &&ShakerKind| rules.equipment.shaker(**kind).is_some();
    let kinds: Vec<ShakerKind> = ShakerKind::ALL.iter().filter(allowed).copied().collect();
    let usual = Make::with(*luck.one_of(&kinds));
    match luck.below(10) {
        0 => Make { kind: TableKind::Felt, ..usual },
        1 | 2 => Make { shaker: usual.shaker, ..Make::AUTOMATIC },
        _ => usual,
    }
}
