//! `taisai journal`: looks at a journal, and queries it.

mod ask;
pub(crate) mod head;
mod project;

use clap::Subcommand;

use crate::failure::Failure;

#[derive(Debug, Subcommand)]
pub(crate) enum Journal {
    /// Show where every stream ends
    Head(head::Arguments),
    /// Bring the query tables up to date
    Project(project::Arguments),
    /// Query rounds, bets, meters, vouchers or acts
    Ask(ask::Arguments),
}

impl Journal {
    /// Runs the command, and returns the page to print.
    pub(crate) fn run(&self) -> Result<String, Failure> {
        match self {
            Self::Head(arguments) => head::run(arguments),
            Self::Project(arguments) => project::run(arguments),
            Self::Ask(arguments) => ask::run(arguments),
        }
    }
}
