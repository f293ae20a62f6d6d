//! Rounds with different slips, one after another: what the house keeps of all of them together. If
//! the results of all rounds are few enough, their distribution is computed as for a session; if
//! not, the mean and the variance are still exact, and Chebyshev's inequality bounds the rest.

use crate::checked::{Checked, Total};
use crate::dice::Dice;
use crate::fraction::{Fraction, common_divisor};
use crate::lattice::Lattice;
use crate::session::{Session, WHOLE, countable, ends};
use crate::spread::Spread;

/// What the house keeps of some rounds.
#[derive(Clone, Debug)]
pub struct Shift {
    of: u64,
    rounds: u64,
    staked: u128,
    /// The mean of what the house keeps, as a number of parts of which `of` make a unit.
    kept: i128,
    /// The variance, as a number of parts of which the square of `of` make one; nothing once it is
    /// larger than any number here.
    variance: Option<u128>,
    results: Option<Results>,
}

/// How likely each net result of the players is.
#[derive(Clone, Debug)]
struct Results {
    first: i64,
    step: i64,
    chances: Vec<u64>,
    /// How much was multiplied for it.
    work: u64,
}

/// The bounds of the house's hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HoldBand {
    /// Not below this.
    pub low: i64,
    /// Not above this.
    pub high: i64,
    /// How it was found.
    pub by: BandBy,
}

/// How a band was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BandBy {
    /// From the distribution of all results.
    Distribution,
    /// From mean and variance: it holds for every distribution, and is wider.
    Chebyshev,
}

impl Shift {
    /// How much may be multiplied before the distribution is given up.
    const WORK_MAX: u64 = 400_000_000;

    /// No rounds yet.
    pub fn new(dice: &Dice) -> Self {
        let results = Results { first: 0, step: 0, chances: vec![WHOLE], work: 0 };
        Self {
            of: dice.chance_of_all(),
            rounds: 0,
            staked: 0,
            kept: 0,
            variance: Some(0),
            results: Some(results),
        }
    }

    /// One more round; its spread is of the same dice.
    pub fn add(&mut self, round: &Spread) {
        assert_eq!(round.shares(), self.of, "all rounds are of the same dice");
        self.rounds = self.rounds.plus(1);
        self.staked = self.staked.plus(round.staked().into());
        let term = |&(net, share): &(i64, u64)| i128::from(net).times(share.into());
        let mean = round.outcomes().iter().map(term).total();
        self.kept = self.kept.minus(mean);
        self.variance = self.variance.and_then(|sum| sum.checked_add(variance(round, mean)?));
        self.results = self.results.take().and_then(|results| results.and(round));
    }

    /// How many rounds.
    pub const fn rounds(&self) -> u64 {
        self.rounds
    }

    /// What was staked in all of them.
    pub const fn staked(&self) -> u128 {
        self.staked
    }

    /// What the house keeps on average, exactly.
    pub fn expected_hold(&self) -> Fraction {
        Fraction::new(self.kept, self.of.into())
    }

    /// Its standard deviation, rounded up to a whole unit; `None` if it is too large.
    pub fn standard_deviation(&self) -> Option<u64> {
        self.rounded_up(self.variance?.isqrt())
    }

    /// A root that was rounded down, as a whole number of units rounded up.
    fn rounded_up(&self, root: u128) -> Option<u64> {
        let units = root.checked_add(1)?.checked_div(self.of.into())?;
        u64::try_from(units).ok()?.checked_add(1)
    }

    /// The narrowest band known to hold at least this share of all shifts with the same bets.
    pub fn hold_band(&self, share: Fraction) -> Option<HoldBand> {
        let outside = Fraction::ONE - share;
        match &self.results {
            Some(results) => Some(results.band(outside)),
            None => self.chebyshev(outside),
        }
    }

    /// At most one part in `k` squared lies farther than `k` standard deviations from the mean.
    fn chebyshev(&self, outside: Fraction) -> Option<HoldBand> {
        let variance = self.variance?;
        let times = u128::try_from(outside.inverse().numerator()).ok()?;
        let parts = u128::try_from(outside.inverse().denominator()).ok()?;
        let far = variance.checked_mul(times)?.checked_div(parts)?.checked_add(1)?;
        let far = i128::from(self.rounded_up(far.isqrt())?);
        let mean = self.kept.checked_div_euclid(self.of.into())?;
        let low = i64::try_from(mean.checked_sub(far)?).ok()?;
        let high = i64::try_from(mean.checked_add(1)?.checked_add(far)?).ok()?;
        Some(HoldBand { low, high, by: BandBy::Chebyshev })
    }
}

/// The variance of a round, in parts of which the square of the shares make one.
fn variance(round: &Spread, mean: i128) -> Option<u128> {
    let mut squares = 0_u128;
    for &(net, share) in round.outcomes() {
        let net = u128::from(net.unsigned_abs());
        squares = squares.checked_add(net.checked_mul(net)?.checked_mul(u128::from(share))?)?;
    }
    let squares = squares.checked_mul(u128::from(round.shares()))?;
    squares.checked_sub(mean.unsigned_abs().checked_mul(mean.unsigned_abs())?)
}

impl Results {
    /// The results with one more round; `None` if there would be too many.
    fn and(mut self, round: &Spread) -> Option<Self> {
        let mut lattice = Lattice::of(round);
        let step = common_divisor(self.step.unsigned_abs(), lattice.step.unsigned_abs());
        let finer = |old: i64| usize::try_from(old.unsigned_abs().checked_div(step.max(1))?).ok();
        self.spread_out(finer(self.step)?)?;
        lattice.spread_out(finer(lattice.step)?);
        self.step = i64::try_from(step).ok()?;
        let length = self.chances.len().checked_add(lattice.width)?;
        let work = u64::try_from(length.checked_mul(lattice.shares.len())?).ok()?;
        self.work = self.work.checked_add(work)?;
        if length > Session::RESULTS_MAX || self.work > Shift::WORK_MAX {
            return None;
        }
        self.first = self.first.checked_add(lattice.first)?;
        lattice.add_to(&mut self.chances, length, round.shares());
        let (end, dropped) = ends(&self.chances);
        self.chances.truncate(end);
        self.chances.drain(..dropped);
        self.first = self.net(dropped);
        Some(self)
    }

    /// The same results on a grid that is this many times finer.
    fn spread_out(&mut self, times: usize) -> Option<()> {
        if times <= 1 {
            return Some(());
        }
        let length = self.chances.len().checked_sub(1)?.checked_mul(times)?.checked_add(1)?;
        if length > Session::RESULTS_MAX {
            return None;
        }
        let mut chances = vec![0; length];
        for (place, chance) in self.chances.iter().enumerate() {
            chances[place.times(times)] = *chance;
        }
        self.chances = chances;
        Some(())
    }

    /// Leaves less than half of `outside` beyond either end; the rounding loss is counted beyond
    /// both.
    fn band(&self, outside: Fraction) -> HoldBand {
        let whole = Fraction::whole(WHOLE.into()) * outside;
        let whole = whole.numerator().div_euclid(whole.denominator());
        let whole = u128::try_from(whole).unwrap_or(0);
        let lost = WHOLE.minus(self.chances.iter().copied().total()).into();
        let worst = beyond(self.chances.iter(), lost, whole);
        let best = beyond(self.chances.iter().rev(), lost, whole);
        let end = self.chances.len().saturating_sub(1);
        // What players win the house loses.
        let hold = |place: usize| 0.minus(self.net(place));
        HoldBand { low: hold(end.minus(best)), high: hold(worst), by: BandBy::Distribution }
    }

    /// The net result at a place.
    fn net(&self, place: usize) -> i64 {
        self.first.plus(countable(place).times(self.step))
    }
}

/// How many results lie beyond the band at the end from which `chances` starts.
fn beyond<'a>(mut chances: impl Iterator<Item = &'a u64>, lost: u128, outside: u128) -> usize {
    let mut sum = lost;
    let inside = |units: &u64| {
        sum = sum.plus(u128::from(*units));
        sum.times(2) > outside
    };
    chances.position(inside).unwrap_or(0)
}

impl Lattice {
    /// The same round on a grid that is this many times finer.
    fn spread_out(&mut self, times: usize) {
        self.width = self.width.times(times);
        self.shares.iter_mut().for_each(|(place, _)| *place = place.times(times));
        self.step = self.step.checked_div(countable(times)).unwrap_or(self.step);
    }
}
