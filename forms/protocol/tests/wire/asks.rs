//! What comes in: every command a person may send has one form, and everything is bounded.

use proptest::prelude::*;
use taisai_protocol::ask::{
    ActAsk, AskFault, BetAsk, BetLine, CageAsk, Expects, Funds, LimitsAsk, Order, Sale, SeatAsk,
};
use taisai_protocol::declare::{Check, ToWire};
use taisai_protocol::word::AreaId;
use taisai_protocol::{Ask, ClientMessage, Refusal, object};
use taisai_rules::Area;

/// Every order and bet ask once, as screens write them.
pub(crate) const ORDERS: &[&str] = &[
    r#""take_shaker""#,
    r#""start_shift""#,
    r#"{"install_shaker":{"shaker":1,"kind":"manual","sealed":true,"approvals":["table"]}}"#,
    r#"{"remove_shaker":{"shaker":1}}"#,
    r#"{"set_out_of_order":{"shaker":1}}"#,
    r#"{"install_dice":{"shaker":1,"set":2,"dice":[3,4,5]}}"#,
    r#""remove_dice""#,
    r#"{"try_display":{"entered":[4,4,2]}}"#,
    r#"{"judge_display":{"lit":true}}"#,
    r#"{"inspect_shaker":{"tosses":3}}"#,
    r#"{"tick_checklist":{"lines":4}}"#,
    r#""open_table""#,
    r#""announce_closing""#,
    r#""close_table""#,
    concat!(
        r#"{"announce_limits":{"limits":{"usual":{"stake_min":500,"stake_max":50000,"#,
        r#""multiple":100},"families":[{"family":"total","limit":{"stake_min":100,"#,
        r#""stake_max":10000,"multiple":100}}],"seat_max":1000000,"exposure_max":90000000}}}"#,
    ),
    r#"{"grant_marker":{"seat":3,"stake_max":100000}}"#,
    r#"{"assign_colour":{"seat":3,"colour":2,"value":500}}"#,
    r#"{"exclude":{"player":42,"reason":"past posting"}}"#,
    r#""open_betting""#,
    r#""extend_betting""#,
    r#""call_no_more_bets""#,
    r#"{"select_player":{"seat":3}}"#,
    r#"{"shake":{"times":3}}"#,
    r#""reveal""#,
    r#""cover_shaker""#,
    r#"{"enter_dice":{"dice":[4,4,2]}}"#,
    r#""reenter_dice""#,
    r#"{"confirm_dice":{"dice":[4,4,2]}}"#,
    r#""collect""#,
    r#""pay""#,
    r#""clear""#,
    r#"{"call_irregularity":{"what":"dice-not-flat","reason":"one die leaned"}}"#,
    r#""attest_presence""#,
    r#""leave_shaker""#,
    r#"{"release_seat":{"seat":3}}"#,
    r#"{"lift_exclusion":{"player":42,"reason":"the board let them back"}}"#,
    r#"{"propose":{"act":{"attest_dice":{"dice":[1,2,3],"reason":"on tape"}}}}"#,
    r#""attest_repair""#,
    concat!(
        r#"{"propose":{"act":{"void_rounds":{"rounds":[7,8],"what":"dice-damaged","#,
        r#""reason":"chipped"}}}}"#,
    ),
    r#"{"propose":{"act":{"correct_round":{"round":7,"dice":[1,2,3],"reason":"on tape"}}}}"#,
    r#"{"propose":{"act":{"void_bets":{"seat":3,"reason":"past posting"}}}}"#,
    r#"{"propose":{"act":{"void_past_bets":{"round":7,"seat":3,"reason":"past posting"}}}}"#,
    r#"{"propose":{"act":{"state_dice":{"dice":[1,2,3]}}}}"#,
    r#"{"propose":{"act":{"reshake":{"what":"dice-not-flat","reason":"leaned"}}}}"#,
    r#"{"propose":{"act":{"go_on":{"what":"dispute","reason":"settled"}}}}"#,
    r#"{"propose":{"act":{"call_mistaken":{"what":"die-broken","reason":"it is whole"}}}}"#,
    r#"{"propose":{"act":{"hand_over_seat":{"seat":3,"player":7,"terminal":9,"reason":"seen"}}}}"#,
    r#"{"approve":{"proposal":1}}"#,
    r#"{"withdraw":{"proposal":1}}"#,
    r#"{"attest_lines":{"lines":["drop_box","manual.sealed"]}}"#,
    concat!(
        r#"{"open_case":{"about":"dispute","what":"the bet lay on big","round":7,"seat":3,"#,
        r#""player":42,"recording":"camera 3, 21:04"}}"#,
    ),
    r#"{"open_case":{"about":"uncovered","what":"a chip was found"}}"#,
    r#"{"note_case":{"case":1,"note":"the recording was seen"}}"#,
    r#"{"let_stand":{"case":1,"reason":"the chip lay on small"}}"#,
    r#"{"reopen_case":{"case":1,"authority":"the board","reference":"9/26","reason":"asked"}}"#,
    r#"{"propose":{"act":{"decide_case":{"case":1,"ruling":"stand","reason":"seen"}}}}"#,
    concat!(
        r#"{"propose":{"act":{"decide_case":{"case":1,"ruling":{"pay_bet":{"round":7,"seat":3,"#,
        r#""player":42,"amount":500}},"reason":"seen"}}}}"#,
    ),
    concat!(
        r#"{"propose":{"act":{"decide_case":{"case":1,"ruling":{"take_bet":{"round":7,"seat":3,"#,
        r#""player":42,"amount":500}},"reason":"seen"}}}}"#,
    ),
    concat!(
        r#"{"propose":{"act":{"decide_case":{"case":1,"ruling":{"void_bets":{"round":7,"#,
        r#""seat":3}},"reason":"seen"}}}}"#,
    ),
    concat!(
        r#"{"propose":{"act":{"decide_case":{"case":1,"ruling":{"void_round":{"round":7}},"#,
        r#""reason":"seen"}}}}"#,
    ),
    concat!(
        r#"{"propose":{"act":{"decide_case":{"case":1,"ruling":{"correct_round":{"round":7,"#,
        r#""dice":[1,2,3]}},"reason":"seen"}}}}"#,
    ),
    concat!(
        r#"{"propose":{"act":{"decide_case":{"case":1,"ruling":{"pay_chips":{"amount":500}},"#,
        r#""reason":"seen"}}}}"#,
    ),
    concat!(
        r#"{"propose":{"act":{"decide_case":{"case":1,"ruling":{"take_chips":{"amount":500}},"#,
        r#""reason":"seen"}}}}"#,
    ),
];

#[test]
fn every_order_becomes_its_command_and_back() {
    for text in ORDERS {
        let order: Order = serde_json::from_str(text).unwrap();
        assert_eq!(serde_json::to_string(&order).unwrap(), *text);
        assert_eq!(Order::to_wire(&order.clone().checked().unwrap()), order);
    }
}

#[test]
fn every_order_the_table_knows_is_in_the_list() {
    // The words of all orders, from the schema: none may be missing in the list above.
    let schema = taisai_protocol::schema::schema();
    let orders = schema["$defs"]["TableOrder"]["oneOf"].as_array().unwrap();
    assert!(orders.len() > 30);
    for member in orders {
        // Each member of a union has a name of its own.
        let name = member["$ref"].as_str().unwrap().rsplit('/').next().unwrap();
        let order = &schema["$defs"][name];
        let word = match order["enum"].get(0) {
            Some(word) => word.as_str().unwrap(),
            None => order["required"][0].as_str().unwrap(),
        };
        let written = format!("\"{word}\"");
        assert!(ORDERS.iter().any(|text| text.contains(&written)), "{word} is not tried");
    }
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
    let sell = |amount| CageAsk::Sell(Sale { amount, currency: "AUD".into() }).checked();
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
    let orders = ORDERS.iter().map(|text| serde_json::from_str(text).unwrap());
    let announced = |order| match order {
        Order::AnnounceLimits { limits } => Some(limits),
        _ => None,
    };
    let limits = orders.filter_map(announced).next().expect("an order announces limits");
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
    let whole: Vec<String> = ORDERS
        .iter()
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
