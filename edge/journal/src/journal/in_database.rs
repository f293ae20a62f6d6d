//! A journal in a PostgreSQL database, opened under the name of this host.

use super::fault::OpenFault;
use super::place::Place;
use super::{Journal, Options};
use crate::chain::JournalId;
use crate::postgres::{self, PostgresOptions, PostgresStore};

/// Opens the journal of a database; nothing is leased before the first append.
pub(super) fn open(address: &str, options: &Options) -> Result<PostgresStore, OpenFault> {
    connect(address, &PostgresOptions::new(&options.owner))
}

/// Creates an empty journal in a database that has none.
pub(super) fn create(address: &str, id: JournalId, options: &Options) -> Result<(), OpenFault> {
    let creating = PostgresOptions { create_as: Some(id), ..PostgresOptions::new(&options.owner) };
    let journal = Journal::of_store(Box::new(connect(address, &creating)?))?;
    if journal.id() != id || !journal.heads().is_empty() {
        let place = Place::Postgres(address.to_owned()).to_string();
        return Err(OpenFault::Exists { place });
    }
    Ok(())
}

/// Creates a journal in a database that has none, to be filled before anybody opens it.
pub(super) fn restoring(
    address: &str,
    id: JournalId,
    options: &Options,
) -> Result<PostgresStore, OpenFault> {
    let store = PostgresStore::restoring(address, id, &PostgresOptions::new(&options.owner));
    store.map_err(|fault| open_fault(address, fault))
}

fn connect(address: &str, options: &PostgresOptions) -> Result<PostgresStore, OpenFault> {
    PostgresStore::open(address, options).map_err(|fault| open_fault(address, fault))
}

fn open_fault(address: &str, fault: postgres::OpenFault) -> OpenFault {
    let place = || Place::Postgres(address.to_owned()).to_string();
    match fault {
        postgres::OpenFault::NoJournal => OpenFault::NoJournal { place: place() },
        postgres::OpenFault::Exists => OpenFault::Exists { place: place() },
        postgres::OpenFault::Store(fault) => OpenFault::Store(fault),
        postgres::OpenFault::Address
        | postgres::OpenFault::Tls
        | postgres::OpenFault::Roots { .. }
        | postgres::OpenFault::Unfinished
        | postgres::OpenFault::NewerSchema { .. }
        | postgres::OpenFault::NotDurable { .. }
        | postgres::OpenFault::OldServer { .. } => OpenFault::Postgres(fault),
    }
}
