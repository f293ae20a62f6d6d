//! A small source of chance for tests: the same seed, the same shift.

/// Marsaglia's xorshift with a multiplied output.
#[derive(Clone, Debug)]
pub struct Luck(u64);

impl Luck {
    pub fn new(seed: u64) -> Self {
        // Neighbouring seeds must not give neighbouring shifts, and nought gives nothing.
        let mut luck = Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
        (0..4).for_each(|_| _ = luck.next());
        luck
    }

    fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }

    /// A number below this one.
    pub fn below(&mut self, end: usize) -> usize {
        usize::try_from((self.next() >> 33) % end as u64).unwrap()
    }

    /// True so often in a hundred.
    pub fn percent(&mut self, chance: usize) -> bool {
        self.below(100) < chance
    }

    pub fn one_of<'a, T>(&mut self, things: &'a [T]) -> &'a T {
        &things[self.below(things.len())]
    }
}
