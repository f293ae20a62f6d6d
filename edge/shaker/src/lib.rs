//! Where rolls come from: the operating system in play, a seed in simulation, a script in tests.
//!
//! The only randomness of the project. A shaker hands out rolls and knows nothing of bets.
//!
//! | module | what it holds |
//! |---|---|
//! | [`chance`] | the dice and the secrets of a whole house |
//! | [`fair`] | from bytes to faces and rolls without bias, proved by trying all 256 bytes |
//! | [`os`] | dice in play: the operating system's entropy |
//! | [`seeded`] | dice in simulation: a fast generator that a seed reproduces |
//! | [`script`] | dice in tests: exactly these rolls |

pub mod chance;
pub mod fair;
pub mod os;
pub mod script;
pub mod seeded;

use std::fmt;

use taisai_rules::Roll;

pub use chance::{Chance, OsChance, SeededChance};
pub use fair::{face_of, roll_of};
pub use os::{OsShaker, os_bytes, os_seed};
pub use script::ScriptShaker;
pub use seeded::SeededShaker;

/// Something that rolls three dice.
pub trait Shaker {
    /// The next roll.
    fn shake(&mut self) -> Result<Roll, ShakerFault>;
}

/// Why there is no roll.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ShakerFault {
    /// The operating system gave no entropy.
    NoEntropy(getrandom::Error),
    /// The script has no roll left.
    ScriptEnded,
}

impl fmt::Display for ShakerFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoEntropy(error) => {
                write!(f, "the operating system gives no random bytes: {error}")
            }
            Self::ScriptEnded => write!(f, "the script has no roll left"),
        }
    }
}

impl std::error::Error for ShakerFault {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::NoEntropy(error) => Some(error),
            Self::ScriptEnded => None,
        }
    }
}
