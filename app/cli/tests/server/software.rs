//! The journal names the software of every start, as the command itself names it.

use serde_json::Value;

use crate::floor::{TestFloor, done, one_table};

fn lines(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn every_start_writes_down_which_software_it_is() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let data = data.to_str().unwrap();
    for _ in 0..2 {
        TestFloor::demo(folder.path(), data, &one_table(2_000)).close();
        // Log-ins are printed at the first start only.
        std::fs::write(folder.path().join("told"), "").unwrap();
    }
    let version: Value = serde_json::from_str(&done(&["version", "--json"], "")).unwrap();
    let events = lines(&done(&["export", data, "--floor", "--ndjson"], ""));
    let noted: Vec<&Value> = events
        .iter()
        .filter(|event| event["event"] == "noted")
        .filter_map(|event| event["data"].get("SoftwareIdentified"))
        .collect();
    assert_eq!(noted.len(), 2, "{events:?}");
    for software in noted {
        assert_eq!(software["commit"], version["commit"]);
        assert_eq!(software["binary"], version["binary_sha256"]);
        assert_eq!(software["screens"], version["screens_sha256"]);
        let books = software["books"].as_array().unwrap();
        for (book, listed) in books.iter().zip(version["books"].as_array().unwrap()) {
            assert_eq!((&book["book"], &book["hash"]), (&listed["book"], &listed["sha256"]));
        }
        assert_eq!(books.len(), 8);
    }
}
