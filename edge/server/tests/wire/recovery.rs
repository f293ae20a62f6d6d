//! A floor that stops and starts again.

use serde_json::json;
use taisai_protocol::Ask;
use taisai_protocol::ask::{BetAsk, BetLine};
use taisai_testing::client::{self, Screen, word};

use crate::floor::{TestFloor, config};

#[tokio::test(flavor = "multi_thread")]
async fn credit_and_seat_are_there_after_a_restart_and_open_betting_is_void() {
    let folder = tempfile::tempdir().unwrap();
    let floor = TestFloor::open(folder.path(), config(60_000)).await;
    let (mut screen, cookie) = Screen::terminal(&floor, 1).await;
    screen.ask(None, client::sit_with_play_money(100_000)).await;
    let round = screen.betting(1).await;
    let bet =
        Ask::Bet(BetAsk::PlaceBets { bets: vec![BetLine { area: word("small"), stake: 1000 }] });
    let answer = screen.ask(Some(round), bet).await;
    assert_eq!(answer["answer"], "done", "{answer}");
    let asked = screen.asked;
    floor.close().await;
    let bye = screen.until(|message| message["tell"] == "bye").await;
    assert_eq!(bye["reason"], "server-stops");

    let floor = TestFloor::open(folder.path(), config(60_000)).await;
    assert!(floor.hired.is_empty(), "passwords are shown once");
    let mut screen = Screen::open(&floor, "as=terminal", &cookie).await;
    assert!(screen.asked >= asked, "the server remembers the numbers it has answered");
    let seat =
        screen.until(|message| message["tell"] == "snapshot" && message["channel"] == "seat").await;
    assert_eq!(seat["state"]["money"]["credit"], 100_000, "{seat}");
    assert_eq!(seat["state"]["bets"], json!([]));
    floor.close().await;
}
