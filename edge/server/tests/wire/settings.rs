//! A configuration that is changed while the floor is at work, or between two starts.

use std::ops::ControlFlow;
use std::path::Path;

use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use taisai_floor::{Event, Notice, Title};
use taisai_journal::stored::Body;
use taisai_journal::{Journal, Options, Place, Stream, between};
use taisai_protocol::Ask;
use taisai_protocol::ask::{BetAsk, BetLine};
use taisai_rules::Stake;
use taisai_server::config::Config;
use taisai_table::{AreaLimit, Time};
use taisai_testing::client::{self, PATIENCE, Screen, http, word};

use crate::api::Api;
use crate::floor::{TestFloor, config};

/// The same floor with another minimum at table 1.
fn with_minimum(minimum: u64) -> Config {
    let mut config = config(1_500);
    let stake = |units| Stake::new(units).unwrap();
    let usual = AreaLimit::new(stake(minimum), stake(50_000), 100).unwrap();
    config.tables[0].config.limits.usual = usual;
    config
}

/// The minimum now, and the one to come with its round, as everybody sees them.
async fn minimum(floor: &TestFloor) -> (u64, Option<(u64, u64)>) {
    let table = http(floor, "GET", "/api/v1/tables/1", &[], None).await.body;
    let limits = &table["limits"];
    let next = limits["to_come"]["from_round"].as_u64();
    let next = next.zip(limits["to_come"]["areas"][0]["stake_min"].as_u64());
    (limits["areas"][0]["stake_min"].as_u64().unwrap(), next)
}

fn bet(stake: u64) -> Ask {
    Ask::Bet(BetAsk::PlaceBets { bets: vec![BetLine { area: word("small"), stake }] })
}

#[tokio::test(flavor = "multi_thread")]
async fn changed_limits_are_announced_and_hold_from_the_next_round() {
    let folder = tempfile::tempdir().unwrap();
    let floor = TestFloor::open(folder.path(), config(1_500)).await;
    let (mut screen, _) = Screen::terminal(&floor, 1).await;
    screen.ask(None, client::sit_with_play_money(100_000)).await;
    let round = screen.betting(1).await;
    floor.reload.with(with_minimum(500)).await;
    let answered =
        screen.until(|answered| answered["changed"]["limits"]["to_come"].is_object()).await;
    let next = &answered["changed"]["limits"]["to_come"];
    assert_eq!(next["areas"][0]["stake_min"], 500, "{answered}");
    assert!(next["from_round"].as_u64().unwrap() > round, "{answered}");
    let later = loop {
        let later = screen.betting(1).await;
        if later > round {
            break later;
        }
        screen.until(|answered| answered["changed"]["round"].is_object()).await;
    };
    let refused = screen.ask(Some(later), bet(400)).await;
    assert_eq!(refused["answer"], "refused", "{refused}");
    assert_eq!(minimum(&floor).await.0, 500);
    floor.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_fixed_changes_nothing_at_all() {
    let folder = tempfile::tempdir().unwrap();
    let floor = TestFloor::open(folder.path(), config(60_000)).await;
    let mut changed = with_minimum(500);
    for table in &mut changed.tables {
        table.config.times = config(60_000).tables[0].config.times;
    }
    let name = changed.tables[1].name.clone();
    changed.tables[1].name = Title::new("Another name").unwrap();
    floor.reload.with(changed.clone()).await;
    // The next one is taken after the first was refused as a whole.
    changed.tables[1].name = name;
    changed.tables[0].config.limits.usual = with_minimum(700).tables[0].config.limits.usual;
    floor.reload.with(changed).await;
    let announced = async {
        loop {
            if let (now, Some((_, next))) = minimum(&floor).await {
                return (now, next);
            }
        }
    };
    let seen = tokio::time::timeout(PATIENCE, announced).await.unwrap();
    assert_eq!(seen, (100, 700), "500 was never announced");
    floor.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_start_announces_what_the_file_changed_and_leaves_what_people_changed() {
    let folder = tempfile::tempdir().unwrap();
    let floor = TestFloor::open(folder.path(), config(1_500)).await;
    let hired = floor.hired.clone();
    floor.close().await;
    let mut floor = TestFloor::open(folder.path(), with_minimum(500)).await;
    assert!(is_or_comes(&floor, 500).await, "the file's own change is announced");

    floor.hired = hired;
    let (mut shift, _) = Screen::staff(&floor, "shift").await;
    let usual = json!({ "stake_min": 900, "stake_max": 50_000, "multiple": 100 });
    let limits = json!({
        "usual": usual, "families": [], "seat_max": 1_000_000, "exposure_max": 10_000_000_000_u64
    });
    let order =
        json!({ "run": { "table": 1, "order": { "announce_limits": { "limits": limits } } } });
    let answer = shift.ask(None, order).await;
    assert_eq!(answer["answer"], "done", "{answer}");
    floor.close().await;
    let floor = TestFloor::open(folder.path(), with_minimum(500)).await;
    assert!(is_or_comes(&floor, 900).await, "a file that is the same overrules nobody");
    floor.close().await;
}

/// Whether this minimum holds, or is the next one to.
async fn is_or_comes(floor: &TestFloor, wanted: u64) -> bool {
    let (now, next) = minimum(floor).await;
    next.map_or(now, |(_, next)| next) == wanted
}

/// An administrator's new table is judged as the configuration's are.
#[tokio::test(flavor = "multi_thread")]
async fn a_table_that_cannot_be_meant_is_not_added() {
    let folder = tempfile::tempdir().unwrap();
    let floor = TestFloor::open(folder.path(), config(60_000)).await;
    let api = Api::of(&floor);
    let mut admin = api.staff("admin").await;
    let sound = json!({
        "table": 50, "name": "Fifty", "book": "act", "currency": "AUD", "kind": "electronic",
        "run": "automatic", "dice": "random",
        "limits": {
            "usual": { "stake_min": 500, "stake_max": 100_000, "multiple": 100 }, "families": [],
            "seat_max": 500_000, "exposure_max": 10_000_000,
        },
        "times": {
            "betting_ms": 20_000, "betting_min_ms": 3_000, "warning_ms": 5_000, "extension_ms": 0,
            "extensions_max": 0, "show_ms": 1_000, "pause_ms": 1_000,
        },
    });
    let changed = |path: &str, value: Value| {
        let mut setup = sound.clone();
        *setup.pointer_mut(path).unwrap() = value;
        setup
    };
    for (setup, field) in [
        (changed("/kind", json!("felt")), "kind"),
        (changed("/dice", json!("physical")), "dice"),
        (changed("/currency", json!("XYZ")), "currency"),
        (changed("/name", json!("maryland")), "name"),
        (changed("/limits/seat_max", json!(499)), "limits.seat_max"),
        (changed("/limits/exposure_max", json!(499)), "limits.exposure_max"),
        (changed("/times/betting_ms", Value::Null), "times.betting_ms"),
        (changed("/times/warning_ms", json!(20_001)), "times.warning_ms"),
        (changed("/times/betting_min_ms", json!(0)), "times.betting_min_ms"),
    ] {
        let (key, body) = (admin.key(), json!({ "add_table": { "setup": setup } }));
        let reply = api.post(&admin, "/api/v1/floor", Some(&key), body).await;
        let answered = (&reply.body["code"], &reply.body["data"]["field"]);
        assert_eq!(answered, (&json!("bad-field"), &json!(field)), "{}", reply.text);
    }
    let (key, body) = (admin.key(), json!({ "add_table": { "setup": sound } }));
    let reply = api.post(&admin, "/api/v1/floor", Some(&key), body).await;
    assert_eq!(reply.status, 200, "{}", reply.text);
    floor.close().await;
}

/// Screens, signs and API showed the name in the rule book, whatever the house was called.
#[tokio::test(flavor = "multi_thread")]
async fn the_house_has_its_own_name_everywhere() {
    let folder = tempfile::tempdir().unwrap();
    let house = Title::new("Harbour <House> & \"Sons\"").unwrap();
    let floor = TestFloor::open(folder.path(), Config { house, ..config(60_000) }).await;
    let api = Api::of(&floor);
    let nobody = Api::nobody();
    for (path, place) in
        [("/api/v1/tables", "/0/about/house"), ("/api/v1/tables/1", "/about/house")]
    {
        let answered = api.get(&nobody, path).await;
        assert_eq!(answered.body.pointer(place).unwrap(), "Harbour <House> & \"Sons\"", "{path}");
    }
    let (mut screen, _) = Screen::terminal(&floor, 1).await;
    let shown = screen
        .until(|answered| answered["tell"] == "snapshot" && answered["channel"] == "table")
        .await;
    assert_eq!(shown["state"]["about"]["house"], "Harbour <House> & \"Sons\"", "{shown}");
    for id in ["act", "maryland", "singapore-1"] {
        let book = api.get(&nobody, &format!("/api/v1/books/{id}")).await;
        assert_eq!(book.body["house"], "Harbour <House> & \"Sons\"");
        assert!(!book.text.contains("Taisai House"), "{id}");
        // The PAR sheet and its title had the book's name of the house.
        for page in ["par", "par/zh-Hant", "summary"] {
            let page = api.get(&nobody, &format!("/api/v1/books/{id}/{page}")).await;
            assert_eq!(page.status, 200, "{}", page.text);
            assert!(!page.text.contains("Taisai House"), "{id}");
        }
        let par = api.get(&nobody, &format!("/api/v1/books/{id}/par")).await;
        assert!(par.text.contains("Harbour &lt;House&gt;"), "{id}");
    }
    floor.close().await;
}

/// A floor whose third table, of `act`, offers this file as the approved document.
fn with_document(folder: &Path, text: &str) -> Config {
    std::fs::write(folder.join("act.txt"), text).unwrap();
    let file = "house = \"H\"\n[[table]]\nnumber = 3\nname = \"T\"\nbook = \"act\"\n\
                document = \"act.txt\"\n[table.limits]\n\
                usual = { min = 500, max = 100000, multiple = 100 }\n\
                seat_max = 500000\nexposure_max = 10000000\n";
    let read = Config::read(file, folder).unwrap();
    let mut config = config(60_000);
    config.tables[2].document.clone_from(&read.tables[0].document);
    config
}

/// The files and hashes that the floor's journal says were offered, in their order.
fn attached(folder: &Path) -> Vec<(String, [u8; 32])> {
    let place = Place::Folder(folder.to_owned());
    let mut journal = Journal::open_read_only(&place, &Options::default()).unwrap();
    let mut found = Vec::new();
    let all = (Time::from_millis(0).unwrap(), Time::MAX);
    between(journal.store(), Stream::Floor, all, |entry| {
        if let Body::FloorHappened(events) = &entry.body {
            for event in events {
                if let Event::Noted(Notice::DocumentAttached { file, hash, .. }) = event {
                    found.push((file.to_string(), *hash));
                }
            }
        }
        ControlFlow::Continue(())
    })
    .unwrap();
    found
}

#[tokio::test(flavor = "multi_thread")]
async fn the_approved_document_is_offered_and_its_hash_is_in_the_journal() {
    let (folder, beside) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let hash = |text: &str| <[u8; 32]>::from(Sha256::digest(text.as_bytes()));
    for text in ["The rules.", "The rules, amended."] {
        let floor = TestFloor::open(folder.path(), with_document(beside.path(), text)).await;
        let all = http(&floor, "GET", "/api/v1/documents", &[], None).await.body;
        assert_eq!(all[0]["table"], 3, "{all}");
        assert_eq!(all[0]["book"], "act", "{all}");
        let sha256 = hash(text).map(|byte| format!("{byte:02x}")).concat();
        assert_eq!(all[0]["sha256"], sha256, "{all}");
        let file = http(&floor, "GET", "/api/v1/tables/3/document", &[], None).await;
        assert_eq!((file.status, file.text.as_str()), (200, text));
        assert_eq!(file.header("content-type"), Some("text/plain; charset=utf-8"));
        let none = http(&floor, "GET", "/api/v1/tables/1/document", &[], None).await;
        assert_eq!((none.status, &none.body["code"]), (404, &json!("no-document")));
        floor.close().await;
    }
    let answered = attached(folder.path());
    let expected =
        ["The rules.", "The rules, amended."].map(|text| ("act.txt".to_owned(), hash(text)));
    assert_eq!(answered, expected);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_rules_are_printed_as_a_summary_in_each_language() {
    let folder = tempfile::tempdir().unwrap();
    let floor = TestFloor::open(folder.path(), config(60_000)).await;
    for (path, title) in [
        ("summary", "<h1>Summary of the rules: Australian Capital Territory</h1>"),
        ("summary/zh-Hant", "<h1>規則摘要："),
        ("summary/zh-Hans", "<h1>规则摘要："),
    ] {
        let page = http(&floor, "GET", &format!("/api/v1/books/act/{path}"), &[], None).await;
        assert!(page.status == 200 && page.text.contains(title), "{path}: {}", page.text);
        assert!(page.text.contains("<small>ACT 10.4"), "{path}");
    }
    let none = http(&floor, "GET", "/api/v1/books/act/summary/fr", &[], None).await;
    assert_eq!((none.status, &none.body["code"]), (404, &json!("no-such-language")));
    floor.close().await;
}
