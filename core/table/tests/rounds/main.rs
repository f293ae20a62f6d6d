//! Very many rounds with few bets: money, settlement and order are checked in every one of them.
//!
//! Leaner than the shifts, so that there can be a hundred million: two seats, no second table, and
//! no way to be odd but those counted here. Beside the table stand its ledger, the shifts' auditor
//! of events, and what each player must have, worked out from the areas' own words.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]
#![expect(clippy::wildcard_enum_match_arm, reason = "a test looks at a few of many")]

mod day;

use std::ops::AddAssign;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use taisai_testing::luck::asked_for;

use day::Day;

/// Rounds of one day, under one rule book at one table.
const ROUNDS_OF_A_DAY: u64 = 10_000;
/// Days when nothing else is asked for: one for each kind of table under each book.
const DAYS_BY_DEFAULT: u64 = 16;
/// Days are short when nothing else is asked for.
const ROUNDS_BY_DEFAULT: u64 = 500;

/// What has happened.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Count {
    pub(crate) rounds: u64,
    pub(crate) requests: u64,
    /// Bets in the last millisecond, at the deadline, and after no more bets.
    pub(crate) races: u64,
    /// Requests that were made once more.
    pub(crate) duplicates: u64,
    pub(crate) corrections: u64,
    /// Rounds made void, in play or settled.
    pub(crate) voids: u64,
    /// Requests for a round that was over.
    pub(crate) strays: u64,
}

impl AddAssign for Count {
    fn add_assign(&mut self, other: Self) {
        self.rounds += other.rounds;
        self.requests += other.requests;
        self.races += other.races;
        self.duplicates += other.duplicates;
        self.corrections += other.corrections;
        self.voids += other.voids;
        self.strays += other.strays;
    }
}

/// Plays one day; a violation is reported with the seed that shows it again.
fn play(seed: u64, rounds: u64) -> Count {
    let mut day = Day::new(seed);
    let done = catch_unwind(AssertUnwindSafe(|| day.play(rounds)));
    if let Err(violation) = done {
        println!("CORE_SEED={seed} cargo test -p taisai-table --test rounds shows this again");
        resume_unwind(violation);
    }
    day.count
}

/// The days of these seeds, on every core there is.
fn play_all(days: u64, rounds: u64) -> Count {
    let (next, total) = (AtomicU64::new(0), Mutex::new(Count::default()));
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..cores {
            scope.spawn(|| {
                loop {
                    let seed = next.fetch_add(1, Ordering::Relaxed);
                    if seed >= days {
                        return;
                    }
                    let count = play(seed, rounds);
                    *total.lock().unwrap() += count;
                }
            });
        }
    });
    total.into_inner().unwrap()
}

/// `CORE_ROUNDS=100000000` plays so many rounds, `CORE_SEED=7` one day alone.
#[test]
fn every_round_pays_exactly_once_what_the_dice_say() {
    if let Some(seed) = asked_for("CORE_SEED") {
        play(seed, ROUNDS_OF_A_DAY);
        return;
    }
    let (days, rounds) = match asked_for("CORE_ROUNDS") {
        Some(rounds) => (rounds.div_ceil(ROUNDS_OF_A_DAY), ROUNDS_OF_A_DAY),
        None => (DAYS_BY_DEFAULT, ROUNDS_BY_DEFAULT),
    };
    let count = play_all(days, rounds);
    let Count { rounds, requests, races, duplicates, corrections, voids, strays } = count;
    println!("seeds 0..{days}: {rounds} rounds in all, {requests} requests, no violation");
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
