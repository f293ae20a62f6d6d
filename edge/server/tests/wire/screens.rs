//! What people on the floor and in the cage see, and what becomes of it after a restart.

use std::path::Path;

use serde_json::{Value, json};
use taisai_journal::{FloorReplay, Journal, Options, Place, Stream, TableNumber, TableReplay};
use taisai_protocol::Ask;
use taisai_protocol::ask::{BetAsk, BetLine, FloorAsk, Order, OwnLimitsAsk, SeatAsk};
use taisai_protocol::server_message::Channel;
use taisai_testing::client::{self, Screen, http, log_in, word};

use crate::floor::{TestFloor, config};

/// Watches a channel; the whole of it.
async fn watching(screen: &mut Screen, channel: &str) -> Value {
    let answer = screen.ask(None, json!({ "watch": channel })).await;
    assert_eq!(answer["answer"], "done", "{answer}");
    screen.whole(channel).await
}

fn codes(security: &Value) -> Vec<&str> {
    security.as_array().unwrap().iter().map(|event| event["code"].as_str().unwrap()).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn what_bears_on_security_is_on_the_floor_screen_also_after_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    let floor = TestFloor::open(folder.path(), config(60_000)).await;
    for _ in 0..5 {
        let wrong = json!({ "name": "dealer", "password": "not the password" });
        http(&floor, "POST", "/api/v1/login", &[], Some(wrong)).await;
    }
    let (mut admin, _) = Screen::staff(&floor, "admin").await;
    let cashier = floor.staff_id(&mut admin, "cashier").await;
    let revoke =
        Ask::Floor(FloorAsk::RevokeRole { staff: word(&cashier), reason: "a test".to_owned() });
    assert_eq!(admin.ask(None, revoke).await["answer"], "done");
    let (mut shift, _) = Screen::staff(&floor, "shift").await;
    let limits = json!({
        "usual": { "stake_min": 100, "stake_max": 1000, "multiple": 100 },
        "families": [], "seat_max": 5000, "exposure_max": 10_000_000,
    });
    let order = Order::AnnounceLimits { limits: word(&limits) };
    let answer = shift.ask(None, json!({ "run": { "table": 2, "order": order } })).await;
    assert_eq!(answer["answer"], "done", "{answer}");
    let (mut pit, cookie) = Screen::staff(&floor, "pit").await;
    let seen = watching(&mut pit, "floor").await;
    let found = codes(&seen["security"]);
    for (code, count) in [
        ("login-failed", 5),
        ("locked-out", 1),
        ("server-started", 1),
        ("configuration-changed", 1),
    ] {
        assert_eq!(found.iter().filter(|known| **known == code).count(), count, "{code}");
    }
    let limits = seen["security"].as_array().unwrap();
    let limits = limits.iter().find(|event| event["code"] == "configuration-changed").unwrap();
    assert_eq!((&limits["table"], limits["by"].is_u64()), (&json!(2), true), "{limits}");
    let revoked = seen["security"].as_array().unwrap().iter().find(|event| {
        event["facts"][0] == json!({ "name": "role revoked", "value": cashier.to_string() })
    });
    assert!(revoked.is_some(), "{seen:#}");
    let failed = json!({ "name": "nobody", "password": "not the password" });
    http(&floor, "POST", "/api/v1/login", &[], Some(failed)).await;
    let message =
        pit.until(|message| message["changed"]["security"][0]["code"] == "login-failed").await;
    assert_eq!(message["changed"]["security"][0]["facts"][0]["value"], "nobody");
    let before = message["changed"]["security"].as_array().unwrap().clone();
    floor.close().await;

    let floor = TestFloor::open(folder.path(), config(60_000)).await;
    let mut pit = Screen::open(&floor, "as=staff", &cookie).await;
    let after = watching(&mut pit, "floor").await;
    let after = after["security"].as_array().unwrap();
    assert!(codes(&json!(after)).contains(&"server-stopped"));
    let mut known = before.iter().filter(|event| !after.contains(event));
    assert!(known.next().is_none(), "what was shown before is shown again: {after:#?}");
    floor.close().await;
}

/// Keeps snapshots of the floor and of a table in which one bit is another.
fn damage_snapshots(folder: &Path, table: TableNumber) {
    let place = Place::Folder(folder.to_owned());
    let mut journal = Journal::open(&place, &Options::default()).unwrap();
    let floor = FloorReplay::restart(journal.store(), Stream::Floor, &mut |_| ()).unwrap();
    let stream = Stream::Table(table);
    let table = TableReplay::restart(journal.store(), stream, &mut |_| ()).unwrap();
    for mut snapshot in [floor.snapshot().unwrap(), table.snapshot().unwrap()] {
        snapshot.bytes[40] ^= 1;
        journal.keep_snapshot(&snapshot).unwrap();
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_snapshot_that_is_not_what_was_kept_is_on_the_floor_screen() {
    let folder = tempfile::tempdir().unwrap();
    let floor = TestFloor::open(folder.path(), config(60_000)).await;
    let cookie = log_in(&floor, "pit").await;
    floor.close().await;
    damage_snapshots(folder.path(), TableNumber::new(3).unwrap());

    let floor = TestFloor::open(folder.path(), config(60_000)).await;
    let mut pit = Screen::open(&floor, "as=staff", &cookie).await;
    let seen = watching(&mut pit, "floor").await;
    let events = seen["security"].as_array().unwrap().iter();
    let aside = events.filter(|event| event["code"] == "snapshot-set-aside");
    let mut tables: Vec<_> = aside.map(|event| event["table"].as_u64()).collect();
    tables.sort_unstable();
    assert_eq!(tables, [None, Some(3)], "{:#}", seen["security"]);
    floor.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_cashier_sees_the_own_drawer_and_no_other_also_after_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    let floor = TestFloor::open(folder.path(), config(60_000)).await;
    let (mut cage, cookie) = Screen::staff(&floor, "cashier").await;
    let empty = watching(&mut cage, "cage").await;
    assert_eq!((&empty["drawer"], &empty["recent"]), (&json!([]), &json!([])));
    let sell = client::sell(50_000, "USD");
    let sold = cage.ask(None, sell.clone()).await;
    let update = cage.until(|message| message["changed"]["drawer"].is_array()).await;
    assert_eq!(update["number"], 2, "numbered without a gap: {update}");
    cage.ask(None, sell).await;
    let redeem = client::redeem(sold["voucher"]["token"].as_str().unwrap());
    assert_eq!(cage.ask(None, redeem).await["answer"], "found");
    let drawer = json!([{
        "currency": "USD", "sold": 2, "sold_amount": 100_000,
        "redeemed": 1, "redeemed_amount": 50_000,
    }]);
    let update = cage.until(|message| message["changed"]["drawer"][0]["redeemed"] == 1).await;
    assert_eq!(update["changed"]["drawer"], drawer);
    assert_eq!(update["changed"]["recent"][0]["state"], "redeemed", "{update}");
    // Play money is lent by the house and not by this cashier.
    let (mut seat, _) = Screen::terminal(&floor, 1).await;
    let taken = seat.ask(None, client::sit_with_play_money(100_000)).await;
    assert_eq!(taken["answer"], "done", "{taken}");
    floor.close().await;

    let floor = TestFloor::open(folder.path(), config(60_000)).await;
    let mut cage = Screen::open(&floor, "as=staff", &cookie).await;
    let after = watching(&mut cage, "cage").await;
    assert_eq!(after["drawer"], drawer, "{after:#}");
    let numbers = after["recent"].as_array().unwrap().len();
    assert_eq!(numbers, 2);
    let refused = cage.ask(None, Ask::Watch(Channel::Floor)).await;
    assert_eq!(refused["why"]["code"], "not-yours", "{refused}");
    floor.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_code_is_shown_to_those_who_run_the_floor_and_is_good_once() {
    let folder = tempfile::tempdir().unwrap();
    let floor = TestFloor::open(folder.path(), config(60_000)).await;
    let (mut one, _) = Screen::staff(&floor, "floor").await;
    let (mut two, _) = Screen::staff(&floor, "pit").await;
    let (mut auditor, _) = Screen::staff(&floor, "auditor").await;
    for screen in [&mut one, &mut two, &mut auditor] {
        assert_eq!(watching(screen, "floor").await["enrolments"], json!([]));
    }
    let offer = Ask::Floor(FloorAsk::OfferEnrolment { table: 3, seat: 77 });
    let offered = one.ask(None, offer).await;
    let code = offered["code"].as_str().unwrap().to_owned();
    let shown = |message: &Value| message["changed"]["enrolments"][0]["seat"] == 77;
    assert_eq!(two.until(shown).await["changed"]["enrolments"][0]["code"], code.as_str());
    assert_eq!(auditor.until(shown).await["changed"]["enrolments"][0]["code"], Value::Null);

    let body = || Some(json!({ "code": code }));
    let enrolled = http(&floor, "POST", "/api/v1/enrol", &[], body()).await;
    assert_eq!((enrolled.status, &enrolled.body["seat"]), (200, &json!(77)), "{}", enrolled.body);
    let gone = |message: &Value| message["changed"]["enrolments"] == json!([]);
    let message = two.until(gone).await;
    let terminals = if message["changed"]["terminals"].is_array() {
        message["changed"]["terminals"].clone()
    } else {
        two.until(|sent| sent["changed"]["terminals"].is_array()).await["changed"]["terminals"]
            .clone()
    };
    let terminal = &terminals.as_array().unwrap()[0];
    assert_eq!((&terminal["seat"], &terminal["connected"]), (&json!(77), &json!(false)));
    let again = http(&floor, "POST", "/api/v1/enrol", &[], body()).await;
    assert_eq!(
        (again.status, &again.body["code"]),
        (404, &json!("no-such-code")),
        "{}",
        again.body
    );

    let cookie = enrolled.cookie();
    let mut terminal = Screen::open(&floor, "as=terminal", &cookie).await;
    let number = terminal.heard[0]["you"]["terminal"].clone();
    two.until(|message| message["changed"]["terminals"][0]["connected"] == true).await;
    let remove = Ask::Floor(FloorAsk::RemoveTerminal { terminal: word(&number) });
    assert_eq!(one.ask(None, remove).await["answer"], "done");
    let bye = terminal.until(|message| message["tell"] == "bye").await;
    assert_eq!(bye["reason"], "terminal-removed");
    let refused = Screen::try_open(&floor, "as=terminal", &cookie, Some(&floor.url)).await;
    assert!(refused.is_err());
    floor.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_lost_terminal_is_reported_its_bets_stand_and_it_sees_the_result_on_return() {
    let folder = tempfile::tempdir().unwrap();
    let floor = TestFloor::open(folder.path(), config(2_000)).await;
    let (mut pit, _) = Screen::staff(&floor, "pit").await;
    watching(&mut pit, "floor").await;
    let (mut seat, cookie) = Screen::terminal(&floor, 1).await;
    seat.ask(None, client::sit_with_play_money(100_000)).await;
    let round = seat.betting(1).await;
    let bet =
        Ask::Bet(BetAsk::PlaceBets { bets: vec![BetLine { area: word("small"), stake: 1000 }] });
    let placed = seat.ask(Some(round), bet).await;
    assert_eq!(placed["answer"], "done", "{placed}");
    drop(seat);
    let lost = pit.until(|message| message["changed"]["terminals"][0]["lost_since"].is_u64()).await;
    assert_eq!(lost["changed"]["terminals"][0]["connected"], false);
    pit.until(|message| message["changed"]["tables"][0]["lost"] == 1).await;
    pit.until(|message| message["changed"]["security"][0]["code"] == "terminal-lost").await;

    let mut seat = Screen::open(&floor, "as=terminal", &cookie).await;
    let mut back = seat.whole("seat").await;
    while back["outcome"]["last"]["round"] != round {
        let message = seat.until(|message| message["changed"]["outcome"].is_object()).await;
        back["outcome"] = message["changed"]["outcome"].clone();
    }
    assert_eq!(back["outcome"]["last"]["staked"], 1000, "{back}");
    pit.until(|message| message["changed"]["security"][0]["code"] == "terminal-returned").await;
    floor.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn limits_that_a_player_sets_are_kept_by_the_table() {
    let folder = tempfile::tempdir().unwrap();
    let floor = TestFloor::open(folder.path(), config(60_000)).await;
    let (mut seat, cookie) = Screen::terminal(&floor, 1).await;
    seat.ask(None, client::sit_with_play_money(100_000)).await;
    let limits = |loss: u64| {
        Ask::Seat(SeatAsk::SetLimits(OwnLimitsAsk {
            loss_max: Some(loss),
            ..OwnLimitsAsk::default()
        }))
    };
    assert_eq!(seat.ask(None, limits(1_000)).await["answer"], "done");
    assert_eq!(seat.ask(None, limits(9_000)).await["answer"], "done");
    let round = seat.betting(1).await;
    let bet = |stake: u64| {
        let line = json!({ "area": "small", "stake": stake });
        Ask::Bet(BetAsk::PlaceBets { bets: vec![word(&line)] })
    };
    let refused = seat.ask(Some(round), bet(1_100)).await;
    let why = json!({ "code": "own-loss-limit", "loss_max": 1_000, "left": 1_000 });
    assert_eq!(refused["why"], why, "{refused}");
    assert_eq!(seat.ask(Some(round), bet(1_000)).await["answer"], "done");
    let bad = seat
        .ask(
            None,
            Ask::Seat(SeatAsk::SetLimits(OwnLimitsAsk {
                time_max_ms: Some(0),
                ..OwnLimitsAsk::default()
            })),
        )
        .await;
    assert_eq!(bad["why"]["field"], "time_max_ms", "{bad}");
    drop(seat);

    let mut seat = Screen::open(&floor, "as=terminal", &cookie).await;
    let own = seat.whole("seat").await["own"].clone();
    assert_eq!(own["holds"]["loss_max"], 1_000, "{own}");
    assert_eq!(own["later"]["limits"]["loss_max"], 9_000, "{own}");
    let day = 86_400_000;
    assert!(own["later"]["from"].as_u64().unwrap() >= own["since"].as_u64().unwrap() + day);
    floor.close().await;
}
