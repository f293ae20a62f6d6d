//! A journal in a PostgreSQL database. Nothing is remembered outside: several hosts write to it.

use super::fault::OpenFault;
use super::place::Place;
use super::{Journal, Options};
use crate::chain::JournalId;
use crate::postgres::{self, PostgresOptions, PostgresStore};
use crate::sqlite::Access;

/// Opens the journal of a database.
pub(super) fn open(address: &str, options: &Options, access: Access) -> Result<Journal, OpenFault> {
    let store = connect(address, &PostgresOptions::new(&options.owner))?;
    Ok(Journal::with_access(Box::new(store), access)?)
}

/// Makes an empty journal in a database that has none.
pub(super) fn found(address: &str, id: JournalId, options: &Options) -> Result<Journal, OpenFault> {
    let found = PostgresOptions { founding: Some(id), ..PostgresOptions::new(&options.owner) };
    let journal = Journal::of_store(Box::new(connect(address, &found)?))?;
    if journal.id() != id || !journal.heads().is_empty() {
        let place = Place::Postgres(address.to_owned()).to_string();
        return Err(OpenFault::Exists { place });
    }
    Ok(journal)
}

fn connect(address: &str, options: &PostgresOptions) -> Result<PostgresStore, OpenFault> {
    PostgresStore::open(address, options).map_err(|fault| match fault {
        postgres::OpenFault::NoJournal => {
            OpenFault::NoJournal { place: Place::Postgres(address.to_owned()).to_string() }
        }
        postgres::OpenFault::Store(fault) => OpenFault::Store(fault),
        postgres::OpenFault::Address
        | postgres::OpenFault::Tls
        | postgres::OpenFault::NewerSchema { .. }
        | postgres::OpenFault::NotDurable { .. }
        | postgres::OpenFault::OldServer { .. } => OpenFault::Postgres(fault),
    })
}
