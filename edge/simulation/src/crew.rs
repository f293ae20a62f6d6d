//! The threads that share the work, their progress reports, and how they are stopped.

use std::num::NonZeroUsize;
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;

use taisai_shaker::ShakerFault;

/// How many threads share the work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Threads(NonZeroUsize);

impl Threads {
    /// The most threads.
    pub const MAX: usize = 256;

    /// This many threads, if that is at least one and at most [`Self::MAX`].
    pub fn new(threads: usize) -> Option<Self> {
        NonZeroUsize::new(threads).filter(|threads| threads.get() <= Self::MAX).map(Self)
    }

    /// As many as this machine runs at once.
    pub fn all_cores() -> Self {
        let cores = thread::available_parallelism().map_or(1, NonZeroUsize::get);
        Self::new(cores.min(Self::MAX)).expect("a machine has at least one core")
    }

    pub fn count(self) -> usize {
        self.0.get()
    }
}

/// Threads at work.
#[derive(Clone, Copy)]
pub struct Crew<'a> {
    /// How many.
    pub threads: Threads,
    /// Once this is set, no new chunk starts; started ones are finished.
    pub stop: &'a AtomicBool,
    /// Called from any thread with the amount of work done since the last call.
    pub progress: &'a (dyn Fn(u64) + Sync),
}

/// The result of a chunk; the sum must not depend on the order.
pub(crate) trait Tally: Default + Send {
    fn add(&mut self, other: Self);
}

/// How much there is to do, and how much of it is done at a time.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Work {
    pub(crate) total: u64,
    pub(crate) at_a_time: u64,
}

/// A numbered piece of the work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Chunk {
    pub(crate) number: u64,
    pub(crate) size: u64,
}

impl Work {
    fn chunk(self, number: u64) -> Option<Chunk> {
        let before = number.checked_mul(self.at_a_time)?;
        let left = self.total.checked_sub(before).filter(|left| *left > 0)?;
        Some(Chunk { number, size: left.min(self.at_a_time) })
    }
}

impl Crew<'_> {
    /// Does the work chunk by chunk. Chunks start in order and every started one is finished, so
    /// that a stopped run has done exactly what a shorter run does.
    pub(crate) fn work<T: Tally>(
        &self,
        work: Work,
        chunk: impl Fn(Chunk) -> Result<T, ShakerFault> + Sync,
    ) -> Result<T, ShakerFault> {
        let next = AtomicU64::new(0);
        let shift = || self.shift(work, &next, &chunk);
        let tallies: Vec<Result<T, ShakerFault>> = thread::scope(|scope| {
            let others: Vec<_> = (1..self.threads.count()).map(|_| scope.spawn(shift)).collect();
            let own = shift();
            let joined = others.into_iter().map(thread::ScopedJoinHandle::join);
            let others = joined.map(|other| other.unwrap_or_else(|panic| resume_unwind(panic)));
            std::iter::once(own).chain(others).collect()
        });
        let mut sum = T::default();
        for tally in tallies {
            sum.add(tally?);
        }
        Ok(sum)
    }

    /// One thread's part: the next chunk, until there is none.
    fn shift<T: Tally>(
        &self,
        work: Work,
        next: &AtomicU64,
        chunk: &impl Fn(Chunk) -> Result<T, ShakerFault>,
    ) -> Result<T, ShakerFault> {
        let mut sum = T::default();
        while !self.stop.load(Ordering::Relaxed) {
            let number = next.fetch_add(1, Ordering::Relaxed);
            let Some(piece) = work.chunk(number) else { break };
            sum.add(chunk(piece)?);
            (self.progress)(piece.size);
        }
        Ok(sum)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    impl Tally for Vec<(u64, u64)> {
        fn add(&mut self, other: Self) {
            self.extend(other);
            self.sort_unstable();
        }
    }

    fn done(threads: usize, total: u64, stop_after: u64) -> Vec<(u64, u64)> {
        let stop = AtomicBool::new(stop_after == 0);
        let crew = Crew { threads: Threads::new(threads).unwrap(), stop: &stop, progress: &|_| () };
        let chunk = |Chunk { number, size }| {
            if number + 1 == stop_after {
                stop.store(true, Ordering::Relaxed);
            }
            Ok(vec![(number, size)])
        };
        crew.work(Work { total, at_a_time: 10 }, chunk).unwrap()
    }

    #[test]
    fn every_chunk_is_done_once_by_any_number_of_threads() {
        for threads in [1, 2, 7] {
            assert_eq!(done(threads, 1, u64::MAX), [(0, 1)]);
            assert_eq!(done(threads, 20, u64::MAX), [(0, 10), (1, 10)]);
            assert_eq!(done(threads, 21, u64::MAX), [(0, 10), (1, 10), (2, 1)]);
        }
    }

    #[test]
    fn a_stopped_crew_has_done_the_first_chunks_and_nothing_else() {
        assert_eq!(done(1, 1_000, 0), []);
        assert_eq!(done(1, 1_000, 3), [(0, 10), (1, 10), (2, 10)]);
        let chunks = done(7, 1_000_000, 5);
        assert!(5 <= chunks.len() && chunks.len() <= 100_000);
        assert!(chunks.iter().zip(0..).all(|(&(number, _), place)| number == place));
    }

    #[test]
    fn all_work_done_is_reported() {
        let progress = AtomicU64::new(0);
        let crew = Crew {
            threads: Threads::new(3).unwrap(),
            stop: &AtomicBool::new(false),
            progress: &|done| {
                progress.fetch_add(done, Ordering::Relaxed);
            },
        };
        let chunk = |Chunk { number, size }| Ok(vec![(number, size)]);
        crew.work(Work { total: 12_345, at_a_time: 10 }, chunk).unwrap();
        assert_eq!(progress.into_inner(), 12_345);
    }

    #[test]
    fn a_fault_of_one_thread_is_a_fault_of_all() {
        let crew = Crew {
            threads: Threads::new(2).unwrap(),
            stop: &AtomicBool::new(false),
            progress: &|_| (),
        };
        let chunk = |piece: Chunk| match piece.number {
            7 => Err(ShakerFault::ScriptEnded),
            number => Ok(vec![(number, 0)]),
        };
        let faulty = crew.work(Work { total: 100, at_a_time: 10 }, chunk);
        assert_eq!(faulty, Err(ShakerFault::ScriptEnded));
    }

    #[test]
    fn threads_are_one_to_256() {
        let counts = [0, 1, 256, 257].map(|threads| Threads::new(threads).map(Threads::count));
        assert_eq!(counts, [None, Some(1), Some(256), None]);
        assert!(Threads::all_cores().count() >= 1);
    }
}
