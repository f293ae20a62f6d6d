//! Round numbers for an axis.

use std::ops::Range;

/// What an axis measures, and how its numbers are printed.
pub(super) struct Axis<'a> {
    pub(super) name: &'a str,
    pub(super) print: Print<'a>,
}

/// How the numbers of an axis are printed.
#[derive(Clone, Copy)]
pub(super) enum Print<'a> {
    /// As they are.
    Plain,
    /// Whole units as the caller prints amounts.
    Units(&'a dyn Fn(i64) -> String),
}

impl Axis<'_> {
    /// The numbers at which the axis is marked, and their print.
    pub(super) fn marks(&self, range: &Range<f64>, about: f64) -> Vec<(f64, String)> {
        let marks = marks(range, about);
        let words = |mark: f64| match self.print {
            Print::Plain => worded(mark, &marks),
            Print::Units(print) => print(units(mark)),
        };
        marks.iter().map(|&mark| (mark, words(mark))).collect()
    }
}

/// The nearest whole number of units; marks of amounts are whole already.
fn units(mark: f64) -> i64 {
    format!("{mark:.0}").parse().unwrap_or(0)
}

/// About this many round numbers within a range.
fn marks(range: &Range<f64>, about: f64) -> Vec<f64> {
    let span = range.end - range.start;
    if !span.is_finite() || span <= 0.0 {
        return vec![range.start];
    }
    let rough = span / about;
    let power = 10_f64.powf(rough.log10().floor());
    let steps = [1.0, 2.0, 5.0, 10.0].map(|factor| factor * power);
    let step = steps.into_iter().find(|step| rough <= *step).unwrap_or(power * 10.0);
    let first = (range.start / step).ceil();
    let within = |mark: &f64| *mark <= range.end + step * 1e-9;
    (0..100).map(|place| (first + f64::from(place)) * step).take_while(within).collect()
}

/// A mark in as many places as its axis needs.
fn worded(mark: f64, marks: &[f64]) -> String {
    let step = marks.windows(2).map(|pair| pair[1] - pair[0]).fold(f64::INFINITY, f64::min);
    let is_enough = |places: &i32| step * 10_f64.powi(*places) >= 1.0 - 1e-9;
    let places = (0..6).find(is_enough).unwrap_or(6);
    let places = usize::try_from(places).unwrap_or(0);
    // Minus zero is zero.
    let mark = if mark.abs() * 1e6 < step && step.is_finite() { 0.0 } else { mark };
    format!("{mark:.places$}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_are_round_and_within() {
        let axis = Axis { name: "", print: Print::Plain };
        let printed = |range: Range<f64>| {
            let marks = axis.marks(&range, 5.0);
            marks.iter().map(|(_, text)| text.as_str()).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(printed(0.0..30.0), "0 10 20 30");
        assert_eq!(printed(-1.0..1.0), "-1.0 -0.5 0.0 0.5 1.0");
        assert_eq!(printed(0.0..0.07), "0.00 0.02 0.04 0.06");
        assert_eq!(printed(3.0..3.0), "3");
    }
}
