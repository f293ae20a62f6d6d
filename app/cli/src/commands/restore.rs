//! `taisai restore`: puts a backup where there is no journal.

use std::path::{Path, PathBuf};

use clap::Args;
use taisai_floor::LoginName;
use taisai_journal::{
    Acceptance, BackupFault, Batch, Journal, OpenFault, Options, Place, Stream, check_restore,
    last_time, restore, restore_accepted,
};
use taisai_server::run::gap;
use taisai_server::run::gap::GapFault;
use taisai_server::run::key::KeyFile;
use taisai_server::run::offline::{OfflineFloor, acceptance_of};
use taisai_server::run::start::Records;
use taisai_server::world::clock::{SystemWall, Wall as _};
use taisai_table::{Reason, Time};

use crate::commands::journal::head::heads_page;
use crate::commands::serve::unbelieved;
use crate::commands::staff::refused;
use crate::failure::Failure;
use crate::input::data;
use crate::output::moments::moment;

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  taisai restore backups/2026-03-01 data
  taisai restore backups/2026-03-01 data --accept-old --by ng.mei --reason \"disk lost, case 118\"

A backup older than the remembered heads of the journal is refused: acknowledged bets are missing
from it. If there is nothing newer, a member of staff may accept it; who, why, and the remembered
heads become the first new record of the floor. From then on voucher numbers continue in a new
series, and two people may honour vouchers whose records were lost.

A restore to a place without remembered heads needs --accept-old too: on another machine, and into a
database without --head. The voucher key is in no backup: put your copy of
vouchers.key back.")]
pub(crate) struct Arguments {
    /// The folder of the backup
    #[arg(value_name = "FROM")]
    from: PathBuf,
    /// The folder of the journal, or the postgres:// address of an empty database
    #[arg(value_name = "TO", env = "TAISAI_DATA", hide_env_values = true)]
    to: Option<String>,
    #[command(flatten)]
    head: data::Head,
    /// Accept the backup although it does not match the remembered heads
    #[arg(long, requires = "by", requires = "reason")]
    accept_old: bool,
    /// Who accepts it: a log-in name
    #[arg(long, value_name = "NAME", requires = "accept_old")]
    by: Option<String>,
    /// Why
    #[arg(long, value_name = "TEXT", requires = "accept_old")]
    reason: Option<String>,
}

pub(crate) fn run(arguments: &Arguments) -> Result<String, Failure> {
    let (acceptance, now) = (acceptance(arguments)?, SystemWall.shows());
    gap::check_sane(now).map_err(|fault| unbelieved(&fault))?;
    let (to, options) = (data::place(arguments.to.as_deref())?, arguments.head.options());
    match &acceptance {
        None => {
            check_restore(&arguments.from, &to, &options).map_err(|fault| unaccepted(&fault))?;
        }
        Some(acceptance) => {
            let batch = check_signed(&arguments.from, acceptance, &to, now)?;
            if let (Place::Postgres(address), None) = (&to, &options.sidecar) {
                let by = &acceptance.by;
                let heads = restore_accepted(&arguments.from, address, &options, &batch)
                    .map_err(|fault| Failure::from(&fault))?;
                let page = format!("restored to {to}\n{}{}", heads_page(&heads), key_page(&to));
                return Ok(page + &accepted_page(by, now));
            }
        }
    }
    let heads = restore(&arguments.from, &to, &options).map_err(|fault| Failure::from(&fault))?;
    let restored = format!("restored to {to}\n{}{}", heads_page(&heads), key_page(&to));
    let Some(acceptance) = acceptance else { return Ok(restored) };
    let by = acceptance.by.clone();
    let (acceptance, time_said) = (Some(acceptance), None);
    let records = Records { place: to, options, acceptance, time_said };
    let mut offline = OfflineFloor::open(records).map_err(|fault| refused(&fault))?;
    if !offline.is_accepted() {
        return Ok(restored + "it matches the remembered heads: nobody had to accept it\n");
    }
    offline.accept().map_err(|fault| refused(&fault))?;
    Ok(restored + &accepted_page(&by, offline.last()))
}

fn accepted_page(by: &str, at: Time) -> String {
    format!("accepted by {by} at {}: recorded in the floor's stream\n", moment(at))
}

/// Suggests accepting the copy only if it can be accepted.
fn unaccepted(fault: &BackupFault) -> Failure {
    let failure = Failure::from(fault);
    match fault {
        BackupFault::Open(OpenFault::Heads { .. } | OpenFault::NothingRemembered { .. }) => {
            failure.hint(ACCEPT)
        }
        BackupFault::Open(_) | BackupFault::Read(_) | BackupFault::Write(_) => failure,
    }
}

/// The voucher key is in no backup: with the key and the journal one can compute what is printed
/// on vouchers that are not redeemed.
fn key_page(to: &Place) -> String {
    let key = match to {
        Place::Folder(folder) => folder.join(KeyFile::NAME),
        Place::Postgres(_) => return format!("{NO_KEY} the file that serve takes with --key\n"),
    };
    if key.exists() {
        return format!("the voucher key is there: {}\n", key.display());
    }
    format!("{NO_KEY} {} before the server starts\n", key.display())
}

const NO_KEY: &str = "the voucher key is in no backup: put your copy of it back,";

/// Who accepts an old copy, and why.
fn acceptance(arguments: &Arguments) -> Result<Option<Acceptance>, Failure> {
    let (Some(by), Some(reason)) = (&arguments.by, &arguments.reason) else { return Ok(None) };
    if LoginName::new(by).is_none() {
        let message = format!("--by {by:?}: not a name to log in with");
        return Err(Failure::usage("bad-name", message).hint("small letters, digits, . - and _"));
    }
    if Reason::new(reason).is_none() {
        let message = "--reason: one line, not empty and not too long";
        let failure = Failure::usage("bad-reason", message);
        return Err(failure.hint("--reason \"disk lost, case 118\""));
    }
    Ok(Some(Acceptance { by: by.clone(), reason: reason.clone() }))
}

/// What the floor records when a copy is accepted: by a person who is staff according to the copy
/// itself, at a clock that has reached the time of the copy's last record.
fn check_signed(
    backup: &Path,
    acceptance: &Acceptance,
    to: &Place,
    found: Time,
) -> Result<Batch, Failure> {
    let place = Place::Folder(backup.to_owned());
    let copy = Journal::open_read_only(&place, &Options::default());
    let mut copy = copy.map_err(|fault| Failure::from(&fault))?;
    let batch = acceptance_of(&mut copy, acceptance, to).map_err(|fault| refused(&fault))?;
    let streams: Vec<Stream> = copy.heads().keys().copied().collect();
    for stream in streams {
        let last = last_time(copy.store(), stream).map_err(|fault| Failure::from(&fault))?;
        if let Some(last) = last.filter(|last| gap::behind((*last, found)).is_some()) {
            return Err(unbelieved(&GapFault::Behind { last, found }));
        }
    }
    Ok(batch)
}

const ACCEPT: &str = "restore a newer backup; where there is none, a named person may accept this \
                      one: --accept-old --by NAME --reason TEXT";
