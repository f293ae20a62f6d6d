//! Stored form of how a table is set up.

use serde::{Deserialize, Serialize};
use taisai_table as table;

use crate::stored::words::{DiceSource, Family, Run, TableKind};
use crate::stored::{Form, Shape, Unsound, ValueFault, Variant};

stored_struct! {
    table::Config {
        rule_book: [u8; 32],
        currency: [u8; 3],
        kind: TableKind,
        run: Run,
        dice: DiceSource,
        limits: Limits,
        times: Times,
    }
}

stored_struct! {
    table::Limits {
        usual: AreaLimit,
        families: Vec<(Family, AreaLimit)>,
        seat_max: u64,
        exposure_max: u64,
    }
}

stored_struct! {
    table::Times {
        betting_ms: Option<u64>,
        betting_min_ms: u64,
        warning_ms: u64,
        extension_ms: u64,
        extensions_max: u8,
        show_ms: u64,
        pause_ms: u64,
    }
}

/// What may be staked on an area; core checks that the three fit together.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct AreaLimit {
    stake_min: u64,
    stake_max: u64,
    multiple: u32,
}

impl AreaLimit {
    const SHAPE: Shape = Shape {
        name: "AreaLimit",
        variants: &[Variant {
            name: "",
            fields: &[("stake_min", "u64"), ("stake_max", "u64"), ("multiple", "u32")],
        }],
    };
}

impl Form<table::AreaLimit> for AreaLimit {
    fn keep(core: &table::AreaLimit) -> Self {
        Self {
            stake_min: core.stake_min().units(),
            stake_max: core.stake_max().units(),
            multiple: core.multiple(),
        }
    }

    fn restore(self) -> Result<table::AreaLimit, Unsound> {
        let (stake_min, stake_max) = (self.stake_min.restore()?, self.stake_max.restore()?);
        let limit = table::AreaLimit::new(stake_min, stake_max, self.multiple);
        limit.ok_or_else(|| ValueFault::AreaLimit.into())
    }
}

pub(crate) const SHAPES: &[Shape] = &[Config::SHAPE, Limits::SHAPE, AreaLimit::SHAPE, Times::SHAPE];
