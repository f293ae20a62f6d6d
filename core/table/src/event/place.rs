//! What happens at the places of a felt table, whose players bet with chips.

use std::collections::BTreeMap;

use taisai_rules::Bet;

use crate::ids::{PlayerId, RoundNumber, SeatNumber, StaffId};
use crate::named::named;
use crate::place::ChipRecord;
use crate::text::Reason;

named! {
    /// What happens at a place. None of it moves money: chips are handed over by people.
    #[expect(missing_docs, reason = "the sentence of an event says what its fields are")]
    #[derive(Clone, Debug, PartialEq, Eq, Hash)]
    pub enum PlaceEvent {
        /// The chips of a player on the layout were recorded: all that count, and beside them what
        /// lies above the maximum and is returned.
        ChipsRecorded {
            round: RoundNumber,
            seat: SeatNumber,
            player: PlayerId,
            bets: Vec<Bet>,
            excess: Vec<Bet>,
            /// The owner is told that a further bet below the minimum will be returned.
            advised: bool,
            by: StaffId,
        },
        /// What was recorded of one player in a round, in play or settled, is void.
        ChipsVoided { round: RoundNumber, seat: SeatNumber, reason: Reason },
        /// A player gave back the chips of their colour.
        ColourTakenBack { seat: SeatNumber, colour: u8, by: StaffId },
        /// What was recorded in a settled round that was recalled is known again.
        ChipsRecalled { round: RoundNumber, chips: BTreeMap<SeatNumber, ChipRecord> },
    }
}
