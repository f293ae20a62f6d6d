//! A snapshot is the state, no more and no less.

use taisai_journal::stored::{BookSources, Opened, SnapshotFault, TableState};
use taisai_rulebooks::Library;
use taisai_table::{DayEvent, Event};
use taisai_testing::shift::Shift;

/// A shift and the id of its book.
pub(crate) fn shift(seed: u64, rounds: u64) -> (Shift, &'static str) {
    let mut shift = Shift::with_journal(seed);
    shift.work(rounds);
    let id = &shift.floor.table.book().title.id;
    let book = Library::ids().find(|known| known == id).unwrap();
    (shift, book)
}

/// The state in which a shift's stream begins.
fn opening(shift: &Shift, book: &str) -> TableState {
    let sources = BookSources::embedded(book).unwrap();
    let Some((Event::Day(DayEvent::TableConfigured(config)), _)) = shift.floor.journal.first()
    else {
        panic!("the first event sets the table up");
    };
    TableState::open(Opened { sources, config: config.clone() }).unwrap()
}

#[test]
fn after_every_event_a_snapshot_is_the_state() {
    for seed in 0..8 {
        let (shift, book) = shift(seed, 12);
        let mut state = opening(&shift, book);
        for (place, (event, time)) in shift.floor.journal.iter().enumerate() {
            state.happen(event, *time).unwrap();
            check(&state, &format!("seed {seed}, event {place}: {event:?}"));
        }
        assert_eq!(state.table, shift.floor.table);
    }
}

/// Longer shifts, in which past rounds are forgotten.
#[test]
fn at_the_end_of_a_long_shift_a_snapshot_is_the_state() {
    for seed in 8..16 {
        let (shift, book) = shift(seed, 230);
        let mut state = opening(&shift, book);
        for (event, time) in &shift.floor.journal {
            state.happen(event, *time).unwrap();
        }
        check(&state, &format!("seed {seed}"));
        assert!(TableState::decode(&state.encode()).unwrap() == state);
    }
}

fn check(state: &TableState, when: &str) {
    let bytes = state.encode();
    let again = TableState::decode_beside(&bytes, state).unwrap();
    assert!(again == *state, "{when}");
    assert!(again.encode() == bytes, "equal states have equal bytes: {when}");
    again.ledger.agrees_with(&again.table).unwrap();
}

#[test]
fn a_snapshot_ends_where_it_ends_and_has_its_version() {
    let (shift, book) = shift(1, 3);
    let bytes = opening(&shift, book).encode();
    let mut other = bytes.clone();
    other[0] = 9;
    let refused = TableState::decode(&other).unwrap_err().to_string();
    assert_eq!(refused, "it has version 9; this program knows version 1");
    let more = [&bytes[..], &[0]].concat();
    let refused = TableState::decode(&more).unwrap_err().to_string();
    assert_eq!(refused, "1 bytes are left over after it");
    for length in [0, 1, 2, bytes.len() / 2, bytes.len() - 1] {
        assert!(matches!(TableState::decode(&bytes[..length]), Err(SnapshotFault::Record(_))));
    }
}

#[test]
fn a_snapshot_with_any_byte_changed_is_a_state_or_a_fault() {
    // A table that has moved has further texts among its bytes, and each of those takes a reading.
    let mut shifts = (5..).map(|seed| shift(seed, 12));
    let is_still = |shift: &Shift| {
        let table = &shift.floor.table;
        table.offer().is_none() && table.earlier_editions().is_empty() && !table.has_moved()
    };
    let (shift, book) = shifts.find(|(shift, _)| is_still(shift)).unwrap();
    let mut state = opening(&shift, book);
    for (event, time) in &shift.floor.journal {
        state.happen(event, *time).unwrap();
    }
    let bytes = state.encode();
    // The rule book's text is the loader's business, which has its own test of this kind.
    let text = state.sources.own.len();
    for place in (0..8).chain(text..bytes.len()) {
        let mut changed = bytes.clone();
        changed[place] ^= 1 << (place % 8);
        if let Ok(read) = TableState::decode_beside(&changed, &state) {
            assert!(read != state, "byte {place} says nothing");
        }
    }
}

/// What was added later is written where there is any of it: an empty list at the end, at whatever
/// depth, would be a second form of the same state.
#[test]
fn nothing_empty_stands_at_the_end_of_a_snapshot() {
    let (still, book) = shift(1, 3);
    let mut empty = opening(&still, book).encode();
    let mut moved = state_of_a_table_that_moved().encode();
    for _ in 0..100 {
        empty.push(0);
        moved.push(0);
        assert!(matches!(TableState::decode(&empty), Err(SnapshotFault::Record(_))));
        assert!(matches!(TableState::decode(&moved), Err(SnapshotFault::Record(_))));
    }
}

#[test]
fn the_end_of_a_moved_tables_snapshot_with_any_bit_changed_is_a_state_or_a_fault() {
    let state = state_of_a_table_that_moved();
    let bytes = state.encode();
    assert!(TableState::decode(&bytes).unwrap() == state);
    // What is before is text of an edition, which is the loader's business.
    for place in bytes.len() - 40..bytes.len() {
        for bit in 0..8 {
            let mut changed = bytes.clone();
            changed[place] ^= 1 << bit;
            if let Ok(read) = TableState::decode_beside(&changed, &state) {
                assert!(read != state, "byte {place} says nothing");
            }
        }
    }
}

/// A table that has played an edition before the one in force.
fn state_of_a_table_that_moved() -> TableState {
    let mut shifts = (1..).map(|seed| shift(seed, 12));
    let (shift, book) =
        shifts.find(|(shift, _)| !shift.floor.table.earlier_editions().is_empty()).unwrap();
    let mut state = opening(&shift, book);
    for (event, time) in &shift.floor.journal {
        state.happen(event, *time).unwrap();
    }
    state
}
