//! `taisai clauses`: every clause, what the system does about it, which tests show it.

use std::fmt::Write as _;

use clap::Args;
use serde_json::{Value, json};
use taisai_rulebooks::{ClauseEntry, ClauseList, Kind, Part, TestName};

use crate::failure::Failure;
use crate::input::books;
use crate::output::counted::counted;
use crate::output::json;
use crate::output::page::{BAD, DIM, GOOD, HEADING, NAME, styled};

#[derive(Debug, Args)]
#[command(after_help = "\
Kinds: E enforced, S settled, D displayed, R recorded, P physical, N note.
A kind is open until a test shows it.")]
pub(crate) struct Arguments {
    /// Only the clauses of this rule book's document
    #[arg(long, value_name = "ID")]
    rules: Option<String>,
    /// Only clauses of which a kind is open
    #[arg(long)]
    open: bool,
    /// Answer in JSON
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(arguments: &Arguments) -> Result<String, Failure> {
    let edition = arguments.rules.as_deref().map(books::find).transpose()?;
    let document = edition.as_ref().map(|edition| edition.rules().title.cite.as_str());
    let entries: Vec<&ClauseEntry> = ClauseList::embedded()
        .entries()
        .iter()
        .filter(|entry| document.is_none_or(|document| entry.cites_document(document)))
        .filter(|entry| !arguments.open || entry.is_open())
        .collect();
    if arguments.json {
        return Ok(json::line(&entries.iter().map(|entry| in_json(entry)).collect::<Vec<_>>()));
    }
    Ok(page(&entries))
}

fn page(entries: &[&ClauseEntry]) -> String {
    let mut page = String::new();
    for part in Part::ALL {
        let of_part: Vec<_> = entries.iter().filter(|entry| entry.part() == part).collect();
        if of_part.is_empty() {
            continue;
        }
        let _ = writeln!(page, "{}\n", styled(HEADING, part.word()));
        for entry in of_part {
            page += &paragraph(entry);
        }
    }
    let open = entries.iter().filter(|entry| entry.is_open()).count();
    let _ = writeln!(page, "{}, {open} of them open", counted(entries.len() as u64, "clause"));
    page
}

fn paragraph(entry: &ClauseEntry) -> String {
    let cites: Vec<String> = entry.citations().iter().map(ToString::to_string).collect();
    let mut text = format!("  {}  {}\n", styled(NAME, entry.id()), styled(DIM, &cites.join(", ")));
    let _ = writeln!(text, "    asks   {}", entry.asks());
    let _ = writeln!(text, "    does   {}", entry.does());
    for (kind, tests) in entry.kinds() {
        text += &shown(*kind, tests);
    }
    text + "\n"
}

fn shown(kind: Kind, tests: &[TestName]) -> String {
    let letter = kind.letter();
    if !kind.wants_tests() {
        return format!("    {letter}\n");
    }
    if tests.is_empty() {
        return format!("    {letter}      {}\n", styled(BAD, "open"));
    }
    let line = |test| format!("    {letter}      {} {test}\n", styled(GOOD, "shown by"));
    tests.iter().map(line).collect()
}

fn in_json(entry: &ClauseEntry) -> Value {
    let kind = |(kind, tests): &(Kind, Vec<TestName>)| {
        json!({
            "kind": kind.letter(),
            "open": kind.wants_tests() && tests.is_empty(),
            "tests": tests.iter().map(ToString::to_string).collect::<Vec<_>>(),
        })
    };
    json!({
        "id": entry.id(),
        "part": entry.part().word(),
        "cites": entry.citations().iter().map(ToString::to_string).collect::<Vec<_>>(),
        "asks": entry.asks(),
        "does": entry.does(),
        "kinds": entry.kinds().iter().map(kind).collect::<Vec<_>>(),
    })
}
