//! How a table is set up: its limits, its times.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use taisai_rules::Family;
use taisai_table::{AreaLimit, Limits};
use ts_rs::TS;
use utoipa::ToSchema;

use super::fault::DURATION_MAX_MS;
use super::value::bad;
use super::{AskFault, Expects, checked};
use crate::declare::{Check, IntoCore, ToWire, ask_form};
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

ask_form! {
    /// A table to be set up.
    struct TableSetup = checked::TableSetup {
        /// Its number on the floor.
        table: u32,
        /// What people call it.
        name: String,
        /// The id of its rule book.
        book: String,
        /// The three letters of its currency; the rule book's own where nothing is said.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        currency: Option<String>,
        /// Terminals or chips.
        kind: TableKind,
        /// A dealer or a timer.
        run: Run,
        /// Where rolls come from.
        dice: DiceSource,
        /// What may be staked.
        limits: LimitsAsk,
        /// How long things take.
        times: Times,
    }
}

impl StakeLimit {
    fn limit(&self, field: &'static str) -> Result<AreaLimit, AskFault> {
        let (low, high) = (self.stake_min.into_core(field)?, self.stake_max.into_core(field)?);
        AreaLimit::new(low, high, self.multiple).ok_or(bad(field, Expects::Limit))
    }
}

impl From<AreaLimit> for StakeLimit {
    fn from(limit: AreaLimit) -> Self {
        let (low, high) = (limit.stake_min().units(), limit.stake_max().units());
        Self { stake_min: low, stake_max: high, multiple: limit.multiple() }
    }
}

impl Check for LimitsAsk {
    type Checked = Limits;

    fn checked(self) -> Result<Limits, AskFault> {
        let (min, max) = (0, Family::ALL.len());
        if self.families.len() > max {
            return Err(bad("families", Expects::Items { min, max }));
        }
        let mut families = BTreeMap::new();
        for family in &self.families {
            let limit = family.limit.limit("families")?;
            if families.insert(family.family.0, limit).is_some() {
                return Err(bad("families", Expects::NoFamilyTwice));
            }
        }
        Ok(Limits {
            usual: self.usual.limit("usual")?,
            families,
            seat_max: self.seat_max.into_core("seat_max")?,
            exposure_max: self.exposure_max.into_core("exposure_max")?,
        })
    }
}

impl ToWire<Limits> for LimitsAsk {
    fn to_wire(limits: &Limits) -> Self {
        let family = |(&family, &limit): (&Family, &AreaLimit)| FamilyLimit {
            family: family.into(),
            limit: limit.into(),
        };
        Self {
            usual: limits.usual.into(),
            families: limits.families.iter().map(family).collect(),
            seat_max: limits.seat_max.units(),
            exposure_max: limits.exposure_max.units(),
        }
    }
}

impl Check for Times {
    type Checked = taisai_table::Times;

    fn checked(self) -> Result<taisai_table::Times, AskFault> {
        let all = [
            self.betting_ms.unwrap_or(0),
            self.betting_min_ms,
            self.warning_ms,
            self.extension_ms,
            self.show_ms,
            self.pause_ms,
        ];
        if all.iter().any(|&millis| millis > DURATION_MAX_MS) {
            return Err(bad("times", Expects::Duration));
        }
        Ok(taisai_table::Times {
            betting_ms: self.betting_ms,
            betting_min_ms: self.betting_min_ms,
            warning_ms: self.warning_ms,
            extension_ms: self.extension_ms,
            extensions_max: self.extensions_max,
            show_ms: self.show_ms,
            pause_ms: self.pause_ms,
        })
    }
}

impl ToWire<taisai_table::Times> for Times {
    fn to_wire(times: &taisai_table::Times) -> Self {
        (*times).into()
    }
}

impl From<taisai_table::Times> for Times {
    fn from(times: taisai_table::Times) -> Self {
        Self {
            betting_ms: times.betting_ms,
            betting_min_ms: times.betting_min_ms,
            warning_ms: times.warning_ms,
            extension_ms: times.extension_ms,
            extensions_max: times.extensions_max,
            show_ms: times.show_ms,
            pause_ms: times.pause_ms,
        }
    }
}
