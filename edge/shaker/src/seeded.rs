//! Dice in simulation: a fast generator that a seed reproduces.

use rand::rngs::Xoshiro256PlusPlus;
use rand::{Rng, SeedableRng};
use taisai_rules::Roll;

use crate::fair::roll_of;
use crate::{Shaker, ShakerFault};

/// Rolls from a seed: the same seed and stream give the same rolls, on every machine, for ever.
/// xoshiro256++ is made for simulation and passes the known batteries of tests. Its future output
/// can be computed from some of its past output, so it never rolls for money.
#[derive(Clone, Debug)]
pub struct SeededShaker {
    generator: Xoshiro256PlusPlus,
    /// Bytes of the last word that were not looked at yet, the next one last.
    waiting: Vec<u8>,
}

impl SeededShaker {
    /// One of the 2^64 streams of a seed.
    ///
    /// The generator's own seed is `mix(mix(seed) ^ stream)`, where `mix` is the finisher of
    /// `SplitMix64`. It maps the 64-bit numbers one to one onto themselves, so that no two streams
    /// of one seed are the same, and neighbouring seeds or streams give unrelated generators.
    /// `SplitMix64` then spreads that number over the 256 bits of state.
    pub fn new(seed: u64, stream: u64) -> Self {
        let start = mix(mix(seed) ^ stream);
        Self { generator: Xoshiro256PlusPlus::seed_from_u64(start), waiting: Vec::new() }
    }

    /// The next eight random bytes at once, the first in the lowest bits.
    #[inline]
    pub fn word(&mut self) -> u64 {
        self.generator.next_u64()
    }

    /// Fills a buffer with random bytes: the bare generator, for benchmarks.
    pub fn fill(&mut self, bytes: &mut [u8]) {
        self.generator.fill_bytes(bytes);
    }

    fn byte(&mut self) -> u8 {
        if self.waiting.is_empty() {
            let word = self.word();
            self.waiting.extend(word.to_be_bytes());
        }
        self.waiting.pop().expect("a word has eight bytes")
    }
}

impl Shaker for SeededShaker {
    fn shake(&mut self) -> Result<Roll, ShakerFault> {
        loop {
            if let Some(roll) = roll_of(self.byte()) {
                return Ok(roll);
            }
        }
    }
}

/// The finisher of `SplitMix64`: an invertible mix of all bits, so nothing is lost.
const fn mix(number: u64) -> u64 {
    let number = (number ^ (number >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let number = (number ^ (number >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    number ^ (number >> 31)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    /// Changing the generator or its seeding changes every published simulation. Another program
    /// computed these rolls from the definitions of both.
    #[test]
    fn a_seed_gives_the_same_rolls_for_ever() {
        let rolls = |seed, stream| {
            let mut shaker = SeededShaker::new(seed, stream);
            let rolls: Vec<String> = (0..5).map(|_| shaker.shake().unwrap().to_string()).collect();
            rolls.join(" ")
        };
        assert_eq!(rolls(0, 0), "1,6,6 1,2,6 3,1,2 3,5,2 3,4,4");
        assert_eq!(rolls(7, 0), "5,3,2 6,2,5 6,3,6 5,1,4 1,6,5");
        assert_eq!(rolls(7, 1), "1,4,3 6,6,6 5,1,3 1,3,2 4,2,2");
    }

    #[test]
    fn neighbouring_seeds_and_streams_have_nothing_in_common() {
        let firsts = (0..100)
            .flat_map(|seed| (0..100).map(move |stream| SeededShaker::new(seed, stream).word()));
        assert_eq!(firsts.collect::<BTreeSet<u64>>().len(), 10_000);
    }

    #[test]
    fn rolls_are_the_bytes_of_the_words_lowest_first() {
        let (mut shaker, mut words) = (SeededShaker::new(5, 5), SeededShaker::new(5, 5));
        let bytes = (0..100).flat_map(|_| words.word().to_le_bytes()).collect::<Vec<u8>>();
        for roll in bytes.into_iter().filter_map(roll_of) {
            assert_eq!(shaker.shake(), Ok(roll));
        }
    }

    #[test]
    fn a_filled_buffer_is_the_words_one_after_another() {
        let (mut shaker, mut words) = (SeededShaker::new(6, 0), SeededShaker::new(6, 0));
        let mut bytes = [0; 24];
        shaker.fill(&mut bytes);
        let expected: Vec<u8> = (0..3).flat_map(|_| words.word().to_le_bytes()).collect();
        assert_eq!(bytes.to_vec(), expected);
    }
}
