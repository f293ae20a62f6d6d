//! Makes a table again from its stream: from the first record, or from a snapshot and the tail.

use std::ops::ControlFlow;

use taisai_floor::Floor;
use taisai_table::{DayEvent, Event, Table, Time};

use crate::batch::Frames;
use crate::chain::Head;
use crate::fault::{Problem, ReplayFault, SnapshotProblem};
use crate::store::{Snapshot, Store, StoreFault};
use crate::stored::{
    OpenBody, SnapshotFault, SnapshotName, TableState, decode_floor, encode_floor, open,
};
use crate::stream::Stream;
use crate::walk::{start, walk};

/// A table as its stream has made it, and where the stream ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableReplay {
    /// The stream.
    pub stream: Stream,
    /// The table, its books and its rule book; `None` while the stream has no record.
    pub state: Option<TableState>,
    /// Where the stream ends.
    pub head: Head,
}

impl TableReplay {
    /// Replays a stream from its first record: every event is applied and entered in the books.
    pub fn from_start(store: &mut dyn Store, stream: Stream) -> Result<Self, ReplayFault> {
        let mut fold = Fold { state: None, books: Books::Kept };
        let head = start(store, stream);
        let head = walk(store, stream, head, |head, record| fold.take(head, record))?;
        Ok(Self { stream, state: fold.state, head })
    }

    /// Makes a table again as fast as can be: from the newest snapshot, and the records after it.
    /// A snapshot that is not the one its stream names is set aside: the records say the same, and
    /// take longer to say it.
    pub fn restart(
        store: &mut dyn Store,
        stream: Stream,
        set_aside: &mut dyn FnMut(&ReplayFault),
    ) -> Result<Self, ReplayFault> {
        let Some(mut replay) = newest(store, stream, set_aside, Self::of_snapshot)? else {
            return Self::from_start(store, stream);
        };
        replay.follow(store)?;
        Ok(replay)
    }

    /// The table of a snapshot.
    pub fn of_snapshot(snapshot: &Snapshot) -> Result<Self, ReplayFault> {
        let state = read(snapshot, TableState::decode)?;
        Ok(Self { stream: snapshot.stream, state: Some(state), head: snapshot.head })
    }

    /// Goes on to the end of the stream.
    pub fn follow(&mut self, store: &mut dyn Store) -> Result<(), ReplayFault> {
        let mut fold = Fold { state: self.state.take(), books: Books::Kept };
        let end = walk(store, self.stream, self.head, |head, record| fold.take(head, record))?;
        (self.state, self.head) = (fold.state, end);
        Ok(())
    }

    /// The snapshot of the table as it stands; `None` while the stream has no record.
    pub fn snapshot(&self) -> Option<Snapshot> {
        let bytes = self.state.as_ref()?.encode();
        let (stream, head, hash) = (self.stream, self.head, TableState::hash_of(&bytes));
        Some(Snapshot { stream, head, hash, bytes })
    }
}

/// Replays only the table of a stream, without its books: the fastest way to see that a stream is
/// whole and what it leads to.
pub fn replay_table(
    store: &mut dyn Store,
    stream: Stream,
) -> Result<(Option<Table>, Head), ReplayFault> {
    let mut fold = Fold { state: None, books: Books::Left };
    let head = start(store, stream);
    let head = walk(store, stream, head, |head, record| fold.take(head, record))?;
    Ok((fold.state.map(|state| state.table), head))
}

/// The floor as its stream has made it, and where the stream ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FloorReplay {
    /// The floor.
    pub floor: Floor,
    /// Where the stream ends.
    pub head: Head,
}

impl FloorReplay {
    /// Replays the floor's stream from its first record.
    pub fn from_start(store: &mut dyn Store) -> Result<Self, ReplayFault> {
        let head = start(store, Stream::Floor);
        Self { floor: Floor::default(), head }.followed(store)
    }

    /// Makes the floor again from its newest snapshot and the records after it; what is wrong with
    /// a snapshot is told as it is of a table's.
    pub fn restart(
        store: &mut dyn Store,
        set_aside: &mut dyn FnMut(&ReplayFault),
    ) -> Result<Self, ReplayFault> {
        let found = newest(store, Stream::Floor, set_aside, |snapshot| {
            let floor = read(snapshot, |bytes| decode_floor(bytes).map_err(Into::into))?;
            Ok(Self { floor, head: snapshot.head })
        })?;
        if let Some(replay) = found { replay.followed(store) } else { Self::from_start(store) }
    }

    fn followed(mut self, store: &mut dyn Store) -> Result<Self, ReplayFault> {
        let floor = &mut self.floor;
        self.head = walk(store, Stream::Floor, self.head, |head, record| {
            let (stamp, body) = open(record)?;
            if stamp.sequence != head.sequence {
                return Err(Problem::WrongSequence { found: stamp.sequence });
            }
            match body {
                OpenBody::FloorHappened(events) => events.each(|event| {
                    floor.apply(event, stamp.time);
                    Ok(())
                }),
                OpenBody::SnapshotNamed(_) => Ok(()),
                OpenBody::Opened(_) | OpenBody::Happened(_) => Err(Problem::OtherStream),
            }
        })?;
        Ok(self)
    }

    /// The snapshot of the floor as it stands.
    pub fn snapshot(&self) -> Snapshot {
        let bytes = encode_floor(&self.floor);
        let (stream, hash) = (Stream::Floor, TableState::hash_of(&bytes));
        Snapshot { stream, head: self.head, hash, bytes }
    }
}

/// What the newest snapshot of a stream that is named there and can be read makes; nothing where
/// there is none.
fn newest<R>(
    store: &mut dyn Store,
    stream: Stream,
    set_aside: &mut dyn FnMut(&ReplayFault),
    made: impl Fn(&Snapshot) -> Result<R, ReplayFault>,
) -> Result<Option<R>, ReplayFault> {
    let mut up_to = u64::MAX;
    while let Some(snapshot) = store.snapshot(stream, up_to)? {
        match check_named(store, &snapshot).and_then(|()| made(&snapshot)) {
            Ok(made) => return Ok(Some(made)),
            Err(ReplayFault::Store(fault)) => return Err(fault.into()),
            Err(damaged) => set_aside(&damaged),
        }
        let Some(before) = snapshot.head.sequence.checked_sub(1) else { break };
        up_to = before;
    }
    Ok(None)
}

/// A snapshot is believed when the record after it names it. That record is a part of the chain:
/// whoever follows the stream from the snapshot to its end proves its link, and so the name.
fn check_named(store: &mut dyn Store, snapshot: &Snapshot) -> Result<(), ReplayFault> {
    let Snapshot { stream, head, hash, .. } = *snapshot;
    let what = match named_after(store, stream, head)? {
        Some(name) if name.hash == hash => return Ok(()),
        Some(_) => SnapshotProblem::Differs,
        None => SnapshotProblem::Unnamed,
    };
    Err(ReplayFault::Snapshot { stream, sequence: head.sequence, what })
}

/// The snapshot that is named by the record after this head, if both stand in the stream.
fn named_after(
    store: &mut dyn Store,
    stream: Stream,
    head: Head,
) -> Result<Option<SnapshotName>, StoreFault> {
    let (mut follows, mut name) = (false, None);
    store.read(stream, head.sequence, &mut |batch| {
        for (sequence, frame) in (batch.first..).zip(Frames::new(batch.frames)) {
            let Ok(frame) = frame else { return ControlFlow::Break(()) };
            if sequence == head.sequence {
                follows = frame.link == head.link;
            } else if sequence == head.sequence + 1 {
                let is_linked = follows && frame.link == head.after(frame.record).link;
                name = is_linked.then(|| name_in(frame.record)).flatten();
                return ControlFlow::Break(());
            }
        }
        ControlFlow::Continue(())
    })?;
    Ok(name)
}

fn name_in(record: &[u8]) -> Option<SnapshotName> {
    match open(record) {
        Ok((_, OpenBody::SnapshotNamed(name))) => Some(name),
        Ok((_, OpenBody::Opened(_) | OpenBody::Happened(_) | OpenBody::FloorHappened(_)))
        | Err(_) => None,
    }
}

/// Reads a snapshot whose bytes are those that were kept.
fn read<S>(
    snapshot: &Snapshot,
    decode: impl FnOnce(&[u8]) -> Result<S, SnapshotFault>,
) -> Result<S, ReplayFault> {
    let Snapshot { stream, head, hash, bytes } = snapshot;
    let fault = |what| ReplayFault::Snapshot { stream: *stream, sequence: head.sequence, what };
    if TableState::hash_of(bytes) != *hash {
        return Err(fault(SnapshotProblem::OtherHash));
    }
    decode(bytes).map_err(|unreadable| fault(SnapshotProblem::Unreadable(unreadable)))
}

/// When the last record of a stream was written; `None` while it has no record.
pub fn last_time(store: &mut dyn Store, stream: Stream) -> Result<Option<Time>, ReplayFault> {
    let Some(head) = store.heads()?.get(&stream).copied() else { return Ok(None) };
    let sequence = head.sequence;
    let mut last = Err(Problem::Missing { ends: head });
    store.read(stream, sequence, &mut |batch| {
        last = match Frames::new(batch.frames).last() {
            Some(Ok(frame)) => open(frame.record).map(|(stamp, _)| stamp.time).map_err(Into::into),
            Some(Err(_)) | None => Err(Problem::CutShort),
        };
        ControlFlow::Continue(())
    })?;
    last.map(Some).map_err(|what| ReplayFault::Record { stream, sequence, what })
}

/// Whether the books are kept along with the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Books {
    Kept,
    Left,
}

/// Takes one record after another into a state.
struct Fold {
    state: Option<TableState>,
    books: Books,
}

impl Fold {
    fn take(&mut self, head: Head, record: &[u8]) -> Result<(), Problem> {
        let (stamp, body) = open(record)?;
        if stamp.sequence != head.sequence {
            return Err(Problem::WrongSequence { found: stamp.sequence });
        }
        match (body, &mut self.state) {
            (OpenBody::Opened(opened), None) => {
                self.state = Some(TableState::open(*opened).map_err(Problem::Book)?);
            }
            (OpenBody::Opened(_), Some(_)) => return Err(Problem::OpenedTwice),
            (OpenBody::Happened(_) | OpenBody::SnapshotNamed(_), None) => {
                return Err(Problem::NotOpened);
            }
            (OpenBody::SnapshotNamed(_), Some(_)) => {}
            (OpenBody::FloorHappened(_), _) => return Err(Problem::OtherStream),
            (OpenBody::Happened(events), Some(state)) => {
                let books = self.books;
                events.each(|event| happened(state, books, event, stamp.time))?;
            }
        }
        Ok(())
    }
}

fn happened(
    state: &mut TableState,
    books: Books,
    event: &Event,
    time: Time,
) -> Result<(), Problem> {
    if let Event::Day(DayEvent::TableConfigured(config)) = event
        && config.rule_book != state.table.config().rule_book
    {
        return Err(Problem::OtherBook);
    }
    if books == Books::Kept {
        state.ledger.post(event).map_err(Problem::Ledger)?;
    }
    state.table.apply(event, time);
    Ok(())
}

/// Enters an event in the books and lets it happen at the table.
pub(crate) fn happened_kept(
    state: &mut TableState,
    event: &Event,
    time: Time,
) -> Result<(), Problem> {
    happened(state, Books::Kept, event, time)
}

/// Says when the next snapshot is due.
///
/// A snapshot costs as much as it is long, so it waits until the records after the last one are
/// several times as long as that one was: snapshots are a small part of what is written. And it
/// waits for a number of records, so that a small table does not make one for every bet. What a
/// start has to read after the last snapshot is bounded by the same.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SnapshotCadence {
    records: u64,
    bytes: usize,
    last_bytes: usize,
}

impl SnapshotCadence {
    /// The fewest records between two snapshots.
    pub const RECORDS_MIN: u64 = 1_000;
    /// How many times as long as a snapshot the records after it become.
    pub const TIMES_AS_LONG: usize = 8;

    /// After so many records that no snapshot tells of, at a start.
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
