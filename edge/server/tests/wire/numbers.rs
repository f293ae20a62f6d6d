//! The numbers of requests: a high one must not leave none for those who sit there later.
//!
//! A terminal once asked under 2^60 and was answered. Its seat remembered that number and sent it
//! to every later screen as the one to continue from, and no screen can count that far.

use serde_json::json;
use taisai_protocol::ask::{BetAsk, Funds, SeatAsk};
use taisai_protocol::{Ask, ClientMessage};
use taisai_server::ask::dispatch::LEAP_MAX;
use taisai_testing::client::{self, Screen, word};

use crate::api::Api;
use crate::floor::{TestFloor, config};

const fn sit() -> Ask {
    client::sit_with_play_money(100_000)
}

/// The same seat again: everybody has left, and the terminal opens another conversation.
async fn comes_back(floor: &TestFloor, cookie: &str, screen: Screen) -> Screen {
    drop(screen);
    Screen::open(floor, "as=terminal", cookie).await
}

#[tokio::test(flavor = "multi_thread")]
async fn no_number_over_a_socket_spoils_the_seat_for_those_who_follow() {
    let folder = tempfile::tempdir().unwrap();
    let floor = TestFloor::open(folder.path(), config(600_000)).await;
    let (mut screen, cookie) = Screen::terminal(&floor, 1).await;
    for (id, says) in [
        (u64::MAX, "up to 9007199254740991"),
        (1 << 60, "up to 9007199254740991"),
        (ClientMessage::ID_MAX + 1, "up to 9007199254740991"),
        (ClientMessage::ID_MAX, "count on from 0"),
        (LEAP_MAX + 1, "at most 16777216: count on from 0"),
    ] {
        screen.send(id, None, sit()).await;
        let message = screen.answer(id).await;
        assert_eq!(message["why"]["code"], "bad-field", "{id}: {message}");
        let sentence = message["sentence"].as_str().unwrap();
        assert!(sentence.contains("id") && sentence.contains(says), "{id}: {sentence}");
    }
    screen.send(LEAP_MAX, None, sit()).await;
    let sat = screen.answer(LEAP_MAX).await;
    assert_eq!(sat["answer"], "done", "as far as that it may leap: {sat}");
    screen.asked = LEAP_MAX;
    let left = screen.ask(None, Ask::Seat(SeatAsk::Leave)).await;
    assert_eq!(left["answer"], "voucher", "{left}");
    // The next player counts on from what the server remembers, and plays.
    let mut next = comes_back(&floor, &cookie, screen).await;
    assert_eq!(next.asked, LEAP_MAX + 1);
    assert_eq!(next.ask(None, sit()).await["answer"], "done");
    let round = next.betting(1).await;
    let bets = json!([{ "area": "small", "stake": 1_000 }]);
    let placed = next.ask(Some(round), Ask::Bet(BetAsk::PlaceBets { bets: word(&bets) })).await;
    assert_eq!(placed["answer"], "done", "{placed}");
    // A line that is open learns that its seat has counted on meanwhile, over HTTP or elsewhere.
    let far = next.asked + LEAP_MAX - 5;
    next.send(far, None, Ask::Pong).await;
    next.send(far, None, Ask::Seat(SeatAsk::CashOut { amount: Some(100) })).await;
    assert_eq!(next.answer(far).await["answer"], "voucher");
    let again = far + LEAP_MAX;
    next.send(again, None, Ask::Seat(SeatAsk::CashOut { amount: Some(100) })).await;
    assert_eq!(next.answer(again).await["answer"], "voucher");
    floor.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn no_key_over_http_spoils_the_seat_for_those_who_follow() {
    let folder = tempfile::tempdir().unwrap();
    let floor = TestFloor::open(folder.path(), config(600_000)).await;
    let api = Api::of(&floor);
    let mut seat = api.terminal(1).await;
    let body = json!(SeatAsk::Sit(Funds { voucher: None, demo: Some(100_000) }));
    for number in [ClientMessage::ID_MAX + 1, ClientMessage::ID_MAX, LEAP_MAX + 1] {
        let key = format!("{}-{number}", seat.counts);
        let reply = api.post(&seat, "/api/v1/seat/asks", Some(&key), body.clone()).await;
        assert_eq!((reply.status, &reply.body["code"]), (422, &json!("bad-field")), "{number}");
    }
    let key = seat.key();
    let reply = api.post(&seat, "/api/v1/seat/asks", Some(&key), body).await;
    assert_eq!(reply.status, 200, "{}", reply.text);
    floor.close().await;
}

/// Another amount under a number that was used was answered as if it were the same ask.
#[tokio::test(flavor = "multi_thread")]
async fn sitting_down_with_something_else_under_a_used_number_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let floor = TestFloor::open(folder.path(), config(600_000)).await;
    let (mut screen, _) = Screen::terminal(&floor, 1).await;
    assert_eq!(screen.ask(None, sit()).await["answer"], "done");
    let id = screen.asked;
    assert_eq!(screen.again(id, sit()).await["answer"], "done");
    for other in [json!({ "demo": 50_000 }), json!({ "voucher": "0".repeat(32) })] {
        let message = screen.again(id, Ask::Seat(SeatAsk::Sit(word(&other)))).await;
        assert_eq!(message["why"]["code"], "request-reused", "{other}: {message}");
    }
    floor.close().await;
}

/// A cashier sold a voucher under the highest number there is. `/me` then offered that number
/// again, and the next sale of the same amount was answered with the voucher of the first.
#[tokio::test(flavor = "multi_thread")]
async fn no_number_of_staff_leaves_none_for_the_next_ask() {
    let folder = tempfile::tempdir().unwrap();
    let floor = TestFloor::open(folder.path(), config(600_000)).await;
    let api = Api::of(&floor);
    let mut cage = api.staff("cashier").await;
    let body = json!({ "amount": 100, "currency": "USD" });
    for number in [ClientMessage::ID_MAX, cage.asked + LEAP_MAX + 1] {
        let key = format!("{}-{number}", cage.counts);
        let reply = api.post(&cage, "/api/v1/vouchers/sell", Some(&key), body.clone()).await;
        assert_eq!((reply.status, &reply.body["code"]), (422, &json!("bad-field")), "{number}");
        assert!(reply.text.contains("of this log-in"), "{}", reply.text);
    }
    let me = api.get(&cage, "/api/v1/me").await;
    assert_eq!(me.body["next_key"], format!("{}-{}", cage.counts, cage.asked + 1));
    let key = cage.key();
    let sold = api.post(&cage, "/api/v1/vouchers/sell", Some(&key), body).await;
    assert_eq!(sold.status, 200, "{}", sold.text);
    floor.close().await;
}

/// A departure under a number below the last was done, and was `request-too-old` when it was asked
/// again: who leaves takes the answers along.
#[tokio::test(flavor = "multi_thread")]
async fn a_departure_has_one_answer_for_ever() {
    let folder = tempfile::tempdir().unwrap();
    let floor = TestFloor::open(folder.path(), config(600_000)).await;
    let (mut screen, _) = Screen::terminal(&floor, 1).await;
    assert_eq!(screen.ask(None, sit()).await["answer"], "done");
    screen.asked += 1;
    let low = screen.asked;
    let all = Ask::Seat(SeatAsk::CashOut { amount: None });
    assert_eq!(screen.ask(None, all.clone()).await["answer"], "voucher");
    let nothing = screen.ask(None, all).await;
    assert_eq!(nothing["why"]["code"], "no-credit", "{nothing}");
    let leave = Ask::Seat(SeatAsk::Leave);
    for _ in 0..2 {
        let message = screen.again(low, leave.clone()).await;
        assert_eq!(message["why"]["code"], "request-too-old", "{message}");
    }
    assert_eq!(screen.ask(None, leave.clone()).await["answer"], "done");
    let last = screen.asked;
    assert_eq!(screen.again(last, leave).await["answer"], "done");
    floor.close().await;
}
