//! A small house whose server is killed again and again: while terminals bet, and while it starts.
//!
//! After every kill the next start must know the last acknowledged bet of every seat and give every
//! stake back. After every hundred the journal is proved, each acknowledged bet is looked up in it
//! as an auditor would, and another house begins.

use std::collections::{BTreeMap, BTreeSet};
use std::process::Stdio;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant, SystemTime};

use serde_json::json;
use taisai_testing::client::Screen;
use taisai_testing::luck::Luck;
use taisai_testing::luck::asked_for;
use tempfile::TempDir;
use tokio::time::sleep;

use crate::floor::{TestFloor, done, exported, one_table};
use crate::kills::{better, come_back};

const TERMINALS: usize = 2;
const CREDIT: u64 = 1_000_000;
const KILLS_OF_A_HOUSE: u64 = 100;
/// A kill comes within this time after the terminals have begun to bet, or the server to start.
const MOMENT_MS_MAX: u64 = 120;

/// A house with its terminals, and the messages each of them received.
struct House {
    folder: TempDir,
    data: String,
    config: String,
    cookies: Vec<String>,
    /// The asks of each seat that were acknowledged.
    acknowledged: BTreeMap<u64, BTreeSet<u64>>,
}

impl House {
    /// A new house, its terminals seated.
    async fn found() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let data = folder.path().join("data").to_str().unwrap().to_owned();
        let config = one_table(86_400_000);
        let floor = TestFloor::demo(folder.path(), &data, &config);
        let mut cookies = Vec::new();
        for _ in 0..TERMINALS {
            let (mut screen, cookie) = Screen::terminal(&floor, 1).await;
            let sit = json!({ "seat": { "sit": { "demo": CREDIT } } });
            assert_eq!(screen.ask(None, sit).await["answer"], "done");
            cookies.push(cookie);
        }
        floor.kill();
        Self { folder, data, config, cookies, acknowledged: BTreeMap::new() }
    }

    /// A kill while the server starts: nothing has been sent yet.
    fn kill_at_the_start(&self, after: Duration) {
        let mut command = TestFloor::demo_command(self.folder.path(), &self.data, &self.config);
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        let mut child = command.spawn().unwrap();
        std::thread::sleep(after);
        child.kill().unwrap();
        child.wait().unwrap();
    }

    /// A kill while terminals bet; first, everybody has what they must have.
    async fn kill_while_betting(&mut self, after: Duration) {
        let floor = TestFloor::demo(self.folder.path(), &self.data, &self.config);
        let (last_done, cut) = (Arc::new(AtomicU64::new(0)), Arc::new(AtomicBool::new(false)));
        let mut betting = Vec::new();
        for cookie in &self.cookies {
            let (credit, bets, asked) = come_back(&floor, cookie).await;
            assert_eq!((credit, &bets), (CREDIT, &json!([])), "every stake is back");
            let mut screen = Screen::open(&floor, "as=terminal", cookie).await;
            let seat = screen.heard[0]["you"]["seat"].as_u64().unwrap();
            let last = self.acknowledged.get(&seat).and_then(|asks| asks.last()).copied();
            assert!(last.is_none_or(|last| last <= asked), "seat {seat}: {last:?}, not {asked}");
            let round = screen.betting(1).await;
            betting.push((seat, better(screen, round, Arc::clone(&last_done), Arc::clone(&cut))));
        }
        sleep(after).await;
        floor.kill();
        cut.store(true, Ordering::Relaxed);
        for (seat, betting) in betting {
            self.acknowledged.entry(seat).or_default().extend(betting.await.unwrap());
        }
    }

    /// Proves the journal, and looks every acknowledged bet up in it; how many there were.
    fn audit(self) -> u64 {
        let whole = done(&["verify", &self.data], "");
        assert!(whole.contains("whole"), "{whole}");
        let mut kept: BTreeMap<(u64, u64), u64> = BTreeMap::new();
        let events = exported(&self.data, &["--table", "1"]);
        for event in events.iter().filter(|event| event["event"] == "bets-changed") {
            let seat = event["data"]["seat"].as_u64().unwrap();
            // An ask has up to four steps at a table; a bet is the first.
            let ask = event["request"].as_u64().unwrap() / 4;
            *kept.entry((seat, ask)).or_default() += 1;
        }
        let mut count = 0;
        for (seat, asks) in &self.acknowledged {
            for ask in asks {
                assert_eq!(
                    kept.get(&(*seat, *ask)),
                    Some(&1),
                    "seat {seat} was answered about {ask}"
                );
                count += 1;
            }
        }
        count
    }
}

/// `QUICK_KILLS=10000` kills so often, `KILLS_SEED=7` at the moments of that seed.
#[tokio::test(flavor = "multi_thread")]
async fn killed_by_the_thousand_nothing_acknowledged_is_lost() {
    let (kills, since) = (asked_for("QUICK_KILLS").unwrap_or(8), Instant::now());
    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap();
    let seed = asked_for("KILLS_SEED").unwrap_or(u64::from(now.subsec_nanos()));
    println!("KILLS_SEED={seed} has the same moments");
    let (mut luck, mut killed, mut at_start, mut bets) = (Luck::new(seed), 0, 0, 0);
    while killed < kills {
        let mut house = House::found().await;
        for _ in 0..KILLS_OF_A_HOUSE.min(kills - killed) {
            let after = Duration::from_millis(luck.below(MOMENT_MS_MAX));
            if luck.below(4) == 0 {
                house.kill_at_the_start(after);
                at_start += 1;
            } else {
                house.kill_while_betting(after).await;
            }
            killed += 1;
        }
        bets += house.audit();
        let seconds = since.elapsed().as_secs();
        // Told as it goes: of a run that is ended early, the last line counts.
        println!(
            "in {seconds} s {killed} kills of the server, {at_start} of them while it started, \
             {bets} bets acknowledged and found"
        );
    }
}
