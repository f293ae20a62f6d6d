//! `taisai journal project`: brings the query tables up to date.

use clap::Args;
use taisai_journal::{ProjectFault, Projector};

use crate::failure::Failure;
use crate::input::data::Data;
use crate::output::money::grouped;

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  taisai journal project data
  taisai journal project data --rebuild

The tables stand in the journal's own database and hold nothing that is not in its records. A
folder has one writer at a time: while a server runs there, project a backup instead. A database
is projected beside its servers.")]
pub(crate) struct Arguments {
    #[command(flatten)]
    data: Data,
    /// Drop the tables first and rebuild them from the first record
    #[arg(long)]
    rebuild: bool,
}

pub(crate) fn run(arguments: &Arguments) -> Result<String, Failure> {
    let (place, options) = (arguments.data.place()?, arguments.data.options());
    let mut projector = Projector::open(&place, &options).map_err(|fault| unprojected(&fault))?;
    if arguments.rebuild {
        projector.forget().map_err(|fault| unprojected(&fault))?;
    }
    let taken = projector.catch_up().map_err(|fault| unprojected(&fault))?;
    Ok(match taken {
        0 => "up to date\n".to_owned(),
        1 => "up to date, 1 record added\n".to_owned(),
        taken => format!("up to date, {} records added\n", grouped(&taken.to_string())),
    })
}

pub(crate) fn unprojected(fault: &ProjectFault) -> Failure {
    match fault {
        ProjectFault::Read(fault) => Failure::from(fault),
        ProjectFault::Store(fault) => Failure::from(fault),
        ProjectFault::Nothing => {
            Failure::no("not-projected", fault.to_string()).hint("run taisai journal project first")
        }
        ProjectFault::NotShared => Failure::no("not-shared", fault.to_string()).hint(
            "the owner of the journal runs taisai journal project again: it grants access to \
             everybody who may read the records",
        ),
    }
}
