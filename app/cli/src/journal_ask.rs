//! `taisai journal ask`: questions about rounds, bets, meters, vouchers and acts.

use clap::{Args, ValueEnum};
use serde_json::{Map, Value};
use taisai_journal::{Answer, Field, Filter, Question, ask};
use taisai_table::Time;

use crate::csv::csv_line;
use crate::data::{Data, table_stream};
use crate::failure::Failure;
use crate::journal_project::unprojected;
use crate::json;
use crate::moments::{moment, read_moment};
use crate::money::grouped;
use crate::page::{Cell, columns, headings};

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  taisai journal ask data rounds --table 3
  taisai journal ask data bets --table 3 --round 118 --csv
  taisai journal ask data acts --actor \"staff 3\" --from 2026-03-01T18:00:00Z

The tables know what taisai journal project last told them; how far behind they are is said.")]
pub(crate) struct Arguments {
    #[command(flatten)]
    data: Data,
    /// What to ask for
    #[arg(value_enum)]
    about: About,
    /// Only this table
    #[arg(long, value_name = "NUMBER")]
    table: Option<u32>,
    /// Only this round
    #[arg(long, value_name = "NUMBER")]
    round: Option<u64>,
    /// Only this player
    #[arg(long, value_name = "NUMBER")]
    player: Option<u64>,
    /// Only this actor, such as "staff 3", "seat 2" or host
    #[arg(long)]
    actor: Option<String>,
    /// Only from this moment on
    #[arg(long, value_name = "MOMENT")]
    from: Option<String>,
    /// Only before this moment
    #[arg(long, value_name = "MOMENT")]
    to: Option<String>,
    /// At most so many rows
    #[arg(long, value_name = "ROWS", default_value_t = 10_000)]
    max: u64,
    /// Answer in JSON
    #[arg(long, conflicts_with = "csv")]
    json: bool,
    /// Answer in CSV
    #[arg(long)]
    csv: bool,
}

/// What is asked for.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum About {
    Rounds,
    Bets,
    Meters,
    Vouchers,
    Acts,
}

impl About {
    const fn question(self) -> Question {
        match self {
            Self::Rounds => Question::Rounds,
            Self::Bets => Question::Bets,
            Self::Meters => Question::Meters,
            Self::Vouchers => Question::Vouchers,
            Self::Acts => Question::Acts,
        }
    }
}

pub(crate) fn run(arguments: &Arguments) -> Result<String, Failure> {
    let filter = filter(arguments)?;
    let (place, options) = (arguments.data.place(), arguments.data.options());
    let answer = ask(&place, &options, arguments.about.question(), &filter)
        .map_err(|fault| unprojected(&fault))?;
    if arguments.json {
        return Ok(json::line(&for_programs(&answer)));
    }
    if arguments.csv {
        let heading = csv_line(answer.columns.iter().map(|&column| column.to_owned()));
        let rows = answer.rows.iter().map(|row| csv_line(row.iter().map(text)));
        return Ok(std::iter::once(heading).chain(rows).collect());
    }
    Ok(page(&answer))
}

fn filter(arguments: &Arguments) -> Result<Filter, Failure> {
    let read = |option, text: &Option<String>| {
        let moment = text.as_deref().map(|text| read_moment(option, text)).transpose();
        moment.map(|moment| moment.map(Time::millis))
    };
    Ok(Filter {
        stream: arguments.table.map(table_stream).transpose()?,
        round: arguments.round,
        player: arguments.player,
        actor: arguments.actor.clone(),
        from: read("--from", &arguments.from)?,
        to: read("--to", &arguments.to)?,
        rows_max: Some(arguments.max),
    })
}

fn page(answer: &Answer) -> String {
    let mut rows = vec![headings(&answer.columns)];
    rows.extend(answer.rows.iter().map(|row| row.iter().map(cell).collect()));
    let behind = match answer.behind {
        0 => String::new(),
        1 => "1 record is not known here yet: taisai journal project\n".to_owned(),
        more => format!(
            "{} records are not known here yet: taisai journal project\n",
            grouped(&more.to_string())
        ),
    };
    columns(&rows) + &behind
}

fn cell(field: &Field) -> Cell {
    match field {
        Field::Number(_) => Cell::new(text(field)).right(),
        Field::Moment(_) | Field::Text(_) | Field::Nothing => Cell::new(text(field)),
    }
}

fn text(field: &Field) -> String {
    match field {
        Field::Number(number) => number.to_string(),
        Field::Moment(millis) => {
            let time = u64::try_from(*millis).ok().and_then(Time::from_millis);
            time.map(moment).unwrap_or_default()
        }
        Field::Text(text) => text.clone(),
        Field::Nothing => String::new(),
    }
}

fn for_programs(answer: &Answer) -> Value {
    let value = |field: &Field| match field {
        Field::Number(number) => Value::from(*number),
        Field::Moment(_) | Field::Text(_) => Value::from(text(field)),
        Field::Nothing => Value::Null,
    };
    let row = |row: &Vec<Field>| {
        let named = answer.columns.iter().zip(row);
        Value::Object(named.map(|(name, field)| ((*name).to_owned(), value(field))).collect())
    };
    let mut fields = Map::new();
    fields.insert("behind".to_owned(), answer.behind.into());
    fields.insert("rows".to_owned(), answer.rows.iter().map(row).collect());
    Value::Object(fields)
}
