//! The journal is the truth: the same events make the same table, and a restart follows §5.

use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use taisai_rules::Irregularity;
use taisai_table::{Asker, DayEvent, Event, HostCommand, Phase, ReversalEvent, Table};
use taisai_testing::editions::embedded;
use taisai_testing::floor::Floor;
use taisai_testing::shift::Shift;

/// A fresh table of the same book and set-up.
fn fresh(floor: &Floor) -> Table {
    let Some((Event::Day(DayEvent::TableConfigured(config)), _)) = floor.journal.first() else {
        panic!("the first event sets the table up");
    };
    // It may have moved since; then it began under the other edition.
    let id = &floor.table.book().title.id;
    Table::new(embedded(id).rules, config.clone())
}

fn hash_of(table: &Table) -> u64 {
    let mut hasher = DefaultHasher::new();
    table.hash(&mut hasher);
    hasher.finish()
}

#[test]
fn a_fresh_table_reaches_the_same_state_at_every_hundredth_event() {
    for seed in 0..24 {
        let mut shift = Shift::with_journal(seed);
        let mut seen = vec![(shift.floor.journal.len(), shift.floor.table.clone())];
        while shift.audit.rounds < 30 {
            shift.step();
            let last = seen.last().map_or(0, |(events, _)| *events);
            if shift.floor.journal.len() >= last + 100 {
                seen.push((shift.floor.journal.len(), shift.floor.table.clone()));
            }
        }
        if seen.last().is_some_and(|(events, _)| *events < shift.floor.journal.len()) {
            seen.push((shift.floor.journal.len(), shift.floor.table.clone()));
        }
        let mut table = fresh(&shift.floor);
        let (mut done, mut before) = (0, None);
        for (events, expected) in seen {
            for (event, now) in &shift.floor.journal[done..events] {
                table.apply(event, *now);
            }
            done = events;
            assert_eq!(table, expected, "seed {seed}, event {events}");
            let hash = hash_of(&table);
            assert_eq!(hash, hash_of(&expected), "seed {seed}, event {events}");
            assert_ne!(before.replace(hash), Some(hash), "another state has another hash");
        }
    }
}

#[test]
fn a_restart_at_any_moment_is_as_the_design_says() {
    let mut phases = std::collections::BTreeSet::new();
    for seed in 0..40 {
        let mut shift = Shift::new(seed);
        while shift.audit.rounds < 12 {
            shift.step();
            phases.insert(shift.floor.table.phase());
            check_restart(&shift.floor);
        }
    }
    assert!(phases.len() >= 11, "only {phases:?}");
}

fn check_restart(floor: &Floor) {
    let mut floor = floor.clone();
    floor.journal.clear();
    let before = floor.table.clone();
    let events = floor.does(Asker::Host, HostCommand::Restart);
    assert_eq!(events[0], Event::Day(DayEvent::Restarted));
    let void = events
        .iter()
        .any(|event| matches!(event, Event::Reversal(ReversalEvent::RoundVoided { .. })));
    let Some(round) = before.round() else {
        assert!(!void);
        assert_eq!(before.phase(), floor.table.phase());
        return;
    };
    if round.result.is_some() {
        assert_eq!(before.phase(), floor.table.phase(), "a result that stands is concluded");
    } else if round.is_betting() || !(round.revealed || before.has_valid_tumble(round)) {
        assert!(void, "no outcome can exist");
        let staked: u64 = before.seats().map(|(_, seat)| seat.staked().units()).sum();
        let credit =
            |table: &Table| -> u64 { table.seats().map(|(_, seat)| seat.credit().units()).sum() };
        assert_eq!(credit(&floor.table), credit(&before) + staked);
    } else {
        assert_eq!(floor.table.phase(), Phase::AwaitingRuling, "people are asked for the dice");
        let waits = floor.table.round().and_then(|round| round.awaiting);
        assert!(waits == Some(Irregularity::Interruption) || round.awaiting.is_some());
    }
}
