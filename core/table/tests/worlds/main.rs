//! Twin worlds: a correction is the world where the right dice came first, a void the one without.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod histories;
mod memory;
mod moments;
mod moves;
mod ruled;

use taisai_rulebooks::Library;
use taisai_rules::{Bet, Irregularity, Roll, ShakerKind};
use taisai_table::exposure::Exposure;
use taisai_table::round::Slip;
use taisai_table::seat::{Meters, Seat};
use taisai_table::{
    Act, Money, Phase, PlayerId, RoundCommand, RoundNumber, SeatCommand, SeatNumber,
};
use taisai_testing::floor;
use taisai_testing::floor::{Floor, Make, area, limits, reason, roll, stake};

/// Everything money and the next round depend on; what a world is, for a player.
#[derive(Clone, Debug, PartialEq)]
struct World {
    phase: Phase,
    next_round: RoundNumber,
    worth: i128,
    owed: usize,
    shortfall: Money,
    seats: Vec<(SeatNumber, Money, Vec<Bet>, Meters)>,
    exposure: Exposure,
    in_play: Option<(RoundNumber, Option<Roll>)>,
}

fn world(floor: &Floor) -> World {
    let table = &floor.table;
    let seats = table.seats().map(|(number, seat)| {
        let credit = i128::from(seat.credit().units());
        assert_eq!(seat.meters().credit(), credit, "the meters add up to the credit");
        (number, seat.credit(), seat.bets().to_vec(), through(seat))
    });
    World {
        phase: table.phase(),
        next_round: table.next_round(),
        worth: floor.worth(),
        owed: table.owed().len(),
        shortfall: table.shortfall(),
        seats: seats.collect(),
        exposure: table.exposure().clone(),
        in_play: table.round().map(|round| (round.number, round.result)),
    }
}

/// What went through a seat, however it came there: who has moved brought another amount along, and
/// it was put right here.
fn through(seat: &Seat) -> Meters {
    let meters = seat.meters();
    let units = |money: Money| i128::from(money.units());
    if meters.turnover.is_zero() && meters.voided.is_zero() {
        assert_eq!(meters.credit(), units(seat.credit()));
        return Meters::default();
    }
    meters
}

/// What the last settled rounds returned, as the table remembers them.
fn remembered(floor: &Floor) -> Vec<(RoundNumber, Option<Roll>, Vec<Slip>)> {
    let slips = |slips: &std::collections::BTreeMap<_, Slip>| slips.values().cloned().collect();
    let past = floor.table.past_rounds();
    past.map(|past| (past.number, past.result(), slips(&past.slips))).collect()
}

/// A table at which one player has a stake on every area, the dice still to be entered.
fn every_area(book: &str) -> Floor {
    let mut floor = open_for_every_area(book);
    floor.sits(1, 1_000_000);
    floor.sits(2, 0);
    floor.opens_betting();
    floor.bets(1, on_every_area(&floor));
    floor.reveals();
    floor
}

fn open_for_every_area(book: &str) -> Floor {
    let make = Make::with(ShakerKind::Manual);
    let make = if has(book, ShakerKind::Manual) { make } else { covered(book) };
    Floor::open(book, make, limits(1_000_000_000, 1_000_000_000_000))
}

/// Every stake is another, so that no two areas can be taken for each other.
fn on_every_area(floor: &Floor) -> Vec<Bet> {
    let offers = floor.table.book().pay_table.offers();
    let bet = |(place, area): (u64, _)| Bet::new(area, stake(100 + 20 * place));
    (0..).zip(offers.iter().map(|offer| offer.area)).map(bet).collect()
}

fn has(book: &str, kind: ShakerKind) -> bool {
    Library::get(book).unwrap().rules().equipment.shaker(kind).is_some()
}

fn covered(book: &str) -> Make {
    let kinds = [ShakerKind::AutomatedCovered, ShakerKind::AutomatedUncovered];
    Make::with(kinds.into_iter().find(|kind| has(book, *kind)).unwrap())
}

fn settled(before: &Floor, roll: Roll) -> Floor {
    let mut floor = confirmed(before, roll);
    floor.settles();
    floor
}

fn confirmed(before: &Floor, roll: Roll) -> Floor {
    let mut floor = before.clone();
    floor.does(floor::staff(floor::DEALER), RoundCommand::EnterDice(roll));
    floor.does(floor::staff(floor::DEALER), RoundCommand::ConfirmDice(roll));
    floor
}

fn correct(floor: &mut Floor, round: u64, roll: Roll) {
    let round = RoundNumber(round);
    floor.agrees(Act::CorrectRound { round, roll, reason: reason() });
}

fn void(floor: &mut Floor, rounds: &[u64]) {
    let rounds = rounds.iter().map(|&round| RoundNumber(round)).collect();
    let what = Irregularity::Dispute;
    floor.agrees(Act::VoidRounds { rounds, what, reason: reason() });
}

/// All pairs of rolls under every book: the world of the first roll, corrected to the second, is
/// the world of the second. Worlds are settled once for each roll and compared as often as needed.
fn check_all_pairs(afterwards: impl Fn(&mut Floor)) {
    for book in Library::ids() {
        let before = every_area(book);
        let settled = |roll| {
            let mut floor = settled(&before, roll);
            afterwards(&mut floor);
            // What has happened is long; only what is now is compared.
            floor.journal.clear();
            floor
        };
        let worlds: Vec<Floor> = Roll::all().map(settled).collect();
        let right: Vec<_> = worlds.iter().map(|floor| (world(floor), remembered(floor))).collect();
        for wrong in Roll::all() {
            for dice in Roll::all().filter(|dice| *dice != wrong) {
                let mut floor = worlds[wrong.index()].clone();
                correct(&mut floor, 1, dice);
                let (expected, slips) = &right[dice.index()];
                assert_eq!(world(&floor), *expected, "{book}: {wrong} corrected to {dice}");
                assert_eq!(remembered(&floor), *slips);
            }
        }
    }
}

#[test]
fn a_correction_is_the_world_where_the_right_dice_came_first_for_all_pairs_of_rolls() {
    check_all_pairs(|_| {});
}

#[test]
fn a_correction_finds_who_has_moved_for_all_pairs_of_rolls() {
    check_all_pairs(|floor| {
        let credit = floor.credit(1);
        floor.cashes_out(1, credit);
        floor.does(floor::seat(1), SeatCommand::Leave);
        floor.does(floor::seat(3), SeatCommand::Sit { player: PlayerId(1), staff: None });
        floor.buys_in(3, credit);
    });
}

#[test]
fn a_correction_of_a_correction_is_the_last_dice_first_and_back_again_is_nothing() {
    let before = every_area("pennsylvania-a");
    let first = settled(&before, roll("1,1,1"));
    for dice in Roll::all().filter(|dice| *dice != roll("1,1,1") && *dice != roll("6,5,4")) {
        let mut floor = first.clone();
        correct(&mut floor, 1, roll("6,5,4"));
        correct(&mut floor, 1, dice);
        assert_eq!(world(&floor), world(&settled(&before, dice)));
        correct(&mut floor, 1, roll("1,1,1"));
        assert_eq!(world(&floor), world(&first));
    }
}

#[test]
fn a_void_is_the_world_without_the_round_whatever_the_dice_and_whatever_was_corrected() {
    for book in Library::ids() {
        let before = every_area(book);
        let mut without = before.clone();
        void(&mut without, &[1]);
        assert_eq!(without.credit(1), 1_000_000);
        for dice in Roll::all() {
            let mut floor = settled(&before, dice);
            void(&mut floor, &[1]);
            assert_eq!(world(&floor).seats[0].1, world(&without).seats[0].1, "{book} {dice}");
            assert_eq!(world(&floor), world(&without), "{book} {dice}");
        }
        let mut corrected = settled(&before, roll("1,2,3"));
        correct(&mut corrected, 1, roll("6,6,6"));
        void(&mut corrected, &[1]);
        assert_eq!(world(&corrected), world(&without), "{book}");
    }
}

#[test]
fn later_rounds_are_the_same_after_a_void_and_after_a_correction() {
    let before = every_area("act");
    let play_on = |mut floor: Floor| {
        floor.opens_betting();
        floor.bets(1, vec![Bet::new(area("big"), stake(500))]);
        floor.rolls(roll("4,5,6"));
        floor.settles();
        floor
    };
    let mut corrected = settled(&before, roll("6,6,6"));
    correct(&mut corrected, 1, roll("1,2,4"));
    assert_eq!(world(&play_on(corrected)), world(&play_on(settled(&before, roll("1,2,4")))));
    // The same when the mistake is found only after the later round.
    let mut late = play_on(settled(&before, roll("6,6,6")));
    correct(&mut late, 1, roll("1,2,4"));
    assert_eq!(world(&late), world(&play_on(settled(&before, roll("1,2,4")))));
}
