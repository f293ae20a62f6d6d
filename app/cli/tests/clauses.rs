//! `taisai clauses --audit` is a list that a laboratory can file: as wide as a page, and whole.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::process::Command;

use serde_json::Value;

fn taisai(arguments: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_taisai")).args(arguments).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

fn audited() -> Vec<Value> {
    let json: Value = serde_json::from_str(&taisai(&["clauses", "--audit", "--json"])).unwrap();
    json["clauses"].as_array().unwrap().clone()
}

fn texts(list: &Value) -> Vec<&str> {
    list.as_array().unwrap().iter().map(|text| text.as_str().unwrap()).collect()
}

#[test]
fn no_line_is_wider_than_a_page() {
    for line in taisai(&["clauses", "--audit"]).lines() {
        assert!(line.chars().count() <= 100, "{line}");
        assert_eq!(line.trim_end(), line, "no spaces hang at its end");
    }
}

#[test]
fn every_clause_that_wants_a_breakage_has_one_and_a_test_of_its_own_that_catches_it() {
    for clause in audited() {
        let breakages = clause["breakages"].as_array().unwrap();
        assert_eq!(clause["wants_breakage"], !breakages.is_empty(), "{clause}");
        let kinds = clause["kinds"].as_array().unwrap().iter();
        let shown: Vec<&str> = kinds.flat_map(|kind| texts(&kind["tests"])).collect();
        for breakage in breakages {
            assert!(breakage["breakage"].as_str().unwrap().contains(": "), "{breakage}");
            assert!(shown.contains(&breakage["noticed_by"].as_str().unwrap()), "{breakage}");
        }
    }
}

#[test]
fn the_page_and_the_json_say_the_same() {
    let page = taisai(&["clauses", "--audit"]);
    // Words, wherever a line is broken.
    let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let paragraphs: Vec<String> = page.split("\n\n").map(words).collect();
    for clause in audited() {
        let cites = texts(&clause["cites"]).join(", ");
        let field = |key: &str| format!("{key} {}", words(clause[key].as_str().unwrap()));
        let begins = format!("{cites} {} {} {}", field("id"), field("asks"), field("does"));
        let of_it = paragraphs.iter().find(|paragraph| paragraph.starts_with(&begins));
        let paragraph = of_it.unwrap_or_else(|| panic!("{begins}"));
        for breakage in clause["breakages"].as_array().unwrap() {
            let (file, test) = breakage["noticed_by"].as_str().unwrap().split_once("::").unwrap();
            let name = breakage["breakage"].as_str().unwrap();
            let line = format!("breakage {name} caught {file} {test}");
            assert!(paragraph.contains(&line), "{line}\n{paragraph}");
        }
    }
}

#[test]
fn a_rule_book_has_the_clauses_of_its_document_alone() {
    for (book, document) in [("act", "ACT "), ("singapore-2", "SG "), ("pennsylvania-b", "PA ")] {
        let json = taisai(&["clauses", "--rules", book, "--audit", "--json"]);
        let json: Value = serde_json::from_str(&json).unwrap();
        let clauses = json["clauses"].as_array().unwrap();
        let cites =
            |clause: &Value| texts(&clause["cites"]).iter().any(|c| c.starts_with(document));
        assert!(!clauses.is_empty() && clauses.iter().all(cites), "{book}");
        let all = audited();
        let left_out = all.iter().filter(|clause| !clauses.contains(clause));
        assert!(!left_out.into_iter().any(cites), "{book}");
    }
}
