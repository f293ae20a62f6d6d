//! `taisai replay`: a round as it was, from the journal alone.

mod html;
mod story;
mod words;

use std::fmt::Write as _;
use std::path::PathBuf;

use clap::Args;
use serde_json::{Value, json};
use taisai_rules::{Face, Irregularity, RuleBook, SettledBet, Settlement};
use taisai_table::{RoundNumber, SeatNumber};

use self::html::html;
use self::story::{Slip, Story, Told, Wanted, tell};
use self::words::sentence;
use crate::commands::settle;
use crate::failure::Failure;
use crate::input::data::{Data, has_stream, table_stream, unproved};
use crate::output::json;
use crate::output::moments::moment;
use crate::output::money::money;
use crate::output::page::{BAD, Cell, DIM, GOOD, HEADING, NAME, columns, headings, styled};
use crate::output::record::{actor, told_event};
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
    let (mut journal, place) = (arguments.data.look()?, arguments.data.place()?);
    has_stream(&journal, stream)?;
    let wanted = arguments.round.map_or(Wanted::All, |round| Wanted::One(RoundNumber(round)));
    let told = tell(&mut journal, stream, wanted).map_err(|fault| unproved(&fault))?;
    let told = told.expect("a stream with a record has its rule book");
    let Some(number) = arguments.round else { return Ok(list(arguments, &told)) };
    let round = RoundNumber(number);
    let story = told.stories.get(&round).ok_or_else(|| {
        Failure::no("no-such-round", format!("{stream} has played no round {number}"))
            .hint(format!("taisai replay {place} --table {}", arguments.table))
    })?;
    let shown = Shown { table: arguments.table, book: &told.book, story };
    match &arguments.html {
        Some(path) => write_or_print(path, html(&shown)),
        None if arguments.json => Ok(json::line(&shown.json())),
        None => Ok(shown.page()),
    }
}

/// A round, ready to render.
pub(crate) struct Shown<'a> {
    pub(crate) table: u32,
    pub(crate) book: &'a RuleBook,
    pub(crate) story: &'a Story,
}

/// A bet of the round with its outcome.
pub(crate) struct Ended {
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

impl Shown<'_> {
    /// Every bet as the last result settled it.
    pub(crate) fn ended(&self) -> Vec<Ended> {
        self.story.slips.iter().flat_map(|(seat, slip)| self.slip_ended(*seat, slip)).collect()
    }

    fn slip_ended(&self, seat: SeatNumber, slip: &Slip) -> Vec<Ended> {
        let is_void = slip.is_void || self.story.voided.is_some();
        let settlement = match self.story.rolls.last() {
            Some(roll) if !is_void => self.book.pay_table.settle(*roll, &slip.bets).ok(),
            Some(_) | None => None,
        };
        let player = slip.player.map(|player| player.0);
        if let Some(settlement) = settlement {
            let ended = |bet| settled(seat, player, self.book, &settlement, bet);
            return settlement.bets().iter().map(ended).collect();
        }
        let outcome = if is_void { "void" } else { "open" };
        let bets = slip.bets.iter().map(|bet| Ended {
            seat,
            player,
            area: bet.area.to_string(),
            stake: bet.stake.units(),
            outcome,
            odds: None,
            win: 0,
            returned: if is_void { bet.stake.units() } else { 0 },
            clause: None,
        });
        bets.collect()
    }

    pub(crate) fn money(&self, units: u64) -> String {
        money(units, self.book.currency.value)
    }

    /// The dice, and how they were corrected.
    pub(crate) fn result(&self) -> String {
        let rolls: Vec<String> = self.story.rolls.iter().map(ToString::to_string).collect();
        let dice = match rolls.split_last() {
            None => "no result".to_owned(),
            Some((last, [])) => format!("dice {last}"),
            Some((last, before)) => format!("dice {last}, corrected from {}", before.join(", ")),
        };
        match self.story.voided {
            Some(what) => format!("{dice}, void: {what}"),
            None => dice,
        }
    }

    fn page(&self) -> String {
        let Self { table, book, story } = self;
        let title = format!("table {table}, round {}", story.round);
        let mut page = format!("{}  {}\n", styled(HEADING, &title), book.title.name);
        let _ = writeln!(page, "{}", self.result());
        let _ = writeln!(
            page,
            "staked {}, returned {}\n",
            self.money(story.staked),
            self.money(story.returned)
        );
        for (stamp, event) in &story.lines {
            let (text, lines) = sentence(event, book.currency.value);
            let time = styled(DIM, &moment(stamp.time));
            let who = format!("{:<8}", actor(stamp.actor));
            let _ = writeln!(page, "  {time}  {}  {text}", styled(NAME, &who));
            for line in lines {
                let _ = writeln!(page, "  {:24}  {:8}    {line}", "", "");
            }
        }
        let ended = self.ended();
        if !ended.is_empty() {
            let rows: Vec<Vec<Cell>> = ended.iter().map(|bet| self.row(bet)).collect();
            page.push('\n');
            page += &columns(&rows);
        }
        page
    }

    fn row(&self, bet: &Ended) -> Vec<Cell> {
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
        let bets: Vec<Value> = self.ended().iter().map(Ended::json).collect();
        let events: Vec<Value> = self
            .story
            .lines
            .iter()
            .map(|(stamp, event)| {
                let (text, lines) = sentence(event, self.book.currency.value);
                let told = told_event(event);
                json!({
                    "time": moment(stamp.time), "sequence": stamp.sequence,
                    "actor": actor(stamp.actor), "session": stamp.session.0,
                    "request": stamp.request.0, "event": told.word, "data": told.data,
                    "text": text, "lines": lines,
                })
            })
            .collect();
        let rolls = self.story.rolls.iter().map(|roll| roll.faces().map(Face::pips));
        json!({
            "table": self.table, "round": self.story.round.0, "rules": self.book.title.id,
            "currency": self.book.currency.value.code(), "opened": moment(self.story.opened),
            "results": rolls.collect::<Vec<_>>(),
            "voided": self.story.voided.map(Irregularity::word),
            "staked": self.story.staked, "returned": self.story.returned,
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
) -> Ended {
    Ended {
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

impl Ended {
    fn json(&self) -> Value {
        json!({
            "seat": self.seat.0, "player": self.player, "area": self.area, "stake": self.stake,
            "outcome": self.outcome, "odds": self.odds, "win": self.win,
            "returned": self.returned, "clause": self.clause,
        })
    }
}

fn list(arguments: &Arguments, told: &Told) -> String {
    let rounds = told.stories.values().map(|story| Shown {
        table: arguments.table,
        book: &told.book,
        story,
    });
    if arguments.json {
        let rounds: Vec<Value> = rounds
            .map(|shown| {
                let story = shown.story;
                let rolls = story.rolls.iter().map(|roll| roll.faces().map(Face::pips));
                json!({
                    "round": story.round.0, "opened": moment(story.opened),
                    "results": rolls.collect::<Vec<_>>(),
                    "voided": story.voided.map(Irregularity::word),
                    "staked": story.staked, "returned": story.returned,
                })
            })
            .collect();
        return json::line(&json!({ "table": arguments.table, "rounds": rounds }));
    }
    let mut rows = vec![headings(&["round", "opened", "staked", "returned", "result"])];
    rows.extend(rounds.map(|shown| {
        vec![
            Cell::new(shown.story.round.to_string()).style(NAME).right(),
            Cell::new(moment(shown.story.opened)).style(DIM),
            Cell::new(shown.money(shown.story.staked)).right(),
            Cell::new(shown.money(shown.story.returned)).right(),
            Cell::new(shown.result()),
        ]
    }));
    columns(&rows)
}
