//! Objects are objects, and numbers of requests are numbers that a screen can count with.
//!
//! The readers that serde derives for a struct take a list of its values as well: over HTTP
//! `["name", "password"]` logged somebody in, and `{"set_limits": [null, null]}` took a player's
//! limits away. A number of a request beyond what a screen can count to was taken too, and made
//! every number after it useless at that seat.

use serde_json::{Value, json};
use taisai_protocol::api::{Counts, Credentials, Key};
use taisai_protocol::ask::{AskFault, Expects};
use taisai_protocol::{ClientMessage, object};

use crate::asks::orders;

/// Asks of every kind, with objects within objects.
const OTHERS: [&str; 14] = [
    r#"{"bet":{"place_bets":{"bets":[{"area":"big","stake":500},{"area":"small","stake":5}]}}}"#,
    r#"{"bet":{"take_down":{"areas":["big"]}}}"#,
    r#"{"bet":{"shake":{"times":3}}}"#,
    r#"{"seat":{"sit":{"demo":100}}}"#,
    r#"{"seat":{"buy_in":{"voucher":"abc"}}}"#,
    r#"{"seat":{"cash_out":{"amount":5}}}"#,
    r#"{"seat":{"set_limits":{"loss_max":5,"time_max_ms":null,"remind_ms":7}}}"#,
    r#"{"recall":{"table":7,"round":1}}"#,
    r#"{"payouts":{"table":7,"bets":[{"area":"big","stake":500}]}}"#,
    r#"{"watch":{"table":{"table":7}}}"#,
    r#"{"resync":{"console":{"table":7}}}"#,
    r#"{"floor":{"propose_role":{"staff":73,"role":"dealer"}}}"#,
    r#"{"cage":{"sell":{"amount":50000,"currency":"AUD"}}}"#,
    concat!(
        r#"{"floor":{"add_table":{"setup":{"table":7,"name":"Seven","book":"act","#,
        r#""kind":"electronic","run":"automatic","dice":"random","#,
        r#""limits":{"usual":{"stake_min":5,"stake_max":50,"multiple":5},"families":[],"#,
        r#""seat_max":100,"exposure_max":1000},"times":{"betting_min_ms":1,"warning_ms":1,"#,
        r#""extension_ms":1,"extensions_max":1,"show_ms":1,"pause_ms":1}}}}}"#,
    ),
];

fn asks() -> Vec<Value> {
    let orders = orders().into_iter().map(|order| {
        let order: Value = serde_json::from_str(&order).unwrap();
        json!({ "run": { "table": 1, "order": order } })
    });
    let others = OTHERS.iter().map(|other| serde_json::from_str(other).unwrap());
    orders.chain(others).map(|ask| json!({ "id": 7, "round": 3, "ask": ask })).collect()
}

/// The message once for each object in it, with a list of its values in the object's place.
fn with_a_list_for_an_object(message: &Value) -> Vec<Value> {
    match message {
        Value::Object(parts) => {
            let mut all = vec![Value::Array(parts.values().cloned().collect())];
            for (name, part) in parts {
                for other in with_a_list_for_an_object(part) {
                    let mut changed = parts.clone();
                    changed.insert(name.clone(), other);
                    all.push(Value::Object(changed));
                }
            }
            all
        }
        Value::Array(items) => {
            let mut all = Vec::new();
            for (place, item) in items.iter().enumerate() {
                for other in with_a_list_for_an_object(item) {
                    let mut changed = items.clone();
                    changed[place] = other;
                    all.push(Value::Array(changed));
                }
            }
            all
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => Vec::new(),
    }
}

#[test]
fn a_list_is_nowhere_taken_for_an_object() {
    let mut tried = 0;
    for ask in asks() {
        let text = ask.to_string();
        assert!(
            ClientMessage::read(text.as_bytes()).is_ok(),
            "{text}: {:?}",
            ClientMessage::read(text.as_bytes())
        );
        for other in with_a_list_for_an_object(&ask) {
            let text = other.to_string();
            let unread = ClientMessage::read(text.as_bytes()).expect_err(&text);
            assert!(matches!(unread.fault, AskFault::Unreadable { .. }), "{text}: {unread:?}");
            tried += 1;
        }
    }
    assert!(tried > 200, "{tried}");
}

/// `{"leave":null}` was read as the word `leave`, in the schema it is nothing.
#[test]
fn a_word_with_nothing_beside_it_is_no_word() {
    fn with_null_beside_a_word(value: &Value) -> Vec<Value> {
        match value {
            Value::String(word) => vec![json!({ word: null })],
            Value::Object(parts) => {
                let changed = parts.iter().flat_map(|(name, part)| {
                    with_null_beside_a_word(part).into_iter().map(move |other| {
                        let mut changed = parts.clone();
                        changed.insert(name.clone(), other);
                        Value::Object(changed)
                    })
                });
                changed.collect()
            }
            Value::Array(items) => {
                let changed = items.iter().enumerate().flat_map(|(place, item)| {
                    with_null_beside_a_word(item).into_iter().map(move |other| {
                        let mut changed = items.clone();
                        changed[place] = other;
                        Value::Array(changed)
                    })
                });
                changed.collect()
            }
            Value::Null | Value::Bool(_) | Value::Number(_) => Vec::new(),
        }
    }
    let mut tried = 0;
    for ask in asks() {
        for other in with_null_beside_a_word(&ask) {
            let text = other.to_string();
            ClientMessage::read(text.as_bytes()).map(|_| ()).expect_err(&text);
            tried += 1;
        }
    }
    assert!(tried > 30, "{tried}");
    let leave = ClientMessage::read(br#"{"id":1,"ask":{"seat":{"leave":null}}}"#).unwrap_err();
    assert!(leave.fault.to_string().contains("the word alone"), "{leave:?}");
}

#[test]
fn a_body_that_is_a_list_is_no_body() {
    let right = object::read::<Credentials>(br#"{"name":"ann","password":"x"}"#).unwrap();
    assert_eq!(right.name, "ann");
    let wrong = object::read::<Credentials>(br#"["ann","x"]"#).map(|_| ()).unwrap_err();
    assert!(wrong.is_data() && wrong.to_string().contains("sequence"), "{wrong}");
    let after = object::read::<Credentials>(br#"{"name":"ann","password":"x"} x"#);
    assert!(after.map(|_| ()).unwrap_err().is_syntax());
}

#[test]
fn a_request_has_the_same_highest_number_over_a_socket_and_over_http() {
    let message = |id: u64| json!({ "id": id, "ask": "pong" }).to_string();
    let read = |id: u64| ClientMessage::read(message(id).as_bytes()).map(|ask| ask.id);
    assert_eq!(read(ClientMessage::ID_MAX), Ok(ClientMessage::ID_MAX));
    for beyond in [ClientMessage::ID_MAX + 1, 1 << 60, u64::MAX] {
        let unread = read(beyond).unwrap_err();
        assert_eq!(unread.id, Some(beyond), "the answer finds its way");
        assert_eq!(unread.fault, AskFault::Field { field: "id", expects: Expects::Number });
        assert_eq!(unread.fault.to_string(), "id must be a number up to 9007199254740991");
    }
    let key = |number: u64| Key { counts: Counts::Terminal(1), number }.to_string();
    assert!(Key::parse(&key(ClientMessage::ID_MAX)).is_some());
    assert!(Key::parse(&key(ClientMessage::ID_MAX + 1)).is_none());
    let schema = taisai_protocol::schema::schema();
    assert_eq!(
        schema["$defs"]["ClientMessage"]["properties"]["id"]["maximum"],
        ClientMessage::ID_MAX
    );
}
