//! What happens in a round.

use taisai_rules::Roll;

use crate::command::Asker;
use crate::ids::{RoundNumber, SeatNumber, StaffId};
use crate::money::Money;
use crate::named::named;
use crate::time::Time;

named! {
    /// What happens in every round, in this order.
    #[expect(missing_docs, reason = "the sentence of an event says what its fields are")]
    #[derive(Clone, Debug, PartialEq, Eq, Hash)]
    pub enum RoundEvent {
        /// Notice was given that bets may be placed.
        BettingOpened { round: RoundNumber, until: Option<Time> },
        /// Little time is left.
        BettingWarned { round: RoundNumber },
        /// There is more time.
        BettingExtended { round: RoundNumber, until: Time },
        /// No more bets.
        BettingClosed { round: RoundNumber },
        /// A player was chosen to activate the shaker.
        PlayerSelected { round: RoundNumber, seat: SeatNumber },
        /// The dice were shaken.
        DiceShaken { round: RoundNumber, times: u8, by: Asker },
        /// The dice can be seen.
        DiceRevealed { round: RoundNumber },
        /// Dice were entered; they do not count yet.
        DiceEntered { round: RoundNumber, roll: Roll, by: StaffId },
        /// The entry was taken back.
        EntryTakenBack { round: RoundNumber },
        /// The result stands; the winning areas light up.
        ResultRecorded { round: RoundNumber, roll: Roll, by: Asker },
        /// Every losing bet was collected.
        LosersCollected { round: RoundNumber, collected: Vec<SeatAmount> },
        /// Every winning bet was paid: stake and win together.
        WinnersPaid { round: RoundNumber, paid: Vec<SeatAmount> },
        /// The lights are out and the round is over.
        RoundCleared { round: RoundNumber },
        /// The words "no more bets" stand until then; nobody reveals the dice before.
        RevealWaits { round: RoundNumber, until: Time },
    }
}

impl RoundEvent {
    /// The round it happens in.
    pub const fn round(&self) -> RoundNumber {
        match self {
            Self::BettingOpened { round, .. }
            | Self::BettingWarned { round }
            | Self::BettingExtended { round, .. }
            | Self::BettingClosed { round }
            | Self::PlayerSelected { round, .. }
            | Self::DiceShaken { round, .. }
            | Self::DiceRevealed { round }
            | Self::DiceEntered { round, .. }
            | Self::EntryTakenBack { round }
            | Self::ResultRecorded { round, .. }
            | Self::LosersCollected { round, .. }
            | Self::WinnersPaid { round, .. }
            | Self::RoundCleared { round }
            | Self::RevealWaits { round, .. } => *round,
        }
    }
}

/// An amount that goes to or from a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SeatAmount {
    /// The seat.
    pub seat: SeatNumber,
    /// How much.
    pub amount: Money,
}
