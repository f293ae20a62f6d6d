//! Random work on a store beside a plain list that does the same.
//!
//! Each run prints its seed; `CONFORMANCE_SEED=… cargo test --test conformance` repeats it alone.

use std::collections::BTreeMap;

use taisai_journal::{Batch, Head, SNAPSHOTS_KEPT, Snapshot, SnapshotMark, Store, Stream};
use taisai_testing::place::{Place, Row, batch, bent, row, rows, table};

use crate::chance::Chance;

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
    let wanted = std::env::var("CONFORMANCE_SEED").ok().map(|seed| seed.parse().unwrap());
    // A place is founded once, so that the second seed goes on where the first left off.
    let mut model = Model::default();
    for seed in wanted.map_or(SEEDS.to_vec(), |seed| vec![seed]) {
        println!("seed {seed}");
        works(place, &mut model, &mut Chance::new(seed));
    }
}

fn works(place: &dyn Place, model: &mut Model, chance: &mut Chance) {
    let mut store = place.open();
    for step in 0..STEPS {
        let stream = any_stream(chance);
        match chance.below(20) {
            0 => {
                drop(store);
                store = place.open();
            }
            1 | 2 => appends_after_a_wrong_head(&mut *store, model, chance),
            3 | 4 => keeps_a_snapshot(&mut *store, model, chance),
            5 => agrees_on_snapshots(&mut *store, model, chance),
            6 | 7 => {
                let end = model.head(&*store, stream).sequence;
                let from = chance.below(usize::try_from(end).unwrap() + 3) as u64;
                assert_eq!(rows(&mut *store, stream, from), model.rows(stream, from));
            }
            8 => assert_eq!(store.heads().unwrap(), model.heads(), "step {step}"),
            _ => {
                let batches = any_batches(&*store, model, chance);
                store.append(&batches).unwrap();
                model.append(&batches);
            }
        }
    }
    drop(store);
    agrees_on_everything(&mut *place.open(), model, chance);
}

fn any_stream(chance: &mut Chance) -> Stream {
    [Stream::Floor, table(1), table(2), table(300)][chance.below(4)]
}

/// Batches for one to three streams; some are empty, and some continue the one before.
fn any_batches(store: &dyn Store, model: &Model, chance: &mut Chance) -> Vec<Batch> {
    let mut heads = BTreeMap::new();
    let mut batches = Vec::new();
    for _ in 0..=chance.below(3) {
        let stream = any_stream(chance);
        let after = *heads.entry(stream).or_insert_with(|| model.head(store, stream));
        let records: Vec<Vec<u8>> = (0..chance.below(5)).map(|_| any_record(chance)).collect();
        let records: Vec<&[u8]> = records.iter().map(Vec::as_slice).collect();
        let batch = batch(stream, after, &records);
        heads.insert(stream, batch.head());
        batches.push(batch);
    }
    batches
}

fn any_record(chance: &mut Chance) -> Vec<u8> {
    let length = [0, 1, 100, 5_000][chance.below(4)];
    chance.bytes(length)
}

fn appends_after_a_wrong_head(store: &mut dyn Store, model: &Model, chance: &mut Chance) {
    let mut batches = any_batches(store, model, chance);
    let place = chance.below(batches.len());
    let right = batches[place].after();
    let wrong = [bent(right), right.after(b"never was"), Head { sequence: 1 << 40, ..right }];
    batches[place] = batch(batches[place].stream(), wrong[chance.below(3)], &[b"never"]);
    store.append(&batches).unwrap_err();
}

fn keeps_a_snapshot(store: &mut dyn Store, model: &mut Model, chance: &mut Chance) {
    let stream = any_stream(chance);
    let head = model.head(store, stream);
    let length = chance.below(2_000);
    let (bytes, hash) = (chance.bytes(length), chance.bytes(32).try_into().unwrap());
    let known = model.snapshots.get(&stream).and_then(|made| made.get(&head.sequence)).cloned();
    // One state has one snapshot: made again, it is the same.
    let snapshot = known.unwrap_or(Snapshot { stream, head, hash, bytes });
    store.keep_snapshot(&snapshot).unwrap();
    model.keep(&snapshot);
}

fn agrees_on_snapshots(store: &mut dyn Store, model: &Model, chance: &mut Chance) {
    let stream = any_stream(chance);
    let made = model.snapshots(stream);
    let mark = |(made, kept): &(Snapshot, bool)| SnapshotMark {
        head: made.head,
        hash: made.hash,
        kept: *kept,
    };
    let expected: Vec<_> = made.iter().rev().map(mark).collect();
    assert_eq!(store.snapshots(stream).unwrap(), expected);
    let up_to = chance.below(200) as u64;
    let mut kept = made.into_iter().filter(|(_, kept)| *kept).map(|(made, _)| made);
    let expected = kept.find(|made| made.head.sequence <= up_to);
    assert_eq!(store.snapshot(stream, up_to).unwrap(), expected);
}

fn agrees_on_everything(store: &mut dyn Store, model: &Model, chance: &mut Chance) {
    assert_eq!(store.heads().unwrap(), model.heads());
    for stream in [Stream::Floor, table(1), table(2), table(300)] {
        assert!(rows(store, stream, 0) == model.rows(stream, 0), "{stream}");
    }
    (0..20).for_each(|_| agrees_on_snapshots(store, model, chance));
}
