//! A table brought to every phase.

use taisai_rulebooks::Library;
use taisai_rules::{Bet, Irregularity, ShakerKind};
use taisai_table::{
    Asker, DayCommand, DiceSource, EquipmentCommand, HostCommand, Life, Phase, RoundCommand,
    RulingCommand, Run, TableKind,
};
use taisai_testing::floor::{
    self, DEALER, Floor, Make, SHIFT_MANAGER, What, area, dice_into, reason, roll, staff, stake,
    wide,
};

/// Every kind of table a book can run on, the usual one first.
pub(crate) fn makes(book: &str) -> [(&'static str, Make); 3] {
    let usual = Make::with(shaker_of(book));
    let shaker = usual.shaker;
    [
        ("electronic, with a dealer", usual),
        ("felt", Make { shaker, ..Make::FELT }),
        ("automatic, with random dice", Make { shaker, ..Make::AUTOMATIC }),
    ]
}

/// A table in every phase it can be in, in the order of [`Phase`], with a past round and players at
/// its first two seats or places. Random dice are neither shaken, shown nor entered.
pub(crate) fn every_phase(book: &str, make: Make) -> Vec<(Phase, Floor)> {
    let closed = ready(Floor::closed(book, make, wide()));
    let idle = played(book, make);
    let betting = then(&idle, |floor| {
        floor.opens_betting();
        bets(floor, "small");
    });
    let no_more = then(&betting, Floor::closes_betting);
    let mut phases = vec![
        (Phase::Closed, closed),
        (Phase::Idle, idle),
        (Phase::Betting, betting),
        (Phase::NoMoreBets, no_more.clone()),
    ];
    let (awaiting, collecting) = match make.dice {
        DiceSource::Physical => physical(&no_more, &mut phases),
        DiceSource::Random => random(&no_more),
    };
    let paying = then(&collecting, |floor| goes_on(floor, RoundCommand::Collect));
    let clearing = then(&paying, |floor| goes_on(floor, RoundCommand::Pay));
    let stopped = suspended(collecting.clone());
    phases.extend([
        (Phase::Collecting, collecting),
        (Phase::Paying, paying),
        (Phase::Clearing, clearing),
        (Phase::AwaitingRuling, awaiting),
    ]);
    phases.extend(stopped.map(|floor| (Phase::Suspended, floor)));
    for (phase, floor) in &phases {
        assert_eq!(floor.table.phase(), *phase, "{book} {make:?}");
    }
    phases
}

/// From no more bets to a result, by dice in a shaker.
fn physical(no_more: &Floor, phases: &mut Vec<(Phase, Floor)>) -> (Floor, Floor) {
    let dice_shaken = then(no_more, Floor::tumbles);
    let revealed = then(&dice_shaken, |floor| dealer(floor, RoundCommand::Reveal));
    let entered = then(&revealed, |floor| dealer(floor, RoundCommand::EnterDice(roll("1,2,3"))));
    let collecting =
        then(&entered, |floor| dealer(floor, RoundCommand::ConfirmDice(roll("1,2,3"))));
    let awaiting = then(&dice_shaken, |floor| {
        floor.does(Asker::Host, HostCommand::Restart);
    });
    // Where the dice are shaken first, no more bets stands until they are revealed.
    if dice_shaken.table.phase() == Phase::Shaken {
        phases.push((Phase::Shaken, dice_shaken));
    }
    phases.extend([(Phase::Revealed, revealed), (Phase::Entered, entered)]);
    (awaiting, collecting)
}

/// The same by random dice; a restart would make the round void, so somebody disputes it.
fn random(no_more: &Floor) -> (Floor, Floor) {
    let collecting = then(no_more, |floor| {
        floor.does(Asker::Host, HostCommand::RecordRoll(roll("1,2,3")));
    });
    let awaiting = then(no_more, |floor| {
        let (what, reason) = (Irregularity::Dispute, reason());
        dealer(floor, RulingCommand::CallIrregularity { what, reason });
    });
    (awaiting, collecting)
}

/// The dealer settles, or the clock does.
fn goes_on(floor: &mut Floor, command: impl Into<What>) {
    match floor.make.run {
        Run::Dealer => dealer(floor, command),
        Run::Automatic => drop(floor.does(Asker::Host, HostCommand::Tick)),
    }
}

fn bets(floor: &mut Floor, on: &str) {
    let bets = vec![Bet::new(area(on), stake(20))];
    match floor.make.kind {
        TableKind::Electronic => floor.bets(1, bets),
        TableKind::Felt => floor.records(1, bets),
    }
}

/// The display fails, the round is settled by hand, and play stops: where the book says so.
fn suspended(mut floor: Floor) -> Option<Floor> {
    let what = Irregularity::DisplayFailed;
    floor.does(staff(DEALER), RulingCommand::CallIrregularity { what, reason: reason() });
    floor.ask(staff(SHIFT_MANAGER), RulingCommand::AttestPresence).ok()?;
    floor.settles();
    (floor.table.life() == Life::Suspended).then_some(floor)
}

fn played(book: &str, make: Make) -> Floor {
    let mut floor = Floor::open(book, make, wide());
    for seat in [1, 2] {
        match make.kind {
            TableKind::Electronic => floor.sits(seat, 10_000),
            TableKind::Felt => floor.gives_place(seat),
        }
    }
    floor.opens_betting();
    bets(&mut floor, "big");
    match make.dice {
        DiceSource::Physical => floor.rolls(roll("4,5,6")),
        DiceSource::Random => {
            dealer(&mut floor, RoundCommand::CallNoMoreBets);
            floor.does(Asker::Host, HostCommand::RecordRoll(roll("4,5,6")));
        }
    }
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

fn dealer(floor: &mut Floor, command: impl Into<What>) {
    floor.does(staff(DEALER), command);
}

#[test]
fn a_table_that_is_stopped_opens_only_after_repair_and_inspection() {
    let usual = Make::with(shaker_of("maryland"));
    let (_, mut floor) = every_phase("maryland", usual).pop().unwrap();
    let manager = staff(SHIFT_MANAGER);
    assert!(floor.ask(manager, DayCommand::OpenTable).is_err());
    floor.does(manager, EquipmentCommand::AttestRepair);
    assert!(floor.ask(manager, DayCommand::OpenTable).is_err());
    floor.does(manager, EquipmentCommand::RemoveDice);
    floor.does(manager, dice_into(floor::SHAKER, 2));
    floor.make_ready();
    floor.does(manager, DayCommand::OpenTable);
}
