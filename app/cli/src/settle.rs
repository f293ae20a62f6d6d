//! `taisai settle`: what bets are worth after a roll.

use std::fmt::Write as _;
use std::str::FromStr;

use clap::Args;
use serde::Serialize;
use serde_json::json;
use taisai_rulebooks::{Edition, nearest};
use taisai_rules::{
    Area, Bet, BetRefusal, Face, RefusedBet, Roll, RuleBook, SettleRefusal, SettledBet, Settlement,
    Stake,
};

use crate::failure::{Detail, Failure};
use crate::money::money;
use crate::page::{BAD, Cell, DIM, GOOD, HEADING, NAME, columns, styled};
use crate::{books, json, settle_batch};

pub use crate::settle_batch::answer_line;

/// What `taisai settle` is asked.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  taisai settle --rules act --dice 4,4,2 --bet small=100 --bet total-10=50
  taisai settle --rules singapore-2 --dice 1,1,3 --bet combo-113=200 --json
  echo '{\"dice\":[4,4,2],\"bets\":[{\"area\":\"small\",\"stake\":100}]}' \\
    | taisai settle --rules act --batch

Stakes are whole numbers of the smallest unit. At odds with a half, such as 8.5 to 1, a stake must
be even: a win that is not a whole number is refused, never rounded.")]
pub(crate) struct Arguments {
    /// A rule book's id, or a house's own file
    #[arg(long, value_name = "ID", required_unless_present = "batch")]
    rules: Option<String>,
    /// The three dice
    #[arg(
        long,
        value_name = "A,B,C",
        required_unless_present = "batch",
        allow_hyphen_values = true
    )]
    dice: Option<String>,
    /// A bet: an area and its stake; may be given again and again
    #[arg(long, value_name = "AREA=STAKE")]
    bet: Vec<String>,
    /// Read one JSON request per line, answer one JSON line each; bad lines are answered in place
    #[arg(long, conflicts_with_all = ["dice", "bet"])]
    batch: bool,
    /// Answer in JSON
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(arguments: &Arguments) -> Result<String, Failure> {
    if arguments.batch {
        return settle_batch::run(arguments.rules.as_deref());
    }
    let edition = books::find(arguments.rules.as_deref().unwrap_or_default())?;
    let roll = read_roll(arguments.dice.as_deref().unwrap_or_default())?;
    let bets = arguments.bet.iter().map(|bet| read_bet(bet)).collect::<Result<Vec<_>, _>>()?;
    let settlement = settle(&edition, roll, &bets)?;
    if arguments.json {
        return Ok(json::line(&Answer::of(&edition, &settlement)));
    }
    Ok(page(edition.rules(), &settlement))
}

pub(crate) fn read_roll(text: &str) -> Result<Roll, Failure> {
    Roll::from_str(text).map_err(|error| {
        Failure::usage("bad-dice", format!("--dice {text}: {error}")).hint("--dice 4,4,2")
    })
}

pub(crate) fn read_bet(text: &str) -> Result<Bet, Failure> {
    let Some((area, stake)) = text.split_once('=') else {
        let message = format!("--bet {text}: a bet is an area and a stake");
        return Err(Failure::usage("bad-bet", message).hint("--bet small=100"));
    };
    let area = read_area(area)?;
    let units = stake.parse::<u64>().map_err(|_| {
        let message = format!("--bet {text}: a stake is a whole number of the smallest unit");
        Failure::usage("bad-stake", message).hint(format!("--bet {area}=100"))
    })?;
    read_stake(area, units).map(|stake| Bet::new(area, stake))
}

pub(crate) fn read_area(name: &str) -> Result<Area, Failure> {
    name.parse::<Area>().map_err(|error| {
        let near = || nearest(name, Area::all().map(|area| area.to_string()));
        let meant = error.in_order.map(|area| area.to_string()).or_else(near);
        let name: String = name.chars().take(40).collect();
        let hint = meant.map_or_else(
            || "areas are named like small, single-4, total-10, domino-14".to_owned(),
            |area| format!("did you mean {area}?"),
        );
        Failure::usage("unknown-area", format!("{name:?} is not an area")).hint(hint)
    })
}

pub(crate) fn read_stake(area: Area, units: u64) -> Result<Stake, Failure> {
    Stake::new(units).map_err(|error| {
        Failure::usage("bad-stake", format!("{area}={units}: {error}"))
            .hint(format!("a stake from 1 to {}", Stake::MAX))
    })
}

/// Settles the bets, or says of every bad one why.
pub(crate) fn settle<'a>(
    edition: &'a Edition,
    roll: Roll,
    bets: &[Bet],
) -> Result<Settlement<'a>, Failure> {
    edition.rules().pay_table.settle(roll, bets).map_err(|refusal| match refusal {
        SettleRefusal::TooManyBets { .. } => Failure::no("too-many-bets", refusal.to_string()),
        SettleRefusal::Bets(refused) => bets_refused(edition, &refused),
    })
}

pub(crate) fn bets_refused(edition: &Edition, refused: &[RefusedBet]) -> Failure {
    let message = match refused {
        [one] => one.to_string(),
        several => format!("{} bets are refused; nothing is settled", several.len()),
    };
    let kind = match refused {
        [RefusedBet { why: BetRefusal::AreaNotOffered, .. }] => "area-not-offered",
        [RefusedBet { why: BetRefusal::Unpayable { .. }, .. }] => "unpayable-stake",
        _ => "bets-refused",
    };
    let failure = Failure::no(kind, message);
    match refused {
        [one] => failure.hint(hint(edition, one)),
        several => failure.details(several.iter().map(|bet| detail(edition, bet)).collect()),
    }
}

fn detail(edition: &Edition, refused: &RefusedBet) -> Detail {
    let hint = hint(edition, refused);
    let Bet { area, stake } = refused.bet;
    let multiple = match refused.why {
        BetRefusal::AreaNotOffered => None,
        BetRefusal::Unpayable { multiple } => Some(multiple),
    };
    Detail {
        text: format!("{refused}: {hint}"),
        json: json!({
            "bet": refused.place,
            "area": area.to_string(),
            "stake": stake.units(),
            "message": refused.to_string(),
            "multiple": multiple,
            "hint": hint,
        }),
    }
}

fn hint(edition: &Edition, refused: &RefusedBet) -> String {
    let Bet { area, stake } = refused.bet;
    match refused.why {
        BetRefusal::AreaNotOffered => match edition.rules().pay_table.same_event(area) {
            Some(same) => format!("{same} wins on exactly the same rolls"),
            None => format!("taisai rules show {} lists what is offered", edition.id()),
        },
        BetRefusal::Unpayable { multiple } => {
            let multiple = u64::from(multiple);
            let below = stake.units() / multiple * multiple;
            let above = below + multiple;
            match (below, above) {
                (0, above) => format!("stake {above}"),
                (below, above) if above > Stake::MAX.units() => format!("stake {below}"),
                (below, above) => format!("stake {below} or {above}"),
            }
        }
    }
}

fn page(book: &RuleBook, settlement: &Settlement<'_>) -> String {
    let roll = settlement.roll();
    let mut page = format!("{}  ", styled(HEADING, &book.title.name));
    let _ = writeln!(page, "{roll}  {}  {}", dice(roll), total(roll));
    let lit: Vec<String> = settlement.winning_areas().iter().map(|area| area.to_string()).collect();
    let _ = writeln!(page, "lit: {}", styled(NAME, &lit.join(" ")));
    if settlement.bets().is_empty() {
        return page;
    }
    page.push('\n');
    let rows: Vec<Vec<Cell>> =
        settlement.bets().iter().map(|bet| row(book, settlement, bet)).collect();
    page += &columns(&rows);
    let shown = |units| money(units, book.currency.value);
    let (staked, returned) = (settlement.staked(), settlement.returned());
    let _ = writeln!(page, "\nstaked {}, returned {}", shown(staked), shown(returned));
    page
}

fn dice(roll: Roll) -> String {
    let pips = |pips: u8| char::from_u32(0x2680 + u32::from(pips) - 1).unwrap_or('?');
    roll.faces().map(|face| pips(face.pips()).to_string()).join(" ")
}

fn total(roll: Roll) -> String {
    let triple = if roll.is_triple() { ", a triple" } else { "" };
    format!("total {}{triple}", roll.total())
}

fn row(book: &RuleBook, settlement: &Settlement<'_>, settled: &SettledBet) -> Vec<Cell> {
    let Bet { area, stake } = settled.bet();
    let shown = |units| Cell::new(money(units, book.currency.value)).right();
    let (verdict, odds, returned) = match settlement.paying_line(settled) {
        Some(line) => (
            Cell::new("wins").style(GOOD),
            Cell::new(line.odds.to_string()),
            shown(settled.returned()),
        ),
        None => (Cell::new("loses").style(BAD), Cell::new(""), Cell::new("–").right()),
    };
    let clause = Cell::new(clause(book, settlement, settled)).style(DIM);
    vec![
        Cell::new(area.to_string()).style(NAME),
        shown(stake.units()),
        verdict,
        odds,
        returned,
        clause,
    ]
}

/// The clause that decides: for a winner that of its odds, for a loser that of its definition.
pub(crate) fn clause<'a>(
    book: &'a RuleBook,
    settlement: &Settlement<'a>,
    settled: &SettledBet,
) -> &'a str {
    let defined = || {
        let offer = book.pay_table.offer(settled.bet().area);
        &offer.expect("only offered areas are settled").defined
    };
    settlement.paying_line(settled).map_or_else(defined, |line| &line.clause).as_str()
}

/// A settlement for programs.
#[derive(Serialize)]
pub(crate) struct Answer<'a> {
    rules: &'a str,
    dice: [u8; 3],
    total: u8,
    triple: bool,
    winning_areas: Vec<String>,
    bets: Vec<AnsweredBet<'a>>,
    staked: u64,
    returned: u64,
}

#[derive(Serialize)]
struct AnsweredBet<'a> {
    area: String,
    stake: u64,
    outcome: &'static str,
    odds: Option<String>,
    win: u64,
    returned: u64,
    clause: &'a str,
}

impl<'a> Answer<'a> {
    pub(crate) fn of(edition: &'a Edition, settlement: &Settlement<'a>) -> Self {
        let roll = settlement.roll();
        let bet = |settled: &SettledBet| AnsweredBet {
            area: settled.bet().area.to_string(),
            stake: settled.bet().stake.units(),
            outcome: settled.outcome().word(),
            odds: settlement.paying_line(settled).map(|line| line.odds.to_string()),
            win: settled.win(),
            returned: settled.returned(),
            clause: clause(edition.rules(), settlement, settled),
        };
        Self {
            rules: edition.id(),
            dice: roll.faces().map(Face::pips),
            total: roll.total(),
            triple: roll.is_triple(),
            winning_areas: settlement.winning_areas().iter().map(|a| a.to_string()).collect(),
            bets: settlement.bets().iter().map(bet).collect(),
            staked: settlement.staked(),
            returned: settlement.returned(),
        }
    }
}
