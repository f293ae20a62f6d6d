//! `taisai simulate`: rounds by the billion, or sessions with a betting system, beside what is
//! exact.

mod estimates;
mod rounds;
mod sessions;
mod system;
mod watch;

use std::path::PathBuf;

use clap::Args;
use taisai_rulebooks::Edition;
use taisai_rules::{Bet, SettleRefusal};
use taisai_shaker::{ShakerFault, os_seed};
use taisai_simulation::{DiceFrom, Rounds, SessionCount, SessionPlan, Threads};

use self::sessions::SessionArguments;
use crate::failure::Failure;
use crate::input::bets::{bets_refused, read_bet};
use crate::input::books;
use crate::output::money;
use crate::output::write::check_writable;

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  taisai simulate act                                    ten million rounds, every area
  taisai simulate act --rounds 10000000000 --seed 42     the same ten billion for everybody
  taisai simulate act --bet small=100 --bet triple-4=10  a slip
  taisai simulate act --bet small=100 --system martingale --bankroll 10000 --target 20000
  taisai simulate act --bet small=100 --system my-system.txt --bankroll 10000

The same seed gives the same result, whatever the number of threads. Ctrl-C prints what is done.
docs/systems.md says how to write a system and what limits do to it.")]
pub(crate) struct Arguments {
    /// A rule book's id, or a house's own file
    rules: String,
    /// How many rounds; with a bankroll, the most rounds of each session [default: 10000000, 1000]
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    rounds: Option<String>,
    /// The seed of the dice; by default a random one, which is printed
    #[arg(long, value_name = "N", conflicts_with = "os_dice", allow_negative_numbers = true)]
    seed: Option<String>,
    /// How many threads, from 1 to 256; by default one for each core
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    threads: Option<String>,
    /// Draw every face as in play: from the operating system, different each time
    #[arg(long)]
    os_dice: bool,
    /// A bet: an area and its stake; may be repeated. Without any, all areas
    #[arg(long, value_name = "AREA=STAKE")]
    bet: Vec<String>,
    #[command(flatten)]
    session: SessionArguments,
    /// Answer in JSON
    #[arg(long, conflicts_with = "svg")]
    json: bool,
    /// Write a chart as an SVG; - writes it to standard output
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
}

/// The settings that every simulation shares.
pub(crate) struct Order<'a> {
    pub(crate) edition: &'a Edition,
    pub(crate) bets: Vec<Bet>,
    pub(crate) dice: DiceFrom,
    pub(crate) threads: Threads,
    pub(crate) form: Form<'a>,
}

/// The form of the answer.
#[derive(Clone, Copy)]
pub(crate) enum Form<'a> {
    Page,
    Json,
    Svg(&'a PathBuf),
}

const ROUNDS: u64 = 10_000_000;
const SESSION_ROUNDS: u64 = 1_000;
const SESSIONS: u64 = 100_000;

pub(crate) fn run(arguments: &Arguments) -> Result<String, Failure> {
    let edition = books::find(&arguments.rules)?;
    let bets = arguments.bet.iter().map(|bet| read_bet(bet)).collect::<Result<Vec<_>, _>>()?;
    if let Some(path) = &arguments.svg {
        check_writable(path)?;
    }
    let form = match &arguments.svg {
        Some(path) => Form::Svg(path),
        None if arguments.json => Form::Json,
        None => Form::Page,
    };
    let threads = arguments.threads()?;
    let session = &arguments.session;
    if session.is_asked() {
        let rounds =
            read(&SESSION_ROUNDS_OPTION, arguments.rounds.as_deref())?.unwrap_or(SESSION_ROUNDS);
        let sessions = read(&SESSIONS_OPTION, session.sessions())?.unwrap_or(SESSIONS);
        let sessions = SessionCount::new(sessions).expect("read within its borders");
        let player = session.read(rounds)?;
        let dice = arguments.dice()?;
        let order = Order { edition: &edition, bets, dice, threads, form };
        return sessions::run(&order, &player, sessions);
    }
    let rounds = read(&ROUNDS_OPTION, arguments.rounds.as_deref())?.unwrap_or(ROUNDS);
    let rounds = Rounds::new(rounds).expect("read within its borders");
    let order = Order { edition: &edition, bets, dice: arguments.dice()?, threads, form };
    rounds::run(&order, rounds)
}

impl Arguments {
    fn threads(&self) -> Result<Threads, Failure> {
        let threads = read(&THREADS_OPTION, self.threads.as_deref())?;
        let of = |threads| usize::try_from(threads).ok().and_then(Threads::new);
        Ok(threads.and_then(of).unwrap_or_else(Threads::all_cores))
    }

    fn dice(&self) -> Result<DiceFrom, Failure> {
        if self.os_dice {
            return Ok(DiceFrom::System);
        }
        match read(&SEED_OPTION, self.seed.as_deref())? {
            Some(seed) => Ok(DiceFrom::Seed(seed)),
            None => os_seed().map(DiceFrom::Seed).map_err(no_dice),
        }
    }
}

/// An option that takes a number.
pub(crate) struct NumberOption {
    pub(crate) flag: &'static str,
    pub(crate) kind: &'static str,
    pub(crate) min: u64,
    pub(crate) max: u64,
    pub(crate) example: &'static str,
}

const ROUNDS_OPTION: NumberOption = NumberOption {
    flag: "--rounds",
    kind: "bad-rounds",
    min: 1,
    max: Rounds::MAX,
    example: "1000000",
};
const SESSION_ROUNDS_OPTION: NumberOption =
    NumberOption { max: SessionPlan::ROUNDS_MAX, example: "1000", ..ROUNDS_OPTION };
const SESSIONS_OPTION: NumberOption = NumberOption {
    flag: "--sessions",
    kind: "bad-sessions",
    min: 1,
    max: SessionCount::MAX,
    example: "100000",
};
const THREADS_OPTION: NumberOption = NumberOption {
    flag: "--threads",
    kind: "bad-threads",
    min: 1,
    max: Threads::MAX as u64,
    example: "2",
};
const SEED_OPTION: NumberOption =
    NumberOption { flag: "--seed", kind: "bad-seed", min: 0, max: u64::MAX, example: "42" };

/// Reads a number if it was given.
pub(crate) fn read(option: &NumberOption, text: Option<&str>) -> Result<Option<u64>, Failure> {
    let NumberOption { flag, kind, min, max, example } = option;
    let Some(text) = text else { return Ok(None) };
    let number = text.parse().ok().filter(|number| min <= number && number <= max);
    number.map(Some).ok_or_else(|| {
        let text: String = text.chars().take(40).collect();
        let message = format!("{flag} {text}: give a whole number from {min} to {max}");
        Failure::usage(kind, message).hint(format!("{flag} {example}"))
    })
}

/// The operating system gives no randomness.
pub(crate) fn no_dice(fault: ShakerFault) -> Failure {
    Failure::no("no-entropy", fault.to_string())
        .hint("give a --seed to do without the operating system's randomness")
}

/// Ctrl-C came before anything was done.
pub(crate) fn nothing_done() -> Failure {
    Failure::no("nothing-done", "stopped before the first rounds were done")
        .hint("give fewer --rounds, or let it run longer")
}

pub(crate) fn slip_refused(edition: &Edition, refusal: &SettleRefusal) -> Failure {
    match refusal {
        SettleRefusal::TooManyBets { .. } => {
            Failure::no("too-many-bets", refusal.to_string()).hint("combine the stakes on one area")
        }
        SettleRefusal::Bets(refused) => bets_refused(edition, refused),
    }
}

impl Order<'_> {
    /// The seed, if there is one.
    pub(crate) fn seed(&self) -> Option<u64> {
        match self.dice {
            DiceFrom::Seed(seed) => Some(seed),
            DiceFrom::System => None,
        }
    }

    /// Where the dice came from, and how many threads rolled them.
    pub(crate) fn origin(&self) -> String {
        let dice = match self.dice {
            DiceFrom::Seed(seed) => format!("seed {seed}"),
            DiceFrom::System => "dice of the operating system".to_owned(),
        };
        match self.threads.count() {
            1 => format!("{dice}, 1 thread"),
            threads => format!("{dice}, {threads} threads"),
        }
    }
}

/// A whole number with its thousands separated.
pub(crate) fn grouped(number: u64) -> String {
    money::grouped(&number.to_string())
}

/// A z score with its sign; nothing where nothing varies.
pub(crate) fn score(z: Option<f64>) -> String {
    z.map_or_else(|| "–".to_owned(), |z| format!("{z:+.2}"))
}
