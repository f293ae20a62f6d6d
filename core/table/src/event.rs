//! Everything that can happen at a table.

mod case;
mod place;
mod round;
mod ruling;
mod seat;
mod table;

pub use case::CaseEvent;
pub use place::PlaceEvent;
pub use round::{RoundEvent, SeatAmount};
pub use ruling::{Adjustment, ProposalEvent, ReversalEvent, RulingEvent};
pub use seat::{BetChange, BetMove, CreditEvent, SeatEvent};
pub use table::{DayEvent, EquipmentEvent, ShakerFacts, StaffEvent};

use crate::command::Asker;
use crate::ids::{RequestId, RoundNumber, SeatNumber, SessionId};

/// Everything that can happen at a table, by its subject. What an event says is all that changes.
///
/// A reader that has nothing to do with a subject says so in one arm; one that has names every
/// event of it.
#[expect(missing_docs, reason = "the sentence of an event says what its fields are")]
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Event {
    /// What happens to those who work at the table.
    Staff(StaffEvent),
    /// What happens to shakers, dice and display.
    Equipment(EquipmentEvent),
    /// What happens in the table's day, from its set-up to its closing.
    Day(DayEvent),
    /// What happens to a seat and to the player who has it.
    Seat(SeatEvent),
    /// What moves between vouchers and credit.
    Credit(CreditEvent),
    /// A seat's bets changed; the stakes went from its credit to the layout, or back.
    BetsChanged {
        seat: SeatNumber,
        round: RoundNumber,
        how: BetMove,
        changes: Vec<BetChange>,
        /// The owner gets notice that a further bet below the minimum will be returned.
        advised: bool,
    },
    /// What happens in every round, in this order.
    Round(RoundEvent),
    /// What happens when something goes wrong in the round in play.
    Ruling(RulingEvent),
    /// What two people agree on, or do not.
    Proposal(ProposalEvent),
    /// What turns bets or results back, and the money with them.
    Reversal(ReversalEvent),
    /// What happens to what somebody disputes.
    Case(CaseEvent),
    /// What happens at the places of a felt table.
    Place(PlaceEvent),
    /// A request was answered; its number will not be taken for another.
    RequestAnswered { from: Asker, session: SessionId, id: RequestId, digest: u64 },
}

macro_rules! by_subject {
    ($($subject:ident($event:ident),)+) => {
        $(impl From<$event> for Event {
            fn from(event: $event) -> Self {
                Self::$subject(event)
            }
        })+
    };
}

by_subject! {
    Staff(StaffEvent),
    Equipment(EquipmentEvent),
    Day(DayEvent),
    Seat(SeatEvent),
    Credit(CreditEvent),
    Round(RoundEvent),
    Ruling(RulingEvent),
    Proposal(ProposalEvent),
    Reversal(ReversalEvent),
    Case(CaseEvent),
    Place(PlaceEvent),
}
