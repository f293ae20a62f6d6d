//! Large transactions: what chains of vouchers brought to the cage and took from it in a day.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use crate::kind::CashWay;

/// A chain of vouchers whose cash in, or out, was above the house's amount in a gaming day.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct LargeChain {
    /// The gaming day, as `2026-11-19`.
    pub day: String,
    /// The chain's number.
    pub chain: u64,
    /// What it came to in each currency, in and out apart.
    pub sums: Vec<LargeSum>,
    /// All its cash of the day, in the order in which it went over the counter.
    pub cash: Vec<CashShown>,
}

/// What a chain brought, or took, in a currency.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct LargeSum {
    /// The three letters of the currency.
    pub currency: String,
    /// Which way.
    pub way: CashWay,
    /// All of it.
    pub amount: u64,
    /// The amount above which it was large; none where it was not.
    pub above: Option<u64>,
    /// When it became large.
    pub at: Option<u64>,
}

/// Cash that went over the counter for a voucher.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct CashShown {
    /// The number of the voucher.
    pub voucher: u64,
    /// When.
    pub time: u64,
    /// Which way.
    pub way: CashWay,
    /// How much.
    pub amount: u64,
    /// The three letters of the currency.
    pub currency: String,
    /// The cashier.
    pub by: u32,
    /// Whom the cashier named.
    pub person: Option<String>,
}
