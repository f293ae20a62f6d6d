//! Amounts of money at a table.

use std::fmt;

/// An amount in the currency's smallest unit, with a ceiling that keeps every sum in range.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Money(u64);

impl Money {
    /// Nothing.
    pub const ZERO: Self = Self(0);
    /// The most a single account, payment or limit may hold: ten trillion dollars in cents.
    pub const MAX: Self = Self(1_000_000_000_000_000);

    /// An amount, if it is not above the ceiling.
    pub const fn new(units: u64) -> Option<Self> {
        if units <= Self::MAX.0 { Some(Self(units)) } else { None }
    }

    /// What only counts, as a meter does; it may have gone past the ceiling of an account.
    pub const fn tallied(units: u64) -> Self {
        Self(units)
    }

    /// The amount in the currency's smallest unit.
    pub const fn units(self) -> u64 {
        self.0
    }

    /// The sum, if it is not above the ceiling.
    pub const fn plus(self, other: Self) -> Option<Self> {
        match self.0.checked_add(other.0) {
            Some(units) => Self::new(units),
            None => None,
        }
    }

    /// The sum of what only counts and is never an account: a meter must not stop a table.
    pub(crate) const fn tally(self, other: Self) -> Self {
        Self(self.0.saturating_add(other.0))
    }

    /// What is left, if there is enough.
    pub const fn minus(self, other: Self) -> Option<Self> {
        match self.0.checked_sub(other.0) {
            Some(units) => Some(Self(units)),
            None => None,
        }
    }

    /// Whether it is nothing.
    pub const fn is_zero(self) -> bool {
        self.0 == 0
    }
}

impl fmt::Display for Money {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
