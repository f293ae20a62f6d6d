//! A configuration that names another edition of a table's book: two people move the table, it
//! opens under what the new edition asks for, and each round is paid by its own.

use std::path::Path;
use std::sync::Arc;

use serde_json::{Value, json};
use taisai_floor::TableId;
use taisai_journal::{Options, Place, verify};
use taisai_rulebooks::Edition;
use taisai_server::config::Config;
use taisai_table::{DiceSource, Run, TableKind};
use taisai_testing::client::{Screen, http};

use crate::api::{Api, Caller};
use crate::checklist::display;
use crate::floor::{TestFloor, config};

/// A table with a dealer and a shaker, under a house's own book that extends Maryland.
const TABLE: u32 = 2;
const OFFER: &str = "/api/v1/tables/2/offer";

/// A specific triple pays so much to one.
fn house(triple: u32) -> Config {
    let mut config = config(600_000);
    config.tables.retain(|plan| plan.table == TableId(TABLE));
    let plan = &mut config.tables[0];
    let book = format!(
        "extends = \"maryland\"\nid = \"harbour\"\nname = \"Harbour\"\n\
         wager.triple.pays = \"{triple} to 1\"\n"
    );
    let edition = Edition::read(book.as_bytes()).unwrap();
    (plan.config.run, plan.config.dice) = (Run::Dealer, DiceSource::Physical);
    plan.config.rule_book = *edition.fingerprint().as_bytes();
    (plan.edition, plan.own_book) = (Arc::new(edition), Some(book));
    config
}

async fn run(screen: &mut Screen, round: Option<u64>, order: &Value) -> Value {
    screen.ask(round, json!({ "run": { "table": TABLE, "order": order } })).await
}

async fn done(screen: &mut Screen, round: Option<u64>, order: Value) {
    let answer = run(screen, round, &order).await;
    assert_eq!(answer["answer"], "done", "{order}: {answer}");
}

async fn refused(screen: &mut Screen, round: Option<u64>, order: Value) -> Value {
    let answer = run(screen, round, &order).await;
    assert_eq!(answer["answer"], "refused", "{order}: {answer}");
    answer["why"].clone()
}

/// Everything that a Maryland table is inspected for with a manual shaker.
async fn inspects(shift: &mut Screen) {
    done(shift, None, json!({ "try_display": { "entered": [1, 2, 4] } })).await;
    done(shift, None, json!({ "judge_display": { "lit": true } })).await;
    let asked = shift_lines(shift).await;
    done(shift, None, json!({ "attest_lines": { "lines": asked } })).await;
}

/// The lines of the checklist, as the console shows them.
async fn shift_lines(shift: &mut Screen) -> Vec<String> {
    shift.heard.retain(|message| message["channel"] != "console");
    shift.ask(None, json!({ "watch": { "console": { "table": TABLE } } })).await;
    let console = shift.whole("console").await;
    shift.ask(None, json!({ "unwatch": { "console": { "table": TABLE } } })).await;
    let lines = console["equipment"]["checklist"].as_array().unwrap().clone();
    lines.iter().map(|line| line["line"].as_str().unwrap().to_owned()).collect()
}

/// The player bets 100 on three sixes, and three sixes they are.
async fn three_sixes(shift: &mut Screen, player: &mut Screen, round: u64) {
    done(shift, Some(round), json!("open_betting")).await;
    let bets = json!([{ "area": "triple-6", "stake": 100 }]);
    let placed = json!({ "bet": { "place_bets": { "bets": bets } } });
    let answer = player.ask(Some(round), placed).await;
    assert_eq!(answer["answer"], "done", "{answer}");
    throws_three_sixes(shift, round).await;
}

/// From the shake to the end of the round.
async fn throws_three_sixes(shift: &mut Screen, round: u64) {
    for order in [
        json!({ "shake": { "times": 3 } }),
        json!("call_no_more_bets"),
        json!("reveal"),
        json!({ "enter_dice": { "dice": [6, 6, 6] } }),
        json!({ "confirm_dice": { "dice": [6, 6, 6] } }),
        json!("collect"),
        json!("pay"),
        json!("clear"),
    ] {
        if order == json!("reveal") {
            // The words stand for a moment before the dice are seen.
            tokio::time::sleep(std::time::Duration::from_millis(1_600)).await;
        }
        done(shift, Some(round), order).await;
    }
}

/// A shift manager, a floorperson, and a supervisor of the table who agrees.
async fn staffed(floor: &TestFloor) -> [Screen; 3] {
    let (mut shift, _) = Screen::staff(floor, "shift").await;
    let (mut usher, _) = Screen::staff(floor, "floor").await;
    let (pit, _) = Screen::staff(floor, "pit").await;
    let staff = floor.staff_id(&mut shift, "pit").await;
    let assign = json!({ "floor": { "assign_staff": { "staff": staff, "table": TABLE } } });
    assert_eq!(usher.ask(None, assign).await["answer"], "done");
    [shift, usher, pit]
}

/// What the seat has now.
async fn credit(floor: &TestFloor, cookie: &str) -> u64 {
    let seat = http(floor, "GET", "/api/v1/seat", &[("cookie", cookie)], None).await.body;
    seat["money"]["credit"].as_u64().unwrap_or_else(|| panic!("{seat}"))
}

fn move_to(offer: &Value) -> Value {
    let named = |field: &str| offer[field].clone();
    let act = json!({ "move_table": {
        "from": named("from"), "to": named("to"), "times": named("times"),
        "reason": "edition of May",
    }});
    json!({ "propose": { "act": act } })
}

/// What is offered at the table, of which there is one.
async fn offered(api: &Api<'_>, shift: &Caller) -> Value {
    let offers = api.get(shift, OFFER).await.body;
    assert_eq!(offers.as_array().map(Vec::len), Some(1), "{offers}");
    offers[0].clone()
}

async fn waits_for(shift: &mut Screen, need: &str) {
    let why = refused(shift, Some(2), json!("open_betting")).await;
    assert_eq!((&why["code"], &why["needs"]["need"]), (&json!("not-yet"), &json!(need)), "{why}");
}

/// The edition in force, as everybody's book names it.
async fn pays(api: &Api<'_>, shift: &Caller) -> Value {
    let book = api.get(shift, &format!("/api/v1/tables/{TABLE}/book")).await.body;
    let lines = book["lines"].as_array().unwrap_or_else(|| panic!("{book}"));
    let line = lines.iter().find(|line| line["key"] == "wager.triple.pays");
    line.unwrap_or_else(|| panic!("{book}"))["value"].clone()
}

#[expect(clippy::too_many_lines, reason = "one table from one edition to the next, step by step")]
#[tokio::test(flavor = "multi_thread")]
async fn two_people_move_a_table_and_each_round_is_paid_by_its_own_edition() {
    let folder = tempfile::tempdir().unwrap();
    let floor = TestFloor::open(folder.path(), house(160)).await;
    let api = Api::of(&floor);
    let by_shift = api.staff("shift").await;
    let [mut shift, mut usher, mut pit] = staffed(&floor).await;
    let (_display, _) = display(&floor, &mut usher, TABLE).await;
    done(&mut shift, None, json!("take_shaker")).await;
    inspects(&mut shift).await;
    done(&mut shift, None, json!("open_table")).await;
    let (mut player, cookie) = Screen::terminal(&floor, TABLE).await;
    let seated = player.ask(None, json!({ "seat": { "sit": { "demo": 100_000 } } })).await;
    assert_eq!(seated["answer"], "done", "{seated}");
    three_sixes(&mut shift, &mut player, 1).await;
    assert_eq!(credit(&floor, &cookie).await, 116_000, "160 to 1");
    assert_eq!(api.get(&by_shift, OFFER).await.body, json!([]), "it plays what is named");

    floor.reload.with(house(170)).await;
    usher.ask(None, json!({ "watch": "floor" })).await;
    let told = |message: &Value| {
        let tables =
            message["changed"]["tables"].as_array().or(message["state"]["tables"].as_array());
        tables.is_some_and(|all| all.iter().any(|glance| glance["offer"].is_object()))
    };
    usher.until(told).await;
    let offer = offered(&api, &by_shift).await;
    let lines = offer["lines"].as_array().unwrap();
    assert_eq!(lines.len(), 1, "{offer}");
    assert_eq!(lines[0]["key"], "wager.triple.pays", "{offer}");
    assert_eq!((&offer["times"], &offer["times_now"]), (&offer["times_now"], &offer["times"]));

    // Neither somebody of the floor, nor one person alone, nor to anything that is not named.
    assert_eq!(refused(&mut usher, None, move_to(&offer)).await["code"], "role-too-low");
    let mut other = offer.clone();
    other["to"] = json!("0".repeat(64));
    assert_eq!(refused(&mut shift, None, move_to(&other)).await["code"], "edition-not-offered");
    done(&mut shift, None, move_to(&offer)).await;
    let approve = json!({ "approve": { "proposal": 1 } });
    assert_eq!(refused(&mut shift, None, approve.clone()).await["code"], "same-person");
    let (mut same, _) = Screen::staff(&floor, "shift").await;
    assert_eq!(refused(&mut same, None, approve.clone()).await["code"], "same-person");
    assert_eq!(pays(&api, &by_shift).await, "160 to 1");
    done(&mut pit, None, approve).await;
    assert_eq!(pays(&api, &by_shift).await, "170 to 1");
    assert_eq!(api.get(&by_shift, OFFER).await.body, json!([]), "it plays what is named");

    waits_for(&mut shift, "display-inspection").await;
    done(&mut shift, None, json!({ "try_display": { "entered": [1, 2, 4] } })).await;
    done(&mut shift, None, json!({ "judge_display": { "lit": true } })).await;
    waits_for(&mut shift, "checklist").await;
    inspects(&mut shift).await;
    three_sixes(&mut shift, &mut player, 2).await;
    assert_eq!(credit(&floor, &cookie).await, 133_000, "170 to 1");

    // The round before is corrected by what stood on the layout when it was played.
    let correct = json!({ "correct_round": { "round": 1, "dice": [6, 6, 5], "reason": "camera" } });
    done(&mut shift, None, json!({ "propose": { "act": correct } })).await;
    done(&mut pit, None, json!({ "approve": { "proposal": 2 } })).await;
    assert_eq!(
        credit(&floor, &cookie).await,
        133_000 - 16_100,
        "the win of 160 to 1, and the stake"
    );
    let seen = api.get(&by_shift, &format!("/api/v1/tables/{TABLE}/rounds/2")).await.body;
    assert_eq!(seen["round"]["slips"][0]["returned"], 17_100, "{seen}");
    let hired = floor.hired.clone();
    floor.close().await;
    starts_as_it_stood(folder.path(), &hired).await;
}

/// The journal proves the move, and a server that starts from it plays by it and offers nothing.
async fn starts_as_it_stood(folder: &Path, hired: &[taisai_server::run::demo::DemoStaff]) {
    let place = Place::Folder(folder.to_owned());
    verify(&place, &Options::default(), |_| ()).unwrap();
    let floor = TestFloor::open(folder, house(170)).await.staffed_by(hired);
    let api = Api::of(&floor);
    let shift = api.staff("shift").await;
    assert_eq!(pays(&api, &shift).await, "170 to 1");
    assert_eq!(api.get(&shift, OFFER).await.body, json!([]));
    let seen = api.get(&shift, &format!("/api/v1/tables/{TABLE}/rounds/1")).await.body;
    assert_eq!(seen["round"]["slips"][0]["returned"], 0, "{seen}");
    floor.close().await;
}

/// The preview worked out the chips of a past round by the edition in force, and the ruling by the
/// one it was played under.
#[tokio::test(flavor = "multi_thread")]
async fn a_preview_pays_the_chips_of_a_past_round_by_its_own_edition() {
    let felt = |triple| {
        let mut config = house(triple);
        config.tables[0].config.kind = TableKind::Felt;
        config
    };
    let folder = tempfile::tempdir().unwrap();
    let floor = TestFloor::open(folder.path(), felt(160)).await;
    let api = Api::of(&floor);
    let by_shift = api.staff("shift").await;
    let [mut shift, mut usher, mut pit] = staffed(&floor).await;
    let (_display, _) = display(&floor, &mut usher, TABLE).await;
    done(&mut shift, None, json!("take_shaker")).await;
    inspects(&mut shift).await;
    done(&mut shift, None, json!("open_table")).await;
    let give = json!({ "floor": { "give_place": { "table": TABLE, "seat": 1 } } });
    assert_eq!(shift.ask(None, give).await["answer"], "done");
    done(&mut shift, Some(1), json!("open_betting")).await;
    let bets = json!([{ "area": "triple-6", "stake": 100 }]);
    done(&mut shift, Some(1), json!({ "record_chips": { "seat": 1, "bets": bets } })).await;
    throws_three_sixes(&mut shift, 1).await;

    floor.reload.with(felt(170)).await;
    let mut offers = json!([]);
    while offers.as_array().is_none_or(Vec::is_empty) {
        offers = api.get(&by_shift, OFFER).await.body;
    }
    done(&mut shift, None, move_to(&offers[0])).await;
    done(&mut pit, None, json!({ "approve": { "proposal": 1 } })).await;
    assert_eq!(pays(&api, &by_shift).await, "170 to 1");

    let act = json!({ "correct_round": { "round": 1, "dice": [6, 6, 5], "reason": "camera" } });
    let look = json!({ "preview": { "table": TABLE, "order": { "propose": { "act": act } } } });
    let preview = pit.ask(None, look).await;
    let place = &preview["preview"]["places"][0];
    assert_eq!((&place["before"], &place["after"]), (&json!(16_000), &json!(-100)), "{preview}");
    floor.close().await;
}
