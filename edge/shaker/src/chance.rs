//! Everything that must be unpredictable: the dice and the secrets of a whole house.

use std::sync::{Mutex, PoisonError};

use taisai_rules::Roll;

use crate::os::OsShaker;
use crate::seeded::SeededShaker;
use crate::{Shaker, ShakerFault};

/// Where a house takes its dice and its secrets from.
pub trait Chance: Send + Sync {
    /// Three dice; they do not exist before this call.
    fn roll(&self) -> Result<Roll, ShakerFault>;

    /// Fills a buffer with bytes for tokens and keys.
    fn fill(&self, bytes: &mut [u8]) -> Result<(), ShakerFault>;
}

/// The randomness of a house in play: the operating system.
#[derive(Clone, Copy, Debug)]
pub struct OsChance;

impl Chance for OsChance {
    fn roll(&self) -> Result<Roll, ShakerFault> {
        OsShaker::in_play().shake()
    }

    fn fill(&self, bytes: &mut [u8]) -> Result<(), ShakerFault> {
        getrandom::fill(bytes).map_err(ShakerFault::NoEntropy)
    }
}

/// The randomness of a simulated house: everything follows from a seed, and nothing is secret.
#[derive(Debug)]
pub struct SeededChance(Mutex<SeededShaker>);

impl SeededChance {
    /// One of the streams of a seed.
    pub fn new(seed: u64, stream: u64) -> Self {
        Self(Mutex::new(SeededShaker::new(seed, stream)))
    }
}

impl Chance for SeededChance {
    fn roll(&self) -> Result<Roll, ShakerFault> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).shake()
    }

    fn fill(&self, bytes: &mut [u8]) -> Result<(), ShakerFault> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).fill(bytes);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_has_one_chance_and_the_system_another_every_time() {
        let drawn = |chance: &dyn Chance| {
            let mut bytes = [0; 16];
            chance.fill(&mut bytes).unwrap();
            let rolls: Vec<Roll> = (0..20).map(|_| chance.roll().unwrap()).collect();
            (bytes, rolls)
        };
        assert_eq!(drawn(&SeededChance::new(7, 1)), drawn(&SeededChance::new(7, 1)));
        assert_ne!(drawn(&SeededChance::new(7, 1)), drawn(&SeededChance::new(7, 2)));
        // Sixteen bytes from the system repeat once in 10^38 times.
        assert_ne!(drawn(&OsChance), drawn(&OsChance));
    }
}
