//! What happens at a seat, and to the credit there.

use taisai_rules::{Area, Stake};

use crate::ids::{PlayerId, SeatNumber, SessionId, StaffId, VoucherId};
use crate::money::Money;
use crate::named::named;
use crate::pledge::Pledge;
use crate::text::Reason;

named! {
    /// What happens to a seat and to the player who has it.
    #[expect(missing_docs, reason = "the sentence of an event says what its fields are")]
    #[derive(Clone, Debug, PartialEq, Eq, Hash)]
    pub enum SeatEvent {
        /// A player sat down.
        SeatTaken { seat: SeatNumber, player: PlayerId, staff: Option<StaffId> },
        /// The player left.
        SeatLeft { seat: SeatNumber },
        /// The terminal was lost; its registered bets stand.
        SeatLost { seat: SeatNumber },
        /// The terminal came back.
        SeatReturned { seat: SeatNumber },
        /// The seat belongs to whoever sat down at this terminal: no other one speaks for it.
        SeatBound { seat: SeatNumber, terminal: SessionId },
        /// Two people identified the player; the seat belongs to this terminal from now on.
        SeatHandedOver {
            seat: SeatNumber,
            player: PlayerId,
            terminal: SessionId,
            reason: Reason,
            by: [StaffId; 2],
        },
        /// A player was given a higher maximum.
        MarkerGranted { seat: SeatNumber, stake_max: Stake, by: StaffId },
        /// A player was given a colour.
        ColourAssigned { seat: SeatNumber, colour: u8, value: Stake, by: StaffId },
        /// A player set limits for themselves.
        OwnLimitsSet { seat: SeatNumber, pledge: Pledge },
        /// A player was kept from the game.
        PlayerExcluded { player: PlayerId, reason: Reason, by: StaffId },
        /// The seat of that player takes nobody once they have left.
        SeatBarred { seat: SeatNumber, player: PlayerId },
        /// Whoever comes may sit there again.
        SeatReleased { seat: SeatNumber, by: StaffId },
        /// The player may play again.
        ExclusionLifted { player: PlayerId, reason: Reason, by: StaffId },
    }

    /// What moves between vouchers and credit.
    #[expect(missing_docs, reason = "the sentence of an event says what its fields are")]
    #[derive(Clone, Debug, PartialEq, Eq, Hash)]
    pub enum CreditEvent {
        /// A voucher became credit.
        BoughtIn { seat: SeatNumber, voucher: VoucherId, amount: Money },
        /// Credit became a voucher.
        CashedOut { seat: SeatNumber, voucher: VoucherId, amount: Money },
        /// A player who had left was given what was owed.
        OwedPaid { player: PlayerId, voucher: VoucherId, amount: Money },
        /// The voucher belongs to a player who is kept from the game: the cage pays it, and no seat
        /// takes it.
        MadeForCage { voucher: VoucherId },
    }
}

/// How a seat's bets were changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum BetMove {
    /// Placed or added to.
    Placed,
    /// Taken down.
    TakenDown,
    /// All taken down.
    Cleared,
    /// Last round's placed again.
    Repeated,
    /// Doubled.
    Doubled,
    /// The last change taken back.
    Undone,
}

/// A bet before and after a change; nothing where there is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BetChange {
    /// Where it lies.
    pub area: Area,
    /// What lay there.
    pub from: Option<Stake>,
    /// What lies there now.
    pub to: Option<Stake>,
}
