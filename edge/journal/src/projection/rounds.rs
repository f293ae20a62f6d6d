//! The rows of a round: written from its history, which is made again from them.

use std::collections::BTreeMap;

use taisai_rules::{Area, Irregularity, Odds, RuleBook, Stake};
use taisai_table::{PlayerId, RoundNumber, SeatNumber, Time};

use crate::history::{BetHistory, RoundHistory};
use crate::projection::rows::{Cell, Rows};
use crate::store::StoreFault;
use crate::stream::Stream;

/// The history of a round, and whether its rows were counted in the meters before.
pub(crate) struct Written {
    pub(crate) history: RoundHistory,
    before: Option<RoundHistory>,
}

/// Money for a player: staked, and returned.
type Counts = BTreeMap<PlayerId, [i64; 2]>;

impl Written {
    pub(crate) const fn new(round: RoundNumber, opened: Time) -> Self {
        Self { history: RoundHistory::new(round, opened), before: None }
    }

    /// What the meters of its players change by.
    pub(crate) fn counts(&self, book: Option<&RuleBook>) -> Counts {
        let mut changes = Counts::new();
        let now = Some(&self.history).into_iter().map(|history| (history, 1));
        let before = self.before.iter().map(|history| (history, -1));
        for (history, sign) in now.chain(before).filter(|(history, _)| is_counted(history)) {
            for bet in settled(history, book) {
                let Some(player) = bet.of.player.filter(|_| bet.outcome != VOID) else { continue };
                let [staked, returned] = changes.entry(player).or_default();
                *staked += sign * signed(bet.of.stake.units());
                *returned += sign * signed(bet.returned());
            }
        }
        changes.retain(|_, change| *change != [0; 2]);
        changes
    }
}

/// A round that was paid and is not void.
fn is_counted(history: &RoundHistory) -> bool {
    history.is_paid && history.voided.is_none()
}

const VOID: &str = "void";

/// A bet as its row tells it.
struct SettledRow {
    seat: SeatNumber,
    area: Area,
    of: BetHistory,
    outcome: &'static str,
    odds: Option<Odds>,
    win: u64,
}

impl SettledRow {
    fn returned(&self) -> u64 {
        if self.outcome == "win" { self.of.stake.units() + self.win } else { 0 }
    }
}

/// Every bet of a round, worked out from its dice and the rule book once it is paid.
fn settled(history: &RoundHistory, book: Option<&RuleBook>) -> Vec<SettledRow> {
    let roll = history.result().filter(|_| history.is_paid);
    let mut rows = Vec::new();
    for (&seat, slip) in &history.slips {
        for (&area, &of) in &slip.bets {
            let is_void = of.is_void || slip.void_since || history.voided.is_some();
            let line = roll.and_then(|roll| book?.pay_table.paying_line(area, roll));
            let odds = line.map(|line| line.odds).filter(|_| !is_void);
            let win = odds.and_then(|odds| odds.win_on(of.stake)).unwrap_or(0);
            let outcome = match (is_void, roll, odds) {
                (true, ..) => VOID,
                (false, None, _) => "open",
                (false, Some(_), Some(_)) => "win",
                (false, Some(_), None) => "lose",
            };
            rows.push(SettledRow { seat, area, of, outcome, odds, win });
        }
    }
    rows
}

/// Writes the rows of a round anew.
pub(crate) fn write(
    rows: &mut Rows,
    stream: Stream,
    history: &RoundHistory,
    book: Option<&RuleBook>,
) -> Result<(), StoreFault> {
    let bets = settled(history, book);
    let standing = bets.iter().filter(|bet| bet.outcome != VOID);
    let staked: u64 = standing.map(|bet| bet.of.stake.units()).sum();
    let returned: u64 = bets.iter().map(SettledRow::returned).sum();
    let round: Cell = history.number.0.into();
    rows.run(
        "INSERT INTO rounds(stream, round, opened, cleared, dice, results, voided, staked, returned)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
         ON CONFLICT (stream, round) DO UPDATE SET cleared = excluded.cleared,
            dice = excluded.dice, results = excluded.results, voided = excluded.voided,
            staked = excluded.staked, returned = excluded.returned",
        &[
            stream.into(),
            round.clone(),
            history.opened.millis().into(),
            history.cleared.map(Time::millis).into(),
            history.results.last().map(ToString::to_string).into(),
            (history.results.len() as u64).into(),
            history.voided.map(Irregularity::word).into(),
            staked.into(),
            returned.into(),
        ],
    )?;
    let of_round = [stream.into(), round.clone()];
    rows.run("DELETE FROM bets WHERE stream = $1 AND round = $2", &of_round)?;
    for bet in bets {
        rows.run(
            "INSERT INTO bets(stream, round, seat, area, player, stake, placed, outcome, odds, win)
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)",
            &[
                stream.into(),
                round.clone(),
                u64::from(bet.seat.0).into(),
                bet.area.to_string().into(),
                bet.of.player.map(|player| player.0).into(),
                bet.of.stake.units().into(),
                bet.of.placed.millis().into(),
                bet.outcome.into(),
                bet.odds.map(|odds| odds.to_string()).into(),
                bet.win.into(),
            ],
        )?;
    }
    Ok(())
}

/// The history that the rows of a round tell: all that more events can change.
pub(crate) fn read(
    rows: &mut Rows,
    stream: Stream,
    round: RoundNumber,
) -> Result<Option<Written>, StoreFault> {
    let of_round = [stream.into(), round.0.into()];
    let find = "SELECT opened, cleared, dice, results, voided FROM rounds
         WHERE stream = $1 AND round = $2";
    let found = rows.query(find, &of_round)?;
    let Some((row, opened)) = found.first().and_then(|row| Some((row, time(row, 0)?))) else {
        return Ok(None);
    };
    let mut history = RoundHistory::new(round, opened);
    history.cleared = time(row, 1);
    // Of the results before the last one only their number is kept.
    let results = number(row, 3).and_then(|results| usize::try_from(results).ok()).unwrap_or(0);
    let last = text(row, 2).and_then(|dice| dice.parse().ok());
    history.results = last.map(|last| vec![last; results]).unwrap_or_default();
    let is_word = |what: &&Irregularity| Some(what.word()) == text(row, 4);
    history.voided = Irregularity::ALL.iter().find(is_word).copied();
    let find = "SELECT seat, area, player, stake, placed, outcome FROM bets
         WHERE stream = $1 AND round = $2";
    for row in rows.query(find, &of_round)? {
        let Some((seat, area, bet)) = bet(&row) else { continue };
        let outcome = text(&row, 5);
        history.is_paid |= matches!(outcome, Some("win" | "lose"));
        let is_void = outcome == Some(VOID) && history.voided.is_none();
        let slip = history.slips.entry(seat).or_default();
        slip.bets.insert(area, BetHistory { is_void, ..bet });
    }
    let before = Some(history.clone());
    Ok(Some(Written { history, before }))
}

fn bet(row: &[Cell]) -> Option<(SeatNumber, Area, BetHistory)> {
    let seat = SeatNumber(u16::try_from(number(row, 0)?).ok()?);
    let player = number(row, 2).and_then(|player| u64::try_from(player).ok()).map(PlayerId);
    let stake = Stake::new(u64::try_from(number(row, 3)?).ok()?).ok()?;
    let placed = time(row, 4)?;
    Some((seat, text(row, 1)?.parse().ok()?, BetHistory { player, stake, placed, is_void: false }))
}

/// Who sits where, or sat last.
pub(crate) fn players(
    rows: &mut Rows,
    stream: Stream,
) -> Result<BTreeMap<SeatNumber, PlayerId>, StoreFault> {
    let found = rows.query("SELECT seat, player FROM seats WHERE stream = $1", &[stream.into()])?;
    let player = |row: &Vec<Cell>| {
        let seat = u16::try_from(number(row, 0)?).ok()?;
        Some((SeatNumber(seat), PlayerId(u64::try_from(number(row, 1)?).ok()?)))
    };
    Ok(found.iter().filter_map(player).collect())
}

fn signed(units: u64) -> i64 {
    i64::try_from(units).unwrap_or(i64::MAX)
}

fn time(row: &[Cell], at: usize) -> Option<Time> {
    Time::from_millis(u64::try_from(number(row, at)?).ok()?)
}

fn number(row: &[Cell], at: usize) -> Option<i64> {
    match row.get(at)? {
        Cell::Number(number) => Some(*number),
        Cell::Text(_) | Cell::Nothing => None,
    }
}

fn text(row: &[Cell], at: usize) -> Option<&str> {
    match row.get(at)? {
        Cell::Text(text) => Some(text),
        Cell::Number(_) | Cell::Nothing => None,
    }
}
