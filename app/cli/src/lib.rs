//! The command line of Taisai, as a library so that tests and fuzzers can call it.
//!
//! One file per subcommand. Each turns its arguments into a page of text or a failure; only
//! this file talks to the terminal.

mod backup;
mod bars;
mod books;
mod clauses;
mod completions;
mod config;
mod counted;
mod csv;
mod data;
mod export;
mod failure;
mod journal_ask;
mod journal_head;
mod journal_project;
mod json;
mod json_object;
mod layout;
mod moments;
mod money;
mod odds;
mod odds_bias;
mod odds_compare;
mod odds_dice;
mod odds_ruin;
mod odds_session;
mod odds_slip;
mod odds_wish;
mod page;
mod replay;
mod replay_html;
mod replay_story;
mod replay_words;
mod restore;
mod rules_check;
mod rules_diff;
mod rules_list;
mod rules_show;
mod serve;
pub mod settle;
mod settle_batch;
mod simulate;
mod simulate_rounds;
mod simulate_sessions;
mod simulate_system;
mod simulate_watch;
mod staff;
mod told;
mod verify;
mod version;
mod write;

use std::io::{self, Write};
use std::process::ExitCode;

use clap::{Parser, Subcommand};

use crate::failure::{Failure, Status};

/// Taisai (大細): the casino dice game Sic Bo, played exactly by its rule documents.
#[derive(Debug, Parser)]
#[command(name = "taisai", version, max_term_width = 100, after_help = AFTER_HELP)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

const AFTER_HELP: &str = "\
Start with:
  taisai rules list                                      the rule books
  taisai settle --rules act --dice 4,4,2 --bet small=100 what a bet is worth after a roll
  taisai layout singapore-1 --dice 4,4,2                 the table, lit

Amounts are whole numbers of the smallest unit: 100 is one dollar.
Exit status: 0 done, 1 the answer is no, 2 wrong usage.";

#[derive(Debug, Subcommand)]
enum Command {
    /// Look at, check and compare rule books
    #[command(subcommand)]
    Rules(Rules),
    /// Say what bets are worth after a roll
    Settle(settle::Arguments),
    /// Work out the game's mathematics: a rule book's PAR sheet, slips, sessions, ruin, bias
    Odds(Box<odds::Arguments>),
    /// Roll the dice by the billion, or play sessions with a betting system, beside the exact odds
    Simulate(Box<simulate::Arguments>),
    /// Draw a table's layout, in the terminal or as an SVG for a sign
    Layout(layout::Arguments),
    /// Prove that a journal is what was written: chain, heads, replay, books, snapshots, cage
    Verify(verify::Arguments),
    /// Recreate a round of a table from its journal, or list its rounds
    Replay(replay::Arguments),
    /// Write every record of a journal as CSV or JSON lines
    Export(export::Arguments),
    /// Copy a journal, also while it is in use
    Backup(backup::Arguments),
    /// Put a backup where there is no journal
    Restore(restore::Arguments),
    /// Look at a journal, and ask it questions
    #[command(subcommand)]
    Journal(JournalCommand),
    /// List every clause, what the system does about it, and which tests show it
    Clauses(clauses::Arguments),
    /// Run the floor: tables, terminals, console, cage
    Serve(serve::Arguments),
    /// Run a floor to try: one table for each rule book, play money, ready-made log-ins
    Demo(serve::DemoArguments),
    /// Check a server's configuration, or print one in which everything is explained
    #[command(subcommand)]
    Config(config::ConfigCommand),
    /// Add the first administrators of a floor, list its people, let an administrator in again
    #[command(subcommand)]
    Staff(staff::Staff),
    /// Print completions for a shell
    Completions(completions::Arguments),
    /// Say which software this is: version, commit, and the hashes of binary, screens and rule
    /// books
    Version(version::Arguments),
}

#[derive(Debug, Subcommand)]
enum Rules {
    /// List the rule books
    List(rules_list::Arguments),
    /// Show a rule book: areas and odds, procedure, irregularities, with clauses
    Show(rules_show::Arguments),
    /// Check a house's own rule book, and say everything that is wrong with it
    Check(rules_check::Arguments),
    /// Show what differs between two rule books, side by side
    Diff(rules_diff::Arguments),
}

#[derive(Debug, Subcommand)]
enum JournalCommand {
    /// Show where every stream ends
    Head(journal_head::Arguments),
    /// Bring the tables that answer questions up to date
    Project(journal_project::Arguments),
    /// Ask for rounds, bets, meters, vouchers or acts
    Ask(journal_ask::Arguments),
}

/// Runs the command line of this process.
pub fn run() -> ExitCode {
    let wants_json = std::env::args_os().any(|argument| argument == "--json");
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(usage) if !wants_json || !usage.use_stderr() => usage.exit(),
        Err(usage) => return report(&Failure::of_usage(&usage), wants_json),
    };
    match execute(cli.command) {
        Ok(page) => print(&page),
        Err(failure) => report(&failure, wants_json),
    }
}

fn execute(command: Command) -> Result<String, Failure> {
    match command {
        Command::Rules(Rules::List(arguments)) => Ok(rules_list::run(&arguments)),
        Command::Rules(Rules::Show(arguments)) => rules_show::run(&arguments),
        Command::Rules(Rules::Check(arguments)) => rules_check::run(&arguments),
        Command::Rules(Rules::Diff(arguments)) => rules_diff::run(&arguments),
        Command::Settle(arguments) => settle::run(&arguments),
        Command::Odds(arguments) => odds::run(&arguments),
        Command::Simulate(arguments) => simulate::run(&arguments),
        Command::Layout(arguments) => layout::run(&arguments),
        Command::Verify(arguments) => verify::run(&arguments),
        Command::Replay(arguments) => replay::run(&arguments),
        Command::Export(arguments) => export::run(&arguments),
        Command::Backup(arguments) => backup::run(&arguments),
        Command::Restore(arguments) => restore::run(&arguments),
        Command::Journal(JournalCommand::Head(arguments)) => journal_head::run(&arguments),
        Command::Journal(JournalCommand::Project(arguments)) => journal_project::run(&arguments),
        Command::Journal(JournalCommand::Ask(arguments)) => journal_ask::run(&arguments),
        Command::Clauses(arguments) => clauses::run(&arguments),
        Command::Serve(arguments) => serve::run(&arguments),
        Command::Demo(arguments) => serve::run_demo(&arguments),
        Command::Config(command) => config::run(&command),
        Command::Staff(command) => staff::run(&command),
        Command::Completions(arguments) => Ok(completions::run(&arguments)),
        Command::Version(arguments) => Ok(version::run(&arguments)),
    }
}

/// Prints a page; anstream leaves the colours out where they are not wanted.
fn print(page: &str) -> ExitCode {
    let mut out = anstream::stdout().lock();
    match out.write_all(page.as_bytes()).and_then(|()| out.flush()) {
        Ok(()) => ExitCode::SUCCESS,
        // Whoever closed the pipe has seen enough.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => report(&Failure::of_output(&error), false),
    }
}

fn report(failure: &Failure, wants_json: bool) -> ExitCode {
    let text = if wants_json { failure.to_json(None) } else { failure.to_text() };
    // Nothing is left to say where even the complaint cannot be written.
    let _ = anstream::stderr().lock().write_all(text.as_bytes());
    match failure.status {
        Status::No => ExitCode::from(1),
        Status::Usage => ExitCode::from(2),
    }
}
