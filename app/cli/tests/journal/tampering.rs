//! `taisai verify`: a whole journal is whole, and whatever was done to one is found and named.

use std::fs;

use rusqlite::Connection;
use taisai_floor::Event;
use taisai_journal::stored::{Body, Entry};
use taisai_journal::{Journal, Options, Stream, TableNumber};
use taisai_testing::house::go_on;

use crate::running::{Folder, done, done_json, house, refused, taisai, whole};

fn table(number: u32) -> Stream {
    Stream::Table(TableNumber::new(number).unwrap())
}

#[test]
fn a_whole_journal_is_whole() {
    let answer = done_json(&["verify", &whole().name(), "--json"]);
    assert_eq!(answer["whole"], true);
    let streams = answer["streams"].as_array().unwrap();
    assert_eq!(streams.len(), 9);
    for (stream, (name, entries)) in streams.iter().zip(house()) {
        assert_eq!(stream["stream"], name.to_string());
        assert_eq!(stream["records"], entries.len() as u64);
        assert!(stream["snapshots"].as_u64().unwrap() > 0);
    }
    let page = done(&["verify", &whole().name()]);
    assert!(
        page.ends_with("whole: chain, heads, replay, books, snapshots, cage and tables\n"),
        "{page}"
    );
    let heads = done_json(&["journal", "head", &whole().name(), "--json"]);
    for (head, stream) in heads["heads"].as_array().unwrap().iter().zip(streams) {
        assert_eq!((&head["sequence"], &head["link"]), (&stream["records"], &stream["link"]));
    }
}

/// The record that verify finds wrong, once something was done to a journal.
fn found(folder: &Folder) -> (String, String, u64) {
    let error = refused(&["verify", &folder.name()]);
    let first = &error["details"][0];
    let kind = error["kind"].as_str().unwrap().to_owned();
    let text = taisai(&["verify", &folder.name()]);
    assert_eq!((text.code, text.out.as_str()), (1, ""));
    assert!(text.err.contains("hint: "), "{}", text.err);
    let stream = first["stream"].as_str().unwrap_or_else(|| panic!("{error}")).to_owned();
    assert!(text.err.contains(&format!("{stream}, record {}", first["sequence"])), "{}", text.err);
    (kind, stream, first["sequence"].as_u64().unwrap())
}

#[test]
fn a_flipped_byte_is_found_where_it_is() {
    for (stream, place) in [(Stream::Floor, 3), (table(1), 9), (table(5), 60), (table(8), 100)] {
        let folder = Folder::new();
        let entry: &Entry = &house()[&stream][place];
        let record = entry.encode();
        let mut bytes = fs::read(folder.database()).unwrap();
        // SQLite leaves old copies in the pages' free room; whichever is read is flipped.
        let is_record = |at: &usize| bytes[*at..].starts_with(&record);
        let copies: Vec<usize> = (0..bytes.len()).filter(is_record).collect();
        assert!(!copies.is_empty(), "{stream} {place}");
        for at in copies {
            bytes[at + record.len() / 2] ^= 4;
        }
        fs::write(folder.database(), bytes).unwrap();
        let expected = ("bad-record".to_owned(), stream.to_string(), place as u64 + 1);
        assert_eq!(found(&folder), expected);
    }
}

fn places(folder: &Folder, stream: Stream) -> (Connection, Vec<i64>) {
    let connection = Connection::open(folder.database()).unwrap();
    let number = i64::from(stream.number());
    let find = "SELECT place FROM batch WHERE place >> 44 = ?1 ORDER BY place";
    let mut find = connection.prepare(find).unwrap();
    let places = find.query_map([number], |row| row.get(0)).unwrap();
    let places = places.map(Result::unwrap).collect();
    drop(find);
    (connection, places)
}

fn sequence(place: i64) -> u64 {
    u64::try_from(place & ((1 << 44) - 1)).unwrap()
}

#[test]
fn a_removed_batch_is_missed_at_its_first_record() {
    for stream in [Stream::Floor, table(4)] {
        let folder = Folder::new();
        let (connection, places) = places(&folder, stream);
        let removed = places[places.len() / 2];
        connection.execute("DELETE FROM batch WHERE place = ?1", [removed]).unwrap();
        drop(connection);
        let expected = ("bad-record".to_owned(), stream.to_string(), sequence(removed));
        assert_eq!(found(&folder), expected);
    }
}

#[test]
fn a_cut_tail_is_missed_because_the_heads_are_kept_outside() {
    for stream in [Stream::Floor, table(2), table(8)] {
        let folder = Folder::new();
        let (connection, places) = places(&folder, stream);
        let cut = *places.last().unwrap();
        connection.execute("DELETE FROM batch WHERE place = ?1", [cut]).unwrap();
        // With the snapshot whose name was cut off.
        connection
            .execute("DELETE FROM snapshot WHERE place >= ?1 - 1 AND place >> 44 = ?1 >> 44", [cut])
            .unwrap();
        drop(connection);
        let expected = ("journal-behind".to_owned(), stream.to_string(), sequence(cut));
        assert_eq!(found(&folder), expected);
    }
}

#[test]
fn an_old_copy_put_back_is_found_out() {
    let folder = Folder::empty();
    let mut journal =
        Journal::create(&folder.place(), taisai_testing::house::HOUSE, &Options::default())
            .unwrap();
    let halves =
        house().iter().map(|(stream, entries)| (*stream, entries[..entries.len() / 2].to_vec()));
    go_on(&mut journal, &halves.collect());
    drop(journal);
    let old = fs::read(folder.database()).unwrap();
    let mut journal = Journal::open(&folder.place(), &Options::default()).unwrap();
    go_on(&mut journal, house());
    drop(journal);
    done(&["verify", &folder.name()]);
    fs::write(folder.database(), old).unwrap();
    let first_missing = house()[&Stream::Floor].len() as u64 / 2 + 1;
    assert_eq!(found(&folder), ("journal-behind".to_owned(), "floor".to_owned(), first_missing));
    let opened = Journal::open(&folder.place(), &Options::default());
    assert!(opened.is_err());
}

/// Every stream is sound by itself: only the house as a whole has money that came from nowhere.
#[test]
fn vouchers_that_the_cage_never_saw_are_found() {
    let folder = Folder::empty();
    let mut streams = house().clone();
    let floor = streams.get_mut(&Stream::Floor).unwrap();
    let is_trust = |event: &Event| matches!(event, Event::VoucherHeld { .. });
    let held = |entry: &Entry| match &entry.body {
        Body::FloorHappened(events) => events.iter().any(is_trust),
        Body::Opened(_) | Body::Happened(_) | Body::SnapshotNamed(_) => false,
    };
    let first = floor.iter().position(held).unwrap();
    floor.truncate(first);
    drop(taisai_testing::house::found(&folder.place(), &Options::default(), &streams));
    let error = refused(&["verify", &folder.name()]);
    assert_eq!(error["kind"], "cage-disagrees", "{error}");
    let said = error["message"].as_str().unwrap();
    assert!(said.starts_with("the cage and the tables disagree: table 1 gave out -"), "{said}");
}

#[test]
fn a_snapshot_that_is_not_the_state_is_found() {
    let folder = Folder::new();
    let connection = Connection::open(folder.database()).unwrap();
    let find = "SELECT min(place) FROM snapshot WHERE place >> 44 = 3";
    let place: i64 = connection.query_row(find, [], |row| row.get(0)).unwrap();
    connection
        .execute("UPDATE snapshot SET hash = zeroblob(32) WHERE place = ?1", [place])
        .unwrap();
    drop(connection);
    let error = refused(&["verify", &folder.name()]);
    assert_eq!(error["kind"], "bad-snapshot");
    assert_eq!(error["details"][0]["sequence"], sequence(place));
}

#[test]
fn heads_that_are_lost_or_of_another_day_are_reported() {
    let folder = Folder::new();
    let heads = folder.journal().join("journal.heads");
    let moved = folder.file("elsewhere.heads");
    fs::rename(&heads, &moved).unwrap();
    assert_eq!(refused(&["verify", &folder.name()])["kind"], "heads-unreadable");
    done(&["verify", &folder.name(), "--head", &moved]);
}

#[test]
fn a_journal_is_verified_while_it_is_written() {
    let folder = Folder::empty();
    let journal =
        Journal::create(&folder.place(), taisai_testing::house::HOUSE, &Options::default());
    let mut journal = journal.unwrap();
    let name = folder.name();
    let half = |entries: &[Entry]| entries[..entries.len() / 2].to_vec();
    let first: taisai_testing::house::Streams =
        house().iter().map(|(stream, entries)| (*stream, half(entries))).collect();
    go_on(&mut journal, &first);
    std::thread::scope(|scope| {
        let writing = scope.spawn(move || go_on(&mut journal, house()));
        while !writing.is_finished() {
            done(&["verify", &name]);
            done(&["journal", "head", &name]);
        }
        writing.join().unwrap();
    });
    done(&["verify", &folder.name()]);
}

#[test]
fn where_there_is_no_journal_it_says_so() {
    let folder = Folder::empty();
    let commands: [&[&str]; 4] =
        [&["verify"], &["journal", "head"], &["replay", "--table", "1"], &["export", "--csv"]];
    for command in commands {
        let said = taisai(&[command, &[&folder.name()]].concat());
        assert_eq!(said.code, 1);
        assert!(said.err.contains("there is no journal at"), "{}", said.err);
    }
    assert!(!folder.journal().exists(), "looking makes nothing");
}

#[test]
fn heads_that_somebody_wrote_down_are_found_in_the_journal() {
    let heads = done_json(&["journal", "head", &whole().name(), "--json"]);
    let expected = heads["heads"].as_array().unwrap().iter();
    let expected: Vec<&str> = expected.map(|head| head["expect"].as_str().unwrap()).collect();
    assert!(expected[0].starts_with("floor=") && expected[3].starts_with("3="), "{expected:?}");
    // In full as they were given, cut short as somebody copies them, bare as a voucher bears it.
    let short: Vec<&str> =
        expected.iter().map(|head| &head[..head.find(':').unwrap() + 9]).collect();
    let bare = expected[0].strip_prefix("floor=").unwrap();
    for all in [&expected[..], &short, &[bare]] {
        let wanted: Vec<&str> = all.iter().flat_map(|head| ["--expect", *head]).collect();
        done(&[&["verify", &whole().name()][..], &wanted].concat());
    }
    let earlier = format!("3=9:{}", link_of(table(3), 9));
    done(&["verify", &whole().name(), "--expect", &earlier]);
}

/// The link of a record, worked out from the records before it.
fn link_of(stream: Stream, records: usize) -> taisai_journal::Link {
    let start = taisai_journal::Head::start(taisai_testing::house::HOUSE, stream);
    let entries = house()[&stream][..records].iter();
    entries.fold(start, |head, entry| head.after(&entry.encode())).link
}

#[test]
fn a_head_that_the_journal_does_not_have_is_reported_with_its_record() {
    let verify = |expect: &str| refused(&["verify", &whole().name(), "--expect", expect]);
    let other = verify(&format!("3=9:{}", link_of(table(3), 8)));
    assert_eq!(
        (&other["kind"], &other["details"][0]["sequence"]),
        (&"other-record".into(), &9.into())
    );
    assert_eq!(other["details"][0]["stream"], "table 3");
    let records = house()[&table(3)].len() as u64;
    let gone = verify(&format!("3={}:00000000", records + 5));
    assert_eq!(gone["kind"], "journal-behind", "{gone}");
    assert_eq!(gone["details"][0]["sequence"], records + 1);
    for bad in ["3=9:0000000", "floor", "kitchen=3:00000000"] {
        let said = taisai(&["verify", &whole().name(), "--expect", bad]);
        assert!(
            said.code == 2 && said.err.contains("a head is STREAM=NUMBER:HASH"),
            "{}",
            said.err
        );
    }
}
