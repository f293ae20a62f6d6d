//! What screens do with snapshots and updates.

use taisai_protocol::view::next::{Next, Step};
use taisai_protocol::view::seat::SeatView;
use taisai_protocol::view::table::{TableView, Tally};
use taisai_protocol::{Phase, Refusal};
use taisai_table::{Asker, Command, EquipmentEvent, Event, SeatNumber, SessionId};

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
            "PlaceBets" => Command::PlaceBets(vec![bet]),
            "DoubleBets" => Command::DoubleBets,
            "UndoBets" => Command::UndoBets,
            _ => Command::ClearBets,
        };
        let request = world.request(Asker::Seat(SeatNumber(seat)), command);
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
    world.ask(Asker::Staff(BOSSES[0]), Command::CallNoMoreBets).unwrap();
    assert!(tried(&world, Step::CallNoMoreBets).is_some());
}

/// A repaired table waited to be opened, and its console said "Take the shaker": no help at all.
#[test]
fn what_is_due_is_told_even_where_it_must_wait_for_something_else() {
    let mut world = World::open("massachusetts");
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
