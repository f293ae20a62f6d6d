//! Vouchers from cage to seat and back.

use serde_json::json;

use crate::client::Screen;
use crate::floor::{TestFloor, config};

#[tokio::test(flavor = "multi_thread")]
async fn a_voucher_goes_from_cage_to_seat_to_cage_and_pays_once() {
    let folder = tempfile::tempdir().unwrap();
    let floor = TestFloor::open(folder.path(), config(10_000)).await;
    let (mut cage, _) = Screen::staff(&floor, "cashier").await;
    let sell = json!({ "cage": { "sell": { "amount": 50_000, "currency": "USD" } } });
    let sold = cage.ask(None, sell).await;
    let token = sold["voucher"]["token"].as_str().unwrap().to_owned();

    let (mut seat, _) = Screen::terminal(&floor, 1).await;
    let sit = json!({ "seat": { "sit": { "voucher": token } } });
    let answer = seat.ask(None, sit).await;
    assert_eq!(answer["answer"], "done", "{answer}");
    let spent = cage.ask(None, json!({ "cage": { "redeem": { "token": token } } })).await;
    assert_eq!(spent["answer"], "refused", "{spent}");

    let left = seat.ask(None, json!({ "seat": "leave" })).await;
    assert_eq!(left["voucher"]["amount"], 50_000, "{left}");
    let token = left["voucher"]["token"].as_str().unwrap().to_owned();
    let redeem = || json!({ "cage": { "redeem": { "token": token } } });
    let (mut other, _) = Screen::staff(&floor, "cashier").await;
    cage.asked += 1;
    other.asked += 1;
    let (one, two) = (cage.asked, other.asked);
    cage.send(one, None, redeem()).await;
    other.send(two, None, redeem()).await;
    let answers = [cage.answer(one).await, other.answer(two).await];
    let paid = answers.iter().filter(|answer| answer["answer"] == "found").count();
    assert_eq!(paid, 1, "two cashiers, one payment: {answers:?}");
    floor.close().await;
}

/// A cash-out was refused and its voucher dropped; the player took the bets back and the terminal
/// asked again under the same number. The floor took the first step for done, the table gave the
/// credit up, and the voucher stayed dropped: the money was nowhere.
#[tokio::test(flavor = "multi_thread")]
async fn a_cash_out_that_was_refused_takes_nothing_when_it_is_asked_again() {
    let folder = tempfile::tempdir().unwrap();
    let floor = TestFloor::open(folder.path(), config(60_000)).await;
    let (mut seat, _) = Screen::terminal(&floor, 1).await;
    seat.ask(None, json!({ "seat": { "sit": { "demo": 10_000 } } })).await;
    let round = seat.betting(1).await;
    let bets = json!([{ "area": "small", "stake": 1_000 }]);
    let placed = seat.ask(Some(round), json!({ "bet": { "place_bets": { "bets": bets } } })).await;
    assert_eq!(placed["answer"], "done", "{placed}");
    let cash_out = || json!({ "seat": { "cash_out": { "amount": 10_000 } } });
    let refused = seat.ask(None, cash_out()).await;
    assert_eq!(refused["why"]["code"], "credit-too-small", "{refused}");
    let number = seat.asked;
    let cleared = seat.ask(Some(round), json!({ "bet": "clear_bets" })).await;
    assert_eq!(cleared["seat"]["changed"]["money"]["credit"], 10_000, "{cleared}");
    seat.send(number, None, cash_out()).await;
    let again = seat.answer(number).await;
    assert_eq!(again["why"]["code"], "voucher-is", "{again}");
    let left = seat.ask(None, json!({ "seat": "leave" })).await;
    assert_eq!(left["voucher"]["amount"], 10_000, "nothing was taken: {left}");
    floor.close().await;
}

/// A buy-in was refused and its voucher let go; later the terminal asked again under the same
/// number. The floor took the first step for done, the table gave credit, and the voucher was still
/// in the player's hand: the money was in two places.
#[tokio::test(flavor = "multi_thread")]
async fn a_buy_in_that_was_refused_gives_nothing_when_it_is_asked_again() {
    let folder = tempfile::tempdir().unwrap();
    let floor = TestFloor::open(folder.path(), config(60_000)).await;
    let (mut cage, _) = Screen::staff(&floor, "cashier").await;
    let sell = json!({ "cage": { "sell": { "amount": 50_000, "currency": "USD" } } });
    let token = cage.ask(None, sell).await["voucher"]["token"].as_str().unwrap().to_owned();
    let (mut seat, _) = Screen::terminal(&floor, 1).await;
    let buy_in = || json!({ "seat": { "buy_in": { "voucher": token } } });
    let refused = seat.ask(None, buy_in()).await;
    assert_eq!(refused["why"]["code"], "seat-empty", "{refused}");
    let number = seat.asked;
    seat.ask(None, json!({ "seat": { "sit": { "demo": 10_000 } } })).await;
    seat.send(number, None, buy_in()).await;
    let again = seat.answer(number).await;
    assert_eq!(again["answer"], "refused", "{again}");
    let paid = cage.ask(None, json!({ "cage": { "redeem": { "token": token } } })).await;
    assert_eq!(paid["answer"], "found", "{paid}");
    let left = seat.ask(None, json!({ "seat": "leave" })).await;
    assert_eq!(left["voucher"]["amount"], 10_000, "the voucher was paid and is no credit: {left}");
    floor.close().await;
}
