//! Nanoseconds per bet of a settlement beside a plain copy of the same bets, in one run.
//!
//! `make bench` runs it. The copy is the memory limit: no settlement can be faster than reading
//! every bet and writing one record for it.

use std::hint::black_box;
use std::time::{Duration, Instant};

use taisai_rules::{
    Area, Bet, Clause, DoubleOnTriple, Family, Offer, PayLine, PayTable, Pays, Roll, Stake,
};
use taisai_testing::luck::Luck;

const BETS: u32 = 1_000_000;
const RUNS: usize = 216;

fn main() {
    let table = pay_table();
    let bets = mixed_bets(&table);
    let mut copied: Vec<Bet> = Vec::new();
    let mut settled = Vec::new();
    let (mut copy_times, mut settle_times) = (Vec::new(), Vec::new());
    // The two take turns, so that a noisy neighbour disturbs both alike.
    for roll in Roll::all().take(RUNS) {
        copy_times.push(timed(|| {
            copied.clear();
            copied.extend_from_slice(black_box(&bets));
            black_box(&copied);
        }));
        settle_times.push(timed(|| {
            let sums = table.settle_into(roll, black_box(&bets), &mut settled);
            black_box((&sums, &settled));
        }));
    }
    let (copy, settle) = (ns_per_bet(copy_times), ns_per_bet(settle_times));
    println!("settle {BETS} bets on {} areas, median of {RUNS} rolls", table.offers().len());
    println!("  plain copy  {copy:6.2} ns per bet");
    println!("  settle      {settle:6.2} ns per bet");
    println!("  ratio       {:6.2} (aim: at most 3)", settle / copy);
}

fn timed(work: impl FnOnce()) -> Duration {
    let start = Instant::now();
    work();
    start.elapsed()
}

fn ns_per_bet(mut times: Vec<Duration>) -> f64 {
    times.sort_unstable();
    times[times.len() / 2].as_secs_f64() * 1e9 / f64::from(BETS)
}

/// A table with every area that can be offered, a third of them at odds with halves.
fn pay_table() -> PayTable {
    let rule = Clause::new("benchmark").expect("a citation");
    let line =
        |odds: &str| PayLine { odds: odds.parse().expect("sound odds"), clause: rule.clone() };
    let same_event = ["combo-112", "combo-665"].map(|id| id.parse::<Area>().expect("an area"));
    let offers = Area::all()
        .filter(|area| !same_event.contains(area))
        .map(|area| {
            let pays = if area.family() == Family::Single {
                Pays::ByDice([line("1 to 1"), line("2 to 1"), line("12 to 1")])
            } else {
                Pays::Same(line(if area.index() % 3 == 0 { "8.5 to 1" } else { "30 to 1" }))
            };
            Offer { area, wager: "bet".into(), defined: rule.clone(), pays }
        })
        .collect();
    PayTable::new(offers, DoubleOnTriple::Wins).expect("a sound pay table")
}

/// Bets on areas in an order no branch predictor can learn, from a fixed seed.
fn mixed_bets(table: &PayTable) -> Vec<Bet> {
    let mut luck = Luck::new(2026);
    (0..BETS)
        .map(|_| {
            let offers = table.offers();
            let area = luck.one_of(offers).area;
            Bet::new(area, Stake::new((luck.between(1, 50_000)) * 2).expect("under the ceiling"))
        })
        .collect()
}
