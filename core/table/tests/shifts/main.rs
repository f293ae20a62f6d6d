//! Shifts from a seed, beside a model that was written apart from the table, and the ledger.
//!
//! Whole shifts do everything that people do, and all is compared after every request. Lean ones
//! play straight rounds, compared after each, so that there can be a hundred million of them.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod replay;

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use taisai_testing::coverage::Coverage;
use taisai_testing::luck::asked_for;
use taisai_testing::shift::{Shift, Tally};

/// Shifts of one kind; each is worked under one rule book at one table.
struct Batch {
    start: fn(u64) -> Shift,
    /// The variable of the environment that asks for one shift alone.
    seed: &'static str,
    /// How many shifts, and rounds in each.
    shifts: u64,
    rounds: u64,
}

impl Batch {
    /// Works them on every core there is.
    fn work_all(&self) -> (Tally, Coverage) {
        let (next, total) = (AtomicU64::new(0), Mutex::<(Tally, Coverage)>::default());
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        std::thread::scope(|scope| {
            for _ in 0..cores {
                scope.spawn(|| {
                    loop {
                        let seed = next.fetch_add(1, Ordering::Relaxed);
                        if seed >= self.shifts {
                            return;
                        }
                        let shift = self.work(seed);
                        let (tally, coverage) = &mut *total.lock().unwrap();
                        *tally += shift.tally;
                        coverage.add(&shift.coverage);
                    }
                });
            }
        });
        total.into_inner().unwrap()
    }

    /// Works one; a violation is reported with the seed that shows it again.
    fn work(&self, seed: u64) -> Shift {
        let mut shift = (self.start)(seed);
        let done = catch_unwind(AssertUnwindSafe(|| shift.work(self.rounds)));
        if let Err(violation) = done {
            let variable = self.seed;
            println!("{variable}={seed} cargo test -p taisai-table --test shifts shows this again");
            resume_unwind(violation);
        }
        shift
    }
}

/// `SHIFT_ROUNDS=1000000` plays a million rounds, `SHIFT_SEED=7` one shift alone.
#[test]
fn whole_shifts_keep_every_promise() {
    const ROUNDS_OF_A_SHIFT: u64 = 100;
    /// About ten seconds without optimisation.
    const ROUNDS_BY_DEFAULT: u64 = 24_000;
    let asked = asked_for("SHIFT_ROUNDS").unwrap_or(ROUNDS_BY_DEFAULT);
    let (rounds, shifts) = (ROUNDS_OF_A_SHIFT, asked / ROUNDS_OF_A_SHIFT);
    let whole = Batch { start: Shift::new, seed: "SHIFT_SEED", shifts, rounds };
    if let Some(seed) = asked_for(whole.seed) {
        whole.work(seed);
        return;
    }
    let (Tally { rounds, requests, .. }, coverage) = whole.work_all();
    let missing = coverage.report();
    println!("seeds 0..{shifts}: {rounds} rounds, {requests} requests, no violation");
    if rounds >= ROUNDS_BY_DEFAULT {
        assert_eq!(missing, Vec::<String>::new(), "never happened");
    }
}

/// `CORE_ROUNDS=100000000` plays so many rounds, `CORE_SEED=7` one shift alone.
#[test]
fn every_round_pays_exactly_once_what_the_dice_say() {
    const ROUNDS_OF_A_SHIFT: u64 = 10_000;
    /// One for each kind of table under each book, and short, when nothing else is asked for.
    const BY_DEFAULT: (u64, u64) = (16, 500);
    let lean = |shifts, rounds| Batch { start: Shift::lean, seed: "CORE_SEED", shifts, rounds };
    if let Some(seed) = asked_for("CORE_SEED") {
        lean(1, ROUNDS_OF_A_SHIFT).work(seed);
        return;
    }
    let (shifts, rounds) = match asked_for("CORE_ROUNDS") {
        Some(rounds) => (rounds.div_ceil(ROUNDS_OF_A_SHIFT), ROUNDS_OF_A_SHIFT),
        None => BY_DEFAULT,
    };
    let (tally, _) = lean(shifts, rounds).work_all();
    let Tally { rounds, requests, races, duplicates, corrections, voids, strays } = tally;
    println!("seeds 0..{shifts}: {rounds} rounds in all, {requests} requests, no violation");
    println!(
        "of them {races} races at no more bets, {duplicates} duplicates, \
         {corrections} corrections, {voids} voids, {strays} strays"
    );
    for (what, count) in [
        ("races", races),
        ("duplicates", duplicates),
        ("corrections", corrections),
        ("voids", voids),
        ("strays", strays),
    ] {
        assert!(count > rounds / 200, "only {count} {what} in {rounds} rounds");
    }
}
