//! What screens do with snapshots and updates.

use taisai_protocol::answer::{RecalledRound, RecalledSlip};
use taisai_protocol::view::next::{Next, Step};
use taisai_protocol::view::seat::SeatView;
use taisai_protocol::view::table::{DiceAt, Mark, PlayerShake, TableView, Tally};
use taisai_protocol::{Phase, Refusal};
use taisai_table::{
    Act, Asker, BetCommand, Command, DayEvent, EquipmentEvent, Event, PlayerId, Reason,
    RoundCommand, RoundEvent, RulingCommand, SeatNumber, SessionId, Time,
};

use crate::world::{BOSSES, NAME, VIEWER, World};

const SEAT: SeatNumber = SeatNumber(3);
const TERMINAL: SessionId = SessionId(3);

#[test]
fn an_update_carries_what_changed_and_makes_the_next_state() {
    let mut world = World::open("act");
    world.sit(3, 42, 50_000);
    world.open_betting();
    let (table, seat) =
        (TableView::of(&world.table, NAME), SeatView::of(&world.table, SEAT, TERMINAL));
    world.bet(3, "big", 500);
    let (table_now, seat_now) =
        (TableView::of(&world.table, NAME), SeatView::of(&world.table, SEAT, TERMINAL));
    let (changed, seat_changed) = (table_now.changed_since(&table), seat_now.changed_since(&seat));
    let text = serde_json::to_string(&changed).unwrap();
    let totals = r#"{"totals":{"areas":[{"area":"big","stake":500,"seats":1}],"staked":500}}"#;
    assert_eq!(text, totals);
    let sections = serde_json::to_value(&seat_changed).unwrap();
    let names: Vec<&String> = sections.as_object().unwrap().keys().collect();
    assert_eq!(names, ["bets", "changes", "money"]);
    let mut screen = seat;
    screen.change(seat_changed);
    assert_eq!(screen, seat_now);
    assert!(seat_now.changed_since(&seat_now).is_empty());
}

#[test]
fn a_settled_round_is_told_line_by_line() {
    let mut world = World::open("act");
    world.sit(3, 42, 50_000);
    world.open_betting();
    world.bet(3, "big", 500);
    world.bet(3, "total-10", 200);
    world.roll("4,4,2".parse().unwrap());
    for _lights in ["on", "out"] {
        let outcome = SeatView::of(&world.table, SEAT, TERMINAL).outcome.last.unwrap();
        let told: Vec<_> = outcome
            .lines
            .iter()
            .map(|line| {
                (
                    line.area.as_str(),
                    line.odds.as_ref().map(|odds| odds.zh_hant.as_str()),
                    line.win,
                    line.returned,
                )
            })
            .collect();
        assert_eq!(told, [("big", None, 0, 0), ("total-10", Some("1 賠 6"), 1_200, 1_400)]);
        assert_eq!((outcome.staked, outcome.returned, outcome.net), (700, 1_400, 700));
        if world.table.round().is_some() {
            let shown = TableView::of(&world.table, NAME).round.playing.unwrap();
            assert_eq!(shown.phase, Phase::Clearing);
            let lit: Vec<&str> =
                shown.result.unwrap().lit.iter().map(|area| area.as_str()).collect();
            assert!(lit.contains(&"small") && lit.contains(&"total-10") && !lit.contains(&"big"));
            world.clear();
        }
    }
    let history = TableView::of(&world.table, NAME).history;
    assert_eq!((history[0].round, history[0].total), (1, Some(10)));
    assert_eq!((history[0].size, history[0].parity), (Some(Mark::Small), Some(Mark::Even)));
}

#[test]
fn a_player_whose_bets_alone_are_void_sees_them_void_and_nobody_else_does() {
    let mut world = World::open("act");
    world.sit(3, 42, 50_000);
    world.sit(4, 43, 50_000);
    let round = world.open_betting();
    world.bet(3, "small", 500);
    world.bet(4, "small", 500);
    world.roll("4,4,2".parse().unwrap());
    world.clear();
    let reason = Reason::new("past posting").unwrap();
    let act = Act::VoidPastBets { round, seat: SEAT, reason };
    world.ask(Command::staff(BOSSES[0], RulingCommand::Propose(act))).unwrap();
    let (proposal, _) = world.table.proposals().next().unwrap();
    world.ask(Command::staff(BOSSES[1], RulingCommand::Approve(proposal))).unwrap();
    let seen = |seat: u16| {
        let view = SeatView::of(&world.table, SeatNumber(seat), SessionId(seat.into()));
        let outcome = view.outcome.last.unwrap();
        let void = outcome.voided.is_some();
        (void, outcome.lines[0].returned, outcome.returned, outcome.net)
    };
    assert_eq!(seen(3), (true, 500, 500, 0));
    assert_eq!(seen(4), (false, 1_000, 1_000, 500));
    let recalled = world.ledger.recall(round).unwrap();
    let own = |player| RecalledSlip::of(&recalled, PlayerId(player), world.table.book());
    assert!(own(42).voided.is_some() && own(43).voided.is_none());
    assert_eq!((own(42).returned, own(42).lines[0].returned), (500, 500));
    let whole = RecalledRound::of(&recalled, &world.table);
    let void: Vec<bool> = whole.slips.iter().map(|slip| slip.is_void).collect();
    assert_eq!(void, [true, false]);
}

#[test]
fn what_lies_on_the_layout_can_be_kept_instead_of_counted() {
    let mut world = World::open("act");
    let mut tally = Tally::none();
    world.sit(3, 42, 50_000);
    world.sit(4, 43, 50_000);
    world.open_betting();
    let commands = ["PlaceBets", "DoubleBets", "UndoBets", "ClearBets"];
    for (seat, command) in [3, 4].into_iter().flat_map(|seat| commands.map(|word| (seat, word))) {
        let bet =
            taisai_rules::Bet::new("big".parse().unwrap(), taisai_rules::Stake::new(500).unwrap());
        let command = match command {
            "PlaceBets" => BetCommand::PlaceBets(vec![bet]),
            "DoubleBets" => BetCommand::DoubleBets,
            "UndoBets" => BetCommand::UndoBets,
            _ => BetCommand::ClearBets,
        };
        let request = world.request(Command::seat(SeatNumber(seat), command));
        let events = world.table.decide(&request, world.now).unwrap();
        for event in &events {
            if let Event::BetsChanged { changes, .. } = event {
                tally.change(changes);
            }
        }
        world.happen(&events);
        assert_eq!(tally, Tally::of(&world.table));
    }
}

#[test]
fn the_console_says_what_is_due_and_why_the_rest_is_not() {
    let mut world = World::open("act");
    let tried = |world: &World, step: Step| {
        let next = Next::of(&world.table, VIEWER, world.now);
        next.steps.into_iter().find(|shown| shown.step == step).unwrap().refused
    };
    assert_eq!(tried(&world, Step::OpenBetting), None);
    assert_eq!(
        tried(&world, Step::Pay),
        Some(Refusal::OtherRound { now: None }),
        "there is no round to pay"
    );
    world.open_betting();
    assert_eq!(tried(&world, Step::CallNoMoreBets), None);
    assert!(tried(&world, Step::OpenBetting).is_some());
    let dealer_runs_it = Next::of(&world.table, VIEWER, world.now).step;
    assert_eq!(dealer_runs_it, None, "the timer runs this round");
    world.ask(Command::staff(BOSSES[0], RoundCommand::CallNoMoreBets)).unwrap();
    assert!(tried(&world, Step::CallNoMoreBets).is_some());
}

/// A repaired table waited to be opened, and its console said "Take the shaker": no help at all.
#[test]
fn what_is_due_is_told_even_where_it_must_wait_for_something_else() {
    let mut world = World::with_player_shaker("massachusetts");
    world.happen(&[Event::Equipment(EquipmentEvent::TableSuspended)]);
    assert_eq!(Next::of(&world.table, VIEWER, world.now).step, Some(Step::AttestRepair));
    world.happen(&[Event::Equipment(EquipmentEvent::RepairAttested { by: BOSSES[0] })]);
    let next = Next::of(&world.table, VIEWER, world.now);
    let waits = next.steps.iter().find(|shown| shown.step == Step::OpenTable).unwrap();
    assert!(waits.refused.is_some(), "the display is to be inspected first");
    assert_eq!(next.step, Some(Step::OpenTable));
}

#[test]
fn every_step_is_tried_once() {
    let world = World::open("act");
    let steps = Next::of(&world.table, VIEWER, world.now).steps;
    let mut words: Vec<String> =
        steps.iter().map(|shown| serde_json::to_string(&shown.step).unwrap()).collect();
    words.sort();
    words.dedup();
    assert_eq!(words.len(), Step::ALL.len());
}

/// A dealer looked for "A die did not land flat" among sixteen irregularities. And a console must
/// know when a button that waits will work: no other word comes from the table.
#[test]
fn a_console_is_told_when_no_roll_can_be_called_and_until_when_the_words_stand() {
    let mut world = World::with_player_shaker("pennsylvania-a");
    let next = |world: &World| Next::of(&world.table, VIEWER, world.now);
    assert!(!next(&world).calls_no_roll, "no round is in play");
    let number = world.table.next_round();
    world.happen(&[RoundEvent::BettingOpened { round: number, until: None }.into()]);
    world.happen(&[RoundEvent::BettingClosed { round: number }.into()]);
    let shaken = RoundEvent::DiceShaken { round: number, times: 3, by: Asker::Seat(SEAT) };
    world.happen(&[shaken.into()]);
    let until = Time::from_millis(world.now.millis() + 1_500).unwrap();
    world.happen(&[RoundEvent::RevealWaits { round: number, until }.into()]);
    let shown = next(&world);
    let reveal = shown.steps.iter().find(|shown| shown.step == Step::Reveal).unwrap();
    assert!(reveal.refused.is_some());
    assert_eq!(reveal.from, Some(until.millis()));
    assert!(!shown.calls_no_roll, "nobody has seen the dice");
    world.happen(&[RoundEvent::DiceRevealed { round: number }.into()]);
    assert!(next(&world).calls_no_roll);
    let (roll, by) = ("1,2,3".parse().unwrap(), Asker::Staff(BOSSES[0]));
    world.happen(&[RoundEvent::ResultRecorded { round: number, roll, by }.into()]);
    assert!(!next(&world).calls_no_roll, "the result is recorded");
}

/// Screens worked out themselves whether a player shakes, how often, and where the dice are.
#[test]
fn a_screen_is_told_who_shakes_and_where_the_dice_are() {
    let mut world = World::with_player_shaker("pennsylvania-a");
    let shown = |world: &World| TableView::of(&world.table, NAME).round.playing.unwrap();
    let chooses = |world: &World| Next::of(&world.table, VIEWER, world.now).chooses_player;
    world.sit(3, 42, 50_000);
    assert!(!chooses(&world), "no round is in play");
    world.happen(&[
        RoundEvent::BettingOpened { round: world.table.next_round(), until: None }.into()
    ]);
    let round = world.table.round().unwrap().number;
    assert!(chooses(&world));
    world.happen(&[RoundEvent::PlayerSelected { round, seat: SEAT }.into()]);
    assert_eq!((shown(&world).player_shake, shown(&world).dice), (None, DiceAt::LastRound));
    world.happen(&[RoundEvent::BettingClosed { round }.into()]);
    let least = Next::of(&world.table, VIEWER, world.now).shakes.least;
    let waits = PlayerShake { seat: SEAT.0, times: least };
    assert_eq!((shown(&world).player_shake, shown(&world).dice), (Some(waits), DiceAt::Covered));
    let shake = world.request(Command::seat(SEAT, BetCommand::Shake { times: least }));
    assert!(world.table.decide(&shake, world.now).is_ok());
    world.happen(&[RoundEvent::DiceShaken { round, times: least, by: Asker::Seat(SEAT) }.into()]);
    assert_eq!((shown(&world).player_shake, shown(&world).dice), (None, DiceAt::Shaken));
    assert!(!chooses(&world), "the dice are shaken");
    world.happen(&[RoundEvent::DiceRevealed { round }.into()]);
    assert_eq!(shown(&world).dice, DiceAt::Revealed);
}

#[test]
fn a_seat_can_be_taken_while_the_table_is_open() {
    let mut world = World::open("act");
    assert!(TableView::of(&world.table, NAME).life.seats_open);
    world.happen(&[DayEvent::ClosingAnnounced { by: BOSSES[0] }.into()]);
    let life = TableView::of(&world.table, NAME).life;
    assert!(!life.seats_open && !life.can_retire);
    world.happen(&[DayEvent::TableClosed { by: BOSSES[0] }.into()]);
    assert!(TableView::of(&world.table, NAME).life.can_retire);
}

#[test]
fn small_and_big_odd_and_even_both_lose_on_a_triple() {
    let mut world = World::open("act");
    for (dice, marks) in [
        ("5,5,5", (Mark::Triple, Mark::Triple)),
        ("1,1,2", (Mark::Small, Mark::Even)),
        ("6,6,5", (Mark::Big, Mark::Odd)),
    ] {
        world.open_betting();
        world.roll(dice.parse().unwrap());
        world.clear();
        let past = *TableView::of(&world.table, NAME).history.last().unwrap();
        assert_eq!((past.size, past.parity), (Some(marks.0), Some(marks.1)), "{dice}");
    }
}
