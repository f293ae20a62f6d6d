//! A day of a felt table's bank over the wire: counted by two people, with its win at the end.

use serde_json::{Value, json};
use taisai_server::config::Config;
use taisai_table::{Run, TableKind};
use taisai_testing::client::{Reply, Screen};

use crate::api::{Api, Caller};
use crate::floor::{TestFloor, config};

/// The table with a dealer is one with chips.
fn with_chips() -> (Config, u32) {
    let mut config = config(60_000);
    let plan = config.tables.iter_mut().find(|plan| plan.config.run == Run::Dealer).unwrap();
    plan.config.kind = TableKind::Felt;
    let table = plan.table.0;
    (config, table)
}

fn count(pieces: &[(u64, u32)]) -> Value {
    let of = |(value, pieces): &(u64, u32)| json!({ "denomination": value, "pieces": pieces });
    pieces.iter().map(of).collect()
}

/// A floor, and the shift manager who reads it over HTTP in one log-in all the time.
struct House<'a> {
    floor: &'a TestFloor,
    api: Api<'a>,
    shift: Caller,
}

impl<'a> House<'a> {
    async fn of(floor: &'a TestFloor) -> Self {
        let api = Api::of(floor);
        let shift = api.staff("shift").await;
        House { floor, api, shift }
    }

    async fn get(&self, path: &str) -> Reply {
        self.api.get(&self.shift, path).await
    }
}

/// The first proposes, and the second agrees to what the floor shows.
async fn agree(by: &House<'_>, (first, second): (&str, &str), ask: Value) -> Value {
    let floor = by.floor;
    let (mut screen, _) = Screen::staff(floor, first).await;
    let proposed = screen.ask(None, json!({ "floor": ask })).await;
    assert_eq!(proposed["answer"], "done", "{proposed}");
    let alone = approve(by, &mut screen).await;
    assert_eq!(alone["answer"], "refused", "{first} alone: {alone}");
    let (mut screen, _) = Screen::staff(floor, second).await;
    approve(by, &mut screen).await
}

async fn approve(house: &House<'_>, by: &mut Screen) -> Value {
    let waiting = house.get("/api/v1/approvals").await.body;
    let waiting = waiting.as_array().unwrap().iter().find(|one| one["about"] == "count").unwrap();
    let proposal = waiting["proposal"].clone();
    by.ask(None, json!({ "floor": { "approve": { "proposal": proposal } } })).await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_felt_table_has_a_win_once_two_people_have_counted_everything() {
    let folder = tempfile::tempdir().unwrap();
    let (config, table) = with_chips();
    let floor = TestFloor::open(folder.path(), config).await;
    let house = House::of(&floor).await;
    let path = format!("/api/v1/tables/{table}/bank");
    let before = house.get(&path).await.body;
    assert_eq!((&before["open"], &before["days"]), (&Value::Null, &json!([])));
    let report = format!("/api/v1/tables/{table}/report");
    let unknown = house.get(&report).await.body;
    let nothing = json!({
        "days": 0, "drop": null, "win": null, "hold_percent": null, "forgotten": false
    });
    assert_eq!((&unknown["bank"], &unknown["expected"]), (&nothing, &Value::Null));

    let float = count(&[(500, 200), (2_500, 80)]);
    let open = json!({ "open_float": { "table": table, "count": float } });
    let done = agree(&house, ("dealer", "floor"), open).await;
    assert_eq!(done["answer"], "done", "{done}");
    let fill = json!({ "fill": { "table": table, "count": count(&[(2_500, 20)]) } });
    assert_eq!(agree(&house, ("floor", "cashier"), fill).await["answer"], "done");
    let credit = json!({ "credit": { "table": table, "count": count(&[(500, 100)]) } });
    assert_eq!(agree(&house, ("cashier", "floor"), credit).await["answer"], "done");

    let (mut cage, _) = Screen::staff(&floor, "cashier").await;
    cage.ask(None, json!({ "watch": "cage" })).await;
    let day = cage.whole("cage").await["banks"][0]["days"][0].clone();
    let slips = day["slips"].as_array().unwrap();
    let numbers: Vec<_> = slips.iter().map(|slip| (&slip["slip"], &slip["way"])).collect();
    assert_eq!(numbers, [(&json!(1), &json!("fill")), (&json!(2), &json!("credit"))]);
    assert_eq!((&day["expected"], &day["win"]), (&json!(300_000), &Value::Null));

    let close = json!({ "close_float": { "table": table, "count": count(&[(2_500, 110)]) } });
    assert_eq!(agree(&house, ("floor", "dealer"), close).await["answer"], "done");
    let waits = house.get(&report).await.body;
    assert_eq!(
        (&waits["bank"]["days"], &waits["bank"]["win"]),
        (&json!(1), &Value::Null),
        "{waits}"
    );
    let drop = count(&[(10_000, 4)]);
    let drop = json!({ "count_drop": { "table": table, "day": 1, "count": drop } });
    assert_eq!(agree(&house, ("cashier", "shift"), drop).await["answer"], "done");

    // 275000 + 40000 + 50000 - 300000 - 50000.
    let bank = house.get(&report).await.body["bank"].clone();
    let won = json!({
        "days": 1, "drop": 40_000, "win": 15_000, "hold_percent": "37.5000", "forgotten": false
    });
    assert_eq!(bank, won);
    let long_ago = house.get(&format!("{report}?from=0&to=1")).await.body;
    assert_eq!(long_ago["bank"], nothing);
    let csv = house.get("/api/v1/banks.csv").await.text;
    let line: Vec<&str> = csv.lines().nth(1).unwrap().split(',').collect();
    let figures = ["275000", "40000", "15000", "37.5000", "0"];
    assert_eq!(line[10..], figures, "{csv}");
    floor.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_float_that_is_not_what_was_left_and_a_wrong_count_bear_on_security() {
    let folder = tempfile::tempdir().unwrap();
    let (config, table) = with_chips();
    let floor = TestFloor::open(folder.path(), config).await;
    let house = House::of(&floor).await;
    let pieces = |pieces| json!({ "table": table, "count": count(&[(500, pieces)]) });
    for (ask, pieces) in
        [("open_float", pieces(10)), ("close_float", pieces(10)), ("open_float", pieces(9))]
    {
        let asked = json!({ ask: pieces });
        assert_eq!(agree(&house, ("floor", "dealer"), asked).await["answer"], "done");
    }
    let correct = json!({ "correct_count": {
        "table": table, "day": 1, "of": "closing", "count": count(&[(500, 9)]), "reason": "recount"
    } });
    assert_eq!(agree(&house, ("floor", "shift"), correct).await["answer"], "done");
    let security = house.get("/api/v1/security?limit=1000").await.body;
    let events = security["events"].as_array().unwrap();
    let of = |code: &str| events.iter().find(|event| event["code"] == code).unwrap();
    let differs = of("float-differs");
    assert_eq!(differs["facts"][2], json!({ "name": "left", "value": "5000" }), "{differs}");
    assert_eq!(differs["table"], table);
    assert_eq!(of("count-corrected")["facts"][2]["value"], "closing");
    let bank = house.get(&format!("/api/v1/tables/{table}/bank")).await.body;
    assert_eq!((&bank["open"], &bank["days"][0]["variance"]), (&json!(2), &json!(0)), "{bank}");
    let corrected = &bank["days"][1]["corrections"][0];
    assert_eq!(
        (&corrected["first"]["total"], &corrected["counted"]["total"]),
        (&json!(5_000), &json!(4_500))
    );

    let dealer = house.api.staff("dealer").await;
    assert_eq!(house.api.get(&dealer, "/api/v1/banks").await.status, 403);
    let none = house.get("/api/v1/tables/1/bank").await;
    assert_eq!((none.status, &none.body["code"]), (409, &json!("no-chips")), "{}", none.text);
    floor.close().await;
}

/// A report of a quarter was unknown as a whole, for the floor had forgotten its first days.
#[tokio::test(flavor = "multi_thread")]
async fn a_report_reads_days_that_the_floor_forgot_from_the_journal() {
    const DAYS: u64 = 64;
    let folder = tempfile::tempdir().unwrap();
    let (config, table) = with_chips();
    let floor = TestFloor::open(folder.path(), config).await;
    let house = House::of(&floor).await;
    let (mut first, _) = Screen::staff(&floor, "floor").await;
    let (mut cashier, _) = Screen::staff(&floor, "cashier").await;
    let (mut second, _) = Screen::staff(&floor, "shift").await;
    for day in 1..=DAYS {
        let chips = count(&[(500, 10)]);
        let drop = count(&[(100, u32::try_from(day).unwrap())]);
        let asks = [
            json!({ "open_float": { "table": table, "count": chips } }),
            json!({ "close_float": { "table": table, "count": chips } }),
            json!({ "count_drop": { "table": table, "day": day, "count": drop } }),
        ];
        for ask in asks {
            let by = if ask["count_drop"].is_null() { &mut first } else { &mut cashier };
            let proposed = by.ask(None, json!({ "floor": ask })).await;
            assert_eq!(proposed["answer"], "done", "{proposed}");
            assert_eq!(approve(&house, &mut second).await["answer"], "done");
        }
    }
    let bank = house.get(&format!("/api/v1/tables/{table}/bank")).await.body;
    assert_eq!(bank["days"].as_array().unwrap().len(), 62, "the floor has forgotten two");
    let drops = DAYS * (DAYS + 1) / 2 * 100;
    let report = house.get(&format!("/api/v1/tables/{table}/report")).await.body;
    let all = json!({
        "days": DAYS, "drop": drops, "win": drops, "hold_percent": "100.0000", "forgotten": false
    });
    assert_eq!(report["bank"], all);
    floor.close().await;
}

/// What is no count is refused with what would be one.
#[tokio::test(flavor = "multi_thread")]
async fn a_count_has_different_denominations_and_some_of_each() {
    let folder = tempfile::tempdir().unwrap();
    let (config, table) = with_chips();
    let floor = TestFloor::open(folder.path(), config).await;
    let (mut screen, _) = Screen::staff(&floor, "floor").await;
    for wrong in [count(&[(500, 1), (500, 2)]), count(&[(500, 0)]), count(&[(500, 1_000_001)])] {
        let ask = json!({ "floor": { "open_float": { "table": table, "count": wrong } } });
        let refused = screen.ask(None, ask).await;
        assert_eq!(refused["why"]["code"], "bad-field", "{refused}");
    }
    floor.close().await;
}
