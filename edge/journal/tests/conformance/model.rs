//! Random work on a store beside a plain list that does the same.
//!
//! Each run prints its seed; `CONFORMANCE_SEED=… cargo test --test conformance` repeats it alone.

use std::collections::BTreeMap;

use taisai_journal::{Batch, Head, SNAPSHOTS_KEPT, Snapshot, SnapshotMark, Store, Stream};
use taisai_testing::place::{Place, Row, batch, bent, row, rows, table};

use taisai_testing::luck::{Luck, asked_for};

const STEPS: usize = 600;
const SEEDS: [u64; 2] = [1, 20_260_101];

/// What should be in the store.
#[derive(Default)]
struct Model {
    streams: BTreeMap<Stream, Vec<(Row, Head)>>,
    snapshots: BTreeMap<Stream, BTreeMap<u64, Snapshot>>,
}

impl Model {
    fn head(&self, store: &dyn Store, stream: Stream) -> Head {
        let last = self.streams.get(&stream).and_then(|batches| batches.last());
        last.map_or_else(|| Head::start(store.id(), stream), |(_, head)| *head)
    }

    fn append(&mut self, batches: &[Batch]) {
        for batch in batches.iter().filter(|batch| !batch.is_empty()) {
            self.streams.entry(batch.stream()).or_default().push((row(batch), batch.head()));
        }
    }

    fn heads(&self) -> BTreeMap<Stream, Head> {
        let last = |batches: &Vec<(Row, Head)>| batches.last().unwrap().1;
        self.streams.iter().map(|(stream, batches)| (*stream, last(batches))).collect()
    }

    fn rows(&self, stream: Stream, from: u64) -> Vec<Row> {
        let batches = self.streams.get(&stream).into_iter().flatten();
        batches.filter(|(_, head)| from <= head.sequence).map(|(row, _)| row.clone()).collect()
    }

    fn keep(&mut self, snapshot: &Snapshot) {
        let kept = self.snapshots.entry(snapshot.stream).or_default();
        kept.insert(snapshot.head.sequence, snapshot.clone());
    }

    /// The snapshots of a stream, the newest first, and whether their bytes are kept.
    fn snapshots(&self, stream: Stream) -> Vec<(Snapshot, bool)> {
        let made = self.snapshots.get(&stream).into_iter().flatten().map(|(_, made)| made.clone());
        made.rev().enumerate().map(|(age, made)| (made, age < SNAPSHOTS_KEPT)).collect()
    }
}

pub(crate) fn random_work_agrees_with_a_plain_list(place: &dyn Place) {
    let wanted = asked_for("CONFORMANCE_SEED");
    // A place is founded once, so that the second seed goes on where the first left off.
    let mut model = Model::default();
    for seed in wanted.map_or(SEEDS.to_vec(), |seed| vec![seed]) {
        println!("seed {seed}");
        works(place, &mut model, &mut Luck::new(seed));
    }
}

fn works(place: &dyn Place, model: &mut Model, luck: &mut Luck) {
    let mut store = place.open();
    for step in 0..STEPS {
        let stream = any_stream(luck);
        match luck.below(20) {
            0 => {
                drop(store);
                store = place.open();
            }
            1 | 2 => appends_after_a_wrong_head(&mut *store, model, luck),
            3 | 4 => keeps_a_snapshot(&mut *store, model, luck),
            5 => agrees_on_snapshots(&mut *store, model, luck),
            6 | 7 => {
                let end = model.head(&*store, stream).sequence;
                let from = luck.below(end + 3);
                assert_eq!(rows(&mut *store, stream, from), model.rows(stream, from));
            }
            8 => assert_eq!(store.heads().unwrap(), model.heads(), "step {step}"),
            _ => {
                let batches = any_batches(&*store, model, luck);
                store.append(&batches).unwrap();
                model.append(&batches);
            }
        }
    }
    drop(store);
    agrees_on_everything(&mut *place.open(), model, luck);
}

fn any_stream(luck: &mut Luck) -> Stream {
    [Stream::Floor, table(1), table(2), table(300)][luck.place(4)]
}

/// Batches for one to three streams; some are empty, and some continue the one before.
fn any_batches(store: &dyn Store, model: &Model, luck: &mut Luck) -> Vec<Batch> {
    let mut heads = BTreeMap::new();
    let mut batches = Vec::new();
    for _ in 0..=luck.below(3) {
        let stream = any_stream(luck);
        let after = *heads.entry(stream).or_insert_with(|| model.head(store, stream));
        let records: Vec<Vec<u8>> = (0..luck.below(5)).map(|_| any_record(luck)).collect();
        let records: Vec<&[u8]> = records.iter().map(Vec::as_slice).collect();
        let batch = batch(stream, after, &records);
        heads.insert(stream, batch.head());
        batches.push(batch);
    }
    batches
}

fn any_record(luck: &mut Luck) -> Vec<u8> {
    let length = [0, 1, 100, 5_000][luck.place(4)];
    luck.bytes(length)
}

fn appends_after_a_wrong_head(store: &mut dyn Store, model: &Model, luck: &mut Luck) {
    let mut batches = any_batches(store, model, luck);
    let place = luck.place(batches.len());
    let right = batches[place].after();
    let wrong = [bent(right), right.after(b"never was"), Head { sequence: 1 << 40, ..right }];
    batches[place] = batch(batches[place].stream(), wrong[luck.place(3)], &[b"never"]);
    store.append(&batches).unwrap_err();
}

fn keeps_a_snapshot(store: &mut dyn Store, model: &mut Model, luck: &mut Luck) {
    let stream = any_stream(luck);
    let head = model.head(store, stream);
    let length = luck.place(2_000);
    let (bytes, hash) = (luck.bytes(length), luck.bytes(32).try_into().unwrap());
    let known = model.snapshots.get(&stream).and_then(|made| made.get(&head.sequence)).cloned();
    // One state has one snapshot: made again, it is the same.
    let snapshot = known.unwrap_or(Snapshot { stream, head, hash, bytes });
    store.keep_snapshot(&snapshot).unwrap();
    model.keep(&snapshot);
}

fn agrees_on_snapshots(store: &mut dyn Store, model: &Model, luck: &mut Luck) {
    let stream = any_stream(luck);
    let made = model.snapshots(stream);
    let mark = |(made, kept): &(Snapshot, bool)| SnapshotMark {
        head: made.head,
        hash: made.hash,
        kept: *kept,
    };
    let expected: Vec<_> = made.iter().rev().map(mark).collect();
    assert_eq!(store.snapshots(stream).unwrap(), expected);
    let up_to = luck.below(200);
    let mut kept = made.into_iter().filter(|(_, kept)| *kept).map(|(made, _)| made);
    let expected = kept.find(|made| made.head.sequence <= up_to);
    assert_eq!(store.snapshot(stream, up_to).unwrap(), expected);
}

fn agrees_on_everything(store: &mut dyn Store, model: &Model, luck: &mut Luck) {
    assert_eq!(store.heads().unwrap(), model.heads());
    for stream in [Stream::Floor, table(1), table(2), table(300)] {
        assert!(rows(store, stream, 0) == model.rows(stream, 0), "{stream}");
    }
    (0..20).for_each(|_| agrees_on_snapshots(store, model, luck));
}
