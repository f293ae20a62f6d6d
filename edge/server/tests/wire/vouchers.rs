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
