//! Renders a record as JSON that people and spreadsheets can read. Events are written field by
//! field, as they are stored. Numbers that only mean something to us become the values they
//! encode: dice, areas, moments. Secrets are left out, even though they are hashed.

use std::fmt::Write as _;
use std::io;

use serde::Serialize;
use serde_json::ser::Formatter;
use serde_json::{Map, Value, json};
use taisai_floor as floor;
use taisai_journal::Link;
use taisai_journal::stored::{
    Actor, Body, Opened, SnapshotName, printable_config, printable_event, printable_floor_event,
};
use taisai_rules::{Area, Roll};
use taisai_table::{self as table, Time};

use crate::output::moments::moment;

/// An event: its word, and its fields.
#[derive(Clone, Debug)]
pub(crate) struct EventJson {
    pub(crate) word: String,
    pub(crate) data: Value,
}

/// The events of a record.
pub(crate) fn events(body: &Body) -> Vec<EventJson> {
    match body {
        Body::Opened(opened) => vec![stream_opened(opened)],
        Body::Happened(events) => events.iter().map(event_json).collect(),
        Body::FloorHappened(events) => events.iter().map(floor_event_json).collect(),
        Body::SnapshotNamed(name) => vec![snapshot_named(*name)],
    }
}

fn snapshot_named(SnapshotName { version, hash }: SnapshotName) -> EventJson {
    let hash = Link(hash).to_string();
    EventJson {
        word: "snapshot-named".to_owned(),
        data: json!({ "version": version, "hash": hash }),
    }
}

/// The rule book's text is long and always the same; naming the book is enough.
fn stream_opened(opened: &Opened) -> EventJson {
    let mut config = value_of(&printable_config(&opened.config));
    people_read("", &mut config);
    let book = opened.sources.read();
    let book = book.map_or(Value::Null, |book| Value::from(book.id()));
    let mut data = Map::new();
    data.insert("rules".to_owned(), book);
    data.insert("config".to_owned(), config);
    EventJson { word: "stream-opened".to_owned(), data: Value::Object(data) }
}

pub(crate) fn event_json(event: &table::Event) -> EventJson {
    of_value(value_of(&printable_event(event)))
}

pub(crate) fn floor_event_json(event: &floor::Event) -> EventJson {
    of_value(value_of(&printable_floor_event(event)))
}

/// Who acted.
pub(crate) fn actor(actor: Actor) -> String {
    match actor {
        Actor::Host => "host".to_owned(),
        Actor::Seat(seat) => format!("seat {seat}"),
        Actor::Staff(staff) => format!("staff {staff}"),
        Actor::Terminal(terminal) => format!("terminal {terminal}"),
    }
}

fn of_value(value: Value) -> EventJson {
    let (word, mut data) = match value {
        Value::Object(fields) => fields.into_iter().next().unwrap_or_default(),
        Value::String(word) => (word, Value::Object(Map::new())),
        other @ (Value::Null | Value::Bool(_) | Value::Number(_) | Value::Array(_)) => {
            (String::new(), other)
        }
    };
    people_read("", &mut data);
    EventJson { word: kebab(&word), data }
}

/// `BettingOpened` as `betting-opened`.
pub(crate) fn kebab(name: &str) -> String {
    let mut word = String::new();
    for letter in name.chars() {
        if letter.is_uppercase() && !word.is_empty() {
            word.push('-');
        }
        word.extend(letter.to_lowercase());
    }
    word
}

fn value_of(form: &impl Serialize) -> Value {
    let mut text = Vec::new();
    let mut out = serde_json::Serializer::with_formatter(&mut text, Wide);
    form.serialize(&mut out).expect("stored forms have string keys");
    serde_json::from_slice(&text).expect("what was just written can be read")
}

/// Vouchers have numbers too wide for JSON readers: they are written as text.
struct Wide;

impl Formatter for Wide {
    fn write_u128<W: ?Sized + io::Write>(&mut self, out: &mut W, value: u128) -> io::Result<()> {
        write!(out, "\"{value:032x}\"")
    }
}

/// Replaces the stored value under a name by what people call it.
fn people_read(name: &str, value: &mut Value) {
    let shown = match (name, &*value) {
        ("area", Value::Number(_)) => byte(value).and_then(Area::at).map(|area| area.to_string()),
        ("roll" | "entered", Value::Number(_)) => {
            byte(value).and_then(Roll::at).map(|roll| roll.to_string())
        }
        ("until" | "expire" | "expected" | "found", Value::Number(_)) => {
            value.as_u64().and_then(Time::from_millis).map(moment)
        }
        ("password" | "token" | "code" | "invitation", _) => Some("(secret)".to_owned()),
        ("currency", Value::Array(_)) => bytes(value).and_then(|code| String::from_utf8(code).ok()),
        ("rule_book" | "hash" | "digest" | "binary" | "screens", Value::Array(_)) => {
            bytes(value).map(|hash| hex(&hash))
        }
        _ => None,
    };
    match (shown, value) {
        (Some(shown), value) => *value = Value::String(shown),
        (None, Value::Object(fields)) => {
            for (name, value) in fields {
                people_read(name, value);
            }
        }
        (None, Value::Array(values)) => {
            for value in values {
                people_read("", value);
            }
        }
        (None, Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_)) => {}
    }
}

fn byte(value: &Value) -> Option<u8> {
    value.as_u64().and_then(|number| u8::try_from(number).ok())
}

fn bytes(value: &Value) -> Option<Vec<u8>> {
    value.as_array()?.iter().map(byte).collect()
}

fn hex(bytes: &[u8]) -> String {
    let mut text = String::new();
    for byte in bytes {
        let _ = write!(text, "{byte:02x}");
    }
    text
}
