//! What a server does when its process gets a signal.

use std::path::Path;
use std::process::Command;

use serde_json::json;
use taisai_testing::client::{Screen, http};

use crate::floor::{TestFloor, done, exported, one_table, refused};

#[tokio::test(flavor = "multi_thread")]
async fn on_sigterm_it_finishes_says_bye_to_the_screens_and_ends_well() {
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
    let bye = screen.until(|message| message["tell"] == "bye").await;
    assert_eq!(bye["reason"], "server-stops");
    let log = floor.log();
    assert_eq!(floor.ended().code(), Some(0), "{log}");
    let floor_events = exported(data, &["--floor"]);
    let last = floor_events.iter().rfind(|event| event["event"] == "noted").unwrap();
    assert!(last.to_string().to_lowercase().contains("stopped"), "{last}");
    done(&["verify", data], "");
}

#[tokio::test(flavor = "multi_thread")]
async fn on_sighup_it_reads_its_configuration_and_announces_changed_limits() {
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
    let message = screen.until(|message| message["changed"]["limits"]["to_come"].is_object()).await;
    assert_eq!(message["changed"]["limits"]["to_come"]["areas"][0]["stake_min"], 300, "{message}");
    let ready = http(&floor, "GET", "/readyz", &[], None).await;
    assert_eq!(ready.status, 200);
    floor.close();
    let notes = exported(data.to_str().unwrap(), &["--floor"]);
    let changed = notes.iter().find(|event| event.to_string().contains("table 1 limits"));
    assert!(changed.is_some_and(|event| event.to_string().contains("300 to 100000 by 100")));
}

/// A house with tables of terminals under a document of chips on cloth, allowed or not.
fn allowed(tables: &[u32], approval: &str) -> String {
    let table = |number: &u32| {
        format!(
            "[[table]]\nnumber = {number}\nname = \"T{number}\"\nbook = \"act\"\n{approval}\
             [table.limits]\nusual = {{ min = 500, max = 100000, multiple = 100 }}\n\
             seat_max = 500000\nexposure_max = 10000000\n"
        )
    };
    let tables: String = tables.iter().map(table).collect();
    format!("house = \"H\"\n{tables}")
}

/// The floor said that the tables are as the configuration says, and none of them opened a round.
#[tokio::test(flavor = "multi_thread")]
async fn an_approval_that_is_taken_out_is_missed_at_once_and_at_each_start() {
    const BY: &str = "outside_document = { allowed_by = \"licence 12\" }\n";
    const WARNING: &str = "this table has no approval: it opens no round";
    let folder = tempfile::tempdir().unwrap();
    let (data, file) = (folder.path().join("data"), folder.path().join("floor.toml"));
    let data = data.to_str().unwrap();
    done(&["staff", "add", "ann", "--data", data], "correct horse battery\n");
    done(&["staff", "add", "bea", "--data", data], "staple trombone orchid\n");
    let serve = || {
        let mut command = Command::new(env!("CARGO_BIN_EXE_taisai"));
        command.args(["serve", "--listen", "127.0.0.1:0", "--data", data, "--config"]).arg(&file);
        command
    };
    std::fs::write(&file, allowed(&[1, 2], BY)).unwrap();
    let floor = TestFloor::start(folder.path(), serve());
    assert!(!floor.log().contains(WARNING), "{}", floor.log());
    let reread = |text: &str, times: usize| {
        let read = floor.log().matches("as the configuration says").count();
        std::fs::write(&file, text).unwrap();
        floor.signal("HUP");
        let said = || floor.log().matches("as the configuration says").count() > read;
        while !said() {
            floor.until_log("as the configuration says");
            std::thread::sleep(std::time::Duration::from_millis(20));
        }
        assert_eq!(floor.log().matches(WARNING).count(), times, "{}", floor.log());
    };
    reread(&allowed(&[1, 2], ""), 2);
    assert!(
        floor.log().contains("the rule document does not know terminals (ACT 4.2; reading 27)")
    );
    assert!(floor.log().contains("\"stream\":\"table 2\""), "{}", floor.log());
    reread(&allowed(&[1, 2], BY), 2);
    // A table that is not in the file any more has no approval there either.
    reread(&allowed(&[1], BY), 3);
    floor.close();
    named_last(data, 2);
    std::fs::write(&file, allowed(&[1, 2], "")).unwrap();
    let floor = TestFloor::start(folder.path(), serve());
    assert_eq!(floor.log().matches(WARNING).count(), 5, "{}", floor.log());
    floor.close();
    a_check_says_what_a_start_says(&file, data, folder.path());
}

/// The journal of the table knows that nobody allows it any more.
fn named_last(data: &str, table: u32) {
    let events = exported(data, &["--table", &table.to_string()]);
    let named = events.iter().rfind(|event| event["event"] == "approval-named").unwrap();
    assert!(named["data"]["allowed_by"].is_null(), "{named}");
}

/// Which tables stand only a start can know; a check says so, and both name the same approval.
fn a_check_says_what_a_start_says(file: &Path, data: &str, folder: &Path) {
    let checked = refused(&["config", "check", file.to_str().unwrap()], "");
    let added = folder.join("added.toml");
    std::fs::write(&added, allowed(&[3], "")).unwrap();
    let serve = ["serve", "--listen", "127.0.0.1:0", "--data", data, "--config"];
    let started = refused(&[&serve[..], &[added.to_str().unwrap()]].concat(), "");
    for said in [checked, started] {
        assert!(said.contains("an approval that the configuration does not name"), "{said}");
        assert!(said.contains("one that exists already (config check cannot see it)"), "{said}");
        assert!(said.contains("(ACT 4.2; reading 27)"), "{said}");
    }
}
