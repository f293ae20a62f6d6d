//! A crash at every operation of the disk in one script, in every way a disk has.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc;
use std::thread;

use crate::auditor::broken;
use crate::disk::Fate;
use crate::night::{Failure, Report, Trace, run};
use crate::plan::Plan;

/// The crashes of a script.
#[derive(Clone, Copy, Debug)]
pub struct Crashes {
    /// How many rounds it has.
    pub rounds: u64,
    /// Only every Nth operation.
    pub step: u64,
    /// How many nights at a time.
    pub jobs: usize,
}

/// Their results.
#[derive(Clone, Debug, Default)]
pub struct Survived {
    /// Operations of the disk in the script.
    pub operations: u64,
    /// Crashes so far.
    pub crashes: u64,
    /// Of them, by their fates in the order of [`Fate::ALL`].
    pub by_fate: [u64; 4],
    /// Times the house started.
    pub starts: u64,
    /// Times it needed no second start: the disk failed while it closed for good.
    pub closing: u64,
    /// Nights in which a promise was broken.
    pub failed: Vec<((u64, Fate), Failure)>,
}

impl Crashes {
    /// Plays the script once without a crash, and then once for every crash.
    pub fn run(&self, mut so_far: impl FnMut(&Survived)) -> Result<Survived, Failure> {
        let plan = Plan::script(self.rounds);
        let operations = run(&plan, Trace::Silent)?.tally.operations;
        let mut survived = Survived { operations, ..Survived::default() };
        let step = usize::try_from(self.step.max(1)).unwrap_or(usize::MAX);
        let places = (1..=operations).step_by(step);
        let crashes: Vec<(u64, Fate)> =
            places.flat_map(|place| Fate::ALL.map(|fate| (place, fate))).collect();
        let next = AtomicU64::new(0);
        thread::scope(|scope| {
            let (sender, receiver) = mpsc::channel();
            for _ in 0..self.jobs.max(1) {
                let (sender, next, plan, crashes) = (sender.clone(), &next, &plan, &crashes);
                scope.spawn(move || {
                    let turn = || usize::try_from(next.fetch_add(1, Ordering::Relaxed)).ok();
                    while let Some(&crash) = turn().and_then(|turn| crashes.get(turn)) {
                        if sender.send((crash, crashed(plan, crash))).is_err() {
                            return;
                        }
                    }
                });
            }
            drop(sender);
            for (crash, outcome) in receiver {
                survived.add(crash, outcome);
                so_far(&survived);
            }
        });
        Ok(survived)
    }

    /// How many crashes that is for a script with this many operations.
    pub fn of(&self, operations: u64) -> u64 {
        operations.div_ceil(self.step.max(1)) * Fate::ALL.len() as u64
    }
}

/// The script with one crash, after which the house must have started again: unless it was closing
/// for good, and the disk only failed.
fn crashed(plan: &Plan, crash: (u64, Fate)) -> Result<Report, Failure> {
    let plan = Plan { crash: Some(crash), ..plan.clone() };
    let report = run(&plan, Trace::Silent)?;
    let closing = crash.1 == Fate::Fails && crash.0 > report.tally.operations_open;
    if report.tally.starts < 2 && !closing {
        let seen = format!("the disk was to fail at operation {}, and nobody noticed", crash.0);
        return Err(Failure { broken: broken(0, seen), at_ms: report.tally.simulated_ms });
    }
    Ok(report)
}

impl Survived {
    fn add(&mut self, crash: (u64, Fate), outcome: Result<Report, Failure>) {
        self.crashes += 1;
        let place = Fate::ALL.iter().position(|fate| *fate == crash.1);
        self.by_fate[place.expect("every fate is listed")] += 1;
        match outcome {
            Ok(report) => {
                self.starts += report.tally.starts;
                self.closing += u64::from(report.tally.starts < 2);
            }
            Err(failure) => self.failed.push((crash, failure)),
        }
    }
}
