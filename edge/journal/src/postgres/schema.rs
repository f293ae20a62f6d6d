//! The tables and their migrations.

use ::postgres::{Client, Transaction};

use crate::chain::JournalId;
use crate::postgres::OpenFault;
use crate::postgres::faults::damaged;

/// The migration from each schema to the next. The first creates the journal.
const MIGRATIONS: [&str; 3] = [
    include_str!("migrations/0001-tables.sql"),
    include_str!("migrations/0002-append.sql"),
    include_str!("migrations/0003-roles.sql"),
];

/// Held while a restore fills a journal, until it is complete or the connection is lost.
const RESTORE_LOCK: i64 = i64::from_be_bytes(*b"taisai_r");

/// Held during a migration, so that only one of several starting programs runs it.
const MIGRATION_LOCK: i64 = i64::from_be_bytes(*b"taisai_j");

/// The newest schema this program knows.
fn known() -> i32 {
    i32::try_from(MIGRATIONS.len()).expect("there are few migrations")
}

/// Finds the journal in a database and migrates it to the newest schema; creates it if there is
/// none and an id is given. An up-to-date journal is not written to.
pub(crate) fn find(
    client: &mut Client,
    create_as: Option<JournalId>,
) -> Result<JournalId, OpenFault> {
    let there = journal_row(&mut client.transaction()?)?;
    let id = match (there, create_as) {
        (Some((version, id)), _) if version == known() => Ok(id),
        (None, None) => Err(OpenFault::NoJournal),
        (Some(_), _) | (None, Some(_)) => alone(client, |client| change(client, create_as)),
    }?;
    check_nothing_hangs_on_it(client)?;
    Ok(id)
}

/// Checks that only our own statements act on the tables: a trigger, a rule or another function
/// could swallow appended records.
fn check_nothing_hangs_on_it(client: &mut Client) -> Result<(), OpenFault> {
    let foreign = "
        SELECT 'a trigger ' || trigger.tgname FROM pg_trigger trigger
          JOIN pg_class ON pg_class.oid = trigger.tgrelid
         WHERE pg_class.relnamespace = 'taisai'::regnamespace AND NOT trigger.tgisinternal
        UNION ALL
        SELECT 'a rule ' || rulename FROM pg_rules WHERE schemaname = 'taisai'
        UNION ALL
        SELECT 'another function ' || proname FROM pg_proc
         WHERE pronamespace = 'taisai'::regnamespace
           AND NOT (prosecdef AND proconfig = '{search_path=pg_catalog}'
                    AND (proname, prosrc) IN (SELECT * FROM unnest($1::name[], $2::text[])))";
    let (names, sources): (Vec<_>, Vec<_>) = MIGRATIONS.iter().copied().flat_map(functions).unzip();
    match client.query(foreign, &[&names, &sources])?.first() {
        Some(row) => {
            let what: String = row.try_get(0)?;
            Err(OpenFault::Store(damaged(format!("the database has {what}, which is not ours"))))
        }
        None => Ok(()),
    }
}

/// The functions that a migration creates: the name, and the body between the dollar quotes.
fn functions(migration: &str) -> impl Iterator<Item = (&str, &str)> {
    migration.split("CREATE FUNCTION taisai.").skip(1).map(|function| {
        let (name, rest) = function.split_once('(').expect("a function has arguments");
        (name, rest.split("$$").nth(1).expect("a function has a body"))
    })
}

/// Creates a journal that is to be filled: it does not open before [`finish`]. The remains of an
/// unfinished restore are dropped.
pub(crate) fn begin(client: &mut Client, id: JournalId) -> Result<(), OpenFault> {
    let free = client.query_one("SELECT pg_try_advisory_lock($1)", &[&RESTORE_LOCK])?;
    if !free.try_get::<_, bool>(0)? {
        return Err(OpenFault::Unfinished);
    }
    alone(client, |client| {
        let mut transaction = client.transaction()?;
        match journal_row(&mut transaction)? {
            Some((version, _)) if is_unfinished(version) => {
                transaction.batch_execute("DROP SCHEMA taisai CASCADE")?;
            }
            Some(_) => return Err(OpenFault::Exists),
            None => {}
        }
        create_journal(&mut transaction, id)?;
        turn(&mut transaction)?;
        Ok(transaction.commit()?)
    })
}

/// Marks a restored journal as complete.
pub(crate) fn finish(client: &mut Client) -> Result<(), ::postgres::Error> {
    let mut transaction = client.transaction()?;
    turn(&mut transaction)?;
    transaction.commit()
}

/// A journal is unfinished while its schema number is negative.
fn is_unfinished(version: i32) -> bool {
    (-known()..0).contains(&version)
}

fn turn(transaction: &mut Transaction<'_>) -> Result<(), ::postgres::Error> {
    let turned = "UPDATE taisai.journal SET schema_version = -schema_version";
    transaction.execute(turned, &[]).map(|_| ())
}

/// Changes the schema under a lock. The lock is taken before the transaction begins: a transaction
/// that waited inside would not see what another has just created.
fn alone<T>(
    client: &mut Client,
    change: impl FnOnce(&mut Client) -> Result<T, OpenFault>,
) -> Result<T, OpenFault> {
    client.execute("SELECT pg_advisory_lock($1)", &[&MIGRATION_LOCK])?;
    let changed = change(client)?;
    // After a fault the connection is closed, and the lock with it.
    client.execute("SELECT pg_advisory_unlock($1)", &[&MIGRATION_LOCK])?;
    Ok(changed)
}

fn change(client: &mut Client, create_as: Option<JournalId>) -> Result<JournalId, OpenFault> {
    let mut transaction = client.transaction()?;
    let id = match (journal_row(&mut transaction)?, create_as) {
        (Some((version, id)), _) => {
            check_known(version)?;
            migrate(&mut transaction, version)?;
            id
        }
        (None, Some(id)) => {
            create_journal(&mut transaction, id)?;
            id
        }
        (None, None) => return Err(OpenFault::NoJournal),
    };
    transaction.commit()?;
    Ok(id)
}

fn check_known(found: i32) -> Result<(), OpenFault> {
    let known = known();
    if known < found {
        return Err(OpenFault::NewerSchema { found, known });
    }
    if is_unfinished(found) {
        return Err(OpenFault::Unfinished);
    }
    if found < 1 {
        return Err(OpenFault::Store(damaged(format!("the journal has schema {found}"))));
    }
    Ok(())
}

/// The schema and name of the journal, if there is one.
fn journal_row(transaction: &mut Transaction<'_>) -> Result<Option<(i32, JournalId)>, OpenFault> {
    let is_there = "SELECT to_regclass('taisai.journal') IS NOT NULL";
    if !transaction.query_one(is_there, &[])?.try_get::<_, bool>(0)? {
        return Ok(None);
    }
    let rows = transaction.query("SELECT schema_version, id FROM taisai.journal", &[])?;
    let [row] = &rows[..] else {
        let wrong = format!("taisai.journal has {} rows instead of one", rows.len());
        return Err(OpenFault::Store(damaged(wrong)));
    };
    let id: &[u8] = row.try_get(1)?;
    let id = id.try_into().map_err(|_| damaged("the id of the journal does not have 16 bytes"));
    Ok(Some((row.try_get(0)?, JournalId(id.map_err(OpenFault::Store)?))))
}

fn create_journal(transaction: &mut Transaction<'_>, id: JournalId) -> Result<(), OpenFault> {
    transaction.batch_execute(MIGRATIONS[0])?;
    let row = "INSERT INTO taisai.journal (id, schema_version) VALUES ($1, 1)";
    transaction.execute(row, &[&&id.0[..]])?;
    migrate(transaction, 1)
}

fn migrate(transaction: &mut Transaction<'_>, from: i32) -> Result<(), OpenFault> {
    let done = usize::try_from(from).expect("a known schema is positive");
    for migration in &MIGRATIONS[done..] {
        transaction.batch_execute(migration)?;
    }
    transaction.execute("UPDATE taisai.journal SET schema_version = $1", &[&known()])?;
    Ok(())
}
