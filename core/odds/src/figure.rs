//! Numbers whose every printed digit is right. A figure is rounded from its exact value, never from
//! a number that was rounded before. If only bounds are known, a digit that they leave open is not
//! printed.

use crate::integer::Integer;
use crate::natural::Natural;

/// A number that can be rounded at any place.
pub trait Figure {
    /// The whole number nearest to this times ten to the power of `places`, half away from zero;
    /// `None` if its bounds leave that open.
    fn rounded(&self, places: i32) -> Option<Integer>;

    /// A power of ten that is not above the size of this and at most three powers below it; `None`
    /// for zero. For bounds, that of the one nearer to zero.
    fn magnitude(&self) -> Option<i32>;

    /// The decimal with this many places.
    fn to_decimal(&self, places: u32) -> Option<String> {
        Some(with_places(&self.rounded(signed(places))?, places))
    }

    /// The decimal of a hundred times this.
    fn to_percent(&self, places: u32) -> Option<String> {
        Some(with_places(&self.rounded(signed(places).checked_add(2)?)?, places))
    }

    /// This times ten to the power of `shift`, with this many significant digits: `1.23e-9`. `None`
    /// if that many are not known, and for zero.
    fn to_scientific(&self, digits: u32, shift: i32) -> Option<String> {
        let (number, places) = significant(self, digits)?;
        let text = number.size().to_string();
        let (first, rest) = text.split_at(1);
        let sign = if number.is_negative() { "-" } else { "" };
        let point = if rest.is_empty() { "" } else { "." };
        let power = signed(digits).checked_sub(1)?.checked_sub(places)?.checked_add(shift)?;
        Some(format!("{sign}{first}{point}{rest}e{power}"))
    }
}

impl<F: Figure + ?Sized> Figure for &F {
    fn rounded(&self, places: i32) -> Option<Integer> {
        (**self).rounded(places)
    }

    fn magnitude(&self) -> Option<i32> {
        (**self).magnitude()
    }
}

/// The number with this many digits, and the number of places it was rounded to.
fn significant<F: Figure + ?Sized>(figure: &F, digits: u32) -> Option<(Integer, i32)> {
    // Three powers of doubt, and one more: 9.996 with three digits rounds to 10.0.
    const TRIED: u32 = 5;
    let length = |number: &Integer| u32::try_from(number.size().to_string().len()).unwrap_or(0);
    let finest = signed(digits).checked_sub(1)?.checked_sub(figure.magnitude()?)?;
    // From the finest place up: bounds may leave one place open and not the next.
    let mut known = (0..TRIED).filter_map(|coarser| {
        let places = finest.checked_sub_unsigned(coarser)?;
        Some((figure.rounded(places)?, places))
    });
    known.find(|(number, _)| !number.is_zero() && length(number) == digits)
}

/// The power of ten of a quotient, at most two below it, by how many binary digits both have.
pub(crate) fn magnitude(numerator: &Natural, denominator: &Natural) -> Option<i32> {
    if numerator.is_zero() {
        return None;
    }
    let bits = |number: &Natural| i64::try_from(number.bits()).ok();
    // A binary digit is 0.30103 of a decimal one, a little less in truth.
    let powers = bits(numerator)?.checked_sub(bits(denominator)?)?.checked_sub(1)?;
    let tens = powers.checked_mul(30_103)?.div_euclid(100_000).checked_sub(1)?;
    i32::try_from(tens).ok()
}

fn signed(places: u32) -> i32 {
    i32::try_from(places).unwrap_or(i32::MAX)
}

/// A whole number with its decimal point shifted by this many places.
fn with_places(number: &Integer, places: u32) -> String {
    let places = places as usize;
    let sign = if number.is_negative() { "-" } else { "" };
    let digits =
        format!("{:0>width$}", number.size().to_string(), width = places.saturating_add(1));
    let (whole, rest) = digits.split_at(digits.len().saturating_sub(places));
    if places == 0 { format!("{sign}{whole}") } else { format!("{sign}{whole}.{rest}") }
}

/// A quotient, rounded half away from zero.
pub(crate) fn divided(numerator: &Integer, denominator: &Natural) -> Integer {
    let two = Natural::new(2);
    let doubled = numerator.size().times(&two).plus(denominator);
    Integer::signed(numerator.is_negative(), doubled.divided_by(&denominator.times(&two)).0)
}

/// Two whole numbers, one of them times a power of ten, so that their quotient is moved by it.
pub(crate) fn moved(numerator: &Integer, denominator: &Natural, places: i32) -> (Integer, Natural) {
    let ten = Natural::power_of_ten(places.unsigned_abs());
    if places < 0 {
        (numerator.clone(), denominator.times(&ten))
    } else {
        (numerator.times(&ten.into()), denominator.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bounded::Bounded;
    use crate::fraction::Fraction;

    #[test]
    fn significant_digits_begin_with_the_first_that_is_not_zero() {
        let cases = [
            ((1, 3), 3, "3.33e-1"),
            ((99, 1_000), 2, "9.9e-2"),
            ((997, 10_000), 2, "1.0e-1"),
            ((9_949, 100_000), 2, "9.9e-2"),
            ((-5, 1), 1, "-5e0"),
            ((9_999_999, 1), 6, "1.00000e7"),
            ((1_234_567, 1), 3, "1.23e6"),
            ((2, 1_000_000_007), 4, "2.000e-9"),
        ];
        for ((numerator, denominator), digits, printed) in cases {
            let figure = Fraction::new(numerator, denominator);
            assert_eq!(figure.to_scientific(digits, 0).as_deref(), Some(printed));
        }
        assert_eq!(Fraction::ZERO.to_scientific(3, 0), None);
        assert_eq!(Fraction::new(1, 3).to_scientific(2, 2).as_deref(), Some("3.3e1"));
    }

    #[test]
    fn digits_that_bounds_leave_open_are_not_printed() {
        let between = |low: i128, high: i128| {
            let low = Fraction::new(low, 1_000_000);
            Bounded::rounded_down(low, Fraction::new(high, 1_000_000) - low)
        };
        assert_eq!(between(1_234, 1_234).to_scientific(4, 0).as_deref(), Some("1.234e-3"));
        assert_eq!(between(1_234, 1_236).to_scientific(4, 0), None);
        assert_eq!(between(1_236, 1_239).to_scientific(3, 0).as_deref(), Some("1.24e-3"));
        assert_eq!(between(0, 3).to_scientific(1, 0), None);
        // A half is open at its own place and known one place further.
        assert_eq!(between(499_999, 500_001).to_decimal(0), None);
        assert_eq!(between(499_999, 500_001).decimal(0).as_deref(), Some("0.5"));
        assert_eq!(between(400_000, 1_600_000).decimal(3), None);
    }
}
