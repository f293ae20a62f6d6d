//! Who works at a table does not play there, as far as a terminal without a name lets it be known.

use serde_json::json;
use taisai_protocol::Ask;
use taisai_rulebooks::Library;
use taisai_testing::client::{self, Screen, http, log_in};

use crate::floor::{TestFloor, config};

/// The table with a dealer.
const TABLE: u32 = 9;

async fn sells(cage: &mut Screen) -> String {
    let currency = Library::get("singapore-1").unwrap().rules().currency.value;
    let sell = client::sell(5_000, currency.code());
    cage.ask(None, sell).await["voucher"]["token"].as_str().unwrap().to_owned()
}

fn sits(voucher: &str) -> Ask {
    client::sit_with_voucher(voucher.to_owned())
}

/// The check that staff do not play where they work was never reached: every seat was taken by
/// nobody in particular.
#[tokio::test(flavor = "multi_thread")]
async fn a_browser_with_the_log_in_of_a_tables_dealer_buys_no_seat_there() {
    let folder = tempfile::tempdir().unwrap();
    let floor = TestFloor::open(folder.path(), config(600_000)).await;
    let (mut cage, _) = Screen::staff(&floor, "cashier").await;
    let voucher = sells(&mut cage).await;
    let dealer = log_in(&floor, "dealer").await;
    let body = Some(json!({ "table": TABLE }));
    let seat = http(&floor, "POST", "/api/v1/seats", &[], body).await.cookie();
    let both = format!("{seat}; {dealer}");
    let mut screen = Screen::open(&floor, "as=terminal", &both).await;
    let refused = screen.ask(None, sits(&voucher)).await;
    assert_eq!(refused["why"]["code"], "staff-never-play", "{refused}");
    assert_eq!(refused["why"]["clause"], "reading 20", "{refused}");
    // The log-in is over, and the voucher is as good as it was.
    let out = http(&floor, "POST", "/api/v1/logout", &[("cookie", &dealer)], None).await;
    assert_eq!(out.status, 204, "{}", out.body);
    let taken = screen.ask(None, sits(&voucher)).await;
    assert_eq!(taken["answer"], "done", "{taken}");
    floor.close().await;
}

/// What a terminal without a name cannot tell stays a duty of people: a cashier works at no table,
/// and a log-in in another browser is nobody's here.
#[tokio::test(flavor = "multi_thread")]
async fn who_works_elsewhere_or_logged_in_elsewhere_is_not_known_at_a_seat() {
    let folder = tempfile::tempdir().unwrap();
    let floor = TestFloor::open(folder.path(), config(600_000)).await;
    let (mut cage, cashier) = Screen::staff(&floor, "cashier").await;
    let (first, second) = (sells(&mut cage).await, sells(&mut cage).await);
    let _dealer = log_in(&floor, "dealer").await;
    let body = || Some(json!({ "table": TABLE }));
    let seat = http(&floor, "POST", "/api/v1/seats", &[], body()).await.cookie();
    let mut beside = Screen::open(&floor, "as=terminal", &format!("{seat}; {cashier}")).await;
    assert_eq!(beside.ask(None, sits(&first)).await["answer"], "done");
    let (mut alone, _) = Screen::terminal(&floor, TABLE).await;
    assert_eq!(alone.ask(None, sits(&second)).await["answer"], "done");
    floor.close().await;
}
