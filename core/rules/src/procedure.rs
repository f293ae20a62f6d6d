//! The order of a round.

use crate::clause::Ruled;
use crate::vocabulary::vocabulary;

vocabulary! {
    /// When "no more bets" is called.
    NoMoreBets {
        /// Before the dice are shaken.
        BeforeShake = "before-shake",
        /// After the shake under cover, before the dice are shown.
        BeforeReveal = "before-reveal",
    }
}

/// The duties of a round that do not depend on the shaker.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Procedure {
    /// Betting opens with a notice, and every player gets the chance to bet.
    pub betting_notice: Ruled<bool>,
    /// The fewest seconds that every player has to bet.
    pub betting_seconds_min: Ruled<u8>,
    /// After no more bets nothing is placed, altered or removed.
    pub bets_final: Ruled<bool>,
    /// A result is entered only with all three dice flat.
    pub dice_flat: Ruled<bool>,
    /// The dealer announces the dice and enters three values.
    pub announce_and_enter: Ruled<bool>,
    /// What was entered is shown and confirmed before it counts.
    pub entry_confirmed: Ruled<bool>,
    /// The winning areas light up after the entry.
    pub winners_lit: Ruled<bool>,
    /// All losing bets are collected before any winning one is paid.
    pub collect_before_pay: Ruled<bool>,
    /// The lights stay on until everything is collected and paid.
    pub lights_until_paid: Ruled<bool>,
    /// Bets settle strictly by their position.
    pub settle_by_position: Ruled<bool>,
    /// Shown results are information; the dice prevail.
    pub dice_prevail: Ruled<bool>,
    /// A table closes with notice to the players.
    pub closing_notice: Ruled<bool>,
}
