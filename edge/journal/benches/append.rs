//! How fast records become durable, beside a bare file that is synced as often.
//!
//! Every figure stands beside another of the same run, taken in turns with it, so that it means the
//! same on any machine. Both write the same frames; their links are made beforehand, by the hosts.

#![expect(clippy::unwrap_used, reason = "a measurement that cannot go on has failed")]
#![expect(clippy::cast_precision_loss, reason = "counts are far below what a float holds")]

use std::fs::File;
use std::io::Write;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use taisai_journal::{
    Batch, Head, Journal, JournalId, Options, Place, Stream, TableNumber, Writer,
};

const ID: JournalId = JournalId([9; 16]);
const RECORD: [u8; 100] = [b'r'; 100];
/// Each side works so often, in turns.
const TURNS: u32 = 12;

fn main() {
    groups(100, 400, 0.7);
    groups(1000, 100, 0.4);
    one_at_a_time();
    one_transaction_per_bet();
    many_hosts();
}

fn folder() -> tempfile::TempDir {
    tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap()
}

fn table(number: u32) -> Stream {
    Stream::Table(TableNumber::new(number).unwrap())
}

/// So many batches of so many records that continue each other.
fn batches(mut head: Head, count: usize, records: usize) -> Vec<Batch> {
    let next = |_| {
        let mut batch = Batch::new(table(1), head);
        for _ in 0..records {
            batch.push(&RECORD);
        }
        head = batch.head();
        batch
    };
    (0..count).map(next).collect()
}

fn journal_in(folder: &Path) -> Journal {
    Journal::create(&Place::Folder(folder.join("data")), ID, &Options::default()).unwrap()
}

/// A bare file: append and fdatasync.
fn bare(file: &mut File, batches: &[Batch], mut each: impl FnMut(Duration)) -> Duration {
    let start = Instant::now();
    for batch in batches {
        let began = Instant::now();
        file.write_all(batch.frames()).unwrap();
        file.sync_data().unwrap();
        each(began.elapsed());
    }
    start.elapsed()
}

fn ours(journal: &mut Journal, batches: &[Batch], mut each: impl FnMut(Duration)) -> Duration {
    let start = Instant::now();
    for batch in batches {
        let began = Instant::now();
        journal.append(std::slice::from_ref(batch)).unwrap();
        each(began.elapsed());
    }
    start.elapsed()
}

fn groups(records: usize, commits: usize, floor: f64) {
    let folder = folder();
    let mut journal = journal_in(folder.path());
    let mut file = File::create(folder.path().join("bare")).unwrap();
    let (mut of_file, mut of_journal) = (Duration::ZERO, Duration::ZERO);
    for _ in 0..TURNS {
        let batches = batches(journal.head(table(1)), commits, records);
        of_file += bare(&mut file, &batches, |_| ());
        of_journal += ours(&mut journal, &batches, |_| ());
    }
    let written = f64::from(TURNS) * (commits * records) as f64;
    println!("groups of {records} records of {} bytes, all checkpoints included", RECORD.len());
    println!("  bare file   {:>10.0} records/s", written / of_file.as_secs_f64());
    println!("  journal     {:>10.0} records/s", written / of_journal.as_secs_f64());
    println!("  share       {:>10.2} (wanted: {floor} or more)", ratio(of_file, of_journal));
}

fn one_at_a_time() {
    let folder = folder();
    let mut journal = journal_in(folder.path());
    let mut file = File::create(folder.path().join("bare")).unwrap();
    let (mut of_file, mut of_journal) = (Vec::new(), Vec::new());
    for _ in 0..TURNS {
        let batches = batches(journal.head(table(1)), 250, 1);
        bare(&mut file, &batches, |took| of_file.push(took));
        ours(&mut journal, &batches, |took| of_journal.push(took));
        journal.rest().unwrap();
    }
    let [file_half, file_tail] = quantiles(&mut of_file);
    let [half, tail] = quantiles(&mut of_journal);
    println!("one record at a time");
    println!("  bare file   p50 {file_half:>8.1?}   p99 {file_tail:>8.1?}");
    println!("  journal     p50 {half:>8.1?}   p99 {tail:>8.1?}");
    println!("  p50         {:>10.2} x bare (wanted: 1.5 or less)", ratio(half, file_half));
}

/// What people build: a row and a transaction for each bet, on the same settings.
fn one_transaction_per_bet() {
    let folder = folder();
    let mut journal = journal_in(folder.path());
    let connection = rusqlite::Connection::open(folder.path().join("bets.db")).unwrap();
    connection.pragma_update(None, "journal_mode", "WAL").unwrap();
    connection.pragma_update(None, "synchronous", "FULL").unwrap();
    let tables = "CREATE TABLE bet(id INTEGER PRIMARY KEY, round, seat, area, stake, record);
         CREATE INDEX bet_round ON bet(round);";
    connection.execute_batch(tables).unwrap();
    let insert = "INSERT INTO bet(round, seat, area, stake, record) VALUES (?1, 3, 7, 500, ?2)";
    let (mut of_bets, mut of_journal) = (Duration::ZERO, Duration::ZERO);
    for turn in 0..TURNS {
        let mut insert = connection.prepare_cached(insert).unwrap();
        let start = Instant::now();
        for _ in 0..100 {
            insert.execute((turn, &RECORD[..])).unwrap();
        }
        of_bets += start.elapsed() / 100;
        let batches = batches(journal.head(table(1)), 100, 100);
        of_journal += ours(&mut journal, &batches, |_| ()) / 10_000;
    }
    println!("one transaction per bet, beside groups of 100");
    println!(
        "  per bet     {:>8.1?} by transaction, {:.1?} by group",
        per_turn(of_bets),
        per_turn(of_journal)
    );
    println!("  share       {:>10.0} x (wanted: 20 or more)", ratio(of_bets, of_journal));
}

fn per_turn(sum: Duration) -> Duration {
    sum / TURNS
}

/// Many hosts, each of which waits for its record before it brings the next.
fn many_hosts() {
    const HOSTS: u32 = 64;
    const EACH: usize = 200;
    let folder = folder();
    let writer = Arc::new(Writer::start(journal_in(folder.path())).unwrap());
    let start = Instant::now();
    std::thread::scope(|scope| {
        for host in 1..=HOSTS {
            let handle = writer.handle();
            scope.spawn(move || {
                let mut head = Head::start(ID, table(host));
                for _ in 0..EACH {
                    let mut batch = Batch::new(table(host), head);
                    batch.push(&RECORD);
                    head = batch.head();
                    handle.append(batch).unwrap();
                }
            });
        }
    });
    let took = start.elapsed();
    let records = f64::from(HOSTS) * EACH as f64;
    println!("{HOSTS} hosts, each with one record under way");
    println!("  journal     {:>10.0} records/s", records / took.as_secs_f64());
}

fn quantiles(took: &mut [Duration]) -> [Duration; 2] {
    took.sort_unstable();
    [took[took.len() / 2], took[took.len() * 99 / 100]]
}

fn ratio(of: Duration, to: Duration) -> f64 {
    of.as_secs_f64() / to.as_secs_f64()
}
