//! What comes in: every command a person may send has one form, and everything is bounded.

use std::collections::BTreeSet;
use std::fs;

use proptest::prelude::*;
use taisai_protocol::ask::{
    ActAsk, AskFault, BetAsk, BetLine, CageAsk, Expects, Funds, LimitsAsk, Order, Sale, SeatAsk,
};
use taisai_protocol::declare::{Check, ToWire};
use taisai_protocol::word::AreaId;
use taisai_protocol::{Ask, ClientMessage, Refusal, object};
use taisai_rules::Area;

const WRITTEN: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/wire/orders.txt");

/// Every order as screens write it, one to a line.
pub(crate) fn orders() -> Vec<String> {
    fs::read_to_string(WRITTEN).unwrap().lines().map(ToOwned::to_owned).collect()
}

#[test]
fn every_order_becomes_its_command_and_back() {
    for text in orders() {
        let order: Order = serde_json::from_str(&text).unwrap();
        assert_eq!(serde_json::to_string(&order).unwrap(), text);
        assert_eq!(Order::to_wire(&order.clone().checked().unwrap()), order);
    }
}

/// The label of an order: its name, and that of the act it proposes.
fn label(order: &Order) -> [&'static str; 2] {
    let act = if let Order::Propose { act } = order { act.name() } else { "" };
    [order.name(), act]
}

/// A line once written is never changed: screens of older releases write it so.
#[test]
fn every_order_of_the_table_is_written_down() {
    let known: BTreeSet<_> =
        orders().iter().map(|text| label(&serde_json::from_str(text).unwrap())).collect();
    let examples = taisai_testing::examples::of_staff();
    let orders = examples.iter().map(Order::to_wire);
    let missing = orders.filter(|order| !known.contains(&label(order)));
    let missing: Vec<String> =
        missing.map(|order| serde_json::to_string(&order).unwrap()).collect();
    taisai_testing::written::has_all(WRITTEN, &missing);
}

#[test]
fn every_bet_ask_becomes_its_command_and_back() {
    let asks = [
        r#"{"place_bets":{"bets":[{"area":"big","stake":500},{"area":"total-10","stake":100}]}}"#,
        r#"{"take_down":{"areas":["big"]}}"#,
        r#""clear_bets""#,
        r#""repeat_bets""#,
        r#""double_bets""#,
        r#""undo_bets""#,
        r#"{"shake":{"times":3}}"#,
    ];
    for text in asks {
        let ask: BetAsk = serde_json::from_str(text).unwrap();
        assert_eq!(serde_json::to_string(&ask).unwrap(), text);
        assert_eq!(BetAsk::to_wire(&ask.clone().checked().unwrap()), ask);
    }
}

#[test]
fn what_only_the_host_may_say_has_no_form() {
    let words = ["assign_staff", "release_staff", "lose_seat", "return_seat", "record_roll"];
    for word in words.into_iter().chain(["tick", "restart", "sit"]) {
        for text in [format!("\"{word}\""), format!("{{\"{word}\":{{}}}}")] {
            assert!(serde_json::from_str::<Order>(&text).is_err(), "{text}");
            assert!(serde_json::from_str::<BetAsk>(&text).is_err(), "{text}");
        }
    }
}

fn bets(count: usize, stake: u64) -> BetAsk {
    let areas = Area::all().cycle().take(count);
    BetAsk::PlaceBets { bets: areas.map(|area| BetLine { area: AreaId(area), stake }).collect() }
}

#[test]
fn both_sides_of_every_border() {
    let items = Expects::Items { min: 1, max: 117 };
    let field = |field, expects| Err(AskFault::Field { field, expects });
    assert!(bets(1, 1).checked().is_ok() && bets(117, 10_000_000_000).checked().is_ok());
    assert_eq!(bets(0, 1).checked(), field("bets", items));
    assert_eq!(bets(118, 1).checked(), field("bets", items));
    assert_eq!(bets(1, 0).checked(), field("stake", Expects::Stake));
    assert_eq!(bets(1, 10_000_000_001).checked(), field("stake", Expects::Stake));
    let exclude = |length| Order::Exclude { player: 1, reason: "x".repeat(length) };
    assert!(exclude(1).checked().is_ok() && exclude(500).checked().is_ok());
    for length in [0, 501] {
        let fault = AskFault::Field { field: "reason", expects: Expects::Reason };
        assert_eq!(exclude(length).checked(), Err(fault));
    }
    let void = |rounds: u64| {
        let what = taisai_rules::Irregularity::LateError.into();
        ActAsk::VoidRounds { rounds: (0..rounds).collect(), what, reason: "x".into() }.checked()
    };
    assert!(void(1).is_ok() && void(201).is_ok() && void(0).is_err() && void(202).is_err());
    let buy = |length| SeatAsk::BuyIn { voucher: "a".repeat(length) }.checked();
    assert!(buy(1).is_ok() && buy(64).is_ok() && buy(0).is_err() && buy(65).is_err());
    let sell =
        |amount| CageAsk::Sell(Sale { amount, currency: "AUD".into(), person: None }).checked();
    assert!(sell(1).is_ok() && sell(1_000_000_000_000_000).is_ok());
    assert!(sell(0).is_err() && sell(1_000_000_000_000_001).is_err());
    let sit = |voucher: Option<&str>, demo| {
        SeatAsk::Sit(Funds { voucher: voucher.map(ToOwned::to_owned), demo }).checked()
    };
    assert!(sit(Some("a"), None).is_ok() && sit(None, Some(1)).is_ok());
    assert!(sit(Some("a"), Some(1)).is_err() && sit(None, None).is_err());
}

#[test]
fn limits_come_back_as_they_were_sent() {
    let mut orders = orders().into_iter().map(|text| serde_json::from_str(&text).unwrap());
    let announced = |order| {
        let Order::AnnounceLimits { limits } = order else { return None };
        Some(limits)
    };
    let limits = orders.find_map(announced).expect("an order announces limits");
    assert_eq!(LimitsAsk::to_wire(&limits.clone().checked().unwrap()), limits);
    let mut twice = limits.clone();
    twice.families.push(limits.families[0]);
    let expects = Expects::NoFamilyTwice;
    assert_eq!(twice.checked(), Err(AskFault::Field { field: "families", expects }));
}

#[test]
fn a_message_that_is_not_ours_is_answered_by_its_number_with_what_would_be_right() {
    let cases = [
        (r#"{"id":7,"ask":{"bet":"cheat"}}"#, Some(7), "unknown variant `cheat`"),
        (r#"{"id":7,"ask":"pong","x":1}"#, Some(7), "unknown field `x`"),
        (r#"{"id":7,"ask":{"bet":{"take_down":{"areas":["totl"]}}}}"#, Some(7), "total-10"),
        (
            r#"{"id":7,"ask":{"run":{"table":1,"order":{"enter_dice":{"dice":[4,4,7]}}}}}"#,
            Some(7),
            "1 to 6 pips",
        ),
        (
            r#"{"id":7,"ask":{"run":{"table":1,"order":{"enter_dice":{"dice":[4,4]}}}}}"#,
            Some(7),
            "array of length 3",
        ),
        (r#"{"ask":"pong"}"#, None, "missing field `id`"),
        ("", None, "EOF"),
    ];
    for (text, id, says) in cases {
        let unread = ClientMessage::read(text.as_bytes()).unwrap_err();
        assert_eq!(unread.id, id, "{text}");
        assert!(unread.fault.to_string().contains(says), "{text}: {}", unread.fault);
        assert!(matches!(Refusal::from(unread.fault), Refusal::Unreadable { .. }));
    }
    let bad = r#"{"id":7,"ask":{"cage":{"sell":{"amount":0,"currency":"AUD"}}}}"#;
    let unread = ClientMessage::read(bad.as_bytes()).unwrap_err();
    assert_eq!(unread.id, Some(7), "what may not be is answered by its number, too");
    assert_eq!(unread.fault.to_string(), "amount must be an amount from 1 to 1000000000000000");
    let long = vec![b' '; ClientMessage::LENGTH_MAX + 1];
    assert_eq!(ClientMessage::read(&long).unwrap_err().fault, AskFault::TooLong);
}

/// Anything that looks nearly like an ask.
fn nearly() -> impl Strategy<Value = String> {
    let whole: Vec<String> = orders()
        .into_iter()
        .map(|order| {
            format!(r#"{{"id":7,"round":3,"ask":{{"run":{{"table":1,"order":{order}}}}}}}"#)
        })
        .collect();
    (prop::sample::select(whole), any::<prop::sample::Index>(), any::<char>()).prop_map(
        |(mut text, place, letter)| {
            let place = place.index(text.len());
            text.replace_range(place..=place, letter.encode_utf8(&mut [0; 4]));
            text
        },
    )
}

/// Whatever is read is written back the same, and is checked to the same values or says why not.
fn take(message: &[u8]) {
    if let Ok(asked) = object::read::<ClientMessage>(message) {
        let text = serde_json::to_vec(&asked).unwrap();
        assert_eq!(object::read::<ClientMessage>(&text).unwrap(), asked);
        assert_eq!(ClientMessage::read(&text), ClientMessage::read(message));
    }
    if let Err(unread) = ClientMessage::read(message) {
        assert!(unread.fault.to_string().len() <= AskFault::FAULT_MAX);
    }
}

proptest! {
    #[test]
    fn any_bytes_are_read_or_refused(message: Vec<u8>) {
        take(&message);
    }

    #[test]
    fn any_text_near_an_ask_is_read_or_refused(text in nearly()) {
        take(text.as_bytes());
    }

    #[test]
    fn any_bets_come_back_as_they_were_sent(
        lines in prop::collection::vec((0..117usize, any::<u64>()), 0..130)
    ) {
        let line = |(place, stake): (usize, u64)| {
            BetLine { area: AreaId(Area::all().nth(place).unwrap()), stake }
        };
        let bet = BetAsk::PlaceBets { bets: lines.into_iter().map(line).collect() };
        let ask = ClientMessage { id: 1, round: Some(2), ask: Ask::Bet(bet) };
        take(&serde_json::to_vec(&ask).unwrap());
    }
}
