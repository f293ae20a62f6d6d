//! The banks of felt tables: what was counted on each day, and what it comes to.

use serde::{Deserialize, Serialize};
use taisai_floor::{
    Act, Bank, BankAct, CountOf, Counted, DayNumber, Floor, Proposal, Slip, SlipNumber, SlipWay,
    TableDay, TableId, TableStanding,
};
use taisai_odds::Fraction;
use taisai_table::{ProposalId, TableKind, Time};
use ts_rs::TS;
use utoipa::ToSchema;

use crate::ask::{CountOfForm, Pieces};
use crate::declare::ToWire;
use crate::kind::FloorRole;

/// The bank of a felt table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct BankShown {
    /// The table.
    pub table: u32,
    /// What people call it.
    pub name: String,
    /// The three letters of its currency.
    pub currency: String,
    /// The day that is open; none where the float is not counted.
    pub open: Option<u32>,
    /// Its days, the latest first.
    pub days: Vec<DayShown>,
}

/// A day of a table's bank, from the count of its opening float to the count of its drop. What is
/// not counted is not known, and never nothing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct DayShown {
    /// Its number at the table.
    pub day: u32,
    /// The float as the last closing left it; none on the first day.
    pub carried: Option<u64>,
    /// The float at the opening.
    pub opening: CountShown,
    /// What the opening count had more than the last closing; none on the first day.
    pub variance: Option<i64>,
    /// Fills and credits, in the order of their slips.
    pub slips: Vec<SlipShown>,
    /// What the cage brought.
    pub fills: i64,
    /// What the cage took away.
    pub credits: i64,
    /// What would be in the float if no player had brought or taken a chip.
    pub expected: i64,
    /// The float at the closing; none while the bank is open.
    pub closing: Option<CountShown>,
    /// The drop; none until it is counted.
    pub drop: Option<CountShown>,
    /// Closing float, drop and credits, less opening float and fills; none until all is counted.
    pub win: Option<i64>,
    /// The win in percent of the drop; none until both are known, or without a drop.
    pub hold_percent: Option<String>,
    /// Counts that were found to be wrong, the earliest first.
    pub corrections: Vec<CorrectionShown>,
}

/// What two people counted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct CountShown {
    /// The pieces of each denomination, the smallest first.
    pub count: Vec<Pieces>,
    /// What all of it is worth.
    pub total: u64,
    /// Who proposed it, and who agreed.
    pub by: [u32; 2],
    /// When the second one agreed.
    pub at: u64,
}

/// A fill or a credit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct SlipShown {
    /// The number of the slip; each is given once in the house.
    pub slip: u64,
    /// Which way the chips went.
    pub way: SlipWayWord,
    /// What was counted.
    pub counted: CountShown,
}

/// Which way chips go.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum SlipWayWord {
    /// From the cage to the table.
    Fill,
    /// From the table to the cage.
    Credit,
}

/// A count that was found to be wrong.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct CorrectionShown {
    /// Which count.
    pub of: CountOfForm,
    /// What was counted at first.
    pub first: CountShown,
    /// What it is found to have been.
    pub counted: CountShown,
    /// Why.
    pub reason: String,
}

/// What is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum CountWord {
    /// The float with which a day begins.
    OpenFloat,
    /// Chips that the cage brings.
    Fill,
    /// Chips that the cage takes away.
    Credit,
    /// The float with which the day ends.
    CloseFloat,
    /// The drop of a day.
    CountDrop,
    /// What a count is found to have been.
    CorrectCount,
}

/// A count that waits for a second person.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct CountWaiting {
    /// The proposal's number.
    pub proposal: u32,
    /// The table.
    pub table: u32,
    /// What people call it.
    pub name: String,
    /// The three letters of its currency.
    pub currency: String,
    /// What is counted.
    pub what: CountWord,
    /// The day, where it is about one that was opened before.
    pub day: Option<u32>,
    /// Which count is corrected, where one is.
    pub of: Option<CountOfForm>,
    /// The pieces.
    pub count: Vec<Pieces>,
    /// What they are worth.
    pub total: u64,
    /// What it would be by the counts before: the last closing, the expected float, or the count
    /// that is corrected.
    pub expected: Option<i64>,
    /// Why, where something is corrected.
    pub reason: Option<String>,
    /// Who counted first.
    pub by: u32,
    /// Who may agree.
    pub needs: Vec<FloorRole>,
    /// Until when it can be agreed to.
    pub until: u64,
}

impl CountShown {
    fn of(counted: &Counted) -> Self {
        Self {
            count: ToWire::to_wire(&counted.count),
            total: counted.count.total().units(),
            by: counted.by.map(|staff| staff.0),
            at: counted.at.millis(),
        }
    }
}

impl DayShown {
    /// Everybody who counted something of it.
    pub fn people(&self) -> impl Iterator<Item = u32> {
        let slips = self.slips.iter().map(|slip| &slip.counted);
        let corrected = self.corrections.iter().flat_map(|wrong| [&wrong.first, &wrong.counted]);
        let counts = [Some(&self.opening), self.closing.as_ref(), self.drop.as_ref()];
        counts.into_iter().flatten().chain(slips).chain(corrected).flat_map(|count| count.by)
    }

    fn of(number: DayNumber, day: &TableDay) -> Self {
        let standing = |of| day.standing(of).map(CountShown::of);
        let slip = |(number, slip): (&SlipNumber, &Slip)| SlipShown {
            slip: number.0,
            way: match slip.way {
                SlipWay::Fill => SlipWayWord::Fill,
                SlipWay::Credit => SlipWayWord::Credit,
            },
            counted: CountShown::of(day.standing(slip.is(*number)).unwrap_or(&slip.counted)),
        };
        let corrections = day.corrections.iter().map(|correction| CorrectionShown {
            of: ToWire::to_wire(&correction.of),
            first: CountShown::of(day.first(correction.of).unwrap_or(&correction.counted)),
            counted: CountShown::of(&correction.counted),
            reason: correction.reason.to_string(),
        });
        Self {
            day: number.0,
            carried: day.carried.map(taisai_table::Money::units),
            opening: standing(CountOf::Opening).unwrap_or_else(|| CountShown::of(&day.opening)),
            variance: day.variance(),
            slips: day.slips.iter().map(slip).collect(),
            fills: day.fills(),
            credits: day.credits(),
            expected: day.expected_float(),
            closing: standing(CountOf::Closing),
            drop: standing(CountOf::Drop),
            win: day.win(),
            hold_percent: day.win().and_then(|win| percent(win, day.drop()?.units())),
            corrections: corrections.collect(),
        }
    }
}

/// A win in percent of a drop; none without a drop.
pub fn percent(win: i64, drop: u64) -> Option<String> {
    (drop > 0).then(|| Fraction::new(win.into(), drop.into()).percent(4))
}

impl BankShown {
    /// How many days of each table the screens show beside those that wait for their drop.
    pub const DAYS_SHOWN: usize = 3;

    /// The bank of a felt table, with every day that is known; nothing at a table without chips.
    pub fn of(floor: &Floor, table: TableId) -> Option<Self> {
        let known = floor.table(table).filter(|known| known.config.kind == TableKind::Felt)?;
        let bank = floor.bank(table);
        let days = bank.into_iter().flat_map(|bank| bank.days.iter().rev());
        Some(Self {
            table: table.0,
            name: known.name.to_string(),
            currency: known.config.currency.code().to_owned(),
            open: bank.and_then(Bank::open_day).map(|(day, _)| day.0),
            days: days.map(|(number, day)| DayShown::of(*number, day)).collect(),
        })
    }
}

/// Every bank with every day that is known, also of tables that were retired.
pub fn all_banks(floor: &Floor) -> Vec<BankShown> {
    floor.tables().filter_map(|(table, _)| BankShown::of(floor, table)).collect()
}

/// The banks as screens show them: of each felt table the latest days, and those that wait for
/// their drop; a retired table stays until its last drop is counted.
pub fn banks(floor: &Floor) -> Vec<BankShown> {
    let shown = |(table, known): (TableId, &taisai_floor::FloorTable)| {
        let mut shown = BankShown::of(floor, table)?;
        let mut place = 0;
        shown.days.retain(|day| {
            place += 1;
            place <= BankShown::DAYS_SHOWN || day.drop.is_none()
        });
        let waits = shown.days.iter().any(|day| day.drop.is_none());
        (known.standing == TableStanding::InUse || waits).then_some(shown)
    };
    floor.tables().filter_map(shown).collect()
}

impl CountWaiting {
    /// What is proposed about a bank; nothing where it is about something else.
    pub fn of(floor: &Floor, id: ProposalId, made: &Proposal) -> Option<Self> {
        let Act::Bank(act) = &made.act else { return None };
        let table = act.table();
        let bank = floor.bank(table);
        let open = bank.and_then(Bank::open_day);
        let day = match act {
            BankAct::OpenFloat { .. } => None,
            BankAct::Fill { .. } | BankAct::Credit { .. } | BankAct::CloseFloat { .. } => {
                open.map(|(day, _)| day)
            }
            BankAct::CountDrop { day, .. } | BankAct::CorrectCount { day, .. } => Some(*day),
        };
        let of_day = day.and_then(|day| bank?.day(day));
        let units = |counted: &Counted| i64::try_from(counted.count.total().units()).ok();
        let (what, of, reason, expected) = match act {
            BankAct::OpenFloat { .. } => {
                let carried = bank.filter(|bank| bank.opened > 0).map(Bank::float);
                (CountWord::OpenFloat, None, None, carried)
            }
            BankAct::Fill { .. } => (CountWord::Fill, None, None, None),
            BankAct::Credit { .. } => (CountWord::Credit, None, None, None),
            BankAct::CloseFloat { .. } => {
                (CountWord::CloseFloat, None, None, of_day.map(TableDay::expected_float))
            }
            BankAct::CountDrop { .. } => (CountWord::CountDrop, None, None, None),
            BankAct::CorrectCount { of, reason, .. } => {
                let before = of_day.and_then(|day| day.standing(*of)).and_then(units);
                (CountWord::CorrectCount, Some(*of), Some(reason.to_string()), before)
            }
        };
        let known = floor.table(table)?;
        Some(Self {
            proposal: id.0,
            table: table.0,
            name: known.name.to_string(),
            currency: known.config.currency.code().to_owned(),
            what,
            day: day.map(|day| day.0),
            of: of.as_ref().map(ToWire::to_wire),
            count: ToWire::to_wire(act.count()),
            total: act.count().total().units(),
            expected,
            reason,
            by: made.by.0,
            needs: floor.approvers(id).iter().map(|role| (*role).into()).collect(),
            until: made.until.millis(),
        })
    }
}

/// The counts that wait for a second person.
pub fn counting(floor: &Floor, now: Time) -> Vec<CountWaiting> {
    floor.waiting(now).filter_map(|(id, made)| CountWaiting::of(floor, id, made)).collect()
}
