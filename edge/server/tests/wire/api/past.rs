//! What the journal tells of the past agrees with what people saw.

use std::time::Duration;

use serde_json::{Value, json};

use super::{Api, Caller};
use crate::floor::{TestFloor, config};

/// The round in which bets are taken at a table.
pub(crate) async fn betting(api: &Api<'_>, table: u32) -> u64 {
    for _ in 0..400 {
        let view = api.get(&Api::nobody(), &format!("/api/v1/tables/{table}")).await;
        let playing = &view.body["round"]["playing"];
        if playing["betting"] == true {
            return playing["number"].as_u64().unwrap();
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("no betting at table {table}");
}

/// A player who sits down and plays some rounds; what the seat says at the end.
async fn play(api: &Api<'_>, table: u32, rounds: usize) -> (Caller, Value, Vec<u64>) {
    let mut seat = api.terminal(table).await;
    let key = seat.key();
    let sit = json!({ "sit": { "demo": 1_000_000 } });
    let reply = api.post(&seat, "/api/v1/seat/asks", Some(&key), sit).await;
    assert_eq!(reply.status, 200, "{}", reply.text);
    let mut played = Vec::new();
    while played.len() < rounds {
        let round = betting(api, table).await;
        let bets =
            json!([{ "area": "small", "stake": 1_000 }, { "area": "total-10", "stake": 500 }]);
        let ask = json!({ "round": round, "bet": { "place_bets": { "bets": bets } } });
        let key = seat.key();
        let reply = api.post(&seat, "/api/v1/seat/bets", Some(&key), ask.clone()).await;
        // The round may have closed in between; then nothing was placed.
        if reply.status == 200 {
            let again = api.post(&seat, "/api/v1/seat/bets", Some(&key), ask).await;
            assert_eq!(again.status, 200, "the same again is the same: {}", again.text);
            played.push(round);
            settled(api, &seat, round).await;
        }
    }
    let view = api.get(&seat, "/api/v1/seat").await.body;
    (seat, view, played)
}

async fn settled(api: &Api<'_>, seat: &Caller, round: u64) {
    for _ in 0..400 {
        let rounds = api.get(seat, "/api/v1/seat/rounds").await.body;
        if rounds["rounds"][0]["round"] == round {
            return;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("round {round} is not settled");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_report_says_what_the_seats_say_and_what_chance_would() {
    let folder = tempfile::tempdir().unwrap();
    let mut config = config(700);
    config.tables[0].name = taisai_floor::Title::new("=1+1").unwrap();
    let floor = TestFloor::open(folder.path(), config).await;
    let api = Api::of(&floor);
    let (_, seat, _) = play(&api, 1, 3).await;
    let shift = api.staff("shift").await;
    let report = api.get(&shift, "/api/v1/tables/1/report").await.body;
    let money = &seat["money"];
    assert_eq!(money["turnover"], 4_500, "{seat}");
    assert_eq!(report["turnover"], money["turnover"], "{report}");
    assert_eq!(report["returned"], money["returned"], "{report}");
    let kept = 4_500 - money["returned"].as_i64().unwrap();
    assert_eq!((&report["hold"], &report["vouchers_in"]), (&json!(kept), &json!(1_000_000)));
    let expected = &report["expected"];
    // Small keeps 1/36; a total of 10 pays 6 to 1 on 27 of 216 rolls and keeps 1/8: three rounds
    // keep 3 · (1000/36 + 500/8).
    assert_eq!(expected["hold"], "1625/6", "{report}");
    assert_eq!(
        (&expected["band_by"], &expected["band_percent"]),
        (&json!("distribution"), &json!(95))
    );
    let (low, high) =
        (expected["band_low"].as_i64().unwrap(), expected["band_high"].as_i64().unwrap());
    assert_eq!(expected["within"], low <= kept && kept <= high, "{report}");
    assert!(low < 270 && 270 < high, "{report}");

    let nothing = api.get(&shift, "/api/v1/tables/1/report?from=0&to=1").await.body;
    assert_eq!((&nothing["rounds"], &nothing["expected"]), (&json!(0), &Value::Null));
    let wrong = api.get(&shift, "/api/v1/tables/1/report?from=2&to=1").await;
    assert_eq!(wrong.status, 422, "{}", wrong.text);
    let all = api.get(&shift, "/api/v1/reports").await.body;
    assert_eq!(all.as_array().unwrap().len(), 9);
    let csv = api.get(&shift, "/api/v1/reports.csv").await.text;
    assert_eq!(csv.lines().count(), 10);
    assert!(csv.contains("\n1, =1+1,"), "no cell is a formula: {csv}");
    let dealer = api.staff("dealer").await;
    assert_eq!(api.get(&dealer, "/api/v1/reports").await.status, 403);
    floor.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn players_see_their_own_rounds_and_staff_see_all() {
    let folder = tempfile::tempdir().unwrap();
    let floor = TestFloor::open(folder.path(), config(700)).await;
    let api = Api::of(&floor);
    // One after the other: each has rounds in which only the other bet.
    let (one, two) = (play(&api, 1, 2).await, play(&api, 1, 2).await);
    for (seat, _, played) in [&one, &two] {
        let own = api.get(seat, "/api/v1/seat/rounds").await.body;
        let rounds: Vec<u64> = own["rounds"]
            .as_array()
            .unwrap()
            .iter()
            .map(|r| r["round"].as_u64().unwrap())
            .collect();
        let wanted: Vec<u64> = played.iter().rev().copied().collect();
        assert_eq!(rounds, wanted);
        for round in own["rounds"].as_array().unwrap() {
            assert_eq!(round["staked"], 1_500, "nobody else's bets: {round}");
        }
        let first = format!("/api/v1/seat/rounds/{}", played[0]);
        let recalled = api.get(seat, &first).await.body;
        assert_eq!(recalled["round"]["staked"], 1_500);
        let page = api.get(seat, "/api/v1/seat/rounds?limit=1").await.body;
        assert_eq!(page["next"], played[1]);
        let rest = format!("/api/v1/seat/rounds?limit=1&before={}", played[1]);
        let rest = api.get(seat, &rest).await.body;
        assert_eq!((&rest["rounds"][0]["round"], &rest["next"]), (&json!(played[0]), &Value::Null));
        assert_eq!(api.get(seat, "/api/v1/tables/1/rounds").await.status, 401, "no staff");
    }
    let dealer = api.staff("dealer").await;
    let mut seen = Vec::new();
    let mut path = "/api/v1/tables/1/rounds?limit=2".to_owned();
    loop {
        let page = api.get(&dealer, &path).await.body;
        seen.extend(
            page["rounds"].as_array().unwrap().iter().map(|r| r["round"].as_u64().unwrap()),
        );
        let Some(next) = page["next"].as_u64() else { break };
        path = format!("/api/v1/tables/1/rounds?limit=2&before={next}");
    }
    assert!(seen.len() >= 2 && seen.is_sorted_by(|one, next| one > next), "{seen:?}");
    let all = api.get(&dealer, &format!("/api/v1/tables/1/rounds/{}", one.2[0])).await.body;
    assert!(!all["round"]["slips"].as_array().unwrap().is_empty(), "{all}");
    floor.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn inspections_dice_and_security_are_read_from_the_journal() {
    let folder = tempfile::tempdir().unwrap();
    let floor = TestFloor::open(folder.path(), config(700)).await;
    let api = Api::of(&floor);
    let floorperson = api.staff("floor").await;
    // The last table has physical dice, which the demo has inspected.
    let found = api.get(&floorperson, "/api/v1/tables/9/inspections").await.body;
    let kinds: Vec<&str> = found["inspections"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| one["what"]["kind"].as_str().unwrap())
        .collect();
    for kind in ["shaker-installed", "lent-dice-installed", "shaker"] {
        assert!(kinds.contains(&kind), "{kind}: {kinds:?}");
    }
    let mut paged = Vec::new();
    let mut path = "/api/v1/tables/9/inspections?limit=1".to_owned();
    loop {
        let page = api.get(&floorperson, &path).await.body;
        paged.extend(page["inspections"].as_array().unwrap().clone());
        let Some(next) = page["next"].as_u64() else { break };
        path = format!("/api/v1/tables/9/inspections?limit=1&after={next}");
    }
    assert_eq!(json!(paged), found["inspections"], "pages lose nothing and repeat nothing");
    let dice = api.get(&floorperson, "/api/v1/tables/9/dice").await.body;
    assert_eq!((&dice["in_use"]["set"], &dice["sets"]), (&json!(9), &json!([])), "{dice}");

    betting(&api, 1).await;
    settled_once(&api, 1).await;
    let random = api.get(&floorperson, "/api/v1/tables/1/dice").await.body;
    let seen = &random["sets"][0];
    let results = seen["results"].as_u64().unwrap();
    assert!(results >= 1 && seen["set"].is_null(), "{random}");
    let counts = seen["together"]["counts"].as_array().unwrap();
    let faces: u64 = counts.iter().map(|count| count.as_u64().unwrap()).sum();
    assert_eq!((faces, &seen["together"]["advice"]), (3 * results, &json!("none")), "{random}");

    let security = api.get(&floorperson, "/api/v1/security").await.body;
    let codes: Vec<&str> = security["events"]
        .as_array()
        .unwrap()
        .iter()
        .map(|event| event["code"].as_str().unwrap())
        .collect();
    assert!(codes.contains(&"server-started") && codes.contains(&"staff-changed"), "{codes:?}");
    identified(&api, &floorperson, &security["events"]).await;
    let heads = api.get(&floorperson, "/api/v1/journal").await.body;
    assert_eq!(heads["streams"].as_array().unwrap().len(), 10, "{heads}");
    floor.close().await;
}

/// What the API says about the software is what the journal says since the start.
async fn identified(api: &Api<'_>, staff: &Caller, events: &Value) {
    let version = api.get(staff, "/api/v1/version").await.body;
    let events = events.as_array().unwrap();
    let noted = events.iter().find(|event| event["code"] == "software-identified").unwrap();
    let fact = |name: &str| {
        let facts = noted["facts"].as_array().unwrap();
        let found = facts.iter().find(|fact| fact["name"] == name).unwrap()["value"].clone();
        if found == "–" { Value::Null } else { found }
    };
    assert_eq!(version["version"], env!("CARGO_PKG_VERSION"));
    assert_eq!(version["commit"], fact("commit"), "{noted}");
    assert_eq!(version["binary_sha256"], fact("binary"), "{noted}");
    assert_eq!(version["binary_sha256"].as_str().unwrap().len(), 64);
    assert_eq!(version["screens_sha256"], fact("screens"), "{noted}");
    let books = version["books"].as_array().unwrap();
    assert_eq!((books.len(), fact("rule books")), (8, json!("8")), "{noted}");
    let nobody = api.get(&Api::nobody(), "/api/v1/version").await;
    assert_eq!(nobody.status, 401, "{}", nobody.text);
}

async fn settled_once(api: &Api<'_>, table: u32) {
    for _ in 0..400 {
        let view = api.get(&Api::nobody(), &format!("/api/v1/tables/{table}")).await.body;
        if !view["history"].as_array().unwrap().is_empty() {
            return;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("no result at table {table}");
}
