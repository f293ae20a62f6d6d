//! What a simulation leaves to chance: everything follows from the seed.

use taisai_rules::Roll;
use taisai_shaker::{SeededShaker, Shaker};

/// Draws from one stream of a seed.
#[derive(Clone, Debug)]
pub struct Luck(SeededShaker);

impl Luck {
    /// One of the streams of a seed.
    pub fn new(seed: u64, stream: u64) -> Self {
        Self(SeededShaker::new(seed, stream))
    }

    /// A number below this one.
    pub fn below(&mut self, bound: u64) -> u64 {
        assert!(bound > 0, "there is no number below nothing");
        // The high half of the product: the bias of one in 2^40 and less does not matter here.
        let product = u128::from(self.0.word()) * u128::from(bound);
        u64::try_from(product >> 64).expect("the high half of a product fits")
    }

    /// A number from the first to the second, both included.
    pub fn between(&mut self, low: u64, high: u64) -> u64 {
        low + self.below(high - low + 1)
    }

    /// True once in so many times; never where that is nought.
    pub fn one_in(&mut self, times: u64) -> bool {
        times > 0 && self.below(times) == 0
    }

    /// A place in a list of this length.
    pub fn place(&mut self, length: usize) -> usize {
        let length = u64::try_from(length).expect("a list is shorter than that");
        usize::try_from(self.below(length)).expect("a place in a list fits")
    }

    /// One of these.
    pub fn pick<'a, T>(&mut self, among: &'a [T]) -> &'a T {
        &among[self.place(among.len())]
    }

    /// Three dice.
    pub fn roll(&mut self) -> Roll {
        self.0.shake().expect("a seed always has dice")
    }
}
