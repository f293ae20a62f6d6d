//! The books of the cage, in double entry: every amount is posted twice, and all accounts sum to
//! zero.

use std::collections::BTreeMap;
use std::fmt;

use taisai_rules::Currency;
use taisai_table::{Money, StaffId};

use crate::ids::TableId;

/// A place where the cage's money can be. What the house has stands above nothing, what it owes
/// stands below.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Account {
    /// Cash that a cashier took in, less what they paid out.
    Drawer(StaffId),
    /// Owed to the bearers of vouchers.
    Outstanding,
    /// Owed on vouchers that are kept for a seat.
    Held,
    /// Vouchers that a table gave out, less those it took in.
    Table(TableId),
    /// Paper that was honoured: what was taken in for it is in no record.
    Honoured,
    /// What vouchers were worth whose time is over, less what was made good again.
    Expired,
    /// Chips that came back to the cage from felt tables, less those that went there.
    Chips,
    /// Chips in the float of a felt table, by the last counts.
    Float(TableId),
    /// What floats lost by their closings, less what they won, until the drop is counted.
    Unsettled(TableId),
    /// What was missing from floats at an opening, less what was too much.
    Variance(TableId),
    /// Cash that was counted out of drop boxes.
    Drop,
    /// What a felt table lost, less what it won.
    Win(TableId),
}

impl fmt::Display for Account {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Drawer(staff) => write!(f, "drawer of staff {staff}"),
            Self::Outstanding => f.write_str("vouchers outstanding"),
            Self::Held => f.write_str("vouchers held"),
            Self::Table(table) => write!(f, "table {table}"),
            Self::Honoured => f.write_str("paper honoured"),
            Self::Expired => f.write_str("vouchers expired"),
            Self::Chips => f.write_str("chips of the cage"),
            Self::Float(table) => write!(f, "float of table {table}"),
            Self::Unsettled(table) => write!(f, "float of table {table} until the drop is counted"),
            Self::Variance(table) => write!(f, "variance of table {table}"),
            Self::Drop => f.write_str("drop"),
            Self::Win(table) => write!(f, "win of table {table}"),
        }
    }
}

/// What stands on each account, by currency. The numbers are wide enough for any floor: a table
/// gives out less than 2^50 at a time, and no journal has 2^77 events.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Books(BTreeMap<(Currency, Account), i128>);

impl Books {
    /// What stands on an account.
    pub fn balance(&self, currency: Currency, account: Account) -> i128 {
        self.0.get(&(currency, account)).copied().unwrap_or(0)
    }

    /// Every account that was ever used, in order.
    pub fn balances(&self) -> impl ExactSizeIterator<Item = (Currency, Account, i128)> {
        self.0.iter().map(|(&(currency, account), &balance)| (currency, account, balance))
    }

    /// Money only ever moves from one account to another.
    pub(crate) fn shift(&mut self, currency: Currency, from: Account, to: Account, amount: Money) {
        let units = i128::from(amount.units());
        *self.0.entry((currency, from)).or_default() -= units;
        *self.0.entry((currency, to)).or_default() += units;
    }

    /// The same by a difference: below zero, the money moves the other way.
    pub(crate) fn shift_by(
        &mut self,
        currency: Currency,
        from: Account,
        to: Account,
        difference: i64,
    ) {
        *self.0.entry((currency, from)).or_default() -= i128::from(difference);
        *self.0.entry((currency, to)).or_default() += i128::from(difference);
    }

    /// The sum over all accounts of each currency; zero unless there is a bug.
    pub fn sums(&self) -> BTreeMap<Currency, i128> {
        let mut sums = BTreeMap::new();
        for (currency, _, balance) in self.balances() {
            *sums.entry(currency).or_default() += balance;
        }
        sums
    }
}

impl FromIterator<(Currency, Account, i128)> for Books {
    fn from_iter<I: IntoIterator<Item = (Currency, Account, i128)>>(balances: I) -> Self {
        let keyed = balances.into_iter().map(|(currency, account, sum)| ((currency, account), sum));
        Self(keyed.collect())
    }
}
