//! Many rounds for flat slips: only how often each roll came is needed, not in which order.

use taisai_shaker::{OsShaker, SeededShaker, Shaker, ShakerFault};

use crate::counting::{Words, count_rolls};
use crate::crew::{Chunk, Crew, Work};
use crate::roll_counts::RollCounts;

/// How many rounds are simulated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rounds(u64);

impl Rounds {
    /// The most rounds: some days of work, and every sum still fits.
    pub const MAX: u64 = 1_000_000_000_000_000;

    /// This many rounds, if that is at least one and at most [`Self::MAX`].
    pub const fn new(rounds: u64) -> Option<Self> {
        if 1 <= rounds && rounds <= Self::MAX { Some(Self(rounds)) } else { None }
    }

    pub const fn count(self) -> u64 {
        self.0
    }
}

/// Where the dice of a simulation come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DiceFrom {
    /// A seed: the same rolls every time.
    Seed(u64),
    /// The operating system, drawn exactly as in play: different rolls every time.
    System,
}

/// Rounds that are simulated at a time: a few thousandths of a second.
const ROUNDS_AT_A_TIME: u64 = 1 << 24;

/// The operating system is a hundred times slower; smaller chunks keep Ctrl-C responsive.
const SYSTEM_ROUNDS_AT_A_TIME: u64 = 1 << 18;

/// Rolls the dice and counts. Returns fewer rounds only if the crew was stopped.
///
/// ```
/// use std::sync::atomic::AtomicBool;
/// use taisai_simulation::{Crew, DiceFrom, Rounds, Threads, roll};
///
/// let stop = AtomicBool::new(false);
/// let threads = |count| Threads::new(count).unwrap();
/// let crew = |count| Crew { threads: threads(count), stop: &stop, progress: &|_| () };
/// let rounds = Rounds::new(1_000_000).unwrap();
/// let counts = roll(rounds, DiceFrom::Seed(42), &crew(1))?;
/// assert_eq!(counts.rounds(), 1_000_000);
/// assert_eq!(counts, roll(rounds, DiceFrom::Seed(42), &crew(2))?);
/// # Ok::<(), taisai_shaker::ShakerFault>(())
/// ```
pub fn roll(rounds: Rounds, dice: DiceFrom, crew: &Crew<'_>) -> Result<RollCounts, ShakerFault> {
    let total = rounds.count();
    match dice {
        DiceFrom::Seed(seed) => {
            crew.work(Work { total, at_a_time: ROUNDS_AT_A_TIME }, |chunk| Ok(seeded(seed, chunk)))
        }
        DiceFrom::System => crew
            .work(Work { total, at_a_time: SYSTEM_ROUNDS_AT_A_TIME }, |chunk| {
                shaken(chunk.size, &mut OsShaker::in_bulk())
            }),
    }
}

/// Two generators for each chunk: their streams are twice its number, and one more.
fn seeded(seed: u64, chunk: Chunk) -> RollCounts {
    let stream = |which| SeededShaker::new(seed, 2 * chunk.number + which);
    count_rolls(chunk.size, &mut [stream(0), stream(1)])
}

impl Words for [SeededShaker; 2] {
    #[inline]
    fn two(&mut self) -> [u64; 2] {
        let [one, other] = self;
        [one.word(), other.word()]
    }
}

fn shaken(rounds: u64, shaker: &mut impl Shaker) -> Result<RollCounts, ShakerFault> {
    let mut counts = RollCounts::default();
    for _ in 0..rounds {
        counts.count(shaker.shake()?);
    }
    Ok(counts)
}

#[cfg(test)]
mod tests {
    use taisai_shaker::ScriptShaker;

    use super::*;

    #[test]
    fn rounds_have_a_least_and_a_most() {
        let counts = [0, 1, Rounds::MAX, Rounds::MAX + 1, u64::MAX].map(Rounds::new);
        assert_eq!(counts.map(|rounds| rounds.is_some()), [false, true, true, false, false]);
    }

    #[test]
    fn shaken_rolls_are_counted_and_a_fault_is_returned() {
        let script = ["1,1,1", "6,6,6", "1,1,1"].map(|roll| roll.parse().unwrap());
        let counts = shaken(3, &mut ScriptShaker::new(script)).unwrap();
        assert_eq!((counts.counts()[0], counts.counts()[215], counts.rounds()), (2, 1, 3));
        let fault = shaken(4, &mut ScriptShaker::new(script)).unwrap_err();
        assert_eq!(fault, ShakerFault::ScriptEnded);
    }
}
