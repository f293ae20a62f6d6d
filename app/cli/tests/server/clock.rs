//! The clock on the wall is set while people play: forward, and back.
//!
//! No right to set the machine's clock is needed: a shim of `proof/testing` stands between the
//! server and the wall's clock. The counter by which things are timed goes on as it is.

use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::{Value, json};
use taisai_testing::client::Screen;
use taisai_testing::shim;

use crate::floor::{TestFloor, done, exported, one_table, run};

const HOUR_MS: i64 = 3_600_000;
/// As far as the house follows a clock, but for what a busy machine needs to read it twice.
const FOLLOWED_MS: i64 = HOUR_MS - 60_000;

/// A clock that can be set.
struct WallClock(PathBuf);

impl WallClock {
    fn set_ahead(&self, ahead_ms: i64) {
        // A reader of the clock sees the whole new value or the old one.
        let next = self.0.with_extension("next");
        std::fs::write(&next, ahead_ms.to_string()).unwrap();
        std::fs::rename(next, &self.0).unwrap();
    }

    /// Sets it while people play; the floor looks at the clock when somebody comes in.
    async fn jump(&self, floor: &TestFloor, ahead_ms: i64) {
        self.set_ahead(ahead_ms);
        Screen::terminal(floor, 1).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_clock_that_is_set_ends_no_betting_late_and_turns_no_time_back() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let data = data.to_str().unwrap();
    let wall = WallClock(folder.path().join("clock"));
    wall.set_ahead(0);
    let mut command = TestFloor::demo_command(folder.path(), data, &one_table(600_000));
    command.env("LD_PRELOAD", shim::clock()).env("CLOCK_FILE", &wall.0);
    let floor = TestFloor::start(folder.path(), command);
    let (mut screen, _) = Screen::terminal(&floor, 1).await;
    screen.ask(None, json!({ "seat": { "sit": { "demo": 100_000 } } })).await;
    let bet = json!({ "bet": { "place_bets": { "bets": [{ "area": "small", "stake": 100 }] } } });
    let first = screen.betting(1).await;
    assert_eq!(screen.ask(Some(first), bet.clone()).await["answer"], "done");

    // Ten minutes of betting are over at once: the house follows a clock that runs ahead.
    wall.jump(&floor, FOLLOWED_MS).await;
    let late = screen.ask(Some(first), bet.clone()).await;
    assert_ne!(late["answer"], "done", "a bet was taken after its time: {late}");
    let second = screen.betting_after(1, first).await;
    assert_eq!(screen.ask(Some(second), bet.clone()).await["answer"], "done");

    // Set back, the house goes on at its own pace: the round is not open for another hour and more.
    wall.jump(&floor, -HOUR_MS).await;
    assert_eq!(screen.ask(Some(second), bet.clone()).await["answer"], "done");
    // Fourteen hours ahead, it is not followed: what was followed once can never be undone.
    wall.jump(&floor, 14 * HOUR_MS).await;
    assert_eq!(screen.ask(Some(second), bet).await["answer"], "done");
    floor.close();

    done(&["verify", data], "");
    let times: Vec<String> =
        exported(data, &["--table", "1"]).iter().map(|event| event["time"].to_string()).collect();
    assert!(times.is_sorted(), "time goes back in the journal");
    let jumps = exported(data, &["--floor"]);
    let is_jump = |event: &&Value| event.to_string().to_lowercase().contains("clock");
    assert_eq!(jumps.iter().filter(is_jump).count(), 4, "every jump, and that one is too far");
    let too_far = jumps.iter().filter(|event| event.to_string().contains("ClockNotFollowed"));
    assert_eq!(too_far.count(), 1);
}

/// The command that serves a house whose clock can be set.
fn serve(folder: &Path, wall: &WallClock, more: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_taisai"));
    command.args(["serve", "--listen", "127.0.0.1:0", "--config"]).arg(folder.join("floor.toml"));
    command.arg("--data").arg(folder.join("data")).args(more);
    command.env("LD_PRELOAD", shim::clock()).env("CLOCK_FILE", &wall.0);
    command
}

/// What the clock shows when it is set so far ahead, for a person to say.
fn moment(ahead_ms: i64) -> String {
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap();
    let now = i64::try_from(now.as_millis()).unwrap() + ahead_ms;
    jiff::Timestamp::from_millisecond(now).unwrap().to_string()
}

/// A clock 14 hours ahead at a start was followed, and could never be undone.
#[tokio::test(flavor = "multi_thread")]
async fn a_start_half_a_day_later_needs_a_person_who_says_what_time_it_is() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let name = data.to_str().unwrap();
    std::fs::write(folder.path().join("floor.toml"), done(&["config", "example"], "")).unwrap();
    std::fs::write(folder.path().join("told"), "").unwrap();
    done(&["staff", "add", "ann", "--data", name], "correct horse battery\n");
    done(&["staff", "add", "bea", "--data", name], "staple trombone orchid\n");
    let wall = WallClock(folder.path().join("clock"));
    wall.set_ahead(0);
    TestFloor::start(folder.path(), serve(folder.path(), &wall, &[])).close();

    let ahead = 14 * HOUR_MS;
    wall.set_ahead(ahead);
    let files = || {
        let entries = std::fs::read_dir(&data).unwrap().map(|entry| entry.unwrap().path());
        let mut files: Vec<_> =
            entries.map(|file| (file.clone(), std::fs::read(&file).unwrap())).collect();
        files.sort();
        files
    };
    let before = files();
    let (now, wrong) = (moment(ahead), moment(ahead - 3 * HOUR_MS));
    let signed = |time: &str, by: &str| {
        let said = ["--accept-clock", time, "--by", by, "--reason", "closed overnight"];
        said.map(str::to_owned)
    };
    for (said, expected) in [
        (vec![], "the clock shows 14 hours more than the last record"),
        (signed(&wrong, "ann").to_vec(), "off by more than 10 minutes"),
        (signed(&now, "nobody.known").to_vec(), "nobody here logs in as nobody.known"),
    ] {
        let said: Vec<&str> = said.iter().map(String::as_str).collect();
        let refused = run(serve(folder.path(), &wall, &said), "");
        let error = String::from_utf8(refused.stderr).unwrap();
        assert_eq!(refused.status.code(), Some(1), "{error}");
        assert!(error.contains(expected), "{error}");
        assert!(before == files(), "a refused start changed something: {error}");
    }
    let said = signed(&now, "ann");
    let said: Vec<&str> = said.iter().map(String::as_str).collect();
    TestFloor::start(folder.path(), serve(folder.path(), &wall, &said)).close();
    done(&["verify", name], "");
    let events = exported(name, &["--floor"]);
    let accepted = events.iter().filter(|event| event.to_string().contains("ClockAccepted"));
    assert_eq!(accepted.count(), 1);
}
