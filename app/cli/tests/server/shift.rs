//! A whole shift at a demo table, verified and replayed from its journal afterwards.

use std::collections::BTreeMap;

use serde_json::{Value, json};
use taisai_testing::client::Screen;

use crate::floor::{TestFloor, done, one_table};

const ROUNDS: usize = 12;

/// A player who bets on small and big in every round; what came back in each, as the screen said.
async fn play(mut screen: Screen) -> BTreeMap<u64, u64> {
    let sat = screen.ask(None, json!({ "seat": { "sit": { "demo": 100_000 } } })).await;
    assert_eq!(sat["answer"], "done", "{sat}");
    let mut returned = BTreeMap::new();
    while returned.len() < ROUNDS {
        let round = screen.betting(1).await;
        let bets = json!([{ "area": "small", "stake": 200 }, { "area": "big", "stake": 100 }]);
        let placed = json!({ "bet": { "place_bets": { "bets": bets } } });
        let answer = screen.ask(Some(round), placed).await;
        if answer["answer"] != "done" {
            // The betting of a short round may be over before the bet is there.
            assert!(answer["why"]["code"].is_string(), "{answer}");
            continue;
        }
        let settled = |message: &Value| {
            message["channel"] == "seat" && message["changed"]["outcome"]["last"]["round"] == round
        };
        let message = screen.until(settled).await;
        let outcome = &message["changed"]["outcome"]["last"];
        returned.insert(round, outcome["returned"].as_u64().unwrap());
    }
    returned
}

#[tokio::test(flavor = "multi_thread")]
async fn a_full_shift_is_proved_and_replayed() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let data = data.to_str().unwrap();
    let floor = TestFloor::demo(folder.path(), data, &one_table(1_000));
    let mut players = Vec::new();
    for _ in 0..3 {
        let (screen, _) = Screen::terminal(&floor, 1).await;
        let seat = screen.heard[0]["you"]["seat"].as_u64().unwrap();
        players.push((seat, tokio::spawn(play(screen))));
    }
    let mut seen = Vec::new();
    for (seat, player) in players {
        seen.push((seat, player.await.unwrap()));
    }
    floor.close();
    let whole = done(&["verify", data], "");
    assert!(whole.contains("whole"), "{whole}");
    for (seat, rounds) in seen {
        for (round, returned) in rounds {
            let replayed = done(
                &["replay", data, "--table", "1", "--round", &round.to_string(), "--json"],
                "",
            );
            let replayed: Value = serde_json::from_str(&replayed).unwrap();
            let bets = replayed["bets"].as_array().unwrap();
            let own = bets.iter().filter(|bet| bet["seat"] == seat);
            let again: u64 = own.map(|bet| bet["returned"].as_u64().unwrap()).sum();
            assert_eq!(again, returned, "round {round}, seat {seat}: {replayed}");
        }
    }
}
