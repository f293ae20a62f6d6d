//! `taisai-promises`: runs proofs, reads their output, and writes PROMISES.md.

use std::fs::{self, File};
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, ExitStatus, Stdio};
use std::time::Instant;

use clap::{Parser, Subcommand};
use jiff::Timestamp;
use taisai_promises::{Outcome, Output, PROOFS, Proof, Reading, Run, Runs, page, proof, text_of};

/// Where the runs are stored, and the page generated from them.
const RUNS: &str = "proof/promises/runs.json";
const PAGE: &str = "PROMISES.md";
/// Where outputs are kept until the target folder is cleaned.
const OUTPUTS: &str = "target/promises";

#[derive(Parser)]
#[command(name = "taisai-promises", version)]
#[command(about = "Runs the proofs, keeps their figures, and writes PROMISES.md from them")]
struct Arguments {
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand)]
enum What {
    /// Runs proofs, all of them if none is named, and stores their figures
    Run {
        /// Which
        names: Vec<String>,
        /// The size, if not the full one
        #[arg(long)]
        size: Option<String>,
    },
    /// Stores the output of an earlier run
    Read {
        /// Of which proof
        name: String,
        /// The file with its output
        file: PathBuf,
        /// The commit it was made on
        #[arg(long)]
        commit: Option<String>,
        /// How long it took
        #[arg(long)]
        seconds: Option<u64>,
        /// The size that was run, if not the full one
        #[arg(long)]
        size: Option<String>,
    },
    /// Writes PROMISES.md from the stored runs
    Write,
    /// Lists the proofs with their commands
    List,
}

fn main() -> ExitCode {
    let done = match Arguments::parse().what {
        What::Run { names, size } => run_all(&names, size.as_deref()),
        What::Read { name, file, commit, seconds, size } => {
            let kept = Kept { file, commit, seconds, size };
            known(&name).and_then(|proof| kept.read(proof))
        }
        What::Write => in_turn(|_| ()),
        What::List => {
            list();
            Ok(())
        }
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("{why}");
            ExitCode::FAILURE
        }
    }
}

fn list() {
    for proof in PROOFS {
        println!("{:<8} {}", proof.name, command_of(proof, None));
    }
}

fn known(name: &str) -> Result<&'static Proof, String> {
    let names: Vec<&str> = PROOFS.iter().map(|proof| proof.name).collect();
    proof(name).ok_or_else(|| format!("{name} is not a proof; give one of {}", names.join(", ")))
}

fn command_of(proof: &Proof, size: Option<&str>) -> String {
    proof.command.replace("{size}", &size.map_or_else(|| proof.size.to_string(), str::to_owned))
}

fn run_all(names: &[String], size: Option<&str>) -> Result<(), String> {
    let asked: Vec<&Proof> = names.iter().map(|name| known(name)).collect::<Result<_, _>>()?;
    let chosen = if asked.is_empty() { PROOFS.iter().collect() } else { asked };
    let mut failed = Vec::new();
    for proof in chosen {
        if run_one(proof, size)? != Outcome::Passed {
            failed.push(proof.name);
        }
    }
    if failed.is_empty() { Ok(()) } else { Err(format!("failed: {}", failed.join(", "))) }
}

fn run_one(proof: &Proof, size: Option<&str>) -> Result<Outcome, String> {
    let (commit, command, began) = (commit(), command_of(proof, size), Instant::now());
    println!("{}: {command}", proof.name);
    let (status, printed) = streamed(proof, &command).map_err(|error| error.to_string())?;
    let text = match proof.output {
        Output::Printed => printed,
        Output::Written(file) => fs::read_to_string(root().join(file)).unwrap_or_default(),
    };
    let outcome = if status.success() { Outcome::Passed } else { Outcome::Failed };
    let run = Run {
        proof: proof.name.to_owned(),
        command,
        commit,
        date: day(Timestamp::now()),
        seconds: Some(began.elapsed().as_secs()),
        outcome,
        figures: Run::figures_of(proof, &text),
    };
    println!("{}: {outcome:?}, {:?}", proof.name, run.figures);
    in_turn(|runs| runs.add(run))?;
    Ok(outcome)
}

/// Runs a command, shows its output, and stores it.
fn streamed(proof: &Proof, command: &str) -> std::io::Result<(ExitStatus, String)> {
    fs::create_dir_all(root().join(OUTPUTS))?;
    if let Output::Written(file) = proof.output {
        forget(&root().join(file))?;
    }
    let mut kept = File::create(root().join(OUTPUTS).join(format!("{}.txt", proof.name)))?;
    let mut shell = Command::new("sh");
    shell.arg("-c").arg(format!("{{ {command}; }} 2>&1")).current_dir(root());
    let mut child = shell.stdin(Stdio::null()).stdout(Stdio::piped()).spawn()?;
    let mut text = String::new();
    let lines = BufReader::new(child.stdout.take().expect("it was piped"));
    for line in lines.split(b'\n') {
        let line = String::from_utf8_lossy(&line?).into_owned();
        println!("{line}");
        writeln!(kept, "{line}")?;
        text += &line;
        text.push('\n');
    }
    Ok((child.wait()?, text))
}

/// Removes the JSON of an earlier run, so that it is not read as this one's.
fn forget(file: &Path) -> std::io::Result<()> {
    let is_json = file.extension().is_some_and(|end| end == "json");
    if is_json && file.exists() { fs::remove_file(file) } else { Ok(()) }
}

/// A stored output, and what is known about its run.
struct Kept {
    file: PathBuf,
    commit: Option<String>,
    seconds: Option<u64>,
    size: Option<String>,
}

impl Kept {
    fn read(self, proof: &Proof) -> Result<(), String> {
        let wrong = |error: std::io::Error| format!("{}: {error}", self.file.display());
        let text = fs::read_to_string(&self.file).map_err(wrong)?;
        let changed = fs::metadata(&self.file).and_then(|file| file.modified()).map_err(wrong)?;
        let ended = Timestamp::try_from(changed).map_err(|error| error.to_string())?;
        let figures = Run::figures_of(proof, &text);
        if figures.is_empty() {
            return Err(format!("{} has no figure of {}", self.file.display(), proof.name));
        }
        let outcome = match proof.sign.given(&text) {
            Some(true) => Outcome::Passed,
            Some(false) => Outcome::Failed,
            None => Outcome::NotTold,
        };
        let commit = self.commit.or_else(|| text_of(&text, "commit"));
        let seconds = self.seconds.or_else(|| Reading::Field("seconds").number(&text));
        let run = Run {
            proof: proof.name.to_owned(),
            command: command_of(proof, self.size.as_deref()),
            commit: commit.unwrap_or_else(|| "unknown".to_owned()),
            date: day(ended),
            seconds,
            outcome,
            figures,
        };
        println!("{}: {outcome:?}, {:?}", proof.name, run.figures);
        in_turn(|runs| runs.add(run))
    }
}

/// Changes the runs and writes the page, one process at a time.
fn in_turn(change: impl FnOnce(&mut Runs)) -> Result<(), String> {
    let wrong = |error: std::io::Error| error.to_string();
    fs::create_dir_all(root().join(OUTPUTS)).map_err(wrong)?;
    let turn = File::create(root().join(OUTPUTS).join("turn")).map_err(wrong)?;
    turn.lock().map_err(wrong)?;
    let text = fs::read_to_string(root().join(RUNS)).unwrap_or_else(|_| "[]".to_owned());
    let mut runs = Runs::parse(&text).map_err(|error| error.to_string())?;
    change(&mut runs);
    replace(&root().join(RUNS), &runs.text()).map_err(wrong)?;
    replace(&root().join(PAGE), &page(&runs)).map_err(wrong)
}

/// Replaces a file as a whole, so that nobody ever sees half of it.
fn replace(file: &Path, text: &str) -> std::io::Result<()> {
    let next = file.with_extension("next");
    fs::write(&next, text)?;
    fs::rename(next, file)
}

fn day(moment: Timestamp) -> String {
    moment.strftime("%F").to_string()
}

/// The commit of the work tree, with a plus if a file has changed since.
fn commit() -> String {
    let asked = |arguments: &[&str]| {
        let result = Command::new("git").args(arguments).current_dir(root()).output().ok()?;
        let text = String::from_utf8(result.stdout).ok().filter(|_| result.status.success());
        text.map(|text| text.trim().to_owned())
    };
    let Some(head) = asked(&["rev-parse", "--short=9", "HEAD"]) else { return "unknown".into() };
    let others = [":/", ":!PROMISES.md", ":!proof/promises/runs.json"];
    let changed = asked(&[&["status", "--porcelain", "-uno", "--"], &others[..]].concat());
    if changed.is_none_or(|changed| changed.is_empty()) { head } else { format!("{head}+") }
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}
