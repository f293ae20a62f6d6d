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
    /// Bets, with their outcome.
    Bets,
    /// What every player bought in, staked, got back and cashed out.
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
pub struct QueryResult {
    /// The names.
    pub columns: Vec<&'static str>,
    /// The rows, in the order of the journal.
    pub rows: Vec<Vec<Field>>,
    /// What the rows do not cover.
    pub coverage: Coverage,
}

/// What the rows of an answer do not cover.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Coverage {
    /// How many records of the journal are not in the tables yet.
    pub behind: u64,
    /// Whether there are more rows than the maximum asked for.
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

/// The table and columns that answer a question.
struct QueryTable {
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
        self.query_table().columns
    }

    const fn query_table(self) -> QueryTable {
        match self {
            Self::Rounds => QueryTable {
                table: "rounds",
                columns: &[
                    "stream", "round", "opened", "cleared", "dice", "results", "voided", "staked",
                    "returned",
                ],
                order: "stream, round",
                time: Some("opened"),
                has: &["stream", "round"],
            },
            Self::Bets => QueryTable {
                table: "bets",
                columns: &[
                    "stream", "round", "seat", "player", "area", "stake", "placed", "outcome",
                    "odds", "win",
                ],
                order: "stream, round, seat, area",
                time: Some("placed"),
                has: &["stream", "round", "player"],
            },
            Self::Meters => QueryTable {
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
            Self::Vouchers => QueryTable {
                table: "vouchers",
                columns: &["number", "voucher", "amount", "currency", "origin", "state", "changed"],
                order: "number",
                time: Some("changed"),
                has: &[],
            },
            Self::Acts => QueryTable {
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
fn check(query_table: &QueryTable, filter: &Filter) -> Result<(), StoreFault> {
    let wanted = [
        ("stream", filter.stream.is_some()),
        ("round", filter.round.is_some()),
        ("player", filter.player.is_some()),
        ("actor", filter.actor.is_some()),
    ];
    let no = |what: &str| StoreFault::Other(format!("{} have no {what}", query_table.table).into());
    match wanted.iter().find(|(name, given)| *given && !query_table.has.contains(name)) {
        Some((name, _)) => Err(no(name)),
        None if query_table.time.is_none() && (filter.from.is_some() || filter.to.is_some()) => {
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
) -> Result<QueryResult, ProjectFault> {
    let mut rows = Vec::new();
    let coverage = ask_each(place, options, question, filter, |row| {
        rows.push(row);
        ControlFlow::Continue(())
    })?;
    Ok(QueryResult { columns: question.columns().to_vec(), rows, coverage })
}

/// The same row by row, so that any number of them fits the memory; `take` may break off.
pub fn ask_each(
    place: &Place,
    options: &Options,
    question: Question,
    filter: &Filter,
    mut take: impl FnMut(Vec<Field>) -> ControlFlow<()>,
) -> Result<Coverage, ProjectFault> {
    let mut journal = Journal::open_read_only(place, options)?;
    let (mut rows, watch) = Rows::open_read_only(place, options)?;
    if !rows.has("projected")? {
        return Err(ProjectFault::Nothing);
    }
    if !rows.may_read("projected")? {
        return Err(ProjectFault::NotShared);
    }
    let query_table = question.query_table();
    check(&query_table, filter)?;
    let (sql, cells) = statement(&query_table, filter);
    let mut coverage = Coverage { behind: behind(&mut journal, &mut rows)?, is_cut: false };
    let field = |(column, cell): (&&'static str, Cell)| named(column, cell);
    let mut left = filter.rows_max;
    rows.each(&sql, &cells, &mut |row| {
        if left == Some(0) {
            coverage.is_cut = true;
            return ControlFlow::Break(());
        }
        left = left.map(|left| left - 1);
        take(query_table.columns.iter().zip(row).map(field).collect())
    })?;
    if watch.is_some_and(|watch| watch.is_written()) {
        let why = "somebody began to write meanwhile, and the rows may be half old and half new: \
                   ask again";
        return Err(OpenFault::Store(StoreFault::Other(why.into())).into());
    }
    Ok(coverage)
}

fn statement(query_table: &QueryTable, filter: &Filter) -> (String, Vec<Cell>) {
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
    if let Some(time) = query_table.time {
        wants(time, ">=", filter.from.map(Cell::from));
        wants(time, "<", filter.to.map(Cell::from));
    }
    let wheres = if wheres.is_empty() { "true".to_owned() } else { wheres.join(" AND ") };
    // One more than is wanted, so that it is known whether there are more.
    let limit = filter.rows_max.and_then(|rows| i64::try_from(rows).ok()?.checked_add(1));
    let limit = limit.map(|rows| format!(" LIMIT {rows}")).unwrap_or_default();
    let (columns, table, order) =
        (query_table.columns.join(", "), query_table.table, query_table.order);
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
