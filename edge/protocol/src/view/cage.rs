//! What a cashier may see.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use super::console::OwedTo;
use super::sections;

sections! {
    /// The cage.
    CageView
    /// The sections of the cage that changed.
    CageChanges {
        /// What went in and out of this cashier's drawer, by currency.
        drawer: Vec<Drawer>,
        /// The latest vouchers this cashier sold or paid out, the latest first.
        recent: Vec<VoucherShown>,
        /// What tables still owe to players who have left.
        owed: Vec<OwedAt>,
    }
}

/// What went in and out of a drawer since the cashier logged in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct Drawer {
    /// The three letters of the currency.
    pub currency: String,
    /// How many vouchers were sold.
    pub sold: u64,
    /// For how much.
    pub sold_amount: u64,
    /// How many were paid out.
    pub redeemed: u64,
    /// For how much.
    pub redeemed_amount: u64,
}

/// A voucher without its token.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct VoucherShown {
    /// The short number printed on it.
    pub number: u64,
    /// What it is worth.
    pub amount: u64,
    /// The three letters of the currency.
    pub currency: String,
    /// What has become of it.
    pub state: VoucherState,
    /// When it came to be.
    pub since: u64,
    /// The table it came from or went to.
    pub table: Option<u32>,
}

/// What has become of a voucher.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum VoucherState {
    /// It is being issued and is worth nothing yet.
    Prepared,
    /// It will be paid.
    Outstanding,
    /// It is kept for a seat while its table turns it into credit.
    Held,
    /// It became credit.
    Spent,
    /// It was paid out.
    Redeemed,
    /// It will never be worth anything.
    Dropped,
}

/// What a table owes to a player who has left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct OwedAt {
    /// The table.
    pub table: u32,
    /// To whom, and how much.
    pub owed: OwedTo,
}
