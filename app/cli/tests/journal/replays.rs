//! `taisai replay`: every round of every table, as the table itself settled it.

use std::fs;

use serde_json::Value;

use crate::running::{Folder, done, done_json, taisai, whole};

fn rounds(table: u32) -> Vec<Value> {
    let table = table.to_string();
    let list = done_json(&["replay", &whole().name(), "--table", &table, "--json"]);
    list["rounds"].as_array().unwrap().clone()
}

fn round(table: u32, number: &Value) -> Value {
    let (table, number) = (table.to_string(), number.to_string());
    let name = whole().name();
    done_json(&["replay", &name, "--table", &table, "--round", &number, "--json"])
}

fn words(round: &Value) -> Vec<&str> {
    let events = round["events"].as_array().unwrap();
    events.iter().map(|event| event["event"].as_str().unwrap()).collect()
}

#[test]
fn every_round_pays_what_its_bets_are_worth_by_its_last_dice() {
    let (mut corrected, mut voided, mut agreed) = (0, 0, 0);
    for table in 1..=8 {
        for listed in rounds(table) {
            let round = round(table, &listed["round"]);
            for key in ["opened", "results", "voided", "staked", "returned"] {
                assert_eq!(round[key], listed[key], "{key}");
            }
            let words = words(&round);
            assert_eq!(words[0], "betting-opened");
            let is_over = words.iter().any(|word| ["winners-paid", "round-voided"].contains(word));
            let bets = round["bets"].as_array().unwrap();
            let sum = |key: &str| bets.iter().map(|bet| bet[key].as_u64().unwrap()).sum::<u64>();
            let some_are_void = words.iter().any(|word| word.ends_with("bets-voided"));
            if is_over && !some_are_void {
                assert_eq!(sum("returned"), round["returned"], "table {table}: {round}");
            }
            if words.contains(&"past-round-corrected") {
                corrected += 1;
                assert!(round["results"].as_array().unwrap().len() > 1);
            }
            voided += usize::from(!round["voided"].is_null());
            agreed += usize::from(words.contains(&"proposed") && words.contains(&"approved"));
            for bet in bets.iter().filter(|bet| bet["outcome"] == "win") {
                assert!(bet["odds"].is_string() && bet["clause"].is_string(), "{bet}");
            }
        }
    }
    assert!(corrected > 0 && voided > 0 && agreed > 0, "{corrected} {voided} {agreed}");
}

#[test]
fn a_round_is_printed_as_text_and_as_a_page() {
    let name = whole().name();
    let has_result = |round: &Value| round["results"].as_array().is_some_and(|all| !all.is_empty());
    let number = rounds(1).into_iter().find(has_result).unwrap()["round"].to_string();
    let text = done(&["replay", &name, "--table", "1", "--round", &number]);
    assert!(text.starts_with(&format!("table 1, round {number}")), "{text}");
    assert!(text.contains("betting opened") && text.contains("no more bets"), "{text}");
    let folder = Folder::empty();
    let file = folder.file("round.html");
    done(&["replay", &name, "--table", "1", "--round", &number, "--html", &file]);
    let page = fs::read_to_string(&file).unwrap();
    assert!(page.starts_with("<!doctype html>") && page.ends_with("</html>\n"));
    assert!(!page.contains("<script") && !page.contains("http"));
}

#[test]
fn a_round_or_table_that_was_never_played_is_refused() {
    let name = whole().name();
    let said = taisai(&["replay", &name, "--table", "1", "--round", "9999"]);
    assert_eq!(said.code, 1);
    assert!(said.err.contains("table 1 has played no round 9999"), "{}", said.err);
    let said = taisai(&["replay", &name, "--table", "77"]);
    assert!(said.code == 1 && said.err.contains("no record of table 77"), "{}", said.err);
}
