//! What the player at one seat may see, and nobody else.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use super::sections;
use crate::ask::BetLine;
use crate::word::{AreaId, Dice, IrregularityWord};

sections! {
    /// One seat's own view.
    SeatView
    /// The sections of a seat's own view that changed.
    SeatChanges {
        /// Which seat, and who sits there.
        about: SeatAbout,
        /// The player's money.
        money: SeatMoney,
        /// The bets on the layout, in the order of the areas.
        bets: Vec<BetLine>,
        /// What can be taken back or repeated.
        changes: SeatHistory,
        /// What the house has arranged with the player.
        house: HouseTerms,
        /// The last settled round with bets of this player.
        outcome: LastOutcome,
    }
}

/// Which seat, and who sits there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct SeatAbout {
    /// The seat.
    pub seat: u16,
    /// The player; none while the seat is free.
    pub player: Option<u64>,
    /// Whether the table believes that the terminal answers.
    pub connected: bool,
}

/// A player's money.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct SeatMoney {
    /// What can still be staked.
    pub credit: u64,
    /// What lies on the layout.
    pub staked: u64,
    /// Vouchers turned into credit since the player sat down.
    pub bought_in: u64,
    /// Credit turned into vouchers.
    pub cashed_out: u64,
    /// Stakes, less those that were taken down or are void.
    pub turnover: u64,
    /// What rounds returned, stakes included.
    pub returned: u64,
    /// What corrections and voids gave besides.
    pub adjusted_in: u64,
    /// What corrections and voids took.
    pub adjusted_out: u64,
    /// Stakes that are void.
    pub voided: u64,
}

/// What can be taken back or repeated.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct SeatHistory {
    /// How many changes can be taken back.
    pub undo: u32,
    /// The bets of the last round in which this player had any.
    pub last_bets: Vec<BetLine>,
}

/// What the house has arranged with a player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct HouseTerms {
    /// The player's own maximum, shown by a marker.
    pub marker: Option<u64>,
    /// The player's own chips.
    pub colour: Option<ColourChips>,
    /// Whether the player has been told that bets below the minimum will be returned.
    pub advised: bool,
}

/// Chips of a colour of one's own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct ColourChips {
    /// The colour's number.
    pub colour: u8,
    /// What one chip is worth.
    pub value: u64,
}

/// The last settled round with bets of this player, if there is one.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct LastOutcome {
    /// The round.
    pub last: Option<Outcome>,
}

/// What a round meant for one player, line by line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct Outcome {
    /// The round.
    pub round: u64,
    /// The dice that count; none where it is void.
    pub dice: Option<Dice>,
    /// Results that were shown before and corrected.
    pub corrected: Vec<Dice>,
    /// Why it is void, if it is.
    pub voided: Option<IrregularityWord>,
    /// Every bet.
    pub lines: Vec<OutcomeLine>,
    /// All stakes together.
    pub staked: u64,
    /// What came back, stakes included, after all corrections.
    pub returned: u64,
    /// What was won, or lost where it is below nothing.
    pub net: i64,
}

/// What became of a bet.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct OutcomeLine {
    /// The area.
    pub area: AreaId,
    /// The stake.
    pub stake: u64,
    /// The odds that paid it, in the words of the layout; none where it lost or is void.
    pub odds: Option<String>,
    /// What it won on top of the stake.
    pub win: u64,
    /// What came back, the stake included.
    pub returned: u64,
}
