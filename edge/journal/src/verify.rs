//! Proves streams: their chain, what they say, their books after every event, every snapshot, and
//! that the cage and the tables agree.

use std::collections::BTreeMap;

use taisai_floor::{Floor, TableBalance, TableId};
use taisai_ledger::Account;

use crate::chain::Head;
use crate::fault::{Problem, ReplayFault, SnapshotProblem};
use crate::store::{SnapshotMark, Store};
use crate::stored::{OpenBody, SnapshotName, TableState, VERSION, encode_floor, open};
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
    /// How many snapshots its records name; each was made again.
    pub snapshots: usize,
    /// How many are kept that no record names, from before snapshots were named; nothing believes
    /// them.
    pub unnamed: usize,
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
/// and the state with every snapshot that a record names; what is kept must be what is
/// named. `passed` is told of every record.
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
    let kept = by_sequence(&store.snapshots(stream)?);
    let mut state = match stream {
        Stream::Floor => State::Floor(Box::default()),
        Stream::Table(_) => State::Table(None),
    };
    let (mut names, mut events, mut before) = (Names::default(), 0, start(store, stream));
    let head = walk(store, stream, before, |head, record| {
        let taken = state.take(head, record)?;
        events += taken.events;
        if let Some(name) = taken.named {
            names.0.insert(before.sequence, (before, name));
        }
        before = head;
        passed(head, &state);
        Ok(())
    })?;
    // A snapshot is made of records that are there: one beyond the end says that some are gone.
    if let Some(beyond) = kept.values().find(|mark| mark.head.sequence > head.sequence) {
        let (sequence, what) = (head.sequence + 1, Problem::Missing { ends: beyond.head });
        return Err(ReplayFault::Record { stream, sequence, what });
    }
    let unnamed = names.check(stream, &kept, head)?;
    check_kept(store, stream, &kept)?;
    Ok(Proved { stream, head, events, snapshots: names.0.len(), unnamed })
}

fn by_sequence(marks: &[SnapshotMark]) -> BTreeMap<u64, SnapshotMark> {
    marks.iter().map(|mark| (mark.head.sequence, *mark)).collect()
}

/// The snapshots that the records name, by the record after which each was made.
#[derive(Default)]
struct Names(BTreeMap<u64, (Head, SnapshotName)>);

impl Names {
    /// Whether the snapshots in the store are those that are named; says how many were made before
    /// any was.
    fn check(&self, stream: Stream, kept: &Kept, ends: Head) -> Result<usize, ReplayFault> {
        let first = self.0.keys().next().copied().unwrap_or(u64::MAX);
        let mut unnamed = 0;
        for (&sequence, mark) in kept {
            let what = match self.0.get(&sequence) {
                Some((head, name)) if *head == mark.head && name.hash == mark.hash => continue,
                Some(_) => SnapshotProblem::Differs,
                None if sequence < first => {
                    unnamed += 1;
                    continue;
                }
                // A snapshot is kept once its name is durable: the record with the name is gone.
                None if mark.head == ends => {
                    let (sequence, what) = (sequence + 1, Problem::Missing { ends });
                    return Err(ReplayFault::Record { stream, sequence, what });
                }
                None => SnapshotProblem::Unnamed,
            };
            return Err(ReplayFault::Snapshot { stream, sequence, what });
        }
        Ok(unnamed)
    }
}

/// The snapshots in a store, by the record after which each was made.
type Kept = BTreeMap<u64, SnapshotMark>;

/// The snapshots that still have their bytes have those they were made with.
fn check_kept(store: &mut dyn Store, stream: Stream, kept: &Kept) -> Result<(), ReplayFault> {
    for mark in kept.values().filter(|mark| mark.kept) {
        let sequence = mark.head.sequence;
        let snapshot = store.snapshot(stream, sequence)?.filter(|kept| kept.head == mark.head);
        let same = match snapshot {
            Some(snapshot) => TableState::hash_of(&snapshot.bytes) == mark.hash,
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

/// What a record tells.
#[derive(Default)]
struct Taken {
    events: u64,
    named: Option<SnapshotName>,
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

    /// Takes a record in.
    fn take(&mut self, head: Head, record: &[u8]) -> Result<Taken, Problem> {
        let (stamp, body) = open(record)?;
        if stamp.sequence != head.sequence {
            return Err(Problem::WrongSequence { found: stamp.sequence });
        }
        let mut taken = Taken::default();
        match (body, self) {
            (OpenBody::SnapshotNamed(name), state) => {
                state.check_name(name)?;
                taken.named = Some(name);
            }
            (OpenBody::FloorHappened(happened), Self::Floor(floor)) => happened.each(|event| {
                taken.events += 1;
                floor.apply(event, stamp.time);
                balanced(floor)
            })?,
            (OpenBody::Opened(opened), Self::Table(state @ None)) => {
                *state = Some(Box::new(TableState::open(*opened).map_err(Problem::Book)?));
            }
            (OpenBody::Opened(_), Self::Table(Some(_))) => return Err(Problem::OpenedTwice),
            (OpenBody::Happened(_), Self::Table(None)) => return Err(Problem::NotOpened),
            (OpenBody::Happened(happened), Self::Table(Some(state))) => happened.each(|event| {
                taken.events += 1;
                crate::replay::happened_kept(state, event, stamp.time)?;
                state.ledger.agrees_with(&state.table).map_err(Problem::Ledger)
            })?,
            (OpenBody::FloorHappened(_), Self::Table(_))
            | (OpenBody::Opened(_) | OpenBody::Happened(_), Self::Floor(_)) => {
                return Err(Problem::OtherStream);
            }
        }
        Ok(taken)
    }

    /// The snapshot that a record names is the state before it. One in an older form cannot be made
    /// again; that it is named proves it all the same.
    fn check_name(&self, name: SnapshotName) -> Result<(), Problem> {
        let hash = self.hash().ok_or(Problem::NotOpened)?;
        if name.version == VERSION && name.hash != hash {
            return Err(Problem::OtherSnapshot);
        }
        Ok(())
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
