//! What the child plays: rounds at three tables and the floor, small and large, with checkpoints,
//! snapshots and a reopening in the middle.

use std::collections::BTreeMap;
use std::path::PathBuf;

use taisai_journal::sidecar::Size;
use taisai_journal::sqlite::LogSize;
use taisai_journal::{
    Batch, Head, Journal, JournalId, OpenFault, Options, Place, Snapshot, StoreFault, Stream,
    TableNumber,
};

pub(crate) const ID: JournalId = JournalId(*b"the crashing one");

/// The script for a child process.
pub(crate) struct Order {
    pub(crate) folder: PathBuf,
    pub(crate) rounds: u64,
}

pub(crate) const FOLDER: &str = "CRASH_FOLDER";
pub(crate) const ROUNDS: &str = "CRASH_ROUNDS";

impl Order {
    pub(crate) fn from_environment() -> Option<Self> {
        let folder = PathBuf::from(std::env::var_os(FOLDER)?);
        let rounds = std::env::var(ROUNDS).ok()?.parse().ok()?;
        Some(Self { folder, rounds })
    }
}

/// Small, so that the script meets every path: copied and not, checkpoints, a growing sidecar.
pub(crate) fn options() -> Options {
    let size = Size { slot_bytes: 4096, copied_max: 2000 };
    let log = LogSize { at_rest: 60_000, max: 150_000 };
    Options { size, log, ..Options::default() }
}

pub(crate) fn streams() -> [Stream; 4] {
    let table = |number| Stream::Table(TableNumber::new(number).unwrap());
    [Stream::Floor, table(1), table(2), table(3)]
}

/// The record a stream has at this place, always the same; every 29th is long.
pub(crate) fn record(stream: Stream, sequence: u64) -> Vec<u8> {
    let mut record = format!("{stream}, record {sequence} ").into_bytes();
    let length = if sequence % 29 == 11 { 9000 } else { 40 + sequence % 90 };
    while (record.len() as u64) < length {
        record.push(b'a' + u8::try_from((record.len() as u64 * sequence) % 26).unwrap());
    }
    record
}

/// Goes on with a stream for so many records.
pub(crate) fn batch(stream: Stream, after: Head, records: u64) -> Batch {
    let mut batch = Batch::new(stream, after);
    for sequence in after.sequence + 1..=after.sequence + records {
        batch.push(&record(stream, sequence));
    }
    batch
}

/// Plays the script and returns the exit status: 0, or 3 after a fault that was met in order.
pub(crate) fn play(order: &Order) -> i32 {
    // The test runner has begun a line of its own.
    println!();
    match rounds(order) {
        Ok(()) => 0,
        Err(fault) => {
            println!("fault {fault}");
            3
        }
    }
}

fn rounds(order: &Order) -> Result<(), OpenFault> {
    let place = Place::Folder(order.folder.clone());
    let mut journal = match Journal::open(&place, &options()) {
        Err(OpenFault::NoJournal { .. }) => Journal::create(&place, ID, &options())?,
        opened => opened?,
    };
    println!("founded");
    for round in 1..=order.rounds {
        if round == 30 {
            drop(journal);
            journal = Journal::open(&place, &options())?;
        }
        play_round(&mut journal, round)?;
    }
    Ok(())
}

fn play_round(journal: &mut Journal, round: u64) -> Result<(), StoreFault> {
    let streams = streams();
    let mut batches = Vec::new();
    for (place, stream) in (0..).zip(streams) {
        if (round + place).is_multiple_of(place + 1) {
            let records = 1 + (round * 7 + place) % 5;
            batches.push(batch(stream, journal.head(stream), records));
        }
    }
    if round == 20 {
        // So many streams that their heads need a larger sidecar.
        let new = (101..=190).filter_map(TableNumber::new).map(Stream::Table);
        batches.extend(new.map(|stream| batch(stream, journal.head(stream), 1)));
    }
    let said: Vec<_> = batches.iter().map(said).collect();
    println!("try {}", said.join(" "));
    journal.append(&batches).inspect_err(|_| {
        let again = journal.append(&batches);
        assert!(matches!(again, Err(StoreFault::Stopped)), "after a fault it takes no more");
    })?;
    println!("ack {}", said.join(" "));
    if round % 12 == 5 {
        let (stream, head) = (streams[1], journal.head(streams[1]));
        let snapshot = Snapshot { stream, head, hash: [5; 32], bytes: vec![5; 5000] };
        journal.keep_snapshot(&snapshot)?;
    }
    if round.is_multiple_of(3) { journal.rest() } else { Ok(()) }
}

fn said(batch: &Batch) -> String {
    format!("{}:{}", batch.stream().number(), batch.head().sequence)
}

/// How far each stream is, by its number.
pub(crate) type Reached = BTreeMap<u32, u64>;

/// What a line of the child says about how far it is: `1:17 3:4`.
pub(crate) fn reached(said: &str) -> impl Iterator<Item = (u32, u64)> + '_ {
    said.split_whitespace().map(|part| {
        let (stream, sequence) = part.split_once(':').unwrap();
        (stream.parse().unwrap(), sequence.parse().unwrap())
    })
}
