//! What becomes of snapshots: the last few whole, of the others that they were.

use taisai_journal::{Head, Link, SNAPSHOTS_KEPT, Snapshot, SnapshotMark, Store, Stream};
use taisai_testing::place::{Place, table};

/// A snapshot that differs from every other.
fn made_at(stream: Stream, sequence: u64) -> Snapshot {
    let mark = u8::try_from(sequence % 251).unwrap();
    let bytes = format!("{stream} after record {sequence}").into_bytes();
    let head = Head { sequence, link: Link([mark; 32]) };
    Snapshot { stream, head, hash: [mark ^ 0xff; 32], bytes }
}

fn mark(snapshot: &Snapshot, kept: bool) -> SnapshotMark {
    SnapshotMark { head: snapshot.head, hash: snapshot.hash, kept }
}

fn keep(store: &mut dyn Store, stream: Stream, sequences: &[u64]) {
    for &sequence in sequences {
        store.keep_snapshot(&made_at(stream, sequence)).unwrap();
    }
}

/// The marks of snapshots made at these records, of which the last few have their bytes.
fn marks(stream: Stream, sequences: &[u64]) -> Vec<SnapshotMark> {
    let forgotten = sequences.len().saturating_sub(SNAPSHOTS_KEPT);
    let made = sequences.iter().map(|&sequence| made_at(stream, sequence));
    made.enumerate().map(|(place, made)| mark(&made, forgotten <= place)).collect()
}

pub(crate) fn the_last_few_keep_their_bytes(place: &dyn Place) {
    let mut store = place.open();
    assert_eq!(store.snapshots(table(1)).unwrap(), []);
    let mut sequences = Vec::new();
    for sequence in (100..).step_by(100).take(2 * SNAPSHOTS_KEPT + 1) {
        keep(&mut *store, table(1), &[sequence]);
        sequences.push(sequence);
        assert_eq!(store.snapshots(table(1)).unwrap(), marks(table(1), &sequences));
    }
    drop(store);
    let found = place.open().snapshots(table(1)).unwrap();
    assert_eq!(found, marks(table(1), &sequences), "after opening anew");
}

pub(crate) fn the_newest_up_to_a_record_is_found(place: &dyn Place) {
    let mut store = place.open();
    assert_eq!(store.snapshot(table(1), u64::MAX).unwrap(), None);
    keep(&mut *store, table(1), &[100, 200, 300, 400, 500]);
    let cases = [
        (0, None),
        (299, None),
        (300, Some(300)),
        (301, Some(300)),
        (399, Some(300)),
        (400, Some(400)),
        (499, Some(400)),
        (500, Some(500)),
        (i64::MAX as u64, Some(500)),
        (u64::MAX, Some(500)),
    ];
    for (up_to, expected) in cases {
        let expected = expected.map(|sequence| made_at(table(1), sequence));
        assert_eq!(store.snapshot(table(1), up_to).unwrap(), expected, "up to {up_to}");
    }
}

pub(crate) fn a_snapshot_kept_twice_is_one(place: &dyn Place) {
    let mut store = place.open();
    keep(&mut *store, table(1), &[100, 200, 300, 300, 300, 200, 100]);
    assert_eq!(store.snapshots(table(1)).unwrap(), marks(table(1), &[100, 200, 300]));
    keep(&mut *store, table(1), &[400, 100]);
    let expected = marks(table(1), &[100, 200, 300, 400]);
    assert_eq!(store.snapshots(table(1)).unwrap(), expected, "what is forgotten stays forgotten");
    assert_eq!(store.snapshot(table(1), 199).unwrap(), None);
}

pub(crate) fn each_stream_keeps_its_own(place: &dyn Place) {
    let mut store = place.open();
    let streams = [Stream::Floor, table(1), table(2), table(65_535)];
    for sequence in [10, 20, 30, 40] {
        for stream in streams {
            keep(&mut *store, stream, &[sequence]);
        }
    }
    for stream in streams {
        assert_eq!(store.snapshots(stream).unwrap(), marks(stream, &[10, 20, 30, 40]));
        let found = store.snapshot(stream, 25).unwrap();
        assert_eq!(found, Some(made_at(stream, 20)));
    }
    assert_eq!(store.snapshots(table(3)).unwrap(), []);
    assert_eq!(store.snapshot(table(3), 25).unwrap(), None);
}
