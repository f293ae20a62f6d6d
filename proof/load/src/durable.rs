//! Durable bets a second over sockets, beside an echo and beside one transaction per bet.

use std::time::Duration;

use tempfile::TempDir;

use crate::child::Served;
use crate::figures::Figures;
use crate::floor::{self, Floor, Run, work_folder};
use crate::screen::Screen;
use crate::swarm::{self, Bettor};
use crate::{Ours, beside};

/// Each server is measured so often, in turns, and its best run counts.
const TURNS: usize = 3;

/// Measures and prints.
pub(crate) async fn measure(ours: &Ours) {
    let time = Duration::from_secs(ours.seconds);
    println!("durable bets, one in flight for each terminal, best of {TURNS} runs in turns");
    let (mut echo, mut floor) = (None, None);
    for _ in 0..TURNS {
        better(&mut echo, bare("echo", None, 1_000, time).await);
        better(&mut floor, of_floor(ours, 1_000, time).await);
    }
    let (echo, floor) = both(echo, floor);
    println!("  1,000 terminals   echo               {echo}");
    println!("                    taisai, one table  {floor}");
    println!("    taisai to echo: {:.0} % (aim: at least 50)", 100.0 * floor.rate() / echo.rate());

    let (mut plain, mut floor) = (None, None);
    for _ in 0..TURNS {
        let folder = TempDir::new_in(work_folder()).expect("there is room for a folder");
        better(&mut plain, bare("per-bet", Some(&folder), 200, time).await);
        better(&mut floor, of_floor(ours, 200, time).await);
    }
    let (plain, floor) = both(plain, floor);
    println!("  200 terminals     transaction a bet  {plain}");
    println!("                    taisai, one table  {floor}");
    let p99 = |figures: &Figures| figures.within(990).as_secs_f64();
    println!(
        "    taisai to it: {:.1} times (aim: at least 8), p99 {:.2} of its p99 (aim: at most 0.33)",
        floor.rate() / plain.rate(),
        p99(&floor) / p99(&plain),
    );
}

fn better(best: &mut Option<Figures>, now: Figures) {
    if best.as_ref().is_none_or(|best| best.rate() < now.rate()) {
        *best = Some(now);
    }
}

fn both(one: Option<Figures>, other: Option<Figures>) -> (Figures, Figures) {
    one.zip(other).expect("both were measured")
}

/// A server without seats under this many screens.
async fn bare(name: &str, folder: Option<&TempDir>, screens: u32, time: Duration) -> Figures {
    let served: Served = beside(name, folder.map(TempDir::path));
    let mut bettors = Vec::new();
    for _ in 0..screens {
        let screen = Screen::open(served.address, "/ws", None).await;
        bettors.push(Bettor { screen, asked: 0 });
    }
    swarm::bet(&served, bettors, time, |_| true).await.1
}

async fn of_floor(ours: &Ours, terminals: u32, time: Duration) -> Figures {
    let under_load = Floor::start(&ours.taisai, 1, Run::Automatic);
    let seated = under_load.seat(1..=1, terminals).await;
    let bettors = seated.into_iter().map(|(_, bettor)| bettor).collect();
    swarm::bet(&under_load.served, bettors, time, floor::is_answer).await.1
}
