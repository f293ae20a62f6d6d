//! `taisai rules check`: every mistake in a house's own rule book.

use std::fmt::Write as _;

use clap::Args;
use serde_json::json;
use taisai_rulebooks::{Edition, Note};

use crate::failure::Failure;
use crate::input::books;
use crate::output::json;
use crate::output::page::{Cell, DIM, GOOD, NAME, columns, styled};

#[derive(Debug, Args)]
#[command(after_help = "\
A house's own book extends a law and says only what it changes:

  extends = \"maryland\"
  id = \"harbour-house\"
  name = \"Harbour House\"
  layout.house_name = \"Harbour House\"
  wager.triple.pays = \"180 to 1\"

taisai rules show maryland lists which lines a house may change, and how far.")]
pub(crate) struct Arguments {
    /// The file
    file: String,
    /// Answer in JSON
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(arguments: &Arguments) -> Result<String, Failure> {
    let bytes = books::read(&arguments.file)?;
    let edition =
        Edition::read(&bytes).map_err(|mistakes| books::refused(&arguments.file, &mistakes))?;
    Ok(if arguments.json { in_json(&edition) } else { page(&arguments.file, &edition) })
}

fn page(file: &str, edition: &Edition) -> String {
    let mut page = format!("{file} is a {} rule book", styled(GOOD, "sound"));
    let _ = match edition.extends() {
        Some(law) => writeln!(page, ": {} extends {law}", edition.id()),
        None => writeln!(page, ": {} stands alone, no law's floors were checked", edition.id()),
    };
    let _ = writeln!(page, "fingerprint {}", edition.fingerprint());
    let changes: Vec<Vec<Cell>> = edition
        .changes()
        .map(|line| {
            let law = format!("instead of {}", line.law.as_deref().unwrap_or_default());
            let clause = line.clause.as_ref().map(ToString::to_string).unwrap_or_default();
            vec![
                Cell::new(&line.key).style(NAME),
                Cell::new(&line.value),
                Cell::new(law),
                Cell::new(clause).style(DIM),
            ]
        })
        .collect();
    page += &columns(&changes);
    for note in edition.notes() {
        let _ = writeln!(page, "{} {note}", styled(DIM, "note:"));
    }
    page
}

fn in_json(edition: &Edition) -> String {
    let changes: Vec<_> = edition
        .changes()
        .map(|line| {
            let clause = line.clause.as_ref().map(ToString::to_string);
            json!({ "key": line.key, "value": line.value, "law": line.law, "clause": clause })
        })
        .collect();
    let note = |note: &Note| match note {
        Note::FavoursPlayer { area, .. } => {
            let (area, message) = (area.to_string(), note.to_string());
            json!({ "kind": "favours-player", "area": area, "message": message })
        }
    };
    json::line(&json!({
        "sound": true,
        "id": edition.id(),
        "extends": edition.extends(),
        "hash": edition.fingerprint().to_string(),
        "changes": changes,
        "notes": edition.notes().iter().map(note).collect::<Vec<_>>(),
    }))
}
