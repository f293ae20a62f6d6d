//! The command line of Taisai, as a library so that tests and fuzzers can call it.
//!
//! `commands` nests as the commands do, one file for each. Each turns its arguments into a page of
//! text or a failure; only this file talks to the terminal. `input` and `output` are shared.

mod commands;
mod failure;
mod input;
mod output;

use std::io::{self, Write};
use std::process::ExitCode;

use clap::Parser;

use crate::commands::Command;
use crate::failure::{Failure, Status};

pub use crate::commands::settle;

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

/// Runs the command line of this process.
pub fn run() -> ExitCode {
    let wants_json = std::env::args_os().any(|argument| argument == "--json");
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(usage) if !wants_json || !usage.use_stderr() => usage.exit(),
        Err(usage) => return report(&Failure::of_usage(&usage), wants_json),
    };
    match cli.command.run() {
        Ok(page) => print(&page),
        Err(failure) => report(&failure, wants_json),
    }
}

/// Prints a page; anstream strips the colours where they are not wanted.
fn print(page: &str) -> ExitCode {
    let mut out = anstream::stdout().lock();
    match out.write_all(page.as_bytes()).and_then(|()| out.flush()) {
        Ok(()) => ExitCode::SUCCESS,
        // The reader closed the pipe: it has seen enough.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => report(&Failure::of_output(&error), false),
    }
}

fn report(failure: &Failure, wants_json: bool) -> ExitCode {
    let text = if wants_json { failure.to_json(None) } else { failure.to_text() };
    // If even the error message cannot be written, there is nothing left to do.
    let _ = anstream::stderr().lock().write_all(text.as_bytes());
    match failure.status {
        Status::No => ExitCode::from(1),
        Status::Usage => ExitCode::from(2),
    }
}
