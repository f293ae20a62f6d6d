//! Every event is the same after it was written down and read again.

use std::collections::BTreeSet;

use taisai_journal::stored::{Actor, Body, BookSources, Entry, Opened, RecordFault, Stamp};
use taisai_rulebooks::{Edition, Library};
use taisai_table::{
    EquipmentEvent, Event, RequestId, RoundEvent, SeatNumber, SessionId, StaffId, TableKind, Time,
};
use taisai_testing::names;
use taisai_testing::shift::Shift;

pub(crate) fn stamp(sequence: u64, time: Time) -> Stamp {
    let (session, request) = (SessionId(3), RequestId(sequence));
    Stamp { sequence, time, actor: Actor::Host, session, request }
}

#[test]
fn every_event_is_the_same_after_it_was_stored() {
    let mut met = BTreeSet::new();
    for seed in 0..64 {
        let mut shift = Shift::with_journal(seed);
        // Some so long that rounds which the table no longer keeps are recalled, also with chips.
        let felt = shift.floor.make.kind == TableKind::Felt;
        shift.work(if seed < 4 || felt { 260 } else { 60 });
        for (place, (event, time)) in shift.floor.journal.iter().enumerate() {
            met.insert(names::event(event));
            let stamp = stamp(place as u64 + 1, *time);
            let entry = Entry { stamp, body: Body::Happened(vec![event.clone()]) };
            assert_eq!(Entry::decode(&entry.encode()).as_ref(), Ok(&entry));
        }
    }
    for event in of_earlier_versions() {
        assert!(met.insert(names::event(&event)), "{event:?} happens today");
        let stamp = stamp(1, Time::from_millis(4).unwrap());
        let entry = Entry { stamp, body: Body::Happened(vec![event]) };
        assert_eq!(Entry::decode(&entry.encode()).as_ref(), Ok(&entry));
    }
    let never: Vec<_> = names::events().into_iter().filter(|name| !met.contains(name)).collect();
    assert!(never.is_empty(), "never happened: {never:?}");
}

/// What older journals have and no table does any more.
fn of_earlier_versions() -> [Event; 1] {
    [EquipmentEvent::ChecklistTicked { lines: 6, by: StaffId(20) }.into()]
}

#[test]
fn stamps_and_openings_are_the_same_after_they_were_stored() {
    let shift = Shift::with_journal(3);
    let sources = BookSources::embedded("pennsylvania-a").unwrap();
    let config = shift.floor.table.config().clone();
    let actors =
        [Actor::Host, Actor::Seat(SeatNumber(9)), Actor::Staff(StaffId(300)), Actor::Terminal(7)];
    for actor in actors {
        let stamp = Stamp { actor, ..stamp(u64::MAX, Time::MAX) };
        let opened = Opened { sources: sources.clone(), config: config.clone() };
        let entry = Entry { stamp, body: Body::Opened(Box::new(opened)) };
        assert_eq!(Entry::decode(&entry.encode()).as_ref(), Ok(&entry));
    }
}

/// A record of one event, as few bytes as can be.
fn sample() -> Vec<u8> {
    let event = Event::Round(RoundEvent::DiceRevealed { round: taisai_table::RoundNumber(5) });
    let time = Time::from_millis(4).unwrap();
    Entry { stamp: stamp(1, time), body: Body::Happened(vec![event]) }.encode()
}

#[test]
fn a_record_is_as_the_document_says() {
    // version, sequence, time, host, session, request, happened, one event, dice revealed, round
    assert_eq!(sample(), [1, 1, 4, 0, 3, 1, 1, 1, 34, 5]);
}

#[test]
fn another_version_is_refused_by_name() {
    let mut record = sample();
    record[0] = 2;
    let fault = Entry::decode(&record).unwrap_err();
    assert_eq!(fault, RecordFault::UnknownVersion { found: 2, known: 1 });
    assert_eq!(fault.to_string(), "it has version 2; this program knows version 1");
    assert_eq!(Entry::decode(&[]), Err(RecordFault::Empty));
}

#[test]
fn a_record_ends_where_it_ends() {
    let record = sample();
    for length in 1..record.len() {
        let cut = Entry::decode(&record[..length]);
        assert_eq!(cut, Err(RecordFault::Malformed), "cut at {length}");
    }
    let more = [&record[..], &[0]].concat();
    assert_eq!(Entry::decode(&more), Err(RecordFault::LeftOver { bytes: 1 }));
}

#[test]
fn what_nobody_could_have_said_is_refused_with_its_place() {
    let cases: [(&[u8], &str); 6] = [
        (&[36, 5, 216, 1], "there is no roll 216 in DiceEntered.roll"),
        (&[27, 1, 5, 0, 1, 117, 0, 1, 9, 0], "there is no area 117 in BetChange.area"),
        (&[27, 1, 5, 0, 1, 3, 0, 1, 0, 0], "0 units are no stake in BetChange.to"),
        (&[26, 7, 1, b' ', 1], "a text is no reason in PlayerExcluded.reason"),
        (&[26, 7, 2, b'a', b'\n', 1], "a text is no reason in PlayerExcluded.reason"),
        (
            &[28, 5, 1, 255, 255, 255, 255, 255, 255, 255, 255, 255, 1],
            "18446744073709551615 ms is after the end of time in BettingOpened.until",
        ),
    ];
    for (event, expected) in cases {
        let record = [&[1, 1, 4, 0, 3, 1, 1, 1], event].concat();
        let said = Entry::decode(&record).unwrap_err().to_string();
        assert!(said.starts_with(expected), "{said}");
    }
}

#[test]
fn a_house_s_own_book_is_read_from_its_two_texts_and_from_nothing_else() {
    let own = "extends = \"maryland\"\nid = \"harbour-house\"\nname = \"Harbour House\"\n\
               wager.triple.pays = \"180 to 1\"\n";
    let sources = BookSources::of_file(own).unwrap();
    let edition = Edition::read(own.as_bytes()).unwrap();
    let again = sources.read_as(*edition.fingerprint().as_bytes()).unwrap();
    assert_eq!(again.rules(), edition.rules());
    assert_eq!(again.extends(), Some("maryland"));

    // The law as it was then, not as it is embedded today.
    let base =
        sources.base.clone().unwrap().replace("shakes_min   = { is = 3", "shakes_min = { is = 4");
    let changed = BookSources { base: Some(base), ..sources.clone() }.read().unwrap();
    assert_ne!(changed.fingerprint(), edition.fingerprint());
    let lost = BookSources { base: None, ..sources }.read();
    assert!(lost.is_err(), "a book without its law is none");

    // A later release may embed a book under the id that a house once took.
    let taken = own.replace("harbour-house", "act");
    assert!(Edition::read(taken.as_bytes()).is_err());
    let base = Library::text("maryland").map(str::to_owned);
    assert_eq!(BookSources { own: taken, base }.read().unwrap().id(), "act");
}
