//! Charts in the characters of a terminal: bars and sparklines.

use taisai_odds::{Figure, Fraction};
use taisai_simulation::float::as_float_of;

const EIGHTHS: [char; 9] = [' ', '▏', '▎', '▍', '▌', '▋', '▊', '▉', '█'];
const HEIGHTS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];

/// A bar as long as its share of `full`, which is this many columns; negative values have none.
pub(crate) fn bar(value: impl Figure, full: impl Figure, columns: u16) -> String {
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

/// How many of `parts` a value is of the full one, rounded; an eighth of a column is far coarser
/// than what a float loses.
fn scaled(value: impl Figure, full: impl Figure, parts: usize) -> usize {
    let (value, full) = (as_float_of(value), as_float_of(full));
    let columns = f64::from(u32::try_from(parts).expect("a terminal has few columns"));
    let is_seen = full > 0.0 && value > 0.0;
    let share = if is_seen { (value / full * columns).round() } else { 0.0 };
    format!("{share:.0}").parse().unwrap_or(parts).min(parts)
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
