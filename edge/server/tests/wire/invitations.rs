//! Invitations: nobody ever knows another's password.

use std::time::Duration;

use serde_json::{Value, json};
use taisai_protocol::Ask;
use taisai_protocol::ask::FloorAsk;
use taisai_protocol::server_message::Channel;
use taisai_testing::client::{Reply, Screen, Served as _, accept, http, word};

use crate::floor::{TestFloor, config};

const OWN: &str = "a password of my own";

async fn log_in_with(floor: &TestFloor, name: &str, password: &str) -> Reply {
    let body = json!({ "name": name, "password": password });
    http(floor, "POST", "/api/v1/login", &[], Some(body)).await
}

/// Adds a person; their invitation.
async fn invite(admin: &mut Screen, name: &str) -> String {
    let added = admin.ask(None, Ask::Floor(FloorAsk::AddStaff { name: name.to_owned() })).await;
    assert_eq!(added["answer"], "staff_added", "{added}");
    added["invitation"].as_str().unwrap().to_owned()
}

#[tokio::test(flavor = "multi_thread")]
async fn an_invited_person_chooses_their_password_and_the_invitation_is_used_up() {
    let folder = tempfile::tempdir().unwrap();
    let floor = TestFloor::open(folder.path(), config(60_000)).await;
    let (mut admin, _) = Screen::staff(&floor, "admin").await;
    let invitation = invite(&mut admin, "mei").await;
    let wrong = accept(&floor, "mei", "2222-3333-4444", OWN).await;
    assert_eq!((wrong.status, &wrong.body["code"]), (401, &json!("needs-login")));
    let other = accept(&floor, "dealer", &invitation, OWN).await;
    assert_eq!(other.text, wrong.text, "for another person it is worth nothing");
    let nobody = accept(&floor, "nobody", &invitation, OWN).await;
    assert_eq!(nobody.text, wrong.text, "nobody learns who works here");
    let short = accept(&floor, "mei", &invitation, "too short").await;
    assert_eq!((short.status, &short.body["code"]), (422, &json!("bad-field")));
    assert_eq!(log_in_with(&floor, "mei", &invitation).await.status, 401, "it is no password");

    let typed = invitation.to_ascii_uppercase().replace('-', " ");
    let welcome = accept(&floor, "mei", &typed, OWN).await;
    assert_eq!((welcome.status, &welcome.body["must_change_password"]), (200, &json!(false)));
    let mei = Screen::open(&floor, "as=staff", &welcome.cookie()).await;
    assert_eq!(mei.heard[0]["you"]["name"], "mei");
    let again = accept(&floor, "mei", &invitation, "another password of mine").await;
    assert_eq!(again.status, 401, "it was good once");
    assert_eq!(log_in_with(&floor, "mei", OWN).await.status, 200);
    floor.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_invitation_is_good_for_a_day_and_two_people_make_another() {
    let folder = tempfile::tempdir().unwrap();
    let floor = TestFloor::open(folder.path(), config(60_000)).await;
    let (mut admin, _) = Screen::staff(&floor, "admin").await;
    let late = invite(&mut admin, "mei").await;
    let mei = floor.staff_id(&mut admin, "mei").await;
    for _ in 0..72 {
        floor.set_forward(Duration::from_mins(20));
        http(&floor, "GET", "/api/v1/books", &[], None).await;
    }
    assert_eq!(accept(&floor, "mei", &late, OWN).await.status, 401);
    // A day later everybody has logged in again.
    let (mut admin, _) = Screen::staff(&floor, "admin").await;
    let propose = Ask::Floor(FloorAsk::ProposeInvitation { staff: word(&mei) });
    let proposed = admin.ask(None, propose).await;
    assert_eq!(proposed["answer"], "invitation_proposed", "{proposed}");
    let invitation = proposed["invitation"].as_str().unwrap().to_owned();
    assert_eq!(accept(&floor, "mei", &invitation, OWN).await.status, 401, "nobody has agreed");
    let (mut second, _) = Screen::staff(&floor, "second-admin").await;
    let agreed = second.ask(None, Ask::Floor(FloorAsk::Approve { proposal: 9 })).await;
    assert_eq!(agreed["answer"], "done", "{agreed}");
    assert_eq!(accept(&floor, "mei", &late, OWN).await.status, 401);
    assert_eq!(accept(&floor, "mei", &invitation, OWN).await.status, 200);
    floor.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn after_losing_their_password_a_person_is_at_no_table_until_they_have_another() {
    let folder = tempfile::tempdir().unwrap();
    let floor = TestFloor::open(folder.path(), config(600_000)).await;
    let (mut dealer, cookie) = Screen::staff(&floor, "dealer").await;
    let staff = dealer.heard[0]["you"]["staff"].clone();
    let (mut admin, _) = Screen::staff(&floor, "admin").await;
    let propose = Ask::Floor(FloorAsk::ProposeInvitation { staff: word(&staff) });
    let proposed = admin.ask(None, propose).await;
    let (mut second, _) = Screen::staff(&floor, "second-admin").await;
    let waiting = second.ask(None, Ask::Floor(FloorAsk::Approve { proposal: 9 })).await;
    assert_eq!(waiting["answer"], "done", "{waiting}");
    let bye = dealer.until(|message| message["tell"] == "bye").await;
    assert_eq!(bye["reason"], "session-over");
    let me = http(&floor, "GET", "/api/v1/me", &[("cookie", &cookie)], None).await;
    assert_eq!(me.status, 401);
    let old = floor.password("dealer");
    assert_eq!(log_in_with(&floor, "dealer", &old).await.status, 401, "the old one is gone");
    let invitation = proposed["invitation"].as_str().unwrap();
    let welcome = accept(&floor, "dealer", invitation, OWN).await;
    let mut dealer = Screen::open(&floor, "as=staff", &welcome.cookie()).await;
    let take = json!({ "run": { "table": 9, "order": "take_shaker" } });
    assert_eq!(dealer.ask(None, take.clone()).await["why"]["code"], "not-staff");
    let (mut shift, _) = Screen::staff(&floor, "shift").await;
    let assign = Ask::Floor(FloorAsk::AssignStaff { staff: word(&staff), table: 9 });
    assert_eq!(shift.ask(None, assign).await["answer"], "done");
    assert_eq!(dealer.ask(None, take).await["answer"], "done");
    floor.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn guessing_at_invitations_is_locked_and_a_used_one_is_in_no_answer_again() {
    let folder = tempfile::tempdir().unwrap();
    let floor = TestFloor::open(folder.path(), config(60_000)).await;
    let (mut admin, _) = Screen::staff(&floor, "admin").await;
    let id = admin.asked + 1;
    let invitation = invite(&mut admin, "mei").await;
    for number in 0..5 {
        let guess = format!("2222-3333-444{number}");
        assert_eq!(accept(&floor, "mei", &guess, OWN).await.status, 401);
    }
    let locked = accept(&floor, "mei", &invitation, OWN).await;
    assert_eq!((locked.status, &locked.body["code"]), (429, &json!("too-fast")));
    // The same ask again is the same request, with the same answer.
    let ask = Ask::Floor(FloorAsk::AddStaff { name: "mei".to_owned() });
    admin.send(id, None, ask).await;
    let again = admin.answer(id).await;
    assert_eq!(again["invitation"], invitation.as_str(), "{again}");
    let other = Ask::Floor(FloorAsk::AddStaff { name: "min".to_owned() });
    admin.send(id, None, other).await;
    assert_eq!(admin.answer(id).await["why"]["code"], "request-reused");
    admin.ask(None, Ask::Watch(Channel::Floor)).await;
    let seen = admin.whole("floor").await;
    let staff = seen["staff"].as_array().unwrap();
    let mei = staff.iter().find(|member| member["name"] == "mei").unwrap();
    assert!(mei["invited_until"].is_u64(), "{mei}");
    assert!(!seen.to_string().contains(&invitation), "no screen shows it again");
    assert_eq!(mei["must_change_password"], Value::Bool(false));
    floor.close().await;
}
