//! Large transactions: from the counter through a seat to the list, over a restart.

use serde_json::{Value, json};
use taisai_floor::{GamingDate, LargeRules};
use taisai_rules::Currency;
use taisai_server::config::Config;
use taisai_table::Money;
use taisai_testing::client::Screen;

use crate::api::Api;
use crate::floor::{TestFloor, config};

const LIST: &str = "/api/v1/large-transactions";

fn logging(above: u64) -> Config {
    let above = [(Currency::new("USD").unwrap(), Money::new(above).unwrap())];
    Config { large: LargeRules::new(above.into(), 0).unwrap(), ..config(60_000) }
}

async fn sell(cage: &mut Screen, sale: Value) -> Value {
    let sold = cage.ask(None, json!({ "cage": { "sell": sale } })).await;
    assert_eq!(sold["answer"], "voucher", "{sold}");
    sold["voucher"].clone()
}

fn sums(list: &Value) -> Vec<(Value, Value, Value)> {
    let of = |sum: &Value| (sum["way"].clone(), sum["amount"].clone(), sum["above"].clone());
    list[0]["sums"].as_array().unwrap_or_else(|| panic!("{list}")).iter().map(of).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn what_one_player_buys_and_takes_home_is_one_chain_also_over_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    let floor = TestFloor::open(folder.path(), logging(100_000)).await;
    let (mut cage, _) = Screen::staff(&floor, "cashier").await;
    let named = json!({ "amount": 60_000, "currency": "USD", "person": "passport 17" });
    let one = sell(&mut cage, named).await;
    assert!(!one.to_string().contains("passport"), "the paper is the player's: {one}");
    let two = sell(&mut cage, json!({ "amount": 60_000, "currency": "USD" })).await;
    let api = Api::of(&floor);
    let shift = api.staff("shift").await;
    assert_eq!(api.get(&shift, LIST).await.body, json!([]), "each alone is below");
    let (mut seat, cookie) = Screen::terminal(&floor, 1).await;
    let seated = seat.ask(None, json!({ "seat": { "sit": { "voucher": one["token"] } } })).await;
    assert_eq!(seated["answer"], "done", "{seated}");
    let bought = seat.ask(None, json!({ "seat": { "buy_in": { "voucher": two["token"] } } })).await;
    assert_eq!(bought["answer"], "done", "{bought}");
    let listed = api.get(&shift, LIST).await;
    assert_eq!(sums(&listed.body), [(json!("in"), json!(120_000), json!(100_000))]);
    let cash = listed.body[0]["cash"].as_array().unwrap();
    let people: Vec<_> = cash.iter().map(|cash| cash["person"].clone()).collect();
    assert_eq!(people, [json!("passport 17"), Value::Null], "{}", listed.text);
    assert_eq!(cash[1]["voucher"], two["number"]);
    let security = api.get(&shift, "/api/v1/security?limit=1000").await;
    let events = security.body["events"].as_array().unwrap();
    let large = events.iter().filter(|event| event["code"] == "large-transaction");
    assert_eq!(large.count(), 1, "{}", security.text);
    assert!(!security.text.contains("passport"), "a dealer reads this, too");
    let number = seat.asked;
    drop((seat, cage));
    let hired = floor.hired.clone();
    floor.close().await;

    let floor = TestFloor::open(folder.path(), logging(100_000)).await.staffed_by(&hired);
    let mut seat = Screen::open(&floor, "as=terminal", &cookie).await;
    seat.asked = number;
    let (mut cage, _) = Screen::staff(&floor, "cashier").await;
    let left = seat.ask(None, json!({ "seat": "leave" })).await;
    let token = &left["voucher"]["token"];
    let paper = json!({ "token": token, "person": "passport 17" });
    let paid = cage.ask(None, json!({ "cage": { "redeem": paper } })).await;
    assert_eq!(paid["answer"], "found", "{paid}");
    let api = Api::of(&floor);
    let auditor = api.staff("auditor").await;
    let listed = api.get(&auditor, LIST).await;
    let both = ["in", "out"].map(|way| (json!(way), json!(120_000), json!(100_000)));
    assert_eq!(sums(&listed.body), both, "{}", listed.text);
    assert_eq!(listed.body.as_array().unwrap().len(), 1, "one chain: {}", listed.text);
    let day = listed.body[0]["day"].as_str().unwrap();
    let same = api.get(&auditor, &format!("{LIST}?day={day}")).await;
    assert_eq!(same.body, listed.body);
    let sheet = api.get(&auditor, &format!("{LIST}.csv?day={day}")).await;
    let lines: Vec<&str> = sheet.text.lines().collect();
    assert_eq!(lines.len(), 1 + 3, "{}", sheet.text);
    assert!(lines[3].contains(",USD,out,120000,100000,"), "{}", lines[3]);
    assert!(lines[3].trim_end().ends_with(",passport 17"), "{}", lines[3]);
    let GamingDate(today) = GamingDate::read(day).unwrap();
    for other in [GamingDate(today - 1), GamingDate(today + 1), GamingDate(0)] {
        assert_eq!(api.get(&auditor, &format!("{LIST}?day={other}")).await.body, json!([]));
    }
    floor.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn only_those_who_see_the_books_see_the_list_and_a_day_is_a_day() {
    let folder = tempfile::tempdir().unwrap();
    let floor = TestFloor::open(folder.path(), logging(100_000)).await;
    let api = Api::of(&floor);
    for (who, status) in
        [("dealer", 403), ("cashier", 403), ("floor", 200), ("auditor", 200), ("admin", 200)]
    {
        let asker = api.staff(who).await;
        for path in [LIST.to_owned(), format!("{LIST}.csv")] {
            assert_eq!(api.get(&asker, &path).await.status, status, "{who} {path}");
        }
    }
    let auditor = api.staff("auditor").await;
    for bad in ["", "2026-02-30", "today", "1", "2026-2-1"] {
        let reply = api.get(&auditor, &format!("{LIST}?day={bad}")).await;
        assert_eq!((reply.status, &reply.body["code"]), (422, &json!("bad-field")), "{bad}");
    }
    let (mut cage, _) = Screen::staff(&floor, "cashier").await;
    for bad in ["", " passport", "a\nb", &"x".repeat(61)] {
        let sale = json!({ "amount": 1_000, "currency": "USD", "person": bad });
        let answer = cage.ask(None, json!({ "cage": { "sell": sale } })).await;
        assert_ne!(answer["answer"], "voucher", "{bad:?}");
    }
    floor.close().await;
}
