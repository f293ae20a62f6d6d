//! `taisai export`: every record of a journal for other programs, one line for each event.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::ops::ControlFlow;
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::{Path, PathBuf};

use clap::Args;
use serde::Serialize;
use serde_json::Value;
use taisai_journal::stored::Stamp;
use taisai_journal::{Head, Journal, ReadFault, Stream, read};
use taisai_table::Time;

use crate::failure::Failure;
use crate::input::data::{Data, has_stream, table_stream};
use crate::output::counted::counted;
use crate::output::csv::csv_line;
use crate::output::json;
use crate::output::moments::{moment, read_moment};
use crate::output::record::{EventJson, actor, events};
use crate::output::write::{beside, unwritable};

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  taisai export data --csv --out march.csv --from 2026-03-01T00:00:00Z --to 2026-04-01T00:00:00Z
  taisai export data --ndjson --table 3 | jq 'select(.event == \"result-recorded\")'

The floor comes first, then the tables in order, each from its first record. Links are checked; at
the first record that is not what was written the export ends with status 1. A CSV field that a
spreadsheet would take for a formula begins with an apostrophe.")]
pub(crate) struct Arguments {
    #[command(flatten)]
    data: Data,
    /// Only what happened at this moment or later
    #[arg(long, value_name = "MOMENT")]
    from: Option<String>,
    /// Only what happened before this moment
    #[arg(long, value_name = "MOMENT")]
    to: Option<String>,
    /// Only this table
    #[arg(long, value_name = "NUMBER", conflicts_with = "floor")]
    table: Option<u32>,
    /// Only the floor
    #[arg(long)]
    floor: bool,
    /// As CSV, with a heading
    #[arg(long, required_unless_present = "ndjson", conflicts_with = "ndjson")]
    csv: bool,
    /// As one JSON object a line
    #[arg(long)]
    ndjson: bool,
    /// The file to write; standard output by default
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

pub(crate) fn run(arguments: &Arguments) -> Result<String, Failure> {
    let wanted = Period::of(arguments)?;
    let mut journal = arguments.data.open_read_only()?;
    let streams = streams(arguments, &journal)?;
    match &arguments.out {
        None => {
            let mut out = BufWriter::new(io::stdout().lock());
            match wanted.write(&mut journal, &streams, &mut out) {
                // The reader closed the pipe: it has seen enough.
                Err(Cut::Output(error)) if error.kind() == io::ErrorKind::BrokenPipe => {}
                Err(cut) => return Err(cut.failure(None)),
                Ok(_) => {}
            }
            Ok(String::new())
        }
        Some(path) => {
            let count = write_beside(path, |out| wanted.write(&mut journal, &streams, out))
                .map_err(|cut| cut.failure(Some(path)))?;
            Ok(format!("wrote {} to {}\n", counted(count, "event"), path.display()))
        }
    }
}

fn streams(arguments: &Arguments, journal: &Journal) -> Result<Vec<Stream>, Failure> {
    let one = match (arguments.table, arguments.floor) {
        (Some(number), _) => table_stream(number)?,
        (None, true) => Stream::Floor,
        (None, false) => return Ok(journal.heads().keys().copied().collect()),
    };
    has_stream(journal, one)?;
    Ok(vec![one])
}

/// Writes beside the file and renames, so that nobody ever sees half a file.
fn write_beside<T>(
    path: &Path,
    write: impl FnOnce(&mut dyn Write) -> Result<T, Cut>,
) -> Result<T, Cut> {
    let part = beside(path);
    // Only the owner may read what happened in the house.
    let mut options = File::options();
    options.write(true).create(true).truncate(true).mode(0o600);
    let written = options.open(&part).map_err(Cut::Output).and_then(|file| {
        let mut out = BufWriter::new(file);
        let written = write(&mut out)?;
        let file = out.into_inner().map_err(|error| Cut::Output(error.into_error()))?;
        file.sync_all().map_err(Cut::Output)?;
        std::fs::rename(&part, path).map_err(Cut::Output)?;
        Ok(written)
    });
    if written.is_err() {
        // The partial file is useless; the first error is the one to report.
        let _ = std::fs::remove_file(&part);
    }
    written
}

/// Why an export stopped early.
enum Cut {
    Output(io::Error),
    Journal(ReadFault),
}

impl Cut {
    fn failure(&self, path: Option<&Path>) -> Failure {
        match (self, path) {
            (Self::Journal(fault), _) => Failure::from(fault),
            (Self::Output(error), Some(path)) => unwritable(path, error),
            (Self::Output(error), None) => Failure::of_output(error),
        }
    }
}

/// Which events to export, and in which form.
struct Period {
    from: Option<Time>,
    to: Option<Time>,
    form: Form,
}

#[derive(Clone, Copy)]
enum Form {
    Csv,
    Ndjson,
}

const COLUMNS: [&str; 9] =
    ["stream", "sequence", "time", "actor", "session", "request", "place", "event", "data"];

impl Period {
    fn of(arguments: &Arguments) -> Result<Self, Failure> {
        let read = |option, text: &Option<String>| {
            text.as_deref().map(|text| read_moment(option, text)).transpose()
        };
        let form = if arguments.csv { Form::Csv } else { Form::Ndjson };
        Ok(Self { from: read("--from", &arguments.from)?, to: read("--to", &arguments.to)?, form })
    }

    /// Writes every wanted event of these streams, and returns how many there were. One record is
    /// in memory at a time.
    fn write(
        &self,
        journal: &mut Journal,
        streams: &[Stream],
        out: &mut dyn Write,
    ) -> Result<u64, Cut> {
        match self.form {
            Form::Csv => {
                let heading = csv_line(COLUMNS.map(str::to_owned));
                out.write_all(heading.as_bytes()).map_err(Cut::Output)?;
            }
            Form::Ndjson => {}
        }
        let mut count = 0;
        for stream in streams {
            count += self.write_stream(journal, *stream, out)?;
        }
        out.flush().map_err(Cut::Output)?;
        Ok(count)
    }

    fn write_stream(
        &self,
        journal: &mut Journal,
        stream: Stream,
        out: &mut dyn Write,
    ) -> Result<u64, Cut> {
        let mut count = 0;
        let start = Head::start(journal.id(), stream);
        let written = read(journal.store(), stream, start, |record| {
            let entry = record.entry()?;
            if self.wants(entry.stamp.time) {
                for (place, event) in (1_u64..).zip(events(&entry.body)) {
                    count += 1;
                    let line = self.line(stream, &entry.stamp, place, event);
                    if let Err(error) = out.write_all(line.as_bytes()) {
                        return Ok(ControlFlow::Break(error));
                    }
                }
            }
            Ok(ControlFlow::Continue(()))
        });
        match written.map_err(Cut::Journal)? {
            ControlFlow::Break(error) => Err(Cut::Output(error)),
            ControlFlow::Continue(_) => Ok(count),
        }
    }

    fn wants(&self, time: Time) -> bool {
        self.from.is_none_or(|from| from <= time) && self.to.is_none_or(|to| time < to)
    }

    fn line(&self, stream: Stream, stamp: &Stamp, place: u64, event: EventJson) -> String {
        let line = EventLine {
            stream: stream.to_string(),
            sequence: stamp.sequence,
            time: moment(stamp.time),
            actor: actor(stamp.actor),
            session: stamp.session.0,
            request: stamp.request.0,
            place,
            event: event.word,
            data: event.data,
        };
        match self.form {
            Form::Csv => csv_line(line.fields()),
            Form::Ndjson => json::line(&line),
        }
    }
}

/// One event; the fields are the columns.
#[derive(Serialize)]
struct EventLine {
    stream: String,
    sequence: u64,
    time: String,
    actor: String,
    session: u64,
    request: u64,
    /// Its place among the events of its record.
    place: u64,
    event: String,
    data: Value,
}

impl EventLine {
    fn fields(self) -> [String; 9] {
        [
            self.stream,
            self.sequence.to_string(),
            self.time,
            self.actor,
            self.session.to_string(),
            self.request.to_string(),
            self.place.to_string(),
            self.event,
            self.data.to_string(),
        ]
    }
}
