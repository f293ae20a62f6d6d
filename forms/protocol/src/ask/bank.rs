//! What two people count at felt tables, as they say it: chips and cash, piece by piece.

use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Serialize};
use taisai_floor::{Count, CountOf};
use taisai_table::Money;
use ts_rs::TS;
use utoipa::ToSchema;

use super::value::bad;
use super::{AskFault, Expects};
use crate::declare::{IntoCore, ToWire, ask_form, wire_form};

/// So many pieces of one denomination.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Pieces {
    /// What one piece is worth, in the smallest unit of the table's currency.
    pub denomination: u64,
    /// How many.
    pub pieces: u32,
}

impl ToWire<Count> for Vec<Pieces> {
    fn to_wire(core: &Count) -> Self {
        let of = |(denomination, pieces): (&Money, &u32)| Pieces {
            denomination: denomination.units(),
            pieces: *pieces,
        };
        core.pieces().iter().map(of).collect()
    }
}

impl IntoCore<Count> for Vec<Pieces> {
    fn into_core(self, field: &'static str) -> Result<Count, AskFault> {
        let max = Count::DENOMINATIONS_MAX;
        if self.len() > max {
            return Err(bad(field, Expects::Items { min: 0, max }));
        }
        let mut pieces = BTreeMap::new();
        for Pieces { denomination, pieces: many } in self {
            let denomination: Money = denomination.into_core("denomination")?;
            if pieces.insert(denomination, many).is_some() {
                return Err(bad(field, Expects::Count));
            }
        }
        Count::new(pieces).ok_or(bad(field, Expects::Count))
    }
}

wire_form! {
    /// Which count of a day is meant.
    #[derive(Copy)]
    #[ts(rename = "CountOf")]
    #[schema(as = CountOf)]
    #[serde(rename_all = "snake_case", deny_unknown_fields)]
    enum CountOfForm = CountOf {
        /// The float at the opening.
        Opening = CountOf::Opening,
        /// What the cage brought, by this slip.
        Fill(slip: u64) = CountOf::Fill(slip),
        /// What the cage took away, by this slip.
        Credit(slip: u64) = CountOf::Credit(slip),
        /// The float at the closing.
        Closing = CountOf::Closing,
        /// What was in the drop box.
        Drop = CountOf::Drop,
    }
}

impl fmt::Display for CountOfForm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Opening => f.write_str("opening float"),
            Self::Fill(slip) => write!(f, "fill {slip}"),
            Self::Credit(slip) => write!(f, "credit {slip}"),
            Self::Closing => f.write_str("closing float"),
            Self::Drop => f.write_str("drop"),
        }
    }
}
