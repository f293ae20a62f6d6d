//! Dice in play: every face from the operating system's own entropy.

use taisai_rules::{Face, Roll};

use crate::fair::face_of;
use crate::{Shaker, ShakerFault};

/// Dice drawn from the operating system, one byte for each face; a byte that would not be fair is
/// drawn again.
#[derive(Debug)]
pub struct OsShaker {
    fill: Fill,
    bytes: Vec<u8>,
    used: usize,
    ahead: Ahead,
}

/// The source of random bytes; only tests replace the system's function.
type Fill = fn(&mut [u8]) -> Result<(), getrandom::Error>;

/// What happens to fetched bytes that were not used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ahead {
    /// Nobody may ever find future dice in memory: each roll starts with new bytes.
    Forgotten,
    /// They make the next roll; in a simulation nothing is at stake.
    Kept,
}

/// One byte for each die; one roll in 22 has to ask again.
const BYTES_IN_PLAY: usize = 3;

/// A buffer that saves many system calls.
const BYTES_IN_BULK: usize = 4096;

impl OsShaker {
    /// A shaker for play: no byte is drawn before the roll it is for.
    pub fn in_play() -> Self {
        Self::with(getrandom::fill, BYTES_IN_PLAY, Ahead::Forgotten)
    }

    /// A shaker for simulation: the same draw, but the bytes are fetched by the page.
    pub fn in_bulk() -> Self {
        Self::with(getrandom::fill, BYTES_IN_BULK, Ahead::Kept)
    }

    fn with(fill: Fill, at_once: usize, ahead: Ahead) -> Self {
        Self { fill, bytes: vec![0; at_once], used: at_once, ahead }
    }

    fn face(&mut self) -> Result<Face, ShakerFault> {
        loop {
            if let Some(face) = face_of(self.byte()?) {
                return Ok(face);
            }
        }
    }

    fn byte(&mut self) -> Result<u8, ShakerFault> {
        if self.used == self.bytes.len() {
            (self.fill)(&mut self.bytes).map_err(ShakerFault::NoEntropy)?;
            self.used = 0;
        }
        let byte = std::mem::take(&mut self.bytes[self.used]);
        self.used += 1;
        Ok(byte)
    }

    fn forget(&mut self) {
        self.bytes.fill(0);
        self.used = self.bytes.len();
    }
}

impl Shaker for OsShaker {
    fn shake(&mut self) -> Result<Roll, ShakerFault> {
        let roll = Roll::new(self.face()?, self.face()?, self.face()?);
        match self.ahead {
            Ahead::Forgotten => self.forget(),
            Ahead::Kept => {}
        }
        Ok(roll)
    }
}

/// A random seed, for a simulation without one.
pub fn os_seed() -> Result<u64, ShakerFault> {
    getrandom::u64().map_err(ShakerFault::NoEntropy)
}

/// Bytes that nobody can guess, for tokens and keys.
pub fn os_bytes<const N: usize>() -> Result<[u8; N], ShakerFault> {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).map_err(ShakerFault::NoEntropy)?;
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Fills with 250, 251, 252 and so on: faces five and six, then four bytes that are no face,
    /// then faces from one up.
    #[expect(clippy::unnecessary_wraps, reason = "it stands in for the system's function")]
    fn counting(bytes: &mut [u8]) -> Result<(), getrandom::Error> {
        let counted = (250..=u8::MAX).chain(0..).take(bytes.len());
        bytes.iter_mut().zip(counted).for_each(|(byte, value)| *byte = value);
        Ok(())
    }

    fn broken(_: &mut [u8]) -> Result<(), getrandom::Error> {
        Err(getrandom::Error::UNSUPPORTED)
    }

    fn rolls(shaker: &mut OsShaker, count: usize) -> Vec<String> {
        (0..count).map(|_| shaker.shake().unwrap().to_string()).collect()
    }

    #[test]
    fn bytes_that_are_no_face_are_drawn_again() {
        let mut shaker = OsShaker::with(counting, 16, Ahead::Kept);
        assert_eq!(rolls(&mut shaker, 3), ["5,6,1", "2,3,4", "5,6,1"]);
    }

    #[test]
    fn in_play_no_byte_waits_for_the_next_roll() {
        let mut shaker = OsShaker::with(counting, 16, Ahead::Forgotten);
        assert_eq!(rolls(&mut shaker, 2), ["5,6,1", "5,6,1"]);
        assert!(shaker.bytes.iter().all(|&byte| byte == 0));
    }

    #[test]
    fn a_system_without_entropy_is_a_fault_and_never_a_roll() {
        for ahead in [Ahead::Forgotten, Ahead::Kept] {
            let fault = OsShaker::with(broken, 3, ahead).shake().unwrap_err();
            assert_eq!(fault, ShakerFault::NoEntropy(getrandom::Error::UNSUPPORTED));
            assert!(fault.to_string().starts_with("the operating system gives no random bytes"));
        }
    }

    #[test]
    fn the_system_rolls_every_face_on_every_die() {
        for mut shaker in [OsShaker::in_play(), OsShaker::in_bulk()] {
            let mut seen = [[false; 6]; 3];
            for _ in 0..1_000 {
                let faces = shaker.shake().unwrap().faces();
                for (die, face) in faces.into_iter().enumerate() {
                    seen[die][usize::from(face.pips()) - 1] = true;
                }
            }
            // A face of a die stays away from a thousand rolls once in 10^79 times.
            assert_eq!(seen, [[true; 6]; 3]);
        }
    }
}
