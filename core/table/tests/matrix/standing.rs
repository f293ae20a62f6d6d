//! A table brought to every phase.

use taisai_rulebooks::Library;
use taisai_rules::{Bet, Irregularity, ShakerKind};
use taisai_table::{Asker, Command, Life, Phase};

use super::floor::{
    self, DEALER, Floor, Make, SHIFT_MANAGER, area, dice_into, reason, roll, staff, stake, wide,
};

/// A table in every phase, in the order of [`Phase`], with a player at seat 1 and a past round.
pub(crate) fn every_phase(book: &str) -> Vec<(Phase, Floor)> {
    let shaker = shaker_of(book);
    let closed = ready(Floor::closed(book, Make::with(shaker), wide()));
    let idle = played(book, shaker);
    let betting = then(&idle, |floor| {
        floor.opens_betting();
        floor.bets(1, vec![Bet::new(area("small"), stake(20))]);
    });
    let no_more = then(&betting, |floor| dealer(floor, Command::CallNoMoreBets));
    let dice_shaken = then(&no_more, |floor| dealer(floor, Command::Shake { times: 3 }));
    let revealed = then(&dice_shaken, |floor| dealer(floor, Command::Reveal));
    let entered = then(&revealed, |floor| dealer(floor, Command::EnterDice(roll("1,2,3"))));
    let collecting = then(&entered, |floor| dealer(floor, Command::ConfirmDice(roll("1,2,3"))));
    let paying = then(&collecting, |floor| dealer(floor, Command::Collect));
    let clearing = then(&paying, |floor| dealer(floor, Command::Pay));
    let awaiting = then(&dice_shaken, |floor| {
        floor.does(Asker::Host, Command::Restart);
    });
    let mut phases = vec![
        (Phase::Closed, closed),
        (Phase::Idle, idle),
        (Phase::Betting, betting),
        (Phase::NoMoreBets, no_more),
        (Phase::Shaken, dice_shaken),
        (Phase::Revealed, revealed),
        (Phase::Entered, entered),
        (Phase::Collecting, collecting),
        (Phase::Paying, paying),
        (Phase::Clearing, clearing),
        (Phase::AwaitingRuling, awaiting),
    ];
    let revealed = phases[5].1.clone();
    phases.extend(suspended(revealed).map(|floor| (Phase::Suspended, floor)));
    for (phase, floor) in &phases {
        assert_eq!(floor.table.phase(), *phase, "{book}");
    }
    phases
}

/// The display fails, the round is settled by hand, and play stops: where the book says so.
fn suspended(mut floor: Floor) -> Option<Floor> {
    let what = Irregularity::DisplayFailed;
    floor.does(staff(DEALER), Command::CallIrregularity { what, reason: reason() });
    floor.ask(staff(SHIFT_MANAGER), Command::AttestPresence).ok()?;
    dealer(&mut floor, Command::EnterDice(roll("1,2,3")));
    dealer(&mut floor, Command::ConfirmDice(roll("1,2,3")));
    floor.settles();
    (floor.table.life() == Life::Suspended).then_some(floor)
}

fn played(book: &str, shaker: ShakerKind) -> Floor {
    let mut floor = Floor::open(book, Make::with(shaker), wide());
    floor.sits(1, 10_000);
    floor.sits(2, 10_000);
    floor.opens_betting();
    floor.bets(1, vec![Bet::new(area("big"), stake(20))]);
    floor.rolls(roll("4,5,6"));
    floor.settles();
    floor
}

fn ready(mut floor: Floor) -> Floor {
    floor.make_ready();
    floor
}

/// The first shaker the book lets a dealer use.
pub(crate) fn shaker_of(book: &str) -> ShakerKind {
    let book = Library::get(book).unwrap().rules();
    let kinds = [ShakerKind::Manual, ShakerKind::AutomatedCovered, ShakerKind::AutomatedUncovered];
    kinds.into_iter().find(|kind| book.equipment.shaker(*kind).is_some()).unwrap()
}

fn then(from: &Floor, happens: impl FnOnce(&mut Floor)) -> Floor {
    let mut floor = from.clone();
    happens(&mut floor);
    floor
}

fn dealer(floor: &mut Floor, command: Command) {
    floor.does(staff(DEALER), command);
}

#[test]
fn a_table_that_is_stopped_opens_only_after_repair_and_inspection() {
    let (_, mut floor) = every_phase("maryland").pop().unwrap();
    let manager = staff(SHIFT_MANAGER);
    assert!(floor.ask(manager, Command::OpenTable).is_err());
    floor.does(manager, Command::AttestRepair);
    assert!(floor.ask(manager, Command::OpenTable).is_err());
    floor.does(manager, Command::RemoveDice);
    floor.does(manager, dice_into(floor::SHAKER, 2));
    floor.make_ready();
    floor.does(manager, Command::OpenTable);
}
