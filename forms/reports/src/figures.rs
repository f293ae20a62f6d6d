//! How a figure is printed, the same everywhere: every digit is right, and small numbers have some.

use serde_json::Number;
use taisai_odds::{Bounded, Figure, Fraction};

/// The places behind the point in every report.
pub const PLACES: u32 = 6;

/// Printed where there is no such figure.
pub const NONE: &str = "–";

/// Below this number at six places, six significant digits are printed instead.
const SHOWN_MIN: u128 = 1_000;

/// A decimal with six places: `2.777778`; one below a thousandth with six digits: `2.77778e-7`.
pub fn decimal(figure: impl Figure) -> String {
    printed(&figure, 0).unwrap_or_else(|| nothing(PLACES))
}

/// The same as a percentage, without its sign.
pub fn percent(figure: impl Figure) -> String {
    printed(&figure, 2).unwrap_or_else(|| nothing(PLACES))
}

/// The percentage of a number with known bounds; if they leave every digit open, `<3e-13`. A number
/// known to be zero is printed as zero.
pub fn bounded_percent(number: &Bounded) -> String {
    if number.is_zero() {
        return nothing(PLACES);
    }
    let below = || format!("<{}", upper(number.high(), 2));
    printed(number, 2).unwrap_or_else(below)
}

/// A percentage with this many places, or with two significant digits if those would all be zero.
pub fn places_percent(figure: impl Figure, places: u32) -> String {
    let rounded = figure.to_percent(places).unwrap_or_else(|| nothing(places));
    let is_nothing = rounded == nothing(places);
    is_nothing.then(|| figure.to_scientific(2, 2)).flatten().unwrap_or(rounded)
}

/// A percentage with two places and its sign, where a glance is enough.
pub fn short_percent(figure: impl Figure) -> String {
    format!("{} %", places_percent(figure, 2))
}

fn nothing(places: u32) -> String {
    Fraction::ZERO.decimal(places)
}

/// A figure times ten to the power of `shift`; `None` if only zeros would show. Bounds on both
/// sides of a half leave a digit open; then a few more digits are printed, or fewer.
fn printed(figure: &impl Figure, shift: i32) -> Option<String> {
    let mut places = [PLACES, 7, 8, 9, 5, 4, 3, 2, 1, 0].into_iter();
    let known = places.find_map(|places| {
        let power = i32::try_from(places).ok()?.checked_add(shift)?;
        figure.rounded(power).map(|number| (number, places))
    });
    let scientific = || (1..=PLACES).rev().find_map(|digits| figure.to_scientific(digits, shift));
    let (number, places) = known?;
    let enough = SHOWN_MIN * 10_u128.pow(places) / 10_u128.pow(PLACES);
    if number.size().to_u128().is_none_or(|size| size >= enough.max(1)) {
        return shifted(figure, places, shift);
    }
    scientific()
}

fn shifted(figure: &impl Figure, places: u32, shift: i32) -> Option<String> {
    if shift == 0 { figure.to_decimal(places) } else { figure.to_percent(places) }
}

/// The decimal as a number of JSON, which is the printed one digit for digit.
pub fn json_decimal(figure: impl Figure) -> Number {
    json(&figure, 0)
}

/// The percentage as a number of JSON.
pub fn json_percent(figure: impl Figure) -> Number {
    json(&figure, 2)
}

/// The percentage of a number with known bounds; if they leave every digit open, an upper bound.
pub fn json_bounded_percent(bounded: &Bounded) -> Result<Number, Number> {
    if bounded.is_zero() {
        return Ok(json(bounded, 2));
    }
    let text = printed(bounded, 2).ok_or_else(|| number(&upper(bounded.high(), 2)))?;
    Ok(json_text(bounded, text, 2))
}

fn json(figure: &impl Figure, shift: i32) -> Number {
    json_text(figure, printed(figure, shift).unwrap_or_else(|| nothing(PLACES)), shift)
}

/// Programs read JSON numbers with 15 digits, so no number is printed with more.
fn json_text(figure: &impl Figure, text: String, shift: i32) -> Number {
    const DIGITS_MAX: u32 = 15;
    let digits = text.bytes().filter(u8::is_ascii_digit).count();
    if digits <= DIGITS_MAX as usize {
        return number(&text);
    }
    number(&figure.to_scientific(DIGITS_MAX, shift).unwrap_or(text))
}

/// A number for a chart; a pixel is far coarser than what is lost here.
pub fn plotted(figure: impl Figure) -> f64 {
    figure.to_decimal(12).and_then(|text| text.parse().ok()).expect("an exact figure is a number")
}

/// A bound in one digit, always rounded up: `3e-15`.
pub fn bound(figure: impl Figure) -> String {
    upper(&figure, 0)
}

fn upper(figure: &impl Figure, shift: i32) -> String {
    let Some(text) = figure.to_scientific(2, shift) else { return "0".to_owned() };
    // Of 3.4e-15 one more than the first digit is above what 3.4 was rounded from.
    let (digits, power) = text.split_once('e').unwrap_or((&text, "0"));
    let first = digits.bytes().next().map_or(9, |digit| digit.saturating_sub(b'0'));
    let power: i32 = power.parse().expect("our own power of ten");
    if first == 9 { format!("1e{}", power + 1) } else { format!("{}e{power}", first + 1) }
}

fn number(text: &str) -> Number {
    let number = text.parse().ok().and_then(Number::from_f64);
    number.expect("a decimal is a finite number")
}

#[cfg(test)]
mod tests {
    use taisai_odds::Root;

    use super::*;

    #[test]
    fn a_json_number_is_the_printed_one() {
        let cases = [
            ((1, 36), "2.777778"),
            ((-1, 36), "-2.777778"),
            ((1, 8), "12.5"),
            ((0, 1), "0.0"),
            ((1, 3_000_000_000), "3.33333e-8"),
            ((30_507_462_482_123_456, 1_000_000), "3050746248212.35"),
            ((i128::MAX, 1), "1.70141183460469e+40"),
        ];
        for ((numerator, denominator), printed) in cases {
            assert_eq!(json_percent(Fraction::new(numerator, denominator)).to_string(), printed);
        }
    }

    /// A chance of one in ten million was printed as 0.000000 %, and as 0.0 in JSON.
    #[test]
    fn small_numbers_have_significant_digits() {
        let cases = [
            ((0, 1), "0.000000"),
            ((1, 7), "14.285714"),
            ((1, 100_000), "0.001000"),
            ((999, 100_000_000), "9.99000e-4"),
            ((-1, 3_000_000_000), "-3.33333e-8"),
            ((1, 10_000_000), "1.00000e-5"),
            ((1, i128::MAX), "5.87747e-37"),
        ];
        for ((numerator, denominator), printed) in cases {
            assert_eq!(percent(Fraction::new(numerator, denominator)), printed);
        }
        let root = Root::of(&Fraction::new(2, 10_i128.pow(20)).into());
        assert_eq!(decimal(&root), "1.41421e-10");
        let short = [(0, 1), (1, 1_000), (1, 300_000), (-1, 10_000_000)];
        let short = short.map(|(above, below)| short_percent(Fraction::new(above, below)));
        assert_eq!(short, ["0.00 %", "0.10 %", "3.3e-4 %", "-1.0e-5 %"]);
    }

    #[test]
    fn only_digits_that_the_bounds_leave_no_doubt_about_are_printed() {
        let tiny = Fraction::new(1, 1 << 50);
        let shown = |low: Fraction| bounded_percent(&Bounded::rounded_down(low, tiny));
        assert_eq!(shown(Fraction::ZERO), "<9e-14");
        let below = json_bounded_percent(&Bounded::rounded_down(Fraction::ZERO, tiny));
        assert_eq!(below.map_err(|below| below.to_string()), Err("9e-14".to_owned()));
        // What cannot happen was printed as `<0`, and as null in JSON.
        let never = Bounded::rounded_down(Fraction::ZERO, Fraction::ZERO);
        assert_eq!(bounded_percent(&never), "0.000000");
        assert_eq!(json_bounded_percent(&never).map(|zero| zero.to_string()), Ok("0.0".to_owned()));
        assert_eq!(shown(Fraction::new(1, 36)), "2.777778");
        assert_eq!(shown(Fraction::new(1, 1_000_000_000_000)), "1.00e-10");
        // Between 12.3456785 and a little more the seventh place is known and the sixth is not.
        let below = Fraction::new(123_456_785, 1_000_000_000) - Fraction::new(1, 1 << 51);
        assert_eq!(shown(below), "12.3456785");
        let wide = Bounded::rounded_down(Fraction::new(1, 4), Fraction::new(1, 100));
        assert_eq!(bounded_percent(&wide), "<3e1");
    }

    #[test]
    fn a_bound_is_never_printed_smaller_than_it_is() {
        let cases = [
            ((0, 1), "0"),
            ((1, 10), "2e-1"),
            ((123, 100_000), "2e-3"),
            ((99, 1_000_000_000_000), "1e-10"),
            ((1, 1 << 61), "5e-19"),
            ((2_345, 1), "3e3"),
        ];
        for ((numerator, denominator), printed) in cases {
            assert_eq!(bound(Fraction::new(numerator, denominator)), printed);
        }
    }
}
