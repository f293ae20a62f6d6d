//! `taisai-sim`: runs many nights, or one with a trace.

use std::io::{IsTerminal, Write as _};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use clap::{Args, Parser, Subcommand};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use mimalloc::MiMalloc;
use serde_json::{Map, Value, json};
use taisai_sim::asks::{AskKind, Cell, Mishap};
use taisai_sim::auditor::Broken;
use taisai_sim::disk::Fate;
use taisai_sim::every::{Crashes, Survived};
use taisai_sim::many::{Season, Sum};
use taisai_sim::night::{Failure, Trace, hex, run};
use taisai_sim::plan::{Kind, Plan, SimTable, Trouble};
use taisai_sim::shrink::shrink;
use taisai_sim::tally::{Situation, Tally};

#[global_allocator]
static MEMORY: MiMalloc = MiMalloc;

/// A whole floor on one thread from one seed, with faults and checks.
#[derive(Parser)]
#[command(name = "taisai-sim", version)]
struct Command {
    #[command(subcommand)]
    many: Option<Many>,
    #[command(flatten)]
    one: One,
}

#[derive(Subcommand)]
enum Many {
    /// Runs many seeds; fails on a broken promise, or on a situation that never occurred.
    Run(Run),
    /// Plays one script again and again, with a crash at every operation of the disk in every way.
    EveryCrash(EveryCrash),
}

#[derive(Args)]
struct EveryCrash {
    /// How many rounds the script has.
    #[arg(long, default_value_t = 50)]
    rounds: u64,
    /// Only every Nth operation.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..))]
    step: u64,
    /// How many at a time, each on its own thread.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    jobs: u16,
    /// Plays only the script that crashes at this operation, with a trace.
    #[arg(long, requires = "fate")]
    at: Option<u64>,
    /// How the disk fails there: kept, lost, torn or fails.
    #[arg(long, requires = "at", value_parser = fate_of)]
    fate: Option<Fate>,
    /// Writes the figures here too.
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
}

#[derive(Args)]
struct Run {
    /// How many.
    #[arg(long, default_value_t = 100)]
    seeds: u64,
    /// The first.
    #[arg(long, default_value_t = 0)]
    from: u64,
    /// How many at a time, each on its own thread.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    jobs: u16,
    /// Runs each of them twice and compares every byte.
    #[arg(long)]
    twice: bool,
    /// Does not fail if a situation never occurred: for a few seeds.
    #[arg(long)]
    few: bool,
    /// Continues after a broken promise, and lists every failed seed at the end.
    #[arg(long)]
    keep_going: bool,
    /// Starts no new seed after this many minutes.
    #[arg(long)]
    minutes: Option<u64>,
    /// Writes the figures here too, every few seconds and at the end.
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
}

/// One night.
#[derive(Args)]
struct One {
    /// The seed.
    #[arg(long)]
    seed: Option<u64>,
    /// Prints everything as it happens.
    #[arg(long)]
    trace: bool,
    /// Finds the shortest plan that still fails.
    #[arg(long)]
    shrink: bool,
    /// Another length than the seed's.
    #[arg(long)]
    seconds: Option<u64>,
    /// Another number of terminals at each table than the seed's.
    #[arg(long)]
    seats: Option<u16>,
    /// Other tables than the seed's: book:kind, the book by its place in the library.
    #[arg(long, value_delimiter = ',')]
    tables: Vec<String>,
    /// Other troubles than the seed's, or none.
    #[arg(long, value_delimiter = ',')]
    troubles: Vec<String>,
    /// Other mishaps than the seed's, as leave:answerlost, or none.
    #[arg(long, value_delimiter = ',')]
    mishaps: Vec<String>,
}

fn main() -> ExitCode {
    let command = Command::parse();
    let outcome = match (command.many, command.one.seed) {
        (Some(Many::Run(run)), _) => many(&run),
        (Some(Many::EveryCrash(every)), _) => every_crash(&every),
        (None, Some(seed)) => one(seed, &command.one),
        (None, None) => Err("say run --seeds N, every-crash, or --seed S".to_owned()),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("{why}");
            ExitCode::FAILURE
        }
    }
}

/// The commit of the sources, if known, and whether they differ from it.
fn commit() -> String {
    let asked =
        std::process::Command::new("git").args(["describe", "--always", "--dirty"]).output();
    let told = asked.ok().filter(|told| told.status.success());
    told.map_or_else(
        || "unknown".into(),
        |told| String::from_utf8_lossy(&told.stdout).trim().into(),
    )
}

fn failed(plan: &Plan, failure: &Failure) -> String {
    format!("{}\n  cargo run --release -p taisai-sim -- {plan} --trace", told(failure))
}

fn many(run: &Run) -> Result<(), String> {
    let season = Season {
        from: run.from,
        seeds: run.seeds,
        jobs: run.jobs.into(),
        twice: run.twice,
        goes_on: run.keep_going,
        at_most: run.minutes.map(|minutes| Duration::from_secs(minutes * 60)),
    };
    let figures = Figures { begun: Instant::now(), commit: commit(), season };
    let (bar, mut written) = (progress(run.seeds, "seeds")?, Instant::now());
    let sum = season.run(|sum| {
        let Tally { rounds, .. } = sum.tally;
        bar.set_message(format!("{rounds} rounds, {} failed", sum.failed.len()));
        bar.set_position(sum.nights);
        if let Some(file) = &run.json
            && written.elapsed() > Duration::from_secs(10)
        {
            // A failed write is reported at the end.
            let _ = write(file, &figures.json(sum));
            written = Instant::now();
        }
    });
    bar.finish_and_clear();
    if let Some(file) = &run.json {
        write(file, &figures.json(&sum)).map_err(|error| format!("{}: {error}", file.display()))?;
    }
    figures.print(&sum);
    verdict(&sum, run.few)
}

fn verdict(sum: &Sum, few: bool) -> Result<(), String> {
    if !sum.failed.is_empty() {
        let told: Vec<String> =
            sum.failed.iter().map(|(plan, found)| failed(plan, found)).collect();
        return Err(told.join("\n"));
    }
    let (missing, empty) = (sum.tally.missing(), sum.tally.table.missing());
    if few || (missing.is_empty() && empty.is_empty()) {
        return Ok(());
    }
    let empty: Vec<String> = empty.into_iter().map(Cell::word).collect();
    Err(format!(
        "these situations never came up: {missing:?}\nthese mishaps befell no ask: {}",
        empty.join(" ")
    ))
}

fn progress(count: u64, what: &str) -> Result<ProgressBar, String> {
    let target = if std::io::stderr().is_terminal() {
        ProgressDrawTarget::stderr()
    } else {
        ProgressDrawTarget::hidden()
    };
    let style = format!("{{bar:40}} {{pos}}/{{len}} {what}  {{msg}}  {{eta}} left");
    let style = ProgressStyle::with_template(&style);
    let bar = ProgressBar::with_draw_target(Some(count), target);
    bar.set_style(style.map_err(|error| error.to_string())?);
    Ok(bar)
}

/// A reader sees either the old figures or the new ones.
fn write(file: &Path, figures: &Value) -> std::io::Result<()> {
    let beside = file.with_extension("new");
    let mut new = std::fs::File::create(&beside)?;
    writeln!(new, "{figures:#}")?;
    std::fs::rename(beside, file)
}

/// The figures of a run, for people and for programs.
struct Figures {
    begun: Instant,
    commit: String,
    season: Season,
}

impl Figures {
    fn json(&self, sum: &Sum) -> Value {
        let seconds = self.begun.elapsed().as_secs_f64();
        let mut told = Map::new();
        told.insert("commit".into(), json!(self.commit));
        told.insert("first_seed".into(), json!(self.season.from));
        told.insert("seeds_wanted".into(), json!(self.season.seeds));
        told.insert("seeds".into(), json!(sum.nights));
        told.insert("jobs".into(), json!(self.season.jobs));
        told.insert("each_twice".into(), json!(self.season.twice));
        told.insert("seconds".into(), json!(seconds));
        told.insert("simulated_seconds".into(), json!(sum.tally.simulated_ms / 1_000));
        told.insert("ratio_to_real_time".into(), json!(ratio(&sum.tally, seconds)));
        told.insert("violations".into(), json!(sum.failed.len()));
        let failed = sum.failed.iter().map(|(plan, failure)| {
            let Failure { broken: Broken { promise, seen }, at_ms } = failure;
            json!({ "plan": plan.to_string(), "promise": promise, "seen": seen, "at_ms": at_ms })
        });
        told.insert("failed".into(), failed.collect());
        for (what, count) in sum.tally.figures() {
            told.insert(what.replace(' ', "_"), json!(count));
        }
        let met = |situation| (format!("{situation:?}"), json!(sum.tally.count(situation)));
        told.insert(
            "situations".into(),
            Value::Object(Situation::ALL.map(met).into_iter().collect()),
        );
        told.insert("never_came_up".into(), json!(sum.tally.missing().len()));
        told.insert("asks_by_kind".into(), asks_json(&sum.tally));
        told.insert("cells_empty".into(), json!(sum.tally.table.missing().len()));
        Value::Object(told)
    }

    fn print(&self, sum: &Sum) {
        print(&sum.tally, sum.nights, self.begun.elapsed().as_secs_f64());
        print_asks(&sum.tally);
        println!("  {:<28} {:>12}", "violations", sum.failed.len());
    }
}

/// How much faster than real time it went.
fn ratio(tally: &Tally, seconds: f64) -> f64 {
    #[expect(clippy::cast_precision_loss, reason = "a ratio for people")]
    let simulated = tally.simulated_ms as f64 / 1_000.0;
    (simulated / seconds).round()
}

fn print(tally: &Tally, seeds: u64, seconds: f64) {
    println!(
        "{seeds} seeds, {} simulated seconds in {seconds:.1} s: {} times real time",
        tally.simulated_ms / 1_000,
        ratio(tally, seconds)
    );
    for (what, count) in tally.figures() {
        println!("  {what:<28} {count:>12}");
    }
    println!("situations");
    for situation in Situation::ALL {
        println!("  {:<28} {:>12}", format!("{situation:?}"), tally.count(situation));
    }
}

/// The mishaps of each kind of ask: how often, and how often to asks that succeeded.
fn asks_json(tally: &Tally) -> Value {
    let of = |&kind: &AskKind| {
        let cells = Mishap::ALL.map(|mishap| {
            let count = tally.table.count(Cell { kind, mishap });
            (format!("{mishap:?}"), json!([count.all, count.done]))
        });
        let asked = tally.table.asked(kind);
        let mut row: Map<String, Value> = cells.into_iter().collect();
        row.insert("Asked".into(), json!([asked.all, asked.done]));
        (format!("{kind:?}"), Value::Object(row))
    };
    Value::Object(AskKind::ALL.iter().map(of).collect())
}

/// The same for people: what befell those that were done, of what befell all.
fn print_asks(tally: &Tally) {
    let told = |all: u64, done: u64| format!("{done}/{all}");
    println!("asks, done of all");
    let heads = Mishap::ALL.map(|mishap| format!("{:>16}", format!("{mishap:?}"))).join("");
    println!("  {:<20} {:>18}{heads}", "", "Asked");
    for &kind in AskKind::ALL {
        let cells = Mishap::ALL.map(|mishap| {
            let cell = Cell { kind, mishap };
            let count = tally.table.count(cell);
            let cannot = cell.impossible().is_some();
            let shown = if cannot { "-".into() } else { told(count.all, count.done) };
            format!("{shown:>16}")
        });
        let asked = tally.table.asked(kind);
        let asked = told(asked.all, asked.done);
        println!("  {:<20} {asked:>18}{}", format!("{kind:?}"), cells.join(""));
    }
}

fn fate_of(word: &str) -> Result<Fate, String> {
    let known = |fate: &Fate| format!("{fate:?}").to_lowercase() == word;
    let wrong = || format!("{word} is no fate: say kept, lost, torn or fails");
    Fate::ALL.into_iter().find(known).ok_or_else(wrong)
}

fn every_crash(every: &EveryCrash) -> Result<(), String> {
    let crashes = Crashes { rounds: every.rounds, step: every.step, jobs: every.jobs.into() };
    if let (Some(place), Some(fate)) = (every.at, every.fate) {
        let plan = Plan { crash: Some((place, fate)), ..Plan::script(every.rounds) };
        return run(&plan, Trace::Told).map(drop).map_err(|failure| told(&failure));
    }
    let (begun, bar) = (Instant::now(), progress(0, "crashes")?);
    let survived = crashes.run(|survived| {
        bar.set_length(crashes.of(survived.operations));
        bar.set_message(format!("{} failed", survived.failed.len()));
        bar.set_position(survived.crashes);
    });
    bar.finish_and_clear();
    let survived = survived.map_err(|failure| told(&failure))?;
    let seconds = begun.elapsed().as_secs_f64();
    if let Some(file) = &every.json {
        let figures = crashes_json(&survived, every, seconds);
        write(file, &figures).map_err(|error| format!("{}: {error}", file.display()))?;
    }
    println!(
        "{} crashes in {seconds:.1} s: {} operations of a script of {} rounds, every {} of them",
        survived.crashes, survived.operations, every.rounds, every.step
    );
    for (fate, count) in Fate::ALL.iter().zip(survived.by_fate) {
        println!("  {:<28} {count:>12}", format!("{fate:?}").to_lowercase());
    }
    println!("  {:<28} {:>12}", "starts", survived.starts);
    println!("  {:<28} {:>12}", "violations", survived.failed.len());
    crashes_failed(&survived, every.rounds)
}

fn crashes_json(survived: &Survived, every: &EveryCrash, seconds: f64) -> Value {
    let [kept, lost, torn, fails] = survived.by_fate;
    json!({
        "commit": commit(),
        "rounds": every.rounds,
        "step": every.step,
        "operations": survived.operations,
        "crashes": survived.crashes,
        "kept": kept,
        "lost": lost,
        "torn": torn,
        "fails": fails,
        "starts": survived.starts,
        "seconds": seconds,
        "violations": survived.failed.len(),
    })
}

fn crashes_failed(survived: &Survived, rounds: u64) -> Result<(), String> {
    if survived.failed.is_empty() {
        return Ok(());
    }
    let told = survived.failed.iter().map(|((place, fate), failure)| {
        let fate = format!("{fate:?}").to_lowercase();
        format!(
            "{}\n  cargo run --release -p taisai-sim -- every-crash --rounds {rounds} \
             --at {place} --fate {fate}",
            told(failure)
        )
    });
    Err(told.collect::<Vec<_>>().join("\n"))
}

fn told(failure: &Failure) -> String {
    let Failure { broken: Broken { promise, seen }, at_ms } = failure;
    format!("promise {promise} is broken after {at_ms} ms: {seen}\ncommit {}", commit())
}

fn one(seed: u64, one: &One) -> Result<(), String> {
    let plan = planned(seed, one)?;
    println!("{plan}");
    let start = Instant::now();
    let trace = if one.trace { Trace::Told } else { Trace::Silent };
    match run(&plan, trace) {
        Ok(report) => {
            print(&report.tally, 1, start.elapsed().as_secs_f64());
            println!("hash {}", hex(&report.hash));
            Ok(())
        }
        Err(failure) if one.shrink => {
            let (plan, failure) = shrink(&plan, &failure);
            Err(failed(&plan, &failure))
        }
        Err(failure) => Err(failed(&plan, &failure)),
    }
}

fn planned(seed: u64, one: &One) -> Result<Plan, String> {
    let mut plan = Plan::of(seed);
    plan.seconds = one.seconds.unwrap_or(plan.seconds);
    plan.seats = one.seats.unwrap_or(plan.seats);
    if !one.tables.is_empty() {
        plan.tables = one.tables.iter().map(|table| table_of(table)).collect::<Result<_, _>>()?;
    }
    if !one.troubles.is_empty() {
        let known =
            |word: &String| Trouble::from_word(word).ok_or_else(|| format!("{word} is no trouble"));
        let words = one.troubles.iter().filter(|word| *word != "none");
        plan.troubles = words.map(known).collect::<Result<_, _>>()?;
    }
    if !one.mishaps.is_empty() {
        let known =
            |word: &String| Cell::from_word(word).ok_or_else(|| format!("{word} is no mishap"));
        let words = one.mishaps.iter().filter(|word| *word != "none");
        plan.mishaps = words.map(known).collect::<Result<_, _>>()?;
    }
    Ok(plan)
}

fn table_of(text: &str) -> Result<SimTable, String> {
    let wrong = || format!("{text} is no table: say 0:automatic, 3:dealer or 1:felt");
    let (book, kind) = text.split_once(':').ok_or_else(wrong)?;
    let kinds = [Kind::Automatic, Kind::Dealer, Kind::Felt];
    let kind = kinds.into_iter().find(|known| format!("{known:?}").to_lowercase() == kind);
    let book = book.parse().ok().filter(|book| *book < 8).ok_or_else(wrong)?;
    Ok(SimTable { book, kind: kind.ok_or_else(wrong)? })
}
