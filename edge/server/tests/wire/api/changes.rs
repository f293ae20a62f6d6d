//! A change has one effect however often it is sent, and only people with the right to it make it.

use serde_json::{Value, json};
use taisai_testing::client::Served as _;

use super::{Api, Caller};
use crate::floor::{TestFloor, config};

const SELL: &str = "/api/v1/vouchers/sell";

fn sale() -> Value {
    json!({ "amount": 50_000, "currency": "USD" })
}

/// A voucher without what is new in each answer.
fn lasting(reply: &Value) -> Value {
    let voucher = &reply["voucher"];
    let parts = ["token", "number", "amount", "currency", "house"];
    json!({ "id": reply["id"], "parts": parts.map(|part| voucher[part].clone()) })
}

async fn outstanding(api: &Api<'_>, who: &Caller) -> Value {
    api.get(who, "/api/v1/vouchers").await.body[0]["outstanding"].clone()
}

#[tokio::test(flavor = "multi_thread")]
async fn the_same_key_sells_one_voucher_also_after_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    let floor = TestFloor::open(folder.path(), config(60_000)).await;
    let api = Api::of(&floor);
    let (mut cashier, dealer) = (api.staff("cashier").await, api.staff("dealer").await);
    let key = cashier.key();
    let first = api.post(&cashier, SELL, Some(&key), sale()).await;
    assert_eq!(first.status, 200, "{}", first.text);
    let again = api.post(&cashier, SELL, Some(&key), sale()).await;
    assert_eq!(lasting(&again.body), lasting(&first.body));
    let other = json!({ "amount": 60_000, "currency": "USD" });
    let reused = api.post(&cashier, SELL, Some(&key), other).await;
    assert_eq!((reused.status, &reused.body["code"]), (422, &json!("request-reused")));
    assert_eq!(outstanding(&api, &dealer).await, 1);
    floor.close().await;

    let floor = TestFloor::open(folder.path(), config(60_000)).await;
    let api = Api::of(&floor);
    let again = api.post(&cashier, SELL, Some(&key), sale()).await;
    assert_eq!(lasting(&again.body), lasting(&first.body), "{}", again.text);
    assert_eq!(outstanding(&api, &dealer).await, 1);
    floor.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_key_is_of_this_log_in_and_counts_upwards() {
    let folder = tempfile::tempdir().unwrap();
    let floor = TestFloor::open(folder.path(), config(60_000)).await;
    let api = Api::of(&floor);
    let (cashier, dealer) = (api.staff("cashier").await, api.staff("dealer").await);
    let foreign = format!("{}-1", dealer.counts);
    let own = |number: &str| format!("{}-{number}", cashier.counts);
    let wrong = [foreign, own("0"), own("01"), own(""), "7".into(), "é".into(), String::new()];
    for key in &wrong {
        let reply = api.post(&cashier, SELL, Some(key), sale()).await;
        assert_eq!((reply.status, &reply.body["code"]), (422, &json!("bad-field")), "{key}");
        let detail = reply.body["detail"].as_str().unwrap();
        assert!(detail.contains(&cashier.counts), "says what would be right: {detail}");
    }
    assert_eq!(api.post(&cashier, SELL, None, sale()).await.status, 422);
    for number in 1..=33 {
        let reply = api.post(&cashier, SELL, Some(&own(&number.to_string())), sale()).await;
        assert_eq!(reply.status, 200, "{}", reply.text);
    }
    // Thirty-two are remembered; what is older is refused and never done twice.
    let old = api.post(&cashier, SELL, Some(&own("1")), sale()).await;
    assert_eq!((old.status, &old.body["code"]), (409, &json!("request-too-old")));
    assert_eq!(outstanding(&api, &dealer).await, 33);
    let me = api.get(&cashier, "/api/v1/me").await;
    assert_eq!((&me.body["asked"], &me.body["next_key"]), (&json!(33), &json!(own("34"))));
    floor.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn invitations_and_passwords_in_a_repeated_request_are_the_same_request() {
    let folder = tempfile::tempdir().unwrap();
    let floor = TestFloor::open(folder.path(), config(60_000)).await;
    let api = Api::of(&floor);
    let mut admin = api.staff("admin").await;
    let key = admin.key();
    let add = json!({ "add_staff": { "name": "newcomer" } });
    let first = api.post(&admin, "/api/v1/floor", Some(&key), add.clone()).await;
    assert_eq!(first.status, 200, "{}", first.text);
    let again = api.post(&admin, "/api/v1/floor", Some(&key), add).await;
    assert_eq!(again.body, first.body);
    let other = json!({ "add_staff": { "name": "another" } });
    let reused = api.post(&admin, "/api/v1/floor", Some(&key), other).await;
    assert_eq!(reused.body["code"], "request-reused");

    let mut dealer = api.staff("dealer").await;
    let (old, key) = (floor.password("dealer"), dealer.key());
    let set = json!({ "set_password": { "old": old, "new": "a password of my own" } });
    let first = api.post(&dealer, "/api/v1/floor", Some(&key), set.clone()).await;
    assert_eq!(first.status, 200, "{}", first.text);
    let again = api.post(&dealer, "/api/v1/floor", Some(&key), set).await;
    assert_eq!(again.body, first.body);
    let other_key = dealer.key();
    let wrong = json!({ "set_password": { "old": "not the password", "new": "a third password" } });
    let reply = api.post(&dealer, "/api/v1/floor", Some(&other_key), wrong).await;
    assert_eq!((reply.status, &reply.body["code"]), (401, &json!("not-fresh")));
    floor.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_voucher_is_looked_up_by_number_and_paid_by_its_token_once() {
    let folder = tempfile::tempdir().unwrap();
    let floor = TestFloor::open(folder.path(), config(60_000)).await;
    let api = Api::of(&floor);
    let mut cashier = api.staff("cashier").await;
    let key = cashier.key();
    let sold = api.post(&cashier, SELL, Some(&key), sale()).await.body["voucher"].clone();
    assert_eq!(sold["house"], "Taisai demo");
    assert!(sold["time"].as_u64().unwrap() > 1_700_000_000_000, "{sold}");
    let head = sold["head"].as_str().unwrap().split_once(':').unwrap();
    assert_eq!(head.1.len(), 64, "the journal's head stands on it: {sold}");
    let path = format!("/api/v1/vouchers/{}", sold["number"]);
    let found = api.get(&cashier, &path).await;
    assert_eq!(found.body["voucher"]["state"], "outstanding", "{}", found.text);
    let paper = json!({ "token": sold["token"] });
    let found = api.post(&cashier, "/api/v1/vouchers/find", None, paper.clone()).await;
    assert_eq!(found.body["voucher"]["number"], sold["number"]);
    let key = cashier.key();
    let number = json!({ "number": sold["number"] });
    let by_number = api.post(&cashier, "/api/v1/vouchers/redeem", Some(&key), number).await;
    assert_eq!(by_number.status, 422, "a number is no paper: {}", by_number.text);
    for _ in 0..2 {
        let paid = api.post(&cashier, "/api/v1/vouchers/redeem", Some(&key), paper.clone()).await;
        assert_eq!(paid.body["voucher"]["state"], "redeemed", "{}", paid.text);
    }
    let key = cashier.key();
    let twice = api.post(&cashier, "/api/v1/vouchers/redeem", Some(&key), paper).await;
    assert_eq!((twice.status, &twice.body["code"]), (409, &json!("voucher-is")));
    floor.close().await;
}
