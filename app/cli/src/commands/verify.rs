//! `taisai verify`: whether a journal is what was written, to the last record.

use std::fmt::Write as _;

use clap::Args;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use serde_json::json;
use taisai_journal::{Expected, Journal, Options, Place, Whole, verify};

use crate::failure::Failure;
use crate::input::data::Data;
use crate::output::json;
use crate::output::money::grouped;
use crate::output::page::{Cell, GOOD, NAME, columns, headings, styled};

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  taisai verify data
  taisai verify postgres://auditor@db.example/floor --head other-disk/floor.heads
  taisai verify data --expect floor=709:4a3a91c0 --expect 3=1204:77ef02b1

Every record is read and its link recomputed, on all cores; every event is replayed, and after each
the books must agree in what it touched, and at regular points in everything; every snapshot that a
record names is rebuilt. The cage and the tables must agree about every voucher. Then each stream
must reach the head that is remembered outside the database, and have every head that --expect
names: one that somebody wrote down, that is printed on a voucher (the floor's, without its name),
or that taisai journal head --json printed, in full or its first digits. Nothing is changed, and a
server may keep writing meanwhile.
Ends with status 1 and the first bad record.")]
pub(crate) struct Arguments {
    #[command(flatten)]
    data: Data,
    /// A head that somebody wrote down: floor=NUMBER:HASH, or TABLE=NUMBER:HASH
    #[arg(long, value_name = "HEAD")]
    expect: Vec<Expected>,
    /// Answer in JSON
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(arguments: &Arguments) -> Result<String, Failure> {
    let (place, options) = (arguments.data.place()?, arguments.data.options());
    let whole = watched(&place, &options)?;
    let mut journal = arguments.data.open_read_only()?;
    for expected in &arguments.expect {
        expected.check(journal.store()).map_err(|fault| Failure::from(&fault))?;
    }
    Ok(if arguments.json { json::line(&answer(&whole)) } else { page(&whole) })
}

fn watched(place: &Place, options: &Options) -> Result<Whole, Failure> {
    // A journal whose end cannot be read is verified all the same, to name the record.
    let heads = Journal::open_read_only(place, options).map(|journal| journal.heads().clone());
    let bar = bar(heads.unwrap_or_default().values().map(|head| head.sequence).sum());
    let proved = verify(place, options, |_| bar.inc(1));
    bar.finish_and_clear();
    proved.map_err(|fault| Failure::from(&fault))
}

/// If standard error is not a terminal, nothing is drawn.
fn bar(records: u64) -> ProgressBar {
    let bar = ProgressBar::with_draw_target(Some(records), ProgressDrawTarget::stderr());
    let template = "{bar:30} {percent:>3} %  {human_pos} of {human_len} records  {eta} left";
    bar.set_style(ProgressStyle::with_template(template).expect("a sound template"));
    bar
}

fn page(whole: &Whole) -> String {
    let proved = &whole.streams;
    let mut rows = vec![headings(&["stream", "records", "events", "snapshots", "head"])];
    rows.extend(proved.iter().map(|stream| {
        vec![
            Cell::new(stream.stream.to_string()).style(NAME),
            Cell::new(grouped(&stream.head.sequence.to_string())).right(),
            Cell::new(grouped(&stream.events.to_string())).right(),
            Cell::new(grouped(&stream.snapshots.to_string())).right(),
            Cell::new(stream.head.link.to_string()),
        ]
    }));
    let mut page = format!("journal {}\n{}", whole.id, columns(&rows));
    let unnamed: usize = proved.iter().map(|stream| stream.unnamed).sum();
    if unnamed > 0 {
        let unnamed = grouped(&unnamed.to_string());
        let _ = writeln!(page, "snapshots that no record names, and that no start uses: {unnamed}");
    }
    let all = "whole: chain, heads, replay, books, snapshots, cage and tables";
    let _ = writeln!(page, "{}", styled(GOOD, all));
    page
}

fn answer(whole: &Whole) -> serde_json::Value {
    let streams: Vec<_> = whole
        .streams
        .iter()
        .map(|stream| {
            json!({
                "stream": stream.stream.to_string(),
                "records": stream.head.sequence,
                "link": stream.head.link.to_string(),
                "events": stream.events,
                "snapshots": stream.snapshots,
                "unnamed_snapshots": stream.unnamed,
            })
        })
        .collect();
    json!({ "journal": whole.id.to_string(), "whole": true, "streams": streams })
}
