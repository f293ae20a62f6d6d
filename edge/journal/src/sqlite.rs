//! A journal in one SQLite file.
//!
//! The write-ahead log is synced with every commit (`synchronous=FULL`); one connection writes and
//! checkpoints. Readers in other processes have their own connections and block nobody.

mod fault;
mod schema;
mod watch;

use std::collections::BTreeMap;
use std::path::Path;

use rusqlite::{Connection, OptionalExtension, Row};

use crate::batch::{Batch, Frames};
use crate::chain::{Head, JournalId, Link};
use crate::store::{SNAPSHOTS_KEPT, Snapshot, SnapshotMark, Store, StoreFault, StoredBatch, Visit};
use crate::stream::Stream;
use fault::damaged;
pub(crate) use fault::fault;
pub use schema::Access;
use schema::PAGE_BYTES;
pub(crate) use schema::{index_of, log_of};
pub(crate) use watch::Watch;

/// A journal in one SQLite file.
#[derive(Debug)]
pub struct SqliteStore {
    connection: Connection,
    id: JournalId,
    access: Access,
    log: LogSize,
    heads: BTreeMap<Stream, Head>,
    /// An append failed, and it is unknown whether it was stored.
    stopped: bool,
    /// About how many bytes in the log wait for a checkpoint.
    waiting: usize,
    /// Notices a new writer, while this connection leaves every file as it is.
    watch: Option<Watch>,
}

/// The bits of a place that hold the sequence number; those above hold the stream.
const SEQUENCE_BITS: u32 = 44;
const SEQUENCE_MASK: i64 = (1 << SEQUENCE_BITS) - 1;

/// A row costs a page or two besides its own bytes.
const PAGES_OF_A_ROW: usize = 2 * PAGE_BYTES as usize;

/// How long the log may get.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LogSize {
    /// From this many waiting bytes on, an idle store checkpoints.
    pub at_rest: usize,
    /// From this many waiting bytes on, a commit waits for a checkpoint.
    pub max: usize,
}

impl Default for LogSize {
    fn default() -> Self {
        Self { at_rest: 4 << 20, max: 32 << 20 }
    }
}

impl SqliteStore {
    /// Creates an empty journal in a new file, and leaves it closed and synced.
    pub fn create(file: &Path, id: JournalId) -> Result<(), StoreFault> {
        schema::create(file, id)
    }

    /// Opens a journal. For writing, the caller ensures that nobody else does.
    pub fn open(file: &Path, access: Access) -> Result<Self, StoreFault> {
        Self::open_with(file, access, LogSize::default())
    }

    /// Opens a journal with a log of another size.
    pub fn open_with(file: &Path, access: Access, log: LogSize) -> Result<Self, StoreFault> {
        let (connection, id) = schema::open(file, access)?;
        let (heads, stopped, waiting) = (BTreeMap::new(), false, 0);
        let watch = None;
        let mut store = Self { connection, id, access, log, heads, stopped, waiting, watch };
        if access == Access::Write {
            // After a failed sync parts of the log may exist only in memory: copying it out and
            // syncing the copy makes it durable.
            store.checkpoint()?;
        }
        store.heads = store.looking(Self::stored_heads)?;
        Ok(store)
    }

    /// Runs a query. If a writer started meanwhile, the result may be half old and half new, so the
    /// query is repeated beside the writer.
    fn looking<T>(
        &mut self,
        look: impl Fn(&Self) -> Result<T, StoreFault>,
    ) -> Result<T, StoreFault> {
        let found = look(self);
        if self.share_if_written()? { look(self) } else { found }
    }

    /// Switches to reading beside a writer, if there is one now; returns whether it did.
    fn share_if_written(&mut self) -> Result<bool, StoreFault> {
        let Some(watch) = self.watch.take_if(|watch| watch.is_written()) else { return Ok(false) };
        let (connection, id) = schema::open(watch.database(), Access::Read)?;
        if id != self.id {
            return Err(damaged("another journal has replaced this one"));
        }
        self.connection = connection;
        Ok(true)
    }

    /// Opens a journal read-only; the watch notices a writer that starts later.
    pub(crate) fn open_watched(
        file: &Path,
        access: Access,
        watch: Watch,
    ) -> Result<Self, StoreFault> {
        match (Self::open(file, access), access) {
            (Err(_), Access::Untouched) if watch.is_written() => Self::open(file, Access::Read),
            (Ok(store), Access::Untouched) => Ok(Self { watch: Some(watch), ..store }),
            (opened, Access::Untouched | Access::Read | Access::Write) => opened,
        }
    }

    /// Closes the database; what was in the log is then in the one file, synced.
    pub fn close(self) -> Result<(), StoreFault> {
        schema::close(self.connection)
    }

    /// Checkpoints the log into the database, as far as readers allow.
    fn checkpoint(&mut self) -> Result<(), StoreFault> {
        let mut checkpoint =
            self.connection.prepare_cached("PRAGMA wal_checkpoint(PASSIVE)").map_err(fault)?;
        checkpoint.query_row([], |_| Ok(())).map_err(fault)?;
        self.waiting = 0;
        Ok(())
    }

    fn stored_heads(&self) -> Result<BTreeMap<Stream, Head>, StoreFault> {
        let find = "SELECT place, frames FROM batch WHERE place < ?1 ORDER BY place DESC LIMIT 1";
        let mut last_below = self.connection.prepare_cached(find).map_err(fault)?;
        let mut heads = BTreeMap::new();
        let mut below = i64::MAX;
        loop {
            let found = last_below.query_row([below], |row| Ok(last_head(row))).optional();
            let Some(found) = found.map_err(fault)? else { return Ok(heads) };
            let (stream, head) = found?;
            heads.insert(stream, head);
            below = place(stream, 0);
        }
    }

    fn insert(&self, batches: &[Batch]) -> rusqlite::Result<()> {
        let run = |sql| self.connection.prepare_cached(sql)?.execute([]).map(|_| ());
        run("BEGIN IMMEDIATE")?;
        let mut insert =
            self.connection.prepare_cached("INSERT INTO batch(place, frames) VALUES (?1, ?2)")?;
        for batch in batches {
            let rows = insert.execute((place(batch.stream(), batch.first()), batch.frames()))?;
            if rows != 1 {
                return Err(rusqlite::Error::StatementChangedRows(rows));
            }
        }
        run("COMMIT")
    }

    fn check_heads(&self, batches: &[Batch]) -> Result<(), StoreFault> {
        let mut heads = BTreeMap::new();
        for batch in batches {
            let (stream, expected) = (batch.stream(), batch.after());
            let start = || Head::start(self.id, stream);
            let stored = || self.heads.get(&stream).copied().unwrap_or_else(start);
            let found = heads.insert(stream, batch.head()).unwrap_or_else(stored);
            if found != expected {
                return Err(StoreFault::OtherHead { stream, expected, found });
            }
        }
        Ok(())
    }

    /// Refuses a store that was opened read-only.
    fn writable(&self) -> Result<(), StoreFault> {
        if self.stopped {
            return Err(StoreFault::Stopped);
        }
        match self.access {
            Access::Write => Ok(()),
            Access::Read | Access::Untouched => {
                Err(StoreFault::ReadOnly("the journal was opened read-only".into()))
            }
        }
    }

    /// Visits the batches from a place on. If a writer started meanwhile, returns where to
    /// continue: the batch at that place was not visited.
    fn show(
        &self,
        (holder, end): (i64, i64),
        from: u64,
        visit: &mut Visit<'_>,
    ) -> Result<Option<i64>, StoreFault> {
        let find = "SELECT place, frames FROM batch WHERE place BETWEEN ?1 AND ?2 ORDER BY place";
        let mut find = self.connection.prepare_cached(find).map_err(fault)?;
        let mut rows = find.query((holder, end)).map_err(fault)?;
        let mut next = holder;
        loop {
            let row = rows.next().map_err(fault);
            if self.watch.as_ref().is_some_and(Watch::is_written) {
                return Ok(Some(next));
            }
            let Some(row) = row? else { return Ok(None) };
            let (place, frames) = stored(row)?;
            next = place + 1;
            let first = u64::try_from(place & SEQUENCE_MASK).expect("a mask leaves no sign");
            if first < from && ends_before(from - first, frames) {
                continue;
            }
            if visit(StoredBatch { first, frames }).is_break() {
                return Ok(None);
            }
        }
    }

    /// The place of the batch with this record; the stream's first place if there is none.
    fn holder(&self, stream: Stream, from: u64) -> Result<i64, StoreFault> {
        let find = "SELECT coalesce(max(place), ?1) FROM batch WHERE place BETWEEN ?1 AND ?2";
        let mut find = self.connection.prepare_cached(find).map_err(fault)?;
        find.query_row((place(stream, 0), place(stream, from)), |row| row.get(0)).map_err(fault)
    }

    fn marks(&self, stream: Stream) -> Result<Vec<SnapshotMark>, StoreFault> {
        let find = "SELECT place, link, hash, bytes IS NOT NULL FROM snapshot \
             WHERE place BETWEEN ?1 AND ?2 ORDER BY place";
        let mut find = self.connection.prepare_cached(find).map_err(fault)?;
        let first = place(stream, 0);
        let mut rows = find.query((first, first | SEQUENCE_MASK)).map_err(fault)?;
        let mut marks = Vec::new();
        while let Some(row) = rows.next().map_err(fault)? {
            marks.push(mark(row)?);
        }
        Ok(marks)
    }

    fn newest(&self, stream: Stream, up_to: u64) -> Result<Option<Snapshot>, StoreFault> {
        let find = "SELECT place, link, hash, bytes IS NOT NULL, bytes FROM snapshot \
             WHERE place BETWEEN ?1 AND ?2 AND bytes IS NOT NULL ORDER BY place DESC LIMIT 1";
        let mut find = self.connection.prepare_cached(find).map_err(fault)?;
        let mut rows = find.query((place(stream, 0), place(stream, up_to))).map_err(fault)?;
        let Some(row) = rows.next().map_err(fault)? else { return Ok(None) };
        let SnapshotMark { head, hash, .. } = mark(row)?;
        let bytes = row.get(4).map_err(fault)?;
        Ok(Some(Snapshot { stream, head, hash, bytes }))
    }

    /// A failure in the middle of a change stops the store.
    fn stopping<T>(&mut self, done: Result<T, StoreFault>) -> Result<T, StoreFault> {
        if done.is_err() {
            self.stopped = true;
            // Its result does not matter: reopening a stopped store rolls back too.
            let _ = self.connection.execute_batch("ROLLBACK");
        }
        done
    }

    fn insert_snapshot(&self, snapshot: &Snapshot) -> rusqlite::Result<()> {
        let run = |sql| self.connection.prepare_cached(sql)?.execute([]).map(|_| ());
        let of_stream = (place(snapshot.stream, 0), place(snapshot.stream, 0) | SEQUENCE_MASK);
        run("BEGIN IMMEDIATE")?;
        let keep = "INSERT OR REPLACE INTO snapshot(place, link, hash, bytes) \
             VALUES (?1, ?2, ?3, ?4)";
        self.connection.prepare_cached(keep)?.execute((
            place(snapshot.stream, snapshot.head.sequence),
            &snapshot.head.link.0[..],
            &snapshot.hash[..],
            &snapshot.bytes,
        ))?;
        let forget = "UPDATE snapshot SET bytes = NULL WHERE place BETWEEN ?1 AND ?2 \
             AND bytes IS NOT NULL AND place NOT IN (SELECT place FROM snapshot \
             WHERE place BETWEEN ?1 AND ?2 ORDER BY place DESC LIMIT ?3)";
        let kept = i64::try_from(SNAPSHOTS_KEPT).unwrap_or(i64::MAX);
        self.connection.prepare_cached(forget)?.execute((of_stream.0, of_stream.1, kept))?;
        run("COMMIT")
    }
}

impl Store for SqliteStore {
    fn id(&self) -> JournalId {
        self.id
    }

    fn append(&mut self, batches: &[Batch]) -> Result<(), StoreFault> {
        self.writable()?;
        self.check_heads(batches)?;
        let full: Vec<Batch>;
        let batches = if batches.iter().any(Batch::is_empty) {
            full = batches.iter().filter(|batch| !batch.is_empty()).cloned().collect();
            &full
        } else {
            batches
        };
        if batches.is_empty() {
            return Ok(());
        }
        if self.log.max <= self.waiting {
            self.rest()?;
        }
        let done = self.insert(batches).map_err(fault);
        self.stopping(done)?;
        for batch in batches {
            self.heads.insert(batch.stream(), batch.head());
            self.waiting += PAGES_OF_A_ROW + batch.frames().len();
        }
        Ok(())
    }

    fn rest(&mut self) -> Result<(), StoreFault> {
        if self.stopped || self.waiting < self.log.at_rest {
            return Ok(());
        }
        let done = self.checkpoint();
        self.stopping(done)
    }

    fn heads(&mut self) -> Result<BTreeMap<Stream, Head>, StoreFault> {
        match self.access {
            Access::Write => Ok(self.heads.clone()),
            Access::Read | Access::Untouched => self.looking(Self::stored_heads),
        }
    }

    fn read(&mut self, stream: Stream, from: u64, visit: &mut Visit<'_>) -> Result<(), StoreFault> {
        let end = place(stream, 0) | SEQUENCE_MASK;
        let mut next = Some(self.looking(|store| store.holder(stream, from))?);
        while let Some(at) = next {
            next = self.show((at, end), from, visit)?;
            self.share_if_written()?;
        }
        Ok(())
    }

    fn keep_snapshot(&mut self, snapshot: &Snapshot) -> Result<(), StoreFault> {
        self.writable()?;
        let done = self.insert_snapshot(snapshot).map_err(fault);
        self.stopping(done)?;
        self.waiting += PAGES_OF_A_ROW + snapshot.bytes.len();
        Ok(())
    }

    fn snapshots(&mut self, stream: Stream) -> Result<Vec<SnapshotMark>, StoreFault> {
        self.looking(|store| store.marks(stream))
    }

    fn snapshot(&mut self, stream: Stream, up_to: u64) -> Result<Option<Snapshot>, StoreFault> {
        self.looking(|store| store.newest(stream, up_to))
    }
}

/// A separate connection for the query tables, as careful as the journal's.
pub(crate) fn connection_for_tables(file: &Path, access: Access) -> Result<Connection, StoreFault> {
    Ok(schema::open(file, access)?.0)
}

/// The place of the batch that begins with this record.
fn place(stream: Stream, sequence: u64) -> i64 {
    let sequence = i64::try_from(sequence).unwrap_or(i64::MAX).min(SEQUENCE_MASK);
    i64::from(stream.number()) << SEQUENCE_BITS | sequence
}

/// Whether a batch has at most this many records. A truncated batch counts as longer, so that it is
/// visited.
fn ends_before(count: u64, frames: &[u8]) -> bool {
    let mut frames = (0..).zip(Frames::new(frames));
    !frames.any(|(before, frame)| frame.is_err() || before == count)
}

fn stored<'row>(row: &'row Row<'_>) -> Result<(i64, &'row [u8]), StoreFault> {
    let place: i64 = row.get(0).map_err(fault)?;
    let frames = row.get_ref(1).map_err(fault)?.as_blob();
    let frames = frames.map_err(|_| damaged(format!("the batch at place {place} is no blob")))?;
    Ok((place, frames))
}

/// The head a stream has after its last batch.
fn last_head(row: &Row<'_>) -> Result<(Stream, Head), StoreFault> {
    let (place, frames) = stored(row)?;
    let unknown = || damaged(format!("a batch is kept at place {place}, which is no stream's"));
    let number = u32::try_from(place >> SEQUENCE_BITS).map_err(|_| unknown())?;
    let stream = Stream::from_number(number).ok_or_else(unknown)?;
    let first = u64::try_from(place & SEQUENCE_MASK).expect("a mask leaves no sign");
    let mut head = None;
    for (sequence, frame) in (first..).zip(Frames::new(frames)) {
        let short = |_| damaged(format!("{stream}, record {sequence}: its bytes end too early"));
        head = Some(Head { sequence, link: frame.map_err(short)?.link });
    }
    let empty = || damaged(format!("{stream}, record {first}: its stored batch is empty"));
    Ok((stream, head.ok_or_else(empty)?))
}

fn mark(row: &Row<'_>) -> Result<SnapshotMark, StoreFault> {
    let place: i64 = row.get(0).map_err(fault)?;
    let sequence = u64::try_from(place & SEQUENCE_MASK).expect("a mask leaves no sign");
    let link = row.get(1).map_err(fault)?;
    let hash = row.get(2).map_err(fault)?;
    let kept = row.get(3).map_err(fault)?;
    Ok(SnapshotMark { head: Head { sequence, link: Link(link) }, hash, kept })
}
