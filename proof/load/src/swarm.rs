//! Many screens that bet as fast as they are answered, one bet in flight each.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use tokio::sync::Barrier;
use tokio::task::JoinSet;

use crate::child::Served;
use crate::figures::Figures;
use crate::screen::Screen;

/// A screen and the number of its last ask.
pub(crate) struct Bettor {
    /// The conversation.
    pub(crate) screen: Screen,
    /// The number of the last ask.
    pub(crate) asked: u64,
}

/// How an answer is distinguished from everything else a server says.
pub(crate) type IsAnswer = fn(&str) -> bool;

/// Lets all of them bet for so long; gives them back with what was measured.
pub(crate) async fn bet(
    served: &Served,
    bettors: Vec<Bettor>,
    time: Duration,
    is_answer: IsAnswer,
) -> (Vec<Bettor>, Figures) {
    let begin = Arc::new(Barrier::new(bettors.len() + 1));
    let enough = Arc::new(AtomicBool::new(false));
    let mut swarm = JoinSet::new();
    for mut bettor in bettors {
        let (begin, enough) = (Arc::clone(&begin), Arc::clone(&enough));
        swarm.spawn(async move {
            let mut waits = Vec::with_capacity(4096);
            begin.wait().await;
            while !enough.load(Ordering::Relaxed) {
                waits.push(bettor.bet(is_answer).await);
            }
            (bettor, waits)
        });
    }
    begin.wait().await;
    let (start, before) = (Instant::now(), served.cpu());
    tokio::time::sleep(time).await;
    enough.store(true, Ordering::Relaxed);
    let (mut bettors, mut waits) = (Vec::new(), Vec::new());
    while let Some(done) = swarm.join_next().await {
        let (bettor, more) = done.expect("a screen bets without a fault");
        bettors.push(bettor);
        waits.extend(more);
    }
    let cpu = served.cpu().saturating_sub(before);
    (bettors, Figures::new(waits, start.elapsed(), cpu))
}

impl Bettor {
    /// One bet of the swarm; how long its answer took.
    async fn bet(&mut self, is_answer: IsAnswer) -> Duration {
        const AREAS: [&str; 4] = ["small", "big", "any-triple", "total-10"];
        let area = AREAS[usize::try_from(self.asked).unwrap_or(0) % AREAS.len()];
        self.place(area, 100, is_answer).await
    }

    /// Places a bet in the first round; how long its answer took.
    pub(crate) async fn place(&mut self, area: &str, stake: u64, is_answer: IsAnswer) -> Duration {
        self.asked += 1;
        let bets = format!("[{{\"area\":\"{area}\",\"stake\":{stake}}}]");
        let bet = format!("{{\"bet\":{{\"place_bets\":{{\"bets\":{bets}}}}}}}");
        let ask = format!("{{\"id\":{},\"round\":1,\"ask\":{bet}}}", self.asked);
        let start = Instant::now();
        self.screen.say(ask.into()).await;
        let answer = self.screen.until(is_answer).await;
        let took = start.elapsed();
        assert!(!answer.contains("refused"), "a bet was refused: {answer}");
        took
    }
}
