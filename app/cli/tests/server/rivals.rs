//! Two servers that want the same floor of one database.

use taisai_testing::client::http;
use taisai_testing::cluster::cluster;

use crate::floor::{TestFloor, one_table, refused};

#[tokio::test(flavor = "multi_thread")]
async fn a_second_server_does_not_take_the_floor_from_one_at_work() {
    let folder = tempfile::tempdir().unwrap();
    let url = tokio::task::spawn_blocking(|| cluster().database()).await.unwrap();
    let floor = TestFloor::demo(folder.path(), &url, &one_table(60_000));
    let (file, key) = (folder.path().join("floor.toml"), folder.path().join("other.key"));
    let made = key.clone();
    let (file, key) = (file.to_str().unwrap(), key.to_str().unwrap());
    let elsewhere = ["demo", "--data", &url, "--listen", "127.0.0.2:0"];
    let why = refused(&[&elsewhere[..], &["--config", file, "--key", key]].concat(), "");
    assert!(why.contains("another host writes this journal"), "{why}");
    assert!(!made.exists(), "a start that is refused makes no key");
    assert_eq!(http(&floor, "GET", "/readyz", &[], None).await.status, 200);
    floor.close();
}
