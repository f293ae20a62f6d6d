//! A felt table: places given by the floor, chips recorded, payouts that name chips, and figures
//! that are unknown where nothing was recorded.

use std::sync::Arc;
use std::time::Duration;

use serde_json::{Value, json};
use taisai_rulebooks::Library;
use taisai_rules::Stake;
use taisai_server::config::Config;
use taisai_table::{Denominations, TableKind};
use taisai_testing::client::Screen;

use crate::api::Api;
use crate::floor::{TestFloor, config};

const TABLE: u32 = 9;

/// The demo's table with a dealer, played with chips under a book that settles to the maximum.
fn felt() -> Config {
    let mut config = config(600_000);
    let edition = Library::get("act").unwrap();
    let plan = config.tables.iter_mut().find(|plan| plan.table.0 == TABLE).unwrap();
    plan.config.rule_book = *edition.fingerprint().as_bytes();
    plan.config.currency = edition.rules().currency.value;
    plan.config.kind = TableKind::Felt;
    plan.edition = Arc::new(edition.clone());
    let chips = [100, 500, 2_500].map(|value| Stake::new(value).unwrap());
    plan.chips = Denominations::new(&chips);
    config
}

fn run(order: &Value) -> Value {
    json!({ "run": { "table": TABLE, "order": order } })
}

async fn done(screen: &mut Screen, round: u64, ask: Value) -> Value {
    let answer = screen.ask(Some(round), ask.clone()).await;
    assert_ne!(answer["answer"], "refused", "{ask}: {answer}");
    answer
}

async fn refused(screen: &mut Screen, round: u64, ask: Value) -> String {
    let answer = screen.ask(Some(round), ask).await;
    answer["why"]["code"].as_str().unwrap_or_else(|| panic!("{answer}")).to_owned()
}

fn give(seat: u16) -> Value {
    json!({ "floor": { "give_place": { "table": TABLE, "seat": seat } } })
}

fn record(seat: u16, bets: &Value) -> Value {
    run(&json!({ "record_chips": { "seat": seat, "bets": bets } }))
}

/// From the shake to a result; the words stand for a moment before the dice are seen.
async fn throws(dealer: &mut Screen, round: u64, dice: [u8; 3]) {
    done(dealer, round, run(&json!({ "shake": { "times": 3 } }))).await;
    done(dealer, round, run(&json!("call_no_more_bets"))).await;
    tokio::time::sleep(Duration::from_millis(1_600)).await;
    done(dealer, round, run(&json!("reveal"))).await;
    done(dealer, round, run(&json!({ "enter_dice": { "dice": dice } }))).await;
    done(dealer, round, run(&json!({ "confirm_dice": { "dice": dice } }))).await;
}

async fn settles(dealer: &mut Screen, round: u64) {
    for step in ["collect", "pay", "clear"] {
        done(dealer, round, run(&json!(step))).await;
    }
}

#[expect(clippy::too_many_lines, reason = "one round, step by step")]
#[tokio::test(flavor = "multi_thread")]
async fn a_felt_table_gives_places_and_pays_by_what_was_recorded() {
    let folder = tempfile::tempdir().unwrap();
    let floor = TestFloor::open(folder.path(), felt()).await;
    let (mut dealer, _) = Screen::staff(&floor, "dealer").await;
    let id = dealer.asked + 1;
    done(&mut dealer, 1, give(1)).await;
    let again = dealer.again(id, give(1)).await;
    assert_eq!(again["answer"], "done", "a repeated ask is done once: {again}");
    assert_eq!(refused(&mut dealer, 1, give(1)).await, "seat-taken");
    done(&mut dealer, 1, give(2)).await;
    let colour = json!({ "assign_colour": { "seat": 1, "colour": 3, "value": 200 } });
    done(&mut dealer, 1, run(&colour)).await;

    done(&mut dealer, 1, run(&json!("take_shaker"))).await;
    done(&mut dealer, 1, run(&json!("open_betting"))).await;
    let bets = json!([{ "area": "small", "stake": 150_000 }, { "area": "double-4", "stake": 500 }]);
    done(&mut dealer, 1, record(1, &bets)).await;
    done(&mut dealer, 1, record(2, &json!([{ "area": "big", "stake": 700 }]))).await;
    throws(&mut dealer, 1, [4, 4, 2]).await;

    done(&mut dealer, 1, json!({ "watch": { "console": { "table": TABLE } } })).await;
    let console = dealer.whole("console").await;
    assert_eq!(console["places"]["chips"], json!([100, 500, 2_500]), "{console}");
    let records = console["places"]["records"].as_array().unwrap();
    let paid = &records[0]["payout"];
    assert_eq!(records[0]["excess"], json!([{ "area": "small", "stake": 50_000 }]), "{paid}");
    assert_eq!((&paid["win"], &paid["back"]), (&json!(105_500), &json!(50_000)), "{paid}");
    let hand = &paid["hand_over"];
    assert_eq!(
        hand["chips"],
        json!([{ "value": 2_500, "count": 42 }, { "value": 500, "count": 1 }])
    );
    let in_colour = json!({ "value": 200, "count": 527 });
    assert_eq!(hand["in_colour"]["chips"], in_colour, "{hand}");
    assert_eq!(hand["in_colour"]["beside"], json!([{ "value": 100, "count": 1 }]), "{hand}");
    assert_eq!(records[1]["payout"]["collected"], 700, "{records:?}");

    let unrecorded = json!([{ "area": "small", "stake": 150_000 }]);
    let help = json!({ "payouts": { "table": TABLE, "bets": unrecorded } });
    let help = done(&mut dealer, 1, help).await;
    assert_eq!((&help["win"], &help["returned"]), (&json!(100_000), &json!(200_000)), "{help}");
    settles(&mut dealer, 1).await;

    let act = json!({ "correct_round": { "round": 1, "dice": [4, 4, 3], "reason": "on tape" } });
    let look = json!({ "preview": { "table": TABLE, "order": { "propose": { "act": act } } } });
    let (mut supervisor, _) = Screen::staff(&floor, "floor").await;
    let preview = supervisor.ask(None, look).await["preview"].clone();
    let (one, other) = (&records[0]["player"], &records[1]["player"]);
    let changed = json!([
        { "round": 1, "seat": 1, "player": one, "before": 105_500, "after": -94_500 },
        { "round": 1, "seat": 2, "player": other, "before": -700, "after": 700 },
    ]);
    assert_eq!(preview["places"], changed, "{preview}");

    let api = Api::of(&floor);
    let shift = api.staff("shift").await;
    let report = |body: Value| {
        let all = body["reports"].as_array().or(body.as_array()).unwrap().clone();
        all.into_iter().find(|report| report["table"] == TABLE).unwrap()
    };
    let told = report(api.get(&shift, "/api/v1/reports").await.body);
    assert_eq!(
        (&told["turnover"], &told["returned"], &told["unrecorded_rounds"]),
        (&json!(101_200), &json!(206_000), &json!(0)),
        "{told}"
    );
    assert!(told["expected"].is_object(), "{told}");
    let past = api.get(&shift, &format!("/api/v1/tables/{TABLE}/rounds/1")).await.body;
    let places = &past["round"]["places"];
    assert_eq!((&places[0]["paid"], &places[1]["due"]), (&json!(105_500), &json!(-700)), "{past}");

    done(&mut dealer, 2, run(&json!("open_betting"))).await;
    throws(&mut dealer, 2, [1, 2, 3]).await;
    settles(&mut dealer, 2).await;
    let told = report(api.get(&shift, "/api/v1/reports").await.body);
    assert_eq!((&told["rounds"], &told["unrecorded_rounds"]), (&json!(2), &json!(1)), "{told}");
    for figure in ["turnover", "returned", "hold", "hold_percent", "expected"] {
        assert!(told[figure].is_null(), "{figure} is unknown and not nothing: {told}");
    }

    let free = run(&json!({ "free_place": { "seat": 1 } }));
    assert_eq!(refused(&mut dealer, 2, free.clone()).await, "colours-out");
    done(&mut dealer, 2, run(&json!({ "take_colour_back": { "seat": 1 } }))).await;
    done(&mut dealer, 2, free).await;
    floor.close().await;
}
