//! A journal that is damaged while the server serves: the floor hears of it.

use std::path::Path;

use rusqlite::Connection;
use serde_json::{Value, json};

use crate::floor::{TestFloor, one_table, refused};
use taisai_testing::client::Screen;

/// Changes a byte of the first record of a table, as a disk might.
fn damage(data: &Path, table: i64) {
    let connection = Connection::open(data.join("journal.db")).unwrap();
    let place = table << 44 | 1;
    let find = "SELECT frames FROM batch WHERE place = ?1";
    let mut frames: Vec<u8> = connection.query_row(find, [place], |row| row.get(0)).unwrap();
    frames[100] ^= 1;
    let change = "UPDATE batch SET frames = ?2 WHERE place = ?1";
    assert_eq!(connection.execute(change, (place, frames)).unwrap(), 1);
}

fn is_damage(message: &Value) -> bool {
    message["changed"]["security"][0]["code"] == "journal-damaged"
}

/// What a snapshot hid from a start was found by nobody until somebody ran verify.
#[tokio::test(flavor = "multi_thread")]
async fn a_record_that_is_damaged_while_the_server_serves_is_on_the_floor_screen() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let floor = TestFloor::demo(folder.path(), data.to_str().unwrap(), &one_table(60_000));
    let (mut pit, _) = Screen::staff(&floor, "pit").await;
    pit.ask(None, json!({ "watch": "floor" })).await;
    let before = pit.whole("floor").await.to_string();
    assert!(!before.contains("journal-damaged"), "{before}");
    damage(&data, 1);
    let message = pit.until(is_damage).await;
    let found = &message["changed"]["security"][0];
    assert_eq!(found["table"], 1, "{found:#}");
    let said = found["facts"].to_string();
    assert!(said.contains("table 1, record 1: its link does not fit"), "{said}");
    floor.until_log("the journal is damaged");
    floor.close();
    let proved = refused(&["verify", data.to_str().unwrap()], "");
    assert!(proved.contains("table 1, record 1: its link does not fit"), "{proved}");
}
