//! Charts in the characters of a terminal: bars and sparklines.

use taisai_odds::Fraction;

const EIGHTHS: [char; 9] = [' ', '▏', '▎', '▍', '▌', '▋', '▊', '▉', '█'];
const HEIGHTS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];

/// A bar as long as its share of `full`, which is this many columns; less than nothing is nothing.
pub(crate) fn bar(value: Fraction, full: Fraction, columns: u16) -> String {
    let eighths = scaled(value, full, usize::from(columns) * 8);
    let (whole, rest) = (eighths / 8, eighths % 8);
    let end = if rest == 0 { String::new() } else { EIGHTHS[rest].to_string() };
    "█".repeat(whole) + &end
}

/// One column for each value, the highest as high as a line.
pub(crate) fn sparkline(values: &[Fraction]) -> String {
    let full = values.iter().copied().max().unwrap_or(Fraction::ZERO);
    values.iter().map(|&value| HEIGHTS[scaled(value, full, HEIGHTS.len() - 1)]).collect()
}

/// How many of `parts` a value is of the full one, rounded.
fn scaled(value: Fraction, full: Fraction, parts: usize) -> usize {
    if full <= Fraction::ZERO || value <= Fraction::ZERO {
        return 0;
    }
    let parts_of = i128::try_from(parts).expect("a terminal has few columns");
    let share = value * full.inverse() * Fraction::whole(parts_of);
    share.decimal(0).parse().unwrap_or(parts).min(parts)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bar_is_drawn_to_an_eighth_of_a_column() {
        let drawn = |eighths| bar(Fraction::new(eighths, 32), Fraction::ONE, 4);
        assert_eq!(drawn(32), "████");
        assert_eq!(drawn(17), "██▏");
        assert_eq!(drawn(7), "▉");
        assert_eq!([drawn(0), drawn(-5)], ["", ""]);
        assert_eq!(bar(Fraction::ONE, Fraction::ZERO, 4), "");
    }

    #[test]
    fn a_sparkline_has_a_column_for_each_value() {
        let values = [0, 1, 4, 7, -3].map(Fraction::whole);
        assert_eq!(sparkline(&values), "▁▂▅█▁");
        assert_eq!(sparkline(&[]), "");
    }
}
