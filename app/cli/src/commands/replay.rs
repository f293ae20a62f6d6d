//! `taisai replay`: a round as it was, from the journal alone.

mod html;
mod words;

use std::fmt::Write as _;
use std::path::PathBuf;

use clap::Args;
use serde_json::{Value, json};
use taisai_journal::{Histories, RoundHistory, SlipHistory, Wanted, histories};
use taisai_rules::{Face, Irregularity, RuleBook, SettledBet, Settlement};
use taisai_table::{RoundNumber, SeatNumber};

use self::html::html;
use self::words::sentence;
use crate::commands::settle;
use crate::failure::Failure;
use crate::input::data::{Data, has_stream, table_stream};
use crate::output::json;
use crate::output::moments::moment;
use crate::output::money::money;
use crate::output::page::{BAD, Cell, DIM, GOOD, HEADING, NAME, columns, headings, styled};
use crate::output::record::{actor, event_json};
use crate::output::write::write_or_print;

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  taisai replay data --table 3
  taisai replay data --table 3 --round 118
  taisai replay data --table 3 --round 118 --html round-118.html

The round is found in the records themselves, however old it is; every link on the way is checked.
Times are UTC.")]
pub(crate) struct Arguments {
    #[command(flatten)]
    data: Data,
    /// The table's number
    #[arg(long, value_name = "NUMBER")]
    table: u32,
    /// The round's number; without it, all rounds are listed
    #[arg(long, value_name = "NUMBER")]
    round: Option<u64>,
    /// Answer in JSON
    #[arg(long)]
    json: bool,
    /// Write the round as a self-contained web page; - writes it to standard output
    #[arg(long, value_name = "FILE", conflicts_with = "json", requires = "round")]
    html: Option<PathBuf>,
}

pub(crate) fn run(arguments: &Arguments) -> Result<String, Failure> {
    let stream = table_stream(arguments.table)?;
    let (mut journal, place) = (arguments.data.open_read_only()?, arguments.data.place()?);
    has_stream(&journal, stream)?;
    let wanted = arguments.round.map_or(Wanted::All, |round| Wanted::One(RoundNumber(round)));
    let histories =
        histories(journal.store(), stream, wanted).map_err(|fault| Failure::from(&fault))?;
    let histories = histories.expect("a stream with a record has its rule book");
    let Some(number) = arguments.round else { return Ok(list(arguments, &histories)) };
    let round = RoundNumber(number);
    let history = histories.rounds.get(&round).ok_or_else(|| {
        Failure::no("no-such-round", format!("{stream} has played no round {number}"))
            .hint(format!("taisai replay {place} --table {}", arguments.table))
    })?;
    let view =
        RoundView { table: arguments.table, book: histories.editions.of(round), round: history };
    match &arguments.html {
        Some(path) => write_or_print(path, html(&view)),
        None if arguments.json => Ok(json::line(&view.json())),
        None => Ok(view.page()),
    }
}

/// A round, ready to render.
pub(crate) struct RoundView<'a> {
    pub(crate) table: u32,
    pub(crate) book: &'a RuleBook,
    pub(crate) round: &'a RoundHistory,
}

/// A bet of the round with its outcome.
pub(crate) struct BetOutcome {
    pub(crate) seat: SeatNumber,
    pub(crate) player: Option<u64>,
    pub(crate) area: String,
    pub(crate) stake: u64,
    pub(crate) outcome: &'static str,
    pub(crate) odds: Option<String>,
    pub(crate) win: u64,
    pub(crate) returned: u64,
    pub(crate) clause: Option<String>,
}

impl RoundView<'_> {
    /// Every bet as the last result settled it.
    pub(crate) fn outcomes(&self) -> Vec<BetOutcome> {
        self.round.slips.iter().flat_map(|(seat, slip)| self.slip_outcomes(*seat, slip)).collect()
    }

    fn slip_outcomes(&self, seat: SeatNumber, slip: &SlipHistory) -> Vec<BetOutcome> {
        let player = slip.player().map(|player| player.0);
        let standing = slip.standing();
        let settlement =
            self.round.result().and_then(|roll| self.book.pay_table.settle(roll, &standing).ok());
        let mut bets: Vec<BetOutcome> = settlement
            .iter()
            .flat_map(|settlement| {
                let outcomes = |bet| settled(seat, player, self.book, settlement, bet);
                settlement.bets().iter().map(outcomes).collect::<Vec<_>>()
            })
            .collect();
        let round_is_void = self.round.voided.is_some();
        for (area, bet) in &slip.bets {
            let is_void = bet.is_void || slip.void_since || round_is_void;
            if !is_void && settlement.is_some() {
                continue;
            }
            let stake = bet.stake.units();
            bets.push(BetOutcome {
                seat,
                player: bet.player.map(|player| player.0),
                area: area.to_string(),
                stake,
                outcome: if is_void { "void" } else { "open" },
                odds: None,
                win: 0,
                returned: if is_void { stake } else { 0 },
                clause: None,
            });
        }
        bets
    }

    pub(crate) fn money(&self, units: u64) -> String {
        money(units, self.book.currency.value)
    }

    /// The dice, and how they were corrected.
    pub(crate) fn result(&self) -> String {
        let rolls: Vec<String> = self.round.results.iter().map(ToString::to_string).collect();
        let dice = match rolls.split_last() {
            None => "no result".to_owned(),
            Some((last, [])) => format!("dice {last}"),
            Some((last, before)) => format!("dice {last}, corrected from {}", before.join(", ")),
        };
        match self.round.voided {
            Some(what) => format!("{dice}, void: {what}"),
            None => dice,
        }
    }

    fn page(&self) -> String {
        let Self { table, book, round } = self;
        let title = format!("table {table}, round {}", round.number);
        let mut page = format!("{}  {}\n", styled(HEADING, &title), book.title.name);
        let _ = writeln!(page, "{}", self.result());
        let _ = writeln!(
            page,
            "staked {}, returned {}\n",
            self.money(round.staked()),
            self.money(round.returned())
        );
        for (stamp, event) in &round.lines {
            let (text, lines) = sentence(event, book.currency.value);
            let time = styled(DIM, &moment(stamp.time));
            let who = format!("{:<8}", actor(stamp.actor));
            let _ = writeln!(page, "  {time}  {}  {text}", styled(NAME, &who));
            for line in lines {
                let _ = writeln!(page, "  {:24}  {:8}    {line}", "", "");
            }
        }
        let outcomes = self.outcomes();
        if !outcomes.is_empty() {
            let rows: Vec<Vec<Cell>> = outcomes.iter().map(|bet| self.row(bet)).collect();
            page.push('\n');
            page += &columns(&rows);
        }
        page
    }

    fn row(&self, bet: &BetOutcome) -> Vec<Cell> {
        let style = match bet.outcome {
            "win" => GOOD,
            "lose" => BAD,
            _ => DIM,
        };
        vec![
            Cell::new(format!("seat {}", bet.seat)),
            Cell::new(bet.player.map(|player| format!("player {player}")).unwrap_or_default()),
            Cell::new(&bet.area).style(NAME),
            Cell::new(self.money(bet.stake)).right(),
            Cell::new(bet.outcome).style(style),
            Cell::new(bet.odds.clone().unwrap_or_default()),
            Cell::new(self.money(bet.returned)).right(),
            Cell::new(bet.clause.clone().unwrap_or_default()).style(DIM),
        ]
    }

    fn json(&self) -> Value {
        let bets: Vec<Value> = self.outcomes().iter().map(BetOutcome::json).collect();
        let events: Vec<Value> = self
            .round
            .lines
            .iter()
            .map(|(stamp, event)| {
                let (text, lines) = sentence(event, self.book.currency.value);
                let event = event_json(event);
                json!({
                    "time": moment(stamp.time), "sequence": stamp.sequence,
                    "actor": actor(stamp.actor), "session": stamp.session.0,
                    "request": stamp.request.0, "event": event.word, "data": event.data,
                    "text": text, "lines": lines,
                })
            })
            .collect();
        let rolls = self.round.results.iter().map(|roll| roll.faces().map(Face::pips));
        json!({
            "table": self.table, "round": self.round.number.0, "rules": self.book.title.id,
            "currency": self.book.currency.value.code(), "opened": moment(self.round.opened),
            "results": rolls.collect::<Vec<_>>(),
            "voided": self.round.voided.map(Irregularity::word),
            "staked": self.round.staked(), "returned": self.round.returned(),
            "bets": bets, "events": events,
        })
    }
}

fn settled(
    seat: SeatNumber,
    player: Option<u64>,
    book: &RuleBook,
    settlement: &Settlement<'_>,
    bet: &SettledBet,
) -> BetOutcome {
    BetOutcome {
        seat,
        player,
        area: bet.bet().area.to_string(),
        stake: bet.bet().stake.units(),
        outcome: bet.outcome().word(),
        odds: settlement.paying_line(bet).map(|line| line.odds.to_string()),
        win: bet.win(),
        returned: bet.returned(),
        clause: Some(settle::clause(book, settlement, bet).to_owned()),
    }
}

impl BetOutcome {
    fn json(&self) -> Value {
        json!({
            "seat": self.seat.0, "player": self.player, "area": self.area, "stake": self.stake,
            "outcome": self.outcome, "odds": self.odds, "win": self.win,
            "returned": self.returned, "clause": self.clause,
        })
    }
}

fn list(arguments: &Arguments, histories: &Histories) -> String {
    let rounds = histories.rounds.values().map(|round| RoundView {
        table: arguments.table,
        book: histories.editions.of(round.number),
        round,
    });
    if arguments.json {
        let rounds: Vec<Value> = rounds
            .map(|view| {
                let round = view.round;
                let rolls = round.results.iter().map(|roll| roll.faces().map(Face::pips));
                json!({
                    "round": round.number.0, "opened": moment(round.opened),
                    "results": rolls.collect::<Vec<_>>(),
                    "voided": round.voided.map(Irregularity::word),
                    "staked": round.staked(), "returned": round.returned(),
                })
            })
            .collect();
        return json::line(&json!({ "table": arguments.table, "rounds": rounds }));
    }
    let mut rows = vec![headings(&["round", "opened", "staked", "returned", "result"])];
    rows.extend(rounds.map(|view| {
        vec![
            Cell::new(view.round.number.to_string()).style(NAME).right(),
            Cell::new(moment(view.round.opened)).style(DIM),
            Cell::new(view.money(view.round.staked())).right(),
            Cell::new(view.money(view.round.returned())).right(),
            Cell::new(view.result()),
        ]
    }));
    columns(&rows)
}
