//! Exact fractions of whole numbers of any size.

use std::cmp::Ordering;
use std::fmt;

use crate::figure::{Figure, divided, magnitude, moved};
use crate::integer::Integer;
use crate::natural::Natural;

/// An exact fraction in lowest terms whose parts are as long as they need to be.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct WideFraction {
    numerator: Integer,
    denominator: Natural,
}

impl WideFraction {
    /// A fraction that cannot be shortened.
    pub(crate) const fn of_lowest_terms(numerator: Integer, denominator: Natural) -> Self {
        Self { numerator, denominator }
    }

    /// The fraction of two numbers.
    pub(crate) fn new(numerator: &Integer, denominator: &Natural) -> Self {
        let divisor = numerator.size().common_divisor(denominator);
        let size = numerator.size().divided_by(&divisor).0;
        let denominator = denominator.divided_by(&divisor).0;
        Self { numerator: Integer::signed(numerator.is_negative(), size), denominator }
    }

    /// The part above the line.
    pub const fn numerator(&self) -> &Integer {
        &self.numerator
    }

    /// The part below the line.
    pub const fn denominator(&self) -> &Natural {
        &self.denominator
    }

    pub fn is_zero(&self) -> bool {
        self.numerator.is_zero()
    }

    #[must_use]
    pub fn plus(&self, other: &Self) -> Self {
        let crosswise = |one: &Self, other: &Self| {
            one.numerator.times(&Integer::from(other.denominator.clone()))
        };
        let sum = crosswise(self, other).plus(&crosswise(other, self));
        Self::new(&sum, &self.denominator.times(&other.denominator))
    }

    /// The difference.
    #[must_use]
    pub fn minus(&self, other: &Self) -> Self {
        let negated = Self { numerator: other.numerator.negated(), ..other.clone() };
        self.plus(&negated)
    }

    /// The product.
    #[must_use]
    pub fn times(&self, other: &Self) -> Self {
        let numerator = self.numerator.times(&other.numerator);
        Self::new(&numerator, &self.denominator.times(&other.denominator))
    }

    /// The decimal with this many places, the last one rounded half away from zero.
    pub fn decimal(&self, places: u32) -> String {
        self.to_decimal(places).expect("a fraction is known exactly")
    }
}

impl WideFraction {
    /// The same as [`Figure::rounded`] where a `u128` holds all that is needed: chances are rounded
    /// by the million, and long numbers take a hundred times as long.
    fn rounded_small(&self, places: i32) -> Option<Integer> {
        let ten = 10_u128.checked_pow(u32::try_from(places).ok()?)?;
        let doubled = self.numerator.size().to_u128()?.checked_mul(ten)?.checked_mul(2)?;
        let denominator = self.denominator.to_u128()?;
        let size = doubled.checked_add(denominator)?.checked_div(denominator.checked_mul(2)?)?;
        Some(Integer::signed(self.numerator.is_negative(), Natural::new(size)))
    }
}

impl Figure for WideFraction {
    fn rounded(&self, places: i32) -> Option<Integer> {
        if let Some(rounded) = self.rounded_small(places) {
            return Some(rounded);
        }
        let (numerator, denominator) = moved(&self.numerator, &self.denominator, places);
        Some(divided(&numerator, &denominator))
    }

    fn magnitude(&self) -> Option<i32> {
        magnitude(self.numerator.size(), &self.denominator)
    }
}

impl PartialOrd for WideFraction {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for WideFraction {
    fn cmp(&self, other: &Self) -> Ordering {
        let crosswise = |one: &Self, other: &Self| {
            one.numerator.times(&Integer::from(other.denominator.clone()))
        };
        crosswise(self, other).cmp(&crosswise(other, self))
    }
}

impl fmt::Display for WideFraction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.denominator == Natural::new(1) {
            return f.pad(&self.numerator.to_string());
        }
        f.pad(&format!("{}/{}", self.numerator, self.denominator))
    }
}
