//! The subcommands of `taisai`, one file or folder for each.

mod backup;
mod clauses;
mod completions;
mod config;
mod export;
mod journal;
mod layout;
mod odds;
mod replay;
mod restore;
mod rules;
mod serve;
pub mod settle;
mod simulate;
mod staff;
mod verify;
mod version;

use clap::Subcommand;

use crate::failure::Failure;

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Look at, check and compare rule books
    #[command(subcommand)]
    Rules(rules::Rules),
    /// Say what bets are worth after a roll
    Settle(settle::Arguments),
    /// Compute the game's mathematics: a rule book's PAR sheet, slips, sessions, ruin, bias
    Odds(Box<odds::Arguments>),
    /// Roll the dice by the billion, or play sessions with a betting system, beside the exact odds
    Simulate(Box<simulate::Arguments>),
    /// Draw a table's layout, in the terminal or as an SVG for a sign
    Layout(layout::Arguments),
    /// Verify that a journal is what was written: chain, heads, replay, books, snapshots, cage
    Verify(verify::Arguments),
    /// Recreate a round of a table from its journal, or list its rounds
    Replay(replay::Arguments),
    /// Write every record of a journal as CSV or JSON lines
    Export(export::Arguments),
    /// Copy a journal, even while it is in use
    Backup(backup::Arguments),
    /// Put a backup where there is no journal
    Restore(restore::Arguments),
    /// Look at a journal, and query it
    #[command(subcommand)]
    Journal(journal::Journal),
    /// List every clause, what the system does about it, and which tests show it
    Clauses(clauses::Arguments),
    /// Run the floor: tables, terminals, console, cage
    Serve(serve::Arguments),
    /// Run a demo floor: one table for each rule book, play money, ready-made log-ins
    Demo(serve::DemoArguments),
    /// Check a server's configuration, or print one in which everything is explained
    #[command(subcommand)]
    Config(config::ConfigCommand),
    /// Add the first administrators of a floor, list its people, reset an administrator's password
    #[command(subcommand)]
    Staff(staff::Staff),
    /// Print completions for a shell
    Completions(completions::Arguments),
    /// Show which software this is: version, commit, and the hashes of binary, screens and rule
    /// books
    Version(version::Arguments),
}

impl Command {
    /// Runs the command, and returns the page to print.
    pub(crate) fn run(self) -> Result<String, Failure> {
        match self {
            Self::Rules(command) => command.run(),
            Self::Settle(arguments) => settle::run(&arguments),
            Self::Odds(arguments) => odds::run(&arguments),
            Self::Simulate(arguments) => simulate::run(&arguments),
            Self::Layout(arguments) => layout::run(&arguments),
            Self::Verify(arguments) => verify::run(&arguments),
            Self::Replay(arguments) => replay::run(&arguments),
            Self::Export(arguments) => export::run(&arguments),
            Self::Backup(arguments) => backup::run(&arguments),
            Self::Restore(arguments) => restore::run(&arguments),
            Self::Journal(command) => command.run(),
            Self::Clauses(arguments) => clauses::run(&arguments),
            Self::Serve(arguments) => serve::run(&arguments),
            Self::Demo(arguments) => serve::run_demo(&arguments),
            Self::Config(command) => config::run(&command),
            Self::Staff(command) => staff::run(&command),
            Self::Completions(arguments) => Ok(completions::run(&arguments)),
            Self::Version(arguments) => Ok(version::run(&arguments)),
        }
    }
}
