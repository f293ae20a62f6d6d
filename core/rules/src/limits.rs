//! What happens to a stake outside the limits; the limits themselves belong to a table.

use crate::clause::Ruled;
use crate::vocabulary::vocabulary;

vocabulary! {
    /// What happens to a bet below the minimum.
    BelowMinimum {
        /// It is refused.
        Refuse = "refuse",
        /// It is settled, its owner is advised, and further ones are returned.
        SettleAndAdvise = "settle-and-advise",
    }
}

vocabulary! {
    /// What happens to a bet above the maximum.
    AboveMaximum {
        /// It is refused.
        Refuse = "refuse",
        /// It is paid or collected up to the maximum, and the rest is returned.
        SettleToMaximum = "settle-to-maximum",
    }
}

/// How a rule book treats limits and the ways to stake.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LimitPolicy {
    /// What happens below the minimum.
    pub below_minimum: Ruled<BelowMinimum>,
    /// What happens above the maximum.
    pub above_maximum: Ruled<AboveMaximum>,
    /// Minimum and maximum per area are shown.
    pub shown: Ruled<bool>,
    /// The permitted multiples are shown.
    pub multiples_shown: Ruled<bool>,
    /// A change needs prior notice and starts with a later round.
    pub change_needs_notice: Ruled<bool>,
    /// A player may have a higher maximum, shown by a marker.
    pub markers: Ruled<bool>,
    /// A player may be required to use colour chips.
    pub colour_chips: Ruled<bool>,
    /// Verbal bets and cash bets are refused.
    pub verbal_bets_refused: Ruled<bool>,
}
