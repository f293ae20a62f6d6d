//! Where money can be, and how it moves.

use std::fmt;

use taisai_table::{PlayerId, RoundNumber, SeatNumber};

/// A place where a table's money can be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Account {
    /// What the house has won or lost at this table up to its last closing.
    HouseBank,
    /// What the table has won or lost since.
    TableFloat,
    /// What a player at a seat can still stake.
    SeatCredit(SeatNumber, PlayerId),
    /// The open stakes of a round.
    Layout(RoundNumber),
    /// Vouchers given out here, less vouchers taken in here.
    VouchersOutstanding,
    /// What is owed to a player who has left.
    Owed(PlayerId),
    /// What was paid out wrongly and is gone: the house bears it, so it stands below nothing.
    Shortfall,
    /// What the decisions of cases took from players, less what they paid: it stands beside what
    /// the table won and lost by its dice.
    Rulings,
}

impl Account {
    /// Whether the account may stand below nothing; nobody's own money may.
    pub const fn may_be_negative(self) -> bool {
        match self {
            Self::HouseBank
            | Self::TableFloat
            | Self::VouchersOutstanding
            | Self::Shortfall
            | Self::Rulings => true,
            Self::SeatCredit(..) | Self::Layout(_) | Self::Owed(_) => false,
        }
    }
}

impl fmt::Display for Account {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::HouseBank => write!(f, "house bank"),
            Self::TableFloat => write!(f, "table float"),
            Self::SeatCredit(seat, player) => write!(f, "credit of player {player} at seat {seat}"),
            Self::Layout(round) => write!(f, "layout of round {round}"),
            Self::VouchersOutstanding => write!(f, "vouchers outstanding"),
            Self::Owed(player) => write!(f, "owed to player {player}"),
            Self::Shortfall => write!(f, "shortfall"),
            Self::Rulings => write!(f, "rulings"),
        }
    }
}

/// One side of an entry: what an account gains, or loses where it is below nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Posting {
    /// The account.
    pub account: Account,
    /// How much.
    pub amount: i64,
}

/// An entry in the making; money only ever moves from one account to another.
#[derive(Debug, Default)]
pub(crate) struct Entry(Vec<Posting>);

impl Entry {
    /// Moves money; nothing is not worth a line.
    pub(crate) fn shift(&mut self, from: Account, to: Account, units: u64) {
        let amount = i64::try_from(units).expect("amounts stay below the ceiling of money");
        if amount != 0 {
            self.0.push(Posting { account: from, amount: -amount });
            self.0.push(Posting { account: to, amount });
        }
    }

    pub(crate) fn into_postings(self) -> Vec<Posting> {
        self.0
    }
}
