//! What takes two people: never one, never twice, never after things have changed.

use std::time::Duration;

use serde_json::{Value, json};
use taisai_protocol::Ask;
use taisai_protocol::ask::{ActAsk, FloorAsk, Order};
use taisai_protocol::server_message::Channel;
use taisai_testing::client::{self, Screen, Served as _, http, word};

use crate::floor::{TestFloor, config};

fn propose(staff: u64, role: &str) -> Ask {
    Ask::Floor(FloorAsk::ProposeRole { staff: word(&staff), role: word(role) })
}

fn approve(proposal: &Value) -> Ask {
    Ask::Floor(FloorAsk::Approve { proposal: word(proposal) })
}

fn refused(answer: &Value) -> &str {
    answer["why"]["code"].as_str().unwrap_or_else(|| panic!("{answer}"))
}

/// The numbers of what waits, as the floor's screens show it.
async fn waiting(screen: &mut Screen, count: usize) -> Vec<Value> {
    let has =
        |message: &Value| message["approvals"].as_array().is_some_and(|all| all.len() == count);
    let message = screen.until(|message| has(&message["changed"]) || has(&message["state"])).await;
    let all = if has(&message["changed"]) { &message["changed"] } else { &message["state"] };
    all["approvals"].as_array().unwrap().iter().map(|waits| waits["proposal"].clone()).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_role_takes_two_people_who_are_not_the_one_concerned() {
    let folder = tempfile::tempdir().unwrap();
    let floor = TestFloor::open(folder.path(), config(60_000)).await;
    let (mut admin, _) = Screen::staff(&floor, "admin").await;
    let (mut same, _) = Screen::staff(&floor, "admin").await;
    let (mut second, _) = Screen::staff(&floor, "second-admin").await;
    let (mut shift, _) = Screen::staff(&floor, "shift").await;
    let (mut pit, _) = Screen::staff(&floor, "pit").await;
    let dealer = floor.staff_id(&mut admin, "dealer").await;
    let own = floor.staff_id(&mut admin, "second-admin").await;
    second.ask(None, Ask::Watch(Channel::Floor)).await;

    assert_eq!(admin.ask(None, propose(dealer, "supervisor")).await["answer"], "done");
    let proposals = waiting(&mut second, 1).await;
    assert_eq!(refused(&admin.ask(None, approve(&proposals[0])).await), "same-person");
    assert_eq!(refused(&same.ask(None, approve(&proposals[0])).await), "same-person");
    assert_eq!(refused(&pit.ask(None, approve(&proposals[0])).await), "role-needed");
    assert_eq!(refused(&shift.ask(None, approve(&json!(999))).await), "no-such-proposal");

    // Another proposal about the same person; what is agreed to first makes the other stale.
    assert_eq!(admin.ask(None, propose(dealer, "floorperson")).await["answer"], "done");
    let proposals = waiting(&mut second, 2).await;
    assert_eq!(shift.ask(None, approve(&proposals[1])).await["answer"], "done");
    waiting(&mut second, 0).await;
    assert_eq!(refused(&second.ask(None, approve(&proposals[0])).await), "proposal-stale");
    assert_eq!(refused(&second.ask(None, approve(&proposals[1])).await), "no-such-proposal");

    // Nobody has a part in what is about themselves.
    assert_eq!(admin.ask(None, propose(own, "auditor")).await["answer"], "done");
    let proposals = waiting(&mut second, 1).await;
    assert_eq!(refused(&second.ask(None, approve(&proposals[0])).await), "own-case");
    floor.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_second_person_has_just_given_their_password() {
    let folder = tempfile::tempdir().unwrap();
    let floor = TestFloor::open(folder.path(), config(600)).await;
    let (mut admin, _) = Screen::staff(&floor, "admin").await;
    let (mut second, cookie) = Screen::staff(&floor, "second-admin").await;
    let (mut supervisor, _) = Screen::staff(&floor, "floor").await;
    let (mut shift, at_table) = Screen::staff(&floor, "shift").await;
    let dealer = floor.staff_id(&mut admin, "dealer").await;
    let (mut seat, _) = Screen::terminal(&floor, 1).await;
    let round = seat.betting_after(1, 1).await - 1;
    let void = ActAsk::VoidRounds {
        rounds: vec![round],
        what: word("dispute"),
        reason: "a test".to_owned(),
    };
    let order = |order| client::run(1, order);
    let proposed = supervisor.ask(None, order(Order::Propose { act: void.clone() })).await;
    assert_eq!(proposed["answer"], "done", "{proposed}");
    assert_eq!(admin.ask(None, propose(dealer, "supervisor")).await["answer"], "done");
    floor.set_forward(Duration::from_secs(121));
    let at_the_table = order(Order::Approve { proposal: 1 });
    assert_eq!(refused(&shift.ask(None, at_the_table.clone()).await), "not-fresh");
    second.ask(None, Ask::Watch(Channel::Floor)).await;
    let proposals = waiting(&mut second, 2).await;
    let on_the_floor = approve(proposals.iter().find(|proposal| proposal.is_u64()).unwrap());
    assert_eq!(refused(&second.ask(None, on_the_floor.clone()).await), "not-fresh");
    for (name, cookie) in [("second-admin", cookie), ("shift", at_table)] {
        let body = Some(json!({ "password": floor.password(name) }));
        let again = http(&floor, "POST", "/api/v1/refresh", &[("cookie", &cookie)], body).await;
        assert_eq!(again.status, 204, "{}", again.body);
    }
    assert_eq!(shift.ask(None, at_the_table).await["answer"], "done");
    assert_eq!(second.ask(None, on_the_floor).await["answer"], "done");
    floor.close().await;
}

/// What waits at a table, once its number is at least this.
async fn at_table(screen: &mut Screen, least: u64) -> u64 {
    let number = |message: &Value| {
        let waits = &message["changed"]["approvals"][0];
        waits["waiting"]["proposal"].as_u64().filter(|number| *number >= least)
    };
    number(&screen.until(|message| number(message).is_some()).await).unwrap()
}

/// Somebody had agreed and the answer was lost with the connection. When the console asked again
/// under the same number, more than two minutes later, the answer was to enter the password first,
/// as if nothing had happened.
#[tokio::test(flavor = "multi_thread")]
async fn whoever_has_agreed_hears_so_again_however_late_they_ask() {
    let folder = tempfile::tempdir().unwrap();
    let floor = TestFloor::open(folder.path(), config(600)).await;
    let (mut supervisor, _) = Screen::staff(&floor, "floor").await;
    let (mut shift, _) = Screen::staff(&floor, "shift").await;
    let (mut seat, _) = Screen::terminal(&floor, 1).await;
    let round = seat.betting_after(1, 1).await - 1;
    let void = ActAsk::VoidRounds {
        rounds: vec![round],
        what: word("dispute"),
        reason: "a test".to_owned(),
    };
    let order = |order| client::run(1, order);
    let proposed = supervisor.ask(None, order(Order::Propose { act: void.clone() })).await;
    assert_eq!(proposed["answer"], "done", "{proposed}");
    let agree = || order(Order::Approve { proposal: 1 });
    assert_eq!(shift.ask(None, agree()).await["answer"], "done");
    let number = shift.asked;
    floor.set_forward(Duration::from_secs(121));
    shift.send(number, None, agree()).await;
    let again = shift.answer(number).await;
    assert_eq!(again["answer"], "done", "{again}");
    assert_eq!(refused(&shift.ask(None, agree()).await), "not-fresh");
    floor.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_agreed_at_a_table_waits_on_the_floor_screen() {
    let folder = tempfile::tempdir().unwrap();
    let floor = TestFloor::open(folder.path(), config(600)).await;
    let (mut supervisor, _) = Screen::staff(&floor, "floor").await;
    let (mut pit, _) = Screen::staff(&floor, "pit").await;
    let (mut shift, _) = Screen::staff(&floor, "shift").await;
    let (mut dealer, _) = Screen::staff(&floor, "dealer").await;
    let (mut auditor, _) = Screen::staff(&floor, "auditor").await;
    auditor.ask(None, Ask::Watch(Channel::Floor)).await;
    let (mut seat, _) = Screen::terminal(&floor, 1).await;
    let playing = seat.betting_after(1, 1).await;
    let void = ActAsk::VoidRounds {
        rounds: vec![playing - 1],
        what: word("dispute"),
        reason: "a test".to_owned(),
    };
    let order = |order| client::run(1, order);
    let proposed = shift.ask(None, order(Order::Propose { act: void.clone() })).await;
    assert_eq!(proposed["answer"], "done", "{proposed}");
    let first = at_table(&mut auditor, 1).await;
    let agree = |proposal: u64| order(Order::Approve { proposal: word(&proposal) });
    assert_eq!(refused(&shift.ask(None, agree(first)).await), "same-person");
    let withdraw = order(Order::Withdraw { proposal: word(&first) });
    assert_eq!(shift.ask(None, withdraw).await["answer"], "done");
    let proposed = supervisor.ask(None, order(Order::Propose { act: void.clone() })).await;
    assert_eq!(proposed["answer"], "done", "{proposed}");
    let second = at_table(&mut auditor, first + 1).await;
    assert_eq!(refused(&supervisor.ask(None, agree(second)).await), "role-too-low");
    assert_eq!(refused(&dealer.ask(None, agree(second)).await), "role-too-low");
    assert_eq!(refused(&pit.ask(None, agree(second)).await), "not-staff");
    assert_eq!(refused(&shift.ask(None, agree(first)).await), "no-such-proposal");
    assert_eq!(shift.ask(None, agree(second)).await["answer"], "done");
    assert_eq!(refused(&shift.ask(None, agree(second)).await), "no-such-proposal");
    let message =
        auditor.until(|message| message["changed"]["security"][0]["code"] == "round-changed").await;
    assert_eq!(message["changed"]["security"][0]["table"], 1);
    assert!(message["changed"]["security"][0]["by"].is_u64(), "{message}");
    floor.close().await;
}
