//! What a figure in a refusal measures, as a type: screens word it by the type and need no list of
//! names.

use std::fmt;

use serde::{Deserialize, Serialize};
use taisai_rules::Stake;
use taisai_table::{Money, Time};
use ts_rs::TS;
use utoipa::ToSchema;

/// An amount of money, in the smallest unit of the table's currency.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct Amount(pub u64);

/// A moment of the server's clock, in milliseconds since 1970.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct Moment(pub u64);

impl From<Money> for Amount {
    fn from(money: Money) -> Self {
        Self(money.units())
    }
}

impl From<Stake> for Amount {
    fn from(stake: Stake) -> Self {
        Self(stake.units())
    }
}

impl From<Time> for Moment {
    fn from(time: Time) -> Self {
        Self(time.millis())
    }
}

impl fmt::Display for Amount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
