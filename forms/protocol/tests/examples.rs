//! Every example of docs/protocol.md is what it says it is, and every message has one.
#![expect(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use taisai_protocol::{ClientMessage, Problem, ServerMessage};

/// The examples of the page: what each is, and its text.
fn examples() -> Vec<(String, String)> {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/protocol.md");
    let page = fs::read_to_string(page).unwrap();
    let blocks = page.split("```json ").skip(1);
    let example = |block: &str| {
        let (kind, rest) = block.split_once('\n').unwrap();
        (kind.to_owned(), rest.split_once("```").unwrap().0.to_owned())
    };
    blocks.map(example).collect()
}

/// An example is read as its type, and written back the same.
fn check<T: Serialize + DeserializeOwned>(text: &str) {
    let message: T = serde_json::from_str(text).unwrap_or_else(|why| panic!("{why}: {text}"));
    let written = serde_json::to_value(&message).unwrap();
    assert_eq!(written, serde_json::from_str::<Value>(text).unwrap());
}

#[test]
fn every_example_is_a_message() {
    for (kind, text) in examples() {
        match kind.as_str() {
            "ask" => check::<ClientMessage>(&text),
            "tell" => check::<ServerMessage>(&text),
            "problem" => check::<Problem>(&text),
            other => panic!("{other} is no kind of message"),
        }
    }
}

/// The words a schema's `oneOf` can be told by.
fn words(part: &str, tag: &str) -> BTreeSet<String> {
    let schema = taisai_protocol::schema::schema();
    let mut found = BTreeSet::new();
    for member in schema["$defs"][part]["oneOf"].as_array().unwrap() {
        // Each member of a union has a name of its own.
        let name = member["$ref"].as_str().unwrap().rsplit('/').next().unwrap();
        collect(&schema["$defs"][name], tag, &mut found);
    }
    found
}

fn collect(schema: &Value, tag: &str, found: &mut BTreeSet<String>) {
    if let Some(words) = schema["properties"][tag]["enum"].as_array() {
        found.extend(words.iter().map(|word| word.as_str().unwrap().to_owned()));
    }
    for kind in ["oneOf", "allOf"] {
        for part in schema[kind].as_array().into_iter().flatten() {
            collect(part, tag, found);
        }
    }
}

#[test]
fn every_message_has_an_example() {
    let told: Vec<Value> = examples()
        .iter()
        .filter(|(kind, _)| kind == "tell")
        .map(|(_, text)| serde_json::from_str(text).unwrap())
        .collect();
    for (part, tag) in [
        ("ServerMessage", "tell"),
        ("Answer", "answer"),
        ("Snapshot", "channel"),
        ("Update", "channel"),
    ] {
        let words = words(part, tag);
        assert!(words.len() >= 5, "{part}: {words:?}");
        for word in words {
            let of = |tell: &&Value| match part {
                "Snapshot" | "Update" => tell["tell"] == part.to_lowercase(),
                _every_other => true,
            };
            assert!(told.iter().filter(of).any(|tell| tell[tag] == word), "{part} {word}");
        }
    }
}

/// Whoever counts a bank with a program of their own found no example of any of its asks.
#[test]
fn every_count_of_a_bank_has_an_example() {
    let asked: Vec<Value> = examples()
        .iter()
        .filter(|(kind, _)| kind == "ask")
        .map(|(_, text)| serde_json::from_str(text).unwrap())
        .collect();
    for count in ["open_float", "fill", "credit", "close_float", "count_drop", "correct_count"] {
        assert!(asked.iter().any(|ask| ask["ask"]["floor"].get(count).is_some()), "{count}");
    }
}
