//! The evidence of the observed faces against fair dice, valid at every moment. The evidence is the
//! money of somebody who staked one unit on "these dice are not fair", at odds that are fair if the
//! dice are: an e-process. However often you look at it, fair dice reach `n` or above with a chance
//! of at most one in `n`. It is rounded down, so an alarm never comes too early.

use taisai_rules::Face;

use crate::checked::{Checked, Total};

/// How much weight is put on dice that are nearly fair: each number is a separate bet, and the
/// evidence is their total. Small numbers find coarse faults soon, large ones find fine faults
/// later.
const CONCENTRATIONS: [u64; 3] = [1, 10, 100];

/// The faces of one die, or of one shaker, and their evidence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fairness {
    counts: [u64; 6],
    bets: [Wealth; CONCENTRATIONS.len()],
}

impl Default for Fairness {
    fn default() -> Self {
        Self { counts: [0; 6], bets: [Wealth::ONE; CONCENTRATIONS.len()] }
    }
}

impl Fairness {
    /// Records one more face.
    pub fn see(&mut self, face: Face) {
        let throws = self.throws();
        let seen = &mut self.counts[usize::from(face.pips()).minus(1)];
        let before = *seen;
        *seen = before.plus(1);
        for (bet, weight) in self.bets.iter_mut().zip(CONCENTRATIONS) {
            // The chance of this face predicted from those before it, relative to one in six.
            bet.multiply(before.plus(weight).times(6), throws.plus(weight.times(6)));
        }
    }

    /// How often each face came up, one first.
    pub const fn counts(&self) -> [u64; 6] {
        self.counts
    }

    /// How many faces were seen.
    pub fn throws(&self) -> u64 {
        self.counts.iter().copied().total()
    }

    /// The evidence against fair dice, rounded down: 20 is worth a look, 1,000 an inspection.
    ///
    /// ```
    /// use taisai_odds::Fairness;
    /// use taisai_rules::Face;
    /// let mut die = Fairness::default();
    /// (0..40).for_each(|_| die.see(Face::new(6).unwrap()));
    /// assert!(die.evidence() > 1_000_000);
    /// ```
    pub fn evidence(&self) -> u64 {
        let sum = self.bets.iter().fold(0_u64, |sum, bet| sum.saturating_add(bet.whole()));
        sum.checked_div(self.bets.len() as u64).unwrap_or(0)
    }
}

/// A number that is not negative, as a whole number of 2 to the power of `places`, rounded down.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Wealth {
    /// Its highest bit is the 63rd, except for zero.
    digits: u64,
    places: i64,
}

impl Wealth {
    const ONE: Self = Self { digits: 1 << 63, places: -63 };

    fn multiply(&mut self, by: u64, of: u64) {
        // Three words of room: the product has at most two, and one more keeps the quotient exact.
        let product = u128::from(self.digits).times(u128::from(by));
        let spare = product.leading_zeros();
        let widest = product.checked_shl(spare).unwrap_or(0);
        let quotient = widest.checked_div(u128::from(of)).expect("something was expected");
        self.places = self.places.minus(i64::from(spare));
        let shift = 64_u32.saturating_sub(quotient.leading_zeros());
        self.digits = u64::try_from(quotient >> shift).expect("64 bits are left");
        self.places = self.places.plus(i64::from(shift));
        if self.digits == 0 {
            return;
        }
        let spare = self.digits.leading_zeros();
        self.digits <<= spare;
        self.places = self.places.minus(i64::from(spare));
    }

    /// The whole number below it, as far as that fits.
    fn whole(self) -> u64 {
        match self.places {
            1.. => u64::MAX,
            places @ -63..=0 => self.digits >> places.unsigned_abs(),
            _less_than_one => 0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn face(pips: u64) -> Face {
        Face::new(u8::try_from(pips).unwrap()).unwrap()
    }

    #[test]
    fn the_evidence_is_the_product_of_what_was_expected() {
        let mut die = Fairness::default();
        for pips in [6, 6, 6, 2] {
            die.see(face(pips));
        }
        // By hand for the weight 1: 6/6 · 12/7 · 18/8 · 6/9 = 18/7, rounded down at the last bit.
        let exact = (18_u128 << 62) / 7;
        let bet = die.bets[0];
        assert_eq!(bet.places, -62);
        assert!(exact - 4 <= u128::from(bet.digits) && u128::from(bet.digits) <= exact);
        assert_eq!((die.counts(), die.throws()), ([0, 1, 0, 0, 0, 3], 4));
    }

    /// Of all sequences of faces that are equally likely with fair dice, the evidence is one on
    /// average; rounded down it can only be less.
    #[test]
    fn over_all_sequences_of_fair_dice_the_evidence_is_one() {
        const LENGTH: u32 = 6;
        let all = 6_u64.pow(LENGTH);
        let mut sums = [0_u128; CONCENTRATIONS.len()];
        for sequence in 0..all {
            let mut die = Fairness::default();
            (0..LENGTH).for_each(|place| die.see(face(sequence / 6_u64.pow(place) % 6 + 1)));
            for (sum, bet) in sums.iter_mut().zip(die.bets) {
                // In units of 2^-70, which divide every number here.
                *sum += u128::from(bet.digits) << (bet.places + 70);
            }
        }
        let whole = u128::from(all) << 70;
        for sum in sums {
            assert!(sum <= whole, "never too early");
            assert!(whole - sum < whole >> 55, "and hardly ever too late");
        }
    }

    #[test]
    fn faces_that_come_in_turn_are_no_evidence() {
        let mut die = Fairness::default();
        for throw in 0..60_000 {
            die.see(face(throw % 6 + 1));
        }
        assert_eq!(die.evidence(), 0);
    }

    #[test]
    fn a_die_that_shows_sixes_a_little_too_often_is_found() {
        let mut die = Fairness::default();
        // A six in five throws instead of in six, the rest in turn.
        for throw in 0..20_000_u64 {
            die.see(face(if throw % 5 == 0 { 6 } else { throw % 5 + 1 }));
        }
        assert!(die.evidence() > 1_000, "{}", die.evidence());
    }

    #[test]
    fn evidence_beyond_all_numbers_stays_there() {
        let mut die = Fairness::default();
        (0..100_000).for_each(|_| die.see(face(3)));
        assert_eq!(die.evidence(), u64::MAX / 3);
    }
}
