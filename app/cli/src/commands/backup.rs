//! `taisai backup`: a copy of a journal, even while it is in use.

use std::path::PathBuf;

use clap::Args;
use taisai_journal::{Place, backup};

use crate::commands::journal::head::heads_page;
use crate::failure::Failure;
use crate::input::data::Data;

#[derive(Debug, Args)]
#[command(
    allow_missing_positional = true,
    after_help = "\
Example:
  taisai backup data backups/2026-03-01

Every record is read and its link checked: a broken journal is found when the backup is made,
not when it is needed. A server may keep writing meanwhile. The copy holds everything up to the
moment the command began; it can be verified, replayed, exported and restored.
The voucher key is not part of it: keep a copy of vouchers.key in another safe place."
)]
pub(crate) struct Arguments {
    #[command(flatten)]
    data: Data,
    /// The folder of the copy, which must not exist yet
    #[arg(value_name = "TO")]
    to: PathBuf,
}

/// With the key and the journal one can compute what is printed on vouchers.
const NO_KEY: &str = "not part of the copy: vouchers.key, the key of the vouchers; keep a copy \
                      of it in another safe place\n";

pub(crate) fn run(arguments: &Arguments) -> Result<String, Failure> {
    let to = &arguments.to;
    if let Some(Place::Postgres(_)) = to.to_str().map(Place::parse) {
        let message = "a backup is a folder; a database is what taisai restore makes of one";
        return Err(Failure::usage("bad-backup", message).hint("taisai backup DATA backups/today"));
    }
    let heads = backup(&arguments.data.place()?, &arguments.data.options(), to)
        .map_err(|fault| Failure::from(&fault))?;
    Ok(format!("copied to {}\n{}{NO_KEY}", to.display(), heads_page(&heads)))
}
