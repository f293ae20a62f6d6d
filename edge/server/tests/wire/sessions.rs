//! Log-ins: how they begin, change their token and end.

use std::time::Duration;

use serde_json::json;
use taisai_protocol::Ask;
use taisai_protocol::ask::FloorAsk;
use taisai_protocol::server_message::Channel;
use taisai_testing::client::{Reply, Screen, Served as _, http, log_in, word};

use crate::floor::{TestFloor, config};

async fn me(floor: &TestFloor, cookie: &str) -> Reply {
    http(floor, "GET", "/api/v1/me", &[("cookie", cookie)], None).await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_log_in_that_nobody_uses_ends_and_one_that_is_used_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let floor = TestFloor::open(folder.path(), config(60_000)).await;
    let (mut idle, cookie) = Screen::staff(&floor, "pit").await;
    let (mut busy, _) = Screen::staff(&floor, "shift").await;
    let work = Ask::Recall { table: Some(1), round: 999_999 };
    for _ in 0..2 {
        floor.set_forward(Duration::from_mins(20));
        // Watching is not working: a screen does that by itself.
        let watched = if me(&floor, &cookie).await.status == 200 { "done" } else { "over" };
        assert_eq!(watched, "done", "twenty minutes are not too long");
        assert_eq!(busy.ask(None, work.clone()).await["why"]["code"], "no-such-round");
    }
    floor.set_forward(Duration::from_mins(29));
    assert_eq!(busy.ask(None, work.clone()).await["why"]["code"], "no-such-round");
    assert_eq!(idle.ask(None, Ask::Watch(Channel::Floor)).await["answer"], "done");
    floor.set_forward(Duration::from_mins(2));
    assert_eq!(busy.ask(None, work).await["why"]["code"], "no-such-round");
    let bye = idle.until(|message| message["tell"] == "bye").await;
    assert_eq!(bye["reason"], "session-over");
    assert_eq!(me(&floor, &cookie).await.status, 401);
    floor.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_log_in_ends_after_twelve_hours_however_much_it_is_used() {
    let folder = tempfile::tempdir().unwrap();
    let floor = TestFloor::open(folder.path(), config(60_000)).await;
    let (mut screen, cookie) = Screen::staff(&floor, "pit").await;
    for _ in 0..35 {
        floor.set_forward(Duration::from_mins(20));
        assert_eq!(me(&floor, &cookie).await.status, 200);
    }
    floor.set_forward(Duration::from_mins(20));
    assert_eq!(me(&floor, &cookie).await.status, 401);
    screen.until(|message| message["tell"] == "bye" && message["reason"] == "session-over").await;
    floor.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_password_given_again_changes_the_token_and_the_old_one_is_a_security_event() {
    let folder = tempfile::tempdir().unwrap();
    let floor = TestFloor::open(folder.path(), config(60_000)).await;
    let (mut pit, _) = Screen::staff(&floor, "pit").await;
    pit.ask(None, Ask::Watch(Channel::Floor)).await;
    let (mut shift, old) = Screen::staff(&floor, "shift").await;
    let body = Some(json!({ "password": floor.password("shift") }));
    let again = http(&floor, "POST", "/api/v1/refresh", &[("cookie", &old)], body).await;
    assert_eq!(again.status, 204, "{}", again.body);
    let new = again.cookie();
    assert_ne!(old, new);
    assert_eq!(me(&floor, &new).await.status, 200);
    for _ in 0..3 {
        assert_eq!(me(&floor, &old).await.status, 401);
    }
    let refused = Screen::try_open(&floor, "as=staff", &old, Some(&floor.url)).await;
    assert!(refused.is_err());
    let message =
        pit.until(|message| message["changed"]["security"][0]["code"] == "old-token-used").await;
    let security = message["changed"]["security"].as_array().unwrap();
    let used = security.iter().filter(|event| event["code"] == "old-token-used").count();
    assert_eq!(used, 1, "reported once: {security:#?}");
    let answer = shift.ask(None, Ask::Unwatch(Channel::Floor)).await;
    assert_eq!(answer["answer"], "done", "the conversation goes on");
    floor.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn logging_in_again_in_the_same_browser_leaves_one_log_in() {
    let folder = tempfile::tempdir().unwrap();
    let floor = TestFloor::open(folder.path(), config(60_000)).await;
    let (mut screen, first) = Screen::staff(&floor, "pit").await;
    let body = json!({ "name": "pit", "password": floor.password("pit") });
    let cookie = [("cookie", first.as_str())];
    let second = http(&floor, "POST", "/api/v1/login", &cookie, Some(body)).await.cookie();
    let bye = screen.until(|message| message["tell"] == "bye").await;
    assert_eq!(bye["reason"], "session-over");
    assert_eq!(me(&floor, &first).await.status, 401);
    assert_eq!(me(&floor, &second).await.status, 200);
    floor.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn another_password_ends_every_other_log_in_of_that_person() {
    let folder = tempfile::tempdir().unwrap();
    let floor = TestFloor::open(folder.path(), config(60_000)).await;
    let (mut here, cookie) = Screen::staff(&floor, "dealer").await;
    let (mut elsewhere, other) = Screen::staff(&floor, "dealer").await;
    let new = "another good password";
    let set = json!({ "old": floor.password("dealer"), "new": new });
    let answer = here.ask(None, json!({ "floor": { "set_password": set } })).await;
    assert_eq!(answer["answer"], "done", "{answer}");
    let bye = elsewhere.until(|message| message["tell"] == "bye").await;
    assert_eq!(bye["reason"], "session-over");
    assert_eq!((me(&floor, &cookie).await.status, me(&floor, &other).await.status), (200, 401));
    let body = json!({ "name": "dealer", "password": floor.password("dealer") });
    let old = http(&floor, "POST", "/api/v1/login", &[], Some(body)).await;
    assert_eq!(old.status, 401);
    floor.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn strangers_cannot_lock_the_floors_own_devices_out() {
    let folder = tempfile::tempdir().unwrap();
    let floor = TestFloor::open(folder.path(), config(60_000)).await;
    let body = json!({ "name": "shift", "password": floor.password("shift") });
    let right = http(&floor, "POST", "/api/v1/login", &[], Some(body.clone())).await;
    let device = right.cookie_named("taisai-device");
    let wrong = || Some(json!({ "name": "shift", "password": "not the password" }));
    for _ in 0..5 {
        let failed = http(&floor, "POST", "/api/v1/login", &[], wrong()).await;
        assert_eq!(failed.status, 401);
    }
    let locked = http(&floor, "POST", "/api/v1/login", &[], Some(body.clone())).await;
    assert_eq!((locked.status, &locked.body["code"]), (429, &json!("too-fast")));
    let known = [("cookie", device.as_str())];
    let inside = http(&floor, "POST", "/api/v1/login", &known, Some(body.clone())).await;
    assert_eq!(inside.status, 200, "{}", inside.body);
    let forged = format!("{}0", &device[..device.len() - 1]);
    let forged =
        if forged == device { format!("{}1", &device[..device.len() - 1]) } else { forged };
    let forged = http(&floor, "POST", "/api/v1/login", &[("cookie", &forged)], Some(body)).await;
    assert_eq!(forged.status, 429, "a mark that is made up is no mark");
    // A person who is logged in can still enter their password again.
    let cookie = inside.cookie();
    let again = Some(json!({ "password": floor.password("shift") }));
    let again = http(&floor, "POST", "/api/v1/refresh", &[("cookie", &cookie)], again).await;
    assert_eq!(again.status, 204, "{}", again.body);
    floor.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn guessing_the_password_of_an_open_screen_ends_its_log_in() {
    let folder = tempfile::tempdir().unwrap();
    let floor = TestFloor::open(folder.path(), config(60_000)).await;
    let (mut screen, cookie) = Screen::staff(&floor, "dealer").await;
    let guess = json!({ "old": "not the password", "new": "another good password" });
    for _ in 0..4 {
        let refused = screen.ask(None, json!({ "floor": { "set_password": guess } })).await;
        assert_eq!(refused["why"]["code"], "not-fresh", "{refused}");
    }
    screen.asked += 1;
    screen.send(screen.asked, None, json!({ "floor": { "set_password": guess } })).await;
    let bye = screen.until(|message| message["tell"] == "bye").await;
    assert_eq!(bye["reason"], "session-over");
    assert_eq!(me(&floor, &cookie).await.status, 401);
    log_in(&floor, "dealer").await;
    floor.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_session_that_a_superior_ends_is_over_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let floor = TestFloor::open(folder.path(), config(60_000)).await;
    let (mut dealer, cookie) = Screen::staff(&floor, "dealer").await;
    let session = dealer.heard[0]["you"]["session"].clone();
    let (mut shift, _) = Screen::staff(&floor, "shift").await;
    let end = Ask::Floor(FloorAsk::EndSession { session: word(&session) });
    assert_eq!(shift.ask(None, end).await["answer"], "done");
    dealer.until(|message| message["tell"] == "bye" && message["reason"] == "session-over").await;
    assert_eq!(me(&floor, &cookie).await.status, 401);
    let (mut dealer, cookie) = Screen::staff(&floor, "dealer").await;
    let out = http(&floor, "POST", "/api/v1/logout", &[("cookie", &cookie)], None).await;
    assert_eq!(out.status, 204);
    dealer.until(|message| message["tell"] == "bye" && message["reason"] == "session-over").await;
    floor.close().await;
}
