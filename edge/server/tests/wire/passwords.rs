//! What a password may be, as somebody chooses one and logs in with it.

use serde_json::json;
use taisai_protocol::Ask;
use taisai_protocol::ask::FloorAsk;
use taisai_testing::client::{Screen, Served as _, http};

use crate::floor::{TestFloor, config};

async fn logs_in(floor: &TestFloor, password: &str) -> bool {
    let body = json!({ "name": "dealer", "password": password });
    http(floor, "POST", "/api/v1/login", &[], Some(body)).await.status == 200
}

/// Changes the dealer's password; what the answer is, in one word.
async fn change(screen: &mut Screen, old: &str, new: &str) -> String {
    let ask = Ask::Floor(FloorAsk::SetPassword { old: old.to_owned(), new: new.to_owned() });
    let message = screen.ask(None, ask).await;
    let word =
        if message["answer"] == "refused" { &message["why"]["code"] } else { &message["answer"] };
    word.as_str().unwrap().to_owned()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_password_is_as_long_as_it_may_be_and_of_any_letters() {
    let folder = tempfile::tempdir().unwrap();
    let floor = TestFloor::open(folder.path(), config(60_000)).await;
    let (mut dealer, _) = Screen::staff(&floor, "dealer").await;
    let mut old = floor.password("dealer");
    for refused in ["", &"a".repeat(11), &"骰".repeat(11), &"a".repeat(257), &"骰".repeat(86)] {
        assert_eq!(change(&mut dealer, &old, refused).await, "bad-field", "{refused:?}");
    }
    let any_letters =
        ["aaaaaaaaaaaa", "            ", "骰寶大小骰寶大小骰寶大小", "\"';--<b>&amp;"];
    for taken in any_letters.into_iter().chain([&*"a".repeat(256), &*"骰".repeat(85)]) {
        assert_eq!(change(&mut dealer, &old, taken).await, "done", "{taken:?}");
        assert!(logs_in(&floor, taken).await, "{taken:?}");
        taken.clone_into(&mut old);
    }
    floor.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_password_is_checked_as_it_came() {
    let folder = tempfile::tempdir().unwrap();
    let floor = TestFloor::open(folder.path(), config(60_000)).await;
    let (mut dealer, _) = Screen::staff(&floor, "dealer").await;
    let chosen = " Straße und Würfel ";
    let old = floor.password("dealer");
    assert_eq!(change(&mut dealer, &old, chosen).await, "done");
    for other in ["Straße und Würfel", " straße und würfel ", " Strasse und Würfel ", &old] {
        assert!(!logs_in(&floor, other).await, "{other:?}");
    }
    assert!(logs_in(&floor, chosen).await);
    floor.close().await;
}
