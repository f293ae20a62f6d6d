//! `taisai odds slip`: what several bets on one roll win and lose together.

use std::borrow::Cow;
use std::fmt::Write as _;
use std::path::PathBuf;

use clap::Args;
use serde::Serialize;
use serde_json::{Value, json};
use taisai_odds::{Dice, Fraction, Relation, RelationKind, SlipOdds};
use taisai_reports::charts;
use taisai_reports::figures::{decimal, json_decimal, json_percent, percent};
use taisai_reports::json::DiceAnswer;
use taisai_reports::sheet::dice_in_words;
use taisai_rulebooks::Edition;
use taisai_rules::{Bet, Currency, Face, Roll, SettleRefusal};

use super::dice::DiceArguments;
use crate::failure::Failure;
use crate::input::bets::{bets_refused, read_bet};
use crate::input::books;
use crate::output::bars::bar;
use crate::output::json;
use crate::output::money::{average_money, money, signed_money};
use crate::output::page::{BAD, Cell, DIM, GOOD, HEADING, NAME, PLAIN, columns, styled};
use crate::output::write::write_or_print;

#[derive(Debug, Args)]
#[command(after_help = "\
Example:
  taisai odds slip act --bet small=100 --bet big=100 --bet triple-4=10")]
pub(crate) struct Arguments {
    #[command(flatten)]
    slip: SlipArguments,
    /// Answer in JSON
    #[arg(long, conflicts_with = "svg")]
    json: bool,
    /// Write the distribution as an SVG; - writes it to standard output
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
}

/// A slip at a table.
#[derive(Debug, Args)]
pub(crate) struct SlipArguments {
    /// A rule book's id, or a house's own file
    rules: String,
    /// A bet: an area and its stake; may be repeated
    #[arg(long, value_name = "AREA=STAKE", required = true)]
    bet: Vec<String>,
    #[command(flatten)]
    dice: DiceArguments,
}

/// A slip that the table takes, and its figures.
pub(crate) struct Slip {
    pub(crate) edition: Cow<'static, Edition>,
    pub(crate) dice: Dice,
    pub(crate) bets: Vec<Bet>,
    pub(crate) odds: SlipOdds,
}

impl SlipArguments {
    pub(crate) fn read(&self) -> Result<Slip, Failure> {
        let edition = books::find(&self.rules)?;
        let dice = self.dice.read()?;
        let bets = self.bet.iter().map(|bet| read_bet(bet)).collect::<Result<Vec<_>, _>>()?;
        let odds = SlipOdds::of(&edition.rules().pay_table, &bets, &dice);
        let odds = odds.map_err(|refusal| match refusal {
            SettleRefusal::TooManyBets { .. } => Failure::no("too-many-bets", refusal.to_string()),
            SettleRefusal::Bets(refused) => bets_refused(&edition, &refused),
        })?;
        Ok(Slip { edition, dice, bets, odds })
    }
}

impl Slip {
    pub(crate) fn currency(&self) -> Currency {
        self.edition.rules().currency.value
    }

    /// The rule book, the bets and the dice: the head of every page about a slip.
    pub(crate) fn heading(&self) -> String {
        let title = &self.edition.rules().title;
        let bet = |bet: &Bet| format!("{} {}", bet.area, money(bet.stake.units(), self.currency()));
        let bets: Vec<String> = self.bets.iter().map(bet).collect();
        let mut text = format!("{}  {}\n", styled(HEADING, &title.name), styled(DIM, &title.id));
        let _ = writeln!(text, "slip: {}", bets.join(", "));
        if self.dice != Dice::FAIR {
            let _ = writeln!(text, "dice {}", dice_in_words(&self.dice));
        }
        text
    }

    /// The bets for programs.
    pub(crate) fn bets_in_json(&self) -> Vec<Value> {
        let bet = |bet: &Bet| json!({ "area": bet.area.to_string(), "stake": bet.stake.units() });
        self.bets.iter().map(bet).collect()
    }
}

pub(crate) fn run(arguments: &Arguments) -> Result<String, Failure> {
    let slip = arguments.slip.read()?;
    if let Some(path) = &arguments.svg {
        let print = |net| signed_money(net, slip.currency());
        return write_or_print(path, charts::slip(&slip.odds, &print).svg());
    }
    if arguments.json {
        return Ok(json::line(&SlipJson::of(&slip)));
    }
    Ok(page(&slip))
}

fn page(slip: &Slip) -> String {
    let (odds, currency) = (&slip.odds, slip.currency());
    let spread = odds.spread();
    let mut page = slip.heading();
    let _ = writeln!(page, "\n{}", outcomes(slip));
    let edge = spread.house_edge();
    let _ = writeln!(
        page,
        "staked {}; the house keeps {} of it on average: {} % ({edge})",
        money(spread.staked(), currency),
        average_money(-spread.mean(), currency),
        percent(edge),
    );
    let ahead = odds.chance_ahead();
    let _ = writeln!(page, "chance to come out ahead {} % ({ahead})", percent(ahead));
    let sd = average_money(spread.standard_deviation(), currency);
    let skewness =
        spread.skewness().map_or_else(|| "none, because nothing varies".to_owned(), decimal);
    let _ = writeln!(page, "standard deviation {sd}, skewness {skewness}");
    for (name, roll) in [("worst", odds.worst_roll()), ("best", odds.best_roll())] {
        let net = signed_money(odds.net(roll), currency);
        let _ = writeln!(page, "{name} roll {roll}: {net}");
    }
    page + &relations(slip)
}

/// Every net result with its chance and a bar.
fn outcomes(slip: &Slip) -> String {
    let spread = slip.odds.spread();
    let shares = |share: u64| Fraction::new(share.into(), spread.shares().into());
    let highest = spread.outcomes().iter().map(|&(_, share)| share).max().unwrap_or(0);
    let row = |&(net, share): &(i64, u64)| {
        let style = match net {
            ..0 => BAD,
            0 => PLAIN,
            1.. => GOOD,
        };
        vec![
            Cell::new(signed_money(net, slip.currency())).style(style).right(),
            Cell::new(format!("{share} of {}", spread.shares())).right(),
            Cell::new(format!("{} %", percent(shares(share)))).right(),
            Cell::new(bar(shares(share), shares(highest), 32)),
        ]
    };
    columns(&spread.outcomes().iter().map(row).collect::<Vec<_>>())
}

/// The relations in words; a long slip has too many to read.
fn relations(slip: &Slip) -> String {
    const SHOWN_MAX: usize = 12;
    let mut sentences: Vec<String> = Vec::new();
    for relation in slip.odds.relations() {
        let words = in_words(slip, relation);
        // An area that is on the slip twice has every relation twice.
        if !sentences.contains(&words) {
            sentences.push(words);
        }
    }
    let mut text = String::new();
    for words in sentences.iter().take(SHOWN_MAX) {
        let _ = writeln!(text, "{}", styled(NAME, words));
    }
    if sentences.len() > SHOWN_MAX {
        let _ = writeln!(text, "and {} more; --json has them all", sentences.len() - SHOWN_MAX);
    }
    text
}

fn in_words(slip: &Slip, relation: &Relation) -> String {
    let area = |place: usize| slip.bets[place].area;
    let (one, other) = (area(relation.one), area(relation.other));
    match relation.kind {
        RelationKind::Same if one == other => format!("{one} is on the slip twice"),
        RelationKind::Same => format!("{one} and {other} win on exactly the same rolls"),
        RelationKind::Shadowed => shadow(&one.to_string(), &other.to_string()),
        RelationKind::Shadows => shadow(&other.to_string(), &one.to_string()),
        RelationKind::Cancel { both_lose: 0, .. } => {
            format!("{one} and {other} never win together; one of them always wins")
        }
        RelationKind::Cancel { exactly_on: Some(area), .. } => {
            format!("{one} and {other} never win together; both lose only on {area}")
        }
        RelationKind::Cancel { both_lose, exactly_on: None } => {
            let of = slip.odds.spread().shares();
            format!("{one} and {other} never win together; both lose on {both_lose} of {of}")
        }
    }
}

fn shadow(small: &str, large: &str) -> String {
    format!("{small} lies in the shadow of {large}: where it wins, {large} wins too")
}

fn relation_kind(kind: RelationKind) -> &'static str {
    match kind {
        RelationKind::Same => "same",
        RelationKind::Shadowed => "shadowed",
        RelationKind::Shadows => "shadows",
        RelationKind::Cancel { .. } => "cancel",
    }
}

/// A slip's figures for programs.
#[derive(Serialize)]
struct SlipJson<'a> {
    rules: &'a str,
    dice: DiceAnswer,
    bets: Vec<Value>,
    staked: u64,
    outcomes: Vec<Value>,
    mean: String,
    house_edge: String,
    house_edge_percent: serde_json::Number,
    variance: String,
    sd: serde_json::Number,
    skewness: Option<serde_json::Number>,
    chance_ahead: String,
    chance_ahead_percent: serde_json::Number,
    worst: Value,
    best: Value,
    relations: Vec<Value>,
}

impl<'a> SlipJson<'a> {
    fn of(slip: &'a Slip) -> Self {
        let (odds, spread) = (&slip.odds, slip.odds.spread());
        let roll = |roll: Roll| {
            let faces = roll.faces().map(Face::pips);
            json!({ "roll": faces, "net": odds.net(roll) })
        };
        Self {
            rules: slip.edition.id(),
            dice: DiceAnswer::of(&slip.dice),
            bets: slip.bets_in_json(),
            staked: spread.staked(),
            outcomes: spread.outcomes().iter().map(|one| outcome(slip, *one)).collect(),
            mean: spread.mean().to_string(),
            house_edge: spread.house_edge().to_string(),
            house_edge_percent: json_percent(spread.house_edge()),
            variance: spread.variance().to_string(),
            sd: json_decimal(spread.standard_deviation()),
            skewness: spread.skewness().map(json_decimal),
            chance_ahead: odds.chance_ahead().to_string(),
            chance_ahead_percent: json_percent(odds.chance_ahead()),
            worst: roll(odds.worst_roll()),
            best: roll(odds.best_roll()),
            relations: odds.relations().iter().map(|one| relation(slip, one)).collect(),
        }
    }
}

fn outcome(slip: &Slip, (net, ways): (i64, u64)) -> Value {
    let chance = Fraction::new(ways.into(), slip.odds.spread().shares().into());
    json!({
        "net": net,
        "ways": ways,
        "chance": chance.to_string(),
        "chance_percent": json_percent(chance),
    })
}

fn relation(slip: &Slip, relation: &Relation) -> Value {
    json!({
        "one": relation.one,
        "other": relation.other,
        "relation": relation_kind(relation.kind),
        "words": in_words(slip, relation),
    })
}
