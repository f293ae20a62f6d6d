//! The house's own rules for its cage: how long vouchers are good, and what one cashier pays alone.

use std::collections::BTreeMap;

use serde_json::{Value, json};
use taisai_floor::CageRules;
use taisai_protocol::Ask;
use taisai_protocol::ask::{CageAsk, FloorAsk};
use taisai_protocol::server_message::Channel;
use taisai_rules::Currency;
use taisai_server::config::Config;
use taisai_table::Money;
use taisai_testing::client::{self, Screen, word};

use crate::floor::{TestFloor, config};

const DAY_MS: u64 = 24 * 3_600_000;

fn ruled(days: Option<u16>, alone_max: Option<u64>) -> Config {
    let usd = Currency::new("USD").unwrap();
    let alone_max = alone_max.map(|most| (usd, Money::new(most).unwrap()));
    let alone_max: BTreeMap<_, _> = alone_max.into_iter().collect();
    Config { cage: CageRules::new(days, alone_max).unwrap(), ..config(60_000) }
}

async fn sell(cage: &mut Screen, amount: u64) -> Value {
    let sell = client::sell(amount, "USD");
    cage.ask(None, sell).await["voucher"].clone()
}

async fn redeem(cage: &mut Screen, voucher: &Value) -> Value {
    cage.ask(None, client::redeem(voucher["token"].as_str().unwrap())).await
}

#[tokio::test(flavor = "multi_thread")]
async fn more_than_one_cashier_pays_alone_is_paid_once_two_people_agree() {
    let folder = tempfile::tempdir().unwrap();
    let floor = TestFloor::open(folder.path(), ruled(None, Some(40_000))).await;
    let (mut cage, _) = Screen::staff(&floor, "cashier").await;
    let (small, large) = (sell(&mut cage, 40_000).await, sell(&mut cage, 40_001).await);
    assert_eq!(redeem(&mut cage, &small).await["answer"], "found");
    let refused = redeem(&mut cage, &large).await;
    assert_eq!(refused["why"]["code"], "paid-by-two", "{refused}");
    assert_eq!(refused["why"]["alone_max"], 40_000, "{refused}");

    let paper = json!({ "token": large["token"], "reason": "the passport was seen" });
    let proposed = cage.ask(None, json!({ "floor": { "propose_payment": paper } })).await;
    assert_eq!(proposed["answer"], "done", "{proposed}");
    cage.ask(None, Ask::Watch(Channel::Cage)).await;
    let waiting = cage.whole("cage").await["paying"][0].clone();
    assert_eq!(waiting["number"], large["number"], "{waiting}");
    let agree = Ask::Floor(FloorAsk::Approve { proposal: word(&waiting["proposal"]) });
    let alone = cage.ask(None, agree.clone()).await;
    assert_eq!(alone["answer"], "refused", "{alone}");
    let (mut shift, _) = Screen::staff(&floor, "shift").await;
    let agreed = shift.ask(None, agree).await;
    assert_eq!(agreed["answer"], "done", "{agreed}");
    let again = redeem(&mut cage, &large).await;
    assert_eq!(again["why"]["code"], "voucher-is", "{again}");
    // What the drawer has is shown a moment after the answer.
    cage.heard.clear();
    cage.ask(None, Ask::Resync(Channel::Cage)).await;
    let drawer = cage.whole("cage").await["drawer"][0].clone();
    assert_eq!((&drawer["redeemed"], &drawer["redeemed_amount"]), (&json!(2), &json!(80_001)));
    floor.close().await;
}

/// The rule of the day on which a voucher was sold stands on it, whatever the file says later.
#[tokio::test(flavor = "multi_thread")]
async fn a_voucher_says_until_when_it_is_good_also_after_the_rule_was_changed() {
    let folder = tempfile::tempdir().unwrap();
    let floor = TestFloor::open(folder.path(), ruled(Some(30), None)).await;
    let hired = floor.hired.clone();
    let (mut cage, _) = Screen::staff(&floor, "cashier").await;
    let sold = sell(&mut cage, 10_000).await;
    let (time, until) = (sold["time"].as_u64().unwrap(), sold["good_until"].as_u64().unwrap());
    assert!(time - 60_000 < until - 30 * DAY_MS && until - 30 * DAY_MS <= time, "{sold}");
    floor.close().await;

    let again = TestFloor::open(folder.path(), ruled(None, None)).await.staffed_by(&hired);
    let (mut cage, _) = Screen::staff(&again, "cashier").await;
    let number = json!({ "number": sold["number"] });
    let found = cage.ask(None, Ask::Cage(CageAsk::LookUp(word(&number)))).await;
    assert_eq!(found["voucher"]["good_until"], sold["good_until"], "{found}");
    let unlimited = sell(&mut cage, 10_000).await;
    assert_eq!(unlimited["good_until"], Value::Null, "{unlimited}");
    again.close().await;
}

/// One session sold so many vouchers of the largest amount that adding them up stopped the floor.
#[tokio::test(flavor = "multi_thread")]
async fn no_more_is_sold_than_can_be_added_up() {
    let folder = tempfile::tempdir().unwrap();
    let floor = TestFloor::open(folder.path(), config(60_000)).await;
    let (mut cage, _) = Screen::staff(&floor, "cashier").await;
    let most = sell(&mut cage, Money::MAX.units()).await;
    let sell = client::sell(1, "USD");
    let refused = cage.ask(None, sell).await;
    assert_eq!(refused["why"]["code"], "owed-too-much", "{refused}");
    assert_eq!(redeem(&mut cage, &most).await["answer"], "found");
    cage.ask(None, Ask::Watch(Channel::Cage)).await;
    let drawer = cage.whole("cage").await["drawer"][0].clone();
    assert_eq!(drawer["sold_amount"], Money::MAX.units(), "{drawer}");
    floor.close().await;
}

/// What is owed is paid with a voucher, and a voucher above the amount takes two people, wherever
/// it comes from: no cashier pays it out alone.
#[tokio::test(flavor = "multi_thread")]
async fn a_large_sum_that_is_owed_is_paid_out_by_two_people() {
    let folder = tempfile::tempdir().unwrap();
    let mut set_up = ruled(None, Some(999));
    let tables = config(300).tables;
    set_up.tables = tables;
    let floor = TestFloor::open(folder.path(), set_up).await;
    let (mut player, _) = Screen::terminal(&floor, 1).await;
    let seated = player.ask(None, json!({ "seat": { "sit": { "demo": 100_000 } } })).await;
    assert_eq!(seated["answer"], "done", "{seated}");
    let round = loop {
        let (round, returned) = crate::recalls::plays(&mut player).await;
        if returned == 0 {
            break round;
        }
    };
    player.betting_after(1, round + 1).await;
    let left = player.ask(None, json!({ "seat": "leave" })).await;
    assert_eq!(left["answer"], "voucher", "{left}");
    let run = |order: Value| json!({ "run": { "table": 1, "order": order } });
    let void = json!({ "rounds": [round], "what": "dispute", "reason": "a test" });
    let (mut supervisor, _) = Screen::staff(&floor, "floor").await;
    let void = json!({ "propose": { "act": { "void_rounds": void } } });
    let proposed = supervisor.ask(None, run(void)).await;
    assert_eq!(proposed["answer"], "done", "{proposed}");
    let (mut shift, _) = Screen::staff(&floor, "shift").await;
    let agreed = shift.ask(None, run(json!({ "approve": { "proposal": 1 } }))).await;
    assert_eq!(agreed["answer"], "done", "{agreed}");

    let (mut cage, _) = Screen::staff(&floor, "cashier").await;
    let pay = json!({ "table": 1, "player": 1, "reason": "the passport was seen" });
    let paid = cage.ask(None, json!({ "cage": { "pay_owed": pay } })).await;
    let voucher = &paid["voucher"];
    assert_eq!(voucher["amount"], 1_000, "the stake of the round: {paid}");
    let drawer = |cage: &Value| cage["drawer"].as_array().map_or(0, Vec::len);
    cage.ask(None, json!({ "watch": "cage" })).await;
    assert_eq!(drawer(&cage.whole("cage").await), 0, "no cash has left the drawer");
    let alone = redeem(&mut cage, voucher).await;
    assert_eq!(alone["why"]["code"], "paid-by-two", "{alone}");
    let paper = json!({ "token": voucher["token"], "reason": "the passport was seen" });
    cage.ask(None, json!({ "floor": { "propose_payment": paper } })).await;
    cage.heard.clear();
    cage.ask(None, json!({ "resync": "cage" })).await;
    let proposal = cage.whole("cage").await["paying"][0]["proposal"].clone();
    let agree = json!({ "floor": { "approve": { "proposal": proposal } } });
    let same = cage.ask(None, agree.clone()).await;
    assert_eq!(same["answer"], "refused", "{same}");
    let agreed = shift.ask(None, agree).await;
    assert_eq!(agreed["answer"], "done", "{agreed}");
    let again = redeem(&mut cage, voucher).await;
    assert_eq!(again["why"]["code"], "voucher-is", "paid once: {again}");
    floor.close().await;
}
