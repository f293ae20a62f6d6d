//! Whether the cage and the tables tell the same story about vouchers.

use std::collections::BTreeMap;
use std::fmt;

use taisai_rules::Currency;

use crate::books::Account;
use crate::floor::Floor;
use crate::ids::TableId;
use crate::places::TableStanding;
use crate::thing::{Held, ThingId};
use crate::voucher::{Voucher, VoucherState};

/// What a table's own ledger says about vouchers: given out, less taken in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TableBalance {
    /// The table.
    pub table: TableId,
    /// The balance of its account `VouchersOutstanding`.
    pub vouchers: i64,
}

/// Where the cage and the tables differ.
#[expect(missing_docs, reason = "the sentence of a disagreement says what its fields are")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Disagreement {
    /// The floor has no such table.
    UnknownTable { table: TableId },
    /// Vouchers went to or from this table, and nobody asked it.
    NotAsked { table: TableId },
    /// The table's balance is not the cage's, and what is under way does not explain it: it should
    /// be between these.
    Differs { table: TableId, vouchers: i64, lowest: i128, highest: i128 },
    /// The accounts of a currency do not sum to zero.
    Unbalanced { currency: Currency, sum: i128 },
    /// The table has a thing that the register has elsewhere.
    Misplaced { table: TableId, thing: ThingId },
}

impl fmt::Display for Disagreement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnknownTable { table } => write!(f, "the floor has no table {table}"),
            Self::NotAsked { table } => {
                write!(f, "vouchers went to or from table {table}, and nothing is known of it")
            }
            Self::Differs { table, vouchers, lowest, highest } => {
                write!(f, "table {table} gave out {vouchers}, not {lowest} to {highest}")
            }
            Self::Unbalanced { currency, sum } => {
                write!(f, "the books in {} are out by {sum}", currency.code())
            }
            Self::Misplaced { table, thing } => {
                write!(f, "table {table} has {thing}, which is not lent to it")
            }
        }
    }
}

impl Floor {
    /// Compares the register with what every table has: what stands at a table is lent to it, and
    /// so to no other.
    pub fn agrees_about(&self, tables: &[(TableId, Held)]) -> Result<(), Disagreement> {
        for (table, held) in tables {
            let in_use =
                self.table(*table).is_some_and(|known| known.standing == TableStanding::InUse);
            let misplaced = self.register().misplaced(*table, held).first().copied();
            if let Some(thing) = misplaced.filter(|_| in_use) {
                return Err(Disagreement::Misplaced { table: *table, thing });
            }
        }
        Ok(())
    }

    /// Compares the cage's books with what every table's ledger says. A table may have taken in
    /// what is still held here, and given up what is only prepared here; beyond that, and always
    /// when nothing is under way, both must be the same.
    pub fn agrees_with(&self, tables: &[TableBalance]) -> Result<(), Disagreement> {
        let asked: BTreeMap<TableId, i64> =
            tables.iter().map(|said| (said.table, said.vouchers)).collect();
        if let Some((currency, sum)) = self.books().sums().into_iter().find(|(_, sum)| *sum != 0) {
            return Err(Disagreement::Unbalanced { currency, sum });
        }
        for (_, account, balance) in self.books().balances() {
            if let Account::Table(table) = account
                && balance != 0
                && !asked.contains_key(&table)
            {
                return Err(Disagreement::NotAsked { table });
            }
        }
        asked.iter().try_for_each(|(table, vouchers)| self.agrees_on(*table, *vouchers))
    }

    fn agrees_on(&self, table: TableId, vouchers: i64) -> Result<(), Disagreement> {
        let set_up = self.table(table).ok_or(Disagreement::UnknownTable { table })?;
        let ours = self.books().balance(set_up.config.currency, Account::Table(table));
        let (mut lowest, mut highest) = (ours, ours);
        for (_, voucher) in self.unfinished_at(table) {
            let Voucher { state, amount, .. } = voucher;
            match state {
                VoucherState::Held { .. } => lowest -= i128::from(amount.units()),
                VoucherState::Prepared => highest += i128::from(amount.units()),
                VoucherState::Outstanding
                | VoucherState::Spent { .. }
                | VoucherState::Redeemed { .. }
                | VoucherState::Dropped
                | VoucherState::Replaced { .. }
                | VoucherState::Expired => {}
            }
        }
        let said = i128::from(vouchers);
        if lowest <= said && said <= highest {
            return Ok(());
        }
        Err(Disagreement::Differs { table, vouchers, lowest, highest })
    }
}
