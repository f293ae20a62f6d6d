//! Who is let in, and who is shown out.

use serde_json::json;
use taisai_protocol::Ask;
use taisai_protocol::ask::FloorAsk;
use taisai_testing::client::{Screen, http, log_in, word};

use crate::floor::{TestFloor, config};

#[tokio::test(flavor = "multi_thread")]
async fn only_our_own_page_opens_a_socket() {
    let folder = tempfile::tempdir().unwrap();
    let floor = TestFloor::open(folder.path(), config(10_000)).await;
    let (_, cookie) = Screen::terminal(&floor, 1).await;
    for origin in [None, Some("null"), Some("http://evil.example"), Some("http://127.0.0.1")] {
        let opened = Screen::try_open(&floor, "as=terminal", &cookie, origin).await;
        assert!(opened.is_err(), "{origin:?}");
    }
    assert!(Screen::try_open(&floor, "as=terminal", &cookie, Some(&floor.url)).await.is_ok());
    floor.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn without_a_cookie_nobody_is_let_in() {
    let folder = tempfile::tempdir().unwrap();
    let floor = TestFloor::open(folder.path(), config(10_000)).await;
    for door in ["as=terminal", "as=staff"] {
        for cookie in ["", "taisai-terminal=0", "taisai-session=00000000000000000000000000000000"] {
            let opened = Screen::try_open(&floor, door, cookie, Some(&floor.url)).await;
            assert!(opened.is_err(), "{door} {cookie}");
        }
    }
    let reply = http(&floor, "GET", "/api/v1/me", &[], None).await;
    assert_eq!((reply.status, &reply.body["code"]), (401, &json!("needs-login")));
    floor.close().await;
}

/// A wrong password was answered "log in first", and a socket for nobody with a bare line of text.
#[tokio::test(flavor = "multi_thread")]
async fn who_is_not_let_in_hears_what_is_wrong() {
    let folder = tempfile::tempdir().unwrap();
    let floor = TestFloor::open(folder.path(), config(10_000)).await;
    let wrong = Some(json!({ "name": "pit", "password": "not the password" }));
    let reply = http(&floor, "POST", "/api/v1/login", &[], wrong).await;
    assert_eq!(reply.status, 401, "{}", reply.text);
    assert_eq!(reply.body["detail"], "the name, the password or the code is wrong");
    for (path, field) in [("/ws", "as"), ("/ws?as=terminal", "upgrade")] {
        let reply = http(&floor, "GET", path, &[], None).await;
        assert_eq!(reply.body["code"], "bad-field", "{path}: {}", reply.text);
        assert!(reply.body.to_string().contains(field), "{path}: {}", reply.text);
    }
    floor.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_wrong_password_and_a_wrong_name_sound_the_same_and_lock_out() {
    let folder = tempfile::tempdir().unwrap();
    let floor = TestFloor::open(folder.path(), config(10_000)).await;
    let try_as = async |name: &str| {
        let body = json!({ "name": name, "password": "not the password" });
        let reply = http(&floor, "POST", "/api/v1/login", &[], Some(body)).await;
        (reply.status, reply.body)
    };
    assert_eq!(try_as("dealer").await, try_as("nobody").await);
    for _ in 0..4 {
        assert_eq!(try_as("dealer").await.0, 401);
    }
    let (status, body) = try_as("dealer").await;
    assert_eq!((status, &body["code"]), (429, &json!("too-fast")));
    let cookie = log_in(&floor, "floor").await;
    let me = http(&floor, "GET", "/api/v1/me", &[("cookie", &cookie)], None).await;
    assert_eq!(me.body["role"], "floorperson", "nobody else is locked out");
    floor.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_revoked_role_ends_the_conversation_at_once_and_everywhere() {
    let folder = tempfile::tempdir().unwrap();
    let floor = TestFloor::open(folder.path(), config(10_000)).await;
    let (mut dealer, cookie) = Screen::staff(&floor, "dealer").await;
    let staff = dealer.heard[0]["you"]["staff"].as_u64().unwrap();
    let (mut admin, _) = Screen::staff(&floor, "admin").await;
    let revoke =
        Ask::Floor(FloorAsk::RevokeRole { staff: word(&staff), reason: "a test".to_owned() });
    let answer = admin.ask(None, revoke).await;
    assert_eq!(answer["answer"], "done", "{answer}");
    let bye = dealer.until(|message| message["tell"] == "bye").await;
    assert_eq!(bye["reason"], "session-over");
    let me = http(&floor, "GET", "/api/v1/me", &[("cookie", &cookie)], None).await;
    assert_eq!(me.status, 401);
    floor.close().await;
}
