//! `taisai restore`: a backup put where there is no journal.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use clap::Args;
use taisai_floor::{self as floor, Floor, LoginName, Notice};
use taisai_journal::stored::{Actor, Body, Entry, Stamp};
use taisai_journal::{
    Acceptance, Accepted, Batch, Head, Journal, OpenFault, Options, Place, Stream, check_restore,
    restore,
};
use taisai_table::{Reason, RequestId, SessionId, Time};

use crate::data::{self, rebuilt, uncopied, unopened, unstored};
use crate::failure::Failure;
use crate::journal_head::heads_page;
use crate::moments::now;

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  taisai restore backups/2026-03-01 data
  taisai restore backups/2026-03-01 data --accept-old --by ng.mei --reason \"disk lost, case 118\"

A backup older than what is remembered of the journal is refused: bets that were acknowledged are
missing in it. Where nothing newer is left, a named person may accept it; who, why, and what was
remembered becomes the first new record of the floor.")]
pub(crate) struct Arguments {
    /// The folder of the backup
    #[arg(value_name = "FROM")]
    from: PathBuf,
    /// The folder of the journal, or the postgres:// address of an empty database
    #[arg(value_name = "TO")]
    to: String,
    #[command(flatten)]
    head: data::Head,
    /// Take the backup although it is not what is remembered
    #[arg(long, requires = "by", requires = "reason")]
    accept_old: bool,
    /// Who takes it, by the name they log in with
    #[arg(long, value_name = "NAME", requires = "accept_old")]
    by: Option<String>,
    /// Why
    #[arg(long, value_name = "TEXT", requires = "accept_old")]
    reason: Option<String>,
}

pub(crate) fn run(arguments: &Arguments) -> Result<String, Failure> {
    let signed = Signed::of(arguments)?;
    let (to, options) = (Place::parse(&arguments.to), arguments.head.options());
    match &signed {
        None => check_restore(&arguments.from, &to, &options)
            .map_err(|fault| uncopied(&fault).hint(ACCEPT))?,
        Some(signed) => check_known(&arguments.from, &signed.by)?,
    }
    let heads = restore(&arguments.from, &to, &options).map_err(|fault| uncopied(&fault))?;
    let restored = format!("restored to {to}\n{}", heads_page(&heads));
    let Some(signed) = signed else { return Ok(restored) };
    let acceptance = Acceptance { by: signed.by.to_string(), reason: signed.reason.to_string() };
    let mut journal = Journal::accept_old_copy(&to, &options, &acceptance)
        .map_err(|fault: OpenFault| unopened(&fault))?;
    let Some(accepted) = journal.accepted().cloned() else {
        return Ok(restored + "it is what is remembered: nobody had to accept it\n");
    };
    record(&mut journal, &accepted, &signed)?;
    Ok(format!("{restored}accepted by {}: recorded in the floor's stream\n", signed.by))
}

/// Whoever accepts an old copy works there, as the copy itself says.
fn check_known(backup: &Path, by: &LoginName) -> Result<(), Failure> {
    let place = Place::Folder(backup.to_owned());
    let journal = Journal::look(&place, &Options::default());
    let floor = rebuilt(&mut journal.map_err(|fault| unopened(&fault))?)?.floor;
    match floor.member_named(by) {
        Some(_) => Ok(()),
        None => Err(Failure::no("nobody", format!("nobody here logs in as {by}"))
            .hint("taisai staff list --data FROM")),
    }
}

const ACCEPT: &str = "restore a newer backup; where there is none, a named person may accept this \
                      one: --accept-old --by NAME --reason TEXT";

/// Who accepts an old copy, and why.
struct Signed {
    by: LoginName,
    reason: Reason,
}

impl Signed {
    fn of(arguments: &Arguments) -> Result<Option<Self>, Failure> {
        let (Some(by), Some(reason)) = (&arguments.by, &arguments.reason) else { return Ok(None) };
        let by = LoginName::new(by).ok_or_else(|| {
            let message = format!("--by {by:?}: not a name to log in with");
            Failure::usage("bad-name", message).hint("small letters, digits, . - and _")
        })?;
        let reason = Reason::new(reason).ok_or_else(|| {
            let message = "--reason: one line, not empty and not too long";
            Failure::usage("bad-reason", message).hint("--reason \"disk lost, case 118\"")
        })?;
        Ok(Some(Self { by, reason }))
    }
}

/// Writes down who accepted what, once for every stream that is not what was remembered.
fn record(journal: &mut Journal, accepted: &Accepted, signed: &Signed) -> Result<(), Failure> {
    let replay = rebuilt(journal)?;
    let (mut floor, time) = (replay.floor, now());
    let mut batch = Batch::new(Stream::Floor, replay.head);
    for (expected, found) in differences(accepted) {
        let Signed { by, reason } = signed;
        let (by, reason) = (by.clone(), reason.clone());
        let notice = Notice::OldJournalAccepted { by, reason, expected, found };
        let (request, events) = noted(&mut floor, notice, time)?;
        let sequence = batch.head().sequence + 1;
        let (actor, session) = (Actor::Host, SessionId(0));
        let stamp = Stamp { sequence, time, actor, session, request };
        batch.push(&Entry { stamp, body: Body::FloorHappened(events) }.encode());
    }
    journal.append(&[batch]).map_err(|fault| unstored(&fault))
}

fn noted(
    floor: &mut Floor,
    notice: Notice,
    time: Time,
) -> Result<(RequestId, Vec<floor::Event>), Failure> {
    let from = floor::Asker::Host;
    let id = RequestId(floor.last_request(from).map_or(1, |last| last.0 + 1));
    let request = floor::Request { from, id, command: floor::Command::Note(notice) };
    let events = floor.decide(&request, time).map_err(|refusal| {
        Failure::no("not-recorded", format!("the floor does not take it down: {refusal}"))
    })?;
    for event in &events {
        floor.apply(event, time);
    }
    Ok((id, events))
}

/// What was remembered and what was found of every stream where the two differ; of the floor, where
/// nothing could be remembered.
fn differences(accepted: &Accepted) -> Vec<(floor::Head, floor::Head)> {
    let nothing = floor::Head { sequence: 0, hash: [0; 32] };
    let noted = |head: &Head| floor::Head { sequence: head.sequence, hash: head.link.0 };
    let found = |stream| accepted.found.get(&stream).map_or(nothing, noted);
    let remembered = accepted.remembered.clone().unwrap_or_default();
    let streams: BTreeSet<Stream> = remembered.keys().copied().collect();
    let pairs = streams
        .into_iter()
        .map(|stream| (remembered.get(&stream).map_or(nothing, noted), found(stream)));
    let pairs: Vec<_> = pairs.filter(|(expected, found)| expected != found).collect();
    if pairs.is_empty() { vec![(nothing, found(Stream::Floor))] } else { pairs }
}
