//! A server that stands still for a while, as on an overloaded machine: a player who bets meanwhile
//! is judged by the time it is when the bet is read.

use std::time::{Duration, Instant};

use serde_json::{Value, json};
use taisai_testing::client::Screen;
use taisai_testing::luck::asked_for;
use tokio::time::sleep;

use crate::floor::{TestFloor, done, exported, one_table};

const TERMINALS: usize = 3;
const BETTING_MS: u64 = 1_000;
const CREDIT: u64 = 1_000_000;

fn bet(area: &str) -> Value {
    json!({ "bet": { "place_bets": { "bets": [{ "area": area, "stake": 100 }] } } })
}

impl TestFloor {
    /// Stops the whole process, and waits until it stands still.
    async fn stand_still(&self) {
        self.signal("STOP");
        let since = Instant::now();
        while !self.status("State").starts_with('T') {
            assert!(since.elapsed() < Duration::from_mins(1), "it does not stand still");
            sleep(Duration::from_millis(1)).await;
        }
    }
}

/// A terminal, and what it has in the house.
struct Player {
    screen: Screen,
    cookie: String,
}

impl Player {
    async fn sit(floor: &TestFloor) -> Self {
        let (mut screen, cookie) = Screen::terminal(floor, 1).await;
        let sat = screen.ask(None, json!({ "seat": { "sit": { "demo": CREDIT } } })).await;
        assert_eq!(sat["answer"], "done", "{sat}");
        Self { screen, cookie }
    }

    /// The screen as it is after a while: the same, or opened anew as a browser does.
    async fn back(&mut self, floor: &TestFloor) {
        self.screen = Screen::open(floor, "as=terminal", &self.cookie).await;
    }

    /// Sends a bet without waiting for an answer.
    async fn bets(&mut self, round: u64, area: &str) -> u64 {
        self.screen.asked += 1;
        let id = self.screen.asked;
        self.screen.send(id, Some(round), bet(area)).await;
        id
    }
}

/// Plays one round that stands still before its end; how many bets came too late.
async fn stop_once(floor: &TestFloor, players: &mut [Player]) -> u64 {
    let round = loop {
        let round = players[0].screen.betting(1).await;
        // On a slow machine the betting may be over before the bet is there.
        if players[0].screen.ask(Some(round), bet("small")).await["answer"] == "done" {
            break round;
        }
    };
    floor.stand_still().await;
    let mut late = Vec::new();
    for player in &mut *players {
        late.push(player.bets(round, "big").await);
    }
    // The round was open before it stood still, so that after this its time is over.
    sleep(Duration::from_millis(BETTING_MS)).await;
    for (player, late) in players.iter_mut().zip(&mut late) {
        let later = player.bets(round, "odd").await;
        assert_eq!(later, *late + 1);
    }
    floor.signal("CONT");
    for (player, late) in players.iter_mut().zip(late) {
        for id in [late, late + 1] {
            let answer = player.screen.answer(id).await;
            assert_ne!(answer["answer"], "done", "a bet was taken late: {answer}");
            assert!(answer["why"]["code"].is_string(), "{answer}");
        }
    }
    let settled = |message: &Value| {
        message["channel"] == "seat" && message["changed"]["outcome"]["last"]["round"] == round
    };
    let heard = players[0].screen.heard.iter().any(settled);
    if !heard {
        players[0].screen.until(settled).await;
    }
    2 * players.len() as u64
}

/// `SERVER_STOPS=20` stands still so often.
#[tokio::test(flavor = "multi_thread")]
async fn what_is_bet_while_the_server_stands_still_is_not_taken_late() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let data = data.to_str().unwrap();
    let config = one_table(BETTING_MS).replace("book = \"maryland\"", "book = \"singapore-1\"");
    let floor = TestFloor::demo(folder.path(), data, &config);
    let mut players = Vec::new();
    for _ in 0..TERMINALS {
        players.push(Player::sit(&floor).await);
    }
    let (stops, mut late) = (asked_for("SERVER_STOPS").unwrap_or(2), 0);
    for _ in 0..stops {
        late += stop_once(&floor, &mut players).await;
        for player in &mut players {
            player.back(&floor).await;
        }
    }
    // Play goes on: everybody can bet, and gets the results.
    for player in &mut players {
        loop {
            let round = player.screen.betting(1).await;
            if player.screen.ask(Some(round), bet("big")).await["answer"] == "done" {
                break;
            }
        }
    }
    floor.close();
    let whole = done(&["verify", data], "");
    assert!(whole.contains("whole"), "{whole}");
    no_bet_is_kept_after_its_time(data);
    println!("in all {stops} stops, {late} late bets refused");
}

/// The other side of the border: a pause alone costs nobody a bet.
#[tokio::test(flavor = "multi_thread")]
async fn what_is_bet_in_time_is_taken_when_the_server_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let floor = TestFloor::demo(folder.path(), data.to_str().unwrap(), &one_table(600_000));
    let mut player = Player::sit(&floor).await;
    let round = player.screen.betting(1).await;
    floor.stand_still().await;
    let id = player.bets(round, "big").await;
    sleep(Duration::from_millis(BETTING_MS)).await;
    floor.signal("CONT");
    let answer = player.screen.answer(id).await;
    assert_eq!(answer["answer"], "done", "{answer}");
    floor.close();
}

/// Looks into the journal as an auditor does.
fn no_bet_is_kept_after_its_time(data: &str) {
    let (mut until, mut bets) = (None, 0);
    for event in exported(data, &["--table", "1"]) {
        match event["event"].as_str().unwrap() {
            "betting-opened" => until = Some(event["data"]["until"].clone()),
            "betting-closed" => until = None,
            "bets-changed" => {
                let until = until.as_ref().expect("betting is open");
                assert!(moment(&event["time"]) < moment(until), "{event}");
                bets += 1;
            }
            _ => {}
        }
    }
    assert!(bets > 0, "nobody has bet");
}

/// A moment as the export tells it; all are in the same form, so that their texts are in order.
fn moment(message: &Value) -> String {
    message.as_str().map_or_else(|| message.to_string(), str::to_owned)
}
