//! A demo as the one who tries it meets it: its welcome, its log-ins, and where its money ends.

use std::path::Path;

use serde_json::json;
use taisai_testing::client::{Served as _, http};

use crate::floor::{TestFloor, exported, one_table, refused};

/// Whether somebody can log in.
async fn logs_in(floor: &TestFloor, name: &str, password: &str) -> bool {
    let body = json!({ "name": name, "password": password });
    http(floor, "POST", "/api/v1/login", &[], Some(body)).await.status == 200
}

fn again(folder: &Path, data: &str, reset: &[&str]) -> TestFloor {
    let mut command = TestFloor::demo_command(folder, data, &one_table(60_000));
    command.args(reset);
    TestFloor::start(folder, command)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_demo_says_how_its_log_ins_can_be_had_again() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let data = data.to_str().unwrap();
    let floor = TestFloor::demo(folder.path(), data, &one_table(60_000));
    // The welcome is not lost among lines that nobody needs.
    assert_eq!(floor.log(), "");
    let first = floor.password("dealer");
    assert!(logs_in(&floor, "dealer", &first).await);
    floor.close();

    let floor = again(folder.path(), data, &[]);
    assert_eq!(floor.hired, []);
    let said = floor.said.join("\n");
    assert!(said.contains("--reset-logins") && said.contains(data), "{said}");
    assert!(logs_in(&floor, "dealer", &first).await, "a start changes no password");
    floor.close();

    let floor = again(folder.path(), data, &["--reset-logins"]);
    assert_eq!(floor.hired.len(), 8, "{:?}", floor.hired);
    for (name, password) in floor.hired.clone() {
        assert!(logs_in(&floor, &name, &password).await, "{name}");
    }
    assert!(!logs_in(&floor, "dealer", &first).await);
    floor.close();
    let events = exported(data, &["--floor"]);
    let count = |kind: &str| events.iter().filter(|event| event["event"] == kind).count();
    assert_eq!((count("password-recovered"), count("invited")), (2, 6));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_demo_is_no_house_and_says_what_to_do() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let data = data.to_str().unwrap();
    TestFloor::demo(folder.path(), data, &one_table(60_000)).close();
    let config = folder.path().join("floor.toml");
    let config = config.to_str().unwrap();
    let serve = ["serve", "--data", data, "--listen", "127.0.0.1:0", "--config", config];
    let why = refused(&serve, "");
    assert!(why.contains("this journal is a demo's"), "{why}");
    assert!(why.contains("taisai staff add NAME --data OTHER"), "{why}");
}
