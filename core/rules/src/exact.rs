//! Exact division without dividing, for the settlement's inner loop.
//!
//! A processor takes ten times as long to divide as to multiply. An odd number has an inverse
//! modulo 2^64, and multiplying by it is the same as dividing, for every multiple of the number.
//! Two stakes in one unit of odds (8.5 to 1 is 17 for 2) are split off as a shift first.

use crate::odds::Odds;

/// The multiple for stakes on one area, or a value that no stake fits if it is not offered.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Multiple {
    inverse: u64,
    quotient_max: u64,
    units: u32,
    twos: u32,
}

impl Multiple {
    /// No stake is a multiple of this, for none is below 1.
    pub(crate) const NOT_OFFERED: Self = Self { inverse: 1, quotient_max: 0, units: 0, twos: 0 };

    pub(crate) const fn of(units: u32) -> Self {
        assert!(units > 0, "a multiple is at least 1");
        let twos = units.trailing_zeros();
        let inverse = inverse_of_odd(units as u64 >> twos);
        Self { inverse, quotient_max: u64::MAX / units as u64, units, twos }
    }

    /// The multiple in units, if the area is offered.
    pub(crate) const fn units(self) -> Option<u32> {
        if self.units == 0 { None } else { Some(self.units) }
    }

    /// Whether a stake is a multiple. Anything else lands above the largest possible quotient:
    /// the inverse maps the multiples, and only them, onto the numbers up to it.
    pub(crate) const fn divides(self, stake: u64) -> bool {
        stake.wrapping_mul(self.inverse).rotate_right(self.twos) <= self.quotient_max
    }
}

/// The odds of a pay line, or the loss, as one multiplication.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Factor {
    times: u64,
    twos: u32,
    /// All bits where the stake comes back, none where it is lost.
    kept: u64,
}

impl Factor {
    pub(crate) const LOSS: Self = Self { times: 0, twos: 0, kept: 0 };

    pub(crate) const fn of(odds: Odds) -> Self {
        let twos = odds.stake().trailing_zeros();
        let inverse = inverse_of_odd(odds.stake() as u64 >> twos);
        Self { times: inverse.wrapping_mul(odds.win() as u64), twos, kept: u64::MAX }
    }

    /// What a stake wins, exact for every stake that its [`Multiple`] divides.
    pub(crate) const fn win_on(self, stake: u64) -> u64 {
        (stake >> self.twos).wrapping_mul(self.times)
    }

    /// How much of the stake comes back: all of it or nothing.
    pub(crate) const fn kept_of(self, stake: u64) -> u64 {
        stake & self.kept
    }
}

/// The number whose product with `odd` ends in 64 bits of value 1. Newton's step doubles the
/// correct bits; an odd number is its own inverse in the lowest three, so five steps give 96.
const fn inverse_of_odd(odd: u64) -> u64 {
    assert!(odd % 2 == 1, "only odd numbers have an inverse");
    let mut inverse = odd;
    let mut step = 0;
    while step < 5 {
        inverse = inverse.wrapping_mul(2u64.wrapping_sub(odd.wrapping_mul(inverse)));
        step += 1;
    }
    inverse
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stake::Stake;

    /// Small stakes one by one, then both sides of every border near the ceiling.
    fn stakes() -> impl Iterator<Item = u64> {
        (1..2_000).chain(Stake::MAX.units() - 2_000..=Stake::MAX.units())
    }

    #[test]
    fn a_multiple_divides_exactly_what_division_says() {
        for units in 1..=10_000 {
            let multiple = Multiple::of(units);
            for stake in stakes().step_by(7).chain([u64::from(units), u64::from(units) * 99]) {
                let divides = stake.is_multiple_of(u64::from(units));
                assert_eq!(multiple.divides(stake), divides, "{stake} by {units}");
            }
        }
    }

    #[test]
    fn no_stake_is_taken_where_the_area_is_not_offered() {
        assert!(stakes().all(|stake| !Multiple::NOT_OFFERED.divides(stake)));
    }

    #[test]
    fn a_factor_wins_exactly_what_the_odds_say() {
        for per in 1..=Odds::STAKE_MAX {
            for win in [1, 2, 3, 17, 101, 999, 999 * per].map(|win| win.min(999 * per)) {
                let odds = Odds::new(win, per).unwrap();
                let factor = Factor::of(odds);
                for stake in stakes().filter(|stake| stake.is_multiple_of(u64::from(per))) {
                    let exact = odds.win_on(Stake::new(stake).unwrap());
                    assert_eq!(Some(factor.win_on(stake)), exact, "{stake} at {odds}");
                    assert_eq!(factor.kept_of(stake), stake);
                }
            }
        }
    }

    #[test]
    fn a_loss_wins_and_keeps_nothing() {
        assert!(stakes().all(|stake| Factor::LOSS.win_on(stake) == 0));
        assert!(stakes().all(|stake| Factor::LOSS.kept_of(stake) == 0));
    }
}
