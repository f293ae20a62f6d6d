//! What only a shared store can get wrong: opening, leases, several writers, a server that dies.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod chaos;
mod disk;
mod heads;
mod leases;
mod opening;
mod promotion;
mod restoring;
mod tls;

use std::time::Duration;

use taisai_journal::{JournalId, PostgresOptions, PostgresStore};

const JOURNAL: JournalId = JournalId([5; 16]);

/// Founds or opens the journal of a database for a host.
fn open(url: &str, owner: &str) -> PostgresStore {
    let lease = Duration::from_mins(1);
    PostgresStore::open(url, &options(owner, lease)).unwrap()
}

fn options(owner: &str, lease: Duration) -> PostgresOptions {
    PostgresOptions { owner: owner.to_owned(), lease, create_as: Some(JOURNAL) }
}
