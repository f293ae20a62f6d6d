//! What everybody near a table may see: the same bytes for all of them.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use super::sections;
use crate::ask::Times;
use crate::kind::{DiceSource, Life, Phase, Run, TableKind};
use crate::word::{AreaId, Dice, IrregularityWord, OrderWord};

sections! {
    /// The public view of a table.
    TableView
    /// The sections of the public view that changed.
    TableChanges {
        /// What table this is.
        about: TableAbout,
        /// What may be staked.
        limits: LimitsShown,
        /// Whether it is open, and where it stands.
        life: TableLife,
        /// The round in play.
        round: RoundShown,
        /// The last results, the oldest first.
        history: Vec<PastResult>,
        /// What lies on each area, of all players together.
        totals: Totals,
        /// How many seats are taken.
        seats: SeatCount,
    }
}

/// What table this is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct TableAbout {
    /// Its number on the floor.
    pub table: u32,
    /// What people call it.
    pub name: String,
    /// Its rule book.
    pub book: BookName,
    /// The name shown on the layout.
    pub house: String,
    /// The currency of all amounts.
    pub currency: Currency,
    /// Terminals or chips.
    pub kind: TableKind,
    /// A dealer or a timer.
    pub run: Run,
    /// Where rolls come from.
    pub dice: DiceSource,
    /// When no more bets is called with the shaker in use.
    pub order: OrderWord,
    /// How long things take.
    pub times: Times,
}

/// A rule book by its names.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct BookName {
    /// The id.
    pub id: String,
    /// The name people use.
    pub title: String,
    /// The fingerprint of everything it says, in hexadecimal.
    pub fingerprint: String,
}

/// A currency.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct Currency {
    /// Its three letters.
    pub code: String,
    /// How many decimals its smallest unit makes: 2 for cents.
    pub decimals: u8,
}

/// What may be staked, and what may be staked soon.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct LimitsShown {
    /// For every area of the layout.
    pub areas: Vec<AreaLimit>,
    /// The most a seat may have on the layout.
    pub seat_max: u64,
    /// New limits that the players have been told of.
    pub to_come: Option<LimitsToCome>,
}

/// New limits.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct LimitsToCome {
    /// The round from which they hold.
    pub from_round: u64,
    /// For every area of the layout.
    pub areas: Vec<AreaLimit>,
    /// The most a seat may have on the layout.
    pub seat_max: u64,
}

/// What may be staked on an area.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct AreaLimit {
    /// The area.
    pub area: AreaId,
    /// The smallest stake.
    pub stake_min: u64,
    /// The largest stake.
    pub stake_max: u64,
    /// What a stake must be a multiple of, so that its win can be paid exactly.
    pub multiple: u32,
}

/// Whether a table is open, and where it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct TableLife {
    /// Whether it is open.
    pub life: Life,
    /// Where it stands.
    pub phase: Phase,
    /// What awaits a decision.
    pub awaiting: Option<IrregularityWord>,
    /// Whether the display has failed.
    pub display_failed: bool,
}

/// The round in play, if there is one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct RoundShown {
    /// The number of the round that opens next.
    pub next: u64,
    /// The round in play.
    pub playing: Option<Playing>,
}

/// A round in play.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct Playing {
    /// Its number.
    pub number: u64,
    /// Where it stands.
    pub phase: Phase,
    /// When betting opened.
    pub opened: u64,
    /// Whether bets may be placed.
    pub betting: bool,
    /// Until when, if a time is set.
    pub until: Option<u64>,
    /// Whether the players were warned that little time is left.
    pub warned: bool,
    /// How often betting was extended.
    pub extensions: u8,
    /// How often the dice were shaken.
    pub shakes: u8,
    /// The seat whose player activates the shaker.
    pub selected: Option<u16>,
    /// Whether the dice can be seen.
    pub revealed: bool,
    /// The result, once it stands.
    pub result: Option<RoundResult>,
    /// Whether losers are collected.
    pub collected: bool,
    /// Whether winners are paid.
    pub paid: bool,
    /// Whether it is settled by hand.
    pub by_hand: bool,
}

/// A result, and what it lights.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct RoundResult {
    /// The dice.
    pub dice: Dice,
    /// Their sum.
    pub total: u8,
    /// Whether all three are alike.
    pub triple: bool,
    /// The areas that win.
    pub lit: Vec<AreaId>,
}

/// The result of a past round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct PastResult {
    /// The round.
    pub round: u64,
    /// The dice that count; none where it is void.
    pub dice: Option<Dice>,
    /// Their sum.
    pub total: Option<u8>,
    /// Whether all three are alike.
    pub triple: bool,
    /// Why it is void, if it is.
    pub voided: Option<IrregularityWord>,
    /// Whether another result was shown before.
    pub corrected: bool,
}

/// What lies on the layout, of all players together.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct Totals {
    /// Every area that has a bet.
    pub areas: Vec<AreaTotal>,
    /// All stakes together.
    pub staked: u64,
}

/// What lies on an area.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct AreaTotal {
    /// The area.
    pub area: AreaId,
    /// All stakes on it together.
    pub stake: u64,
    /// From how many seats.
    pub seats: u32,
}

/// How many seats are taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct SeatCount {
    /// Taken.
    pub taken: u32,
    /// Taken, with a terminal that answers.
    pub connected: u32,
}
