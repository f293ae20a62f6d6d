//! Shakers and dice: one register for the floor, and each thing at one table.

use serde_json::{Value, json};
use taisai_floor::{TableId, Title};
use taisai_server::config::Config;
use taisai_testing::client::{Screen, http};

use crate::floor::{TestFloor, config};

/// The demo's table with a dealer.
const TABLE: u32 = 9;
/// Another one like it.
const SECOND: u32 = 10;

fn two_tables() -> Config {
    let mut config = config(600_000);
    let mut second =
        config.tables.iter().find(|plan| plan.table == TableId(TABLE)).unwrap().clone();
    (second.table, second.name) = (TableId(SECOND), Title::new("The second").unwrap());
    config.tables.push(second);
    config
}

fn run(table: u32, order: &Value) -> Value {
    json!({ "run": { "table": table, "order": order } })
}

fn dice(set: u32) -> Value {
    json!({ "dice": set })
}

fn place(set: u32, table: u32) -> Value {
    json!({ "floor": { "place_thing": { "thing": dice(set), "table": table } } })
}

fn install(set: u32, table: u32) -> Value {
    json!({ "floor": { "install_thing": {
        "thing": dice(set), "table": table, "shaker": table,
    } } })
}

async fn done(screen: &mut Screen, ask: Value) {
    let answer = screen.ask(None, ask.clone()).await;
    assert_eq!(answer["answer"], "done", "{ask}: {answer}");
}

async fn refused(screen: &mut Screen, ask: Value, why: &str) {
    let answer = screen.ask(None, ask.clone()).await;
    assert_eq!(answer["why"]["code"], why, "{ask}: {answer}");
}

/// What the floor screen shows of a set of dice.
async fn shown(floor: &TestFloor, set: u32) -> Value {
    let (_, cookie) = Screen::staff(floor, "auditor").await;
    let things = http(floor, "GET", "/api/v1/things", &[("cookie", &cookie)], None).await.body;
    let things = things.as_array().unwrap_or_else(|| panic!("{things}")).clone();
    things.into_iter().find(|thing| thing["thing"] == dice(set)).unwrap()
}

/// Nothing stopped two tables from holding the same dice.
#[tokio::test(flavor = "multi_thread")]
async fn dice_of_one_table_are_used_at_another_only_after_they_were_moved() {
    let folder = tempfile::tempdir().unwrap();
    let floor = TestFloor::open(folder.path(), two_tables()).await;
    let (mut shift, _) = Screen::staff(&floor, "shift").await;
    done(&mut shift, run(SECOND, &json!("remove_dice"))).await;
    refused(&mut shift, install(TABLE, SECOND), "thing-in-use").await;
    refused(&mut shift, place(TABLE, SECOND), "thing-in-use").await;
    let old = json!({ "install_dice": { "shaker": SECOND, "set": TABLE, "dice": [27, 28, 29] } });
    refused(&mut shift, run(SECOND, &old), "from-register").await;
    let before = shown(&floor, TABLE).await;
    assert_eq!((&before["table"], &before["in_use"]), (&json!(TABLE), &json!(true)), "{before}");
    done(&mut shift, run(TABLE, &json!("remove_dice"))).await;
    refused(&mut shift, install(TABLE, SECOND), "thing-elsewhere").await;
    done(&mut shift, place(TABLE, SECOND)).await;
    refused(&mut shift, install(TABLE, TABLE), "thing-elsewhere").await;
    done(&mut shift, install(TABLE, SECOND)).await;
    let after = shown(&floor, TABLE).await;
    assert_eq!((&after["table"], &after["in_use"]), (&json!(SECOND), &json!(true)), "{after}");
    assert_eq!(after["first_used"], before["first_used"], "dice grow no younger by moving");
    floor.close().await;
}

/// Broken dice came back under the same numbers.
#[tokio::test(flavor = "multi_thread")]
async fn broken_dice_are_refused_everywhere_and_after_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    let floor = TestFloor::open(folder.path(), two_tables()).await;
    let (mut shift, _) = Screen::staff(&floor, "shift").await;
    done(&mut shift, run(TABLE, &json!("take_shaker"))).await;
    let opened = shift.ask(Some(1), run(TABLE, &json!("open_betting"))).await;
    assert_eq!(opened["answer"], "done", "{opened}");
    let call = json!({ "call_irregularity": { "what": "die-broken", "reason": "a test" } });
    let called = shift.ask(Some(1), run(TABLE, &call)).await;
    assert_eq!(called["answer"], "done", "{called}");
    assert!(shown(&floor, TABLE).await["damage"].is_object(), "the floor remembers");
    // Nothing was thrown: the round is void already.
    done(&mut shift, run(TABLE, &json!("remove_dice"))).await;
    let hired = floor.hired.clone();
    floor.close().await;
    // Passwords are told once.
    let mut floor = TestFloor::open(folder.path(), two_tables()).await;
    floor.hired = hired;
    let (mut shift, _) = Screen::staff(&floor, "shift").await;
    refused(&mut shift, install(TABLE, TABLE), "thing-damaged").await;
    refused(&mut shift, place(TABLE, SECOND), "thing-damaged").await;
    let nature = json!({ "dice": { "dice": [3 * TABLE, 501, 502] } });
    let again = json!({ "register_thing": { "thing": dice(77), "nature": nature } });
    refused(&mut shift, json!({ "floor": again }), "thing-damaged").await;
    floor.close().await;
}

/// Dice that are reported damaged on the floor are not used for another round where they are.
#[tokio::test(flavor = "multi_thread")]
async fn what_the_floor_reports_holds_at_the_table_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let floor = TestFloor::open(folder.path(), two_tables()).await;
    let (mut shift, _) = Screen::staff(&floor, "shift").await;
    done(&mut shift, run(TABLE, &json!("take_shaker"))).await;
    let report = json!({ "report_damage": { "thing": dice(TABLE), "reason": "chipped" } });
    done(&mut shift, json!({ "floor": report })).await;
    let opened = shift.ask(Some(1), run(TABLE, &json!("open_betting"))).await;
    assert_eq!(opened["why"]["needs"]["need"], "sound-dice", "{opened}");
    floor.close().await;
}
