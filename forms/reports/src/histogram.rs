//! The net result of a session in a few bins, for a chart.

use taisai_odds::{Fraction, Session};

/// Neighbouring net results, and their chance together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bin {
    /// The lowest.
    pub low: i64,
    /// The highest.
    pub high: i64,
    /// The chance of all of them.
    pub chance: Fraction,
}

/// The results in at most about `most` bins of one width. The first and the last bin also hold
/// the tails, a thousandth of all sessions each, which would otherwise press the rest together.
pub fn bins(session: &Session, most: u32) -> Vec<Bin> {
    let mut nets = session.results().map(|(net, _)| net);
    let Some(first) = nets.next() else { return Vec::new() };
    // Bins are whole steps wide, or some would hold one result more than others and stand out.
    let step = nets.next().map_or(1, |second| second - first);
    let last = session.results().next_back().map_or(first, |(net, _)| net);
    let low = session.quantile(Fraction::new(1, 1_000)).low;
    let high = session.quantile(Fraction::new(999, 1_000)).high;
    let steps = (high - low) / step + 1;
    let width = (steps + i64::from(most) - 1) / i64::from(most) * step;
    let count = (high - low) / width + 1;
    let bin = |place: i64| {
        let from = if place == 0 { first } else { low + place * width };
        let to = if place == count - 1 { last } else { low + (place + 1) * width - step };
        Bin { low: from, high: to, chance: session.chance_from_to(from, to) }
    };
    (0..count).map(bin).collect()
}

#[cfg(test)]
mod tests {
    use taisai_odds::{AreaOdds, Dice};
    use taisai_rulebooks::Library;

    use super::*;

    #[test]
    fn the_bins_hold_every_result_once() {
        let table = &Library::get("singapore-1").unwrap().rules().pay_table;
        for area in ["small", "total-8", "triple-6"] {
            let odds = AreaOdds::of(table, area.parse().unwrap(), &Dice::FAIR).unwrap();
            for rounds in [1, 2, 30, 1_000] {
                let session = Session::of(odds.spread(), rounds).unwrap();
                let bins = bins(&session, 20);
                let sum = bins.iter().fold(Fraction::ZERO, |sum, bin| sum + bin.chance);
                assert_eq!(sum + session.error_bound(), Fraction::ONE, "{area} {rounds}");
                assert!(bins.len() <= 20, "{area} {rounds}");
                assert!(bins.is_sorted_by(|low, high| low.high < high.low));
            }
        }
    }
}
