//! How fast simulation is beside the bare generator, with everything measured in the same run.
//!
//! `numpy/compare.sh` runs it together with the same work in `NumPy`. Each line is the
//! best of many short runs that take turns, so that a noisy neighbour disturbs all alike.

use std::hint::black_box;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use taisai_odds::System;
use taisai_rules::{Area, Bet, Clause, DoubleOnTriple, Offer, PayTable, Pays, Stake};
use taisai_shaker::SeededShaker;
use taisai_simulation::{
    Crew, DiceFrom, Limits, Rounds, SessionCount, SessionPlan, Threads, Visitor, play, roll,
};

/// Rounds of one flat run: four chunks, so that two threads have two each.
const ROUNDS: u64 = 1 << 26;
/// Sessions of one run, and their rounds.
const SESSIONS: u64 = 1 << 16;
const SESSION_ROUNDS: u64 = 1_000;
/// Bytes that the simulation consumes for each roll: 256 for 216 rolls.
const BYTES_PER_ROLL: f64 = 256.0 / 216.0;
const RUNS: usize = 20;

fn main() {
    let mut best = Best::default();
    for _ in 0..RUNS {
        best.time("bare generator", || bare_generator(ROUNDS));
        best.time("flat, one thread", || flat(1));
        best.time("flat, two threads", || flat(2));
        best.time("sessions flat, one thread", || sessions("flat", 1));
        best.time("sessions flat, two threads", || sessions("flat", 2));
        for name in &System::NAMES[1..] {
            best.time(name, || sessions(name, 1));
        }
    }
    best.time("os dice, one thread", os_dice);
    best.print();
}

/// The best rate of each piece of work, in rounds a second.
#[derive(Default)]
struct Best(Vec<(&'static str, f64)>);

impl Best {
    fn time(&mut self, name: &'static str, work: impl FnOnce() -> f64) {
        let start = Instant::now();
        let rounds = work();
        let rate = rounds / start.elapsed().as_secs_f64();
        match self.0.iter_mut().find(|(known, _)| *known == name) {
            Some((_, best)) => *best = best.max(rate),
            None => self.0.push((name, rate)),
        }
    }

    fn of(&self, name: &str) -> f64 {
        self.0.iter().find(|(known, _)| *known == name).map_or(f64::NAN, |&(_, rate)| rate)
    }

    fn print(&self) {
        println!("million rounds a second, best of {RUNS} runs in turns");
        for &(name, rate) in &self.0 {
            println!("  {name:28} {:8.1}", rate / 1e6);
        }
        let flat = self.of("flat, one thread");
        let percent = |part: f64, whole: f64| 100.0 * part / whole;
        println!("ratios");
        let bare = percent(flat, self.of("bare generator"));
        println!("  flat to the bare generator   {bare:5.1} % (aim: at least 60)");
        let two = self.of("flat, two threads") / flat;
        println!("  flat, two threads to one     {two:5.2}");
        let sessions = self.of("sessions flat, one thread");
        let two = self.of("sessions flat, two threads") / sessions;
        println!("  sessions, two threads to one {two:5.2}");
        for name in &System::NAMES[1..] {
            println!("  {name:12} to flat rounds  {:5.1} %", percent(self.of(name), flat));
        }
        println!("sessions of {SESSION_ROUNDS} rounds a second: {:.0}", sessions / 1e3);
        println!("flat rounds a second: {flat:.0}");
    }
}

/// Fills a buffer that stays in the cache with as many bytes as the simulation consumes.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "small and positive")]
fn bare_generator(rounds: u64) -> f64 {
    let mut shaker = SeededShaker::new(1, 1);
    let mut buffer = vec![0; 1 << 14];
    let times = (count(rounds) * BYTES_PER_ROLL) as usize / buffer.len();
    for _ in 0..times {
        shaker.fill(&mut buffer);
        black_box(&mut buffer);
    }
    count((times * buffer.len()) as u64) / BYTES_PER_ROLL
}

fn flat(threads: usize) -> f64 {
    with_crew(threads, |crew| {
        let counts = roll(Rounds::new(ROUNDS).expect("some rounds"), DiceFrom::Seed(7), crew);
        count(black_box(counts).expect("a seed does not fail").rounds())
    })
}

fn os_dice() -> f64 {
    with_crew(1, |crew| {
        let counts = roll(Rounds::new(1 << 22).expect("some rounds"), DiceFrom::System, crew);
        count(black_box(counts).expect("this system has entropy").rounds())
    })
}

/// The rounds that were played, and for sessions that end early not those that were not.
fn sessions(system: &str, threads: usize) -> f64 {
    let slip = [Bet::new(small(), Stake::new(1).expect("a stake"))];
    let visitor = Visitor {
        slip: &slip,
        system: System::named(system).expect("a known system"),
        bankroll: 100,
        target: Some(200),
        limits: Some(Limits::new(1, 100, 1).expect("sound limits")),
        rounds_max: SESSION_ROUNDS,
    };
    let plan = SessionPlan::new(&table(), visitor).expect("a sound plan");
    let sessions = SessionCount::new(SESSIONS).expect("some sessions");
    with_crew(threads, |crew| {
        let tally = play(&plan, sessions, DiceFrom::Seed(7), crew);
        count(black_box(tally).expect("a seed does not fail").rounds)
    })
}

fn with_crew<T>(threads: usize, work: impl FnOnce(&Crew<'_>) -> T) -> T {
    let stop = AtomicBool::new(false);
    let threads = Threads::new(threads).expect("a few threads");
    work(&Crew { threads, stop: &stop, progress: &|_| () })
}

fn small() -> Area {
    "small".parse().expect("an area")
}

fn table() -> PayTable {
    let rule = Clause::new("benchmark").expect("a citation");
    let pays = Pays::same("1 to 1", &rule).expect("sound odds");
    let offer = Offer { area: small(), wager: "Small".into(), defined: rule, pays };
    PayTable::new(vec![offer], DoubleOnTriple::Wins).expect("a sound pay table")
}

#[expect(clippy::cast_precision_loss, reason = "a rate needs no more digits")]
fn count(number: u64) -> f64 {
    number as f64
}
