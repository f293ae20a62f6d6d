//! `taisai rules list`: the embedded rule books.

use clap::Args;
use serde::Serialize;
use taisai_rulebooks::{Edition, Library};

use crate::output::json;
use crate::output::page::{Cell, DIM, NAME, columns, headings};

#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// Answer in JSON
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(arguments: &Arguments) -> String {
    if arguments.json {
        return json::line(&Library::editions().map(Entry::of).collect::<Vec<_>>());
    }
    let mut rows = vec![headings(&["id", "rule book", "areas", "odds", "document", "fingerprint"])];
    rows.extend(Library::editions().map(row));
    columns(&rows)
}

fn row(edition: &Edition) -> Vec<Cell> {
    let entry = Entry::of(edition);
    vec![
        Cell::new(entry.id).style(NAME),
        Cell::new(entry.name),
        Cell::new(entry.areas.to_string()).right(),
        Cell::new(entry.odds),
        Cell::new(entry.document),
        Cell::new(edition.fingerprint().short()).style(DIM),
    ]
}

/// A rule book in the list.
#[derive(Serialize)]
struct Entry<'a> {
    id: &'a str,
    name: &'a str,
    document: &'a str,
    cite: &'a str,
    areas: usize,
    odds: &'static str,
    currency: &'a str,
    hash: String,
}

impl<'a> Entry<'a> {
    fn of(edition: &'a Edition) -> Self {
        let rules = edition.rules();
        Self {
            id: edition.id(),
            name: &rules.title.name,
            document: &rules.title.document,
            cite: &rules.title.cite,
            areas: rules.pay_table.offers().len(),
            odds: if edition.odds_are_floor() { "floor" } else { "exact" },
            currency: rules.currency.value.code(),
            hash: edition.fingerprint().to_string(),
        }
    }
}
