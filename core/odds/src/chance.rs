//! Chances as whole numbers of 2^-126, always rounded down. A computed chance is never above the
//! true one, and the amount by which all chances of one experiment together fall short of one
//! bounds the error of each.

use crate::checked::Checked;

/// A chance, rounded down.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Chance(u128);

impl Chance {
    /// How many binary places a chance has.
    pub(crate) const PLACES: u32 = 126;
    pub(crate) const NONE: Self = Self(0);
    pub(crate) const WHOLE: Self = Self(1 << Self::PLACES);

    /// The chance of `share` out of `of`, which is below 2^63.
    pub(crate) fn share(share: u64, of: u64) -> Self {
        let of = u128::from(of);
        // Long division with two digits of 63 binary places.
        let digit = |rest: u128| {
            let rest = rest.times(1 << 63);
            (rest.checked_div(of).unwrap_or(0), rest.checked_rem(of).unwrap_or(0))
        };
        let (high, rest) = digit(share.into());
        Self(high.times(1 << 63).plus(digit(rest).0))
    }

    /// The number of 2^-126.
    pub(crate) const fn units(self) -> u128 {
        self.0
    }

    pub(crate) const fn is_none(self) -> bool {
        self.0 == 0
    }

    /// Either of two things that exclude each other.
    #[inline]
    pub(crate) fn or(self, other: Self) -> Self {
        Self(self.0.plus(other.0))
    }

    /// What is left without it.
    pub(crate) fn without(self, other: Self) -> Self {
        Self(self.0.minus(other.0))
    }

    /// One thing and then another, rounded down.
    #[inline]
    pub(crate) fn then(self, other: Self) -> Self {
        Self(product(self.0, other.0))
    }
}

/// The product of two numbers with 126 binary places, rounded down at about the last place. One is
/// at most 2^126 and the other at most 2^127, so that every part of the product fits a `u128`.
#[inline]
#[expect(clippy::arithmetic_side_effects, reason = "the halves have at most 64 bits")]
const fn product(one: u128, other: u128) -> u128 {
    const HALF: u128 = u64::MAX as u128;
    let (high, low) = (one >> 64, one & HALF);
    let (other_high, other_low) = (other >> 64, other & HALF);
    // The product of the low halves is below four units of the last place and is dropped.
    high * other_high * 4 + ((high * other_low) >> 62) + ((low * other_high) >> 62)
}

/// The factor for conditional chances, when only a part of all outcomes is still possible.
pub(crate) struct Among {
    /// How far the part is shifted up so that its highest bit is the 125th.
    up: u32,
    /// 2^252 divided by the shifted part.
    inverse: u128,
}

impl Among {
    /// Given this part, which is not zero.
    pub(crate) fn part(part: Chance) -> Self {
        let up = part.0.leading_zeros().saturating_sub(2);
        Self { up, inverse: inverse(part.0 << up) }
    }

    /// The conditional chance of an outcome within the part.
    #[inline]
    pub(crate) fn share(&self, chance: Chance) -> Chance {
        Chance(product(chance.0 << self.up, self.inverse))
    }
}

/// 2^252 divided by a number from 2^125 to 2^126, rounded down, bit by bit.
fn inverse(number: u128) -> u128 {
    let (mut quotient, mut rest) = (0_u128, 1_u128 << 124);
    for _ in 0..128 {
        (quotient, rest) = (quotient.times(2), rest.times(2));
        if rest >= number {
            (quotient, rest) = (quotient.plus(1), rest.minus(number));
        }
    }
    quotient
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::natural::Natural;
    use taisai_testing::luck::Luck;

    /// Numbers up to 2^126 that look random, the same every time, with the borders among them.
    fn chances() -> Vec<u128> {
        let mut luck = Luck::new(7);
        let mut next = |bits: u32| {
            let any = u128::from(luck.word()) << 64 | u128::from(luck.word());
            (any >> (127 - bits)).min(1 << 126)
        };
        let mut chances: Vec<u128> = (1..=126).map(&mut next).collect();
        chances.extend([0, 1, (1 << 64) - 1, 1 << 64, (1 << 126) - 1, 1 << 126]);
        chances
    }

    #[test]
    fn products_are_rounded_down_by_a_few_of_the_last_place() {
        for one in chances() {
            for other in chances() {
                let exact = Natural::new(one).times(&Natural::new(other));
                let exact = exact.divided_by(&Natural::new(1 << 126)).0.to_u128().unwrap();
                let computed = Chance(one).then(Chance(other)).0;
                assert!(computed <= exact && exact - computed < 8, "{one} {other}");
            }
        }
    }

    #[test]
    fn a_share_of_a_part_is_rounded_down_and_never_above_the_whole() {
        let chances = chances();
        for &part in chances.iter().filter(|&&part| part > 0) {
            let among = Among::part(Chance(part));
            for &chance in chances.iter().filter(|&&chance| chance <= part) {
                let exact = Natural::new(chance).times(&Natural::new(1 << 126));
                let exact = exact.divided_by(&Natural::new(part)).0.to_u128().unwrap();
                let computed = among.share(Chance(chance)).0;
                assert!(computed <= exact && exact - computed < 8, "{chance} of {part}");
            }
        }
    }

    #[test]
    fn shares_are_the_quotient_rounded_down() {
        for (share, of) in
            [(1, 3), (105, 216), (0, 7), (7, 7), (999_999_999_999, 1_000_000_000_000)]
        {
            let exact = Natural::new(u128::from(share) << 63).times(&Natural::new(1 << 63));
            let exact = exact.divided_by(&Natural::new(of)).0;
            assert_eq!(Some(Chance::share(share, u64::try_from(of).unwrap()).0), exact.to_u128());
        }
    }
}
