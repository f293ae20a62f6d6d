//! `taisai config`: checks a server's configuration, or prints an example.

use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};
use serde_json::json;
use taisai_server::config::{Config, Mistake};

use crate::failure::{Detail, Failure};
use crate::output::json;
use crate::output::page::{GOOD, styled};

#[derive(Debug, Subcommand)]
pub(crate) enum ConfigCommand {
    /// Check a configuration, and list every mistake in it
    Check(CheckArguments),
    /// Print a configuration in which every setting is explained
    Example,
}

#[derive(Debug, Args)]
#[command(after_help = "\
Example:
  taisai config example > floor.toml
  taisai config check floor.toml

The rule books and certificates it names are read as well. Nothing is started or changed.")]
pub(crate) struct CheckArguments {
    /// The file
    #[arg(default_value = "floor.toml")]
    file: PathBuf,
    /// Answer in JSON
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(command: &ConfigCommand) -> Result<String, Failure> {
    match command {
        ConfigCommand::Check(arguments) => check(arguments),
        ConfigCommand::Example => Ok(Config::EXAMPLE.to_owned()),
    }
}

fn check(arguments: &CheckArguments) -> Result<String, Failure> {
    let file = &arguments.file;
    let config = read(file)?;
    let unapproved = config.unapproved.iter().map(|(_, mistake)| mistake.clone());
    let unapproved: Vec<Mistake> = unapproved.collect();
    if !unapproved.is_empty() {
        let details = unapproved.iter().map(|mistake| detail(file, mistake)).collect();
        return Err(unallowed(&unapproved).details(details));
    }
    let tables: Vec<u32> = config.tables.iter().map(|table| table.table.0).collect();
    if arguments.json {
        return Ok(json::line(&json!({ "sound": true, "tables": tables })));
    }
    let count = match tables.len() {
        1 => "1 table".to_owned(),
        count => format!("{count} tables"),
    };
    Ok(format!("{} is a {} configuration: {count}\n", file.display(), styled(GOOD, "sound")))
}

/// Reads a configuration, or lists every mistake in it.
pub(crate) fn read(path: &Path) -> Result<Config, Failure> {
    let shown = path.display();
    let unread = |why: String| {
        Failure::usage("unreadable-config", format!("cannot read {shown}: {why}"))
            .hint("taisai config example > floor.toml writes one to begin with")
    };
    let size = std::fs::metadata(path).map_err(|error| unread(error.to_string()))?.len();
    if size > Config::FILE_MAX as u64 {
        return Err(unread(format!("it is longer than {} bytes", Config::FILE_MAX)));
    }
    let text = std::fs::read_to_string(path).map_err(|error| unread(error.to_string()))?;
    let beside = path.parent().unwrap_or(Path::new("."));
    Config::read(&text, beside).map_err(|fault| unsound(path, &fault.0))
}

/// Tables outside their documents that nobody allows, as a check and a start say it.
pub(crate) fn unallowed(mistakes: &[Mistake]) -> Failure {
    let what = match mistakes.len() {
        1 => "1 setting needs an approval that the configuration does not name".to_owned(),
        count => format!("{count} settings need an approval that the configuration does not name"),
    };
    Failure::no("no-approval", what).hint(
        "taisai serve does not add such a table; one that exists already (config check cannot see \
         it) stays, and opens no round until the approval is named",
    )
}

fn unsound(path: &Path, mistakes: &[Mistake]) -> Failure {
    let count = match mistakes.len() {
        1 => "1 mistake".to_owned(),
        count => format!("{count} mistakes"),
    };
    let shown = path.display();
    Failure::no("unsound-config", format!("{shown} is not a sound configuration: {count}"))
        .details(mistakes.iter().map(|mistake| detail(path, mistake)).collect())
}

fn detail(path: &Path, mistake: &Mistake) -> Detail {
    let file = path.display().to_string();
    let Detail { text, mut json } = without_file(mistake);
    json["file"] = file.clone().into();
    Detail { text: format!("{file}:{text}"), json }
}

/// A mistake in the only configuration there is.
pub(crate) fn without_file(mistake: &Mistake) -> Detail {
    let Mistake { line, column, key, what } = mistake;
    let json = json!({ "line": line, "column": column, "key": key, "message": what });
    Detail { text: mistake.to_string(), json }
}
