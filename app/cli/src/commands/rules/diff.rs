//! `taisai rules diff`: what differs between two rule books, side by side.

use clap::Args;
use serde_json::json;
use taisai_rulebooks::{Difference, Edition, Line};

use crate::failure::Failure;
use crate::input::books;
use crate::output::counted::counted;
use crate::output::json;
use crate::output::page::{Cell, DIM, HEADING, NAME, columns, styled};

#[derive(Debug, Args)]
#[command(after_help = "\
Example:
  taisai rules diff massachusetts maryland")]
pub(crate) struct Arguments {
    /// A rule book's id, or a house's own file
    one: String,
    /// The other
    other: String,
    /// Answer in JSON
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(arguments: &Arguments) -> Result<String, Failure> {
    let (one, other) = (books::find(&arguments.one)?, books::find(&arguments.other)?);
    let differences = one.differences(&other);
    if arguments.json {
        return Ok(json::line(&differences.iter().map(told).collect::<Vec<_>>()));
    }
    Ok(page(&one, &other, &differences))
}

fn page(one: &Edition, other: &Edition, differences: &[Difference<'_>]) -> String {
    if differences.is_empty() {
        return format!("{} and {} say the same\n", one.id(), other.id());
    }
    let heading = [Cell::new(""), Cell::new(one.id()), Cell::new(""), Cell::new(other.id())];
    let mut rows = vec![heading.map(|cell| cell.style(HEADING)).to_vec()];
    rows.extend(differences.iter().map(|difference| {
        let mut row = vec![Cell::new(difference.key).style(NAME)];
        row.extend(side(difference.one));
        row.extend(side(difference.other));
        row
    }));
    let verb = if differences.len() == 1 { "differs" } else { "differ" };
    let count = format!("{} {verb}", counted(differences.len() as u64, "line"));
    format!("{}\n{}", styled(HEADING, &count), columns(&rows))
}

fn side(line: Option<&Line>) -> [Cell; 2] {
    let Some(line) = line else { return [Cell::new("–"), Cell::new("")] };
    let clause = line.clause.as_ref().map(ToString::to_string).unwrap_or_default();
    [Cell::new(short(&line.value)), Cell::new(clause).style(DIM)]
}

/// Long lists would push the other book off the screen.
fn short(value: &str) -> String {
    const LENGTH_MAX: usize = 40;
    if value.chars().count() <= LENGTH_MAX {
        return value.to_owned();
    }
    value.chars().take(LENGTH_MAX - 1).chain(['…']).collect()
}

fn told(difference: &Difference<'_>) -> serde_json::Value {
    let side = |line: Option<&Line>| {
        line.map(|line| {
            let clause = line.clause.as_ref().map(ToString::to_string);
            json!({ "value": line.value, "clause": clause })
        })
    };
    json!({ "key": difference.key, "one": side(difference.one), "other": side(difference.other) })
}
