//! Straight rounds of two players, with what is worth counting by the million: bets at the very
//! moment of no more bets, requests that come twice or late, restarts, and rounds that are undone.

use taisai_rules::Bet;
use taisai_table::{
    Act, Asker, BetCommand, DayCommand, Event, HostCommand, PlayerId, Refusal, RoundCommand,
    RoundEvent, Run, SeatCommand, Time,
};

use crate::floor::{
    DEALER, Floor, Make, SHIFT_MANAGER, What, money, reason, seat, staff, stake, wide,
};
use crate::luck::Luck;
use crate::model::BETTING_MIN_MS;
use crate::shift::{Pace, Shift, book_of, shakers};

pub(crate) const SEATS: u16 = 2;
/// More than anybody loses in a shift.
const CREDIT: u64 = 1_000_000_000;
/// To compare all books is slow: once in so many rounds, and after every change of the past.
const ROUNDS_PER_AGREEMENT: u64 = 64;

impl Shift {
    /// A lean shift at an open table, by a timer or with a dealer; everybody has bought in.
    pub fn lean(seed: u64) -> Self {
        let book = book_of(seed);
        let automatic = (seed / 8).is_multiple_of(2);
        // The first that the book allows: a shaker by hand, wherever it may be one.
        let make = if automatic { Make::AUTOMATIC } else { Make::with(shakers(book)[0]) };
        let mut floor = Floor::closed(book, make, wide());
        floor.gives_time_to_bet(BETTING_MIN_MS);
        floor.make_ready();
        let mut shift = Self::at(floor, Luck::new(seed), Pace::Lean);
        shift.accepted(staff(SHIFT_MANAGER), DayCommand::OpenTable);
        for number in 1..=SEATS {
            let (player, voucher) = (PlayerId(number.into()), shift.floor.new_voucher());
            shift.vouchers.insert(voucher, CREDIT);
            let amount = money(CREDIT);
            let sit = SeatCommand::SitAndBuyIn { player, staff: None, voucher, amount };
            shift.accepted(seat(number), sit);
        }
        shift
    }

    /// A round from open betting to the last light; then it may be found to have been wrong.
    pub(crate) fn straight_round(&mut self) {
        let until = self.straight_betting();
        if self.luck.percent(1) {
            self.accepted(Asker::Host, HostCommand::Restart);
        } else {
            self.straight_result(until);
            self.straight_settling();
        }
        self.compare();
        if self.may_be_undone() {
            self.compare();
        }
        if self.tally.rounds.is_multiple_of(ROUNDS_PER_AGREEMENT) {
            self.compare_books();
        }
    }

    /// Both players bet, now and then up to the last moment and after it. Says when that was.
    fn straight_betting(&mut self) -> Time {
        let opened = if self.is_automatic() {
            self.wait();
            self.accepted(Asker::Host, HostCommand::Tick)
        } else {
            self.floor.now += 1_000;
            self.accepted(staff(DEALER), RoundCommand::OpenBetting)
        };
        let until = opened.iter().find_map(|event| match event {
            Event::Round(RoundEvent::BettingOpened { until, .. }) => *until,
            _ => None,
        });
        let until = until.expect("betting has a time");
        for number in 1..=SEATS {
            self.straight_bet(number);
        }
        if self.luck.percent(10) {
            self.floor.now = until.millis() - 1;
            self.straight_bet(1);
            self.floor.now = until.millis();
            self.late_bet(2);
        }
        until
    }

    /// A bet that is taken; now and then something is asked twice, or for another round.
    fn straight_bet(&mut self, number: u16) {
        let bet = self.plain_bet();
        self.accepted(seat(number), BetCommand::PlaceBets(vec![bet]));
        if self.luck.percent(10) {
            self.ask_again();
        }
        if self.luck.percent(2) {
            self.other_round();
        }
    }

    fn late_bet(&mut self, number: u16) {
        let bet = self.plain_bet();
        let late = self.ask(seat(number), BetCommand::PlaceBets(vec![bet]));
        assert!(matches!(late, Err(Refusal::BettingClosed { .. })), "{late:?}");
    }

    fn plain_bet(&mut self) -> Bet {
        let offers = self.floor.table.book().pay_table.offers();
        let area = self.luck.one_of(offers).area;
        // The minimum is ten, and no odds have a finer step than two.
        Bet::new(area, stake(20 * (1 + self.luck.below(50))))
    }

    fn straight_result(&mut self, until: Time) {
        let roll = self.some_roll_now();
        let called = !self.is_automatic() && self.floor.time() < until;
        if called {
            self.floor.now += BETTING_MIN_MS;
            self.accepted(staff(DEALER), RoundCommand::CallNoMoreBets);
        } else {
            self.floor.now = until.millis();
            self.accepted(Asker::Host, HostCommand::Tick);
        }
        if self.luck.percent(10) {
            self.late_bet(1);
        }
        if self.is_automatic() {
            self.accepted(Asker::Host, HostCommand::RecordRoll(roll));
            return;
        }
        let steps = [
            RoundCommand::Shake { times: 3 },
            RoundCommand::Reveal,
            RoundCommand::EnterDice(roll),
            RoundCommand::ConfirmDice(roll),
        ];
        for step in steps {
            self.accepted(staff(DEALER), step);
        }
    }

    fn straight_settling(&mut self) {
        for step in [RoundCommand::Collect, RoundCommand::Pay, RoundCommand::Clear] {
            if self.is_automatic() {
                self.wait();
                self.accepted(Asker::Host, HostCommand::Tick);
            } else {
                self.accepted(staff(DEALER), step);
            }
        }
        assert!(self.floor.table.round().is_none(), "the round is over");
    }

    /// Now and then the dice were others, or there should have been no round at all.
    fn may_be_undone(&mut self) -> bool {
        let wrong = !self.is_automatic() && self.luck.percent(5);
        if !wrong && !self.luck.percent(2) {
            return false;
        }
        let Some(round) = self.some_settled_round() else { return false };
        if wrong {
            let roll = self.some_roll_now();
            self.undo(Act::CorrectRound { round, roll, reason: reason() });
        } else {
            self.make_void(round);
        }
        true
    }

    fn is_automatic(&self) -> bool {
        self.floor.make.run == Run::Automatic
    }

    /// Until the table wants to be told the time.
    fn wait(&mut self) {
        let due = self.floor.table.deadline().map_or(0, Time::millis);
        self.floor.now = self.floor.now.max(due);
    }

    fn accepted(&mut self, from: Asker, what: impl Into<What>) -> Vec<Event> {
        self.ask(from, what).unwrap_or_else(|refusal| {
            panic!("{from:?} was refused in round {}: {refusal:?}", self.tally.rounds)
        })
    }
}
