//! Where a table stands, in one word.

use std::fmt;

/// Where a table stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Phase {
    /// Not open for play.
    Closed,
    /// Open, between rounds.
    Idle,
    /// Bets may be placed.
    Betting,
    /// No more bets; the dice are not shaken, or were before and are still covered.
    NoMoreBets,
    /// No more bets, and the dice were shaken after it.
    Shaken,
    /// The dice can be seen.
    Revealed,
    /// Dice are entered but not confirmed.
    Entered,
    /// The result stands; losers are to be collected.
    Collecting,
    /// Winners are to be paid.
    Paying,
    /// Everything is paid; the lights are still on.
    Clearing,
    /// A superior must decide.
    AwaitingRuling,
    /// Stopped until something is repaired and inspected.
    Suspended,
}

impl fmt::Display for Phase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let word = match self {
            Self::Closed => "closed",
            Self::Idle => "idle",
            Self::Betting => "betting",
            Self::NoMoreBets => "no-more-bets",
            Self::Shaken => "shaken",
            Self::Revealed => "revealed",
            Self::Entered => "entered",
            Self::Collecting => "collecting",
            Self::Paying => "paying",
            Self::Clearing => "clearing",
            Self::AwaitingRuling => "awaiting-ruling",
            Self::Suspended => "suspended",
        };
        f.pad(word)
    }
}
