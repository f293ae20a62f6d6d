//! A journal in a PostgreSQL database, opened under the name of this host.

use crate::chain::JournalId;
use crate::journal::{OpenFault, Options, Place};
use crate::postgres::{self, PostgresOptions, PostgresStore};
use crate::store::StoreFault;

/// The name of a host that was given none. It looks and never waits for others, as it writes
/// nothing while they do.
const NAMELESS: &str = "taisai command";

/// Opens the journal that is there; nothing is leased before the first append.
pub(crate) fn open(
    url: &str,
    place: &Place,
    options: &Options,
) -> Result<PostgresStore, OpenFault> {
    PostgresStore::open(url, &named(options)).map_err(|fault| told(fault, place))
}

/// Makes an empty journal where there is none.
pub(crate) fn found(
    url: &str,
    place: &Place,
    id: JournalId,
    options: &Options,
) -> Result<(), OpenFault> {
    match PostgresStore::open(url, &named(options)) {
        Ok(_) => return Err(OpenFault::Exists { place: place.to_string() }),
        Err(postgres::OpenFault::NoJournal) => {}
        Err(fault) => return Err(told(fault, place)),
    }
    let founding = PostgresOptions { founding: Some(id), ..named(options) };
    PostgresStore::open(url, &founding).map(drop).map_err(|fault| told(fault, place))
}

fn named(options: &Options) -> PostgresOptions {
    PostgresOptions::new(options.owner.as_deref().unwrap_or(NAMELESS))
}

fn told(fault: postgres::OpenFault, place: &Place) -> OpenFault {
    match fault {
        postgres::OpenFault::NoJournal => OpenFault::NoJournal { place: place.to_string() },
        postgres::OpenFault::Store(fault) => OpenFault::Store(fault),
        postgres::OpenFault::Address
        | postgres::OpenFault::Tls
        | postgres::OpenFault::NewerSchema { .. }
        | postgres::OpenFault::NotDurable { .. }
        | postgres::OpenFault::OldServer { .. } => {
            OpenFault::Store(StoreFault::Other(Box::new(fault)))
        }
    }
}
