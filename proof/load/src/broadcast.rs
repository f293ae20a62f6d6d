//! A result sent to many terminals, compared with a bare broadcast of the same bytes.

use std::sync::Arc;
use std::time::{Duration, Instant};

use serde_json::json;
use tokio::sync::Mutex;
use tokio::task::JoinSet;
use tokio_tungstenite::tungstenite::Utf8Bytes;

use crate::figures::Figures;
use crate::floor::{Floor, Run};
use crate::screen::Screen;
use crate::swarm::Bettor;
use crate::{Ours, beside};

/// How many results are sent.
const RESULTS: u64 = 20;

/// Measures and prints.
pub(crate) async fn measure(ours: &Ours) {
    println!("a result sent to {} terminals, {RESULTS} times", ours.terminals);
    let floor = Floor::start(&ours.taisai, 1, Run::Dealer);
    let mut dealer = floor.dealer().await;
    let taken = dealer.ask(None, json!({ "run": { "table": 1, "order": "take_shaker" } })).await;
    assert_eq!(taken["answer"], "done", "{taken}");
    let mut watching = Vec::new();
    for terminal in floor.enrol(1, ours.terminals).await {
        watching.push(terminal.open().await.0.screen);
    }
    let bare = beside("bare-broadcast", None);
    let mut speaker = Screen::open(bare.address, "/say", None).await;
    let mut listening = Vec::new();
    for _ in 0..ours.terminals {
        listening.push(Screen::open(bare.address, "/ws", None).await);
    }
    let (mut of_floor, mut of_bare) = (Vec::new(), Vec::new());
    for round in 1..=RESULTS {
        let (waits, said) = result(round, &mut dealer, &mut watching).await;
        of_floor.extend(waits);
        of_bare.extend(repeated(&mut speaker, &mut listening, said).await);
    }
    let (of_floor, of_bare) = (spread(of_floor), spread(of_bare));
    let millis = |figures: &Figures, of| figures.within(of).as_secs_f64() * 1e3;
    for (name, figures) in [("bare broadcast", &of_bare), ("taisai", &of_floor)] {
        let (p50, p99) = (millis(figures, 500), millis(figures, 990));
        println!("  {name:16} p50 {p50:>7.1} ms   p99 {p99:>7.1} ms");
    }
    let ratio = millis(&of_floor, 990) / millis(&of_bare, 990);
    println!("    taisai to it: {ratio:.2} (aim: at most 2)");
}

fn spread(waits: Vec<Duration>) -> Figures {
    Figures::new(waits, Duration::from_secs(1), Duration::ZERO)
}

/// One round without bets: from the dealer's last word to the result on every screen.
async fn result(
    round: u64,
    dealer: &mut Bettor,
    watching: &mut Vec<Screen>,
) -> (Vec<Duration>, Utf8Bytes) {
    let open =
        dealer.ask(Some(round), json!({ "run": { "table": 1, "order": "open_betting" } })).await;
    assert_eq!(open["answer"], "done", "{open}");
    // Of this round: messages about the last one may still be in a screen's socket.
    let of_round = format!("\"playing\":{{\"number\":{round},");
    let is_result = move |message: &str| {
        message.contains("\"result\":{\"dice\":[") && message.contains(&of_round)
    };
    let start = Instant::now();
    let (closed, heard) = tokio::join!(
        dealer.ask(Some(round), json!({ "run": { "table": 1, "order": "call_no_more_bets" } })),
        all_hear(watching, is_result, start),
    );
    assert_eq!(closed["answer"], "done", "{closed}");
    for order in ["collect", "pay", "clear"] {
        let done = dealer.ask(Some(round), json!({ "run": { "table": 1, "order": order } })).await;
        assert_eq!(done["answer"], "done", "{order}: {done}");
    }
    heard
}

async fn repeated(
    speaker: &mut Screen,
    listening: &mut Vec<Screen>,
    said: Utf8Bytes,
) -> Vec<Duration> {
    let start = Instant::now();
    tokio::join!(speaker.say(said), all_hear(listening, |_| true, start)).1.0
}

/// When each of them has received the expected message, and that message.
async fn all_hear(
    screens: &mut Vec<Screen>,
    wanted: impl Fn(&str) -> bool + Clone + Send + 'static,
    start: Instant,
) -> (Vec<Duration>, Utf8Bytes) {
    let said = Arc::new(Mutex::new(Utf8Bytes::default()));
    let mut all = JoinSet::new();
    for (place, mut screen) in std::mem::take(screens).into_iter().enumerate() {
        let (said, wanted) = (Arc::clone(&said), wanted.clone());
        all.spawn(async move {
            let heard = screen.until(wanted).await;
            let took = start.elapsed();
            if place == 0 {
                *said.lock().await = heard;
            }
            (screen, took)
        });
    }
    let mut waits = Vec::new();
    while let Some(done) = all.join_next().await {
        let (screen, took) = done.expect("a screen hears without a fault");
        screens.push(screen);
        waits.push(took);
    }
    let said = said.lock().await.clone();
    (waits, said)
}
