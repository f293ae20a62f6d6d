//! The store in PostgreSQL: a database of its own for each story.

use taisai_journal::{JournalId, PostgresOptions, PostgresStore, Store};
use taisai_testing::cluster::cluster;
use taisai_testing::place::Place;

pub(crate) fn place() -> impl Place {
    Database { url: cluster().database() }
}

struct Database {
    url: String,
}

impl Place for Database {
    fn open(&self) -> Box<dyn Store> {
        let create_as = Some(JournalId([5; 16]));
        let options = PostgresOptions { create_as, ..PostgresOptions::new("host 1") };
        Box::new(PostgresStore::open(&self.url, &options).unwrap())
    }

    fn fails_next_append(&self) -> bool {
        cluster().hang_up(&self.url);
        true
    }
}
