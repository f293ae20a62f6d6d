//! What a report and a long session cost, beside hashing a fixed buffer in the same process.
//!
//! Two runs on one machine can differ by half; the ratio to the reference is what to compare.
//! Processor time is read from the kernel, so that a busy neighbour does not count.

use std::fs;
use std::hint::black_box;
use std::time::{Duration, Instant};

use taisai_odds::{Dice, Fraction, Session, Spread};
use taisai_reports::{Language, Sheet, csv, html, json, markdown};
use taisai_rulebooks::{Edition, Library};
use taisai_rules::{Bet, Stake};

const REFERENCE_BYTES: usize = 4 << 20;

fn main() {
    let reference = best_of(5, hash_a_buffer);
    println!("{:<44} {:>9.3} ms      1.00", "reference: FNV-1a over 4 MiB", ms(reference));
    let tell = |name: &str, cost: Duration| {
        let ratio = cost.as_secs_f64() / reference.as_secs_f64();
        println!("{name:<44} {:>9.3} ms  {ratio:>8.2}", ms(cost));
    };
    let large = Library::get("singapore-2").expect("it is embedded");
    tell("read the largest rule book", best_of(5, || read_book(large)));
    tell("its sheet and JSON", best_of(20, || json(&Sheet::of(large, &Dice::FAIR)).len()));
    tell("its sheet and CSV", best_of(20, || csv(&Sheet::of(large, &Dice::FAIR)).len()));
    tell("its sheet and Markdown", best_of(20, || markdown(&Sheet::of(large, &Dice::FAIR)).len()));
    tell("its sheet and HTML, charts and all", best_of(20, || page(large)));
    let sessions = [
        ("session, 10,000 rounds, 3 bets of 1.00", "small=100 total-10=100 triple-4=100"),
        ("session, 10,000 rounds, 1.00 0.50 0.10", "small=100 total-10=50 triple-4=10"),
        ("session, 10,000 rounds, 10.00 0.38 0.06", "small=1000 total-10=38 single-4=6"),
        ("session, 10,000 rounds, most results", "triple-4=149 double-3=101 total-9=53"),
    ];
    for (name, slip) in sessions {
        tell(name, best_of(3, || session(slip)));
    }
}

fn read_book(edition: &Edition) -> usize {
    let text = Library::text(edition.id()).expect("it is embedded");
    let own = text.replace(edition.id(), "own-book");
    Edition::read(own.as_bytes()).map_or(0, |edition| edition.lines().len())
}

fn page(edition: &Edition) -> usize {
    html(&Sheet::of(edition, &Dice::FAIR), Language::English).len()
}

/// The distribution with everything that the command prints about it.
fn session(slip: &str) -> i64 {
    let bet = |text: &str| {
        let (area, stake) = text.split_once('=').expect("an area and a stake");
        let stake = Stake::new(stake.parse().expect("a number")).expect("a stake");
        Bet::new(area.parse().expect("an area"), stake)
    };
    let bets: Vec<Bet> = slip.split(' ').map(bet).collect();
    let table = &Library::get("act").expect("it is embedded").rules().pay_table;
    let round = Spread::of(table, &bets, &Dice::FAIR).expect("the table takes these bets");
    let session = Session::of(&round, 10_000).expect("within the limits");
    let quantiles = [1, 5, 25, 50, 75, 95, 99].map(|share| session.quantile(of_100(share)).low);
    let bands = [90, 95, 99].map(|share| session.hold_band(of_100(share)));
    black_box((session.chance_ahead(), bands));
    quantiles.iter().sum()
}

fn of_100(share: i128) -> Fraction {
    Fraction::new(share, 100)
}

fn hash_a_buffer() -> u64 {
    let buffer = black_box(vec![0x5a_u8; REFERENCE_BYTES]);
    buffer.iter().fold(0xcbf2_9ce4_8422_2325, |hash: u64, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

/// The least processor time of some runs.
fn best_of<T>(runs: u32, work: impl Fn() -> T) -> Duration {
    black_box(work());
    (0..runs).map(|_| cost(&work)).min().unwrap_or_default()
}

fn cost<T>(work: impl Fn() -> T) -> Duration {
    // Work shorter than the kernel's clock tick is done again until it is long enough.
    const LONG_ENOUGH: Duration = Duration::from_millis(200);
    let (wall, before) = (Instant::now(), processor_time());
    let mut times = 0;
    while times == 0 || wall.elapsed() < LONG_ENOUGH {
        black_box(work());
        times += 1;
    }
    let spent = match (before, processor_time()) {
        (Some(before), Some(after)) => after.saturating_sub(before),
        // Where the kernel does not tell, the wall's clock is the next best.
        (Some(_) | None, _) => wall.elapsed(),
    };
    spent / times
}

/// The processor time of this process so far, if the system is Linux.
fn processor_time() -> Option<Duration> {
    let text = fs::read_to_string("/proc/self/schedstat").ok()?;
    text.split_whitespace().next()?.parse().ok().map(Duration::from_nanos)
}

fn ms(duration: Duration) -> f64 {
    duration.as_secs_f64() * 1_000.0
}
