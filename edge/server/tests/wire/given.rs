//! People whose password somebody else chose: they choose their own, and do nothing else.
//!
//! Two of them once proposed and approved the voiding of a round: the floor asked who had chosen
//! their password, and the tables did not.

use serde_json::{Value, json};
use taisai_protocol::Ask;
use taisai_protocol::ask::FloorAsk;
use taisai_testing::client::{Reply, Screen, http};

use crate::api::Api;
use crate::api::document::address;
use crate::floor::{TestFloor, config, give_passwords};
use crate::rights::{answered, asks, name, of_floor};

const GIVEN: &str = "a password somebody gave";
const OWN: &str = "a password of my own";

/// One person of every role that a demo has.
const PEOPLE: [&str; 8] =
    ["dealer", "floor", "pit", "shift", "cashier", "auditor", "admin", "second-admin"];

/// A floor at work on which these people were given passwords, as journals of earlier versions
/// have it. Some of them work at its tables.
async fn floor_with_given(folder: &std::path::Path, people: &[&str]) -> TestFloor {
    let first = TestFloor::open(folder, config(600_000)).await;
    let hired = first.hired.clone();
    first.close().await;
    give_passwords(folder, people, GIVEN);
    let mut floor = TestFloor::open(folder, config(600_000)).await;
    floor.hired = hired;
    floor
}

async fn log_in_with(floor: &TestFloor, name: &str, password: &str) -> Reply {
    let body = json!({ "name": name, "password": password });
    http(floor, "POST", "/api/v1/login", &[], Some(body)).await
}

async fn given_screen(floor: &TestFloor, name: &str) -> Screen {
    let cookie = log_in_with(floor, name, GIVEN).await.cookie();
    Screen::open(floor, "as=staff", &cookie).await
}

/// What they may ask: to choose their own, and whether the line still stands.
fn is_free(ask: &Ask) -> bool {
    matches!(ask, Ask::Pong | Ask::Floor(FloorAsk::SetPassword { .. }))
}

#[tokio::test(flavor = "multi_thread")]
async fn over_a_socket_every_ask_but_for_their_own_password_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let floor = floor_with_given(folder.path(), &PEOPLE).await;
    let mut wrong = Vec::new();
    for who in PEOPLE {
        let mut screen = given_screen(&floor, who).await;
        let you = &screen.heard[0]["you"];
        assert_eq!((&you["must_change_password"], &you["screens"]), (&json!(true), &json!([])));
        for ask in asks().iter().filter(|ask| !is_free(ask)) {
            // The way to tell whether a pong was taken is another ask.
            let word = answered(&mut screen, None, ask).await;
            if word != "password-not-own" {
                wrong.push(format!("{} by {who}: {word}", name(ask)));
            }
        }
    }
    assert!(wrong.is_empty(), "{} of them: {wrong:#?}", wrong.len());
    floor.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn over_http_every_operation_but_for_their_own_password_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let floor = floor_with_given(folder.path(), &PEOPLE).await;
    let api = Api::of(&floor);
    let free = ["me", "log_out", "floor_ask"];
    let (mut tried, mut wrong) = (0, Vec::new());
    for who in PEOPLE {
        let cookie = log_in_with(&floor, who, GIVEN).await.cookie();
        let headers = [("cookie", cookie.as_str()), ("idempotency-key", "s1-1")];
        for (template, operations) in api.paths() {
            for (verb, one) in operations.as_object().unwrap() {
                let id = one["operationId"].as_str().unwrap();
                if one["security"] != json!([{ "session": [] }]) || free.contains(&id) {
                    continue;
                }
                let (path, body) = (address(template), (verb == "post").then(|| json!({})));
                let reply = http(&floor, &verb.to_uppercase(), &path, &headers, body).await;
                tried += 1;
                if reply.body["code"] != "password-not-own" || reply.status != 403 {
                    wrong.push(format!("{id} by {who}: {} {}", reply.status, reply.text));
                }
            }
        }
        let me = http(&floor, "GET", "/api/v1/me", &headers, None).await;
        assert_eq!((me.status, &me.body["must_change_password"]), (200, &json!(true)));
        let counts = format!("s{}", me.body["session"]);
        for (number, ask) in (1u64..).zip(of_floor()) {
            let key = format!("{counts}-{number}");
            let headers = [("cookie", cookie.as_str()), ("idempotency-key", key.as_str())];
            if is_free(&Ask::Floor(ask.clone())) {
                continue;
            }
            let reply = http(&floor, "POST", "/api/v1/floor", &headers, Some(json!(ask))).await;
            if reply.body["code"] != "password-not-own" || reply.status != 403 {
                wrong.push(format!("{ask:?} by {who}: {} {}", reply.status, reply.text));
            }
        }
        let out = http(&floor, "POST", "/api/v1/logout", &headers, Some(json!({}))).await;
        assert_eq!(out.status, 204, "{}", out.text);
    }
    assert!(tried >= 20 * PEOPLE.len(), "{tried}");
    assert!(wrong.is_empty(), "{} of them: {wrong:#?}", wrong.len());
    floor.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_chose_their_own_goes_on_in_the_same_conversation() {
    let folder = tempfile::tempdir().unwrap();
    let floor = floor_with_given(folder.path(), &["pit"]).await;
    let mut pit = given_screen(&floor, "pit").await;
    let watch = json!({ "watch": "floor" });
    assert_eq!(pit.ask(None, watch.clone()).await["why"]["code"], "password-not-own");
    let own = json!({ "floor": { "set_password": { "old": GIVEN, "new": OWN } } });
    assert_eq!(pit.ask(None, own).await["answer"], "done");
    assert_eq!(pit.ask(None, watch).await["answer"], "done");
    assert_eq!(log_in_with(&floor, "pit", GIVEN).await.status, 401);
    assert_eq!(log_in_with(&floor, "pit", OWN).await.status, 200);
    floor.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_table_has_nobody_at_work_whose_password_is_not_their_own() {
    let folder = tempfile::tempdir().unwrap();
    let floor = floor_with_given(folder.path(), &["dealer"]).await;
    let mut dealer = given_screen(&floor, "dealer").await;
    let staff = dealer.heard[0]["you"]["staff"].clone();
    let (mut shift, _) = Screen::staff(&floor, "shift").await;
    shift.ask(None, json!({ "watch": { "console": { "table": 9 } } })).await;
    let at_work = shift.whole("console").await["staff"].clone();
    let works =
        |at_work: &Value| at_work.as_array().unwrap().iter().any(|member| member["staff"] == staff);
    assert!(!works(&at_work), "{at_work}");
    let assign = json!({ "floor": { "assign_staff": { "staff": staff, "table": 9 } } });
    let refused = shift.ask(None, assign.clone()).await;
    assert_eq!(refused["why"]["code"], "password-not-chosen", "{refused}");
    let own = json!({ "floor": { "set_password": { "old": GIVEN, "new": OWN } } });
    assert_eq!(dealer.ask(None, own).await["answer"], "done");
    let take = json!({ "run": { "table": 9, "order": "take_shaker" } });
    let before = dealer.ask(None, take.clone()).await;
    assert_eq!(before["why"]["code"], "not-staff", "the table's own writer says so: {before}");
    assert_eq!(shift.ask(None, assign).await["answer"], "done");
    assert_eq!(dealer.ask(None, take).await["answer"], "done");
    floor.close().await;
}
