//! Where table and ledger do not agree.

use std::fmt;

use taisai_rules::Area;
use taisai_table::{Money, PlayerId, RoundNumber, SeatNumber};

use crate::account::Account;

/// A sum that both sides work out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Figure {
    /// What a seat lost in a round.
    Collected,
    /// What of it was put back on the layout.
    Restored,
    /// What a round paid to a seat, stake and win together.
    Paid,
    /// What a void returned.
    Returned,
    /// What a round had returned before it was changed.
    Before,
    /// What it returns now.
    After,
    /// What a change gave to a seat's credit.
    Given,
    /// What a change left owing to a player.
    Owed,
    /// What a change set against what the house bears for a player.
    Recovered,
    /// What a change took from a seat's credit.
    Taken,
    /// What a change took from what was owed to a player.
    Forgone,
    /// What a change could not take back.
    Shortfall,
    /// A seat's credit.
    Credit,
    /// A seat's stakes on the layout.
    Staked,
}

/// What the books do not accept.
#[expect(missing_docs, reason = "the sentence of a fault says what its fields are")]
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LedgerFault {
    /// The table says one amount, the ledger works out another.
    Differs { figure: Figure, seat: SeatNumber, said: Money, worked_out: Money },
    /// The same for an amount that belongs to a player without a seat.
    OwedDiffers { player: PlayerId, said: Money, worked_out: Money },
    /// The same for what the house bears.
    ShortfallDiffers { said: Money, worked_out: Money },
    /// The same for what of it the house bears for one player.
    BorneDiffers { player: PlayerId, said: Money, worked_out: Money },
    /// A bet was changed from something else than what lies there.
    OtherBet { seat: SeatNumber, area: Area },
    /// Somebody sits there, or nobody does, or somebody else.
    OtherSeat { seat: SeatNumber },
    /// The event belongs to another round than the one in play, or to one that is not kept.
    OtherRound { round: RoundNumber },
    /// The round has no result, or is void, or has stakes left on the layout.
    RoundNotSettled { round: RoundNumber },
    /// Table and ledger tell the history of a round differently.
    OtherHistory { round: RoundNumber },
    /// A player left with money on the seat.
    CreditLeftBehind { seat: SeatNumber },
    /// The account would stand below nothing.
    Overdrawn { account: Account },
    /// An account would hold more than money can be.
    Overflow { account: Account },
    /// The meters of a seat do not explain its credit.
    MetersDiffer { seat: SeatNumber },
    /// The meters of the table or its rule books do not explain where its money is.
    TableMetersDiffer,
}

impl fmt::Display for LedgerFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Differs { figure, seat, said, worked_out } => write!(
                f,
                "{figure:?} at seat {seat}: the table says {said}, the ledger works out \
                 {worked_out}"
            ),
            Self::OwedDiffers { player, said, worked_out } => write!(
                f,
                "owed to player {player}: the table says {said}, the ledger works out {worked_out}"
            ),
            Self::ShortfallDiffers { said, worked_out } => {
                write!(f, "shortfall: the table says {said}, the ledger works out {worked_out}")
            }
            Self::BorneDiffers { player, said, worked_out } => write!(
                f,
                "borne for player {player}: the table says {said}, the ledger works out \
                 {worked_out}"
            ),
            Self::OtherBet { seat, area } => {
                write!(f, "another bet lies on {area} at seat {seat}")
            }
            Self::OtherSeat { seat } => write!(f, "seat {seat} is not as the event says"),
            Self::OtherRound { round } => write!(f, "round {round} is not the one in question"),
            Self::RoundNotSettled { round } => write!(f, "round {round} cannot be settled so"),
            Self::OtherHistory { round } => write!(f, "round {round} has another history"),
            Self::CreditLeftBehind { seat } => write!(f, "money was left behind at seat {seat}"),
            Self::Overdrawn { account } => write!(f, "{account} would stand below nothing"),
            Self::Overflow { account } => write!(f, "{account} would overflow"),
            Self::TableMetersDiffer => write!(f, "the meters of the table do not add up"),
            Self::MetersDiffer { seat } => write!(f, "the meters of seat {seat} do not add up"),
        }
    }
}

impl std::error::Error for LedgerFault {}
