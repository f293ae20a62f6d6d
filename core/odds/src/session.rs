//! Many rounds with the same slip: the distribution of the net result, with a bound on its error. A
//! chance is a whole number of 2^-61 and always rounded down. The shortfall of all chances from one
//! is then an exactly known bound on the error of every reported chance: the truth lies between the
//! reported value and that value plus the shortfall.

mod possible;

use std::fmt;

use crate::bounded::Bounded;
use crate::checked::{Checked, Total};
use crate::fraction::Fraction;
use crate::lattice::{Lattice, RESULTS_MAX, low_bits};
use crate::ntt::Transforms;
use crate::root::Root;
use crate::spread::Spread;
use crate::wide::WideFraction;

pub use possible::Possible;

/// One, in the unit of the chances.
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
    /// The shortfall of all chances from one.
    lost: u64,
}

impl Session {
    /// The most rounds of a session.
    pub const ROUNDS_MAX: u32 = 1_000_000;
    /// The most different net results that are kept apart.
    pub const RESULTS_MAX: usize = RESULTS_MAX;

    /// The distribution after this many rounds.
    pub fn of(round: &Spread, rounds: u32) -> Result<Self, SessionRefusal> {
        if rounds == 0 || rounds > Self::ROUNDS_MAX {
            return Err(SessionRefusal::Rounds);
        }
        let lattice = Lattice::of(round);
        let mut session = Self::none(round, lattice.step);
        let mut transforms = Transforms::new();
        // From the highest bit down: double the session, and add a round if the bit is set.
        for bit in (0..=rounds.ilog2()).rev() {
            session = session.doubled(&mut transforms)?;
            if rounds >> bit & 1 == 1 {
                session = session.and_a_round(&lattice)?;
            }
        }
        Ok(session)
    }

    fn none(round: &Spread, step: i64) -> Self {
        Self { rounds: 0, round: round.clone(), first: 0, step, chances: vec![WHOLE], lost: 0 }
    }

    /// This session followed by another with the same slip.
    pub fn then(&self, other: &Self) -> Result<Self, SessionRefusal> {
        assert_eq!(self.round, other.round, "sessions are joined with the same slip");
        Self::told_apart(self.chances.len().plus(other.chances.len()))?;
        let mut joined = self.clone();
        joined.rounds = self.rounds.plus(other.rounds);
        joined.first = self.first.plus(other.first);
        let mut transforms = Transforms::new();
        joined.keep(transforms.convolve(&self.chances, &other.chances, round_down));
        Ok(joined)
    }

    fn told_apart(results: usize) -> Result<(), SessionRefusal> {
        if results > Self::RESULTS_MAX { Err(SessionRefusal::TooManyResults) } else { Ok(()) }
    }

    /// Twice as many rounds. Memory is reused, because allocating costs more than the arithmetic.
    fn doubled(mut self, transforms: &mut Transforms) -> Result<Self, SessionRefusal> {
        Self::told_apart(self.chances.len().times(2))?;
        self.rounds = self.rounds.times(2);
        self.first = self.first.times(2);
        let chances = transforms.convolve(&self.chances, &self.chances, round_down);
        self.keep(chances);
        Ok(self)
    }

    /// One round more, by its exact shares rather than by rounded chances.
    fn and_a_round(mut self, lattice: &Lattice) -> Result<Self, SessionRefusal> {
        let length = self.chances.len().plus(lattice.width);
        Self::told_apart(length)?;
        self.rounds = self.rounds.plus(1);
        self.first = self.first.plus(lattice.first);
        lattice.add_to(&mut self.chances, length, self.round.shares());
        let (end, dropped) = ends(&self.chances);
        self.chances.truncate(end);
        self.chances.drain(..dropped);
        self.first = self.net(dropped);
        self.lost = lost(&self.chances);
        Ok(self)
    }

    /// Takes these chances for its own.
    fn keep(&mut self, chances: &[u64]) {
        let (end, dropped) = ends(chances);
        self.chances.clear();
        self.chances.extend_from_slice(&chances[dropped..end]);
        self.first = self.net(dropped);
        self.lost = lost(&self.chances);
    }

    /// How many rounds.
    pub fn rounds(&self) -> u32 {
        self.rounds
    }

    /// What is staked in all rounds together.
    pub fn staked(&self) -> u128 {
        u128::from(self.round.staked()).times(u128::from(self.rounds))
    }

    /// What the house keeps on average, exactly.
    pub fn expected_loss(&self) -> Fraction {
        -self.round.mean() * Fraction::whole(self.rounds.into())
    }

    /// The standard deviation of the net result.
    pub fn standard_deviation(&self) -> Root {
        let rounds = WideFraction::from(Fraction::whole(self.rounds.into()));
        Root::of(&self.round.variance().times(&rounds))
    }

    /// Every net result with its chance, worst first; the chances are rounded down.
    pub fn results(&self) -> impl DoubleEndedIterator<Item = (i64, Fraction)> + ExactSizeIterator {
        self.units().map(|(net, units)| (net, chance(units)))
    }

    fn units(&self) -> impl DoubleEndedIterator<Item = (i64, u64)> + ExactSizeIterator {
        self.chances.iter().enumerate().map(|(place, &units)| (self.net(place), units))
    }

    /// The net result at a place.
    fn net(&self, place: usize) -> i64 {
        self.first.plus(countable(place).times(self.step))
    }

    /// The bound on the error of every chance of this session.
    pub fn error_bound(&self) -> Fraction {
        chance(self.lost)
    }

    /// A chance of this session, with its error bound.
    pub fn bounded(&self, chance: Fraction) -> Bounded {
        Bounded::rounded_down(chance, self.error_bound())
    }

    /// The possible results, and the bounds of their chances.
    pub fn possible(&self) -> Possible<'_> {
        Possible::of(self)
    }

    /// The chance of a net result for which this holds.
    pub fn chance(&self, holds: impl Fn(i64) -> bool) -> Fraction {
        chance(self.units().filter(|&(net, _)| holds(net)).map(|(_, units)| units).total())
    }

    /// The chance of a net result from this to that, both included.
    pub fn chance_from_to(&self, low: i64, high: i64) -> Fraction {
        chance(self.units_from_to(low, high))
    }

    fn units_from_to(&self, low: i64, high: i64) -> u64 {
        // Results are sorted, so those in between are adjacent.
        let (below, up_to) = (self.up_to(low.saturating_sub(1)), self.up_to(high));
        self.chances.iter().take(up_to).skip(below).copied().total()
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
    pub fn quantile(&self, share: Fraction) -> Quantile {
        let needed = share * Fraction::whole(WHOLE.into());
        // Units are whole, so a sum that reaches the next whole number reaches the share.
        let whole = needed.numerator().div_euclid(needed.denominator());
        let is_more = Fraction::whole(whole) < needed;
        let needed = u128::try_from(whole.plus(i128::from(is_more))).unwrap_or(0);
        // The shortfall may lie below, and then a smaller result reaches the share.
        let (mut below, missing) = (0_u128, u128::from(self.lost));
        let (mut low, mut high) = (None, None);
        for (place, &units) in self.chances.iter().enumerate() {
            below = below.plus(units.into());
            low = low.or((below.plus(missing) >= needed).then_some(place));
            if below >= needed {
                high = Some(place);
                break;
            }
        }
        let last = self.chances.len().saturating_sub(1);
        let at = |place: Option<usize>| self.net(place.unwrap_or(last));
        Quantile { low: at(low), high: at(high) }
    }

    /// The band of the house's hold that this share of sessions lies in, with as many below it as
    /// above: what an operator compares real results with.
    pub fn hold_band(&self, share: Fraction) -> (Fraction, Fraction) {
        let outside = (Fraction::ONE - share) * Fraction::new(1, 2);
        let staked = i128::try_from(self.staked()).expect("bounded").max(1);
        let hold = |net: i64| -Fraction::new(net.into(), staked);
        let (best, worst) = (self.quantile(Fraction::ONE - outside), self.quantile(outside));
        (hold(best.high), hold(worst.low))
    }
}

/// A net result that a share of sessions does not exceed. If that share is so near to the chance of
/// a result that the error bound leaves open on which side it is, there are two candidates; nearly
/// always both are the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Quantile {
    /// The smallest candidate.
    pub low: i64,
    /// The largest candidate.
    pub high: i64,
}

/// The total lost to rounding.
fn lost(chances: &[u64]) -> u64 {
    WHOLE.minus(chances.iter().copied().total())
}

fn chance(units: u64) -> Fraction {
    Fraction::binary(units.into(), WHOLE.ilog2())
}

/// Chances are kept with 61 binary places, and their products have twice as many.
fn round_down(product: u128) -> u64 {
    low_bits(product >> WHOLE.ilog2())
}

/// Where the results end, and how many are dropped before the first, because the chances at both
/// ends are rounded to zero.
pub(crate) fn ends(chances: &[u64]) -> (usize, usize) {
    let end = chances.iter().rposition(|&chance| chance > 0).map_or(0, |last| last.plus(1));
    (end, chances.iter().position(|&chance| chance > 0).unwrap_or(0))
}

pub(crate) fn countable(place: usize) -> i64 {
    i64::try_from(place).expect("results are countable")
}

/// Why a session's distribution cannot be computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SessionRefusal {
    /// No rounds, or more than [`Session::ROUNDS_MAX`].
    Rounds,
    /// There would be more than [`Session::RESULTS_MAX`] different net results.
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
