//! The journal in a PostgreSQL database, for a floor larger than one machine. A writer is one
//! connection that nobody can cancel. It takes a lease on each stream it appends to; a writer whose
//! lease was taken over can append nothing, even if it does not know yet.
//!
//! | module | what it holds |
//! |---|---|
//! | `address` | where the database is |
//! | `session` | a connection with durable commits and no timeouts |
//! | `schema` | the tables and their migrations |
//! | `append` | the arguments of an append |
//! | `lease` | who may append |
//! | `faults` | what can go wrong |

mod address;
mod append;
mod faults;
mod lease;
mod schema;
mod session;

use std::collections::BTreeMap;
use std::time::Duration;

use ::postgres::fallible_iterator::FallibleIterator;
use ::postgres::types::ToSql;
use ::postgres::{Client, Error, Row, Statement};

use crate::batch::Batch;
use crate::chain::{Head, JournalId, Link};
use crate::store::{SNAPSHOTS_KEPT, Snapshot, SnapshotMark, Store, StoreFault, StoredBatch, Visit};
use crate::stream::Stream;

use self::append::{Columns, Step, steps_of};
pub use self::faults::OpenFault;
pub(crate) use self::faults::fault_of;
use self::faults::{Elsewhere, damaged};
use self::lease::Leases;

/// How a writer opens a journal in PostgreSQL.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PostgresOptions {
    /// Who writes: no two starts of a host may have the same. One that opens its journal again
    /// takes its own streams over at once; everybody else waits until their leases expire.
    pub owner: String,
    /// How long a writer that does not renew blocks its streams for others.
    pub lease: Duration,
    /// The id of the journal to create if there is none.
    pub founding: Option<JournalId>,
}

impl PostgresOptions {
    /// The default length of a lease.
    pub const LEASE: Duration = Duration::from_secs(15);

    /// A writer with this name, for an existing journal.
    pub fn new(owner: impl Into<String>) -> Self {
        Self { owner: owner.into(), lease: Self::LEASE, founding: None }
    }

    /// How often to renew: one late or lost renewal does no harm.
    pub fn renew_every(&self) -> Duration {
        self.lease / 3
    }
}

/// A journal in a PostgreSQL database.
pub struct PostgresStore {
    client: Client,
    id: JournalId,
    leases: Leases,
    append: Statement,
    /// Set once the outcome of an append is unknown or the connection is lost.
    is_stopped: bool,
}

const APPEND: &str = "SELECT taisai.append($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)";

/// How many batches to fetch at first, and at most: few to look at one record, many to replay.
const PORTION_FIRST: i64 = 16;
const PORTION_MAX: i64 = 1_024;

impl PostgresStore {
    /// Opens a journal, and migrates an older one. Reading takes no lease.
    pub fn open(url: &str, options: &PostgresOptions) -> Result<Self, OpenFault> {
        let mut client = session::connect(url, &options.owner)?;
        let id = schema::find(&mut client, options.founding)?;
        Self::of(client, id, options)
    }

    /// Creates a journal in a database that has none, to be filled from a backup. It does not open
    /// before it is [finished](Self::finish).
    pub fn restoring(
        url: &str,
        id: JournalId,
        options: &PostgresOptions,
    ) -> Result<Self, OpenFault> {
        let mut client = session::connect(url, &options.owner)?;
        schema::begin(&mut client, id)?;
        Self::of(client, id, options)
    }

    /// Marks the journal as complete: from now on it opens.
    pub fn finish(mut self) -> Result<(), StoreFault> {
        self.release()?;
        schema::finish(&mut self.client).map_err(|error| fault_of(&error))
    }

    fn of(mut client: Client, id: JournalId, options: &PostgresOptions) -> Result<Self, OpenFault> {
        let append = client.prepare(APPEND)?;
        let leases = Leases::new(options.owner.clone(), options.lease);
        Ok(Self { client, id, leases, append, is_stopped: false })
    }

    /// Releases the streams and disconnects. Dropping does the same and ignores errors.
    pub fn close(mut self) -> Result<(), StoreFault> {
        self.release()
    }

    fn release(&mut self) -> Result<(), StoreFault> {
        if self.client.is_closed() {
            return Ok(());
        }
        self.leases.release(&mut self.client)
    }

    fn check_going(&self) -> Result<(), StoreFault> {
        if self.is_stopped { Err(StoreFault::Stopped) } else { Ok(()) }
    }

    /// Converts an error; without a connection the store stops.
    fn told(&mut self, error: &Error) -> StoreFault {
        let fault = fault_of(error);
        self.is_stopped |= matches!(fault, StoreFault::Unreachable(_)) || self.client.is_closed();
        fault
    }

    /// A refusal changes nothing, and the store continues; after any other fault it stops.
    fn settled<T>(&mut self, answer: Result<T, StoreFault>) -> Result<T, StoreFault> {
        let is_sure = match &answer {
            Ok(_) | Err(StoreFault::OtherHead { .. } | StoreFault::LeaseLost { .. }) => true,
            Err(
                StoreFault::Full(_)
                | StoreFault::ReadOnly(_)
                | StoreFault::Unreachable(_)
                | StoreFault::Damaged(_)
                | StoreFault::Stopped
                | StoreFault::Other(_),
            ) => false,
        };
        self.is_stopped |= !is_sure;
        answer
    }

    fn append_all(&mut self, batches: &[Batch]) -> Result<(), StoreFault> {
        let mut steps = steps_of(batches)?;
        for (stream, step) in &mut steps {
            step.epoch = self.leases.epoch(&mut self.client, self.id, *stream)?;
        }
        let columns = Columns::new(&steps, batches);
        let answer = self.client.execute(&self.append, &columns.of(&self.leases.lease_ms()));
        answer.map(|_| ()).map_err(|error| self.refusal(&error, &steps))
    }

    fn refusal(&mut self, error: &Error, steps: &BTreeMap<Stream, Step>) -> StoreFault {
        let Some(Elsewhere { stream, epoch, head: found }) = Elsewhere::read(error) else {
            return fault_of(error);
        };
        match steps.get(&stream) {
            Some(step) if step.epoch == epoch => {
                StoreFault::OtherHead { stream, expected: step.after, found }
            }
            Some(_) | None => self.leases.lost(stream),
        }
    }

    /// The batch at which to begin reading a record; `None` if the stream ends before it.
    fn start(&mut self, stream: Stream, from: i64) -> Result<Option<i64>, Error> {
        let holder = "
            SELECT coalesce((SELECT max(first_sequence) FROM taisai.batch AS held
                              WHERE held.stream = there.stream AND first_sequence <= $2), 0)
              FROM taisai.stream AS there
             WHERE stream = $1 AND $2 <= head_sequence";
        let row = self.client.query_opt(holder, &[&place(stream), &from])?;
        row.map(|row| row.try_get(0)).transpose()
    }

    /// Visits a portion; returns where the next begins, or `None` after the last.
    fn show(
        &mut self,
        (stream, from, portion): (Stream, i64, i64),
        visit: &mut Visit<'_>,
    ) -> Result<Option<i64>, Error> {
        let batches = "SELECT first_sequence, frames FROM taisai.batch
                        WHERE stream = $1 AND $2 <= first_sequence
                        ORDER BY first_sequence LIMIT $3";
        let place = place(stream);
        let parameters: [&(dyn ToSql + Sync); 3] = [&place, &from, &portion];
        let mut rows = self.client.query_raw(batches, parameters)?;
        let (mut shown, mut last) = (0, 0);
        while let Some(row) = rows.next()? {
            last = row.try_get(0)?;
            shown += 1;
            let first = u64::try_from(last).expect("the table has no number below 1");
            if visit(StoredBatch { first, frames: row.try_get(1)? }).is_break() {
                return Ok(None);
            }
        }
        Ok((shown == portion).then_some(last + 1))
    }

    fn try_read(&mut self, stream: Stream, from: i64, visit: &mut Visit<'_>) -> Result<(), Error> {
        let mut next = self.start(stream, from)?;
        let mut portion = PORTION_FIRST;
        while let Some(from) = next {
            next = self.show((stream, from, portion), visit)?;
            portion = PORTION_MAX.min(2 * portion);
        }
        Ok(())
    }

    /// Stores a snapshot if this writer still has the stream; `false` if another has it.
    fn try_keep(&mut self, snapshot: &Snapshot, epoch: i64) -> Result<bool, Error> {
        let stream = place(snapshot.stream);
        let sequence = number(snapshot.head.sequence);
        let mut transaction = self.client.transaction()?;
        let mine = "SELECT FROM taisai.stream WHERE stream = $1 AND epoch = $2 FOR SHARE";
        if transaction.query_opt(mine, &[&stream, &epoch])?.is_none() {
            return Ok(false);
        }
        let (link, hash) = (&snapshot.head.link.0[..], &snapshot.hash[..]);
        transaction.execute(
            "INSERT INTO taisai.snapshot (stream, sequence, link, hash, bytes)
             VALUES ($1, $2, $3, $4, $5)
             ON CONFLICT (stream, sequence) DO UPDATE
                SET link = excluded.link, hash = excluded.hash, bytes = excluded.bytes",
            &[&stream, &sequence, &link, &hash, &snapshot.bytes],
        )?;
        let kept = i64::try_from(SNAPSHOTS_KEPT).expect("a few");
        transaction.execute(
            "UPDATE taisai.snapshot SET bytes = NULL
              WHERE stream = $1 AND bytes IS NOT NULL AND sequence IN
                    (SELECT sequence FROM taisai.snapshot WHERE stream = $1
                      ORDER BY sequence DESC OFFSET $2)",
            &[&stream, &kept],
        )?;
        transaction.commit()?;
        Ok(true)
    }
}

impl Store for PostgresStore {
    fn id(&self) -> JournalId {
        self.id
    }

    fn claim(&mut self, stream: Stream) -> Result<(), StoreFault> {
        self.check_going()?;
        let answer = self.leases.epoch(&mut self.client, self.id, stream).map(|_| ());
        self.settled(answer)
    }

    fn renew(&mut self) -> Result<(), StoreFault> {
        self.check_going()?;
        let answer = self.leases.renew(&mut self.client);
        self.settled(answer)
    }

    fn append(&mut self, batches: &[Batch]) -> Result<(), StoreFault> {
        self.check_going()?;
        if batches.is_empty() {
            return Ok(());
        }
        let answer = self.append_all(batches);
        self.settled(answer)
    }

    fn heads(&mut self) -> Result<BTreeMap<Stream, Head>, StoreFault> {
        let heads = "SELECT stream, head_sequence, head_link FROM taisai.stream
                      WHERE 0 < head_sequence";
        let rows = self.client.query(heads, &[]).map_err(|error| self.told(&error))?;
        let read = |row: &Row| Ok((stream_of(row)?, head_of(row, 1)?));
        rows.iter().map(read).collect()
    }

    fn read(&mut self, stream: Stream, from: u64, visit: &mut Visit<'_>) -> Result<(), StoreFault> {
        let Ok(from) = i64::try_from(from) else { return Ok(()) };
        self.try_read(stream, from, visit).map_err(|error| self.told(&error))
    }

    fn keep_snapshot(&mut self, snapshot: &Snapshot) -> Result<(), StoreFault> {
        self.check_going()?;
        let claimed = self.leases.epoch(&mut self.client, self.id, snapshot.stream);
        let epoch = self.settled(claimed)?;
        match self.try_keep(snapshot, epoch) {
            Ok(true) => Ok(()),
            Ok(false) => Err(self.leases.lost(snapshot.stream)),
            Err(error) => Err(self.told(&error)),
        }
    }

    fn snapshots(&mut self, stream: Stream) -> Result<Vec<SnapshotMark>, StoreFault> {
        let made = "SELECT sequence, link, hash, bytes IS NOT NULL FROM taisai.snapshot
                     WHERE stream = $1 ORDER BY sequence";
        let rows = self.client.query(made, &[&place(stream)]).map_err(|error| self.told(&error))?;
        rows.iter().map(mark_of).collect()
    }

    fn snapshot(&mut self, stream: Stream, up_to: u64) -> Result<Option<Snapshot>, StoreFault> {
        let newest = "SELECT sequence, link, hash, true, bytes FROM taisai.snapshot
                       WHERE stream = $1 AND sequence <= $2 AND bytes IS NOT NULL
                       ORDER BY sequence DESC LIMIT 1";
        let found = self.client.query_opt(newest, &[&place(stream), &number(up_to)]);
        let Some(row) = found.map_err(|error| self.told(&error))? else { return Ok(None) };
        let SnapshotMark { head, hash, .. } = mark_of(&row)?;
        let bytes = column(&row, 4)?;
        Ok(Some(Snapshot { stream, head, hash, bytes }))
    }
}

impl Drop for PostgresStore {
    fn drop(&mut self) {
        // There is nobody to report to; a lease that was not released expires.
        drop(self.release());
    }
}

/// A separate connection for the query tables.
pub(crate) fn client_for_tables(url: &str) -> Result<Client, StoreFault> {
    session::connect(url, "questions").map_err(|fault| match fault {
        OpenFault::Store(fault) => fault,
        OpenFault::Address
        | OpenFault::Tls
        | OpenFault::NoJournal
        | OpenFault::Exists
        | OpenFault::Unfinished
        | OpenFault::NewerSchema { .. }
        | OpenFault::NotDurable { .. }
        | OpenFault::OldServer { .. } => StoreFault::Other(Box::new(fault)),
    })
}

/// The number under which a stream is stored.
fn place(stream: Stream) -> i32 {
    i32::try_from(stream.number()).expect("streams have small numbers")
}

/// A sequence number as the database's integer. No stream gets near its maximum; a larger number
/// means the end.
fn number(sequence: u64) -> i64 {
    i64::try_from(sequence).unwrap_or(i64::MAX)
}

fn column<'r, T: ::postgres::types::FromSql<'r>>(row: &'r Row, at: usize) -> Result<T, StoreFault> {
    row.try_get(at).map_err(|_| damaged(format!("column {at} of a row has an unexpected form")))
}

fn stream_of(row: &Row) -> Result<Stream, StoreFault> {
    let kept: i32 = column(row, 0)?;
    let stream = u32::try_from(kept).ok().and_then(Stream::from_number);
    stream.ok_or_else(|| damaged(format!("there is no stream {kept}")))
}

/// A sequence number and the link beside it.
fn head_of(row: &Row, at: usize) -> Result<Head, StoreFault> {
    let sequence: i64 = column(row, at)?;
    let sequence = u64::try_from(sequence).map_err(|_| damaged("a head has a negative number"))?;
    Ok(Head { sequence, link: Link(hash_of(row, at + 1)?) })
}

fn hash_of(row: &Row, at: usize) -> Result<[u8; 32], StoreFault> {
    let bytes: &[u8] = column(row, at)?;
    bytes.try_into().map_err(|_| damaged("a hash does not have 32 bytes"))
}

fn mark_of(row: &Row) -> Result<SnapshotMark, StoreFault> {
    Ok(SnapshotMark { head: head_of(row, 0)?, hash: hash_of(row, 2)?, kept: column(row, 3)? })
}
