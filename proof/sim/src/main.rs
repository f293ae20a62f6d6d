//! `taisai-sim`: runs many nights, or one that is told as it goes.

use std::io::IsTerminal;
use std::process::ExitCode;
use std::time::Instant;

use clap::{Args, Parser, Subcommand};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use taisai_sim::auditor::Broken;
use taisai_sim::night::{Failure, Report, Trace, hex, run};
use taisai_sim::plan::{Kind, Plan, TablePlan, Trouble};
use taisai_sim::shrink::{panicked, shrink};
use taisai_sim::tally::{Situation, Tally};

/// A whole floor on one thread from one seed, with faults, and those who check it.
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
    /// Runs many seeds; fails on the first broken promise, or on a situation that never came up.
    Run {
        /// How many.
        #[arg(long, default_value_t = 100)]
        seeds: u64,
        /// The first.
        #[arg(long, default_value_t = 0)]
        from: u64,
        /// Runs each of them twice and compares every byte.
        #[arg(long)]
        twice: bool,
        /// Does not fail when a situation never came up: for a few seeds.
        #[arg(long)]
        few: bool,
    },
}

/// One night.
#[derive(Args)]
struct One {
    /// The seed.
    #[arg(long)]
    seed: Option<u64>,
    /// Tells everything as it happens.
    #[arg(long)]
    trace: bool,
    /// Finds the shortest story that still fails.
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
}

fn main() -> ExitCode {
    let command = Command::parse();
    let outcome = match (command.many, command.one.seed) {
        (Some(Many::Run { seeds, from, twice, few }), _) => many(seeds, from, twice, few),
        (None, Some(seed)) => one(seed, &command.one),
        (None, None) => Err("say run --seeds N, or --seed S".to_owned()),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("{why}");
            ExitCode::FAILURE
        }
    }
}

/// The commit this was built from, where it is known.
fn commit() -> String {
    let asked = std::process::Command::new("git").args(["rev-parse", "--short", "HEAD"]).output();
    let told = asked.ok().filter(|told| told.status.success());
    told.map_or_else(
        || "unknown".into(),
        |told| String::from_utf8_lossy(&told.stdout).trim().into(),
    )
}

fn guarded(plan: &Plan, trace: Trace) -> Result<Report, Failure> {
    std::panic::catch_unwind(|| run(plan, trace))
        .unwrap_or_else(|panic| Err(Failure { broken: panicked(panic.as_ref()), at_ms: 0 }))
}

fn failed(plan: &Plan, failure: &Failure) -> String {
    let Failure { broken: Broken { promise, seen }, at_ms } = failure;
    format!(
        "promise {promise} is broken after {at_ms} ms: {seen}\ncommit {}\n  \
         cargo run --release -p taisai-sim -- {plan} --trace",
        commit()
    )
}

fn many(seeds: u64, from: u64, twice: bool, few: bool) -> Result<(), String> {
    let (start, mut tally) = (Instant::now(), Tally::default());
    let target = if std::io::stderr().is_terminal() {
        ProgressDrawTarget::stderr()
    } else {
        ProgressDrawTarget::hidden()
    };
    let style = ProgressStyle::with_template("{bar:40} {pos}/{len} seeds  {msg}  {eta} left");
    let bar = ProgressBar::with_draw_target(Some(seeds), target);
    bar.set_style(style.map_err(|error| error.to_string())?);
    for seed in from..from + seeds {
        let plan = Plan::of(seed);
        let report = guarded(&plan, Trace::Silent).map_err(|failure| failed(&plan, &failure))?;
        if twice && guarded(&plan, Trace::Silent).as_ref() != Ok(&report) {
            return Err(format!("seed {seed} was another night the second time"));
        }
        tally += &report.tally;
        bar.set_message(format!("{} rounds", tally.rounds));
        bar.inc(1);
    }
    bar.finish_and_clear();
    print(&tally, seeds, start.elapsed().as_secs_f64());
    let missing = tally.missing();
    if few || missing.is_empty() {
        return Ok(());
    }
    Err(format!("these situations never came up: {missing:?}"))
}

fn print(tally: &Tally, seeds: u64, seconds: f64) {
    #[expect(clippy::cast_precision_loss, reason = "a ratio for people")]
    let simulated = tally.simulated_ms as f64 / 1_000.0;
    println!(
        "{seeds} seeds, {simulated:.0} simulated seconds in {seconds:.1} s: {:.0} times real time",
        simulated / seconds
    );
    for (what, count) in [
        ("rounds", tally.rounds),
        ("records", tally.records),
        ("asks", tally.asks),
        ("duplicates", tally.duplicates),
        ("messages told", tally.told),
        ("disconnects", tally.disconnects),
        ("races at no more bets", tally.races),
        ("starts", tally.starts),
    ] {
        println!("  {what:<28} {count:>12}");
    }
    for situation in Situation::ALL {
        println!("  {:<28} {:>12}", format!("{situation:?}"), tally.count(situation));
    }
}

fn one(seed: u64, one: &One) -> Result<(), String> {
    let plan = planned(seed, one)?;
    println!("{plan}");
    let start = Instant::now();
    let trace = if one.trace { Trace::Told } else { Trace::Silent };
    match guarded(&plan, trace) {
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
    Ok(plan)
}

fn table_of(text: &str) -> Result<TablePlan, String> {
    let wrong = || format!("{text} is no table: say 0:automatic, 3:dealer or 1:felt");
    let (book, kind) = text.split_once(':').ok_or_else(wrong)?;
    let kinds = [Kind::Automatic, Kind::Dealer, Kind::Felt];
    let kind = kinds.into_iter().find(|known| format!("{known:?}").to_lowercase() == kind);
    let book = book.parse().ok().filter(|book| *book < 8).ok_or_else(wrong)?;
    Ok(TablePlan { book, kind: kind.ok_or_else(wrong)? })
}
