//! `taisai settle`: what bets are worth after a roll.

mod batch;

use std::fmt::Write as _;

use clap::Args;
use serde::Serialize;
use taisai_rulebooks::Edition;
use taisai_rules::{Bet, Face, Roll, RuleBook, SettleRefusal, SettledBet, Settlement};

use crate::failure::Failure;
use crate::input::bets::{bets_refused, read_bet, read_roll};
use crate::input::books;
use crate::output::json;
use crate::output::money::money;
use crate::output::page::{BAD, Cell, DIM, GOOD, HEADING, NAME, columns, styled};

pub use self::batch::answer_line;

/// The arguments of `taisai settle`.
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
    /// A bet: an area and its stake; may be repeated
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
        return batch::run(arguments.rules.as_deref());
    }
    let edition = books::find(arguments.rules.as_deref().unwrap_or_default())?;
    let roll = read_roll(arguments.dice.as_deref().unwrap_or_default())?;
    let bets = arguments.bet.iter().map(|bet| read_bet(bet)).collect::<Result<Vec<_>, _>>()?;
    let settlement = settle(&edition, roll, &bets)?;
    if arguments.json {
        return Ok(json::line(&SettlementJson::of(&edition, &settlement)));
    }
    Ok(page(edition.rules(), &settlement))
}

/// Settles the bets, or returns the reason for every bad one.
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

/// The clause that decides: for a winner the one of its odds, for a loser the one of its
/// definition.
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
pub(crate) struct SettlementJson<'a> {
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

impl<'a> SettlementJson<'a> {
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
