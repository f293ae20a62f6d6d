//! A round that its table no longer keeps: found by its number, looked at, undone by two people.

use serde_json::{Value, json};
use taisai_journal::{Options, Place, verify};
use taisai_protocol::Ask;
use taisai_protocol::ask::{ActAsk, BetAsk, Order};
use taisai_testing::client::{self, Screen, http, word};

use crate::api::Api;
use crate::floor::{TestFloor, config};

/// A round in which a player has bet on Small, and what it returned.
pub(crate) async fn plays(screen: &mut Screen) -> (u64, u64) {
    let bets = json!([{ "area": "small", "stake": 1_000 }]);
    let placed = Ask::Bet(BetAsk::PlaceBets { bets: word(&bets) });
    loop {
        let round = screen.betting(1).await;
        if screen.ask(Some(round), placed.clone()).await["answer"] != "done" {
            continue;
        }
        let settled = |message: &Value| {
            message["channel"] == "seat" && message["changed"]["outcome"]["last"]["round"] == round
        };
        let message = screen.until(settled).await;
        return (round, message["changed"]["outcome"]["last"]["returned"].as_u64().unwrap());
    }
}

fn void(round: u64) -> Order {
    let (rounds, reason) = (vec![round], "late".to_owned());
    Order::Propose { act: ActAsk::VoidRounds { rounds, what: word("dispute"), reason } }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_round_of_long_ago_is_looked_at_and_made_void_while_play_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let mut set_up = config(25);
    set_up.tables.truncate(1);
    let times = &mut set_up.tables[0].config.times;
    (times.show_ms, times.pause_ms) = (1, 1);
    let floor = TestFloor::open(folder.path(), set_up.clone()).await;
    let (mut player, cookie) = Screen::terminal(&floor, 1).await;
    let seated = player.ask(None, client::sit_with_play_money(100_000)).await;
    assert_eq!(seated["answer"], "done", "{seated}");
    let (round, returned) = plays(&mut player).await;
    player.betting_after(1, round + 201).await;

    let api = Api::of(&floor);
    let shift = api.staff("shift").await;
    let path = format!("/api/v1/tables/1/rounds/{round}");
    let kept = api.get(&shift, "/api/v1/tables/1/rounds?limit=200").await.body;
    assert!(kept["rounds"].as_array().unwrap().iter().all(|kept| kept["round"] != round));
    let seen = api.get(&shift, &path).await;
    let slip = &seen.body["round"]["slips"][0];
    assert_eq!(
        (&slip["staked"], &slip["returned"]),
        (&json!(1_000), &json!(returned)),
        "{}",
        seen.text
    );
    assert_eq!(api.get(&shift, "/api/v1/tables/1/rounds/1000000").await.status, 404);

    let order = json!({ "order": void(round) });
    let preview = api.post(&shift, "/api/v1/tables/1/previews", None, order).await;
    let foreseen = &preview.body["preview"]["adjustments"][0];
    let change = (&foreseen["round"], &foreseen["before"], &foreseen["after"]);
    assert_eq!(change, (&json!(round), &json!(returned), &json!(1_000)), "{}", preview.text);

    let (mut supervisor, _) = Screen::staff(&floor, "floor").await;
    let run = |order| client::run(1, order);
    let never = supervisor.ask(None, run(void(1_000_000))).await;
    assert_eq!(never["why"]["code"], "no-such-round", "{never}");
    let proposed = supervisor.ask(None, run(void(round))).await;
    assert_eq!(proposed["answer"], "done", "{proposed}");
    let (mut second, _) = Screen::staff(&floor, "shift").await;
    let agreed = second.ask(None, run(Order::Approve { proposal: 1 })).await;
    assert_eq!(agreed["answer"], "done", "{agreed}");
    let again = supervisor.ask(None, run(void(round))).await;
    assert_eq!(again["why"]["code"], "no-such-round", "it is void already: {again}");
    let seat = http(&floor, "GET", "/api/v1/seat", &[("cookie", &cookie)], None).await;
    let money = &seat.body["money"];
    assert_eq!(money["credit"], 100_000, "as if the round had never been: {}", seat.text);
    let hired = floor.hired.clone();
    floor.close().await;

    // The journal proves it, and a server that starts from it knows it.
    let place = Place::Folder(folder.path().to_owned());
    verify(&place, &Options::default(), |_| ()).unwrap();
    let floor = TestFloor::open(folder.path(), set_up).await.staffed_by(&hired);
    let api = Api::of(&floor);
    let shift = api.staff("shift").await;
    let seen = api.get(&shift, &path).await.body;
    assert_eq!(seen["round"]["voided"], "dispute", "{seen}");
    assert_eq!(seen["round"]["slips"][0]["returned"], 1_000, "{seen}");
    floor.close().await;
}
