//! How much money sessions ended with.

use crate::float::as_float;

/// The money at the end of every session, in a table of bounded size. Up to [`Endings::VALUES_MAX`]
/// different amounts are stored exactly. If there are more, amounts are stored in steps of 2, then
/// 4 and so on, rounded down: as fine as the bound allows, and independent of the order in which
/// sessions end.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Endings {
    /// Amounts in steps of 2^`shift`, the least first, with the number of sessions.
    amounts: Vec<(i64, u64)>,
    shift: u32,
    sum: i128,
}

impl Endings {
    /// The most different amounts that are stored.
    pub const VALUES_MAX: usize = 1 << 16;

    /// The endings of these sessions.
    pub(crate) fn of(mut ends: Vec<i64>) -> Self {
        ends.sort_unstable();
        let sum = ends.iter().map(|&end| i128::from(end)).sum();
        let runs = ends.chunk_by(|a, b| a == b).map(|run| (run[0], run.len() as u64));
        Self { amounts: runs.collect(), shift: 0, sum }.bounded()
    }

    /// These endings and others.
    pub(crate) fn add(&mut self, other: Self) {
        let shift = self.shift.max(other.shift);
        self.coarsen(shift);
        let mut other = other;
        other.coarsen(shift);
        self.amounts.extend(other.amounts);
        // The standard library's stable sort joins two sorted runs in one pass.
        self.amounts.sort_by_key(|&(amount, _)| amount);
        self.sum += other.sum;
        self.join();
        *self = std::mem::take(self).bounded();
    }

    fn bounded(mut self) -> Self {
        while self.amounts.len() > Self::VALUES_MAX {
            self.coarsen(self.shift + 1);
        }
        self
    }

    fn coarsen(&mut self, shift: u32) {
        let by = shift - self.shift;
        self.amounts.iter_mut().for_each(|(amount, _)| *amount >>= by);
        self.shift = shift;
        self.join();
    }

    /// Merges neighbours with the same amount.
    fn join(&mut self) {
        self.amounts.dedup_by(|next, kept| {
            let same = next.0 == kept.0;
            kept.1 += if same { next.1 } else { 0 };
            same
        });
    }

    /// How many sessions ended.
    pub fn sessions(&self) -> u64 {
        self.amounts.iter().map(|&(_, sessions)| sessions).sum()
    }

    /// The distance between neighbouring amounts: 1 if everything is exact.
    pub fn step(&self) -> u64 {
        1 << self.shift
    }

    /// Every amount, the least first, with the number of sessions that ended on it.
    pub fn amounts(&self) -> impl Iterator<Item = (i64, u64)> {
        self.amounts.iter().map(|&(amount, sessions)| (amount << self.shift, sessions))
    }

    /// The sum of all endings, exactly.
    pub fn sum(&self) -> i128 {
        self.sum
    }

    /// The least amount that at least this many of a hundred sessions did not exceed.
    pub fn percentile(&self, percent: u64) -> Option<i64> {
        let wanted = (u128::from(self.sessions()) * u128::from(percent)).div_ceil(100);
        let mut below = 0;
        self.amounts().find_map(|(amount, sessions)| {
            below += u128::from(sessions);
            (below >= wanted).then_some(amount)
        })
    }

    /// The average, and how far it lies from its exact value in a typical run.
    pub fn mean(&self) -> Option<(f64, f64)> {
        let sessions = self.sessions();
        let mean = as_float(self.sum) / as_float(sessions.into());
        let square = |(amount, sessions): (i64, u64)| {
            (as_float(amount.into()) - mean).powi(2) * as_float(sessions.into())
        };
        let squares: f64 = self.amounts().map(square).sum();
        (sessions > 0).then(|| (mean, squares.sqrt() / as_float(sessions.into())))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentiles_are_amounts_that_so_many_do_not_exceed() {
        let endings = Endings::of(vec![30, 10, 20, 40]);
        let percentiles = [0, 1, 25, 26, 50, 75, 76, 100].map(|p| endings.percentile(p).unwrap());
        assert_eq!(percentiles, [10, 10, 10, 20, 20, 30, 40, 40]);
        assert_eq!(Endings::default().percentile(50), None);
    }

    #[test]
    fn the_mean_has_its_standard_error() {
        let (mean, error) = Endings::of(vec![10, 20, 30, 40]).mean().unwrap();
        assert!((mean - 25.0).abs() < 1e-12);
        assert!((error - (500.0_f64 / 16.0).sqrt()).abs() < 1e-12);
        assert_eq!(Endings::default().mean(), None);
    }

    #[test]
    fn the_order_of_sessions_does_not_matter_however_many_amounts_there_are() {
        // Three times as many different amounts as are stored, in three parts.
        let many = i64::try_from(Endings::VALUES_MAX).unwrap();
        let parts: Vec<Endings> =
            (0..3).map(|part| Endings::of((0..many).map(|n| n * 3 + part).collect())).collect();
        let joined = |order: [usize; 3]| {
            let mut endings = Endings::default();
            for part in order {
                endings.add(parts[part].clone());
            }
            endings
        };
        let endings = joined([0, 1, 2]);
        assert_eq!(endings, joined([2, 0, 1]));
        assert_eq!(endings, joined([1, 2, 0]));
        assert_eq!((endings.step(), endings.sessions()), (4, 3 * many.unsigned_abs()));
        assert_eq!(endings.sum(), (0..i128::from(3 * many)).sum());
    }

    #[test]
    fn as_many_amounts_as_the_bound_are_exact_and_one_more_is_not() {
        let of = |count: usize| Endings::of((0..i64::try_from(count).unwrap()).collect());
        assert_eq!(of(Endings::VALUES_MAX).step(), 1);
        assert_eq!(of(Endings::VALUES_MAX + 1).step(), 2);
    }
}
