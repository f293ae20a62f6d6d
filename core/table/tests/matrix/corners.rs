//! Corners that chance seldom reaches: each was once broken on purpose and nobody noticed.

use taisai_rules::{Bet, Irregularity, Role, Roll, ShakerKind};
use taisai_table::{
    Act, Asker, BetCommand, DayCommand, EquipmentCommand, Event, HostCommand, HouseCommand, Need,
    PlayerId, Refusal, ReversalEvent, RoundCommand, RoundNumber, RulingCommand, RulingEvent,
    SeatCommand, StaffId,
};
use taisai_testing::floor::{
    DEALER, DISPLAY, Floor, Make, SECOND_MANAGER, SHIFT_MANAGER, area, dice_into, install, reason,
    roll, seat, staff, stake, wide,
};

fn open() -> Floor {
    Floor::open("massachusetts", Make::with(ShakerKind::Manual), wide())
}

/// What the refusal says is missing.
fn missing(answer: Result<Vec<Event>, Refusal>) -> Need {
    match answer {
        Err(Refusal::NotYet { needs, .. }) => needs,
        other => panic!("nothing is missing: {other:?}"),
    }
}

#[test]
fn changes_are_taken_back_one_after_another() {
    let mut floor = open();
    floor.sits(1, 1_000);
    floor.opens_betting();
    for units in [10, 20, 30] {
        floor.bets(1, vec![Bet::new(area("small"), stake(units))]);
    }
    for credit in [970, 990, 1_000] {
        floor.does(seat(1), BetCommand::UndoBets);
        assert_eq!(floor.credit(1), credit);
    }
    assert_eq!(floor.ask(seat(1), BetCommand::UndoBets), Err(Refusal::NothingThere));
}

#[test]
fn a_proposal_about_dice_that_were_corrected_since_is_stale_and_waits_for_nobody() {
    let mut floor = open();
    floor.opens_betting();
    floor.rolls(roll("1,2,3"));
    floor.settles();
    let correct = |dice| {
        let act = Act::CorrectRound { round: RoundNumber(1), roll: roll(dice), reason: reason() };
        RulingCommand::Propose(act)
    };
    floor.does(staff(SHIFT_MANAGER), correct("4,5,6"));
    floor.does(staff(SHIFT_MANAGER), correct("6,6,6"));
    let ids: Vec<_> = floor.table.waiting().map(|(id, _)| id).collect();
    assert_eq!(ids.len(), 2);
    floor.approves(ids[1]);
    assert_eq!(floor.table.waiting().count(), 0, "nobody is asked for what they cannot do");
    let late = floor.ask(staff(SECOND_MANAGER), RulingCommand::Approve(ids[0]));
    assert_eq!(late, Err(Refusal::ProposalStale));
}

#[test]
fn who_plays_here_is_not_put_to_work_here() {
    let mut floor = open();
    let member = StaffId(60);
    floor.does(seat(1), SeatCommand::Sit { player: PlayerId(1), staff: Some(member) });
    let answer =
        floor.ask(Asker::Host, HouseCommand::AssignStaff { staff: member, role: Role::Dealer });
    assert!(matches!(answer, Err(Refusal::StaffNeverPlay { .. })), "{answer:?}");
}

#[test]
fn dice_are_good_until_the_moment_they_expire() {
    let mut floor = open();
    let expire = floor.table.equipment().dice.as_ref().unwrap().expire.unwrap();
    floor.now = expire.millis() - 1;
    floor.clone().opens_betting();
    floor.now += 1;
    let answer = floor.ask(staff(DEALER), RoundCommand::OpenBetting);
    assert_eq!(missing(answer), Need::FreshDice { expired: expire });
}

#[test]
fn a_display_is_seen_with_one_roll_before_the_table_opens() {
    let make = Make::with(ShakerKind::Manual);
    let mut floor = Floor::closed("massachusetts", make, wide());
    let manager = staff(SHIFT_MANAGER);
    floor.does(manager, install(taisai_testing::floor::SHAKER, make.shaker));
    floor.does(manager, dice_into(taisai_testing::floor::SHAKER, 1));
    assert_eq!(missing(floor.ask(manager, DayCommand::OpenTable)), Need::Display);
    floor.does(Asker::Host, HostCommand::ConnectDisplay { display: DISPLAY });
    assert_eq!(missing(floor.ask(manager, DayCommand::OpenTable)), Need::DisplayInspection);
    let entered: Roll = "4,4,2".parse().unwrap();
    floor.does(manager, EquipmentCommand::TryDisplay { entered });
    floor.does(manager, EquipmentCommand::JudgeDisplay { lit: true });
    assert_ne!(missing(floor.ask(manager, DayCommand::OpenTable)), Need::DisplayInspection);
}

/// Journals of older releases ask for dice that never tumbled: a start between no more bets and
/// the tumble asked for them.
#[test]
fn dice_that_did_not_tumble_are_stated_by_nobody_even_where_they_were_asked_for() {
    let mut floor = open();
    floor.opens_betting();
    floor.closes_betting();
    let round = floor.table.round().unwrap().number;
    let asked = RulingEvent::RulingAwaited { round, what: Irregularity::Interruption };
    let now = floor.time();
    floor.table.apply(&asked.into(), now);
    let act = Act::AttestDice { roll: roll("6,6,6"), reason: reason() };
    let answer = floor.ask(staff(SHIFT_MANAGER), RulingCommand::Propose(act));
    assert!(matches!(answer, Err(Refusal::NotAllowed { .. })), "{answer:?}");
    let events = floor.does(Asker::Host, HostCommand::Restart);
    let void = |event: &Event| matches!(event, Event::Reversal(ReversalEvent::RoundVoided { .. }));
    assert!(events.iter().any(void), "{events:?}");
}
