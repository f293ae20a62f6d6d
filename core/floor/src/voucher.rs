//! The betting instrument that carries money between the cage and the tables.

use std::fmt;

use taisai_rules::Currency;
use taisai_table::{Money, RequestId, SeatNumber, StaffId};

use crate::command::Payee;
use crate::ids::{LookUpNumber, TableId, TerminalId};

/// A voucher. Its id is the shortened digest of a token that only its bearer has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Voucher {
    /// The number by which people look it up.
    pub number: LookUpNumber,
    /// What it is worth.
    pub amount: Money,
    /// In what currency.
    pub currency: Currency,
    /// Where it comes from.
    pub origin: Origin,
    /// Where it is.
    pub state: VoucherState,
}

/// Where a voucher comes from.
#[expect(missing_docs, reason = "the sentence of an origin says what its fields are")]
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Origin {
    /// A cashier sold it.
    Cage { by: StaffId },
    /// A table paid somebody with it.
    Table { table: TableId, payee: Payee },
    /// Its record was lost, and two people honoured the paper.
    Honoured { by: [StaffId; 2] },
}

/// Where a voucher is.
#[expect(missing_docs, reason = "the sentence of a state says what its fields are")]
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum VoucherState {
    /// Ready, and worth nothing until its table has given the money up.
    Prepared,
    /// In somebody's hand, and worth its amount.
    Outstanding,
    /// Kept for a seat while its table turns it into credit.
    Held { table: TableId, seat: SeatNumber },
    /// Turned into credit.
    Spent { table: TableId, seat: SeatNumber },
    /// Paid out at the cage.
    Redeemed { by: StaffId },
    /// Worth nothing: its table did not give the money up.
    Dropped,
    /// Worth nothing: its paper was lost, and its bearer has another one with this number.
    Replaced { by: LookUpNumber },
    /// Worth nothing: its time is over. Two people can make it good again.
    Expired,
}

/// The terminal at which a voucher is shown until its player has it in hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Promise {
    /// The terminal.
    pub terminal: TerminalId,
    /// The request that asked for it; the token follows from it.
    pub request: RequestId,
    /// Whether the player has said that they have it.
    pub taken: bool,
}

/// Numbers that may stand on paper and that the journal does not know: an old copy of it was
/// accepted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LostNumbers {
    /// The last number that is known.
    pub after: u64,
    /// The first number of the next series.
    pub before: u64,
}

impl LostNumbers {
    /// Whether a number is one of them.
    pub const fn has(&self, number: LookUpNumber) -> bool {
        self.after < number.0 && number.0 < self.before
    }
}

impl VoucherState {
    /// Whether its life is over. A dropped one can still be prepared anew, and an expired one made
    /// good again.
    pub const fn is_finished(self) -> bool {
        match self {
            Self::Prepared | Self::Outstanding | Self::Held { .. } => false,
            Self::Spent { .. }
            | Self::Redeemed { .. }
            | Self::Dropped
            | Self::Replaced { .. }
            | Self::Expired => true,
        }
    }
}

impl Voucher {
    /// The table that must say what becomes of it: the one that takes it in or gives it out.
    pub const fn waits_for(&self) -> Option<TableId> {
        match (self.state, self.origin) {
            (VoucherState::Held { table, .. }, _)
            | (VoucherState::Prepared, Origin::Table { table, .. }) => Some(table),
            (VoucherState::Prepared, Origin::Cage { .. } | Origin::Honoured { .. })
            | (
                VoucherState::Outstanding
                | VoucherState::Spent { .. }
                | VoucherState::Redeemed { .. }
                | VoucherState::Dropped
                | VoucherState::Replaced { .. }
                | VoucherState::Expired,
                _,
            ) => None,
        }
    }
}

impl fmt::Display for VoucherState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Prepared => f.write_str("prepared"),
            Self::Outstanding => f.write_str("outstanding"),
            Self::Held { table, seat } => write!(f, "held at table {table} seat {seat}"),
            Self::Spent { table, seat } => write!(f, "spent at table {table} seat {seat}"),
            Self::Redeemed { by } => write!(f, "redeemed by staff {by}"),
            Self::Dropped => f.write_str("dropped"),
            Self::Replaced { by } => write!(f, "replaced by voucher {}", by.0),
            Self::Expired => f.write_str("expired"),
        }
    }
}
