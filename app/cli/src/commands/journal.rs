//! `taisai journal`: looking at a journal, and asking it questions.

mod ask;
pub(crate) mod head;
mod project;

use clap::Subcommand;

use crate::failure::Failure;

#[derive(Debug, Subcommand)]
pub(crate) enum Journal {
    /// Show where every stream ends
    Head(head::Arguments),
    /// Bring the tables that answer questions up to date
    Project(project::Arguments),
    /// Ask for rounds, bets, meters, vouchers or acts
    Ask(ask::Arguments),
}

impl Journal {
    /// Does it; the page to print, or why not.
    pub(crate) fn run(&self) -> Result<String, Failure> {
        match self {
            Self::Head(arguments) => head::run(arguments),
            Self::Project(arguments) => project::run(arguments),
            Self::Ask(arguments) => ask::run(arguments),
        }
    }
}
