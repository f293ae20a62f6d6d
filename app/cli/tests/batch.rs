//! What `taisai settle --batch` does with input that does not fit a written-down example.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};

use taisai::settle::answer_line;

const REQUEST: &str = r#"{"rules":"act","dice":[4,4,2],"bets":[{"area":"small","stake":100}]}"#;

/// The answers of a batch without `--rules` to these bytes.
fn answers(input: &[u8]) -> Vec<String> {
    let mut batch = Command::new(env!("CARGO_BIN_EXE_taisai"))
        .args(["settle", "--batch"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = batch.stdin.take().unwrap();
    let input = input.to_vec();
    let writer = std::thread::spawn(move || stdin.write_all(&input).unwrap());
    let output = batch.wait_with_output().unwrap();
    writer.join().unwrap();
    assert!(output.status.success());
    String::from_utf8(output.stdout).unwrap().lines().map(str::to_owned).collect()
}

#[test]
fn a_line_that_is_too_long_is_answered_in_place_and_the_next_one_too() {
    let longest = format!("{REQUEST}{}", " ".repeat(1024 * 1024 - REQUEST.len()));
    let answers = answers(format!("{longest}\n{longest} \n{REQUEST}\n").as_bytes());
    assert_eq!(answers.len(), 3);
    assert!(answers[0].starts_with(r#"{"rules":"act""#));
    assert!(answers[1].starts_with(r#"{"line":2,"error":{"kind":"request-too-long""#));
    assert_eq!(answers[0], answers[2]);
}

#[test]
fn a_line_that_is_not_text_is_answered_in_place() {
    let answers = answers(&[b"\xff\xfe\n".as_slice(), REQUEST.as_bytes()].concat());
    assert!(answers[0].starts_with(r#"{"line":1,"error":{"kind":"bad-request""#));
    assert!(answers[1].starts_with(r#"{"rules":"act""#), "the last line may lack its end");
}

/// An array with the fields in their order was once taken for an object.
#[test]
fn requests_and_bets_are_objects_and_never_arrays() {
    let cases = [
        r#"["act",[4,4,2],[{"area":"small","stake":100}]]"#,
        r"[null,[4,4,2],[]]",
        r#"{"rules":"act","dice":[4,4,2],"bets":[["small",100]]}"#,
        r#"{"rules":"act","dice":[4,4,2],"bets":[{"area":"small","stake":100},["big",100]]}"#,
    ];
    for request in cases {
        let answer = answer_line(request.as_bytes(), Some("act"));
        assert!(answer.contains(r#""kind":"bad-request""#), "{request}: {answer}");
        let words = "invalid type: sequence, expected an object in { }";
        assert!(answer.contains(words), "{request}: {answer}");
    }
    assert!(answer_line(REQUEST.as_bytes(), None).starts_with(r#"{"rules":"act""#));
}

#[test]
fn a_request_that_names_no_rule_book_needs_one_from_the_command() {
    let request = br#"{"dice":[4,4,2],"bets":[]}"#;
    assert!(answer_line(request, None).contains(r#""kind":"no-rule-book""#));
    assert!(answer_line(request, Some("act")).starts_with(r#"{"rules":"act""#));
    assert!(answer_line(request, Some("nevada")).contains(r#""kind":"unknown-rule-book""#));
}

#[test]
fn a_waiting_screen_gets_its_answer_before_it_asks_on() {
    let mut batch = Command::new(env!("CARGO_BIN_EXE_taisai"))
        .args(["settle", "--batch", "--rules", "act"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = batch.stdin.take().unwrap();
    let mut stdout = BufReader::new(batch.stdout.take().unwrap());
    for _ in 0..3 {
        writeln!(stdin, "{REQUEST}").unwrap();
        let mut answer = String::new();
        stdout.read_line(&mut answer).unwrap();
        assert!(answer.starts_with(r#"{"rules":"act""#));
    }
    drop(stdin);
    assert!(batch.wait().unwrap().success());
}

#[test]
fn input_that_cannot_be_read_ends_with_a_reason() {
    let folder = std::fs::File::open(env!("CARGO_MANIFEST_DIR")).unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_taisai"))
        .args(["settle", "--batch", "--rules", "act"])
        .stdin(folder)
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stderr).contains("cannot read standard input"));
}
