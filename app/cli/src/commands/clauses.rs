//! `taisai clauses`: every clause, what the system does about it, which tests show it.

use std::fmt::Write as _;

use clap::Args;
use serde_json::{Value, json};
use taisai_rulebooks::{BreakageName, ClauseEntry, ClauseList, Kind, Part, TestName};

use crate::failure::Failure;
use crate::input::books;
use crate::output::counted::counted;
use crate::output::json;
use crate::output::labelled::labelled;
use crate::output::page::{BAD, DIM, GOOD, HEADING, NAME, styled};

#[derive(Debug, Args)]
#[command(after_help = "\
Kinds: E enforced, S settled, D displayed, R recorded, P physical, N note.
A kind is open until a test shows it.

--audit is for the certification file: each clause with what the system does, the tests that show
it, and deliberate breakages of the code, each with the test that catches it.")]
pub(crate) struct Arguments {
    /// Only the clauses of this rule book's document
    #[arg(long, value_name = "ID")]
    rules: Option<String>,
    /// Only clauses of which a kind is open
    #[arg(long)]
    open: bool,
    /// Print the list to be filed: clause, kinds, tests and deliberate breakages
    #[arg(long, conflicts_with = "open")]
    audit: bool,
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
    if arguments.audit {
        return Ok(if arguments.json { audit_json(&entries) } else { audit_page(&entries) });
    }
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

/// The list as it is filed: which software it is about, then every clause on lines of its own.
fn audit_page(entries: &[&ClauseEntry]) -> String {
    let mut page =
        format!("Taisai {}: the clauses of the rule documents\n", env!("CARGO_PKG_VERSION"));
    let _ = writeln!(page, "clause list SHA-256 {}\n", ClauseList::digest());
    for entry in entries {
        page += &audited(entry);
        page.push('\n');
    }
    let wanted = entries.iter().filter(|entry| entry.wants_breakage()).count();
    let broken = entries.iter().filter(|entry| !entry.breakages().is_empty()).count();
    let clauses = counted(entries.len() as u64, "clause");
    let _ = writeln!(page, "{clauses}; {broken} of {wanted} that need one have a breakage");
    page
}

/// One clause: what it asks, the tests of each kind, and which of them catches which breakage.
fn audited(entry: &ClauseEntry) -> String {
    let cites: Vec<String> = entry.citations().iter().map(ToString::to_string).collect();
    let mut text = labelled("", &cites.join(", "));
    text += &labelled("  id        ", entry.id());
    text += &labelled("  asks      ", entry.asks());
    text += &labelled("  does      ", entry.does());
    for (kind, tests) in entry.kinds() {
        let _ = writeln!(text, "  kind      {} {}", kind.letter(), kind.word());
        for test in tests {
            text += &named("    test    ", test);
        }
        if kind.wants_tests() && tests.is_empty() {
            text += "    test    none yet\n";
        }
    }
    for (breakage, noticed_by) in entry.breakages() {
        let _ = writeln!(text, "  breakage  {breakage}");
        text += &named("    caught  ", noticed_by);
    }
    if entry.breakages().is_empty() {
        let none = if entry.wants_breakage() { "none yet" } else { "not needed" };
        let _ = writeln!(text, "  breakage  {none}");
    }
    text
}

/// A test, its file above its name: together they are wider than a page.
fn named(label: &str, test: &TestName) -> String {
    format!("{label}{}\n{:12}{}\n", test.file(), "", test.function())
}

fn audit_json(entries: &[&ClauseEntry]) -> String {
    let audited = |entry: &&ClauseEntry| {
        let mut value = in_json(entry);
        value["breakages"] =
            entry.breakages().iter().map(caught_in_json).collect::<Vec<_>>().into();
        value["wants_breakage"] = entry.wants_breakage().into();
        value
    };
    json::line(&json!({
        "version": env!("CARGO_PKG_VERSION"),
        "clause_list_sha256": ClauseList::digest(),
        "clauses": entries.iter().map(audited).collect::<Vec<_>>(),
    }))
}

fn caught_in_json((breakage, noticed_by): &(BreakageName, TestName)) -> Value {
    json!({ "breakage": breakage.to_string(), "noticed_by": noticed_by.to_string() })
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
