//! A configuration that is changed while the floor is at work, or between two starts.

use serde_json::{Value, json};
use taisai_rules::Stake;
use taisai_server::config::Config;
use taisai_table::AreaLimit;

use crate::client::{PATIENCE, Screen, http};
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

fn bet(stake: u64) -> Value {
    json!({ "bet": { "place_bets": { "bets": [{ "area": "small", "stake": stake }] } } })
}

#[tokio::test(flavor = "multi_thread")]
async fn changed_limits_are_announced_and_hold_from_the_next_round() {
    let folder = tempfile::tempdir().unwrap();
    let floor = TestFloor::open(folder.path(), config(1_500)).await;
    let (mut screen, _) = Screen::terminal(&floor, 1).await;
    screen.ask(None, json!({ "seat": { "sit": { "demo": 100_000 } } })).await;
    let round = screen.betting(1).await;
    floor.reload.with(with_minimum(500)).await;
    let told = screen.until(|told| told["changed"]["limits"]["to_come"].is_object()).await;
    let next = &told["changed"]["limits"]["to_come"];
    assert_eq!(next["areas"][0]["stake_min"], 500, "{told}");
    assert!(next["from_round"].as_u64().unwrap() > round, "{told}");
    let later = loop {
        let later = screen.betting(1).await;
        if later > round {
            break later;
        }
        screen.until(|told| told["changed"]["round"].is_object()).await;
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
    changed.tables[1].config.times.show_ms += 1;
    floor.reload.with(changed.clone()).await;
    // The next one is taken after the first was refused as a whole.
    changed.tables[1].config.times.show_ms -= 1;
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
