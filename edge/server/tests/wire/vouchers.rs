//! Vouchers from cage to seat and back.

use serde_json::{Value, json};
use taisai_protocol::Ask;
use taisai_protocol::ask::{BetAsk, CageAsk, FloorAsk, LostPaper, LostPaperAgreed, Owed, SeatAsk};
use taisai_protocol::server_message::Channel;
use taisai_testing::client::{self, Screen, word};

use crate::floor::{TestFloor, config};

#[tokio::test(flavor = "multi_thread")]
async fn a_voucher_goes_from_cage_to_seat_to_cage_and_pays_once() {
    let folder = tempfile::tempdir().unwrap();
    let floor = TestFloor::open(folder.path(), config(10_000)).await;
    let (mut cage, _) = Screen::staff(&floor, "cashier").await;
    let sell = client::sell(50_000, "USD");
    let sold = cage.ask(None, sell).await;
    let token = sold["voucher"]["token"].as_str().unwrap().to_owned();

    let (mut seat, _) = Screen::terminal(&floor, 1).await;
    let sit = client::sit_with_voucher(token.clone());
    let answer = seat.ask(None, sit).await;
    assert_eq!(answer["answer"], "done", "{answer}");
    let spent = cage.ask(None, client::redeem(&token)).await;
    assert_eq!(spent["answer"], "refused", "{spent}");

    let left = seat.ask(None, Ask::Seat(SeatAsk::Leave)).await;
    assert_eq!(left["voucher"]["amount"], 50_000, "{left}");
    let token = left["voucher"]["token"].as_str().unwrap().to_owned();
    let redeem = || client::redeem(&token);
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

/// The cage heard that there is nothing to take back, repeat or double.
#[tokio::test(flavor = "multi_thread")]
async fn a_player_who_is_owed_nothing_is_paid_nothing_and_the_cage_hears_why() {
    let folder = tempfile::tempdir().unwrap();
    let floor = TestFloor::open(folder.path(), config(10_000)).await;
    let (mut cage, _) = Screen::staff(&floor, "cashier").await;
    let pay = Ask::Cage(CageAsk::PayOwed(Owed { table: 1, player: 1, reason: "known".to_owned() }));
    let refused = cage.ask(None, pay).await;
    assert_eq!(refused["why"]["code"], "nothing-owed", "{refused}");
    floor.close().await;
}

/// A cash-out was refused and its voucher dropped; the player took the bets back and the terminal
/// asked again under the same number. The floor took the first step for done, the table gave the
/// credit up, and the voucher stayed dropped: the money was nowhere. A refusal is not kept: asked
/// again, the cash-out is judged anew.
#[tokio::test(flavor = "multi_thread")]
async fn a_cash_out_that_was_refused_is_judged_anew_when_it_is_asked_again() {
    let folder = tempfile::tempdir().unwrap();
    let floor = TestFloor::open(folder.path(), config(60_000)).await;
    let (mut seat, _) = Screen::terminal(&floor, 1).await;
    seat.ask(None, client::sit_with_play_money(10_000)).await;
    let round = seat.betting(1).await;
    place(&mut seat, round).await;
    let cash_out = || Ask::Seat(SeatAsk::CashOut { amount: Some(10_000) });
    let refused = seat.ask(None, cash_out()).await;
    assert_eq!(refused["why"]["code"], "credit-too-small", "{refused}");
    let number = seat.asked;
    let cleared = seat.ask(Some(round), Ask::Bet(BetAsk::ClearBets)).await;
    assert_eq!(cleared["seat"]["changed"]["money"]["credit"], 10_000, "{cleared}");
    let paid = seat.again(number, cash_out()).await;
    assert_eq!(paid["voucher"]["amount"], 10_000, "{paid}");
    let left = seat.ask(None, Ask::Seat(SeatAsk::Leave)).await;
    assert_eq!(left["answer"], "done", "all of it was paid: {left}");
    floor.close().await;
}

/// A buy-in was refused and its voucher let go; later the terminal asked again under the same
/// number. The floor took the first step for done, the table gave credit, and the voucher was still
/// in the player's hand: the money was in two places.
#[tokio::test(flavor = "multi_thread")]
async fn a_buy_in_that_was_refused_is_judged_anew_when_it_is_asked_again() {
    let folder = tempfile::tempdir().unwrap();
    let floor = TestFloor::open(folder.path(), config(60_000)).await;
    let (mut cage, _) = Screen::staff(&floor, "cashier").await;
    let token = sold(&mut cage).await;
    let (mut seat, _) = Screen::terminal(&floor, 1).await;
    let buy_in = || Ask::Seat(SeatAsk::BuyIn { voucher: token.clone() });
    let refused = seat.ask(None, buy_in()).await;
    assert_eq!(refused["why"]["code"], "seat-empty", "{refused}");
    let number = seat.asked;
    seat.ask(None, client::sit_with_play_money(10_000)).await;
    let bought = seat.again(number, buy_in()).await;
    assert_eq!(bought["answer"], "done", "{bought}");
    let paid = cage.ask(None, client::redeem(&token)).await;
    assert_eq!(paid["why"]["code"], "voucher-is", "it became credit: {paid}");
    let left = seat.ask(None, Ask::Seat(SeatAsk::Leave)).await;
    assert_eq!(left["voucher"]["amount"], 60_000, "{left}");
    floor.close().await;
}

/// The line was cut after `leave`. The screen came back and asked again under the same number, and
/// was answered `done`, without the voucher: 20 times of 20 the credit was gone.
#[tokio::test(flavor = "multi_thread")]
async fn a_leave_that_is_asked_again_tells_the_same_voucher() {
    let folder = tempfile::tempdir().unwrap();
    let mut floor = TestFloor::open(folder.path(), config(60_000)).await;
    let (mut seat, cookie) = Screen::terminal(&floor, 1).await;
    seat.ask(None, client::sit_with_play_money(10_000)).await;
    let left = seat.ask(None, Ask::Seat(SeatAsk::Leave)).await;
    assert_eq!(left["voucher"]["amount"], 10_000, "{left}");
    let number = seat.asked;
    let mut seat = Screen::open(&floor, "as=terminal", &cookie).await;
    let again = seat.again(number, Ask::Seat(SeatAsk::Leave)).await;
    assert_eq!(same(&again), same(&left));
    floor.close().await;
    floor = TestFloor::open(folder.path(), config(60_000)).await;
    let mut seat = Screen::open(&floor, "as=terminal", &cookie).await;
    let again = seat.again(number, Ask::Seat(SeatAsk::Leave)).await;
    assert_eq!(same(&again), same(&left), "also after a restart");
    let cashed = seat.again(number, Ask::Seat(SeatAsk::CashOut { amount: None })).await;
    assert_eq!(cashed["why"]["code"], "request-reused", "{cashed}");
    floor.close().await;
}

/// A `leave` with a bet lying was refused, and the credit had become a voucher whose token nobody
/// got.
#[tokio::test(flavor = "multi_thread")]
async fn a_leave_while_a_bet_lies_moves_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let floor = TestFloor::open(folder.path(), config(60_000)).await;
    let (mut seat, _) = Screen::terminal(&floor, 1).await;
    seat.ask(None, client::sit_with_play_money(10_000)).await;
    let round = seat.betting(1).await;
    place(&mut seat, round).await;
    let refused = seat.ask(None, Ask::Seat(SeatAsk::Leave)).await;
    assert_eq!(refused["why"]["code"], "seat-not-empty", "{refused}");
    let cleared = seat.ask(Some(round), Ask::Bet(BetAsk::ClearBets)).await;
    assert_eq!(cleared["seat"]["changed"]["money"]["credit"], 10_000, "{cleared}");
    floor.close().await;
}

/// A used number with another amount was answered with the first voucher.
#[tokio::test(flavor = "multi_thread")]
async fn a_cash_out_of_another_amount_under_a_used_number_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let floor = TestFloor::open(folder.path(), config(60_000)).await;
    let (mut seat, _) = Screen::terminal(&floor, 1).await;
    seat.ask(None, client::sit_with_play_money(10_000)).await;
    let cash_out = |amount| Ask::Seat(SeatAsk::CashOut { amount: Some(amount) });
    let paid = seat.ask(None, cash_out(4_000)).await;
    let number = seat.asked;
    for other in
        [cash_out(3_000), Ask::Seat(SeatAsk::CashOut { amount: None }), Ask::Seat(SeatAsk::Leave)]
    {
        let refused = seat.again(number, other).await;
        assert_eq!(refused["why"]["code"], "request-reused", "{refused}");
    }
    let again = seat.again(number, cash_out(4_000)).await;
    assert_eq!(same(&again), same(&paid));
    floor.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_voucher_that_nobody_took_is_told_at_every_connection_until_somebody_has_it() {
    let folder = tempfile::tempdir().unwrap();
    let mut floor = TestFloor::open(folder.path(), config(60_000)).await;
    let (mut seat, cookie) = Screen::terminal(&floor, 1).await;
    assert_eq!(*seat.vouchers(), Value::Null);
    seat.ask(None, client::sit_with_play_money(10_000)).await;
    let left = seat.ask(None, Ask::Seat(SeatAsk::Leave)).await;
    let (token, number) = (&left["voucher"]["token"], &left["voucher"]["number"]);
    let mut seat = Screen::open(&floor, "as=terminal", &cookie).await;
    assert_eq!(seat.vouchers()[0]["token"], *token);
    floor.close().await;
    floor = TestFloor::open(folder.path(), config(60_000)).await;
    seat = Screen::open(&floor, "as=terminal", &cookie).await;
    assert_eq!(seat.vouchers()[0]["token"], *token, "also after a restart");
    let has = Ask::Seat(SeatAsk::TakeVoucher { number: word(&number) });
    let answer = seat.ask(None, has).await;
    assert_eq!(answer["answer"], "done", "{answer}");
    let seat = Screen::open(&floor, "as=terminal", &cookie).await;
    assert_eq!(*seat.vouchers(), Value::Null);
    floor.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_next_player_never_sees_the_voucher_of_the_last() {
    let folder = tempfile::tempdir().unwrap();
    let floor = TestFloor::open(folder.path(), config(60_000)).await;
    let (mut seat, cookie) = Screen::terminal(&floor, 1).await;
    seat.ask(None, client::sit_with_play_money(10_000)).await;
    seat.ask(None, Ask::Seat(SeatAsk::Leave)).await;
    let number = seat.asked;
    let answer = seat.ask(None, client::sit_with_play_money(20_000)).await;
    assert_eq!(answer["answer"], "done", "{answer}");
    let mut seat = Screen::open(&floor, "as=terminal", &cookie).await;
    assert_eq!(*seat.vouchers(), Value::Null);
    let again = seat.again(number, Ask::Seat(SeatAsk::Leave)).await;
    assert_eq!(again["why"]["code"], "request-too-old", "{again}");
    floor.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_voucher_without_its_paper_is_made_out_anew_by_two_people() {
    let folder = tempfile::tempdir().unwrap();
    let floor = TestFloor::open(folder.path(), config(60_000)).await;
    let (mut cage, _) = Screen::staff(&floor, "cashier").await;
    let sell = client::sell(50_000, "USD");
    let lost = cage.ask(None, sell).await;
    let number = &lost["voucher"]["number"];
    let reason = "the printer was out of paper";
    let replace = Ask::Cage(CageAsk::ReplaceVoucher(LostPaper {
        number: word(&number),
        reason: word(&reason),
    }));
    let proposed = cage.ask(None, replace).await;
    assert_eq!(proposed["answer"], "done", "{proposed}");
    cage.ask(None, Ask::Watch(Channel::Cage)).await;
    let waiting = cage.whole("cage").await["replacing"][0].clone();
    assert_eq!((&waiting["number"], &waiting["amount"]), (number, &json!(50_000)));
    let proposal = &waiting["proposal"];
    let agree = || {
        Ask::Cage(CageAsk::ApproveReplacement(LostPaperAgreed {
            proposal: word(&proposal),
            number: word(&number),
        }))
    };
    let alone = cage.ask(None, agree()).await;
    assert_eq!(alone["answer"], "refused", "{alone}");
    let (mut shift, _) = Screen::staff(&floor, "shift").await;
    let by_floor =
        shift.ask(None, Ask::Floor(FloorAsk::Approve { proposal: word(&proposal) })).await;
    assert_eq!(by_floor["why"]["code"], "not-yours", "its answer has no voucher: {by_floor}");
    let anew = shift.ask(None, agree()).await;
    assert_eq!(anew["voucher"]["amount"], 50_000, "{anew}");
    let agreed = shift.asked;
    assert_eq!(same(&shift.again(agreed, agree()).await), same(&anew));
    let redeem = |of: &Value| client::redeem(of["voucher"]["token"].as_str().unwrap());
    let dead = cage.ask(None, redeem(&lost)).await;
    assert_eq!(dead["why"]["code"], "voucher-is", "{dead}");
    let paid = cage.ask(None, redeem(&anew)).await;
    assert_eq!(paid["answer"], "found", "{paid}");
    floor.close().await;
}

async fn sold(cage: &mut Screen) -> String {
    let sell = client::sell(50_000, "USD");
    cage.ask(None, sell).await["voucher"]["token"].as_str().unwrap().to_owned()
}

async fn place(seat: &mut Screen, round: u64) {
    let bets = json!([{ "area": "small", "stake": 1_000 }]);
    let placed = seat.ask(Some(round), Ask::Bet(BetAsk::PlaceBets { bets: word(&bets) })).await;
    assert_eq!(placed["answer"], "done", "{placed}");
}

/// What an answer says about a voucher, without the time of the answer.
fn same(answer: &Value) -> Value {
    let mut voucher = answer["voucher"].clone();
    let fields = voucher.as_object_mut().unwrap_or_else(|| panic!("no voucher: {answer}"));
    fields.remove("time");
    fields.remove("head");
    voucher
}

/// The cage sold vouchers in yen, and no table of the house took them.
#[tokio::test(flavor = "multi_thread")]
async fn the_cage_sells_no_voucher_that_no_table_takes() {
    let folder = tempfile::tempdir().unwrap();
    let floor = TestFloor::open(folder.path(), config(10_000)).await;
    let (mut cage, _) = Screen::staff(&floor, "cashier").await;
    let sell = |currency: &str| client::sell(50_000, currency);
    let refused = cage.ask(None, sell("JPY")).await;
    assert_eq!(refused["answer"], "refused", "{refused}");
    assert!(refused.to_string().contains("a currency that a table plays"), "{refused}");
    let sold = cage.ask(None, sell("USD")).await;
    assert_eq!(sold["voucher"]["amount"], 50_000, "{sold}");
    floor.close().await;
}
