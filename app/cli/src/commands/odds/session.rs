//! `taisai odds session`: where a player stands after many rounds with the same slip.

use std::fmt::Write as _;
use std::path::PathBuf;

use clap::Args;
use serde::Serialize;
use serde_json::{Map, Number, Value, json};
use taisai_odds::{Bounded, Fraction, Possible, Quantile, Session, SessionRefusal};
use taisai_reports::figures::{
    bound, bounded_percent, json_bounded_percent, json_decimal, json_percent, percent,
};
use taisai_reports::json::DiceAnswer;
use taisai_reports::{Bin, Fan, bins, charts};

use super::slip::{Slip, SlipArguments};
use crate::failure::Failure;
use crate::output::bars::{bar, sparkline};
use crate::output::counted::counted;
use crate::output::json;
use crate::output::json::chance_in_json;
use crate::output::money::{average_money, signed_money};
use crate::output::page::{Cell, DIM, columns, headings, styled};
use crate::output::write::write_or_print;

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  taisai odds session act --rounds 1000 --bet small=100 --bet total-10=50
  taisai odds session act --rounds 1000 --bet small=100 --json --results

The hold is what the house keeps of all stakes; a band is where that share of sessions ends.")]
pub(crate) struct Arguments {
    #[command(flatten)]
    slip: SlipArguments,
    /// How many rounds, from 1 to 1000000
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    rounds: String,
    /// Answer in JSON
    #[arg(long, conflicts_with = "svg")]
    json: bool,
    /// With every net result that can happen and its chance, not only the bins of a chart
    #[arg(long, requires = "json")]
    results: bool,
    /// Write the distribution and the fan as an SVG; - writes it to standard output
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
}

/// The shares of sessions whose end is printed, in percent.
const QUANTILES: [u32; 7] = [1, 5, 25, 50, 75, 95, 99];
/// The bands of the hold, in percent.
const BANDS: [u32; 3] = [90, 95, 99];
/// The moments of the fan in a picture.
const MOMENTS: usize = 12;
/// How many results all moments together may distinguish before some are left out: each moment
/// takes about as long as the session itself.
const RESULTS: usize = 600_000;

pub(crate) fn run(arguments: &Arguments) -> Result<String, Failure> {
    let slip = arguments.slip.read()?;
    let session = read_rounds(&arguments.rounds)
        .and_then(|rounds| Session::of(slip.odds.spread(), rounds))
        .map_err(|refusal| refused(refusal, &arguments.rounds))?;
    if let Some(path) = &arguments.svg {
        let fan = Fan::of(slip.odds.spread(), session.rounds(), moments(&session));
        let fan = fan.map_err(|refusal| refused(refusal, &arguments.rounds))?;
        let print = |net| signed_money(net, slip.currency());
        return write_or_print(path, charts::session(&session, &fan, &print).svg());
    }
    if arguments.json {
        let possible = session.possible();
        let mut answer = SessionJson::of(&slip, &session, &possible);
        answer.results = arguments.results.then(|| possible.results().map(Listed::of).collect());
        return Ok(json::line(&answer));
    }
    Ok(page(&slip, &session))
}

fn moments(session: &Session) -> u32 {
    let moments = (RESULTS / session.results().len().max(1)).clamp(2, MOMENTS);
    u32::try_from(moments).expect("there are few moments")
}

/// A text that is not a number of rounds is refused like too many rounds.
fn read_rounds(text: &str) -> Result<u32, SessionRefusal> {
    text.parse().map_err(|_| SessionRefusal::Rounds)
}

fn refused(refusal: SessionRefusal, rounds: &str) -> Failure {
    match refusal {
        SessionRefusal::Rounds => {
            let rounds: String = rounds.chars().take(40).collect();
            Failure::usage("bad-rounds", format!("--rounds {rounds}: {refusal}"))
                .hint("--rounds 1000")
        }
        SessionRefusal::TooManyResults => Failure::no("too-many-results", refusal.to_string())
            .hint("take stakes with a larger common divisor, or fewer rounds"),
    }
}

fn page(slip: &Slip, session: &Session) -> String {
    let mut page = slip.heading();
    let possible = session.possible();
    let bins = bins(session, 18);
    let rounds = counted(session.rounds(), "round");
    let _ = writeln!(page, "\nnet result after {rounds}");
    page += &distribution(slip, &possible, &bins);
    let chances: Vec<Fraction> = bins.iter().map(|bin| bin.chance).collect();
    let _ = writeln!(page, "  {}\n", sparkline(&chances));
    page += &ends(slip, session, &possible);
    let _ = writeln!(page, "\n{}", bands(session));
    let words = format!(
        "every digit is right: chances are known to within {}",
        bound(session.error_bound())
    );
    page + &styled(DIM, &words) + "\n"
}

fn distribution(slip: &Slip, possible: &Possible<'_>, bins: &[Bin]) -> String {
    let highest = bins.iter().map(|bin| bin.chance).max().unwrap_or(Fraction::ZERO);
    let row = |bin: &Bin| {
        let print = |net| Cell::new(signed_money(net, slip.currency())).right();
        let chance = possible.chance_from_to(bin.low, bin.high);
        let to = if bin.low == bin.high { Cell::new("") } else { print(bin.high) };
        vec![
            print(bin.low),
            to,
            Cell::new(format!("{} %", bounded_percent(&chance))).right(),
            Cell::new(bar(bin.chance, highest, 32)),
        ]
    };
    columns(&bins.iter().map(row).collect::<Vec<_>>())
}

/// The average, the chance to be ahead, and the quantiles of the end.
fn ends(slip: &Slip, session: &Session, possible: &Possible<'_>) -> String {
    let currency = slip.currency();
    let mut text = format!(
        "expected loss {}, standard deviation {}\nchance to be ahead {} %\n",
        average_money(session.expected_loss(), currency),
        average_money(session.standard_deviation(), currency),
        bounded_percent(&possible.chance_ahead()),
    );
    for share in QUANTILES {
        let Quantile { low, high } = session.quantile(of_100(share));
        let mut net = signed_money(low, currency);
        if low != high {
            // The chance of the first is so near to the share that it may be on either side.
            let _ = write!(net, " (or at {})", signed_money(high, currency));
        }
        let _ = writeln!(text, "{share:>3} % end at {net} or below");
    }
    text
}

fn bands(session: &Session) -> String {
    let mut rows = vec![headings(&["hold of", "from %", "to %"])];
    for share in BANDS {
        let (low, high) = session.hold_band(of_100(share));
        let number = |text: String| Cell::new(text).right();
        let words = format!("{share} % of sessions");
        rows.push(vec![Cell::new(words), number(percent(low)), number(percent(high))]);
    }
    columns(&rows)
}

fn of_100(share: u32) -> Fraction {
    Fraction::new(share.into(), 100)
}

/// A session for programs.
#[derive(Serialize)]
struct SessionJson<'a> {
    rules: &'a str,
    dice: DiceAnswer,
    bets: Vec<Value>,
    rounds: u32,
    staked: u128,
    expected_loss: String,
    sd: Number,
    #[serde(flatten)]
    ahead: Map<String, Value>,
    quantiles: Vec<Value>,
    hold_bands: Vec<Value>,
    distribution: Vec<Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    results: Option<Vec<Listed>>,
    error_bound: f64,
}

/// One net result of up to millions, so without a map of its own; keys as in [`chance_in_json`].
#[derive(Serialize)]
struct Listed {
    #[serde(skip_serializing_if = "Option::is_none")]
    chance_below_percent: Option<Number>,
    chance_percent: Option<Number>,
    net: i64,
}

impl Listed {
    fn of((net, chance): (i64, Bounded)) -> Self {
        let (chance_percent, chance_below_percent) = match json_bounded_percent(&chance) {
            Ok(percent) => (Some(percent), None),
            Err(below) => (None, Some(below)),
        };
        Self { chance_below_percent, chance_percent, net }
    }
}

impl<'a> SessionJson<'a> {
    fn of(slip: &'a Slip, session: &Session, possible: &Possible<'_>) -> Self {
        let bin = |bin: &Bin| {
            let chance = possible.chance_from_to(bin.low, bin.high);
            let mut answer = chance_in_json("chance", &chance);
            answer
                .extend([("low".to_owned(), bin.low.into()), ("high".to_owned(), bin.high.into())]);
            Value::Object(answer)
        };
        Self {
            rules: slip.edition.id(),
            dice: DiceAnswer::of(&slip.dice),
            bets: slip.bets_in_json(),
            rounds: session.rounds(),
            staked: session.staked(),
            expected_loss: session.expected_loss().to_string(),
            sd: json_decimal(session.standard_deviation()),
            ahead: chance_in_json("chance_ahead", &possible.chance_ahead()),
            quantiles: QUANTILES.map(|share| quantile(session, share)).to_vec(),
            hold_bands: BANDS.map(|share| band(session, share)).to_vec(),
            distribution: bins(session, 48).iter().map(bin).collect(),
            results: None,
            error_bound: bound(session.error_bound()).parse().unwrap_or(1.0),
        }
    }
}

fn quantile(session: &Session, share: u32) -> Value {
    let Quantile { low, high } = session.quantile(of_100(share));
    let mut answer = json!({ "share_percent": share, "net": low });
    if low != high {
        answer["or_net"] = high.into();
    }
    answer
}

fn band(session: &Session, share: u32) -> Value {
    let (low, high) = session.hold_band(of_100(share));
    let (low, high) = (json_percent(low), json_percent(high));
    json!({ "share_percent": share, "low_percent": low, "high_percent": high })
}
