//! `taisai rules`: shows, checks and compares rule books.

mod check;
mod diff;
mod list;
mod show;

use clap::Subcommand;

use crate::failure::Failure;

#[derive(Debug, Subcommand)]
pub(crate) enum Rules {
    /// List the rule books
    List(list::Arguments),
    /// Show a rule book: areas and odds, procedure, irregularities, with clauses
    Show(show::Arguments),
    /// Check a house's own rule book, and list every mistake in it
    Check(check::Arguments),
    /// Show what differs between two rule books, side by side
    Diff(diff::Arguments),
}

impl Rules {
    /// Runs the command, and returns the page to print.
    pub(crate) fn run(&self) -> Result<String, Failure> {
        match self {
            Self::List(arguments) => Ok(list::run(arguments)),
            Self::Show(arguments) => show::run(arguments),
            Self::Check(arguments) => check::run(arguments),
            Self::Diff(arguments) => diff::run(arguments),
        }
    }
}
