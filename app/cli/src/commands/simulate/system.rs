//! Finds the betting system with a name: a well-known one, or the user's own file.

use std::fs::File;
use std::io::{self, Read as _};
use std::path::Path;

use serde_json::json;
use taisai_odds::{System, SystemMistake};
use taisai_rulebooks::nearest;

use crate::failure::{Detail, Failure};

/// The system of this name, or in this file.
pub(crate) fn find(name: &str) -> Result<System, Failure> {
    if let Some(system) = System::named(name) {
        return Ok(system);
    }
    if !names_a_file(name) {
        return Err(unknown(name));
    }
    let text = read(name).map_err(|error| {
        Failure::usage("unreadable-file", format!("cannot read {name}: {error}"))
            .hint("docs/systems.md says how to write a system")
    })?;
    System::parse(&text).map_err(|mistakes| unsound(name, &mistakes))
}

fn names_a_file(name: &str) -> bool {
    Path::new(name).extension().is_some() || name.contains(['/', '\\'])
}

/// Reads a file, but never more of it than the longest system.
fn read(path: &str) -> io::Result<String> {
    let mut text = String::new();
    File::open(path)?.take(System::TEXT_MAX as u64 + 1).read_to_string(&mut text)?;
    Ok(text)
}

fn unknown(name: &str) -> Failure {
    let hint = nearest(name, System::NAMES).map_or_else(
        || format!("the systems are {}; your own has a file name", System::NAMES.join(", ")),
        |known| format!("did you mean {known}?"),
    );
    let name: String = name.chars().take(40).collect();
    Failure::usage("unknown-system", format!("there is no system {name:?}")).hint(hint)
}

fn unsound(path: &str, mistakes: &[SystemMistake]) -> Failure {
    let place = |mistake: &SystemMistake| match mistake.line {
        Some(line) => format!("{path}:{line}"),
        None => path.to_owned(),
    };
    let detail = |mistake: &SystemMistake| Detail {
        text: format!("{}: {}", place(mistake), mistake.fault),
        json: json!({
            "file": path,
            "line": mistake.line,
            "message": mistake.fault.to_string(),
        }),
    };
    let count = match mistakes.len() {
        1 => "1 mistake".to_owned(),
        count => format!("{count} mistakes"),
    };
    Failure::no("unsound-system", format!("{path} is not a sound system: {count}"))
        .hint("docs/systems.md says how to write a system")
        .details(mistakes.iter().map(detail).collect())
}
