//! Makes choices from bytes: when they run out, every choice is the first option.

/// Bytes that are read as choices.
#[derive(Clone, Debug)]
pub struct Reader<'a>(&'a [u8]);

impl<'a> Reader<'a> {
    /// From the first byte on.
    pub const fn new(bytes: &'a [u8]) -> Self {
        Self(bytes)
    }

    /// Whether there is nothing left.
    pub const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The next byte; zero after the last.
    pub fn byte(&mut self) -> u8 {
        match self.0.split_first() {
            Some((first, rest)) => {
                self.0 = rest;
                *first
            }
            None => 0,
        }
    }

    /// A number of eight bytes.
    pub fn long(&mut self) -> u64 {
        u64::from_le_bytes(std::array::from_fn(|_| self.byte()))
    }

    /// A number that is mostly small, and now and then as large as possible.
    pub fn number(&mut self) -> u64 {
        match self.byte() {
            byte @ 0..=239 => byte.into(),
            240..=250 => u64::from(self.byte()) * 1_000,
            _now_and_then => self.long(),
        }
    }

    /// Picks one of these.
    pub fn one_of<T: Copy>(&mut self, all: &[T]) -> T {
        all[usize::from(self.byte()) % all.len()]
    }

    /// Yes or no.
    pub fn is(&mut self) -> bool {
        self.byte() & 1 == 1
    }

    /// A few items, each read the same way.
    pub fn few<T>(&mut self, max: u8, mut each: impl FnMut(&mut Self) -> T) -> Vec<T> {
        let count = self.byte() % (max + 1);
        (0..count).map(|_| each(self)).collect()
    }
}
