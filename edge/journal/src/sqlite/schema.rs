//! The tables of the database, and how it is opened and checked.

use std::fs::{self, File};
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

use rusqlite::config::DbConfig;
use rusqlite::types::{FromSql, Value};
use rusqlite::{Connection, OpenFlags, OptionalExtension as _};

use crate::chain::JournalId;
use crate::sqlite::fault::{damaged, fault};
use crate::store::StoreFault;

/// The first version without a race in which a checkpoint loses a commit.
const SQLITE_VERSION_MIN: i32 = 3_051_003;

/// The version of the tables below; any other is refused.
const SCHEMA: i64 = 1;

/// A row is a batch: one look-up, one blob and no index for everything a commit adds to a stream.
/// These texts never change: a journal whose tables differ is refused.
const TABLES: [(&str, &str); 3] = [
    ("meta", "CREATE TABLE meta(name TEXT PRIMARY KEY, value BLOB NOT NULL) WITHOUT ROWID"),
    ("batch", "CREATE TABLE batch(place INTEGER PRIMARY KEY, frames BLOB NOT NULL)"),
    (
        "snapshot",
        "CREATE TABLE snapshot(
        place INTEGER PRIMARY KEY, link BLOB NOT NULL, hash BLOB NOT NULL, bytes BLOB)",
    ),
];

/// The size of a page of the database: large batches want it large, single records small.
pub(crate) const PAGE_BYTES: u32 = 4096;

/// What every SQLite file begins with.
const MAGIC: &[u8; 16] = b"SQLite format 3\0";

/// The shortest that a database with a table can be.
const DATABASE_BYTES_MIN: u64 = PAGE_BYTES as u64;

/// How a database is opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// To append: one at a time, which the caller must ensure.
    Write,
    /// Read-only, even while another process writes.
    Read,
    /// Read-only without touching any file, not even the log and its index; only while nobody
    /// writes.
    Untouched,
}

pub(crate) fn create(file: &Path, id: JournalId) -> Result<(), StoreFault> {
    require_version()?;
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE;
    let connection = connect(file, flags)?;
    let tables = || -> rusqlite::Result<()> {
        connection.pragma_update(None, "page_size", PAGE_BYTES)?;
        prepare_to_write(&connection)?;
        connection.execute_batch("BEGIN IMMEDIATE")?;
        for (_, sql) in TABLES {
            connection.execute_batch(sql)?;
        }
        let mut keep = connection.prepare("INSERT INTO meta(name, value) VALUES (?1, ?2)")?;
        keep.execute(("journal", &id.0[..]))?;
        keep.execute(("schema", SCHEMA))?;
        connection.execute_batch("COMMIT")
    };
    tables().map_err(fault)?;
    close(connection)
}

/// Closes a database so that everything is in its one file. SQLite does so by itself on closing,
/// but does not report a failure.
pub(crate) fn close(connection: Connection) -> Result<(), StoreFault> {
    let whole = "PRAGMA wal_checkpoint(TRUNCATE)";
    let left = connection.query_row(whole, [], |row| row.get::<_, i64>(0)).map_err(fault)?;
    if left != 0 {
        return Err(StoreFault::Other("the log is being read and cannot be checkpointed".into()));
    }
    connection.close().map_err(|(_, error)| fault(error))
}

pub(crate) fn open(file: &Path, access: Access) -> Result<(Connection, JournalId), StoreFault> {
    require_version()?;
    check_file(file)?;
    let connection = match access {
        Access::Write => open_to_write(file)?,
        Access::Read => open_to_read(file)?,
        Access::Untouched => open_untouched(file)?,
    };
    let id = identity(&connection)?;
    check_tables(&connection)?;
    Ok((connection, id))
}

/// SQLite takes a file of no byte, or of one, for a database that is new, and removes the log
/// beside it even when it only looks: what is not a whole database is never shown to it.
fn check_file(file: &Path) -> Result<(), StoreFault> {
    let not_ours = |what: &str| damaged(format!("{} {what}{}", file.display(), way_out(file)));
    let found = fs::symlink_metadata(file).map_err(|error| unread(file, &error))?;
    if found.is_symlink() {
        return Err(not_ours("is a link, beside which its log is not found"));
    }
    if !found.is_file() {
        return Err(not_ours("is no file"));
    }
    let mut start = [0; MAGIC.len()];
    let read = File::open(file).and_then(|mut file| file.read_exact(&mut start));
    match (read, found.len()) {
        (_, 0) => Err(not_ours("is empty")),
        (_, bytes) if bytes < DATABASE_BYTES_MIN => {
            Err(not_ours(&format!("is cut short: it has {bytes} bytes")))
        }
        (Err(error), _) => Err(unread(file, &error)),
        (Ok(()), _) if start != *MAGIC => Err(not_ours("is no SQLite database")),
        (Ok(()), _) => Ok(()),
    }
}

/// What to do about a database that is none; its log may hold what nothing else does.
fn way_out(file: &Path) -> String {
    let log = log_of(file);
    match fs::metadata(&log).map_or(0, |found| found.len()) {
        0 => "; put the right file there".to_owned(),
        bytes => format!(
            "; its log {} has {bytes} bytes and may hold the newest records: leave it there and \
             put the right file beside it",
            log.display()
        ),
    }
}

fn unread(file: &Path, error: &io::Error) -> StoreFault {
    let what = format!("{}: {error}", file.display());
    if error.kind() == io::ErrorKind::PermissionDenied {
        StoreFault::ReadOnly(what.into())
    } else {
        StoreFault::Other(what.into())
    }
}

fn open_to_write(file: &Path) -> Result<Connection, StoreFault> {
    let connection = connect(file, OpenFlags::SQLITE_OPEN_READ_WRITE)?;
    prepare_to_write(&connection).map_err(fault)?;
    Ok(connection)
}

/// A database in a read-only folder can still be read if it has no log.
fn open_to_read(file: &Path) -> Result<Connection, StoreFault> {
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY;
    let connection = connect(file, flags)?;
    let looked = careful(&connection).and_then(|()| check_readable(&connection));
    match looked {
        Ok(()) => Ok(connection),
        Err(_) if !has_log(file) => open_without_log(file),
        Err(error) => Err(fault(error)),
    }
}

/// An exclusive connection keeps the index of the log in its own memory, so no file is created for
/// it. Nor is the log checkpointed when the connection closes.
fn open_untouched(file: &Path) -> Result<Connection, StoreFault> {
    if !has_log(file) {
        return open_without_log(file);
    }
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags_and_vfs(file, flags, WITHOUT_LOCKS);
    let connection = connection.map_err(fault)?;
    let alone = || -> rusqlite::Result<()> {
        connection.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, true)?;
        connection.pragma_update(None, "locking_mode", "EXCLUSIVE")?;
        careful(&connection)?;
        check_readable(&connection)
    };
    alone().map_err(fault)?;
    Ok(connection)
}

/// SQLite's VFS without file locks.
const WITHOUT_LOCKS: &str = "unix-none";

/// Opens a database without a log; creates no file either.
fn open_without_log(file: &Path) -> Result<Connection, StoreFault> {
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_URI;
    let address = format!("file:{}?immutable=1", escaped(file));
    let connection = Connection::open_with_flags(address, flags).map_err(fault)?;
    careful(&connection).and_then(|()| check_readable(&connection)).map_err(fault)?;
    Ok(connection)
}

fn connect(file: &Path, flags: OpenFlags) -> Result<Connection, StoreFault> {
    let flags = flags | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    Connection::open_with_flags(file, flags).map_err(fault)
}

fn check_readable(connection: &Connection) -> rusqlite::Result<()> {
    connection.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get::<_, i64>(0))?;
    Ok(())
}

fn has_log(file: &Path) -> bool {
    fs::metadata(log_of(file)).is_ok_and(|found| found.len() > 0)
}

/// The log of a database.
pub(crate) fn log_of(file: &Path) -> PathBuf {
    beside(file, "-wal")
}

/// The index of that log.
pub(crate) fn index_of(file: &Path) -> PathBuf {
    beside(file, "-shm")
}

fn beside(file: &Path, ending: &str) -> PathBuf {
    let mut path = file.as_os_str().to_owned();
    path.push(ending);
    path.into()
}

fn escaped(file: &Path) -> String {
    file.to_string_lossy().replace('%', "%25").replace('?', "%3f").replace('#', "%23")
}

fn require_version() -> Result<(), StoreFault> {
    let version = rusqlite::version_number();
    if version < SQLITE_VERSION_MIN {
        let why = format!("SQLite {} can lose a commit; 3.51.3 is needed", rusqlite::version());
        return Err(StoreFault::Other(why.into()));
    }
    Ok(())
}

/// Checks that the journal's tables are as we create them, without additions: a trigger could
/// swallow appended records, an index could hide stored ones.
fn check_tables(connection: &Connection) -> Result<(), StoreFault> {
    let find = "SELECT type, name, tbl_name, sql FROM sqlite_schema WHERE sql IS NOT NULL";
    let mut find = connection.prepare(find).map_err(fault)?;
    let mut rows = find.query([]).map_err(fault)?;
    let mut known = 0;
    while let Some(row) = rows.next().map_err(fault)? {
        let text = |column| row.get::<_, String>(column).map_err(fault);
        let (kind, name, table, sql) = (text(0)?, text(1)?, text(2)?, text(3)?);
        let ours = TABLES.iter().find(|(ours, _)| *ours == table);
        let foreign = match ours {
            Some((_, made)) if kind == "table" && sql == *made => {
                known += 1;
                false
            }
            Some(_) => true,
            None => kind == "trigger" || kind == "view",
        };
        if foreign {
            return Err(damaged(format!("the database has a {kind} {name} that is not ours")));
        }
    }
    if known == TABLES.len() { Ok(()) } else { Err(damaged("a table of the journal is missing")) }
}

/// Trusts nothing in the database before it is checked. Triggers and views that somebody adds while
/// it is open have no effect.
fn careful(connection: &Connection) -> rusqlite::Result<()> {
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_TRIGGER, false)?;
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_VIEW, false)?;
    connection.busy_timeout(std::time::Duration::from_secs(5))?;
    connection.set_prepared_statement_cache_capacity(32);
    connection.pragma_update(None, "mmap_size", 0)?;
    connection.pragma_update(None, "cell_size_check", true)?;
    connection.pragma_update(None, "trusted_schema", false)
}

fn prepare_to_write(connection: &Connection) -> rusqlite::Result<()> {
    careful(connection)?;
    // If it cannot, SQLite keeps another mode and says so only in its answer.
    let mode: String =
        connection.pragma_update_and_check(None, "journal_mode", "WAL", |row| row.get(0))?;
    if mode != "wal" {
        let refused = rusqlite::ffi::Error::new(rusqlite::ffi::SQLITE_IOERR);
        let why = format!("the log cannot be used, the mode stays {mode}");
        return Err(rusqlite::Error::SqliteFailure(refused, Some(why)));
    }
    connection.pragma_update(None, "synchronous", "FULL")?;
    // On macOS only this makes an fsync reach the disk.
    connection.pragma_update(None, "fullfsync", true)?;
    connection.pragma_update(None, "checkpoint_fullfsync", true)?;
    // The store decides when to checkpoint, so that no caller waits for one needlessly.
    connection.pragma_update(None, "wal_autocheckpoint", 0)?;
    connection.pragma_update(None, "temp_store", "MEMORY")
}

fn identity(connection: &Connection) -> Result<JournalId, StoreFault> {
    let schema: i64 = meta(connection, "schema", "a whole number")?;
    if schema != SCHEMA {
        let why = format!(
            "the journal has schema {schema}, this program knows {SCHEMA}: use the newer program"
        );
        return Err(StoreFault::Other(why.into()));
    }
    let id: Vec<u8> = meta(connection, "journal", "bytes")?;
    let id = id.try_into().map_err(|_| damaged("the journal's id has another length"))?;
    Ok(JournalId(id))
}

/// A value of the table `meta`, which is there and is what we put there.
fn meta<T: FromSql>(connection: &Connection, name: &str, form: &str) -> Result<T, StoreFault> {
    let is_there = "SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND name = 'meta'";
    if connection.query_row(is_there, [], |row| row.get::<_, i64>(0)).map_err(fault)? == 0 {
        return Err(damaged("a table of the journal is missing: meta"));
    }
    let find = "SELECT value FROM meta WHERE name = ?1";
    let found = connection.query_row(find, [name], |row| row.get::<_, Value>(0)).optional();
    let Some(value) = found.map_err(fault)? else {
        return Err(damaged(format!("the table meta has no value of {name}")));
    };
    let is = value.data_type().to_string().to_lowercase();
    let other = |_| damaged(format!("the value of {name} in the table meta is {is}, not {form}"));
    T::column_result((&value).into()).map_err(other)
}
