//! How a table is set up: its limits, its times.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use crate::kind::{DiceSource, Run, TableKind};
use crate::word::FamilyWord;

/// What may be staked at a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
#[ts(rename = "Limits")]
#[schema(as = Limits)]
pub struct LimitsAsk {
    /// For areas whose family has no limit of its own.
    pub usual: StakeLimit,
    /// For the areas of a family.
    pub families: Vec<FamilyLimit>,
    /// The most a seat may have on the layout.
    pub seat_max: u64,
    /// The most the house may lose on the worst roll.
    pub exposure_max: u64,
}

/// What may be staked on one area.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct StakeLimit {
    /// The smallest stake.
    pub stake_min: u64,
    /// The largest stake.
    pub stake_max: u64,
    /// What stakes must be a multiple of.
    pub multiple: u32,
}

/// What may be staked on each area of a family.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct FamilyLimit {
    /// The family.
    pub family: FamilyWord,
    /// The limit.
    pub limit: StakeLimit,
}

/// How long things take at a table, in milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Times {
    /// Betting time of a round; without one only the dealer ends it.
    #[serde(default)]
    pub betting_ms: Option<u64>,
    /// How long every player has the chance to bet before no more bets may be called.
    pub betting_min_ms: u64,
    /// How long before the end the players are warned.
    pub warning_ms: u64,
    /// How much one extension gives.
    pub extension_ms: u64,
    /// How many extensions a round may have.
    pub extensions_max: u8,
    /// How long an automatic table shows a result.
    pub show_ms: u64,
    /// How long an automatic table pauses between rounds.
    pub pause_ms: u64,
}

/// A table to be set up.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct TableSetup {
    /// Its number on the floor.
    pub table: u32,
    /// What people call it.
    pub name: String,
    /// The id of its rule book.
    pub book: String,
    /// The three letters of its currency; the rule book's own where nothing is said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub currency: Option<String>,
    /// Terminals or chips.
    pub kind: TableKind,
    /// A dealer or a timer.
    pub run: Run,
    /// Where rolls come from.
    pub dice: DiceSource,
    /// What may be staked.
    pub limits: LimitsAsk,
    /// How long things take.
    pub times: Times,
}
