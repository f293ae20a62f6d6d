//! Failures on the command line: what was wrong, and what would be right.

use std::io;

use serde_json::Value;

/// Why a command ended without doing what was asked.
#[derive(Debug)]
pub(crate) struct Failure {
    pub(crate) status: Status,
    /// A short stable name, for programs.
    pub(crate) kind: &'static str,
    pub(crate) message: String,
    pub(crate) hint: Option<String>,
    /// More for programs, and for people one line each.
    pub(crate) details: Vec<Detail>,
}

/// What the exit status says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Status {
    /// The answer is no.
    No,
    /// The command was wrong.
    Usage,
}

/// One of several mistakes.
#[derive(Debug)]
pub(crate) struct Detail {
    pub(crate) text: String,
    pub(crate) json: Value,
}

impl Failure {
    pub(crate) fn usage(kind: &'static str, message: impl Into<String>) -> Self {
        Self::new(Status::Usage, kind, message)
    }

    pub(crate) fn no(kind: &'static str, message: impl Into<String>) -> Self {
        Self::new(Status::No, kind, message)
    }

    fn new(status: Status, kind: &'static str, message: impl Into<String>) -> Self {
        Self { status, kind, message: message.into(), hint: None, details: Vec::new() }
    }

    pub(crate) fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }

    pub(crate) fn details(mut self, details: Vec<Detail>) -> Self {
        self.details = details;
        self
    }

    /// Clap's message about a command line it cannot parse.
    pub(crate) fn of_usage(error: &clap::Error) -> Self {
        let text = error.render().to_string();
        let message: Vec<&str> = text
            .lines()
            .map(str::trim)
            .take_while(|line| !line.starts_with("Usage:") && !line.starts_with("For more"))
            .filter(|line| !line.is_empty())
            .collect();
        let message = message.join(" ");
        Self::usage("usage", message.trim_start_matches("error: ")).hint("taisai --help")
    }

    pub(crate) fn of_output(error: &io::Error) -> Self {
        Self::no("output", format!("cannot write the answer: {error}"))
    }
}
