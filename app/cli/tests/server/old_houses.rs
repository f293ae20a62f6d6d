//! Houses that earlier binaries left behind: each is opened, proved, replayed and played on by this
//! one.
//!
//! `LEAVE_HOUSE=0.2.0 cargo test -p taisai --test server old_houses` plays a house and keeps it in
//! `tests/houses/0.2.0`, once; every release leaves one. The files of a journal are kept without
//! their long runs of zeros, of which a file of heads mostly consists.

use std::fs::{self, DirBuilder};
use std::io::Write as _;
use std::os::unix::fs::{DirBuilderExt as _, OpenOptionsExt as _};
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde_json::{Value, json};
use taisai_table::Table;

use crate::floor::{TestFloor, done, exported};
use taisai_testing::client::Screen;

const TABLES: [u32; 3] = [1, 2, 3];
/// What a journal in a folder is, once it is closed.
const FILES: [&str; 2] = ["journal.db", "journal.heads"];
/// So many records of a table make a snapshot due.
const BETS: usize = 1_100;

fn houses() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/houses")
}

/// An automatic table, one with a dealer, and one whose betting goes on for a day.
fn config() -> String {
    let tables = [
        (1, "singapore-1", "automatic", 1_000),
        (2, "maryland", "dealer", 86_400_000),
        (3, "pennsylvania-a", "automatic", 86_400_000),
    ];
    let table = |(number, book, run, betting_ms)| {
        format!(
            "[[table]]\nnumber = {number}\nname = \"Table {number}\"\nbook = \"{book}\"\n\
             run = \"{run}\"\n\
             [table.limits]\nusual = {{ min = 100, max = 100000, multiple = 100 }}\n\
             seat_max = 1000000\nexposure_max = 10000000000\n\
             [table.times]\nbetting_ms = {betting_ms}\nbetting_min_ms = 0\nwarning_ms = 10\n\
             show_ms = 20\npause_ms = 20\n"
        )
    };
    let doors = "[doors]\nmessages_per_second = 100000\nrequests_per_second = 100000\n";
    format!("house = \"Old House\"\n{doors}{}", tables.map(table).concat())
}

/// A browser at a table whose player has play money.
async fn player(floor: &TestFloor, table: u32) -> Screen {
    let (mut screen, _) = Screen::terminal(floor, table).await;
    does(&mut screen, None, json!({ "seat": { "sit": { "demo": 200_000 } } })).await;
    screen
}

async fn does(screen: &mut Screen, round: Option<u64>, ask: Value) -> Value {
    let answer = screen.ask(round, ask.clone()).await;
    assert!(answer["answer"] != "refused", "{ask}: {answer}");
    answer
}

fn bet(area: &str) -> Value {
    json!({ "bet": { "place_bets": { "bets": [{ "area": area, "stake": 100 }] } } })
}

/// One round at an automatic table, seen to its end.
async fn round(screen: &mut Screen, table: u32, after: u64) -> u64 {
    let round = screen.betting_after(table, after).await;
    does(screen, Some(round), bet("small")).await;
    let is_over = |message: &Value| {
        message["channel"] == "seat" && message["changed"]["outcome"]["last"]["round"] == round
    };
    screen.until(is_over).await;
    round
}

async fn orders(screen: &mut Screen, round: Option<u64>, order: Value) {
    does(screen, round, json!({ "run": { "table": 2, "order": order } })).await;
}

/// A round at the dealer's table.
async fn dealt(dealer: &mut Screen, player: &mut Screen, number: u64) {
    let (round, dice) = (Some(number), json!({ "dice": [1, 1, 2] }));
    orders(dealer, round, json!("open_betting")).await;
    does(player, round, bet("big")).await;
    for order in [
        json!({ "shake": { "times": 3 } }),
        json!("call_no_more_bets"),
        json!("reveal"),
        json!({ "enter_dice": dice }),
        json!({ "confirm_dice": dice }),
        json!("collect"),
        json!("pay"),
        json!("clear"),
    ] {
        // Everybody reads "no more bets" before dice that were shaken are revealed.
        if order == "reveal" {
            tokio::time::sleep(Duration::from_millis(Table::WORDS_MS)).await;
        }
        orders(dealer, round, order).await;
    }
}

/// Two rounds with a dealer; the first is made void behind the player, the second put right.
async fn rulings(floor: &TestFloor) {
    let (mut dealer, _) = Screen::staff(floor, "dealer").await;
    let (mut person, _) = Screen::staff(floor, "floor").await;
    let (mut shift, _) = Screen::staff(floor, "shift").await;
    let mut seat = player(floor, 2).await;
    orders(&mut dealer, None, json!("take_shaker")).await;
    for number in [1, 2] {
        dealt(&mut dealer, &mut seat, number).await;
    }
    let void = json!({ "void_rounds": { "rounds": [1], "what": "dispute", "reason": "a test" } });
    let correct = json!({ "correct_round": { "round": 2, "dice": [6, 5, 2], "reason": "a test" } });
    for (proposal, act) in [(1, void), (2, correct)] {
        orders(&mut person, None, json!({ "propose": { "act": act } })).await;
        orders(&mut shift, None, json!({ "approve": { "proposal": proposal } })).await;
    }
    does(&mut seat, None, json!({ "seat": { "cash_out": { "amount": 5_000 } } })).await;
    does(&mut seat, None, json!({ "seat": "leave" })).await;
}

/// Vouchers are sold, and one of them is paid out; the other is still good.
async fn cage(floor: &TestFloor) -> Value {
    let (mut cashier, _) = Screen::staff(floor, "cashier").await;
    let sell = json!({ "cage": { "sell": { "amount": 30_000, "currency": "USD" } } });
    let spent = does(&mut cashier, None, sell.clone()).await["voucher"]["token"].clone();
    does(&mut cashier, None, json!({ "cage": { "redeem": { "token": spent } } })).await;
    does(&mut cashier, None, sell).await["voucher"]["token"].clone()
}

/// Plays a house and keeps it: its journal, its key, its configuration, a voucher that is still
/// good, and what the binary that wrote it says of it.
async fn leave(to: &Path) {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let floor = TestFloor::demo(folder.path(), data.to_str().unwrap(), &config());
    let mut seat = player(&floor, 1).await;
    let mut last = 0;
    for _ in 0..3 {
        last = round(&mut seat, 1, last).await;
    }
    rulings(&floor).await;
    let paper = cage(&floor).await;
    let mut long = player(&floor, 3).await;
    let open = long.betting(3).await;
    for (_, area) in (0..BETS).zip(["small", "big"].into_iter().cycle()) {
        does(&mut long, Some(open), bet(area)).await;
        long.heard.clear();
    }
    floor.close();
    fs::create_dir_all(to).unwrap();
    fs::write(to.join("voucher.json"), paper.to_string()).unwrap();
    for name in FILES {
        let bytes = fs::read(data.join(name)).unwrap();
        fs::write(to.join(format!("{name}.short")), shortened(&bytes)).unwrap();
    }
    for name in ["vouchers.key", "floor.toml"] {
        fs::copy(folder.path().join(name), to.join(name)).unwrap();
    }
    for (name, said) in said(data.to_str().unwrap()) {
        fs::write(to.join(name), said).unwrap();
    }
}

/// What a binary says of a house: where its streams end, and how every round ended.
fn said(data: &str) -> Vec<(String, String)> {
    let replay = |table: u32| {
        let said = done(&["replay", data, "--table", &table.to_string(), "--json"], "");
        (format!("rounds-{table}.json"), said)
    };
    let verified = ("verify.json".to_owned(), done(&["verify", data, "--json"], ""));
    [verified].into_iter().chain(TABLES.map(replay)).collect()
}

/// A run of zeros is kept as its length: `zeros (4 bytes, little endian) · length (4 bytes) ·
/// bytes`, again and again.
fn shortened(bytes: &[u8]) -> Vec<u8> {
    const WORTH_IT: usize = 16;
    let (mut kept, mut rest) = (Vec::new(), bytes);
    while !rest.is_empty() {
        let zeros = rest.iter().take_while(|byte| **byte == 0).count();
        rest = &rest[zeros..];
        let run = rest.windows(WORTH_IT).position(|few| few.iter().all(|byte| *byte == 0));
        let (literal, after) = rest.split_at(run.unwrap_or(rest.len()));
        for length in [zeros, literal.len()] {
            kept.extend(u32::try_from(length).unwrap().to_le_bytes());
        }
        kept.extend(literal);
        rest = after;
    }
    kept
}

fn whole(mut kept: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::new();
    while let Some((lengths, rest)) = kept.split_first_chunk::<8>() {
        let number = |from: usize| u32::from_le_bytes(lengths[from..from + 4].try_into().unwrap());
        let (zeros, literal) = (number(0) as usize, number(4) as usize);
        bytes.resize(bytes.len() + zeros, 0);
        bytes.extend(&rest[..literal]);
        kept = &rest[literal..];
    }
    bytes
}

/// Puts a kept house into a folder, as its owner alone may read it.
fn unpack(house: &Path, folder: &Path) -> String {
    let data = folder.join("data");
    DirBuilder::new().mode(0o700).create(&data).unwrap();
    let put = |to: PathBuf, bytes: &[u8]| {
        let mut file = fs::File::options();
        let mut file = file.write(true).create_new(true).mode(0o600).open(to).unwrap();
        file.write_all(bytes).unwrap();
    };
    for name in FILES {
        let short = fs::read(house.join(format!("{name}.short"))).unwrap();
        put(data.join(name), &whole(&short));
    }
    put(folder.join("vouchers.key"), &fs::read(house.join("vouchers.key")).unwrap());
    data.to_str().unwrap().to_owned()
}

/// Plays a round, pays the old voucher out, stops.
async fn play_on(house: &Path, folder: &Path, data: &str) {
    let config = fs::read_to_string(house.join("floor.toml")).unwrap();
    let mut command = TestFloor::demo_command(folder, data, &config);
    command.arg("--reset-logins");
    let floor = TestFloor::start(folder, command);
    let mut seat = player(&floor, 1).await;
    round(&mut seat, 1, 0).await;
    let (mut cashier, _) = Screen::staff(&floor, "cashier").await;
    let paper: Value =
        serde_json::from_slice(&fs::read(house.join("voucher.json")).unwrap()).unwrap();
    does(&mut cashier, None, json!({ "cage": { "redeem": { "token": paper } } })).await;
    floor.close();
}

/// How many events a journal proves to hold.
fn events(data: &str) -> u64 {
    let verified: Value = serde_json::from_str(&done(&["verify", data, "--json"], "")).unwrap();
    let streams = verified["streams"].as_array().unwrap().iter();
    streams.map(|stream| stream["events"].as_u64().unwrap()).sum()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_house_of_every_release_is_opened_played_on_and_proved() {
    if let Ok(name) = std::env::var("LEAVE_HOUSE") {
        let house = houses().join(&name);
        assert!(!house.exists(), "the house of {name} is kept and stays as it is");
        leave(&house).await;
    }
    let mut opened = 0;
    for house in fs::read_dir(houses()).unwrap() {
        let house = house.unwrap().path();
        let folder = tempfile::tempdir().unwrap();
        let data = unpack(&house, folder.path());
        for (name, said) in said(&data) {
            let kept: Value =
                serde_json::from_slice(&fs::read(house.join(&name)).unwrap()).unwrap();
            let said: Value = serde_json::from_str(&said).unwrap();
            assert_eq!(said, kept, "{name} of {}", house.display());
        }
        let before = events(&data);
        assert!(exported(&data, &[]).len() as u64 >= before);
        play_on(&house, folder.path(), &data).await;
        assert!(events(&data) > before, "nothing was played in {}", house.display());
        opened += 1;
    }
    assert!(opened > 0, "no house is kept");
}
