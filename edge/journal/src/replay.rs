//! Rebuilds a table or a floor from its stream: from the first record, or from a snapshot and the
//! records after it.

use std::ops::ControlFlow;

use taisai_floor::{Floor, Held};
use taisai_ledger::Account;
use taisai_table::{DayEvent, Event, Time};

use crate::chain::Head;
use crate::fault::{Problem, ReadFault, SnapshotProblem};
use crate::reader::{Record, read, read_all};
use crate::settled::SettledRounds;
use crate::store::{Snapshot, Store};
use crate::stored::{
    OpenBody, SnapshotFault, SnapshotName, TableState, decode_floor, encode_floor,
};
use crate::stream::Stream;

/// A table or the floor as replayed from its stream, and the head it was replayed to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Replay<S> {
    pub stream: Stream,
    pub state: S,
    /// Where it ends.
    pub head: Head,
}

/// A table with its books and its rule book; `None` while the stream has no record.
pub type TableReplay = Replay<Option<TableState>>;
pub type FloorReplay = Replay<Floor>;

impl<S: Replayed + Default> Replay<S> {
    /// Replays a stream from its first record: every event is applied and entered in the books.
    pub fn from_start(store: &mut dyn Store, stream: Stream) -> Result<Self, ReadFault> {
        let head = Head::start(store.id(), stream);
        Self { stream, state: S::default(), head }.followed(store)
    }

    /// Rebuilds it as fast as possible: from the newest snapshot, and the records after it. A
    /// snapshot that is not the one its stream names is set aside and the records are replayed
    /// instead, which takes longer.
    pub fn restart(
        store: &mut dyn Store,
        stream: Stream,
        set_aside: &mut dyn FnMut(&ReadFault),
    ) -> Result<Self, ReadFault> {
        match Self::newest(store, stream, set_aside)? {
            Some(replay) => replay.followed(store),
            None => Self::from_start(store, stream),
        }
    }

    /// The state in the newest snapshot that its stream names and that can be read.
    fn newest(
        store: &mut dyn Store,
        stream: Stream,
        set_aside: &mut dyn FnMut(&ReadFault),
    ) -> Result<Option<Self>, ReadFault> {
        let mut up_to = u64::MAX;
        while let Some(snapshot) = store.snapshot(stream, up_to)? {
            match check_named(store, &snapshot).and_then(|()| Self::of_snapshot(&snapshot)) {
                Ok(replay) => return Ok(Some(replay)),
                Err(ReadFault::Store(fault)) => return Err(fault.into()),
                Err(damaged) => set_aside(&damaged),
            }
            let Some(before) = snapshot.head.sequence.checked_sub(1) else { break };
            up_to = before;
        }
        Ok(None)
    }

    /// The state in a snapshot, if its bytes match its hash.
    pub fn of_snapshot(snapshot: &Snapshot) -> Result<Self, ReadFault> {
        let Snapshot { stream, head, hash, bytes } = snapshot;
        let fault = |what| ReadFault::Snapshot { stream: *stream, sequence: head.sequence, what };
        if TableState::hash_of(bytes) != *hash {
            return Err(fault(SnapshotProblem::OtherHash));
        }
        let state = S::decode(bytes);
        let state = state.map_err(|unreadable| fault(SnapshotProblem::Unreadable(unreadable)))?;
        Ok(Self { stream: *stream, state, head: *head })
    }

    /// Replays the rest of the stream.
    fn followed(mut self, store: &mut dyn Store) -> Result<Self, ReadFault> {
        let state = &mut self.state;
        self.head = read_all(store, self.stream, self.head, |record| {
            state.take(record, Books::Kept).map(|_| ())
        })?;
        Ok(self)
    }

    /// A snapshot of the current state; `None` while a table's stream has no record.
    pub fn snapshot(&self) -> Option<Snapshot> {
        let bytes = self.state.encode()?;
        let (stream, head, hash) = (self.stream, self.head, TableState::hash_of(&bytes));
        Some(Snapshot { stream, head, hash, bytes })
    }
}

/// A snapshot is trusted when the record after it names it. That record is part of the chain:
/// replaying the stream from the snapshot to its end checks its link, and with it the name.
fn check_named(store: &mut dyn Store, snapshot: &Snapshot) -> Result<(), ReadFault> {
    let Snapshot { stream, head, hash, .. } = *snapshot;
    let named = read(store, stream, head, |record| Ok(ControlFlow::Break(name_in(record))));
    let name = match named {
        Ok(named) => named.break_value().flatten(),
        Err(ReadFault::Store(fault)) => return Err(fault.into()),
        Err(_) => None,
    };
    let what = match name {
        Some(name) if name.hash == hash => return Ok(()),
        Some(_) => SnapshotProblem::Differs,
        None => SnapshotProblem::Unnamed,
    };
    Err(ReadFault::Snapshot { stream, sequence: head.sequence, what })
}

fn name_in(record: &Record<'_>) -> Option<SnapshotName> {
    match record.open() {
        Ok((_, OpenBody::SnapshotNamed(name))) => Some(name),
        Ok((_, OpenBody::Opened(_) | OpenBody::Happened(_) | OpenBody::FloorHappened(_)))
        | Err(_) => None,
    }
}

/// How closely the books are checked during a replay.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Books {
    /// They are kept; an event they do not accept is a fault.
    Kept,
    /// They are also compared with the table after every event, in everything it touched.
    Compared,
}

/// The state that the records of a stream build.
pub trait Replayed: Send {
    /// Applies a record.
    fn take(&mut self, record: &Record<'_>, books: Books) -> Result<Taken, Problem>;

    /// Compares the books with everything.
    fn compare(&self) -> Result<(), Problem>;

    /// The bytes of its snapshot; `None` while there is nothing yet.
    fn encode(&self) -> Option<Vec<u8>>;

    /// Decodes the bytes of a snapshot.
    fn decode(bytes: &[u8]) -> Result<Self, SnapshotFault>
    where
        Self: Sized;

    /// What it says about vouchers.
    fn vouchers(&self) -> Vouchers;
}

/// What a stream says about the vouchers, and the things, between floor and tables.
pub enum Vouchers {
    /// The floor knows every one.
    Cage(Box<Floor>),
    /// A table knows what it gave out minus what it took in, and what stands on it.
    Table(i64, Box<Held>),
    /// Nothing yet.
    Unknown,
}

/// What a record contained.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Taken {
    /// How many events it has.
    pub events: u64,
    /// The snapshot it names.
    pub named: Option<SnapshotName>,
}

impl Replayed for Floor {
    fn take(&mut self, record: &Record<'_>, books: Books) -> Result<Taken, Problem> {
        let (stamp, body) = record.open()?;
        let mut taken = Taken::default();
        match body {
            OpenBody::FloorHappened(events) => events.each(|event| {
                taken.events += 1;
                self.apply(event, stamp.time);
                if books == Books::Compared { self.compare() } else { Ok(()) }
            })?,
            OpenBody::SnapshotNamed(name) => taken.named = Some(name),
            OpenBody::Opened(_) | OpenBody::Happened(_) => return Err(Problem::OtherStream),
        }
        Ok(taken)
    }

    /// All accounts of the cage sum to zero.
    fn compare(&self) -> Result<(), Problem> {
        match self.books().sums().into_iter().find(|(_, sum)| *sum != 0) {
            None => Ok(()),
            Some((currency, sum)) => {
                let why = format!("the cage's books in {} are off by {sum}", currency.code());
                Err(Problem::Impossible(why))
            }
        }
    }

    fn encode(&self) -> Option<Vec<u8>> {
        Some(encode_floor(self))
    }

    fn decode(bytes: &[u8]) -> Result<Self, SnapshotFault> {
        Ok(decode_floor(bytes)?)
    }

    fn vouchers(&self) -> Vouchers {
        Vouchers::Cage(Box::new(self.clone()))
    }
}

impl Replayed for Option<TableState> {
    fn take(&mut self, record: &Record<'_>, books: Books) -> Result<Taken, Problem> {
        take_into(self, record, |state, event, time| happened(state, event, time, books))
    }

    fn compare(&self) -> Result<(), Problem> {
        let Some(state) = self else { return Ok(()) };
        state.ledger.agrees_with(&state.table).map_err(Problem::Ledger)
    }

    fn encode(&self) -> Option<Vec<u8>> {
        self.as_ref().map(TableState::encode)
    }

    fn decode(bytes: &[u8]) -> Result<Self, SnapshotFault> {
        TableState::decode(bytes).map(Some)
    }

    fn vouchers(&self) -> Vouchers {
        let Some(state) = self else { return Vouchers::Unknown };
        let balance = state.ledger.balance(Account::VouchersOutstanding);
        Vouchers::Table(balance, Box::new(Held::of(&state.table)))
    }
}

/// A table that is proved from its first record: it also knows how each of its rounds stood, and so
/// whether one that is recalled stood as it is said to.
#[derive(Default)]
pub(crate) struct ProvedTable {
    state: Option<TableState>,
    settled: SettledRounds,
}

impl Replayed for ProvedTable {
    fn take(&mut self, record: &Record<'_>, books: Books) -> Result<Taken, Problem> {
        let Self { state, settled } = self;
        take_into(state, record, |state, event, time| {
            settled.check(event)?;
            happened(state, event, time, books)?;
            settled.note(event, &state.table);
            Ok(())
        })
    }

    fn compare(&self) -> Result<(), Problem> {
        self.state.compare()
    }

    fn encode(&self) -> Option<Vec<u8>> {
        self.state.encode()
    }

    fn decode(bytes: &[u8]) -> Result<Self, SnapshotFault> {
        Ok(Self { state: Replayed::decode(bytes)?, ..Self::default() })
    }

    fn vouchers(&self) -> Vouchers {
        self.state.vouchers()
    }
}

/// Takes a record into a table, one event after another.
fn take_into(
    table: &mut Option<TableState>,
    record: &Record<'_>,
    mut happened: impl FnMut(&mut TableState, &Event, Time) -> Result<(), Problem>,
) -> Result<Taken, Problem> {
    let (stamp, body) = record.open()?;
    let mut taken = Taken::default();
    match (body, &mut *table) {
        (OpenBody::Opened(opened), None) => {
            *table = Some(TableState::open(*opened).map_err(Problem::Book)?);
        }
        (OpenBody::Opened(_), Some(_)) => return Err(Problem::OpenedTwice),
        (OpenBody::Happened(_) | OpenBody::SnapshotNamed(_), None) => {
            return Err(Problem::NotOpened);
        }
        (OpenBody::SnapshotNamed(name), Some(_)) => taken.named = Some(name),
        (OpenBody::FloorHappened(_), _) => return Err(Problem::OtherStream),
        (OpenBody::Happened(events), Some(state)) => events.each(|event| {
            taken.events += 1;
            happened(state, event, stamp.time)
        })?,
    }
    Ok(taken)
}

/// Enters an event in the books and applies it to the table.
fn happened(
    state: &mut TableState,
    event: &Event,
    time: Time,
    books: Books,
) -> Result<(), Problem> {
    if let Event::Day(DayEvent::TableConfigured(config)) = event
        && config.rule_book != state.table.config().rule_book
    {
        return Err(Problem::OtherBook);
    }
    let postings = state.happen(event, time).map_err(Problem::Ledger)?;
    let TableState { ledger, table, .. } = state;
    match books {
        Books::Kept => Ok(()),
        Books::Compared => ledger.agrees_after(event, &postings, table).map_err(Problem::Ledger),
    }
}

/// Says when the next snapshot is due. A snapshot costs as much as it is long, so it waits until
/// the records after the last one are several times as long as that one was: snapshots stay a small
/// part of what is written. And it waits for a number of records, so that a small table does not
/// make one for every bet. The same rule bounds what a start has to read after the last snapshot.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SnapshotCadence {
    records: u64,
    bytes: usize,
    last_bytes: usize,
}

impl SnapshotCadence {
    /// The fewest records between two snapshots.
    pub const RECORDS_MIN: u64 = 1_000;
    /// How many times as long as the last snapshot the records after it must be.
    pub const TIMES_AS_LONG: usize = 8;

    /// At a start, after this many records that no snapshot covers.
    pub const fn since(records: u64) -> Self {
        Self { records, bytes: 0, last_bytes: 0 }
    }

    /// After a snapshot of this length; 0 where there is none yet.
    pub const fn after(snapshot_bytes: usize) -> Self {
        Self { records: 0, bytes: 0, last_bytes: snapshot_bytes }
    }

    /// Counts an appended record.
    pub const fn count(&mut self, record: &[u8]) {
        self.records += 1;
        self.bytes += record.len();
    }

    /// Whether a snapshot is due.
    pub const fn is_due(&self) -> bool {
        self.records >= Self::RECORDS_MIN && self.bytes >= Self::TIMES_AS_LONG * self.last_bytes
    }
}
