//! Money on a bet, with a ceiling that keeps every later sum in range.

use std::fmt;
use std::num::NonZeroU64;

/// The money on one bet, in the currency's smallest unit: never zero, never above the ceiling.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Stake(NonZeroU64);

impl Stake {
    /// The largest stake: a hundred million dollars in cents.
    ///
    /// With [`Odds::WIN_MAX`](crate::Odds::WIN_MAX) and
    /// [`PayTable::BETS_MAX`](crate::PayTable::BETS_MAX) it is chosen so that everything one
    /// settlement can return fits a `u64`.
    pub const MAX: Self = Self(NonZeroU64::new(10_000_000_000).expect("the ceiling is not zero"));

    /// A stake of this many units.
    ///
    /// ```
    /// use taisai_rules::{Stake, StakeError};
    /// assert_eq!(Stake::new(100)?.units(), 100);
    /// assert_eq!(Stake::new(0), Err(StakeError::Zero));
    /// assert_eq!(Stake::new(u64::MAX), Err(StakeError::OverCeiling));
    /// # Ok::<(), StakeError>(())
    /// ```
    pub const fn new(units: u64) -> Result<Self, StakeError> {
        match NonZeroU64::new(units) {
            None => Err(StakeError::Zero),
            Some(units) if units.get() > Self::MAX.units() => Err(StakeError::OverCeiling),
            Some(units) => Ok(Self(units)),
        }
    }

    /// The stake in the currency's smallest unit.
    pub const fn units(self) -> u64 {
        self.0.get()
    }
}

impl fmt::Display for Stake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.units())
    }
}

/// Why a number is not a stake.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StakeError {
    /// Nothing was staked.
    Zero,
    /// More than [`Stake::MAX`] was staked.
    OverCeiling,
}

impl fmt::Display for StakeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Zero => write!(f, "a stake is at least 1"),
            Self::OverCeiling => write!(f, "a stake is at most {}", Stake::MAX),
        }
    }
}

impl std::error::Error for StakeError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stake_is_something_and_has_a_ceiling() {
        let most = Stake::MAX.units();
        assert_eq!(Stake::new(0), Err(StakeError::Zero));
        assert_eq!(Stake::new(1).map(Stake::units), Ok(1));
        assert_eq!(Stake::new(most), Ok(Stake::MAX));
        assert_eq!(Stake::new(most + 1), Err(StakeError::OverCeiling));
        assert_eq!(Stake::new(u64::MAX), Err(StakeError::OverCeiling));
    }
}
