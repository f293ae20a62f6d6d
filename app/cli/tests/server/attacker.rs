//! What somebody who means harm gets the real binary to write down.

use serde_json::{Value, json};
use taisai_testing::client::{http, raw};

use crate::floor::{TestFloor, one_table};

#[tokio::test(flavor = "multi_thread")]
async fn whatever_a_stranger_sends_every_line_of_the_log_is_one_of_ours() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let config = format!("{}[log]\nlevel = \"debug\"\n", one_table(600_000));
    let floor = TestFloor::demo(folder.path(), data.to_str().unwrap(), &config);
    let forged = "x\n{\"level\":\"ERROR\",\"fields\":{\"message\":\"the house burns\"}}\n";
    let red = "\u{1b}[31mred\u{1b}[0m \u{202e}turned \u{7}";
    for text in [forged, red, &"long".repeat(10_000)] {
        let body = json!({ "name": text, "password": format!("secret {text}") });
        http(&floor, "POST", "/api/v1/login", &[], Some(body)).await;
        let body = json!({ "code": text });
        http(&floor, "POST", "/api/v1/enrol", &[], Some(body)).await;
        raw(&floor, "POST", "/api/v1/login", &[], text.as_bytes()).await;
    }
    let endless = format!("/{}", "x".repeat(10_000));
    for path in ["/%0d%0a%7b%22level%22%3a1%7d", "/%1b%5b31m", "/api/v1/tables/%0a", &endless] {
        http(
            &floor,
            "GET",
            path,
            &[("x-forwarded-for", "\t{}"), ("user-agent", "{\"a\":1}")],
            None,
        )
        .await;
    }
    let log = floor.log();
    assert!(log.lines().count() > 10, "{log}");
    for line in log.lines() {
        let event: Value = serde_json::from_str(line).unwrap_or_else(|why| panic!("{why}: {line}"));
        assert!(event["level"].is_string() && event["timestamp"].is_string(), "{line}");
        assert!(!line.contains(char::is_control) && !line.contains('\u{202e}'), "{line}");
        assert!(line.len() < 4_096, "{line}");
        assert!(!line.contains("secret "), "a password: {line}");
    }
    floor.close();
}
