//! `taisai journal head`: where every stream of a journal ends.

use clap::Args;
use serde_json::json;
use taisai_journal::{Expected, Journal};

use crate::failure::Failure;
use crate::input::data::Data;
use crate::output::json;
use crate::output::money::grouped;
use crate::output::page::{Cell, NAME, columns, headings};

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  taisai journal head data
  taisai journal head data --json | jq -r '.heads[].expect'

A head is the number and the hash of a stream's last record. Keep it, and you can prove later
that nothing before it was changed or cut off: taisai verify and taisai serve take it with --expect,
in the form that --json gives.")]
pub(crate) struct Arguments {
    #[command(flatten)]
    data: Data,
    /// Answer in JSON
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(arguments: &Arguments) -> Result<String, Failure> {
    let journal = arguments.data.open_read_only()?;
    if arguments.json {
        return Ok(json::line(&answer(&journal)));
    }
    Ok(format!("journal {}\n{}", journal.id(), heads_page(journal.heads())))
}

/// The heads as lines of text.
pub(crate) fn heads_page(
    heads: &std::collections::BTreeMap<taisai_journal::Stream, taisai_journal::Head>,
) -> String {
    let mut rows = vec![headings(&["stream", "records", "head"])];
    rows.extend(heads.iter().map(|(stream, head)| {
        vec![
            Cell::new(stream.to_string()).style(NAME),
            Cell::new(grouped(&head.sequence.to_string())).right(),
            Cell::new(head.link.to_string()),
        ]
    }));
    columns(&rows)
}

fn answer(journal: &Journal) -> serde_json::Value {
    let head = |(stream, head): (&taisai_journal::Stream, &taisai_journal::Head)| {
        json!({
            "stream": stream.to_string(),
            "sequence": head.sequence,
            "link": head.link.to_string(),
            "expect": Expected::of(*stream, *head).to_string(),
        })
    };
    let heads: Vec<_> = journal.heads().iter().map(head).collect();
    json!({ "journal": journal.id().to_string(), "heads": heads })
}
