//! A real floor, set up with nothing but what the README says.

use std::process::Command;

use serde_json::{Value, json};
use taisai_testing::client::{Screen, http};
use taisai_testing::cluster::cluster;

use crate::floor::{TestFloor, done, exported, refused, run, taisai};

const PASSWORDS: [(&str, &str); 4] = [
    ("ann", "correct horse battery"),
    ("bea", "staple trombone orchid"),
    ("cy", "three words of cy's own"),
    ("cy, own", "a password of my own"),
];

fn password(name: &str) -> &'static str {
    PASSWORDS.iter().find(|(known, _)| *known == name).unwrap().1
}

fn add(name: &str, data: &str) -> Vec<String> {
    ["staff", "add", name, "--data", data].map(str::to_owned).to_vec()
}

async fn log_in(floor: &TestFloor, name: &str, password: &str) -> (u16, String, Value) {
    let body = json!({ "name": name, "password": password });
    let reply = http(floor, "POST", "/api/v1/login", &[], Some(body)).await;
    let cookie = if reply.status == 200 { reply.cookie() } else { String::new() };
    (reply.status, cookie, reply.body)
}

async fn asked(screen: &mut Screen, ask: Value) -> Value {
    let answer = screen.ask(None, json!({ "floor": ask })).await;
    assert_ne!(answer["answer"], "refused", "{answer}");
    answer
}

fn serve(folder: &std::path::Path, data: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_taisai"));
    command.args(["serve", "--listen", "127.0.0.1:0", "--config"]).arg(folder.join("floor.toml"));
    command.arg("--key").arg(folder.join("vouchers.key")).env("TAISAI_DATA", data);
    command
}

async fn set_up(folder: &std::path::Path, data: &str) {
    std::fs::write(folder.join("floor.toml"), done(&["config", "example"], "")).unwrap();
    let nobody = run(serve(folder, data), "");
    let said = String::from_utf8(nobody.stderr).unwrap();
    assert_eq!(nobody.status.code(), Some(1), "{said}");
    assert!(said.contains("nobody works here yet") && said.contains("taisai staff add"), "{said}");

    let ann: Vec<String> = add("ann", data);
    let ann: Vec<&str> = ann.iter().map(String::as_str).collect();
    let short = refused(&ann, "too short\n");
    assert!(short.contains("at least 12 letters"), "{short}");
    assert!(done(&ann, &format!("{}\n", password("ann"))).contains("add one more"));
    assert!(refused(&ann, "another password\n").contains("the name is somebody's"));
    let bea: Vec<String> = add("bea", data);
    let bea: Vec<&str> = bea.iter().map(String::as_str).collect();
    assert!(done(&bea, &format!("{}\n", password("bea"))).contains("two administrators"));
    let third = refused(&["staff", "add", "cy", "--data", data], "a long password\n");
    assert!(third.contains("there are 2 administrators"), "{third}");

    let floor = TestFloor::start(folder, serve(folder, data));
    let held = refused(&["staff", "add", "cy", "--data", data], "a long password\n");
    assert!(held.contains("a server is using this floor"), "{held}");
    let listed: Value =
        serde_json::from_str(&done(&["staff", "list", "--data", data, "--json"], "")).unwrap();
    assert_eq!(listed["staff"].as_array().unwrap().len(), 2, "{listed}");

    assert_eq!(log_in(&floor, "ann", password("bea")).await.0, 401);
    let (_, ann, me) = log_in(&floor, "ann", password("ann")).await;
    assert_eq!(me["role"], "administrator");
    let (_, bea, _) = log_in(&floor, "bea", password("bea")).await;
    let mut ann = Screen::open(&floor, "as=staff", &ann).await;
    let mut bea = Screen::open(&floor, "as=staff", &bea).await;
    let added = asked(&mut ann, json!({ "add_staff": { "name": "cy" } })).await;
    let cy = added["staff"].as_u64().unwrap();
    asked(&mut ann, json!({ "propose_role": { "staff": cy, "role": "dealer" } })).await;
    let alone = ann.ask(None, json!({ "floor": { "approve": { "proposal": 1 } } })).await;
    assert_eq!(alone["answer"], "refused", "nobody grants a role alone: {alone}");
    asked(&mut bea, json!({ "approve": { "proposal": 1 } })).await;
    let invitation = &added["invitation"];
    let shown = json!({ "name": "cy", "invitation": invitation, "password": password("cy") });
    let welcome = http(&floor, "POST", "/api/v1/invitations", &[], Some(shown)).await;
    assert_eq!((welcome.status, &welcome.body["role"]), (200, &json!("dealer")));
    let mut cy = Screen::open(&floor, "as=staff", &welcome.cookie()).await;
    let own = json!({ "set_password": { "old": password("cy"), "new": password("cy, own") } });
    asked(&mut cy, own).await;
    floor.close();
    let events = exported(data, &["--floor"]);
    let invited = events.iter().find(|event| event["event"] == "staff-invited").unwrap();
    assert_eq!(invited["data"]["invitation"], "(secret)", "{invited}");
    assert_eq!(taisai(&["verify", data], "").status.code(), Some(0));
    break_glass(folder, data).await;
}

/// Both administrators are locked out: the person at the machine resets the password of one.
async fn break_glass(folder: &std::path::Path, data: &str) {
    let reset = |name| ["staff", "reset-password", name, "--reason", "a test", "--data", data];
    assert!(refused(&reset("cy"), "a long password\n").contains("only an administrator"));
    assert!(refused(&reset("zoe"), "a long password\n").contains("nobody here logs in as zoe"));
    assert!(done(&reset("ann"), "broken glass all over\n").contains("must change it"));
    let kept = exported(data, &["--floor"]);
    let recovered = kept.iter().find(|event| event["event"] == "password-recovered").unwrap();
    assert_eq!(recovered["data"]["reason"], "a test", "{recovered}");
    let text = recovered.to_string();
    assert!(!text.contains("argon2") && !text.contains("broken glass"), "{text}");

    let floor = TestFloor::start(folder, serve(folder, data));
    assert_eq!(log_in(&floor, "ann", password("ann")).await.0, 401);
    let (status, cookie, _) = log_in(&floor, "ann", "broken glass all over").await;
    assert_eq!(status, 200);
    let mut ann = Screen::open(&floor, "as=staff", &cookie).await;
    let hire = json!({ "floor": { "add_staff": { "name": "di" } } });
    let refused = ann.ask(None, hire).await;
    assert_eq!(refused["why"]["code"], "password-not-own", "{refused}");
    floor.close();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_floor_in_a_folder_is_set_up_by_the_readme_alone() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    set_up(folder.path(), data.to_str().unwrap()).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_floor_in_postgresql_is_set_up_by_the_readme_alone() {
    let folder = tempfile::tempdir().unwrap();
    let url = tokio::task::spawn_blocking(|| cluster().database()).await.unwrap();
    set_up(folder.path(), &url).await;
}

/// In the wrong folder it was said that nobody of this name works here.
#[test]
fn a_password_is_reset_where_there_is_a_journal() {
    let folder = tempfile::tempdir().unwrap();
    let nowhere = folder.path().join("nowhere");
    let data = nowhere.to_str().unwrap();
    let reset = ["staff", "reset-password", "ann", "--reason", "a test", "--data", data];
    let said = refused(&reset, "a long password\n");
    assert!(said.contains("there is no journal at") && said.contains(data), "{said}");
    assert!(!nowhere.exists());
}

#[test]
fn a_secret_on_the_command_line_is_refused() {
    let address = "postgres://cage:secret@127.0.0.1:1/floor";
    for arguments in [
        &["staff", "list", "--data", address][..],
        &["staff", "add", "ann", "--data", address],
        &["demo", "--data", address],
    ] {
        let said = taisai(arguments, "");
        let printed = String::from_utf8(said.stderr).unwrap();
        assert_eq!(said.status.code(), Some(2), "{printed}");
        assert!(printed.contains("TAISAI_DATA") && !printed.contains("secret@"), "{printed}");
    }
}
