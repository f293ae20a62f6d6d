//! Many nights, some at a time: each on one thread from its own seed, and all of them added up.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use crate::auditor::broken;
use crate::night::{Failure, Report, Trace, run};
use crate::plan::Plan;
use crate::tally::Tally;

/// Which nights are to be run, and how.
#[derive(Clone, Copy, Debug)]
pub struct Season {
    /// The first seed.
    pub from: u64,
    /// How many.
    pub seeds: u64,
    /// How many at a time.
    pub jobs: usize,
    /// Each is run twice, and must be the same to the last byte.
    pub twice: bool,
    /// Continues after a failed night and counts the failures, instead of stopping.
    pub goes_on: bool,
    /// No night starts after this time.
    pub at_most: Option<Duration>,
}

/// The results so far.
#[derive(Clone, Debug, Default)]
pub struct Sum {
    /// Nights that are over.
    pub nights: u64,
    /// What happened in those in which every promise held.
    pub tally: Tally,
    /// The others, by their seeds.
    pub failed: Vec<(Plan, Failure)>,
}

impl Season {
    /// Runs them all; reports the results so far after each.
    pub fn run(&self, mut so_far: impl FnMut(&Sum)) -> Sum {
        let (next, over) = (AtomicU64::new(0), AtomicBool::new(false));
        let begun = Instant::now();
        let mut sum = Sum::default();
        thread::scope(|scope| {
            let (sender, receiver) = mpsc::channel();
            for _ in 0..self.jobs.max(1) {
                let (sender, next, over) = (sender.clone(), &next, &over);
                scope.spawn(move || {
                    while let Some(plan) = self.next(next, over, begun) {
                        let outcome = self.night(&plan);
                        if sender.send((plan, outcome)).is_err() {
                            return;
                        }
                    }
                });
            }
            drop(sender);
            for (plan, outcome) in receiver {
                sum.add(plan, outcome);
                if !sum.failed.is_empty() && !self.goes_on {
                    over.store(true, Ordering::Relaxed);
                }
                so_far(&sum);
            }
        });
        sum.failed.sort_by_key(|(plan, _)| plan.seed);
        sum
    }

    fn next(&self, next: &AtomicU64, over: &AtomicBool, begun: Instant) -> Option<Plan> {
        let late = self.at_most.is_some_and(|at_most| at_most <= begun.elapsed());
        if late || over.load(Ordering::Relaxed) {
            return None;
        }
        let place = next.fetch_add(1, Ordering::Relaxed);
        (place < self.seeds).then(|| Plan::of(self.from + place))
    }

    fn night(&self, plan: &Plan) -> Result<Report, Failure> {
        let report = run(plan, Trace::Silent)?;
        if self.twice && run(plan, Trace::Silent).as_ref() != Ok(&report) {
            let at_ms = report.tally.simulated_ms;
            let broken = broken(0, "the same seed was another night the second time");
            return Err(Failure { broken, at_ms });
        }
        Ok(report)
    }
}

impl Sum {
    fn add(&mut self, plan: Plan, outcome: Result<Report, Failure>) {
        self.nights += 1;
        match outcome {
            Ok(report) => self.tally += &report.tally,
            Err(failure) => self.failed.push((plan, failure)),
        }
    }
}
