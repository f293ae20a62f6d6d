//! One way to write and read the tables of questions, in SQLite and in PostgreSQL.
//!
//! Every statement numbers its values from `$1` in the order in which they first stand in it: both
//! databases then mean the same by it.

use std::collections::BTreeMap;
use std::fmt;
use std::ops::ControlFlow;

use ::postgres::fallible_iterator::FallibleIterator as _;
use ::postgres::types::{ToSql, Type};
use ::postgres::{Client, Statement};
use rusqlite::Connection;
use rusqlite::types::{Value, ValueRef};

use crate::journal::{OpenFault, Options, Place, files_of};
use crate::postgres::{client_for_tables, fault_of};
use crate::sqlite::{Access, Watch, connection_for_tables, fault};
use crate::store::StoreFault;
use crate::stream::Stream;

/// One value of a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Cell {
    Number(i64),
    Text(String),
    Nothing,
}

impl From<Stream> for Cell {
    fn from(stream: Stream) -> Self {
        Self::Number(i64::from(stream.number()))
    }
}

impl From<u64> for Cell {
    /// No count of ours gets near the end of it.
    fn from(number: u64) -> Self {
        Self::Number(i64::try_from(number).unwrap_or(i64::MAX))
    }
}

impl From<i64> for Cell {
    fn from(number: i64) -> Self {
        Self::Number(number)
    }
}

impl From<String> for Cell {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl From<&str> for Cell {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl<T: Into<Self>> From<Option<T>> for Cell {
    fn from(maybe: Option<T>) -> Self {
        maybe.map_or(Self::Nothing, Into::into)
    }
}

/// The documented GRANT of an auditor is on the journal alone; tables that are dropped and made
/// again would lose any other.
const SHARE: &str = "
    DO $$
    DECLARE reader text;
    BEGIN
        FOR reader IN
            SELECT DISTINCT CASE may.grantee WHEN 0 THEN 'PUBLIC'
                            ELSE quote_ident(pg_get_userbyid(may.grantee)) END
              FROM pg_class, aclexplode(relacl) AS may
             WHERE pg_class.oid = 'taisai.batch'::regclass
               AND may.privilege_type = 'SELECT' AND may.grantee <> relowner
        LOOP
            EXECUTE 'GRANT USAGE ON SCHEMA taisai_questions TO ' || reader;
            EXECUTE 'GRANT SELECT ON ALL TABLES IN SCHEMA taisai_questions TO ' || reader;
        END LOOP;
    END $$";

/// The tables of questions, open to be written or read.
pub(crate) enum Rows {
    Sqlite(Connection),
    Postgres(Box<Client>, BTreeMap<String, Statement>),
}

impl fmt::Debug for Rows {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Sqlite(_) => f.write_str("Sqlite"),
            Self::Postgres(..) => f.write_str("Postgres"),
        }
    }
}

impl Rows {
    /// Opens the tables to write them.
    pub(crate) fn open(place: &Place, options: &Options) -> Result<Self, OpenFault> {
        match place {
            Place::Folder(folder) => {
                let file = files_of(folder, options)?.database;
                Ok(Self::Sqlite(connection_for_tables(&file, Access::Write)?))
            }
            Place::Postgres(url) => {
                let mut client = client_for_tables(url)?;
                let alone = "SELECT pg_try_advisory_lock(7305795428870974837)";
                let row = client.query_one(alone, &[]).map_err(|error| fault_of(&error))?;
                if !row.get::<_, bool>(0) {
                    let why = "another process brings these tables up to date";
                    return Err(OpenFault::Store(StoreFault::Other(why.into())));
                }
                let schema = "CREATE SCHEMA IF NOT EXISTS taisai_questions;
                              SET search_path = taisai_questions, pg_catalog";
                client.batch_execute(schema).map_err(|error| fault_of(&error))?;
                Ok(Self::Postgres(Box::new(client), BTreeMap::new()))
            }
        }
    }

    /// Opens the tables read-only, with the watch that notices when somebody begins to write them.
    pub(crate) fn open_read_only(
        place: &Place,
        options: &Options,
    ) -> Result<(Self, Option<Watch>), OpenFault> {
        match place {
            Place::Folder(folder) => {
                let files = files_of(folder, options)?;
                let (access, watch) = files.read_access();
                let connection = connection_for_tables(&files.database, access)?;
                Ok((Self::Sqlite(connection), (access == Access::Untouched).then_some(watch)))
            }
            Place::Postgres(url) => {
                let mut client = client_for_tables(url)?;
                let path = "SET search_path = taisai_questions, pg_catalog";
                client.batch_execute(path).map_err(|error| fault_of(&error))?;
                Ok((Self::Postgres(Box::new(client), BTreeMap::new()), None))
            }
        }
    }

    /// Lets everybody read the tables who may read the records that they are made from.
    pub(crate) fn share(&mut self) -> Result<(), StoreFault> {
        match self {
            Self::Sqlite(_) => Ok(()),
            Self::Postgres(..) => self.define(SHARE),
        }
    }

    /// Whether there is a table of this name.
    pub(crate) fn has(&mut self, table: &str) -> Result<bool, StoreFault> {
        let find = match self {
            Self::Sqlite(_) => "SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = $1",
            Self::Postgres(..) => {
                "SELECT 1::bigint FROM pg_tables
                  WHERE schemaname = 'taisai_questions' AND tablename = $1"
            }
        };
        Ok(!self.query(find, &[table.into()])?.is_empty())
    }

    /// Whether this table, which is there, may be read.
    pub(crate) fn may_read(&mut self, table: &str) -> Result<bool, StoreFault> {
        let find = match self {
            Self::Sqlite(_) => return Ok(true),
            Self::Postgres(..) => {
                "SELECT 1::bigint FROM pg_class JOIN pg_namespace AS home ON home.oid = relnamespace
                  WHERE nspname = 'taisai_questions' AND relname = $1
                    AND has_schema_privilege(home.oid, 'USAGE')
                    AND has_table_privilege(pg_class.oid, 'SELECT')"
            }
        };
        Ok(!self.query(find, &[table.into()])?.is_empty())
    }

    pub(crate) fn begin(&mut self) -> Result<(), StoreFault> {
        match self {
            Self::Sqlite(_) => self.define("BEGIN IMMEDIATE"),
            Self::Postgres(..) => self.define("BEGIN"),
        }
    }

    pub(crate) fn commit(&mut self) -> Result<(), StoreFault> {
        self.define("COMMIT")
    }

    pub(crate) fn roll_back(&mut self) {
        // Nothing hangs on it: whatever was not committed is gone with the connection too.
        let _ = self.define("ROLLBACK");
    }

    /// Runs what has no values.
    pub(crate) fn define(&mut self, sql: &str) -> Result<(), StoreFault> {
        match self {
            Self::Sqlite(connection) => connection.execute_batch(sql).map_err(fault),
            Self::Postgres(client, _) => {
                client.batch_execute(sql).map_err(|error| fault_of(&error))
            }
        }
    }

    /// Changes rows.
    pub(crate) fn run(&mut self, sql: &str, cells: &[Cell]) -> Result<(), StoreFault> {
        match self {
            Self::Sqlite(connection) => {
                let mut statement = connection.prepare_cached(sql).map_err(fault)?;
                let values = rusqlite::params_from_iter(cells.iter().map(value));
                statement.execute(values).map(|_| ()).map_err(fault)
            }
            Self::Postgres(client, statements) => {
                let statement = prepared(client, statements, sql, cells)?;
                let values: Vec<&(dyn ToSql + Sync)> = cells.iter().map(parameter).collect();
                let done = client.execute(&statement, &values);
                done.map(|_| ()).map_err(|error| fault_of(&error))
            }
        }
    }

    /// Reads rows.
    pub(crate) fn query(
        &mut self,
        sql: &str,
        cells: &[Cell],
    ) -> Result<Vec<Vec<Cell>>, StoreFault> {
        let mut all = Vec::new();
        self.each(sql, cells, &mut |row| {
            all.push(row);
            ControlFlow::Continue(())
        })?;
        Ok(all)
    }

    /// Reads rows one after the other, however many there are, until one breaks off.
    pub(crate) fn each(
        &mut self,
        sql: &str,
        cells: &[Cell],
        take: &mut dyn FnMut(Vec<Cell>) -> ControlFlow<()>,
    ) -> Result<(), StoreFault> {
        match self {
            Self::Sqlite(connection) => {
                let mut statement = connection.prepare_cached(sql).map_err(fault)?;
                let count = statement.column_count();
                let values = rusqlite::params_from_iter(cells.iter().map(value));
                let mut rows = statement.query(values).map_err(fault)?;
                while let Some(row) = rows.next().map_err(fault)? {
                    let cell = |at| row.get_ref(at).map(sqlite_cell).map_err(fault);
                    if take((0..count).map(cell).collect::<Result<_, _>>()?).is_break() {
                        break;
                    }
                }
            }
            Self::Postgres(client, statements) => {
                let statement = prepared(client, statements, sql, cells)?;
                let values = cells.iter().map(parameter);
                let rows = client.query_raw(&statement, values);
                let mut rows = rows.map_err(|error| fault_of(&error))?;
                while let Some(row) = rows.next().map_err(|error| fault_of(&error))? {
                    if take(postgres_cells(&row)).is_break() {
                        break;
                    }
                }
            }
        }
        Ok(())
    }
}

fn value(cell: &Cell) -> Value {
    match cell {
        Cell::Number(number) => Value::Integer(*number),
        Cell::Text(text) => Value::Text(text.clone()),
        Cell::Nothing => Value::Null,
    }
}

fn sqlite_cell(value: ValueRef<'_>) -> Cell {
    match value {
        ValueRef::Integer(number) => Cell::Number(number),
        ValueRef::Text(text) => Cell::Text(String::from_utf8_lossy(text).into_owned()),
        ValueRef::Null | ValueRef::Real(_) | ValueRef::Blob(_) => Cell::Nothing,
    }
}

/// Values say what they are when a statement is prepared; what is nothing takes the column's word.
fn prepared(
    client: &mut Client,
    statements: &mut BTreeMap<String, Statement>,
    sql: &str,
    cells: &[Cell],
) -> Result<Statement, StoreFault> {
    if let Some(statement) = statements.get(sql) {
        return Ok(statement.clone());
    }
    let types: Vec<Type> = cells.iter().map(type_of).collect();
    let statement = client.prepare_typed(sql, &types).map_err(|error| fault_of(&error))?;
    statements.insert(sql.to_owned(), statement.clone());
    Ok(statement)
}

fn type_of(cell: &Cell) -> Type {
    match cell {
        Cell::Number(_) => Type::INT8,
        Cell::Text(_) => Type::TEXT,
        Cell::Nothing => Type::UNKNOWN,
    }
}

fn parameter(cell: &Cell) -> &(dyn ToSql + Sync) {
    match cell {
        Cell::Number(number) => number,
        Cell::Text(text) => text,
        Cell::Nothing => &Null,
    }
}

/// Nothing, whatever the type of its column.
#[derive(Debug)]
struct Null;

impl ToSql for Null {
    fn to_sql(
        &self,
        _: &Type,
        _: &mut ::postgres::types::private::BytesMut,
    ) -> Result<::postgres::types::IsNull, Box<dyn std::error::Error + Sync + Send>> {
        Ok(::postgres::types::IsNull::Yes)
    }

    fn accepts(_: &Type) -> bool {
        true
    }

    ::postgres::types::to_sql_checked!();
}

fn postgres_cells(row: &::postgres::Row) -> Vec<Cell> {
    let cell = |(at, column): (usize, &::postgres::Column)| {
        if *column.type_() == Type::INT8 {
            row.get::<_, Option<i64>>(at).into()
        } else {
            row.get::<_, Option<String>>(at).into()
        }
    };
    row.columns().iter().enumerate().map(cell).collect()
}
