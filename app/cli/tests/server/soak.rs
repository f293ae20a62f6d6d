//! A server that plays for long, is stopped or killed, restarts, and is verified at the end.

use std::time::{Duration, Instant};

use serde_json::{Value, json};
use taisai_testing::client::Screen;
use taisai_testing::luck::asked_for;
use tokio::time::sleep;

use crate::floor::{TestFloor, done, exported, one_table};

const TERMINALS: usize = 4;
/// Without an option a soak lasts so long.
const USUAL: Duration = Duration::from_secs(6);
/// How often the server starts: the first time for half of the soak, so that its memory can grow.
const STARTS: u32 = 5;
/// So much more memory at the end than after a tenth of the first stretch is taken for a leak.
const GROWTH_KIB_MAX: u64 = 65_536;

/// Bets in every round until the time is over or the line is cut; how many rounds it saw settled.
async fn play(mut screen: Screen, until: Instant) -> u64 {
    let mut settled = 0;
    while Instant::now() < until {
        let round = screen.betting(1).await;
        let bets = json!([{ "area": "small", "stake": 100 }, { "area": "big", "stake": 100 }]);
        let ask = json!({ "bet": { "place_bets": { "bets": bets } } });
        if screen.ask(Some(round), ask).await["answer"] == "done" {
            let is_settled = |message: &Value| {
                message["channel"] == "seat"
                    && message["changed"]["outcome"]["last"]["round"] == round
            };
            screen.until(is_settled).await;
            settled += 1;
        }
        screen.heard.clear();
    }
    settled
}

fn memory_kib(floor: &TestFloor) -> u64 {
    floor.status("VmRSS").split(' ').next().unwrap().parse().unwrap()
}

/// One stretch: everybody plays; the memory after a tenth of it and at its end, and the rounds.
async fn stretch(floor: &TestFloor, cookies: &[String], lasts: Duration) -> (u64, u64, u64) {
    let until = Instant::now() + lasts;
    let mut players = Vec::new();
    for cookie in cookies {
        let screen = Screen::open(floor, "as=terminal", cookie).await;
        players.push(tokio::spawn(play(screen, until)));
    }
    sleep(lasts / 10).await;
    let early = memory_kib(floor);
    let mut rounds = 0;
    for player in players {
        rounds = rounds.max(player.await.unwrap());
    }
    (early, memory_kib(floor), rounds)
}

/// `SOAK_MINUTES=30` plays so long.
#[tokio::test(flavor = "multi_thread")]
async fn a_long_shift_with_restarts_is_whole_in_the_end() {
    let minutes = asked_for("SOAK_MINUTES").unwrap_or(0);
    let lasts = if minutes == 0 { USUAL } else { Duration::from_secs(60 * minutes) };
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let data = data.to_str().unwrap();
    let mut cookies = Vec::new();
    let (mut rounds, mut last) = (0, 0);
    for start in 0..STARTS {
        let floor = TestFloor::demo(folder.path(), data, &one_table(1_000));
        for _ in cookies.len()..TERMINALS {
            let (mut screen, cookie) = Screen::terminal(&floor, 1).await;
            let sit = json!({ "seat": { "sit": { "demo": 100_000_000 } } });
            assert_eq!(screen.ask(None, sit).await["answer"], "done");
            cookies.push(cookie);
        }
        let part = if start == 0 { lasts / 2 } else { lasts / 2 / (STARTS - 1) };
        let (early, late, played) = stretch(&floor, &cookies, part).await;
        println!(
            "start {start}: {played} rounds in {part:?}, {} MiB after a tenth, {} MiB at last",
            early / 1024,
            late / 1024
        );
        assert!(late < early + GROWTH_KIB_MAX, "memory grows from {early} to {late} KiB");
        (rounds, last) = (rounds + played, late);
        if start % 2 == 0 { floor.close() } else { floor.kill() }
    }
    let whole = done(&["verify", data], "");
    assert!(whole.contains("whole"), "{whole}");
    let opened = exported(data, &["--table", "1"]);
    let opened = opened.iter().filter(|event| event["event"] == "betting-opened").count();
    assert!(opened as u64 >= rounds, "{rounds} rounds were seen, {opened} are kept");
    println!(
        "in all {minutes} minutes of play, {STARTS} starts, {rounds} rounds played, \
         {} MiB at the end",
        last / 1024
    );
}
