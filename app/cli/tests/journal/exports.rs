//! `taisai export`: every event once, in order, harmless, and the same in both forms.

use std::fs;

use serde_json::Value;
use taisai_journal::stored::{Body, Entry};

use crate::running::{Folder, done, house, taisai, whole};

fn events(entry: &Entry) -> usize {
    match &entry.body {
        Body::Opened(_) | Body::SnapshotNamed(_) => 1,
        Body::Happened(events) => events.len(),
        Body::FloorHappened(events) => events.len(),
    }
}

fn ndjson(arguments: &[&str]) -> Vec<Value> {
    let out = done(&[&["export", &whole().name(), "--ndjson"], arguments].concat());
    out.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn every_event_of_every_record_is_exported_once_and_in_order() {
    let lines = ndjson(&[]);
    let mut lines = lines.iter();
    for (stream, entries) in house() {
        for entry in entries {
            for place in 1..=events(entry) {
                let line = lines.next().unwrap();
                assert_eq!(line["stream"], stream.to_string());
                assert_eq!(line["sequence"], entry.stamp.sequence);
                assert_eq!(line["place"], place);
                assert_eq!(line["session"], entry.stamp.session.0);
                assert_eq!(line["request"], entry.stamp.request.0);
                assert!(line["event"].as_str().unwrap().contains(|l: char| l.is_lowercase()));
            }
        }
    }
    assert!(lines.next().is_none());
}

#[test]
fn people_can_read_it_and_no_secret_is_in_it() {
    let out = done(&["export", &whole().name(), "--ndjson"]);
    assert!(!out.contains("argon2id") && out.contains("\"password\":\"(secret)\""));
    let lines = ndjson(&["--table", "1"]);
    let result = lines.iter().find(|line| line["event"] == "result-recorded").unwrap();
    let dice = result["data"]["roll"].as_str().unwrap();
    assert_eq!(dice.split(',').count(), 3, "{dice}");
    let bet = lines.iter().find(|line| line["event"] == "bets-changed").unwrap();
    assert!(bet["data"]["changes"][0]["area"].is_string(), "{bet}");
    assert!(lines[0]["time"].as_str().unwrap().ends_with('Z'));
    let floor = ndjson(&["--floor"]);
    let voucher = format!("{:032x}", (1_u128 << 64) | 0xabc);
    let sold = floor.iter().find(|line| line["data"]["voucher"] == voucher).unwrap();
    assert_eq!(sold["event"], "voucher-sold");
    assert_eq!(sold["actor"], "staff 3");
}

/// Reads CSV as a spreadsheet does.
fn read_csv(text: &str) -> Vec<Vec<String>> {
    let (mut rows, mut row, mut field, mut quoted) = (vec![], vec![], String::new(), false);
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        match (letter, quoted) {
            ('"', true) if letters.peek() == Some(&'"') => field.extend(letters.next()),
            ('"', _) => quoted = !quoted,
            (',', false) => row.push(std::mem::take(&mut field)),
            ('\r', false) => {}
            ('\n', false) => {
                row.push(std::mem::take(&mut field));
                rows.push(std::mem::take(&mut row));
            }
            (letter, _) => field.push(letter),
        }
    }
    rows
}

#[test]
fn csv_says_the_same_as_json_and_runs_nothing() {
    let folder = Folder::empty();
    let file = folder.file("all.csv");
    let said = done(&["export", &whole().name(), "--csv", "--out", &file]);
    let rows = read_csv(&fs::read_to_string(&file).unwrap());
    let lines = ndjson(&[]);
    let events = format!("wrote {} events to {file}\n", lines.len());
    assert_eq!(said.replace(',', ""), events);
    assert_eq!(rows.len(), lines.len() + 1);
    for (row, line) in rows[1..].iter().zip(&lines) {
        for (name, field) in rows[0].iter().zip(row) {
            assert!(!field.starts_with(['=', '+', '-', '@', '\t']), "{field}");
            let value = &line[name.as_str()];
            let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
            assert_eq!(*field, text);
        }
    }
    assert!(!fs::exists(format!("{file}.part")).unwrap());
}

#[test]
fn a_part_is_exactly_the_lines_of_that_time() {
    let all = ndjson(&["--table", "2"]);
    let moment = |line: &Value| line["time"].as_str().unwrap().to_owned();
    let (from, to) = (moment(&all[all.len() / 3]), moment(&all[all.len() / 2]));
    let part = ndjson(&["--table", "2", "--from", &from, "--to", &to]);
    let expected: Vec<&Value> =
        all.iter().filter(|line| from <= moment(line) && moment(line) < to).collect();
    assert_eq!(part.iter().collect::<Vec<_>>(), expected);
    assert!(!part.is_empty() && part.len() < all.len());
}

#[test]
fn what_cannot_be_exported_is_refused() {
    let name = whole().name();
    let cases: [(&[&str], i32, &str); 5] = [
        (&["--ndjson", "--table", "99"], 1, "the journal has no record of table 99"),
        (&["--ndjson", "--table", "0"], 2, "tables have numbers from 1"),
        (&["--csv", "--from", "yesterday"], 2, "a moment has a date, a time and a zone"),
        (&["--csv", "--out", "/nowhere/at/all.csv"], 1, "cannot write /nowhere/at/all.csv"),
        (&[], 2, "required"),
    ];
    for (arguments, code, why) in cases {
        let said = taisai(&[&["export", &name], arguments].concat());
        assert_eq!(said.code, code, "{arguments:?} {}", said.err);
        assert!(said.err.contains(why), "{arguments:?} {}", said.err);
    }
}
