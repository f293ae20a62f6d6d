//! What a house takes from the world, handed in from outside: time, chance, passwords, and the
//! software it is.
//!
//! In play all of it is the machine's own. A simulated house gets its own time and a seed, and
//! runs by the same code.

pub mod certificate;
pub mod clock;
pub mod embedded;
pub mod hash_queue;
pub mod network;
pub mod password;
pub mod secret;
pub mod software;

use std::sync::Arc;

use taisai_shaker::{Chance, OsChance};

use crate::world::clock::Clock;
use crate::world::password::{PasswordFault, Passwords};
use crate::world::secret::{NoEntropy, Token};
use crate::world::software::Software;

/// What a house takes from the world.
#[derive(Clone)]
pub struct World {
    /// What time it is.
    pub clock: Clock,
    /// Dice and secrets.
    pub chance: Arc<dyn Chance>,
    /// Who hashes passwords.
    pub passwords: Passwords,
    pub software: Arc<Software>,
}

impl World {
    /// The world of a house in play.
    pub fn in_play() -> Result<Self, PasswordFault> {
        let chance = Arc::new(OsChance);
        let (passwords, software) = (Passwords::new()?, Software::running(Software::UNKNOWN));
        Ok(Self { clock: Clock::system(), chance, passwords, software })
    }

    /// A secret nobody can guess.
    pub fn token(&self) -> Result<Token, NoEntropy> {
        Token::drawn(self.chance.as_ref())
    }
}
