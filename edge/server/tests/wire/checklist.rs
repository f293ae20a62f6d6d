//! The checklist through the server: line by line, by the shaker in use, with who saw it and when.

use serde_json::{Value, json};
use taisai_floor::TableId;
use taisai_server::config::Config;
use taisai_table::{DiceSource, Run};
use taisai_testing::client::{Screen, http};

use crate::equip;
use crate::floor::{TestFloor, config};

/// The demo's table under the rules of Maryland, here with a dealer and a shaker.
const TABLE: u32 = 2;

fn by_hand() -> Config {
    let mut config = config(600_000);
    let plan = config.tables.iter_mut().find(|plan| plan.table == TableId(TABLE)).unwrap();
    assert_eq!(plan.edition.id(), "maryland");
    (plan.config.run, plan.config.dice) = (Run::Dealer, DiceSource::Physical);
    config
}

/// A display that enrols at a table by a code of the floorperson, and its cookie.
pub(crate) async fn display(
    floor: &TestFloor,
    floorperson: &mut Screen,
    table: u32,
) -> (Screen, String) {
    let offer = json!({ "floor": { "offer_display": { "table": table, "equipment": 3 } } });
    let offered = floorperson.ask(None, offer).await;
    let code = Some(json!({ "code": offered["code"] }));
    let cookie = http(floor, "POST", "/api/v1/enrol", &[], code).await.cookie();
    // It is greeted before its table hears of it.
    let mut screen = Screen::open(floor, "as=display", &cookie).await;
    screen.until(|told| told["tell"] == "snapshot").await;
    (screen, cookie)
}

fn run(order: &Value) -> Value {
    json!({ "run": { "table": TABLE, "order": order } })
}

async fn done(screen: &mut Screen, order: Value) {
    let answer = screen.ask(None, run(&order)).await;
    assert_eq!(answer["answer"], "done", "{order}: {answer}");
}

/// Opening is refused by this clause, for the checklist is not complete.
async fn waits_for(screen: &mut Screen, clause: &str) {
    let answer = screen.ask(None, run(&json!("open_table"))).await;
    assert_eq!(answer["why"]["code"], "not-yet", "{answer}");
    assert_eq!(answer["why"]["needs"]["need"], "checklist", "{answer}");
    assert_eq!(answer["why"]["clause"], clause, "{answer}");
}

/// The lines that the console shows, each with who saw it.
async fn shown(screen: &mut Screen) -> Vec<(String, Option<u64>, bool)> {
    screen.heard.retain(|told| told["channel"] != "console");
    screen.ask(None, json!({ "watch": { "console": { "table": TABLE } } })).await;
    let console = screen.whole("console").await;
    screen.ask(None, json!({ "unwatch": { "console": { "table": TABLE } } })).await;
    let lines = console["equipment"]["checklist"].as_array().unwrap().clone();
    let line = |line: Value| {
        let dated = line["at"].as_u64().is_some_and(|at| at > 1_700_000_000_000);
        (line["line"].as_str().unwrap().to_owned(), line["by"].as_u64(), dated)
    };
    lines.into_iter().map(line).collect()
}

/// A count was sent and no line: an empty list could be sent as a full one, and a table with an
/// automated shaker was opened with the lines of a manual one.
#[tokio::test(flavor = "multi_thread")]
async fn a_table_opens_with_every_line_of_its_shaker_attested_and_the_record_says_by_whom() {
    let folder = tempfile::tempdir().unwrap();
    let floor = TestFloor::open(folder.path(), by_hand()).await;
    let (mut shift, cookie) = Screen::staff(&floor, "shift").await;
    let (mut floorperson, _) = Screen::staff(&floor, "floor").await;
    let (own, other) = (
        floor.staff_id(&mut shift, "shift").await,
        floor.staff_id(&mut floorperson, "floor").await,
    );
    done(&mut shift, json!({ "remove_shaker": { "shaker": TABLE } })).await;
    for ask in equip::asks(100, TABLE, "automated-covered") {
        let answer = shift.ask(None, ask.clone()).await;
        assert_eq!(answer["answer"], "done", "{ask}: {answer}");
    }
    done(&mut shift, json!({ "inspect_shaker": { "tosses": 3 } })).await;
    let (_display, _) = display(&floor, &mut floorperson, TABLE).await;
    done(&mut shift, json!({ "try_display": { "entered": [1, 2, 4] } })).await;
    done(&mut shift, json!({ "judge_display": { "lit": true } })).await;
    done(&mut shift, json!("take_shaker")).await;
    let line = |id: &str| (id.to_owned(), None, false);
    let seen = |id: &str, by| (id.to_owned(), Some(by), true);
    let lines = ["automated.locked", "automated.parts", "drop_box", "shaker.dice"];
    // The demo has seen what is about the table; the shaker is another one.
    let all = lines.map(|id| if id == "drop_box" { seen(id, own) } else { line(id) });
    assert_eq!(shown(&mut shift).await, all);
    let counted = shift.ask(None, run(&json!({ "tick_checklist": { "lines": 4 } }))).await;
    assert_eq!(counted["why"]["code"], "lines-missing", "{counted}");
    let attest = |lines: &[&str]| json!({ "attest_lines": { "lines": lines } });
    let others = shift.ask(None, run(&attest(&["manual.sealed"]))).await;
    assert_eq!(others["why"]["code"], "line-not-asked", "{others}");
    assert_eq!(others["why"]["line"], "manual.sealed", "{others}");
    waits_for(&mut shift, "MD 2.C").await;
    done(&mut floorperson, attest(&["automated.locked", "automated.parts"])).await;
    waits_for(&mut shift, "MD 2.A").await;
    done(&mut shift, attest(&["shaker.dice"])).await;
    let all = [(lines[0], other), (lines[1], other), (lines[2], own), (lines[3], own)];
    assert_eq!(shown(&mut shift).await, all.map(|(line, by)| seen(line, by)));
    done(&mut shift, json!("open_table")).await;
    let path = format!("/api/v1/tables/{TABLE}/inspections");
    let record = http(&floor, "GET", &path, &[("cookie", &cookie)], None).await.body;
    let record = record["inspections"].as_array().unwrap();
    let attested: Vec<&Value> =
        record.iter().filter(|one| one["what"]["kind"] == "checklist-lines").collect();
    let last = attested.last().unwrap();
    assert_eq!(last["what"]["lines"], json!(["shaker.dice"]), "{last}");
    assert_eq!(last["by"], own, "{last}");
    floor.close().await;
}
