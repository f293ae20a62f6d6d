//! What happens when something goes wrong, and what two people decide about it.

use std::collections::BTreeMap;

use taisai_rules::{Irregularity, Remedy, Role, Roll};

use crate::command::Act;
use crate::event::round::SeatAmount;
use crate::ids::{CaseId, PlayerId, ProposalId, RoundNumber, SeatNumber, SessionId, StaffId};
use crate::money::Money;
use crate::named::named;
use crate::round::PastRound;
use crate::text::Reason;

named! {
    /// What happens when something goes wrong in the round in play.
    #[expect(missing_docs, reason = "the sentence of an event says what its fields are")]
    #[derive(Clone, Debug, PartialEq, Eq, Hash)]
    pub enum RulingEvent {
        /// An irregularity was called; the rule book's remedy follows.
        IrregularityCalled { what: Irregularity, remedy: Remedy, reason: Reason, by: StaffId },
        /// The round in play awaits a decision.
        RulingAwaited { round: RoundNumber, what: Irregularity },
        /// The round in play goes on.
        RoundResumed { round: RoundNumber },
        /// The dice will be shaken again; the bets stand. A person who may order it alone is named
        /// twice.
        ReshakeOrdered { round: RoundNumber, by: [StaffId; 2] },
        /// A superior was present while the dealer settled by hand.
        PresenceAttested { round: RoundNumber, by: StaffId },
        /// What was called did not happen: the round goes on, and dice that the call marked as
        /// damaged are sound.
        CallFoundMistaken { round: RoundNumber, what: Irregularity, by: [StaffId; 2] },
    }

    /// What two people agree on, or do not.
    #[expect(missing_docs, reason = "the sentence of an event says what its fields are")]
    #[derive(Clone, Debug, PartialEq, Eq, Hash)]
    pub enum ProposalEvent {
        /// Two people must agree.
        Proposed {
            proposal: ProposalId,
            act: Act,
            basis: u64,
            superior: Role,
            by: StaffId,
            session: SessionId,
        },
        /// The second person agreed.
        Approved { proposal: ProposalId, by: StaffId },
        /// It was taken back or turned down.
        Withdrawn { proposal: ProposalId, by: StaffId },
    }

    /// What turns bets or results back, and the money with them.
    #[expect(missing_docs, reason = "the sentence of an event says what its fields are")]
    #[derive(Clone, Debug, PartialEq, Eq, Hash)]
    pub enum ReversalEvent {
        /// The round in play is void: its stakes went back.
        RoundVoided { round: RoundNumber, what: Irregularity, returned: Vec<SeatAmount> },
        /// One player's bets in the round in play are void.
        BetsVoided { round: RoundNumber, seat: SeatNumber, returned: Money, reason: Reason },
        /// A settled round is void: what it paid and collected was undone.
        PastRoundVoided { round: RoundNumber, what: Irregularity, adjustments: Vec<Adjustment> },
        /// A settled round was settled again by the true dice.
        PastRoundCorrected { round: RoundNumber, roll: Roll, adjustments: Vec<Adjustment> },
        /// What was collected in the round in play lies on the layout again.
        CollectionUndone { round: RoundNumber, restored: Vec<SeatAmount> },
        /// One player's bets in a settled round are void: what they won was undone.
        PastBetsVoided {
            round: RoundNumber,
            seat: SeatNumber,
            reason: Reason,
            adjustment: Adjustment,
        },
        /// A settled round that was no longer kept is known again as it stands now, and with it
        /// what the house bears for its players. No money moves; `forgotten` makes room for it.
        RoundRecalled {
            round: PastRound,
            borne: BTreeMap<PlayerId, Money>,
            forgotten: Option<RoundNumber>,
        },
        /// The decision of a case paid or took so much for one player's bets of a settled round. It
        /// stands on its own: what the round returns by its dice is as it was.
        BetRuled { case: CaseId, round: RoundNumber, adjustment: Adjustment },
    }
}

impl ReversalEvent {
    /// The round it is about.
    pub const fn round(&self) -> RoundNumber {
        match self {
            Self::RoundVoided { round, .. }
            | Self::BetsVoided { round, .. }
            | Self::PastRoundVoided { round, .. }
            | Self::PastRoundCorrected { round, .. }
            | Self::CollectionUndone { round, .. }
            | Self::PastBetsVoided { round, .. }
            | Self::BetRuled { round, .. } => *round,
            Self::RoundRecalled { round, .. } => round.number,
        }
    }

    /// What it means for the players of a settled round.
    pub fn adjustments(&self) -> &[Adjustment] {
        match self {
            Self::PastRoundVoided { adjustments, .. }
            | Self::PastRoundCorrected { adjustments, .. } => adjustments,
            Self::PastBetsVoided { adjustment, .. } | Self::BetRuled { adjustment, .. } => {
                std::slice::from_ref(adjustment)
            }
            Self::RoundVoided { .. }
            | Self::BetsVoided { .. }
            | Self::CollectionUndone { .. }
            | Self::RoundRecalled { .. } => &[],
        }
    }
}

/// What the undoing of a settled round means for one player. It says where all of it goes:
/// `after − before = given + owed + recovered − taken − forgone − shortfall`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Adjustment {
    /// The seat at which the bets were placed.
    pub seat: SeatNumber,
    /// The player who placed them.
    pub player: PlayerId,
    /// The seat at which the player sits now, if they still play at this table.
    pub sits: Option<SeatNumber>,
    /// What the round returned to the player before; where a case was decided, what it takes.
    pub before: Money,
    /// What it returns now; where a case was decided, what it pays.
    pub after: Money,
    /// Given to the credit of the seat where the player sits now.
    pub given: Money,
    /// Owed to a player who has left; the cage pays it.
    pub owed: Money,
    /// Kept by the house for what it bears for this player: so much less is a shortfall.
    pub recovered: Money,
    /// Taken from the credit of the seat where the player sits now.
    pub taken: Money,
    /// Taken from what was owed to the player and not yet paid.
    pub forgone: Money,
    /// Paid out wrongly and gone; the house bears it.
    pub shortfall: Money,
}
