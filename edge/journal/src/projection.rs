//! Answers to the questions people ask, in tables beside the journal: rounds, bets, meters,
//! vouchers, and who did what.
//!
//! They hold nothing of their own. Where they stand is written with their rows, in one transaction;
//! they can be thrown away and made again from the records at any time.
//!
//! | module | what it holds |
//! |---|---|
//! | `tables` | the tables |
//! | `rows` | one way to write and read them, in SQLite and in PostgreSQL |
//! | `fold` | what every event means for them |
//! | `rounds` | the rows of a round, from its history and back |
//! | `ask` | the questions |

mod ask;
mod fold;
mod rounds;
mod rows;
mod tables;
mod word;

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use taisai_table::Editions;

use crate::chain::{Head, Link};
use crate::fault::{Problem, ReadFault};
use crate::journal::{Journal, Keeper, OpenFault, Options, Place, lock_to_project};
use crate::reader::{entry_at, first_entry, read};
use crate::store::{Store, StoreFault};
use crate::stored::{Body, Entry};
use crate::stream::Stream;
pub use ask::{Coverage, Field, Filter, QueryResult, Question, ask, ask_each};
use fold::Fold;
use rows::{Cell, Rows};

/// A transaction takes in so many records.
const STEP_RECORDS: u64 = 2_000;

/// Why the tables could not be brought up to date. They stand where they stood after the last
/// transaction.
#[derive(Debug)]
pub enum ProjectFault {
    /// The journal does not open, or cannot be read.
    Read(ReadFault),
    /// The tables could not be written.
    Store(StoreFault),
    /// There are no tables yet.
    Nothing,
    /// There are tables, and this role may not read them.
    NotShared,
}

/// Brings the tables of a journal up to date. A folder must not be open to write elsewhere; a
/// database may.
#[derive(Debug)]
pub struct Projector {
    journal: Journal,
    rows: Rows,
    _keeper: Keeper,
}

impl Projector {
    /// Opens the tables of a journal, and makes empty ones where there are none.
    pub fn open(place: &Place, options: &Options) -> Result<Self, ProjectFault> {
        let keeper = lock_to_project(place, options)?;
        let journal = Journal::open_read_only(place, options)?;
        let mut rows = Rows::open(place, options)?;
        rows.begin()?;
        tables::create(&mut rows)?;
        rows.share()?;
        rows.commit()?;
        Ok(Self { journal, rows, _keeper: keeper })
    }

    /// Throws the rows away; the next step begins with the first record.
    pub fn forget(&mut self) -> Result<(), ProjectFault> {
        self.rows.begin()?;
        tables::drop_all(&mut self.rows)?;
        tables::create(&mut self.rows)?;
        self.rows.share()?;
        Ok(self.rows.commit()?)
    }

    /// Takes in whatever the tables do not know yet, and says how many records that were.
    pub fn catch_up(&mut self) -> Result<u64, ProjectFault> {
        let mut taken = 0;
        loop {
            match self.step(STEP_RECORDS)? {
                0 => return Ok(taken),
                more => taken += more,
            }
        }
    }

    /// Takes in at most so many records of each stream, each stream in one transaction, and says
    /// how many there were.
    pub fn step(&mut self, records_max: u64) -> Result<u64, ProjectFault> {
        let streams: Vec<Stream> = self.journal.store().heads()?.into_keys().collect();
        let mut taken = 0;
        for stream in streams {
            self.rows.begin()?;
            match self.take(stream, records_max) {
                Ok(more) => {
                    self.rows.commit()?;
                    taken += more;
                }
                Err(fault) => {
                    self.rows.roll_back();
                    return Err(fault);
                }
            }
        }
        Ok(taken)
    }

    fn take(&mut self, stream: Stream, records_max: u64) -> Result<u64, ProjectFault> {
        let store = self.journal.store();
        let start = Head::start(store.id(), stream);
        let after = position(&mut self.rows, stream)?.unwrap_or(start);
        let editions =
            if after.sequence == 0 { None } else { editions_of(store, &mut self.rows, stream)? };
        let players = rounds::players(&mut self.rows, stream)?;
        let rounds = BTreeMap::new();
        let mut fold = Fold { rows: &mut self.rows, stream, editions, players, rounds };
        let mut head = after;
        let read = read(store, stream, after, |record| {
            if record.head.sequence - after.sequence > records_max {
                return Ok(ControlFlow::Break(Ok(())));
            }
            if let Err(fault) = fold.entry(&record.entry()?) {
                return Ok(ControlFlow::Break(Err(fault)));
            }
            head = record.head;
            Ok(ControlFlow::Continue(()))
        });
        read?.break_value().unwrap_or(Ok(()))?;
        fold.finish()?;
        if head != after {
            set_position(&mut self.rows, stream, head)?;
        }
        Ok(head.sequence - after.sequence)
    }
}

/// The rule book a table's stream begins with, and those to which the table has moved since, by the
/// records that the rows know.
fn editions_of(
    store: &mut dyn Store,
    rows: &mut Rows,
    stream: Stream,
) -> Result<Option<Editions>, ProjectFault> {
    let Some(Entry { body: Body::Opened(opened), .. }) = first_entry(store, stream)? else {
        return Ok(None);
    };
    let bad = |what| ReadFault::Record { stream, sequence: 1, what };
    let mut editions = opened.editions().map_err(Problem::Book).map_err(bad)?;
    let find = "SELECT DISTINCT sequence FROM acts
        WHERE stream = $1 AND event = 'table-moved' ORDER BY sequence";
    for row in rows.query(find, &[Cell::from(stream)])? {
        let damaged = || StoreFault::Damaged("where a table moved cannot be read".into());
        let Some(Cell::Number(sequence)) = row.first() else { return Err(damaged().into()) };
        let sequence = u64::try_from(*sequence).map_err(|_| damaged())?;
        let entry = entry_at(store, stream, sequence)?.ok_or_else(damaged)?;
        if let Body::Happened(events) = &entry.body {
            for event in events {
                editions.follow(event);
            }
        }
    }
    Ok(Some(editions))
}

/// Where the rows of a stream stand.
fn position(rows: &mut Rows, stream: Stream) -> Result<Option<Head>, StoreFault> {
    let find = "SELECT sequence, link FROM projected WHERE stream = $1";
    let found = rows.query(find, &[Cell::from(stream)])?;
    let Some([Cell::Number(sequence), Cell::Text(link)]) = found.first().map(Vec::as_slice) else {
        return Ok(None);
    };
    let damaged = || StoreFault::Damaged("where the projection stands cannot be read".into());
    let sequence = u64::try_from(*sequence).map_err(|_| damaged())?;
    let link = link_of(link).ok_or_else(damaged)?;
    Ok(Some(Head { sequence, link }))
}

fn set_position(rows: &mut Rows, stream: Stream, head: Head) -> Result<(), StoreFault> {
    let set = "INSERT INTO projected(stream, sequence, link) VALUES ($1, $2, $3)
        ON CONFLICT (stream) DO UPDATE SET sequence = excluded.sequence, link = excluded.link";
    rows.run(set, &[stream.into(), head.sequence.into(), head.link.to_string().into()])
}

fn link_of(text: &str) -> Option<Link> {
    let mut link = [0; 32];
    for (at, byte) in link.iter_mut().enumerate() {
        *byte = u8::from_str_radix(text.get(2 * at..2 * at + 2)?, 16).ok()?;
    }
    Some(Link(link))
}

impl From<OpenFault> for ProjectFault {
    fn from(fault: OpenFault) -> Self {
        Self::Read(fault.into())
    }
}

impl From<ReadFault> for ProjectFault {
    fn from(fault: ReadFault) -> Self {
        Self::Read(fault)
    }
}

impl From<StoreFault> for ProjectFault {
    fn from(fault: StoreFault) -> Self {
        Self::Store(fault)
    }
}

impl std::fmt::Display for ProjectFault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Read(fault) => fault.fmt(f),
            Self::Store(fault) => fault.fmt(f),
            Self::Nothing => f.write_str("nothing was projected yet"),
            Self::NotShared => {
                f.write_str("this role may not read what was projected before it was let in")
            }
        }
    }
}

impl std::error::Error for ProjectFault {}
