//! Exact fractions, and the decimals people print of them.

use std::cmp::Ordering;
use std::fmt;
use std::ops::{Add, Mul, Neg, Sub};
use std::str::FromStr;

use crate::checked::Checked;
use crate::figure::Figure;
use crate::integer::Integer;
use crate::natural::Natural;
use crate::wide::WideFraction;

/// An exact fraction in lowest terms with a positive denominator. Everything in this crate is
/// bounded so that its fractions fit; a sum or product that does not panics, in every build. For
/// larger values there is [`WideFraction`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Fraction {
    numerator: i128,
    denominator: i128,
}

impl Fraction {
    /// Nothing.
    pub const ZERO: Self = Self { numerator: 0, denominator: 1 };
    /// The whole.
    pub const ONE: Self = Self { numerator: 1, denominator: 1 };

    /// The fraction of two numbers.
    ///
    /// ```
    /// use taisai_odds::Fraction;
    /// let edge = Fraction::new(6, 216);
    /// assert_eq!(edge.to_string(), "1/36");
    /// assert_eq!(edge.percent(6), "2.777778");
    /// ```
    pub const fn new(numerator: i128, denominator: i128) -> Self {
        let is_negative = (numerator < 0) != (denominator < 0);
        let (above, below) = (numerator.unsigned_abs(), denominator.unsigned_abs());
        let divisor = greatest_common_divisor(above, below);
        Self {
            numerator: signed(is_negative, quotient(above, divisor)),
            denominator: signed(false, quotient(below, divisor)),
        }
    }

    /// A non-negative number divided by 2 to the power of `places`, at most 126.
    pub(crate) const fn binary(number: i128, places: u32) -> Self {
        // A power of two has no other factors than two.
        let zeros = number.trailing_zeros();
        let common = if zeros < places { zeros } else { places };
        Self { numerator: number >> common, denominator: 1 << places.saturating_sub(common) }
    }

    /// The whole number.
    pub const fn whole(number: i128) -> Self {
        Self { numerator: number, denominator: 1 }
    }

    /// The part above the line.
    pub const fn numerator(self) -> i128 {
        self.numerator
    }

    /// The part below the line, always positive.
    pub const fn denominator(self) -> i128 {
        self.denominator
    }

    /// Whether it is below zero.
    pub const fn is_negative(self) -> bool {
        self.numerator < 0
    }

    /// One divided by this.
    #[must_use]
    pub const fn inverse(self) -> Self {
        Self::new(self.denominator, self.numerator)
    }

    /// The decimal with this many places, the last one rounded half away from zero.
    pub fn decimal(self, places: u32) -> String {
        self.to_decimal(places).expect("a fraction is known exactly")
    }

    /// The decimal of a hundred times this.
    pub fn percent(self, places: u32) -> String {
        self.to_percent(places).expect("a fraction is known exactly")
    }
}

/// A quotient without remainder.
const fn quotient(number: u128, divisor: u128) -> u128 {
    number.checked_div(divisor).expect("nothing can be divided by zero")
}

const fn signed(is_negative: bool, size: u128) -> i128 {
    let number = if is_negative {
        0_i128.checked_sub_unsigned(size)
    } else {
        0_i128.checked_add_unsigned(size)
    };
    number.expect("both parts of the fraction fit their type")
}

/// The greatest common divisor; of zero and a number, the number.
pub(crate) const fn common_divisor(mut a: u64, mut b: u64) -> u64 {
    while let Some(rest) = a.checked_rem(b) {
        (a, b) = (b, rest);
    }
    a
}

const fn greatest_common_divisor(mut a: u128, mut b: u128) -> u128 {
    assert!(b != 0, "nothing can be divided by zero");
    while let Some(rest) = a.checked_rem(b) {
        (a, b) = (b, rest);
    }
    a
}

impl Figure for Fraction {
    fn rounded(&self, places: i32) -> Option<Integer> {
        WideFraction::from(*self).rounded(places)
    }

    fn magnitude(&self) -> Option<i32> {
        WideFraction::from(*self).magnitude()
    }
}

impl Add for Fraction {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        let (mine, others) = (self.denominator.unsigned_abs(), other.denominator.unsigned_abs());
        let divisor = greatest_common_divisor(mine, others);
        let [mine, others] = [mine, others].map(|part| signed(false, quotient(part, divisor)));
        let sum = self.numerator.times(others).plus(other.numerator.times(mine));
        Self::new(sum, mine.times(other.denominator))
    }
}

impl Neg for Fraction {
    type Output = Self;

    fn neg(self) -> Self {
        Self { numerator: 0.minus(self.numerator), denominator: self.denominator }
    }
}

impl Sub for Fraction {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        self + -other
    }
}

impl Mul for Fraction {
    type Output = Self;

    fn mul(self, other: Self) -> Self {
        // Reduce crosswise first, so that the products stay as small as possible.
        let left = Self::new(self.numerator, other.denominator);
        let right = Self::new(other.numerator, self.denominator);
        Self {
            numerator: left.numerator.times(right.numerator),
            denominator: left.denominator.times(right.denominator),
        }
    }
}

impl PartialOrd for Fraction {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Fraction {
    fn cmp(&self, other: &Self) -> Ordering {
        let mine = self.numerator.checked_mul(other.denominator);
        let others = other.numerator.checked_mul(self.denominator);
        match (mine, others) {
            (Some(mine), Some(others)) => mine.cmp(&others),
            (None, _) | (_, None) => WideFraction::from(*self).cmp(&WideFraction::from(*other)),
        }
    }
}

impl fmt::Display for Fraction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.denominator == 1 {
            return f.pad(&self.numerator.to_string());
        }
        f.pad(&format!("{}/{}", self.numerator, self.denominator))
    }
}

impl FromStr for Fraction {
    type Err = NoFraction;

    /// Reads a fraction as it is printed.
    ///
    /// ```
    /// use taisai_odds::Fraction;
    /// assert_eq!("-17/36".parse(), Ok(Fraction::new(-17, 36)));
    /// assert!("1/0".parse::<Fraction>().is_err());
    /// ```
    fn from_str(text: &str) -> Result<Self, NoFraction> {
        let (above, below) = text.split_once('/').unwrap_or((text, "1"));
        let number = |part: &str| part.parse::<i128>().map_err(|_| NoFraction);
        match (number(above)?, number(below)?) {
            (numerator, 1..) if numerator == i128::MIN => Err(NoFraction),
            (numerator, denominator @ 1..) => Ok(Self::new(numerator, denominator)),
            (_, ..=0) => Err(NoFraction),
        }
    }
}

/// A text that is not a fraction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoFraction;

impl fmt::Display for NoFraction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a fraction is written such as 17/36")
    }
}

impl std::error::Error for NoFraction {}

impl From<Fraction> for WideFraction {
    fn from(fraction: Fraction) -> Self {
        let denominator = Natural::new(fraction.denominator().unsigned_abs());
        Self::of_lowest_terms(Integer::new(fraction.numerator()), denominator)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decimals_round_half_away_from_zero() {
        let cases = [
            ((1, 36), 6, "0.027778"),
            ((-1, 36), 6, "-0.027778"),
            ((1, 8), 2, "0.13"),
            ((-1, 8), 2, "-0.13"),
            ((1, 2), 0, "1"),
            ((-1, 2), 0, "-1"),
            ((1, 3), 0, "0"),
            ((999_999, 1_000_000), 3, "1.000"),
            ((-1, 3_000_000), 3, "0.000"),
            ((7, 1), 2, "7.00"),
        ];
        for ((numerator, denominator), places, printed) in cases {
            assert_eq!(Fraction::new(numerator, denominator).decimal(places), printed);
        }
    }

    #[test]
    fn binary_fractions_are_in_lowest_terms() {
        for number in [0, 1, 6, 7, 8, 24, 1 << 61, 3 << 61] {
            for places in [0, 1, 3, 61] {
                let fraction = Fraction::binary(number, places);
                assert_eq!(fraction, Fraction::new(number, 1 << places), "{number} {places}");
            }
        }
    }

    #[test]
    fn fractions_add_multiply_and_compare() {
        let (half, third) = (Fraction::new(1, 2), Fraction::new(-1, -3));
        assert_eq!((half + third).to_string(), "5/6");
        assert_eq!((third - half).to_string(), "-1/6");
        assert_eq!((half * third).to_string(), "1/6");
        assert!(third < half && -half < -third);
        assert_eq!(Fraction::new(-4, -2).to_string(), "2");
    }

    #[test]
    fn what_is_printed_is_what_is_read() {
        for fraction in [Fraction::ZERO, Fraction::new(-17, 36), Fraction::new(i128::MAX, 5)] {
            assert_eq!(fraction.to_string().parse(), Ok(fraction));
        }
        for text in ["", "/", "1/", "/2", "1/0", "1/-2", "1.5", "1/2/3", "x"] {
            assert_eq!(text.parse::<Fraction>(), Err(NoFraction), "{text}");
        }
        assert_eq!(i128::MIN.to_string().parse::<Fraction>(), Err(NoFraction));
    }

    #[test]
    fn fractions_are_compared_where_their_products_do_not_fit() {
        let (low, high) = (Fraction::new(i128::MAX - 1, i128::MAX), Fraction::ONE);
        let lower = Fraction::new(i128::MAX - 2, i128::MAX - 1);
        assert!(lower < low && low < high && low.cmp(&low) == Ordering::Equal);
        assert!(-low < -lower && -high < -low);
    }

    #[test]
    fn the_longest_fractions_have_decimals() {
        let long = Fraction::new(i128::MAX - 1, i128::MAX);
        assert_eq!(
            (long.decimal(3), long.percent(30)),
            ("1.000".to_owned(), "100.000000000000000000000000000000".to_owned())
        );
        assert_eq!(
            Fraction::new(1, i128::MAX).decimal(42),
            "0.000000000000000000000000000000000000005877"
        );
    }

    #[test]
    #[should_panic(expected = "the product fits its type")]
    fn a_product_that_does_not_fit_stops_the_program() {
        let _ = Fraction::new(1, i128::MAX) * Fraction::new(1, i128::MAX - 1);
    }
}
