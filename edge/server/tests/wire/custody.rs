//! Who answers for a shaker: one person for one, as long as they are logged in.

use std::path::Path;
use std::time::Duration;

use serde_json::{Value, json};
use taisai_floor::{TableId, Title};
use taisai_journal::stored::{Actor, Body, Entry, Stamp};
use taisai_journal::{Batch, Journal, Options, Place, Stream, TableNumber};
use taisai_protocol::Ask;
use taisai_protocol::ask::Order;
use taisai_protocol::server_message::Channel;
use taisai_server::config::Config;
use taisai_table::{RequestId, SessionId, StaffEvent, StaffId, Time};
use taisai_testing::client::{Screen, http, run};

use crate::floor::{TestFloor, config};

/// The demo's table with a dealer.
const TABLE: u32 = 9;
/// Another one like it.
const SECOND: u32 = 10;

/// The demo with two tables at which a dealer works.
fn two_tables() -> Config {
    let mut config = config(600_000);
    let mut second =
        config.tables.iter().find(|plan| plan.table == TableId(TABLE)).unwrap().clone();
    (second.table, second.name) = (TableId(SECOND), Title::new("The second").unwrap());
    config.tables.push(second);
    config
}

/// Who answers for the shaker, as the console shows it, once it is so.
async fn until_on_duty(screen: &mut Screen, wanted: &Value) {
    screen.until(|message| message["changed"]["equipment"]["on_duty"] == *wanted).await;
}

/// A dealer logged out between no more bets and the shake, and a floorperson went on with the round
/// as if the shaker had been theirs.
#[tokio::test(flavor = "multi_thread")]
async fn custody_ends_with_the_log_in_and_is_taken_over_by_whoever_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let floor = TestFloor::open(folder.path(), config(600_000)).await;
    let (mut dealer, cookie) = Screen::staff(&floor, "dealer").await;
    let (mut superior, _) = Screen::staff(&floor, "floor").await;
    superior.ask(None, Ask::Watch(Channel::Console { table: TABLE })).await;
    let early = superior.ask(Some(1), run(TABLE, Order::OpenBetting)).await;
    assert_eq!(early["why"]["code"], "not-on-duty", "nobody has taken it over: {early}");
    for order in [Order::TakeShaker, Order::OpenBetting, Order::CallNoMoreBets] {
        let answer = dealer.ask(Some(1), run(TABLE, order)).await;
        assert_eq!(answer["answer"], "done", "{answer}");
    }
    let others = superior.ask(Some(1), run(TABLE, Order::Reveal)).await;
    assert_eq!(others["why"]["code"], "not-on-duty", "{others}");
    let out = http(&floor, "POST", "/api/v1/logout", &[("cookie", &cookie)], None).await;
    assert_eq!(out.status, 204, "{}", out.body);
    until_on_duty(&mut superior, &Value::Null).await;
    let shake = json!({ "run": { "table": TABLE, "order": { "shake": { "times": 3 } } } });
    let waits = superior.ask(Some(1), shake.clone()).await;
    assert_eq!(waits["why"]["code"], "not-on-duty", "{waits}");
    let taken = superior.ask(None, run(TABLE, Order::TakeShaker)).await;
    assert_eq!(taken["answer"], "done", "{taken}");
    let shaken = superior.ask(Some(1), shake).await;
    assert_eq!(shaken["answer"], "done", "{shaken}");
    floor.close().await;
}

/// A dealer went home without logging out, and answered for the shaker all night.
#[tokio::test(flavor = "multi_thread")]
async fn custody_ends_with_a_log_in_that_nobody_uses() {
    let folder = tempfile::tempdir().unwrap();
    let floor = TestFloor::open(folder.path(), config(600_000)).await;
    let (mut watcher, _) = Screen::staff(&floor, "auditor").await;
    watcher.ask(None, Ask::Watch(Channel::Console { table: TABLE })).await;
    let (mut dealer, _) = Screen::staff(&floor, "dealer").await;
    dealer.ask(None, run(TABLE, Order::TakeShaker)).await;
    floor.set_forward(Duration::from_mins(31));
    until_on_duty(&mut watcher, &Value::Null).await;
    floor.close().await;
}

/// One dealer had taken the shakers of eight tables.
#[tokio::test(flavor = "multi_thread")]
async fn one_person_answers_for_one_shaker() {
    let folder = tempfile::tempdir().unwrap();
    let floor = TestFloor::open(folder.path(), two_tables()).await;
    let (mut dealer, _) = Screen::staff(&floor, "dealer").await;
    assert_eq!(dealer.ask(None, run(TABLE, Order::TakeShaker)).await["answer"], "done");
    let first = dealer.asked;
    let second = dealer.ask(None, run(SECOND, Order::TakeShaker)).await;
    assert_eq!(second["why"]["code"], "answers-elsewhere", "{second}");
    assert_eq!(second["why"]["table"], TABLE, "{second}");
    assert!(second["why"]["name"].as_str().unwrap().contains("with a dealer"), "{second}");
    assert_eq!(dealer.ask(None, run(TABLE, Order::LeaveShaker)).await["answer"], "done");
    assert_eq!(dealer.ask(None, run(SECOND, Order::TakeShaker)).await["answer"], "done");
    let again = dealer.again(first, run(TABLE, Order::TakeShaker)).await;
    assert_eq!(again["answer"], "done", "what was done once is answered once more: {again}");
    let back = dealer.ask(None, run(TABLE, Order::TakeShaker)).await;
    assert_eq!(back["why"]["table"], SECOND, "{back}");
    floor.close().await;
}

/// Writes into a table's journal, while no server runs, that somebody took its shaker over.
fn takes_the_shaker(folder: &Path, table: u32, dealer: StaffId) {
    let place = Place::Folder(folder.to_owned());
    let mut journal = Journal::open(&place, &Options::default()).unwrap();
    let stream = Stream::Table(TableNumber::new(table).unwrap());
    journal.claim(stream).unwrap();
    let head = journal.head(stream);
    let stamp = Stamp {
        sequence: head.sequence + 1,
        time: Time::from_millis(1).unwrap(),
        actor: Actor::Staff(dealer),
        session: SessionId(1),
        request: RequestId(1),
    };
    let body = Body::Happened(vec![StaffEvent::ShakerTaken { dealer }.into()]);
    let mut batch = Batch::new(stream, head);
    batch.push(&Entry { stamp, body }.encode());
    journal.append(&[batch]).unwrap();
}

/// The machine died between the end of the log-in and the end of the custody.
#[tokio::test(flavor = "multi_thread")]
async fn a_start_ends_the_custody_of_whoever_is_not_logged_in_and_of_a_second_shaker() {
    let folder = tempfile::tempdir().unwrap();
    let mut floor = TestFloor::open(folder.path(), two_tables()).await;
    let (mut dealer, _) = Screen::staff(&floor, "dealer").await;
    dealer.ask(None, run(TABLE, Order::TakeShaker)).await;
    let (mut looks, cookie) = Screen::staff(&floor, "floor").await;
    let ids = [floor.staff_id(&mut looks, "pit").await, floor.staff_id(&mut looks, "dealer").await];
    let [pit, own] = ids.map(|id| StaffId(u32::try_from(id).unwrap()));
    floor.stop().await;
    let hired = std::mem::take(&mut floor.hired);
    takes_the_shaker(folder.path(), SECOND, own);
    let mut floor = TestFloor::open(folder.path(), two_tables()).await.staffed_by(&hired);
    let mut looks = Screen::open(&floor, "as=staff", &cookie).await;
    let mut on_duty = Vec::new();
    for table in [TABLE, SECOND] {
        looks.ask(None, Ask::Watch(Channel::Console { table })).await;
        on_duty.push(looks.whole("console").await["equipment"]["on_duty"].clone());
        looks.ask(None, Ask::Unwatch(Channel::Console { table })).await;
        looks.heard.clear();
    }
    assert_eq!(on_duty, [json!(own.0), Value::Null], "one shaker each, and the log-in lasts");
    floor.stop().await;
    takes_the_shaker(folder.path(), TABLE, pit);
    let floor = TestFloor::open(folder.path(), two_tables()).await;
    let mut looks = Screen::open(&floor, "as=staff", &cookie).await;
    looks.ask(None, Ask::Watch(Channel::Console { table: TABLE })).await;
    let on_duty = looks.whole("console").await["equipment"]["on_duty"].clone();
    assert_eq!(on_duty, Value::Null, "nobody is logged in as {pit}");
    floor.close().await;
}
