//! Two servers that want the same floor of one database, or the same folder.

use taisai_testing::client::{Screen, http};
use taisai_testing::cluster::{client, cluster};

use crate::floor::{TestFloor, done, exported, one_table, refused};

/// One table, and a log that tells of what goes well too.
fn telling(betting_ms: u64) -> String {
    format!("{}[log]\nlevel = \"info\"\n", one_table(betting_ms))
}

#[tokio::test(flavor = "multi_thread")]
async fn a_second_server_does_not_take_the_floor_from_one_at_work() {
    let folder = tempfile::tempdir().unwrap();
    let url = tokio::task::spawn_blocking(|| cluster().database()).await.unwrap();
    let floor = TestFloor::demo(folder.path(), &url, &one_table(60_000));
    let (file, key) = (folder.path().join("floor.toml"), folder.path().join("other.key"));
    let made = key.clone();
    let (file, key) = (file.to_str().unwrap(), key.to_str().unwrap());
    // The second has the machine's name and the address of the first, as a copy of its container
    // has: each took the floor from the other at once.
    for listen in ["127.0.0.2:0", "127.0.0.1:0"] {
        let other = ["demo", "--data", &url, "--listen", listen, "--config", file, "--key", key];
        let why = refused(&other, "");
        assert!(why.contains("another host writes this journal"), "{why}");
        assert!(!made.exists(), "a start that is refused makes no key");
        assert_eq!(http(&floor, "GET", "/readyz", &[], None).await.status, 200);
    }
    assert!(!floor.log().contains("the journal failed"), "{}", floor.log());
    floor.close();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_was_killed_waits_for_its_own_lease_and_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let url = tokio::task::spawn_blocking(|| cluster().database()).await.unwrap();
    TestFloor::demo(folder.path(), &url, &telling(60_000)).kill();
    let address = url.clone();
    let holder = tokio::task::spawn_blocking(move || {
        let holder = "SELECT lease_owner FROM taisai.stream WHERE stream = 0
                         AND lease_until > clock_timestamp()";
        client(&address).query_one(holder, &[]).unwrap().get::<_, String>(0)
    });
    let holder = holder.await.unwrap();
    assert!(holder.contains(" 127.0.0.1:0 "), "people know whose lease it is: {holder}");
    let floor = TestFloor::demo(folder.path(), &url, &telling(60_000));
    floor.until_log("waiting for its lease to expire");
    floor.close();
    // Given back in order, nobody waits for it.
    let floor = TestFloor::demo(folder.path(), &url, &telling(60_000));
    assert_eq!(
        floor.log().matches("waiting for its lease to expire").count(),
        1,
        "{}",
        floor.log()
    );
    floor.close();
    done(&["verify", &url], "");
}

/// A database that was stopped and started made the house say that its clock had been set: what
/// the clock had shown when the process began was compared with the last record.
#[tokio::test(flavor = "multi_thread")]
async fn a_house_that_opens_again_at_the_right_time_notes_no_jump_of_its_clock() {
    let folder = tempfile::tempdir().unwrap();
    let url = tokio::task::spawn_blocking(|| cluster().database()).await.unwrap();
    let floor = TestFloor::demo(folder.path(), &url, &telling(1_000));
    let (mut screen, _) = Screen::terminal(&floor, 1).await;
    let first = screen.betting(1).await;
    let second = screen.betting_after(1, first).await;
    // More than a second has passed since the process began.
    screen.betting_after(1, second).await;
    let address = url.clone();
    tokio::task::spawn_blocking(move || cluster().hang_up(&address)).await.unwrap();
    floor.until_log("the house is open again");
    floor.close();
    let events = exported(&url, &["--floor"]);
    let jumped: Vec<_> =
        events.iter().filter(|event| event.to_string().contains("ClockJumped")).collect();
    assert!(jumped.is_empty(), "nobody set the clock: {jumped:?}");
}

/// The port of the figures was in the way, and nothing was said of the journal.
#[tokio::test(flavor = "multi_thread")]
async fn a_second_server_on_one_folder_hears_of_the_journal_before_any_port() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let data = data.to_str().unwrap();
    let floor = TestFloor::demo(folder.path(), data, &one_table(60_000));
    let (file, key) = (folder.path().join("floor.toml"), folder.path().join("vouchers.key"));
    let (file, key) = (file.to_str().unwrap(), key.to_str().unwrap());
    let taken = floor.address.to_string();
    let second = ["demo", "--data", data, "--config", file, "--key", key];
    for ports in
        [["--listen", "127.0.0.1:0", "--metrics", &taken], ["--listen", &taken, "--key", key]]
    {
        let second = [&second[..5], &ports[..]].concat();
        let why = refused(&second, "");
        assert!(why.contains("another process writes this journal"), "{why}");
        assert!(why.contains("stop the server first"), "{why}");
    }
    floor.close();
    // Any other program on the port is still named as what it is.
    let other = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let taken = other.local_addr().unwrap().to_string();
    let why = refused(&[&second[..], &["--listen", &taken]].concat(), "");
    assert!(why.contains("cannot listen"), "{why}");
}
