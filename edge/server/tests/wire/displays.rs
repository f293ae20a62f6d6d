//! The display is equipment: it enrols by a code, its table hears whether it answers, and people
//! judge a trial by looking at it.

use std::time::Duration;

use serde_json::{Value, json};
use taisai_testing::client::{Screen, http};

use crate::floor::{TestFloor, with_a_device};

/// The demo's table with a dealer, under the book of Massachusetts.
const TABLE: u32 = 9;

/// A display that enrols at this table by a code of the floorperson, and its cookie.
async fn enrolled(floor: &TestFloor, by: &mut Screen, table: u32) -> (Screen, String) {
    let offer = json!({ "floor": { "offer_display": { "table": table, "equipment": 12 } } });
    let offered = by.ask(None, offer).await;
    assert_eq!(offered["answer"], "display_code", "{offered}");
    let code = Some(json!({ "code": offered["code"] }));
    let reply = http(floor, "POST", "/api/v1/enrol", &[], code).await;
    assert_eq!((reply.status, &reply.body["seat"]), (200, &Value::Null), "{}", reply.body);
    let mut screen = Screen::open(floor, "as=display", &reply.cookie()).await;
    // The snapshot comes once its table knows that it answers.
    screen.until(|told| told["tell"] == "snapshot").await;
    assert_eq!(screen.heard[0]["you"]["display"], reply.body["terminal"]);
    (screen, reply.cookie())
}

async fn run(screen: &mut Screen, table: u32, round: Option<u64>, order: Value) -> Value {
    screen.ask(round, json!({ "run": { "table": table, "order": order } })).await
}

async fn done(screen: &mut Screen, table: u32, round: Option<u64>, order: Value) {
    let answer = run(screen, table, round, order.clone()).await;
    assert_eq!(answer["answer"], "done", "{order}: {answer}");
}

/// What the table still needs, and the clause that asks for it.
fn needed(answer: &Value) -> (&str, &str) {
    let needs = answer["why"]["needs"]["need"].as_str();
    (needs.unwrap_or_else(|| panic!("{answer}")), answer["why"]["clause"].as_str().unwrap())
}

/// Somebody enters a trial roll, looks at the display, and says that it is lit as it should be.
async fn inspects(shift: &mut Screen, table: u32, display: &mut Screen) {
    done(shift, table, None, json!({ "try_display": { "entered": [1, 2, 6] } })).await;
    let lit = display.until(|told| told["changed"]["round"]["trial"].is_object()).await;
    let trial = &lit["changed"]["round"]["trial"];
    assert_eq!(trial["dice"], json!([1, 2, 6]));
    let areas = trial["lit"].as_array().unwrap();
    assert!(areas.contains(&json!("total-9")) && !areas.contains(&json!("big")), "{trial}");
    done(shift, table, None, json!({ "judge_display": { "lit": true } })).await;
}

const DEVICE: (&str, &str) = ("display", "MA 5(a)(1); reading 23");

/// The open page beside the table lit what it should, and was nobody's equipment.
#[tokio::test(flavor = "multi_thread")]
async fn a_table_opens_once_a_display_is_enrolled_and_was_seen_to_light_a_trial() {
    let folder = tempfile::tempdir().unwrap();
    let floor = TestFloor::open(folder.path(), with_a_device(600_000)).await;
    let table = TABLE;
    let (mut usher, _) = Screen::staff(&floor, "floor").await;
    let (mut shift, _) = Screen::staff(&floor, "shift").await;
    done(&mut shift, table, None, json!("take_shaker")).await;
    let page = Screen::open(&floor, &format!("as=display&table={table}"), "").await;
    assert_eq!(page.heard[0]["you"], json!({ "as": "display", "table": table }));
    let opens = run(&mut shift, table, None, json!("open_table")).await;
    assert_eq!(needed(&opens), DEVICE);
    let tried = json!({ "try_display": { "entered": [1, 2, 6] } });
    assert_eq!(needed(&run(&mut shift, table, None, tried).await), DEVICE);
    let (mut display, cookie) = enrolled(&floor, &mut usher, table).await;
    inspects(&mut shift, table, &mut display).await;
    done(&mut shift, table, None, json!("open_table")).await;
    let shown = http(&floor, "GET", "/api/v1/displays", &[("cookie", &usher.cookie)], None).await;
    assert_eq!(
        (&shown.body[0]["equipment"], &shown.body[0]["connected"]),
        (&json!(12), &json!(true))
    );
    // Its ticket opens no seat, and the cookie that it came with is spent.
    assert!(Screen::try_open(&floor, "as=terminal", &cookie, Some(&floor.url)).await.is_err());
    floor.close().await;
}

/// Looks at the floor until a security event of this kind is the latest of a display.
async fn noted(usher: &mut Screen, code: &str) {
    let is_it = |event: &Value| event["code"] == code;
    usher
        .until(|told| {
            told["changed"]["security"].as_array().is_some_and(|all| all.iter().any(is_it))
        })
        .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn without_its_display_a_round_is_played_to_its_end_and_the_next_one_waits() {
    let folder = tempfile::tempdir().unwrap();
    let floor = TestFloor::open(folder.path(), with_a_device(600_000)).await;
    let table = TABLE;
    let (mut usher, _) = Screen::staff(&floor, "floor").await;
    let (mut shift, _) = Screen::staff(&floor, "shift").await;
    done(&mut shift, table, None, json!("take_shaker")).await;
    let (mut display, _) = enrolled(&floor, &mut usher, table).await;
    inspects(&mut shift, table, &mut display).await;
    done(&mut shift, table, None, json!("open_table")).await;
    usher.ask(None, json!({ "watch": "floor" })).await;
    usher.whole("floor").await;
    done(&mut shift, table, Some(1), json!("open_betting")).await;

    // A page that is loaded again is nobody's concern.
    let cookie = display.cookie.clone();
    drop(display);
    let display = Screen::open(&floor, "as=display", &cookie).await;
    let cookie = display.cookie.clone();
    drop(display);
    floor.set_forward(Duration::from_secs(3));
    noted(&mut usher, "display-lost").await;
    let missing = |told: &Value| {
        let tables = told["changed"]["tables"].as_array();
        tables.is_some_and(|all| all.iter().any(|glance| glance["display_missing"] == true))
    };
    if !usher.heard.iter().any(missing) {
        usher.until(missing).await;
    }
    for order in [
        json!("call_no_more_bets"),
        json!({ "shake": { "times": 3 } }),
        json!("reveal"),
        json!({ "enter_dice": { "dice": [1, 2, 3] } }),
        json!({ "confirm_dice": { "dice": [1, 2, 3] } }),
        json!("collect"),
        json!("pay"),
        json!("clear"),
    ] {
        done(&mut shift, table, Some(1), order).await;
    }
    let waits = run(&mut shift, table, Some(2), json!("open_betting")).await;
    assert_eq!(needed(&waits), DEVICE);
    let mut display = Screen::open(&floor, "as=display", &cookie).await;
    display.until(|told| told["tell"] == "snapshot").await;
    noted(&mut usher, "display-returned").await;
    done(&mut shift, table, Some(2), json!("open_betting")).await;
    floor.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_removed_display_is_gone_from_its_table_before_anybody_is_answered() {
    let folder = tempfile::tempdir().unwrap();
    let floor = TestFloor::open(folder.path(), with_a_device(600_000)).await;
    let table = TABLE;
    let (mut usher, _) = Screen::staff(&floor, "floor").await;
    let (mut shift, _) = Screen::staff(&floor, "shift").await;
    let (mut display, cookie) = enrolled(&floor, &mut usher, table).await;
    inspects(&mut shift, table, &mut display).await;
    let device = display.heard[0]["you"]["display"].clone();
    let remove = json!({ "floor": { "remove_terminal": { "terminal": device } } });
    assert_eq!(usher.ask(None, remove).await["answer"], "done");
    done(&mut shift, table, None, json!("take_shaker")).await;
    let opens = run(&mut shift, table, None, json!("open_table")).await;
    assert_eq!(needed(&opens), DEVICE);
    let bye = display.until(|told| told["tell"] == "bye").await;
    assert_eq!(bye["reason"], "terminal-removed");
    assert!(Screen::try_open(&floor, "as=display", &cookie, Some(&floor.url)).await.is_err());
    floor.close().await;
}
