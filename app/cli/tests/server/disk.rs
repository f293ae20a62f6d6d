//! A disk that is full while people play: nothing is acknowledged that is not stored, and play goes
//! on as soon as there is room.

use std::io::Write as _;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use taisai_testing::client::{Screen, http};
use tokio::time::{sleep, timeout};

use crate::floor::{TestFloor, one_table};

/// A shell that mounts its own small disk, executes commands, and runs the server on it.
const SHELL: &str = r#"
mount -t tmpfs -o size=24m none "$1" || exit 9
exec 3<&0
(while read -r order <&3; do sh -c "$order"; done) &
shift
exec "$@" </dev/null
"#;

fn may_mount() -> bool {
    let tried = Command::new("unshare").args(["--mount", "true"]).stderr(Stdio::null()).status();
    tried.is_ok_and(|status| status.success())
}

async fn until_ready(floor: &TestFloor, status: u16) {
    let ready = async {
        while http(floor, "GET", "/readyz", &[], None).await.status != status {
            sleep(Duration::from_millis(20)).await;
        }
    };
    let in_time = timeout(Duration::from_mins(1), ready).await;
    assert!(in_time.is_ok(), "/readyz never says {status}: {}", floor.log());
}

fn bet() -> Value {
    json!({ "bet": { "place_bets": { "bets": [{ "area": "small", "stake": 100 }] } } })
}

#[tokio::test(flavor = "multi_thread")]
#[expect(clippy::too_many_lines, reason = "one story from its beginning to its end")]
async fn a_full_disk_is_reported_and_play_goes_on_when_there_is_room() {
    if !may_mount() {
        println!("not tried: this process may not mount a disk of its own");
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let small = folder.path().join("small");
    std::fs::create_dir(&small).unwrap();
    std::fs::write(folder.path().join("floor.toml"), one_table(86_400_000)).unwrap();
    let data = small.join("data");
    let mut command = Command::new("unshare");
    command.args(["--mount", "sh", "-c", SHELL, "sh"]).arg(&small);
    command.arg(env!("CARGO_BIN_EXE_taisai")).args(["demo", "--listen", "127.0.0.1:0", "--data"]);
    command.arg(&data).arg("--config").arg(folder.path().join("floor.toml"));
    let mut floor = TestFloor::start(folder.path(), command);
    let (mut screen, cookie) = Screen::terminal(&floor, 1).await;
    screen.ask(None, json!({ "seat": { "sit": { "demo": 100_000 } } })).await;
    let round = screen.betting(1).await;
    let answer = screen.ask(Some(round), bet()).await;
    assert_eq!(answer["answer"], "done", "{answer}");

    let filler = small.join("filler");
    floor.order(&format!("dd if=/dev/zero of={} bs=64k 2>/dev/null", filler.display()));
    let mut acknowledged = 1;
    // Bets are taken as long as there is room for them; then the line is ended, with the reason.
    let bye = loop {
        screen.asked += 1;
        let id = screen.asked;
        screen.try_send(id, Some(round), bet()).await;
        let message = loop {
            let message = screen.next().await.unwrap();
            if message["tell"] == "bye" || (message["tell"] == "answer" && message["id"] == id) {
                break message;
            }
        };
        if message["tell"] == "bye" {
            break message;
        }
        assert_eq!(message["answer"], "done", "{message}");
        acknowledged += 1;
    };
    assert_eq!(bye["reason"], "server-fault");
    until_ready(&floor, 503).await;
    assert_eq!(http(&floor, "GET", "/healthz", &[], None).await.status, 200);
    assert!(floor.log().contains("the journal failed"), "{}", floor.log());

    floor.order(&format!("rm {}", filler.display()));
    until_ready(&floor, 200).await;
    let mut screen = Screen::open(&floor, "as=terminal", &cookie).await;
    let seat =
        screen.until(|message| message["tell"] == "snapshot" && message["channel"] == "seat").await;
    assert_eq!(seat["state"]["money"]["credit"], 100_000, "{acknowledged} bets are void: {seat}");
    let next = screen.betting(1).await;
    assert!(next > round);
    let answer = screen.ask(Some(next), bet()).await;
    assert_eq!(answer["answer"], "done", "{answer}");
    // No other process sees the disk, so that the journal is proved where the server is.
    let proof = folder.path().join("proof");
    floor.order(&format!(
        "{} verify {} > {} 2>&1; touch {}.done",
        env!("CARGO_BIN_EXE_taisai"),
        data.display(),
        proof.display(),
        proof.display()
    ));
    let since = Instant::now();
    while !proof.with_extension("done").exists() {
        assert!(since.elapsed() < Duration::from_mins(1), "no proof: {}", floor.log());
        sleep(Duration::from_millis(20)).await;
    }
    assert!(!floor.log().contains("the clock is behind"), "{}", floor.log());
    let whole = std::fs::read_to_string(&proof).unwrap();
    assert!(whole.contains("whole"), "{whole}");
    floor.close();
}

impl TestFloor {
    /// Has something done where the server's own disk can be seen.
    fn order(&mut self, order: &str) {
        let orders = self.orders.as_mut().unwrap();
        orders.write_all(format!("{order}\n").as_bytes()).unwrap();
        orders.flush().unwrap();
    }
}
