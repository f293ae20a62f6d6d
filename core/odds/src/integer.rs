//! Whole numbers of any size, on both sides of zero.

use std::cmp::Ordering;
use std::fmt;

use crate::natural::Natural;

/// A whole number of any size.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Integer {
    is_negative: bool,
    size: Natural,
}

impl Integer {
    pub fn new(number: i128) -> Self {
        Self::signed(number < 0, Natural::new(number.unsigned_abs()))
    }

    /// A number of this size on one side of zero.
    pub(crate) fn signed(is_negative: bool, size: Natural) -> Self {
        Self { is_negative: is_negative && !size.is_zero(), size }
    }

    /// How far it is from zero.
    pub const fn size(&self) -> &Natural {
        &self.size
    }

    /// Whether it is below zero.
    pub const fn is_negative(&self) -> bool {
        self.is_negative
    }

    pub fn is_zero(&self) -> bool {
        self.size.is_zero()
    }

    pub(crate) fn negated(&self) -> Self {
        Self::signed(!self.is_negative, self.size.clone())
    }

    pub(crate) fn plus(&self, other: &Self) -> Self {
        if self.is_negative == other.is_negative {
            return Self::signed(self.is_negative, self.size.plus(&other.size));
        }
        let (large, small) = if self.size < other.size { (other, self) } else { (self, other) };
        Self::signed(large.is_negative, large.size.minus(&small.size))
    }

    pub(crate) fn minus(&self, other: &Self) -> Self {
        self.plus(&other.negated())
    }

    pub(crate) fn times(&self, other: &Self) -> Self {
        Self::signed(self.is_negative != other.is_negative, self.size.times(&other.size))
    }

    pub(crate) fn power(&self, power: u32) -> Self {
        Self::signed(self.is_negative && power % 2 == 1, self.size.power(power))
    }
}

impl From<Natural> for Integer {
    fn from(size: Natural) -> Self {
        Self::signed(false, size)
    }
}

impl PartialOrd for Integer {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Integer {
    fn cmp(&self, other: &Self) -> Ordering {
        match (self.is_negative, other.is_negative) {
            (false, true) => Ordering::Greater,
            (true, false) => Ordering::Less,
            (false, false) => self.size.cmp(&other.size),
            (true, true) => other.size.cmp(&self.size),
        }
    }
}

impl fmt::Display for Integer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad_integral(!self.is_negative, "", &self.size.to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_numbers_are_those_of_the_machine() {
        let some = [0, 1, -1, 2, -2, 7, -7, 1 << 40, -(1 << 40)];
        for a in some {
            for b in some {
                let (one, other) = (Integer::new(a), Integer::new(b));
                assert_eq!(one.plus(&other), Integer::new(a + b));
                assert_eq!(one.minus(&other), Integer::new(a - b));
                assert_eq!(one.times(&other), Integer::new(a * b));
                assert_eq!(one.cmp(&other), a.cmp(&b));
            }
            assert_eq!(Integer::new(a).power(3), Integer::new(a * a * a));
            assert_eq!(Integer::new(a).to_string(), a.to_string());
        }
    }
}
