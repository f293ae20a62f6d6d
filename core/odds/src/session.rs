//! Many rounds with the same slip: the distribution of the net result, with a bound on its error.
//!
//! A chance is kept as a whole number of 2^-61 and always rounded down. What all chances together
//! lack to the whole is then a bound, known exactly, on the error of every chance that is told:
//! the truth lies between what is told and that plus what is missing.

use std::fmt;

use crate::fraction::{Fraction, common_divisor};
use crate::ntt::Transforms;
use crate::spread::Spread;

/// The whole, in the unit in which chances are kept.
pub(crate) const WHOLE: u64 = 1 << 61;

/// The distribution of the net result after some rounds with one slip.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Session {
    rounds: u32,
    round: Spread,
    /// The net result of the first chance.
    first: i64,
    /// Net results are this far apart.
    step: i64,
    chances: Vec<u64>,
}

impl Session {
    /// The most rounds of a session.
    pub const ROUNDS_MAX: u32 = 1_000_000;
    /// The most different net results that are told apart.
    pub const RESULTS_MAX: usize = 1 << 22;

    /// The distribution after this many rounds.
    pub fn of(round: &Spread, rounds: u32) -> Result<Self, SessionRefusal> {
        if rounds == 0 || rounds > Self::ROUNDS_MAX {
            return Err(SessionRefusal::Rounds);
        }
        let lattice = Lattice::of(round);
        let mut session = Self::none(round, lattice.step);
        let mut transforms = Transforms::new();
        // From the highest bit down: double what is there, and add a round where the bit is set.
        for bit in (0..u32::BITS - rounds.leading_zeros()).rev() {
            session = session.doubled(&mut transforms)?;
            if rounds >> bit & 1 == 1 {
                session = session.and_a_round(&lattice)?;
            }
        }
        Ok(session)
    }

    fn none(round: &Spread, step: i64) -> Self {
        Self { rounds: 0, round: round.clone(), first: 0, step, chances: vec![WHOLE] }
    }

    /// This session followed by another with the same slip.
    pub fn then(&self, other: &Self) -> Result<Self, SessionRefusal> {
        assert_eq!(self.round, other.round, "sessions are joined with the same slip");
        Self::told_apart(self.chances.len() + other.chances.len())?;
        let mut joined = self.clone();
        joined.rounds += other.rounds;
        joined.first += other.first;
        let mut transforms = Transforms::new();
        joined.keep(transforms.convolve(&self.chances, &other.chances, round_down));
        Ok(joined)
    }

    fn told_apart(results: usize) -> Result<(), SessionRefusal> {
        if results > Self::RESULTS_MAX { Err(SessionRefusal::TooManyResults) } else { Ok(()) }
    }

    /// Twice as many rounds. The memory is used again, for new memory costs more than arithmetic.
    fn doubled(mut self, transforms: &mut Transforms) -> Result<Self, SessionRefusal> {
        Self::told_apart(2 * self.chances.len())?;
        self.rounds *= 2;
        self.first *= 2;
        let chances = transforms.convolve(&self.chances, &self.chances, round_down);
        self.keep(chances);
        Ok(self)
    }

    /// One round more, by its exact shares rather than by rounded chances.
    fn and_a_round(mut self, lattice: &Lattice) -> Result<Self, SessionRefusal> {
        let length = self.chances.len() + lattice.width;
        Self::told_apart(length)?;
        self.rounds += 1;
        self.first += lattice.first;
        lattice.add_to(&mut self.chances, length, self.round.shares());
        let (end, dropped) = ends(&self.chances);
        self.chances.truncate(end);
        self.chances.drain(..dropped);
        self.first += countable(dropped) * self.step;
        Ok(self)
    }

    /// Takes these chances for its own.
    fn keep(&mut self, chances: &[u64]) {
        let (end, dropped) = ends(chances);
        self.chances.clear();
        self.chances.extend_from_slice(&chances[dropped..end]);
        self.first += countable(dropped) * self.step;
    }

    /// How many rounds.
    pub fn rounds(&self) -> u32 {
        self.rounds
    }

    /// What is staked in all rounds together.
    pub fn staked(&self) -> u128 {
        u128::from(self.round.staked()) * u128::from(self.rounds)
    }

    /// What the house keeps on average, exactly.
    pub fn expected_loss(&self) -> Fraction {
        -self.round.mean() * Fraction::whole(self.rounds.into())
    }

    /// The standard deviation of the net result.
    pub fn standard_deviation(&self) -> Fraction {
        (self.round.variance() * Fraction::whole(self.rounds.into())).square_root()
    }

    /// Every net result with its chance, worst first; the chances are rounded down.
    pub fn results(&self) -> impl DoubleEndedIterator<Item = (i64, Fraction)> + ExactSizeIterator {
        self.units().map(|(net, units)| (net, chance(units)))
    }

    fn units(&self) -> impl DoubleEndedIterator<Item = (i64, u64)> + ExactSizeIterator {
        let net = |place: usize| self.first + countable(place) * self.step;
        self.chances.iter().enumerate().map(move |(place, &units)| (net(place), units))
    }

    /// The bound on the error of every chance this session tells.
    pub fn error_bound(&self) -> Fraction {
        chance(WHOLE - self.chances.iter().sum::<u64>())
    }

    /// The chance of a net result for which this holds.
    pub fn chance(&self, holds: impl Fn(i64) -> bool) -> Fraction {
        chance(self.units().filter(|&(net, _)| holds(net)).map(|(_, units)| units).sum())
    }

    /// The chance of a net result from this to that, both included.
    pub fn chance_from_to(&self, low: i64, high: i64) -> Fraction {
        // Results are in order, so what lies between stands together.
        let (below, up_to) = (self.up_to(low.saturating_sub(1)), self.up_to(high));
        chance(self.chances.iter().take(up_to).skip(below).sum())
    }

    /// How many results there are up to this net result.
    fn up_to(&self, net: i64) -> usize {
        let steps = net.saturating_sub(self.first).div_euclid(self.step).saturating_add(1);
        usize::try_from(steps).unwrap_or(0).min(self.chances.len())
    }

    /// The chance to be ahead.
    pub fn chance_ahead(&self) -> Fraction {
        self.chance_from_to(1, i64::MAX)
    }

    /// The smallest net result that at least this share of sessions does not exceed.
    pub fn quantile(&self, share: Fraction) -> i64 {
        let needed = share * Fraction::whole(WHOLE.into());
        // Units are whole, so what reaches the next whole number reaches the share.
        let (whole, rest) = (needed.numerator(), needed.denominator());
        let needed = whole.div_euclid(rest) + i128::from(whole.rem_euclid(rest) > 0);
        let needed = u64::try_from(needed.max(0)).unwrap_or(u64::MAX);
        let mut below = 0;
        let reached = self.chances.iter().position(|&units| {
            below += units;
            below >= needed
        });
        let place = reached.unwrap_or(self.chances.len().saturating_sub(1));
        self.first + countable(place) * self.step
    }

    /// The band of the house's hold that this share of sessions lies in, with as many below it as
    /// above: what an operator compares real results with.
    pub fn hold_band(&self, share: Fraction) -> (Fraction, Fraction) {
        let outside = (Fraction::ONE - share) * Fraction::new(1, 2);
        let hold = |net: i64| {
            Fraction::new(-i128::from(net), i128::try_from(self.staked()).expect("bounded").max(1))
        };
        (hold(self.quantile(Fraction::ONE - outside)), hold(self.quantile(outside)))
    }
}

fn chance(units: u64) -> Fraction {
    Fraction::binary(units.into(), WHOLE.ilog2())
}

/// Chances are kept with 61 binary places, and their products have twice as many.
fn round_down(product: u128) -> u64 {
    low_bits(product >> WHOLE.ilog2())
}

/// Where the results end, and how many are dropped before the first, because their chance at both
/// ends is rounded to nothing.
pub(crate) fn ends(chances: &[u64]) -> (usize, usize) {
    let end = chances.iter().rposition(|&chance| chance > 0).map_or(0, |last| last + 1);
    (end, chances.iter().position(|&chance| chance > 0).unwrap_or(0))
}

pub(crate) fn countable(place: usize) -> i64 {
    i64::try_from(place).expect("results are countable")
}

/// What is at most the whole fits its type.
pub(crate) fn low_bits(number: u128) -> u64 {
    u64::try_from(number).expect("a chance is at most the whole")
}

/// One round's results on a grid: all net results are a first one plus so many steps.
pub(crate) struct Lattice {
    pub(crate) first: i64,
    pub(crate) step: i64,
    /// How many steps from the first to the last.
    pub(crate) width: usize,
    pub(crate) shares: Vec<(usize, u64)>,
}

impl Lattice {
    pub(crate) fn of(round: &Spread) -> Self {
        let outcomes = round.outcomes();
        let first = outcomes[0].0;
        let distances = outcomes.iter().map(|&(net, _)| (net - first).unsigned_abs());
        let step = distances.fold(0, common_divisor).max(1);
        let place = |net: i64| {
            usize::try_from((net - first).unsigned_abs() / step).expect("results are countable")
        };
        let shares: Vec<_> = outcomes.iter().map(|&(net, share)| (place(net), share)).collect();
        let width = shares.last().map_or(0, |&(place, _)| place);
        let step = i64::try_from(step).expect("nets are bounded");
        Self { first, step, width, shares }
    }
}

impl Lattice {
    /// How many results are worked out at a time where a round is added.
    pub(crate) const AT_A_TIME: usize = 512;

    /// Adds this round to the chances of those before it.
    pub(crate) fn add_to(&self, chances: &mut Vec<u64>, length: usize, shares: u64) {
        let of = u128::from(shares);
        chances.resize(length, 0);
        // From the last results down: none needs a chance above its own place.
        for start in (0..length).step_by(Self::AT_A_TIME).rev() {
            let sums = self.sums(chances, start);
            for (chance, sum) in chances[start..].iter_mut().zip(sums) {
                *chance = low_bits(sum / of);
            }
        }
    }

    /// The shares of the round times these chances, for some results from this place on.
    fn sums(&self, chances: &[u64], start: usize) -> [u128; Self::AT_A_TIME] {
        let mut sums = [0_u128; Self::AT_A_TIME];
        for &(place, share) in &self.shares {
            // The chance at k comes to the sum at k + place.
            let (skipped, from) = (place.saturating_sub(start), start.saturating_sub(place));
            let chances = chances.get(from..).unwrap_or_default();
            for (sum, &chance) in sums.iter_mut().skip(skipped).zip(chances) {
                *sum += u128::from(chance) * u128::from(share);
            }
        }
        sums
    }
}

/// Why a session's distribution is not worked out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SessionRefusal {
    /// No rounds, or more than [`Session::ROUNDS_MAX`].
    Rounds,
    /// More than [`Session::RESULTS_MAX`] different net results would have to be told apart.
    TooManyResults,
}

impl fmt::Display for SessionRefusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Rounds => write!(f, "a session has 1 to {} rounds", Session::ROUNDS_MAX),
            Self::TooManyResults => {
                let most = Session::RESULTS_MAX;
                write!(f, "the stakes are too finely divided: over {most} different results")
            }
        }
    }
}

impl std::error::Error for SessionRefusal {}
