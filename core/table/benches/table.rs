//! How long a table takes: a full one to settle a roll, and any one to take a bet.
//!
//! Every figure stands beside another of the same run, so that it means the same on any machine.

#![expect(clippy::unwrap_used, reason = "a measurement that cannot go on has failed")]

use std::hint::black_box;
use std::time::{Duration, Instant};

use taisai_rules::{Bet, ShakerKind};
use taisai_table::{BetCommand, Event, Request, RoundCommand, Table};
use taisai_testing::floor::{DEALER, Floor, Make, seat, staff, stake, wide};

const SEATS: u16 = 10_000;
const BETS_OF_A_SEAT: usize = 10;

fn main() {
    settling();
    betting();
}

/// A table with so many seats, each with so many bets, betting still open.
fn full(seats: u16, bets: usize) -> Floor {
    let mut floor = Floor::open("massachusetts", Make::with(ShakerKind::Manual), wide());
    for number in 1..=seats {
        floor.sits(number, 1_000_000);
    }
    floor.opens_betting();
    let offers = floor.table.book().pay_table.offers();
    let areas: Vec<_> = offers.iter().map(|offer| offer.area).collect();
    for number in 1..=seats {
        let first = usize::from(number);
        let area = |place: usize| areas[(first + 5 * place) % areas.len()];
        let placed = (0..bets).map(|place| Bet::new(area(place), stake(100))).collect();
        floor.bets(number, placed);
    }
    floor.journal.clear();
    floor
}

/// The fastest of several runs: everything slower was something else.
fn fastest(runs: usize, mut run: impl FnMut() -> Duration) -> Duration {
    (0..runs).map(|_| run()).min().unwrap()
}

fn timed<T>(work: impl FnOnce() -> T) -> Duration {
    let start = Instant::now();
    let done = black_box(work());
    let took = start.elapsed();
    // Throwing the result away is not part of the work.
    drop(done);
    took
}

fn settling() {
    let mut floor = full(SEATS, BETS_OF_A_SEAT);
    floor.rolls("4,5,6".parse().unwrap());
    let bets: usize = floor.table.seats().map(|(_, seat)| seat.bets().len()).sum();
    let copy = fastest(50, || timed(|| copied(&floor.table)));
    let flat: Vec<Bet> = copied(&floor.table).concat();
    let mut room = flat.clone();
    let memory = fastest(50, || timed(|| room.copy_from_slice(black_box(&flat))));
    let settle = fastest(20, || {
        let mut floor = floor.clone();
        let (collect, pay) = (RoundCommand::Collect, RoundCommand::Pay);
        timed(move || {
            floor.does(staff(DEALER), collect);
            floor.does(staff(DEALER), pay);
            floor
        })
    });
    println!("{SEATS} seats, {bets} bets");
    println!("  copying the bets      {copy:>10.1?}");
    println!("  (as one block         {memory:>10.1?})");
    println!("  collect and pay       {settle:>10.1?}   {:.1} x copying", ratio(settle, copy));
}

/// The bets of every seat, copied as they lie: seat by seat.
fn copied(table: &Table) -> Vec<Vec<Bet>> {
    table.seats().map(|(_, seat)| seat.bets().to_vec()).collect()
}

/// One bet, decided and applied, at tables that hold ever more.
fn betting() {
    println!("one bet, decided and applied");
    let mut least = None;
    for (seats, bets) in [(1, 10), (100, 10), (SEATS, BETS_OF_A_SEAT)] {
        let floor = full(seats, bets);
        let one = fastest(20, || one_bet(&floor));
        let least = *least.get_or_insert(one);
        let held = usize::from(seats) * bets;
        println!("  with {held:>6} bets      {one:>10.2?}   {:.2} x the first", ratio(one, least));
    }
}

/// The mean over a seat's bets on many areas, one request each.
fn one_bet(floor: &Floor) -> Duration {
    const REQUESTS: usize = 40;
    let mut floor = floor.clone();
    let offers = floor.table.book().pay_table.offers();
    let areas: Vec<_> = offers.iter().map(|offer| offer.area).take(REQUESTS).collect();
    let place = |area| BetCommand::PlaceBets(vec![Bet::new(area, stake(100))]);
    let requests: Vec<Request> =
        areas.into_iter().map(|area| floor.request(seat(1), place(area))).collect();
    let now = floor.time();
    let mut table = floor.table;
    let all = timed(|| {
        for request in &requests {
            let events: Vec<Event> = table.decide(request, now).unwrap();
            for event in &events {
                table.apply(event, now);
            }
        }
    });
    all / u32::try_from(REQUESTS).unwrap()
}

#[expect(clippy::cast_precision_loss, reason = "a ratio for people to read")]
fn ratio(of: Duration, to: Duration) -> f64 {
    of.as_nanos() as f64 / to.as_nanos() as f64
}
