//! What appending promises: all or nothing, after the right head only, and found again.

use taisai_journal::{Batch, Head, JournalId, Store, StoreFault, Stream};
use taisai_testing::place::{
    Place, append, batch, bent, everything, head, next, records, row, rows, table,
};

use taisai_testing::luck::Luck;

const FLOOR: Stream = Stream::Floor;

pub(crate) fn an_empty_store_has_no_heads(place: &dyn Place) {
    assert!(place.open().heads().unwrap().is_empty());
}

pub(crate) fn what_is_appended_is_read_back_byte_for_byte(place: &dyn Place) {
    let mut store = place.open();
    let all_bytes: Vec<u8> = (0..=255).collect();
    let batches: [&[&[u8]]; 4] =
        [&[b"one"], &[b"", b"\0", b""], &[&all_bytes, "三".as_bytes()], &[&[0xff; 3]]];
    let made: Vec<_> = batches.map(|records| append(&mut *store, table(1), records)).into();
    assert_eq!(rows(&mut *store, table(1), 1), made);
    drop(store);
    let mut store = place.open();
    assert_eq!(rows(&mut *store, table(1), 1), made, "after opening anew");
    assert_eq!(records(&mut *store, table(1)), batches.concat());
}

pub(crate) fn several_streams_are_appended_at_once(place: &dyn Place) {
    let mut store = place.open();
    let streams = [table(65_535), FLOOR, table(1)];
    for round in [b"one", b"two"] {
        let batches = streams.map(|stream| next(&mut *store, stream, &[round]));
        store.append(&batches).unwrap();
    }
    let heads = store.heads().unwrap();
    assert_eq!(heads.into_keys().collect::<Vec<_>>(), [FLOOR, table(1), table(65_535)]);
    for stream in streams {
        assert_eq!(records(&mut *store, stream), [b"one", b"two"]);
    }
}

pub(crate) fn a_stream_may_stand_twice_in_one_append(place: &dyn Place) {
    let mut store = place.open();
    let first = next(&mut *store, FLOOR, &[b"one", b"two"]);
    let second = batch(FLOOR, first.head(), &[b"three"]);
    store.append(&[first.clone(), second.clone()]).unwrap();
    assert_eq!(rows(&mut *store, FLOOR, 1), [row(&first), row(&second)]);
    let kept = everything(&mut *store, &[FLOOR]);
    let third = next(&mut *store, FLOOR, &[b"four"]);
    let also_third = next(&mut *store, FLOOR, &[b"another four"]);
    assert_refused(&store.append(&[third, also_third]), "two batches after one head");
    assert_eq!(everything(&mut *store, &[FLOOR]), kept);
}

fn assert_refused(answer: &Result<(), StoreFault>, case: &str) {
    let refused = matches!(answer, Err(StoreFault::OtherHead { .. }));
    assert!(refused, "{case}: {answer:?}");
}

/// Heads that look right and are not, for a stream of four records in batches of two.
fn wrong_heads(store: &mut dyn Store, stream: Stream) -> Vec<(&'static str, Head)> {
    let start = Head::start(store.id(), stream);
    let [one, two, three, four] = ["1", "2", "3", "4"].map(str::as_bytes);
    append(store, stream, &[one, two]);
    append(store, stream, &[three, four]);
    let now = head(store, stream);
    vec![
        ("the start", start),
        ("inside the first batch", start.after(one)),
        ("the batch before", start.after(one).after(two)),
        ("one record before", start.after(one).after(two).after(three)),
        ("one record ahead", now.after(b"5")),
        ("far ahead", Head { sequence: u64::from(u32::MAX), ..now }),
        ("another link", bent(now)),
        ("the right link, one record before", Head { sequence: 3, ..now }),
        ("the right link, one record ahead", Head { sequence: 5, ..now }),
        ("another journal", Head::start(JournalId([9; 16]), stream)),
    ]
}

pub(crate) fn a_wrong_head_is_refused_and_nothing_changes(place: &dyn Place) {
    let mut store = place.open();
    let cases = wrong_heads(&mut *store, table(3));
    let (kept, now) = (everything(&mut *store, &[table(3)]), head(&mut *store, table(3)));
    for (case, wrong) in cases {
        match store.append(&[batch(table(3), wrong, &[b"never"])]) {
            Err(StoreFault::OtherHead { stream, expected, found }) => {
                assert_eq!((stream, expected, found), (table(3), wrong, now), "{case}");
            }
            other => panic!("{case}: {other:?}"),
        }
        assert_eq!(everything(&mut *store, &[table(3)]), kept, "{case}");
    }
    append(&mut *store, table(3), &[b"a refusal stops nothing"]);
    drop(store);
    assert_eq!(records(&mut *place.open(), table(3)).len(), 5, "after opening anew");
}

pub(crate) fn one_wrong_head_refuses_all_streams(place: &dyn Place) {
    let mut store = place.open();
    let streams = [FLOOR, table(1), table(2)];
    append(&mut *store, FLOOR, &[b"kept"]);
    append(&mut *store, table(2), &[b"kept"]);
    let kept = everything(&mut *store, &streams);
    for wrong in 0..streams.len() {
        let mut batches = streams.map(|stream| next(&mut *store, stream, &[b"never"]));
        let after = bent(batches[wrong].after());
        batches[wrong] = batch(streams[wrong], after, &[b"never"]);
        assert_refused(&store.append(&batches), &format!("the head of {}", streams[wrong]));
        assert_eq!(everything(&mut *store, &streams), kept);
    }
    drop(store);
    assert_eq!(everything(&mut *place.open(), &streams), kept, "after opening anew");
}

pub(crate) fn an_empty_batch_leaves_no_trace(place: &dyn Place) {
    let mut store = place.open();
    store.append(&[]).unwrap();
    let empty = next(&mut *store, FLOOR, &[]);
    store.append(&[empty]).unwrap();
    assert!(store.heads().unwrap().is_empty(), "a stream without records has no head yet");
    let made = append(&mut *store, table(1), &[b"one"]);
    let batches = [next(&mut *store, FLOOR, &[b"one"]), next(&mut *store, table(1), &[])];
    store.append(&batches).unwrap();
    assert_eq!(rows(&mut *store, table(1), 1), [made]);
    assert_eq!(records(&mut *store, FLOOR), [b"one"]);
}

pub(crate) fn an_empty_batch_after_a_wrong_head_is_refused(place: &dyn Place) {
    let mut store = place.open();
    append(&mut *store, FLOOR, &[b"one"]);
    let wrong = bent(head(&mut *store, FLOOR));
    let batches = [next(&mut *store, table(1), &[b"never"]), Batch::new(FLOOR, wrong)];
    assert_refused(&store.append(&batches), "an empty batch");
    assert_eq!(rows(&mut *store, table(1), 0), []);
}

pub(crate) fn streams_do_not_touch_each_other(place: &dyn Place) {
    let mut store = place.open();
    let streams = [FLOOR, table(1), table(2), table(256), table(65_535)];
    for (turn, stream) in streams.into_iter().cycle().take(50).enumerate() {
        append(&mut *store, stream, &[format!("{stream}, turn {turn}").as_bytes()]);
    }
    for (place, stream) in streams.into_iter().enumerate() {
        let turns = (0..10).map(|turn| format!("{stream}, turn {}", 5 * turn + place));
        let expected: Vec<_> = turns.map(String::into_bytes).collect();
        assert_eq!(records(&mut *store, stream), expected);
    }
}

pub(crate) fn heads_are_there_after_opening_anew(place: &dyn Place) {
    let mut store = place.open();
    let mut expected = Vec::new();
    for number in 1..=20 {
        for record in 0..number {
            append(&mut *store, table(number), &[&record.to_le_bytes()]);
        }
        expected.push((table(number), head(&mut *store, table(number))));
    }
    drop(store);
    for _ in 0..3 {
        let heads = place.open().heads().unwrap();
        assert_eq!(heads.into_iter().collect::<Vec<_>>(), expected);
    }
    assert!(expected.iter().zip(1..).all(|((_, head), number)| head.sequence == number));
}

pub(crate) fn the_name_of_the_journal_stays(place: &dyn Place) {
    let name = place.open().id();
    append(&mut *place.open(), FLOOR, &[b"one"]);
    assert_eq!(place.open().id(), name);
}

pub(crate) fn large_records_fit(place: &dyn Place) {
    let mut store = place.open();
    let mut luck = Luck::new(1);
    let [small, large, larger] = [1, 8 << 20, 24 << 20].map(|bytes| luck.bytes(bytes));
    let made = append(&mut *store, FLOOR, &[&small, &large, &small, &larger]);
    append(&mut *store, FLOOR, &[&small]);
    drop(store);
    let mut store = place.open();
    // Not assert_eq: nobody wants to read 32 MB of numbers.
    assert!(rows(&mut *store, FLOOR, 2)[0] == made, "the large batch came back changed");
    assert_eq!(rows(&mut *store, FLOOR, 5).len(), 1);
}

pub(crate) fn many_batches_fit(place: &dyn Place) {
    let mut store = place.open();
    let mut made = Vec::new();
    let mut after = head(&mut *store, table(1));
    for number in 0..2_000_u32 {
        let batch = batch(table(1), after, &[&number.to_le_bytes(), b"and another"]);
        store.append(std::slice::from_ref(&batch)).unwrap();
        after = batch.head();
        made.push(row(&batch));
    }
    assert_eq!(head(&mut *store, table(1)), after);
    assert!(rows(&mut *store, table(1), 1) == made);
    assert!(rows(&mut *store, table(1), 2_001) == made[1_000..]);
}
