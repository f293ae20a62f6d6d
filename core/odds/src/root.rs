//! Numbers whose square is known exactly: standard deviations and skewnesses.

use crate::figure::{Figure, magnitude, moved};
use crate::integer::Integer;
use crate::natural::Natural;
use crate::wide::WideFraction;

/// The square root of an exact fraction, on either side of zero.
#[derive(Clone, Debug)]
pub struct Root {
    is_negative: bool,
    /// The square as a fraction, which need not be in lowest terms.
    numerator: Natural,
    denominator: Natural,
}

impl Root {
    /// The root of a non-negative fraction.
    ///
    /// ```
    /// use taisai_odds::{Fraction, Root};
    /// assert_eq!(Root::of(&Fraction::whole(2).into()).decimal(20), "1.41421356237309504880");
    /// assert_eq!(Root::of(&Fraction::new(1, 4).into()).decimal(3), "0.500");
    /// ```
    pub fn of(square: &WideFraction) -> Self {
        assert!(!square.numerator().is_negative(), "no number has this square");
        let numerator = square.numerator().size().clone();
        Self { is_negative: false, numerator, denominator: square.denominator().clone() }
    }

    /// The root of this fraction, on this side of zero.
    pub(crate) fn signed(is_negative: bool, numerator: Natural, denominator: Natural) -> Self {
        assert!(!denominator.is_zero(), "nothing can be divided by zero");
        Self { is_negative, numerator, denominator }
    }

    /// Its square, exactly.
    pub fn square(&self) -> WideFraction {
        WideFraction::new(&self.numerator.clone().into(), &self.denominator)
    }

    /// The decimal with this many places, the last one rounded half away from zero.
    pub fn decimal(&self, places: u32) -> String {
        self.to_decimal(places).expect("the square is known exactly")
    }
}

impl Figure for Root {
    fn rounded(&self, places: i32) -> Option<Integer> {
        let numerator = self.numerator.clone().into();
        let (square, of) = moved(&numerator, &self.denominator, places.checked_mul(2)?);
        // Twice the root, rounded down, plus one, and half of that rounded down: nothing between
        // two halves is lost by the first rounding.
        let four_times = square.size().times(&Natural::new(4)).divided_by(&of).0;
        let doubled = four_times.square_root().plus(&Natural::new(1));
        Some(Integer::signed(self.is_negative, doubled.divided_by(&Natural::new(2)).0))
    }

    fn magnitude(&self) -> Option<i32> {
        Some(magnitude(&self.numerator, &self.denominator)?.div_euclid(2))
    }
}
