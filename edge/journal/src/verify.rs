//! Proves streams: their chain, what they say, their books after every event, every snapshot, and
//! that the cage and the tables agree.

use std::collections::BTreeMap;

use taisai_floor::{Floor, TableBalance, TableId};
use taisai_ledger::Account;

use crate::chain::Head;
use crate::fault::{Problem, ReplayFault, SnapshotProblem};
use crate::store::{SnapshotMark, Store};
use crate::stored::{OpenBody, TableState, encode_floor, open};
use crate::stream::Stream;
use crate::walk::{start, walk};

/// What a stream was found to hold, once all of it was proved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Proved {
    /// The stream.
    pub stream: Stream,
    /// Where it ends.
    pub head: Head,
    /// How many events its records tell of.
    pub events: u64,
    /// How many snapshots were ever made of it; each was made again.
    pub snapshots: usize,
}

/// Proves every stream, and that the cage and the tables tell the same story about vouchers. Who
/// writes meanwhile does not matter: they are compared as all of them stood when this began.
/// `passed` is told of every record.
pub fn prove_all(
    store: &mut dyn Store,
    mut passed: impl FnMut(Stream, Head),
) -> Result<Vec<Proved>, ReplayFault> {
    let began = store.heads()?;
    let mut told = Told::default();
    let mut proved = Vec::new();
    for (&stream, &began) in &began {
        proved.push(prove_watched(store, stream, |head, state| {
            if head == began {
                told.note(stream, state);
            }
            passed(stream, head);
        })?);
    }
    told.agree()?;
    Ok(proved)
}

/// What cage and tables tell about vouchers.
#[derive(Default)]
struct Told {
    cage: Option<Box<Floor>>,
    tables: Vec<TableBalance>,
}

impl Told {
    fn note(&mut self, stream: Stream, state: &State) {
        match (stream, state) {
            (Stream::Table(number), State::Table(Some(state))) => self.tables.push(TableBalance {
                table: TableId(number.get()),
                vouchers: state.ledger.balance(Account::VouchersOutstanding),
            }),
            (_, State::Floor(floor)) => self.cage = Some(floor.clone()),
            (_, State::Table(_)) => {}
        }
    }

    /// A table that was half made when the server ended has no vouchers and is on no floor.
    fn agree(mut self) -> Result<(), ReplayFault> {
        let Some(cage) = self.cage else { return Ok(()) };
        self.tables.retain(|said| said.vouchers != 0 || cage.table(said.table).is_some());
        cage.agrees_with(&self.tables).map_err(ReplayFault::Cage)
    }
}

/// Replays a stream from its first record. The books must agree with the table after every event,
/// and the state with every snapshot ever made of it. `passed` is told of every record.
pub fn prove(
    store: &mut dyn Store,
    stream: Stream,
    mut passed: impl FnMut(Head),
) -> Result<Proved, ReplayFault> {
    prove_watched(store, stream, |head, _| passed(head))
}

fn prove_watched(
    store: &mut dyn Store,
    stream: Stream,
    mut passed: impl FnMut(Head, &State),
) -> Result<Proved, ReplayFault> {
    let marks = store.snapshots(stream)?;
    let mut state = match stream {
        Stream::Floor => State::Floor(Box::default()),
        Stream::Table(_) => State::Table(None),
    };
    let mut found = Found { marks: by_sequence(&marks), differs: None, events: 0 };
    let head = start(store, stream);
    let head = walk(store, stream, head, |head, record| {
        found.events += state.take(head, record)?;
        found.compare(head, &state);
        passed(head, &state);
        Ok(())
    })?;
    // A snapshot is made of records that are there: one beyond the end says that some are gone.
    if let Some(beyond) = marks.iter().find(|mark| mark.head.sequence > head.sequence) {
        let (sequence, what) = (head.sequence + 1, Problem::Missing { ends: beyond.head });
        return Err(ReplayFault::Record { stream, sequence, what });
    }
    if let Some(sequence) = found.differs {
        let what = SnapshotProblem::Differs;
        return Err(ReplayFault::Snapshot { stream, sequence, what });
    }
    check_kept(store, stream, &marks)?;
    Ok(Proved { stream, head, events: found.events, snapshots: marks.len() })
}

fn by_sequence(marks: &[SnapshotMark]) -> BTreeMap<u64, SnapshotMark> {
    marks.iter().map(|mark| (mark.head.sequence, *mark)).collect()
}

/// The snapshots that still have their bytes have those they were made with.
fn check_kept(
    store: &mut dyn Store,
    stream: Stream,
    marks: &[SnapshotMark],
) -> Result<(), ReplayFault> {
    for mark in marks.iter().filter(|mark| mark.kept) {
        let sequence = mark.head.sequence;
        let kept = store.snapshot(stream, sequence)?.filter(|kept| kept.head == mark.head);
        let same = match kept {
            Some(kept) => TableState::hash_of(&kept.bytes) == mark.hash,
            // Whoever writes meanwhile keeps the bytes of newer ones only.
            None => {
                by_sequence(&store.snapshots(stream)?).get(&sequence).is_some_and(|mark| !mark.kept)
            }
        };
        if !same {
            let what = SnapshotProblem::OtherHash;
            return Err(ReplayFault::Snapshot { stream, sequence, what });
        }
    }
    Ok(())
}

struct Found {
    marks: BTreeMap<u64, SnapshotMark>,
    /// The first snapshot that is not the state at its place.
    differs: Option<u64>,
    events: u64,
}

impl Found {
    fn compare(&mut self, head: Head, state: &State) {
        let Some(mark) = self.marks.get(&head.sequence) else { return };
        if mark.head != head || Some(mark.hash) != state.hash() {
            self.differs.get_or_insert(head.sequence);
        }
    }
}

/// What the records so far have made.
enum State {
    Floor(Box<Floor>),
    Table(Option<Box<TableState>>),
}

impl State {
    /// The hash of its snapshot.
    fn hash(&self) -> Option<[u8; 32]> {
        match self {
            Self::Floor(floor) => Some(TableState::hash_of(&encode_floor(floor))),
            Self::Table(state) => Some(TableState::hash_of(&state.as_ref()?.encode())),
        }
    }

    /// Takes a record in, and says how many events it tells of.
    fn take(&mut self, head: Head, record: &[u8]) -> Result<u64, Problem> {
        let (stamp, body) = open(record)?;
        if stamp.sequence != head.sequence {
            return Err(Problem::WrongSequence { found: stamp.sequence });
        }
        let mut events = 0;
        match (body, self) {
            (OpenBody::FloorHappened(happened), Self::Floor(floor)) => happened.each(|event| {
                events += 1;
                floor.apply(event, stamp.time);
                balanced(floor)
            })?,
            (OpenBody::Opened(opened), Self::Table(state @ None)) => {
                *state = Some(Box::new(TableState::open(*opened).map_err(Problem::Book)?));
            }
            (OpenBody::Opened(_), Self::Table(Some(_))) => return Err(Problem::OpenedTwice),
            (OpenBody::Happened(_), Self::Table(None)) => return Err(Problem::NotOpened),
            (OpenBody::Happened(happened), Self::Table(Some(state))) => happened.each(|event| {
                events += 1;
                crate::replay::happened_kept(state, event, stamp.time)?;
                state.ledger.agrees_with(&state.table).map_err(Problem::Ledger)
            })?,
            (OpenBody::FloorHappened(_), Self::Table(_))
            | (OpenBody::Opened(_) | OpenBody::Happened(_), Self::Floor(_)) => {
                return Err(Problem::OtherStream);
            }
        }
        Ok(events)
    }
}

/// All accounts of the cage make nought together.
fn balanced(floor: &Floor) -> Result<(), Problem> {
    match floor.books().sums().into_iter().find(|(_, sum)| *sum != 0) {
        None => Ok(()),
        Some((currency, sum)) => {
            let why = format!("the cage's books in {} are out by {sum}", currency.code());
            Err(Problem::Impossible(why))
        }
    }
}
