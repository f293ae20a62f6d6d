//! What a figure in a refusal measures, as a type: screens word it by the type and need no list of
//! names.

use std::fmt;

use serde::{Deserialize, Serialize};
use taisai_table::Time;
use ts_rs::TS;
use utoipa::ToSchema;

use crate::ask::{AskFault, Expects};
use crate::declare::{IntoCore, ToWire};

/// An amount of money, in the smallest unit of the table's currency.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct Amount(pub u64);

/// A moment of the server's clock, in milliseconds since 1970.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct Moment(pub u64);

/// Every amount that the wire knows as a number.
impl<C> ToWire<C> for Amount
where
    u64: ToWire<C>,
{
    fn to_wire(core: &C) -> Self {
        Self(u64::to_wire(core))
    }
}

impl<C> IntoCore<C> for Amount
where
    u64: IntoCore<C>,
{
    fn into_core(self, field: &'static str) -> Result<C, AskFault> {
        self.0.into_core(field)
    }
}

impl ToWire<Time> for Moment {
    fn to_wire(core: &Time) -> Self {
        Self(core.millis())
    }
}

impl IntoCore<Time> for Moment {
    fn into_core(self, field: &'static str) -> Result<Time, AskFault> {
        Time::from_millis(self.0).ok_or(AskFault::Field { field, expects: Expects::Number })
    }
}

/// A multiple of a stake is an amount too.
impl ToWire<u32> for u64 {
    fn to_wire(core: &u32) -> Self {
        (*core).into()
    }
}

impl IntoCore<u32> for u64 {
    fn into_core(self, field: &'static str) -> Result<u32, AskFault> {
        u32::try_from(self).map_err(|_| AskFault::Field { field, expects: Expects::Number })
    }
}

impl fmt::Display for Amount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
