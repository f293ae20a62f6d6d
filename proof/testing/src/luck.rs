//! What a test leaves to chance: everything follows from the seed, by the generator of the seeded
//! shaker, so that there is one generator in the tree.

use taisai_rules::Roll;
use taisai_shaker::{SeededShaker, Shaker as _};

/// Draws from one stream of a seed.
#[derive(Clone, Debug)]
pub struct Luck(SeededShaker);

impl Luck {
    pub fn new(seed: u64) -> Self {
        Self::of_stream(seed, 0)
    }

    /// One of the streams of a seed.
    pub fn of_stream(seed: u64, stream: u64) -> Self {
        Self(SeededShaker::new(seed, stream))
    }

    /// Takes its seed from the environment, or the usual one, and prints it: a test that fails
    /// shows how it is run again.
    pub fn seeded(variable: &str, usual: u64) -> Self {
        let seed = asked_for(variable).unwrap_or(usual);
        println!("{variable}={seed}");
        Self::new(seed)
    }

    /// Any 64 bits.
    pub fn word(&mut self) -> u64 {
        self.0.word()
    }

    /// A number below this one.
    pub fn below(&mut self, bound: u64) -> u64 {
        assert!(bound > 0, "there is no number below nothing");
        // The high half of the product: the bias of one in 2^40 and less does not matter here.
        let product = u128::from(self.word()) * u128::from(bound);
        u64::try_from(product >> 64).expect("the high half of a product fits")
    }

    /// The same where numbers are small.
    pub fn small(&mut self, bound: u32) -> u32 {
        u32::try_from(self.below(bound.into())).expect("it is below a small number")
    }

    /// A number from the first to the second, both included.
    pub fn between(&mut self, low: u64, high: u64) -> u64 {
        low + self.below(high - low + 1)
    }

    /// True so often in a hundred.
    pub fn percent(&mut self, chance: u64) -> bool {
        self.below(100) < chance
    }

    /// True once in so many times; never where that is zero.
    pub fn one_in(&mut self, times: u64) -> bool {
        times > 0 && self.below(times) == 0
    }

    /// A place in a list of this length.
    pub fn place(&mut self, length: usize) -> usize {
        let length = u64::try_from(length).expect("a list is shorter than that");
        usize::try_from(self.below(length)).expect("a place in a list fits")
    }

    pub fn one_of<'a, T>(&mut self, among: &'a [T]) -> &'a T {
        &among[self.place(among.len())]
    }

    pub fn roll(&mut self) -> Roll {
        self.0.shake().expect("a seed always has dice")
    }

    pub fn bytes(&mut self, count: usize) -> Vec<u8> {
        let mut bytes = vec![0; count];
        self.0.fill(&mut bytes);
        bytes
    }
}

/// A number that the environment asks for, such as `SHIFT_ROUNDS=1_000_000`.
pub fn asked_for(variable: &str) -> Option<u64> {
    let text = std::env::var(variable).ok()?;
    Some(text.replace('_', "").parse().unwrap_or_else(|_| panic!("{variable}={text} is no number")))
}
