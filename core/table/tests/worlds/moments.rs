//! The same at every moment after a result is confirmed: before collecting, before paying and
//! before the lights are out, for all pairs of rolls under all books.

use std::collections::BTreeSet;

use taisai_ledger::Ledger;
use taisai_rulebooks::Library;
use taisai_rules::{Bet, Irregularity, Roll};
use taisai_table::round::PastRound;
use taisai_table::{
    Act, Phase, PlayerId, RoundCommand, RoundNumber, SeatCommand, SeatNumber, Table,
};
use taisai_testing::floor::{self, Floor, area, reason, roll, stake};
use taisai_testing::names;

use super::{confirmed, correct, every_area, remembered, settled, void, world};

/// Where a round can stand once its result is confirmed.
const MOMENTS: [Phase; 3] = [Phase::Collecting, Phase::Paying, Phase::Clearing];

/// The round of this roll, brought to this moment.
fn brought(before: &Floor, dice: Roll, moment: Phase) -> Floor {
    let mut floor = confirmed(before, dice);
    for (phase, step) in
        [(Phase::Collecting, RoundCommand::Collect), (Phase::Paying, RoundCommand::Pay)]
    {
        if phase < moment {
            floor.does(floor::staff(floor::DEALER), step);
        }
    }
    assert_eq!(floor.table.phase(), moment);
    floor
}

/// What is left of the round is done: nothing where it is over.
fn finish(floor: &mut Floor) {
    let steps = [
        (Phase::Collecting, RoundCommand::Collect),
        (Phase::Paying, RoundCommand::Pay),
        (Phase::Clearing, RoundCommand::Clear),
    ];
    for (phase, step) in steps {
        if floor.table.phase() == phase {
            floor.does(floor::staff(floor::DEALER), step);
        }
    }
}

/// The books beside a table from its first event on, event by event: they agree with it.
fn check_books(floor: &Floor) {
    let table = &floor.table;
    let mut ledger = Ledger::new(table.book().clone().into(), table.config().rule_book);
    for (event, _) in &floor.journal {
        ledger.post(event).unwrap_or_else(|fault| panic!("{event:?}: {fault}"));
    }
    ledger.agrees_with(table).unwrap_or_else(|fault| panic!("{fault}"));
}

fn void_bets(floor: &mut Floor, number: u16) {
    let seat = SeatNumber(number);
    floor.agrees(Act::VoidBets { seat, reason: reason() });
}

fn void_past_bets(floor: &mut Floor, round: u64, number: u16) {
    let (round, seat) = (RoundNumber(round), SeatNumber(number));
    floor.agrees(Act::VoidPastBets { round, seat, reason: reason() });
}

#[test]
fn a_correction_at_every_moment_is_the_right_dice_first_for_all_pairs_of_rolls() {
    for book in Library::ids() {
        let before = every_area(book);
        let twins: Vec<Floor> = Roll::all().map(|dice| settled(&before, dice)).collect();
        let right: Vec<_> = twins.iter().map(|twin| (world(twin), remembered(twin))).collect();
        for moment in MOMENTS {
            for wrong in Roll::all() {
                let mut found = brought(&before, wrong, moment);
                found.journal.clear();
                for dice in Roll::all().filter(|dice| *dice != wrong) {
                    let mut floor = found.clone();
                    correct(&mut floor, 1, dice);
                    finish(&mut floor);
                    let (expected, slips) = &right[dice.index()];
                    assert_eq!(world(&floor), *expected, "{book} {moment}: {wrong} to {dice}");
                    assert_eq!(remembered(&floor), *slips, "{book} {moment}: {wrong} to {dice}");
                }
            }
        }
    }
}

#[test]
fn a_void_at_every_moment_is_the_world_without_the_round() {
    for book in Library::ids() {
        let before = every_area(book);
        let mut without = before.clone();
        void(&mut without, &[1]);
        for moment in MOMENTS {
            for dice in Roll::all() {
                let mut floor = brought(&before, dice, moment);
                void(&mut floor, &[1]);
                assert_eq!(world(&floor), world(&without), "{book} {moment}: {dice}");
            }
        }
    }
}

/// Three players beside each other; the second is the one whose bets will be void.
fn three(book: &str) -> Floor {
    let mut floor = every_area_of_one(book);
    for (number, on) in [(2, "small"), (3, "big")] {
        floor.buys_in(number, 10_000);
        floor.bets(
            number,
            vec![Bet::new(area(on), stake(300)), Bet::new(area("triple-1"), stake(40))],
        );
    }
    floor
}

/// A table at which one player has a stake on every area, while bets can still be placed.
fn every_area_of_one(book: &str) -> Floor {
    let mut floor = super::open_for_every_area(book);
    floor.sits(1, 1_000_000);
    floor.sits(2, 0);
    floor.sits(3, 0);
    floor.opens_betting();
    floor.bets(1, super::on_every_area(&floor));
    floor
}

/// What a settled round says of those whose bets count.
fn counting(floor: &Floor) -> Vec<(SeatNumber, u64)> {
    let slips = |past: &PastRound| -> Vec<(SeatNumber, u64)> {
        let counts = past.slips.iter().filter(|(seat, _)| !past.void_bets.contains(seat));
        counts.map(|(seat, slip)| (*seat, slip.returned.units())).collect()
    };
    floor.table.past_rounds().flat_map(slips).collect()
}

#[test]
fn bets_that_are_void_at_any_moment_or_later_are_as_if_they_had_been_void_before_the_dice() {
    for book in Library::ids() {
        let mut before = three(book);
        before.reveals();
        let mut never = before.clone();
        void_bets(&mut never, 2);
        for dice in Roll::all() {
            let twin = settled(&never, dice);
            for moment in MOMENTS {
                let mut floor = brought(&before, dice, moment);
                void_bets(&mut floor, 2);
                finish(&mut floor);
                assert_eq!(world(&floor), world(&twin), "{book} {moment}: {dice}");
                assert_eq!(counting(&floor), counting(&twin), "{book} {moment}: {dice}");
            }
            let mut late = settled(&before, dice);
            void_past_bets(&mut late, 1, 2);
            assert_eq!(world(&late), world(&twin), "{book} settled: {dice}");
            assert_eq!(counting(&late), counting(&twin), "{book} settled: {dice}");
        }
    }
}

#[test]
fn void_bets_and_corrections_come_to_the_same_in_every_order() {
    let mut before = three("act");
    before.reveals();
    for wrong in Roll::all() {
        let dice = Roll::all().nth((wrong.index() + 77) % Roll::COUNT).unwrap();
        let mut never = before.clone();
        void_bets(&mut never, 2);
        let twin = settled(&never, dice);
        let first = settled(&before, wrong);
        let mut one = first.clone();
        void_past_bets(&mut one, 1, 2);
        correct(&mut one, 1, dice);
        let mut other = first.clone();
        correct(&mut other, 1, dice);
        void_past_bets(&mut other, 1, 2);
        assert_eq!(world(&one), world(&twin), "{wrong} to {dice}");
        assert_eq!(world(&other), world(&twin), "{wrong} to {dice}");
        // A later void of the whole round gives and takes nothing twice.
        let mut without = first.clone();
        void(&mut without, &[1]);
        void(&mut one, &[1]);
        void(&mut other, &[1]);
        assert_eq!(world(&one), world(&without), "{wrong} to {dice}, then void");
        assert_eq!(world(&other), world(&without), "{wrong} to {dice}, then void");
    }
}

#[test]
fn whoever_has_moved_gives_the_win_back_at_the_new_seat() {
    let mut before = three("singapore-1");
    before.reveals();
    for dice in Roll::all() {
        let moved = |floor: &mut Floor| {
            let credit = floor.credit(2);
            floor.cashes_out(2, credit);
            floor.does(floor::seat(2), SeatCommand::Leave);
            let player = PlayerId(2);
            let sit = SeatCommand::Sit { player, staff: None };
            floor.does(floor::seat(5), sit);
            floor.buys_in(5, credit);
        };
        let mut floor = settled(&before, dice);
        moved(&mut floor);
        void_past_bets(&mut floor, 1, 2);
        assert_eq!(floor.credit(5), 10_000, "{dice}");
        assert_eq!((floor.table.owed().len(), floor.table.shortfall().units()), (0, 0));
        check_books(&floor);
    }
}

/// What is told of a ruling: how a round ends, and what turns it back.
const TOLD: [&str; 8] = [
    "ResultRecorded",
    "RoundCleared",
    "CollectionUndone",
    "RoundVoided",
    "BetsVoided",
    "PastRoundVoided",
    "PastBetsVoided",
    "PastRoundCorrected",
];

/// At each moment: what a correction, a void, and a void of one player's bets lead to.
const RULINGS: [(Phase, [&str; 3]); 3] = [
    (Phase::Collecting, ["ResultRecorded", "RoundVoided", "BetsVoided"]),
    (
        Phase::Paying,
        [
            "CollectionUndone ResultRecorded",
            "CollectionUndone RoundVoided",
            "CollectionUndone BetsVoided",
        ],
    ),
    (
        Phase::Clearing,
        [
            "RoundCleared PastRoundCorrected",
            "RoundCleared PastRoundVoided",
            "RoundCleared PastBetsVoided",
        ],
    ),
];

#[test]
fn what_happens_at_each_moment_is_the_same_under_every_book() {
    for book in Library::ids() {
        let before = every_area(book);
        for (moment, expected) in RULINGS {
            let after = |act: Act| {
                let mut floor = brought(&before, roll("1,2,3"), moment);
                let from = floor.journal.len();
                floor.agrees(act);
                check_books(&floor);
                let events = floor.journal[from..].iter().map(|(event, _)| names::event(event));
                let told: Vec<&str> = events.filter(|name| TOLD.contains(name)).collect();
                told.join(" ")
            };
            let (round, seat) = (RoundNumber(1), SeatNumber(1));
            let what = Irregularity::Dispute;
            let found = [
                after(Act::CorrectRound { round, roll: roll("4,5,6"), reason: reason() }),
                after(Act::VoidRounds { rounds: vec![round], what, reason: reason() }),
                after(Act::VoidBets { seat, reason: reason() }),
            ];
            assert_eq!(found, expected, "{book} {moment}");
        }
    }
}

#[test]
fn the_oldest_round_and_the_one_in_play_are_undone_together_whatever_is_paid() {
    let mut floor = three("massachusetts");
    floor.rolls(roll("1,2,3"));
    floor.settles();
    for _ in 2..=Table::ROUNDS_KEPT {
        floor.opens_betting();
        floor.rolls(roll("1,2,3"));
        floor.settles();
    }
    floor.opens_betting();
    floor.bets(2, vec![Bet::new(area("small"), stake(300))]);
    floor.reveals();
    let last = Table::ROUNDS_KEPT as u64 + 1;
    let mut credits = BTreeSet::new();
    for moment in MOMENTS {
        let mut floor = brought(&floor, roll("1,2,3"), moment);
        void(&mut floor, &[1, last]);
        check_books(&floor);
        credits.insert((floor.credit(1), floor.credit(2), floor.credit(3)));
    }
    assert_eq!(credits, [(1_000_000, 10_000, 10_000)].into());
}
