//! Whole shifts from a seed, beside a second table that was written apart from the first.

mod replay;

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

use taisai_testing::coverage::Coverage;
use taisai_testing::luck::asked_for;
use taisai_testing::shift::Shift;

/// Rounds of one shift, under one rule book at one table.
const ROUNDS_OF_A_SHIFT: u64 = 100;
/// Rounds when nothing else is asked for: about twenty seconds without optimisation.
const ROUNDS_BY_DEFAULT: u64 = 24_000;

/// Works one shift; a violation is reported with the seed that shows it again.
fn work(seed: u64) -> Shift {
    let mut shift = Shift::new(seed);
    let done = catch_unwind(AssertUnwindSafe(|| shift.work(ROUNDS_OF_A_SHIFT)));
    if let Err(violation) = done {
        println!("SHIFT_SEED={seed} cargo test -p taisai-table --test shifts shows this again");
        resume_unwind(violation);
    }
    shift
}

/// `SHIFT_ROUNDS=1000000` plays a million rounds, `SHIFT_SEED=7` one shift alone.
#[test]
fn whole_shifts_keep_every_promise() {
    if let Some(seed) = asked_for("SHIFT_SEED") {
        work(seed);
        return;
    }
    let shifts = asked_for("SHIFT_ROUNDS").unwrap_or(ROUNDS_BY_DEFAULT) / ROUNDS_OF_A_SHIFT;
    let mut coverage = Coverage::default();
    let (mut requests, mut rounds) = (0, 0);
    for seed in 0..shifts {
        let shift = work(seed);
        coverage.add(&shift.coverage);
        requests += shift.requests;
        rounds += shift.audit.rounds;
    }
    let missing = coverage.report();
    println!("seeds 0..{shifts}: {rounds} rounds, {requests} requests, no violation");
    if shifts * ROUNDS_OF_A_SHIFT >= ROUNDS_BY_DEFAULT {
        assert_eq!(missing, Vec::<String>::new(), "never happened");
    }
}
