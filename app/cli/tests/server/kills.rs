//! A power cut while terminals bet: whatever was acknowledged is there, and nothing else changed.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use taisai_testing::client::Screen;
use taisai_testing::cluster::{client, cluster};
use taisai_testing::luck::asked_for;
use tokio::task::JoinHandle;

use crate::floor::{TestFloor, done, exported, one_table};

const TERMINALS: usize = 6;
const CREDIT: u64 = 1_000_000;

/// A terminal that bets until its line is cut; which of its asks were acknowledged.
pub(crate) fn better(
    mut screen: Screen,
    round: u64,
    acknowledged: Arc<AtomicU64>,
    cut: Arc<AtomicBool>,
) -> JoinHandle<Vec<u64>> {
    tokio::spawn(async move {
        let bet =
            json!({ "bet": { "place_bets": { "bets": [{ "area": "small", "stake": 100 }] } } });
        let mut known = Vec::new();
        while !cut.load(Ordering::Relaxed) {
            screen.asked += 1;
            let id = screen.asked;
            if !screen.try_send(id, Some(round), bet.clone()).await {
                break;
            }
            loop {
                let Some(message) = screen.next().await else { return known };
                if message["tell"] == "answer" && message["id"] == id {
                    assert_eq!(message["answer"], "done", "{message}");
                    known.push(id);
                    acknowledged.fetch_add(1, Ordering::Relaxed);
                    break;
                }
            }
        }
        known
    })
}

/// The credit and the bets of a seat, as it is shown when its terminal comes back.
pub(crate) async fn come_back(floor: &TestFloor, cookie: &str) -> (u64, Value, u64) {
    let mut screen = Screen::open(floor, "as=terminal", cookie).await;
    let seat =
        screen.until(|message| message["tell"] == "snapshot" && message["channel"] == "seat").await;
    let credit = seat["state"]["money"]["credit"].as_u64().unwrap();
    (credit, seat["state"]["bets"].clone(), screen.asked)
}

async fn kill_while_betting(data: &str, folder: &std::path::Path, kills: u64) {
    let config = one_table(86_400_000);
    let mut cookies: Vec<String> = Vec::new();
    for kill in 0..kills {
        let floor = TestFloor::demo(folder, data, &config);
        let mut screens = Vec::new();
        for place in 0..TERMINALS {
            let screen = if let Some(cookie) = cookies.get(place) {
                Screen::open(&floor, "as=terminal", cookie).await
            } else {
                let (mut screen, cookie) = Screen::terminal(&floor, 1).await;
                let sit = json!({ "seat": { "sit": { "demo": CREDIT } } });
                assert_eq!(screen.ask(None, sit).await["answer"], "done");
                cookies.push(cookie);
                screen
            };
            screens.push(screen);
        }
        let round = screens[0].betting(1).await;
        let (acknowledged, cut) = (Arc::new(AtomicU64::new(0)), Arc::new(AtomicBool::new(false)));
        let seats: Vec<u64> =
            screens.iter().map(|screen| screen.heard[0]["you"]["seat"].as_u64().unwrap()).collect();
        let betting: Vec<_> = screens
            .into_iter()
            .map(|screen| better(screen, round, Arc::clone(&acknowledged), Arc::clone(&cut)))
            .collect();
        // In the middle of it: more have been acknowledged than could have been by accident.
        let since = Instant::now();
        while acknowledged.load(Ordering::Relaxed) < 60 + kill * 17 {
            assert!(since.elapsed() < Duration::from_mins(1), "nobody bets: {}", floor.log());
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
        floor.kill();
        cut.store(true, Ordering::Relaxed);
        let mut asks = BTreeMap::new();
        for (seat, betting) in seats.iter().zip(betting) {
            asks.insert(*seat, betting.await.unwrap());
        }
        every_acknowledged_bet_is_there(data, round, &asks);
        let_go(data).await;
        let floor = TestFloor::demo(folder, data, &config);
        for (seat, cookie) in seats.iter().zip(&cookies) {
            let (credit, bets, asked) = come_back(&floor, cookie).await;
            // No outcome can exist: the round is void, and every stake is back.
            assert_eq!((credit, &bets), (CREDIT, &json!([])), "seat {seat} after kill {kill}");
            let last = asks[seat].last().copied().unwrap_or(0);
            assert!(asked >= last, "seat {seat}: {asked} is before {last}");
        }
        floor.close();
        let whole = done(&["verify", data], "");
        assert!(whole.contains("whole"), "{whole}");
    }
}

/// Takes the leases of a killed server from it, as the page on PostgreSQL says, so that the next
/// need not wait for them; in a folder there are none.
async fn let_go(data: &str) {
    if !data.starts_with("postgres://") {
        return;
    }
    let data = data.to_owned();
    let let_go = "UPDATE taisai.stream SET lease_owner = NULL, lease_until = NULL";
    let gone = move || client(&data).batch_execute(let_go).unwrap();
    tokio::task::spawn_blocking(gone).await.unwrap();
}

/// Looks into the journal as an auditor does, before any server has touched it again.
fn every_acknowledged_bet_is_there(data: &str, round: u64, asks: &BTreeMap<u64, Vec<u64>>) {
    let events = exported(data, &["--table", "1"]);
    let mut kept: BTreeMap<(u64, u64), u64> = BTreeMap::new();
    for event in events.iter().filter(|event| event["event"] == "bets-changed") {
        if event["data"]["round"] == round {
            let seat = event["data"]["seat"].as_u64().unwrap();
            // An ask has up to four steps at a table; a bet is the first.
            let ask = event["request"].as_u64().unwrap() / 4;
            *kept.entry((seat, ask)).or_default() += 1;
        }
    }
    let acknowledged: usize = asks.values().map(Vec::len).sum();
    assert!(acknowledged >= 60, "{acknowledged}");
    for (seat, ids) in asks {
        for id in ids {
            assert_eq!(
                kept.get(&(*seat, *id)),
                Some(&1),
                "seat {seat} was answered that {id} lies"
            );
        }
    }
    // Whatever else is there was asked and not yet answered: one ask for each terminal at most.
    assert!(kept.len() <= acknowledged + asks.len(), "{} of {acknowledged}", kept.len());
}

/// `SERVER_KILLS` kills more often.
fn kills() -> u64 {
    asked_for("SERVER_KILLS").unwrap_or(3)
}

#[tokio::test(flavor = "multi_thread")]
async fn in_a_folder_every_acknowledged_bet_survives_kill_9() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    kill_while_betting(data.to_str().unwrap(), folder.path(), kills()).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn in_postgresql_every_acknowledged_bet_survives_kill_9() {
    let folder = tempfile::tempdir().unwrap();
    let url = tokio::task::spawn_blocking(|| cluster().database()).await.unwrap();
    kill_while_betting(&url, folder.path(), kills()).await;
}
