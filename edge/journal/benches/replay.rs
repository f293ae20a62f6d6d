//! How fast a stream is replayed, and how long a table takes to restart, whatever its age.
//!
//! Every figure stands beside another of the same run, so that it means the same on any machine.
//! `EVENTS=10000000 ROUNDS=1000000 cargo bench -p taisai-journal --bench replay` is the long run.

#![expect(clippy::unwrap_used, reason = "a measurement that cannot go on has failed")]

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::LazyLock;
use std::time::{Duration, Instant};

use sha2::{Digest, Sha256};
use taisai_journal::stored::{
    Actor, Body, BookSources, Entry, Opened, SnapshotName, Stamp, TableState,
};
use taisai_journal::{
    Batch, Head, JournalId, MemoryStore, Snapshot, SnapshotCadence, SnapshotMark, Store,
    StoreFault, StoredBatch, Stream, TableNumber, TableReplay, Visit, prove_all, read_all,
};
use taisai_rules::{Bet, Roll, ShakerKind};
use taisai_table::{
    Asker, BetCommand, EquipmentCommand, Request, RequestId, RoundCommand, SessionId,
};
use taisai_testing::floor::{
    DEALER, Floor, Make, SHAKER, SHIFT_MANAGER, What, dice_into, seat, staff, stake, wide,
};
use taisai_testing::luck::asked_for;

const BOOK: &str = "massachusetts";
const JOURNAL: JournalId = JournalId([7; 16]);
/// A proof may take so many times the work of a replay of the same records.
const PROOF_TIMES_MAX: f64 = 4.0;
/// Records that become durable together, as a busy table has them.
const BATCH_RECORDS: usize = 100;

fn main() {
    replaying(asked_for("EVENTS").unwrap_or(1_000_000));
    restarting(asked_for("ROUNDS").unwrap_or(100_000));
}

fn stream() -> Stream {
    Stream::Table(TableNumber::new(1).unwrap())
}

/// A table in play whose requests are written down as its host would.
struct Writer<S> {
    floor: Floor,
    store: S,
    batch: Batch,
    records: usize,
    events: u64,
    state: Option<TableState>,
    cadence: SnapshotCadence,
}

impl<S: Store> Writer<S> {
    fn new(store: S, seats: u16) -> Self {
        let mut floor = Floor::open(BOOK, Make::with(ShakerKind::Manual), wide());
        for number in 1..=seats {
            floor.sits(number, 1_000_000_000_000);
        }
        let journal = std::mem::take(&mut floor.journal);
        let batch = Batch::new(stream(), Head::start(JOURNAL, stream()));
        let cadence = SnapshotCadence::default();
        let mut writer = Self { floor, store, batch, records: 0, events: 0, state: None, cadence };
        let sources = BookSources::embedded(BOOK).unwrap();
        let config = writer.floor.table.config().clone();
        let opened = Opened { sources, config };
        writer.state = Some(TableState::open(opened.clone()).unwrap());
        writer.write(Asker::Host, (SessionId(0), RequestId(0)), Body::Opened(Box::new(opened)));
        let events = journal.into_iter().map(|(event, _)| event).collect();
        writer.write(Asker::Host, (SessionId(0), RequestId(0)), Body::Happened(events));
        writer
    }

    fn write(&mut self, from: Asker, (session, request): (SessionId, RequestId), body: Body) {
        let sequence = self.batch.head().sequence + 1;
        let (time, actor) = (self.floor.time(), Actor::from(from));
        let stamp = Stamp { sequence, time, actor, session, request };
        if let (Body::Happened(events), Some(state)) = (&body, &mut self.state) {
            self.events += events.len() as u64;
            for event in events {
                drop(state.ledger.post(event).unwrap());
            }
        }
        let record = Entry { stamp, body }.encode();
        self.batch.push(&record);
        self.cadence.count(&record);
        self.records += 1;
        if self.records.is_multiple_of(BATCH_RECORDS) {
            self.flush();
        }
    }

    fn flush(&mut self) {
        let next = Batch::new(stream(), self.batch.head());
        let batch = std::mem::replace(&mut self.batch, next);
        self.store.append(&[batch]).unwrap();
    }

    fn does(&mut self, from: Asker, what: impl Into<What>) {
        let request: Request = self.floor.request(from, what);
        let events = self.floor.send(&request).unwrap();
        self.floor.journal.clear();
        self.write(from, (request.session, request.id), Body::Happened(events));
        if self.cadence.is_due() {
            self.name_snapshot();
        }
    }

    /// Names a snapshot in the stream, as a host does when one is due.
    fn name_snapshot(&mut self) {
        let state = self.state.as_mut().unwrap();
        state.table = self.floor.table.clone();
        let bytes = state.encode();
        self.cadence = SnapshotCadence::after(bytes.len());
        let name = Body::SnapshotNamed(SnapshotName::of(&bytes));
        self.write(Asker::Host, (SessionId(0), RequestId(0)), name);
    }

    /// A round in which every seat places so many bets, one after another.
    fn round(&mut self, seats: u16, bets: usize) {
        let number = usize::try_from(self.floor.table.next_round().0).unwrap();
        // Dice are fresh for a day.
        if number.is_multiple_of(1_000) {
            let manager = staff(SHIFT_MANAGER);
            self.does(manager, EquipmentCommand::RemoveDice);
            let set = u32::try_from(number / 1_000).unwrap() + 1;
            self.does(manager, dice_into(SHAKER, set));
            self.does(manager, EquipmentCommand::InspectShaker { tosses: 3 });
        }
        let offers = self.floor.table.book().pay_table.offers();
        let areas: Vec<_> = offers.iter().map(|offer| offer.area).collect();
        self.does(staff(DEALER), RoundCommand::OpenBetting);
        for place in 0..bets {
            for seat_number in 1..=seats {
                self.floor.now += 10;
                let area = areas[(number * 7 + usize::from(seat_number) * 13 + place * 5) % 50];
                let bet = BetCommand::PlaceBets(vec![Bet::new(area, stake(100))]);
                self.does(seat(seat_number), bet);
            }
        }
        let roll = Roll::all().nth(number * 31 % Roll::COUNT).unwrap();
        for command in [
            RoundCommand::CallNoMoreBets,
            RoundCommand::Shake { times: 3 },
            RoundCommand::Reveal,
            RoundCommand::EnterDice(roll),
            RoundCommand::ConfirmDice(roll),
            RoundCommand::Collect,
            RoundCommand::Pay,
            RoundCommand::Clear,
        ] {
            self.floor.now += 500;
            self.does(staff(DEALER), command);
        }
    }
}

/// How long this thread has worked: where others share the machine, their turns do not count. It
/// moves in steps of some milliseconds. Where the system does not say, the time that has passed.
fn worked() -> Duration {
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    let schedstat = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let worked = schedstat.and_then(|schedstat| schedstat.split_whitespace().next()?.parse().ok());
    worked.map_or_else(|| START.elapsed(), Duration::from_nanos)
}

/// The work of one run, for runs of a second or so.
fn work<T>(run: impl FnOnce() -> T) -> Duration {
    let start = worked();
    let done = run();
    let took = worked().saturating_sub(start);
    // Throwing the result away is not part of the work.
    drop(done);
    took
}

fn timed<T>(work: impl FnOnce() -> T) -> (Duration, T) {
    let start = Instant::now();
    let done = work();
    (start.elapsed(), done)
}

/// The fastest of several short runs: everything slower was something else.
fn fastest<T>(runs: usize, mut run: impl FnMut() -> T) -> Duration {
    (0..runs).map(|_| timed(&mut run).0).min().unwrap()
}

fn replaying(events: u64) {
    const SEATS: u16 = 20;
    const BETS: usize = 4;
    let mut writer = Writer::new(MemoryStore::new(JOURNAL), SEATS);
    while writer.events < events {
        writer.round(SEATS, BETS);
    }
    writer.flush();
    let Writer { floor, mut store, events, records, .. } = writer;
    let bytes = bytes_of(&mut store);
    println!(
        "{events} events in {records} records, {bytes} bytes: {SEATS} seats, {BETS} bets each"
    );
    let runs = if events > 2_000_000 { 3 } else { 7 };
    let start = Head::start(JOURNAL, stream());
    // One after another and again, so that all of them meet the machine in the same moods.
    let [mut whole, mut links, mut replay, mut proof] = [Duration::MAX; 4];
    for _ in 0..runs {
        whole = whole.min(work(|| hash_as_one(&mut store)));
        let read = || read_all(&mut store, stream(), start, |_| Ok(())).unwrap();
        links = links.min(work(read));
        let replayed = || TableReplay::from_start(&mut store, stream()).unwrap();
        replay = replay.min(work(replayed));
        proof = proof.min(work(|| prove_all(&mut store).unwrap()));
    }
    let again = TableReplay::from_start(&mut store, stream()).unwrap();
    assert!(again.state.unwrap().table == floor.table, "a replay is the table that wrote it");
    let line = |name: &str, took: Duration| {
        let rate = u128::from(events) * 1_000_000_000 / took.as_nanos();
        let (one, other) = (whole.as_secs_f64(), links.as_secs_f64());
        let (one, other) = (one / took.as_secs_f64(), other / took.as_secs_f64());
        println!(
            "  {name:<34} {rate:>12} events/s  {:>4.0} % of one hash  {:>4.0} % of the links",
            100.0 * one,
            100.0 * other
        );
    };
    line("read, all bytes hashed as one", whole);
    line("read, every link hashed", links);
    line("replayed, table and books", replay);
    line("proved: replayed and compared", proof);
    let times = proof.as_secs_f64() / replay.as_secs_f64();
    println!("  a proof takes {times:.2} times the work of the replay; at most {PROOF_TIMES_MAX}");
    assert!(times <= PROOF_TIMES_MAX, "a proof takes {times:.2} times the work of a replay");
}

fn bytes_of(store: &mut MemoryStore) -> usize {
    let mut bytes = 0;
    let visit = &mut |batch: StoredBatch<'_>| {
        bytes += batch.frames.len();
        ControlFlow::Continue(())
    };
    store.read(stream(), 1, visit).unwrap();
    bytes
}

fn hash_as_one(store: &mut MemoryStore) -> [u8; 32] {
    let mut hash = Sha256::new();
    let visit = &mut |batch: StoredBatch<'_>| {
        hash.update(batch.frames);
        ControlFlow::Continue(())
    };
    store.read(stream(), 1, visit).unwrap();
    hash.finalize().into()
}

/// A store that keeps only a snapshot and what came after it, so that an old table fits memory.
struct Tail {
    head: Head,
    batches: Vec<(u64, Vec<u8>)>,
    snapshot: Option<Snapshot>,
}

impl Store for Tail {
    fn id(&self) -> JournalId {
        JOURNAL
    }

    fn append(&mut self, batches: &[Batch]) -> Result<(), StoreFault> {
        for batch in batches.iter().filter(|batch| !batch.is_empty()) {
            self.head = batch.head();
            if self.snapshot.is_some() {
                self.batches.push((batch.first(), batch.frames().to_vec()));
            }
        }
        Ok(())
    }

    fn heads(&mut self) -> Result<BTreeMap<Stream, Head>, StoreFault> {
        Ok([(stream(), self.head)].into())
    }

    fn read(&mut self, _: Stream, _: u64, visit: &mut Visit<'_>) -> Result<(), StoreFault> {
        for (first, frames) in &self.batches {
            if visit(StoredBatch { first: *first, frames }).is_break() {
                break;
            }
        }
        Ok(())
    }

    fn keep_snapshot(&mut self, snapshot: &Snapshot) -> Result<(), StoreFault> {
        self.snapshot = Some(snapshot.clone());
        Ok(())
    }

    fn snapshots(&mut self, _: Stream) -> Result<Vec<SnapshotMark>, StoreFault> {
        Ok(Vec::new())
    }

    fn snapshot(&mut self, _: Stream, _: u64) -> Result<Option<Snapshot>, StoreFault> {
        Ok(self.snapshot.clone())
    }
}

fn restarting(rounds_max: u64) {
    const SEATS: u16 = 5;
    const BETS: usize = 2;
    const TAIL_EVENTS: u64 = 1_000;
    println!("restart from a snapshot and {TAIL_EVENTS} events: {SEATS} seats, {BETS} bets each");
    let store = Tail { head: Head::start(JOURNAL, stream()), batches: Vec::new(), snapshot: None };
    let mut writer = Writer::new(store, SEATS);
    let mut first = None;
    for rounds in [1_000, 10_000, 100_000, 1_000_000].into_iter().filter(|n| *n <= rounds_max) {
        writer.store.snapshot = None;
        writer.store.batches.clear();
        while writer.floor.table.next_round().0 <= rounds {
            writer.round(SEATS, BETS);
        }
        writer.flush();
        let state = writer.state.as_mut().unwrap();
        state.table = writer.floor.table.clone();
        let (encoding, bytes) = timed(|| state.encode());
        let (head, hash) = (writer.batch.head(), TableState::hash_of(&bytes));
        let length = bytes.len();
        let snapshot = Snapshot { stream: stream(), head, hash, bytes };
        writer.store.keep_snapshot(&snapshot).unwrap();
        writer.name_snapshot();
        let aim = writer.events + TAIL_EVENTS;
        while writer.events < aim {
            writer.round(SEATS, BETS);
        }
        writer.flush();
        let book = fastest(20, || BookSources::embedded(BOOK).unwrap().read().unwrap());
        let of_snapshot = fastest(20, || TableReplay::of_snapshot(&snapshot).unwrap());
        let restart = fastest(20, || restarted(&mut writer.store));
        let again = restarted(&mut writer.store);
        assert!(again.state.unwrap().table == writer.floor.table, "a restart is the table");
        let first = *first.get_or_insert(restart);
        println!(
            "  after {rounds:>9} rounds  {restart:>9.2?}  {:.2} x the first; of it the rule book \
             {book:.2?}, the snapshot {:.2?} ({length} bytes, made in {encoding:.2?})",
            restart.as_secs_f64() / first.as_secs_f64(),
            of_snapshot.saturating_sub(book),
        );
    }
}

fn restarted(store: &mut dyn Store) -> TableReplay {
    TableReplay::restart(store, stream(), &mut |fault| panic!("{fault}")).unwrap()
}
