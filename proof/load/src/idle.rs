//! Two hundred tables of fifty terminals: what one costs, and that a bet costs no more there.

use std::ops::RangeInclusive;
use std::time::Duration;

use crate::Ours;
use crate::floor::{self, Floor, Run};
use crate::swarm::{self, Bettor};

/// Measures and prints.
pub(crate) async fn measure(ours: &Ours) {
    let time = Duration::from_secs(ours.seconds);
    println!("work of a bet at one table of 50 terminals, alone and among 200 tables");
    let alone = {
        let floor = Floor::start(&ours.taisai, 1, Run::Automatic);
        let bettors = seated(&floor, 1..=1).await;
        work(&floor, bettors, time).await
    };
    println!("  alone             {:.1} µs of processor time a bet", alone.as_secs_f64() * 1e6);
    let floor = Floor::start(&ours.taisai, 200, Run::Automatic);
    let empty = floor.served.memory();
    let mut bettors = seated(&floor, 1..=200).await;
    // What it took to seat them all is done with; the rest stays as long as they are there.
    tokio::time::sleep(Duration::from_secs(2)).await;
    let each = (floor.served.memory().saturating_sub(empty)) / 10_000;
    let idle = bettors.split_off(50);
    let among = work(&floor, bettors, time).await;
    println!("  among 10,000      {:.1} µs of processor time a bet", among.as_secs_f64() * 1e6);
    println!("    ratio {:.2}", among.as_secs_f64() / alone.as_secs_f64());
    println!(
        "  idle terminal, seated, with its seat at the table: {:.1} KiB (aim: at most 64)",
        f64::from(u32::try_from(each).unwrap_or(u32::MAX)) / 1024.0
    );
    drop(idle);
}

async fn seated(floor: &Floor, tables: RangeInclusive<u32>) -> Vec<Bettor> {
    floor.seat(tables, 50).await.into_iter().map(|(_, bettor)| bettor).collect()
}

/// The processor time of the server for each bet.
async fn work(floor: &Floor, bettors: Vec<Bettor>, time: Duration) -> Duration {
    swarm::bet(&floor.served, bettors, time, floor::is_answer).await.1.work()
}
