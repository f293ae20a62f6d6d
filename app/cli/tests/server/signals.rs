//! What a server does when its process gets a signal.

use serde_json::json;
use taisai_testing::client::{Screen, http};

use crate::floor::{TestFloor, done, exported, one_table};

#[tokio::test(flavor = "multi_thread")]
async fn told_to_stop_it_finishes_tells_the_screens_and_ends_well() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let data = data.to_str().unwrap();
    let floor = TestFloor::demo(folder.path(), data, &one_table(60_000));
    let (mut screen, _) = Screen::terminal(&floor, 1).await;
    screen.ask(None, json!({ "seat": { "sit": { "demo": 100_000 } } })).await;
    let round = screen.betting(1).await;
    let bet = json!({ "bet": { "place_bets": { "bets": [{ "area": "big", "stake": 700 }] } } });
    let id = screen.asked + 1;
    screen.send(id, Some(round), bet).await;
    let answer = screen.answer(id).await;
    assert_eq!(answer["answer"], "done", "{answer}");
    floor.signal("TERM");
    let bye = screen.until(|told| told["tell"] == "bye").await;
    assert_eq!(bye["reason"], "server-stops");
    let log = floor.log();
    assert_eq!(floor.ended().code(), Some(0), "{log}");
    let floor_events = exported(data, &["--floor"]);
    let last = floor_events.iter().rfind(|event| event["event"] == "noted").unwrap();
    assert!(last.to_string().to_lowercase().contains("stopped"), "{last}");
    done(&["verify", data], "");
}

#[tokio::test(flavor = "multi_thread")]
async fn told_to_read_its_configuration_again_it_announces_changed_limits() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let first = format!("{}[log]\nform = \"json\"\n", one_table(60_000));
    let floor = TestFloor::demo(folder.path(), data.to_str().unwrap(), &first);
    let (mut screen, _) = Screen::terminal(&floor, 1).await;
    let file = folder.path().join("floor.toml");
    // What is not sound changes nothing, and the log says where it is wrong.
    std::fs::write(&file, one_table(60_000).replace("min = 100", "min = 150")).unwrap();
    floor.signal("HUP");
    floor.until_log("150 must be a multiple of 100");
    // Programs read one object in each line; a key that stands in it twice is lost to them.
    for line in floor.log().lines() {
        assert_eq!(line.matches("\"message\":").count(), 1, "{line}");
    }
    std::fs::write(&file, one_table(60_000).replace("min = 100", "min = 300")).unwrap();
    floor.signal("HUP");
    let told = screen.until(|told| told["changed"]["limits"]["to_come"].is_object()).await;
    assert_eq!(told["changed"]["limits"]["to_come"]["areas"][0]["stake_min"], 300, "{told}");
    let ready = http(&floor, "GET", "/readyz", &[], None).await;
    assert_eq!(ready.status, 200);
    floor.close();
    let notes = exported(data.to_str().unwrap(), &["--floor"]);
    let changed = notes.iter().find(|event| event.to_string().contains("table 1 limits"));
    assert!(changed.is_some_and(|event| event.to_string().contains("300 to 100000 by 100")));
}
