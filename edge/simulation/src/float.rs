//! Exact numbers as floats, for errors, scores and pictures only.

use taisai_odds::Figure;

/// A whole number as a float, to some 16 digits: only for errors, scores and pictures.
#[expect(clippy::cast_precision_loss, reason = "never used for money or odds")]
pub fn as_float(number: i128) -> f64 {
    number as f64
}

/// An exact figure as a float, to some 16 digits. It is first written with more digits, because
/// rounding twice would now and then get the last one wrong.
pub fn as_float_of(figure: impl Figure) -> f64 {
    const DIGITS: u32 = 25;
    figure.to_scientific(DIGITS, 0).and_then(|text| text.parse().ok()).unwrap_or(0.0)
}
