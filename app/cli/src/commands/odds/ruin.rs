//! `taisai odds ruin`: whether a target is reached before the money runs out.

use std::fmt::Write as _;
use std::path::PathBuf;

use clap::Args;
use serde::Serialize;
use serde_json::{Map, Number, Value};
use taisai_odds::{Bounded, Fraction, Purse, Ruin, RuinRefusal};
use taisai_reports::figures::{bound, bounded_percent};
use taisai_reports::json::DiceAnswer;
use taisai_reports::{Curve, charts};

use super::slip::{Slip, SlipArguments};
use crate::failure::Failure;
use crate::output::bars::bar;
use crate::output::json;
use crate::output::json::chance_in_json;
use crate::output::money::money;
use crate::output::page::{Cell, DIM, NAME, PLAIN, columns, styled};
use crate::output::write::write_or_print;

#[derive(Debug, Args)]
#[command(after_help = "\
Example:
  taisai odds ruin act --bankroll 10000 --target 20000 --bet small=100

The slip is played again and again until the bankroll is at its target, or too small to stake it.")]
pub(crate) struct Arguments {
    #[command(flatten)]
    slip: SlipArguments,
    /// The money at the start
    #[arg(long, value_name = "UNITS", allow_negative_numbers = true)]
    bankroll: String,
    /// The money at which to stop
    #[arg(long, value_name = "UNITS", allow_negative_numbers = true)]
    target: String,
    /// Answer in JSON
    #[arg(long, conflicts_with = "svg")]
    json: bool,
    /// Write the chance by bankroll as an SVG; - writes it to standard output
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
}

/// The question with its answer.
struct Answered {
    slip: Slip,
    purse: Purse,
    ruin: Ruin,
    curve: Curve,
}

pub(crate) fn run(arguments: &Arguments) -> Result<String, Failure> {
    let slip = arguments.slip.read()?;
    let bankroll = read_units("--bankroll", &arguments.bankroll)?;
    let purse = Purse { bankroll, target: read_units("--target", &arguments.target)? };
    let round = slip.odds.spread();
    let ruin = Ruin::of(round, purse).map_err(|refusal| refused(refusal, &slip))?;
    let curve = Curve::of(round, purse, &ruin).map_err(|refusal| refused(refusal, &slip))?;
    let answered = Answered { slip, purse, ruin, curve };
    if let Some(path) = &arguments.svg {
        let currency = answered.slip.currency();
        let print = |units: i64| money(units.unsigned_abs(), currency);
        return write_or_print(path, charts::ruin(&answered.curve, bankroll, &print).svg());
    }
    if arguments.json {
        return Ok(json::line(&RuinJson::of(&answered)));
    }
    Ok(page(&answered))
}

/// Amounts stay so small that the sum of two always fits.
fn read_units(flag: &str, text: &str) -> Result<u64, Failure> {
    const UNITS_MAX: u64 = 1_000_000_000_000_000;
    let units = text.parse().ok().filter(|units| *units <= UNITS_MAX);
    units.ok_or_else(|| {
        let text: String = text.chars().take(40).collect();
        let message = format!("{flag} {text}: give a whole number of units, at most {UNITS_MAX}");
        Failure::usage("bad-amount", message).hint(format!("{flag} 10000"))
    })
}

fn refused(refusal: RuinRefusal, slip: &Slip) -> Failure {
    let (kind, hint) = match refusal {
        RuinRefusal::BankrollTooSmall { staked } => {
            ("bankroll-too-small", format!("--bankroll {staked} or more"))
        }
        RuinRefusal::TargetTooSmall => ("target-too-small", "give a higher --target".to_owned()),
        RuinRefusal::NothingChanges => {
            ("nothing-changes", "stake differently on what cancels".to_owned())
        }
        RuinRefusal::TooMuchWork => {
            let staked = slip.odds.spread().staked();
            let target = format!("a target nearer to the stake of {staked}");
            let hint = format!("take stakes with a larger common divisor, or {target}");
            ("too-much-work", hint)
        }
    };
    Failure::no(kind, refusal.to_string()).hint(hint)
}

fn page(Answered { slip, purse, ruin, curve }: &Answered) -> String {
    let shown = |units| money(units, slip.currency());
    let mut page = slip.heading();
    let (from, to) = (shown(purse.bankroll), shown(purse.target));
    let _ = writeln!(page, "from {from} to {to}, or to ruin\n");
    let chance = |chance: Fraction| bounded_percent(&ruin.bounded(chance));
    let _ = writeln!(page, "chance to reach the target {} %", chance(ruin.chance_of_target()));
    let _ = writeln!(page, "chance of ruin {} %", chance(ruin.chance_of_ruin()));
    let _ = writeln!(page, "expected rounds {}", rounds(ruin.expected_rounds()));
    let row = |&(bankroll, ref chance): &(u64, Bounded)| {
        let style = if bankroll == purse.bankroll { NAME } else { PLAIN };
        vec![
            Cell::new(shown(bankroll)).style(style).right(),
            Cell::new(format!("{} %", bounded_percent(chance))).style(style).right(),
            Cell::new(bar(chance.low(), Fraction::ONE, 32)).style(style),
        ]
    };
    let rows: Vec<Vec<Cell>> = curve.points.iter().map(row).collect();
    let _ = writeln!(page, "\nchance to reach the target, by bankroll\n{}", columns(&rows));
    let chances = bound(ruin.error_bound());
    let rounds = bound(ruin.expected_rounds().width());
    let words = format!(
        "every digit is right: chances are known to within {chances}, rounds to within {rounds}"
    );
    page + &styled(DIM, &words) + "\n"
}

fn rounds(expected: &Bounded) -> String {
    let between =
        || format!("from {} to {}", expected.low().decimal(2), expected.high().decimal(2));
    expected.decimal(2).unwrap_or_else(between)
}

const TARGET: &str = "chance_of_target";

/// The answer for programs.
#[derive(Serialize)]
struct RuinJson<'a> {
    rules: &'a str,
    dice: DiceAnswer,
    bets: Vec<Value>,
    bankroll: u64,
    target: u64,
    #[serde(flatten)]
    chances: Map<String, Value>,
    expected_rounds: Option<Number>,
    expected_rounds_error_bound: f64,
    error_bound: f64,
    curve: Vec<Value>,
}

impl<'a> RuinJson<'a> {
    fn of(Answered { slip, purse, ruin, curve }: &'a Answered) -> Self {
        let point = |(bankroll, chance): &(u64, Bounded)| {
            let mut point = chance_in_json(TARGET, chance);
            point.insert("bankroll".to_owned(), Value::from(*bankroll));
            Value::Object(point)
        };
        let mut chances = chance_in_json(TARGET, &ruin.bounded(ruin.chance_of_target()));
        chances.extend(chance_in_json("chance_of_ruin", &ruin.bounded(ruin.chance_of_ruin())));
        let rounds = ruin.expected_rounds();
        let number = |text: String| text.parse().ok().and_then(Number::from_f64);
        let parsed = |text: String| text.parse().unwrap_or(f64::MAX);
        Self {
            rules: slip.edition.id(),
            dice: DiceAnswer::of(&slip.dice),
            bets: slip.bets_in_json(),
            bankroll: purse.bankroll,
            target: purse.target,
            chances,
            expected_rounds: rounds.decimal(2).and_then(number),
            expected_rounds_error_bound: parsed(bound(rounds.width())),
            error_bound: parsed(bound(ruin.error_bound())),
            curve: curve.points.iter().map(point).collect(),
        }
    }
}
