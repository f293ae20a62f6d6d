//! The journal knows its key of the vouchers: another one is refused unless a person says why.

use serde_json::Value;
use taisai_journal::Acceptance;
use taisai_protocol::Ask;
use taisai_protocol::ask::SeatAsk;
use taisai_server::run::key::KeyFile;
use taisai_testing::client::{self, Screen, http};

use crate::floor::{TestFloor, config};

const OTHER: [u8; 32] = [8; 32];

/// The codes of what bears on security, the latest first.
async fn security(floor: &TestFloor, cookie: &str) -> Vec<Value> {
    let headers = [("cookie", cookie)];
    let page = http(floor, "GET", "/api/v1/security?limit=200", &headers, None).await;
    page.body["events"].as_array().unwrap_or_else(|| panic!("{}", page.body)).clone()
}

/// A backup was put back without its key: the house started, made a new one, and every terminal
/// that had an untaken voucher was shown out as soon as it came.
#[tokio::test(flavor = "multi_thread")]
async fn a_house_does_not_start_with_another_key_until_somebody_says_why() {
    let folder = tempfile::tempdir().unwrap();
    let floor = TestFloor::open(folder.path(), config(600_000)).await;
    let (mut seat, terminal) = Screen::terminal(&floor, 1).await;
    seat.ask(None, client::sit_with_play_money(10_000)).await;
    let out = seat.ask(None, Ask::Seat(SeatAsk::CashOut { amount: Some(1_000) })).await;
    assert_eq!(out["answer"], "voucher", "{out}");
    let (_, auditor) = Screen::staff(&floor, "auditor").await;
    let named = security(&floor, &auditor).await;
    assert!(named.iter().any(|event| event["code"] == "key-named"), "{named:?}");
    drop(seat);
    floor.close().await;

    let other = KeyFile::from(OTHER);
    let refused = TestFloor::try_open(folder.path(), config(600_000), other).await;
    let why = refused.err().expect("it is another key").to_string();
    assert_eq!(why, "the key: not the key with which this journal was written");

    let missing = KeyFile::read(&folder.path().join("no.key")).unwrap();
    let refused = TestFloor::try_open(folder.path(), config(600_000), missing).await;
    let why = refused.err().expect("the key is not there").to_string();
    assert!(why.ends_with("the key with which this journal was written is not there"), "{why}");
    assert!(!folder.path().join("no.key").exists(), "none is made in silence");

    let lost = Acceptance { by: "admin".into(), reason: "burnt with the safe".into() };
    let other = KeyFile::from(OTHER).replaced_by(lost);
    let floor = TestFloor::try_open(folder.path(), config(600_000), other).await.ok().unwrap();
    // Tickets follow from the key: the terminal must be enrolled anew.
    let refused = Screen::try_open(&floor, "as=terminal", &terminal, Some(&floor.url)).await;
    assert!(refused.is_err(), "its ticket does not follow from this key");
    let events = security(&floor, &auditor).await;
    let replaced = events.iter().find(|event| event["code"] == "key-replaced").unwrap();
    assert!(replaced.to_string().contains("burnt with the safe"), "{replaced}");
    floor.close().await;

    // From now on it is this key, and nobody has to say anything.
    let floor = TestFloor::try_open(folder.path(), config(600_000), OTHER.into()).await;
    floor.ok().unwrap().close().await;
}
