//! How a fraction is printed: to six places, the same everywhere.

use serde_json::Number;
use taisai_odds::Fraction;

/// The places behind the point in every report.
pub const PLACES: u32 = 6;

/// A decimal with six places.
pub fn decimal(fraction: Fraction) -> String {
    fraction.decimal(PLACES)
}

/// A percentage with six places, without its sign.
pub fn percent(fraction: Fraction) -> String {
    fraction.percent(PLACES)
}

/// A percentage with two places and its sign, where a glance is enough.
pub fn short_percent(fraction: Fraction) -> String {
    format!("{} %", fraction.percent(2))
}

/// The decimal as a number of JSON, which is the printed one digit for digit.
pub fn json_decimal(fraction: Fraction) -> Number {
    number(&decimal(fraction))
}

/// The percentage as a number of JSON.
pub fn json_percent(fraction: Fraction) -> Number {
    number(&percent(fraction))
}

/// A number for a chart; a pixel is far coarser than what is lost here.
pub fn plotted(fraction: Fraction) -> f64 {
    fraction.decimal(12).parse().expect("a decimal is a number")
}

/// A very small bound in one digit, never printed smaller than it is: `3e-15`.
pub fn bound(fraction: Fraction) -> String {
    let (mut tenth, mut places) = (fraction, 0);
    if fraction == Fraction::ZERO {
        return "0".to_owned();
    }
    while tenth < Fraction::ONE {
        tenth = tenth * Fraction::whole(10);
        places += 1;
    }
    let digit = tenth.numerator() / tenth.denominator() + 1;
    // Nine and a bit becomes one of the next place.
    if digit == 10 { format!("1e-{}", places - 1) } else { format!("{digit}e-{places}") }
}

fn number(text: &str) -> Number {
    let number = text.parse().ok().and_then(Number::from_f64);
    number.expect("a decimal is a finite number")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_json_number_is_the_printed_one() {
        let cases = [((1, 36), "2.777778"), ((-1, 36), "-2.777778"), ((1, 8), "12.5")];
        for ((numerator, denominator), printed) in cases {
            assert_eq!(json_percent(Fraction::new(numerator, denominator)).to_string(), printed);
        }
    }

    #[test]
    fn a_bound_is_never_printed_smaller_than_it_is() {
        let cases = [
            ((0, 1), "0"),
            ((1, 10), "2e-1"),
            ((123, 100_000), "2e-3"),
            ((99, 1_000_000_000_000), "1e-10"),
            ((1, 1 << 61), "5e-19"),
        ];
        for ((numerator, denominator), printed) in cases {
            assert_eq!(bound(Fraction::new(numerator, denominator)), printed);
        }
    }
}
