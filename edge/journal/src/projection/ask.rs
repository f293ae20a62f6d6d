//! The questions people ask, and the answers the tables give.

use std::ops::ControlFlow;

use crate::journal::{Journal, OpenFault, Options, Place};
use crate::projection::ProjectFault;
use crate::projection::rows::{Cell, Rows};
use crate::store::StoreFault;
use crate::stream::Stream;

/// What is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Question {
    /// Rounds, with dice, stakes and what they returned.
    Rounds,
    /// Bets, with what became of them.
    Bets,
    /// What every player brought, staked, got back and took away.
    Meters,
    /// Vouchers, and where each is.
    Vouchers,
    /// Who did what, and when.
    Acts,
}

/// Which rows are wanted; whatever is not named may be anything.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Filter {
    pub stream: Option<Stream>,
    pub round: Option<u64>,
    pub player: Option<u64>,
    /// By this actor, such as `staff 3`.
    pub actor: Option<String>,
    /// Of this moment or later, in milliseconds.
    pub from: Option<u64>,
    /// Before this moment.
    pub to: Option<u64>,
    /// At most so many rows; where there are more, the answer says so.
    pub rows_max: Option<u64>,
}

/// Rows under the names of their columns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The names.
    pub columns: Vec<&'static str>,
    /// The rows, in the order of the journal.
    pub rows: Vec<Vec<Field>>,
    /// What is to be said beside them.
    pub beside: Beside,
}

/// What an answer says beside its rows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Beside {
    /// How many records the journal has that the tables do not know yet.
    pub behind: u64,
    /// Whether there are more rows than were asked for at most.
    pub is_cut: bool,
}

/// One field of an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Field {
    Number(i64),
    /// A moment, in milliseconds.
    Moment(i64),
    Text(String),
    /// There is none.
    Nothing,
}

/// A question as the tables have it.
struct Asked {
    table: &'static str,
    columns: &'static [&'static str],
    order: &'static str,
    /// The column that says when, and those that may be asked for.
    time: Option<&'static str>,
    has: &'static [&'static str],
}

impl Question {
    /// The names of the columns.
    pub const fn columns(self) -> &'static [&'static str] {
        self.asked().columns
    }

    const fn asked(self) -> Asked {
        match self {
            Self::Rounds => Asked {
                table: "rounds",
                columns: &[
                    "stream", "round", "opened", "cleared", "dice", "results", "voided", "staked",
                    "returned",
                ],
                order: "stream, round",
                time: Some("opened"),
                has: &["stream", "round"],
            },
            Self::Bets => Asked {
                table: "bets",
                columns: &[
                    "stream", "round", "seat", "player", "area", "stake", "placed", "outcome",
                    "odds", "win",
                ],
                order: "stream, round, seat, area",
                time: Some("placed"),
                has: &["stream", "round", "player"],
            },
            Self::Meters => Asked {
                table: "meters",
                columns: &[
                    "stream",
                    "player",
                    "bought_in",
                    "cashed_out",
                    "staked",
                    "returned",
                    "owed_paid",
                ],
                order: "stream, player",
                time: None,
                has: &["stream", "player"],
            },
            Self::Vouchers => Asked {
                table: "vouchers",
                columns: &["number", "voucher", "amount", "currency", "origin", "state", "changed"],
                order: "number",
                time: Some("changed"),
                has: &[],
            },
            Self::Acts => Asked {
                table: "acts",
                columns: &[
                    "stream", "sequence", "place", "time", "actor", "session", "request", "event",
                ],
                order: "stream, sequence, place",
                time: Some("time"),
                has: &["stream", "actor"],
            },
        }
    }
}

/// What keeps a question from being asked.
fn check(asked: &Asked, filter: &Filter) -> Result<(), StoreFault> {
    let wanted = [
        ("stream", filter.stream.is_some()),
        ("round", filter.round.is_some()),
        ("player", filter.player.is_some()),
        ("actor", filter.actor.is_some()),
    ];
    let no = |what: &str| StoreFault::Other(format!("{} have no {what}", asked.table).into());
    match wanted.iter().find(|(name, given)| *given && !asked.has.contains(name)) {
        Some((name, _)) => Err(no(name)),
        None if asked.time.is_none() && (filter.from.is_some() || filter.to.is_some()) => {
            Err(no("time"))
        }
        None => Ok(()),
    }
}

/// Asks the tables of a journal. They know what they were last brought up to.
pub fn ask(
    place: &Place,
    options: &Options,
    question: Question,
    filter: &Filter,
) -> Result<Answer, ProjectFault> {
    let mut rows = Vec::new();
    let beside = ask_each(place, options, question, filter, |row| {
        rows.push(row);
        ControlFlow::Continue(())
    })?;
    Ok(Answer { columns: question.columns().to_vec(), rows, beside })
}

/// The same row by row, so that any number of them fits the memory; `take` may break off.
pub fn ask_each(
    place: &Place,
    options: &Options,
    question: Question,
    filter: &Filter,
    mut take: impl FnMut(Vec<Field>) -> ControlFlow<()>,
) -> Result<Beside, ProjectFault> {
    let mut journal = Journal::open_read_only(place, options)?;
    let (mut rows, watch) = Rows::open_read_only(place, options)?;
    if !rows.has("projected")? {
        return Err(ProjectFault::Nothing);
    }
    if !rows.may_read("projected")? {
        return Err(ProjectFault::NotShared);
    }
    let asked = question.asked();
    check(&asked, filter)?;
    let (sql, cells) = statement(&asked, filter);
    let mut beside = Beside { behind: behind(&mut journal, &mut rows)?, is_cut: false };
    let field = |(column, cell): (&&'static str, Cell)| named(column, cell);
    let mut left = filter.rows_max;
    rows.each(&sql, &cells, &mut |row| {
        if left == Some(0) {
            beside.is_cut = true;
            return ControlFlow::Break(());
        }
        left = left.map(|left| left - 1);
        take(asked.columns.iter().zip(row).map(field).collect())
    })?;
    if watch.is_some_and(|watch| watch.is_written()) {
        let why = "somebody began to write meanwhile, and the rows may be half old and half new: \
                   ask again";
        return Err(OpenFault::Store(StoreFault::Other(why.into())).into());
    }
    Ok(beside)
}

fn statement(asked: &Asked, filter: &Filter) -> (String, Vec<Cell>) {
    let mut cells: Vec<Cell> = Vec::new();
    let mut wheres: Vec<String> = Vec::new();
    let mut wants = |column: &str, how: &str, cell: Option<Cell>| {
        if let Some(cell) = cell {
            cells.push(cell);
            wheres.push(format!("{column} {how} ${}", cells.len()));
        }
    };
    wants("stream", "=", filter.stream.map(Cell::from));
    wants("round", "=", filter.round.map(Cell::from));
    wants("player", "=", filter.player.map(Cell::from));
    wants("actor", "=", filter.actor.clone().map(Cell::from));
    if let Some(time) = asked.time {
        wants(time, ">=", filter.from.map(Cell::from));
        wants(time, "<", filter.to.map(Cell::from));
    }
    let wheres = if wheres.is_empty() { "true".to_owned() } else { wheres.join(" AND ") };
    // One more than is wanted, so that it is known whether there are more.
    let limit = filter.rows_max.and_then(|rows| i64::try_from(rows).ok()?.checked_add(1));
    let limit = limit.map(|rows| format!(" LIMIT {rows}")).unwrap_or_default();
    let (columns, table, order) = (asked.columns.join(", "), asked.table, asked.order);
    (format!("SELECT {columns} FROM {table} WHERE {wheres} ORDER BY {order}{limit}"), cells)
}

fn named(column: &str, cell: Cell) -> Field {
    match (column, cell) {
        ("stream", Cell::Number(number)) => {
            let stream = u32::try_from(number).ok().and_then(Stream::from_number);
            stream.map_or(Field::Number(number), |stream| Field::Text(stream.to_string()))
        }
        ("opened" | "cleared" | "placed" | "changed" | "time", Cell::Number(millis)) => {
            Field::Moment(millis)
        }
        (_, Cell::Number(number)) => Field::Number(number),
        (_, Cell::Text(text)) => Field::Text(text),
        (_, Cell::Nothing) => Field::Nothing,
    }
}

fn behind(journal: &mut Journal, rows: &mut Rows) -> Result<u64, StoreFault> {
    let mut behind = 0;
    for (stream, head) in journal.store().heads()? {
        let known = super::position(rows, stream)?.map_or(0, |head| head.sequence);
        behind += head.sequence.saturating_sub(known);
    }
    Ok(behind)
}
