//! Exact fractions, and the decimals people print of them.

use std::cmp::Ordering;
use std::fmt;
use std::ops::{Add, Mul, Neg, Sub};

/// An exact fraction in lowest terms with a positive denominator.
///
/// Everything in this crate is bounded so that its fractions fit; an overflow stops the program,
/// it never wraps.
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
        assert!(denominator != 0, "nothing can be divided by zero");
        let divisor = greatest_common_divisor(numerator, denominator) * denominator.signum();
        Self { numerator: numerator / divisor, denominator: denominator / divisor }
    }

    /// A number that is not negative, divided by 2 to the power of `places`, at most 126.
    pub(crate) const fn binary(number: i128, places: u32) -> Self {
        // Nothing but twos can be taken from a power of two.
        let zeros = number.trailing_zeros();
        let common = if zeros < places { zeros } else { places };
        Self { numerator: number >> common, denominator: 1 << (places - common) }
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
        let scaled = round_away(self.scaled(10_i128.pow(places)));
        let sign = if scaled < 0 { "-" } else { "" };
        let digits = format!("{:0width$}", scaled.unsigned_abs(), width = places as usize + 1);
        let (whole, rest) = digits.split_at(digits.len() - places as usize);
        if places == 0 { format!("{sign}{whole}") } else { format!("{sign}{whole}.{rest}") }
    }

    /// The decimal of a hundred times this.
    pub fn percent(self, places: u32) -> String {
        (self * Self::whole(100)).decimal(places)
    }

    /// The square root of what is not negative, to some 19 significant digits.
    #[must_use]
    pub fn square_root(self) -> Self {
        const PLACES: u32 = 60;
        assert!(!self.is_negative(), "no number has this square");
        // The root of n/d is the root of n·2^k / d, divided by 2^(k/2), with k as large as fits.
        let (mut numerator, mut denominator) = (self.numerator, self.denominator);
        let mut shift = 0;
        while shift < 2 * PLACES && numerator < i128::MAX >> 2 {
            numerator <<= 2;
            shift += 2;
        }
        while shift < 2 * PLACES && denominator > 1 << 64 {
            denominator >>= 2;
            shift += 2;
        }
        Self::new((numerator / denominator).isqrt(), 1 << (shift / 2))
    }

    /// The quotient and the remainder of this times `factor`, as twice the number and rest.
    fn scaled(self, factor: i128) -> (i128, i128, i128) {
        let whole = self.numerator / self.denominator * factor;
        let rest = self.numerator % self.denominator;
        let scaled = rest.checked_mul(factor).expect("a fraction with a bounded denominator");
        (whole + scaled / self.denominator, scaled % self.denominator, self.denominator)
    }
}

/// Rounds a quotient with its remainder half away from zero.
fn round_away((quotient, rest, denominator): (i128, i128, i128)) -> i128 {
    let up = rest.unsigned_abs() * 2 >= denominator.unsigned_abs();
    quotient + if up { rest.signum() } else { 0 }
}

/// The largest number that divides both; of nothing and a number, the number.
pub(crate) const fn common_divisor(mut a: u64, mut b: u64) -> u64 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

const fn greatest_common_divisor(a: i128, b: i128) -> i128 {
    let (mut a, mut b) = (a.abs(), b.abs());
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

impl Add for Fraction {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        let divisor = greatest_common_divisor(self.denominator, other.denominator);
        let (mine, others) = (self.denominator / divisor, other.denominator / divisor);
        Self::new(self.numerator * others + other.numerator * mine, mine * other.denominator)
    }
}

impl Neg for Fraction {
    type Output = Self;

    fn neg(self) -> Self {
        Self { numerator: -self.numerator, denominator: self.denominator }
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
        // Crosswise first, so that the products stay as small as they can be.
        let left = Self::new(self.numerator, other.denominator);
        let right = Self::new(other.numerator, self.denominator);
        Self {
            numerator: left.numerator * right.numerator,
            denominator: left.denominator * right.denominator,
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
        (*self - *other).numerator.cmp(&0)
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
    fn square_roots_are_exact_to_many_places() {
        assert_eq!(Fraction::whole(2).square_root().decimal(15), "1.414213562373095");
        assert_eq!(Fraction::new(1, 4).square_root(), Fraction::new(1, 2));
        assert_eq!(Fraction::ZERO.square_root(), Fraction::ZERO);
        let large = Fraction::new(10_i128.pow(20), 7);
        assert_eq!(large.square_root().decimal(6), "3779644730.092272");
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
}
