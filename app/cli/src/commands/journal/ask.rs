//! `taisai journal ask`: queries rounds, bets, meters, vouchers and acts.

use std::fmt::Write as _;
use std::io::{self, BufWriter};
use std::ops::ControlFlow;

use clap::{Args, ValueEnum};
use serde_json::Value;
use taisai_journal::{Coverage, Field, Filter, QueryResult, Question, ask, ask_each};
use taisai_table::Time;

use super::project::unprojected;
use crate::failure::Failure;
use crate::input::data::{Data, table_stream};
use crate::output::counted::counted;
use crate::output::csv::csv_line;
use crate::output::moments::{moment, read_moment};
use crate::output::page::{Cell, columns, headings};

#[derive(Debug, Args)]
#[command(
    allow_missing_positional = true,
    after_help = "\
Examples:
  taisai journal ask data rounds --table 3
  taisai journal ask data bets --table 3 --round 118 --csv
  taisai journal ask data acts --actor \"staff 3\" --from 2026-03-01T18:00:00Z

The tables are as of the last taisai journal project; the output says how far behind they are."
)]
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
    /// At most this many rows; all by default
    #[arg(long, value_name = "ROWS")]
    max: Option<u64>,
    /// Answer in JSON
    #[arg(long, conflicts_with = "csv")]
    json: bool,
    /// Answer in CSV
    #[arg(long)]
    csv: bool,
}

/// What to query.
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
    if arguments.json || arguments.csv {
        return stream(arguments, &filter);
    }
    let (place, options) = (arguments.data.place()?, arguments.data.options());
    let answer = ask(&place, &options, arguments.about.question(), &filter)
        .map_err(|fault| unprojected(&fault))?;
    Ok(page(&answer))
}

/// Writes the rows while they are read: a journal of years has more than fit into memory.
fn stream(arguments: &Arguments, filter: &Filter) -> Result<String, Failure> {
    let question = arguments.about.question();
    let (place, options) = (arguments.data.place()?, arguments.data.options());
    let form = if arguments.json { Form::Json } else { Form::Csv };
    let mut sheet = RowWriter { out: BufWriter::new(io::stdout().lock()), form, question, rows: 0 };
    let mut written = Ok(());
    let coverage = ask_each(&place, &options, question, filter, |row| {
        written = sheet.row(&row);
        if written.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    let coverage = coverage.map_err(|fault| unprojected(&fault))?;
    match written.and_then(|()| sheet.end(coverage)) {
        // The reader closed the pipe: it has seen enough.
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(Failure::of_output(&error)),
        Ok(()) | Err(_) => Ok(String::new()),
    }
}

#[derive(Clone, Copy)]
enum Form {
    Csv,
    Json,
}

/// Writes an answer row by row. Nothing is written before the first row or the end, so that a
/// failed query leaves no half of an answer.
struct RowWriter<W: io::Write> {
    out: W,
    form: Form,
    question: Question,
    rows: u64,
}

impl<W: io::Write> RowWriter<W> {
    fn row(&mut self, row: &[Field]) -> io::Result<()> {
        self.head()?;
        self.rows += 1;
        match self.form {
            Form::Csv => self.out.write_all(csv_line(row.iter().map(text)).as_bytes()),
            Form::Json => {
                let between = if self.rows == 1 { "" } else { "," };
                write!(self.out, "{between}{}", for_programs(self.question, row))
            }
        }
    }

    fn head(&mut self) -> io::Result<()> {
        if self.rows > 0 {
            return Ok(());
        }
        match self.form {
            Form::Csv => {
                let columns = self.question.columns().iter().map(|&column| column.to_owned());
                self.out.write_all(csv_line(columns).as_bytes())
            }
            Form::Json => self.out.write_all(b"{\"rows\":["),
        }
    }

    fn end(&mut self, coverage: Coverage) -> io::Result<()> {
        self.head()?;
        match self.form {
            // A spreadsheet has no place for it, so it goes to standard error.
            Form::Csv => eprint!("{}", notes(self.rows, coverage)),
            Form::Json => {
                let Coverage { behind, is_cut } = coverage;
                writeln!(self.out, "],\"behind\":{behind},\"more\":{is_cut}}}")?;
            }
        }
        self.out.flush()
    }
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
        rows_max: arguments.max,
    })
}

fn page(answer: &QueryResult) -> String {
    let mut rows = vec![headings(&answer.columns)];
    rows.extend(answer.rows.iter().map(|row| row.iter().map(cell).collect()));
    columns(&rows) + &notes(answer.rows.len() as u64, answer.coverage)
}

/// The notes that belong to the rows, if there are any.
fn notes(rows: u64, Coverage { behind, is_cut }: Coverage) -> String {
    let mut words = String::new();
    if is_cut {
        let rows = counted(rows, "row");
        let _ = writeln!(words, "there are more than these {rows}: ask without --max for all");
    }
    if behind > 0 {
        let (records, are) = (counted(behind, "record"), if behind == 1 { "is" } else { "are" });
        let _ = writeln!(words, "{records} {are} not known here yet: taisai journal project");
    }
    words
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

fn for_programs(question: Question, row: &[Field]) -> Value {
    let value = |field: &Field| match field {
        Field::Number(number) => Value::from(*number),
        Field::Moment(_) | Field::Text(_) => Value::from(text(field)),
        Field::Nothing => Value::Null,
    };
    let named = question.columns().iter().zip(row);
    Value::Object(named.map(|(name, field)| ((*name).to_owned(), value(field))).collect())
}
