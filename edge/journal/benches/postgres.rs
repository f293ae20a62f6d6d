//! How fast PostgreSQL takes batches of records: beside `COPY`, its fastest way in.
//!
//! Both sides store the same rows, one transaction per batch, by turns on one server that waits for
//! its disk. Linking the records is not measured: both sides get them linked.

#![expect(clippy::unwrap_used, reason = "a measurement that cannot go on has failed")]

use std::time::{Duration, Instant};

use postgres::binary_copy::BinaryCopyInWriter;
use postgres::types::Type;
use postgres::{Client, Statement};
use taisai_journal::{
    Batch, Frames, Head, JournalId, PostgresOptions, PostgresStore, Store, Stream, TableNumber,
};
use taisai_testing::cluster::{Cluster, client};

const RECORD_BYTES: usize = 100;
const ROUNDS: u32 = 5;
const JOURNAL: JournalId = JournalId([3; 16]);

/// The tables `COPY` fills: of batches as the journal has them, and of records one by one.
const REFERENCE: &str = "
    CREATE TABLE batches (stream integer NOT NULL, first_sequence bigint NOT NULL,
                          frames bytea NOT NULL, PRIMARY KEY (stream, first_sequence));
    ALTER TABLE batches ALTER COLUMN frames SET STORAGE EXTERNAL;
    CREATE TABLE records (stream integer NOT NULL, sequence bigint NOT NULL,
                          record bytea NOT NULL, link bytea NOT NULL,
                          PRIMARY KEY (stream, sequence))";

fn main() {
    let cluster = Cluster::start(&[]);
    println!("records of {RECORD_BYTES} bytes; medians of {ROUNDS} rounds, by turns");
    println!("{:>22} {:>12} {:>12} {:>14}", "records in a batch", "append/s", "COPY/s", "ratio");
    for (records, batches) in [(1, 400), (100, 200), (1_000, 100), (10_000, 20)] {
        measure(&cluster, records, batches);
    }
}

/// Both ways into one database.
struct Ways {
    store: PostgresStore,
    client: Client,
    batches: Statement,
    records: Statement,
}

impl Ways {
    fn new(cluster: &Cluster) -> Self {
        let url = cluster.database();
        let options = PostgresOptions { create_as: Some(JOURNAL), ..PostgresOptions::new("bench") };
        let store = PostgresStore::open(&url, &options).unwrap();
        let mut client = client(&url);
        client.batch_execute(REFERENCE).unwrap();
        let batches = client.prepare("COPY batches FROM STDIN BINARY").unwrap();
        let records = client.prepare("COPY records FROM STDIN BINARY").unwrap();
        Self { store, client, batches, records }
    }

    fn copy_batch(&mut self, batch: &Batch) {
        let writer = self.client.copy_in(&self.batches).unwrap();
        let mut rows = BinaryCopyInWriter::new(writer, &[Type::INT4, Type::INT8, Type::BYTEA]);
        let first = batch.first().cast_signed();
        rows.write(&[&1_i32, &first, &batch.frames()]).unwrap();
        assert_eq!(rows.finish().unwrap(), 1);
    }

    fn copy_records(&mut self, batch: &Batch) {
        let writer = self.client.copy_in(&self.records).unwrap();
        let types = [Type::INT4, Type::INT8, Type::BYTEA, Type::BYTEA];
        let mut rows = BinaryCopyInWriter::new(writer, &types);
        for (frame, sequence) in Frames::new(batch.frames()).zip(batch.first()..) {
            let frame = frame.unwrap();
            let link = &frame.link.0[..];
            rows.write(&[&1_i32, &sequence.cast_signed(), &frame.record, &link]).unwrap();
        }
        rows.finish().unwrap();
    }
}

fn measure(cluster: &Cluster, records: u32, batches: u32) {
    let mut ways = Ways::new(cluster);
    let table = Stream::Table(TableNumber::new(1).unwrap());
    let mut after = Head::start(JOURNAL, table);
    let mut took: [Vec<Duration>; 3] = Default::default();
    // The first round warms up.
    for round in 0..=ROUNDS {
        let made = linked(table, &mut after, records, batches);
        let turn = [
            timed(|| made.iter().for_each(|batch| ways.copy_batch(batch))),
            timed(|| made.iter().for_each(|batch| append(&mut ways.store, batch))),
            timed(|| made.iter().for_each(|batch| ways.copy_records(batch))),
        ];
        if round > 0 {
            took.iter_mut().zip(turn).for_each(|(took, turn)| took.push(turn));
        }
    }
    let [copy, append, by_one] = took.map(median);
    let count = f64::from(records * batches);
    println!(
        "{records:>22} {:>12.0} {:>12.0} {:>12.0} % (COPY of single records {:.0}/s)",
        count / append.as_secs_f64(),
        count / copy.as_secs_f64(),
        100.0 * copy.as_secs_f64() / append.as_secs_f64(),
        count / by_one.as_secs_f64(),
    );
}

fn append(store: &mut PostgresStore, batch: &Batch) {
    store.append(std::slice::from_ref(batch)).unwrap();
}

/// Batches that continue a stream, of records no two of which are alike.
fn linked(stream: Stream, after: &mut Head, records: u32, batches: u32) -> Vec<Batch> {
    let mut made = Vec::new();
    for _ in 0..batches {
        let mut batch = Batch::new(stream, *after);
        for _ in 0..records {
            let mut record = format!("{:020} seat 7 bets 10 on big; ", batch.head().sequence);
            record.extend(std::iter::repeat_n('.', RECORD_BYTES - record.len()));
            batch.push(record.as_bytes());
        }
        *after = batch.head();
        made.push(batch);
    }
    made
}

fn timed(work: impl FnOnce()) -> Duration {
    let start = Instant::now();
    work();
    start.elapsed()
}

fn median(mut took: Vec<Duration>) -> Duration {
    took.sort_unstable();
    took[took.len() / 2]
}
