//! A round at a table, as its player sees it.

use serde_json::{Value, json};
use taisai_protocol::Ask;
use taisai_protocol::ask::{BetAsk, BetLine, Order, RunAsk};
use taisai_protocol::server_message::Channel;
use taisai_testing::client::{self, Screen, word};

use crate::floor::{TestFloor, config};

/// The seat's own view after all messages so far.
fn credit(screen: &Screen) -> u64 {
    let money = screen.heard.iter().rev().find_map(|message| {
        let sections = match message["tell"].as_str() {
            Some("snapshot") if message["channel"] == "seat" => &message["state"],
            Some("update") if message["channel"] == "seat" => &message["changed"],
            Some("answer") => &message["seat"]["changed"],
            _ => &Value::Null,
        };
        sections["money"]["credit"].as_u64()
    });
    money.unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bet_is_registered_settled_and_paid_exactly() {
    let folder = tempfile::tempdir().unwrap();
    let floor = TestFloor::open(folder.path(), config(1_500)).await;
    for table in 1..=8 {
        let (mut screen, _) = Screen::terminal(&floor, table).await;
        let sat = screen.ask(None, client::sit_with_play_money(100_000)).await;
        assert_eq!(sat["answer"], "done", "table {table}: {sat}");
        let bets = json!([{ "area": "small", "stake": 1_000 }, { "area": "big", "stake": 1_000 }]);
        let placed = Ask::Bet(BetAsk::PlaceBets { bets: word(&bets) });
        // A screen that was seen open may close before the bet arrives; then the next one is met.
        let (mut round, mut answer) = (0, json!({ "why": { "code": "betting-closed" } }));
        while ["betting-closed", "other-round"].map(Value::from).contains(&answer["why"]["code"]) {
            round = screen.betting_after(table, round).await;
            answer = screen.ask(Some(round), placed.clone()).await;
        }
        assert_eq!(answer["answer"], "done", "table {table}: {answer}");
        assert_eq!(answer["seat"]["changed"]["money"]["credit"], 98_000, "{answer}");

        let settled = |message: &Value| {
            message["channel"] == "seat" && message["changed"]["outcome"]["last"]["round"] == round
        };
        let message = screen.until(settled).await;
        let outcome = &message["changed"]["outcome"]["last"];
        let dice: Vec<u64> =
            outcome["dice"].as_array().unwrap().iter().map(|die| die.as_u64().unwrap()).collect();
        let triple = dice[0] == dice[1] && dice[1] == dice[2];
        let returned = if triple { 0 } else { 2_000 };
        assert_eq!(outcome["returned"], returned, "table {table}: {outcome}");
        assert_eq!(credit(&screen), 98_000 + returned, "table {table}");
    }
    floor.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_settled_round_is_told_alone_and_with_the_others_to_whoever_comes_later() {
    let folder = tempfile::tempdir().unwrap();
    let floor = TestFloor::open(folder.path(), config(100)).await;
    let (mut screen, cookie) = Screen::terminal(&floor, 1).await;
    let mut history: Vec<Value> = Vec::new();
    while history.len() < 3 {
        let message = screen.until(|message| message["changed"]["history"].is_object()).await;
        let changed = &message["changed"]["history"];
        let [result] = changed["rounds"].as_array().unwrap().as_slice() else {
            panic!("one round was settled, not {changed}");
        };
        history.push(result.clone());
    }
    let mut later = Screen::open(&floor, "as=terminal", &cookie).await;
    let whole = later.whole("table").await["history"].clone();
    let first = &history[0]["round"];
    let shown: Vec<Value> = whole.as_array().unwrap().clone();
    let from = shown.iter().position(|result| result["round"] == *first).unwrap();
    assert_eq!(shown[from..from + 3], history);
    floor.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_repeated_bet_lies_once_and_another_under_its_number_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let floor = TestFloor::open(folder.path(), config(10_000)).await;
    let (mut screen, _) = Screen::terminal(&floor, 1).await;
    screen.ask(None, client::sit_with_play_money(100_000)).await;
    let round = screen.betting(1).await;
    let bet = |stake: u64| {
        let line = json!({ "area": "small", "stake": stake });
        Ask::Bet(BetAsk::PlaceBets { bets: vec![word(&line)] })
    };
    let first = screen.ask(Some(round), bet(1_000)).await;
    assert_eq!(first["answer"], "done", "{first}");
    let number = screen.asked;
    screen.send(number, Some(round), bet(1_000)).await;
    let again = screen.answer(number).await;
    assert_eq!(again["answer"], "done", "{again}");
    screen.send(number, Some(round), bet(2_000)).await;
    let other = screen.answer(number).await;
    assert_eq!(other["why"]["code"], "request-reused", "{other}");
    let wrong_round = screen.ask(Some(round + 1), bet(1_000)).await;
    assert_eq!(wrong_round["why"]["code"], "other-round", "{wrong_round}");
    assert_eq!(credit(&screen), 99_000);
    floor.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_no_ask_is_refused_with_what_would_be_right() {
    let folder = tempfile::tempdir().unwrap();
    let floor = TestFloor::open(folder.path(), config(10_000)).await;
    let (mut screen, _) = Screen::terminal(&floor, 1).await;
    for nonsense in ["", "{", "[]", "{\"id\":1}", "{\"id\":1,\"ask\":{\"fly\":{}}}"] {
        screen.say(nonsense).await;
        let message = screen.until(|message| message["tell"] == "answer").await;
        assert_eq!(message["why"]["code"], "unreadable", "{nonsense}: {message}");
    }
    let not_yours = screen.ask(None, client::redeem("0")).await;
    assert_eq!(not_yours["why"]["code"], "not-yours", "{not_yours}");
    floor.close().await;
}

/// Two dealers see the same button; one of them is a moment late and does not press the next one.
#[tokio::test(flavor = "multi_thread")]
async fn an_order_for_the_table_as_it_stood_is_not_taken_once_it_has_moved_on() {
    let folder = tempfile::tempdir().unwrap();
    let floor = TestFloor::open(folder.path(), config(600_000)).await;
    let (mut dealer, _) = Screen::staff(&floor, "dealer").await;
    let order = |phase: &str, order| Ask::Run(RunAsk { table: 9, phase: Some(word(phase)), order });
    let shake = Order::Shake { times: 3 };
    dealer.ask(None, order("idle", Order::TakeShaker)).await;
    let opened = [("idle", Order::OpenBetting), ("betting", Order::CallNoMoreBets)];
    for (phase, what) in opened {
        let answer = dealer.ask(Some(1), order(phase, what)).await;
        assert_eq!(answer["answer"], "done", "{answer}");
    }
    let closed = dealer.asked;
    let late = dealer.ask(Some(1), order("betting", shake.clone())).await;
    assert_eq!(late["why"], json!({ "code": "wrong-phase", "phase": "no-more-bets" }), "{late}");
    dealer.send(closed, Some(1), order("betting", Order::CallNoMoreBets)).await;
    let again = dealer.answer(closed).await;
    assert_eq!(
        again["answer"], "done",
        "the screen that moved it on gets the same answer: {again}"
    );
    let right = dealer.ask(Some(1), order("no-more-bets", shake.clone())).await;
    assert_eq!(right["answer"], "done", "{right}");
    let twice = dealer.ask(Some(1), order("no-more-bets", shake)).await;
    assert_eq!(twice["why"]["phase"], "shaken", "the dice are not shaken twice: {twice}");
    floor.close().await;
}

/// A bet had just been shown to the staff, so the next step waited its turn: for a moment the
/// dealer saw the new phase above a button that still ordered for the old one, and was refused.
#[tokio::test(flavor = "multi_thread")]
async fn a_step_is_shown_to_the_staff_before_it_is_answered_however_busy_the_players_are() {
    let folder = tempfile::tempdir().unwrap();
    let floor = TestFloor::open(folder.path(), config(600_000)).await;
    let (mut player, _) = Screen::terminal(&floor, 9).await;
    player.ask(None, client::sit_with_play_money(100_000)).await;
    let (mut dealer, _) = Screen::staff(&floor, "dealer").await;
    dealer.ask(None, Ask::Watch(Channel::Console { table: 9 })).await;
    let mut next = dealer.whole("console").await["next"].clone();
    for step in ["take_shaker", "open_betting", "call_no_more_bets"] {
        let run = json!({ "table": 9, "phase": next["phase"], "order": step });
        dealer.heard.clear();
        let answer = dealer.ask(next["round"].as_u64(), Ask::Run(word(&run))).await;
        assert_eq!(answer["answer"], "done", "{step}: {answer}");
        let shown = dealer.heard.iter().rev().map(|message| &message["changed"]["next"]);
        next = shown.into_iter().find(|next| next.is_object()).expect(step).clone();
        if next["phase"] == "betting" {
            let bet =
                BetAsk::PlaceBets { bets: vec![BetLine { area: word("small"), stake: 1_000 }] };
            player.ask(Some(1), Ask::Bet(bet)).await;
            dealer.until(|message| message["changed"]["heat"]["staked"] == 1_000).await;
        }
    }
    assert_eq!((&next["phase"], &next["round"]), (&json!("no-more-bets"), &json!(1)));
    floor.close().await;
}
