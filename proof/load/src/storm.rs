//! All terminals back at once, each with its exact state, beside bare handshakes.

use std::time::{Duration, Instant};

use tokio::task::JoinSet;

use crate::floor::{self, Floor, Run};
use crate::screen::Screen;
use crate::{Ours, beside};

/// How many come in through the door at once; the others wait outside, as with a real storm.
const AT_ONCE: usize = 512;
/// Each storm is raised so often, in turns, and the best counts.
const TURNS: usize = 3;

/// Measures and prints.
pub(crate) async fn measure(ours: &Ours) {
    let count = ours.terminals;
    println!("{count} terminals come back at once, best of {TURNS} storms in turns");
    let echo = beside("echo", None);
    let under_load = Floor::start(&ours.taisai, 1, Run::Automatic);
    let mut terminals = Vec::new();
    let seated = under_load.seat(1..=1, count).await;
    for ((terminal, mut bettor), units) in seated.into_iter().zip(1_u64..) {
        bettor.place("small", units * 100, floor::is_answer).await;
        terminals.push((terminal, units * 100));
    }
    let (mut bare, mut back) = (Duration::MAX, Duration::MAX);
    for _ in 0..TURNS {
        bare = bare.min(handshakes(&echo, count).await);
        back = back.min(all_back(&terminals).await);
    }
    println!("  bare handshakes and one echo   {:>7.0} ms", bare.as_secs_f64() * 1e3);
    println!("  taisai, state checked          {:>7.0} ms", back.as_secs_f64() * 1e3);
    println!("    ratio {:.2}", back.as_secs_f64() / bare.as_secs_f64());
}

async fn handshakes(echo: &crate::child::Served, count: u32) -> Duration {
    let address = echo.address;
    let come = move || async move {
        let mut screen = Screen::open(address, "/ws", None).await;
        screen.say("here again".into()).await;
        screen.hear().await;
        screen
    };
    storm((0..count).map(|_| come())).await
}

/// Everybody is back when everybody has seen their stake and their credit.
async fn all_back(terminals: &[(floor::Terminal, u64)]) -> Duration {
    let back = terminals.iter().cloned().map(|(terminal, stake)| async move {
        let (bettor, seat) = terminal.open().await;
        let credit = seat["money"]["credit"].as_u64();
        assert_eq!(credit, Some(1_000_000_000 - stake), "not what it was: {seat}");
        assert_eq!(seat["bets"][0]["stake"].as_u64(), Some(stake), "{seat}");
        bettor.screen
    });
    storm(back).await
}

/// How long it takes until everybody is there.
async fn storm<F>(coming: impl Iterator<Item = F>) -> Duration
where
    F: Future<Output = Screen> + Send + 'static,
{
    let start = Instant::now();
    let (mut outside, mut inside) = (JoinSet::new(), Vec::new());
    for next in coming {
        if outside.len() == AT_ONCE {
            inside.extend(outside.join_next().await);
        }
        outside.spawn(next);
    }
    while let Some(screen) = outside.join_next().await {
        inside.push(screen);
    }
    let took = start.elapsed();
    for screen in inside {
        drop(screen.expect("a terminal comes back without a fault"));
    }
    took
}
