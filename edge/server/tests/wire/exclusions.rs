//! A player who is kept from the game: the seat, the money, and every try to play on.

use serde_json::Value;
use taisai_protocol::Ask;
use taisai_protocol::ask::{Order, SeatAsk};
use taisai_protocol::server_message::Channel;
use taisai_testing::client::{self, Screen, word};

use crate::floor::{TestFloor, config};

/// The demo's table with a dealer.
const TABLE: u32 = 9;

const fn run(order: Order) -> Ask {
    client::run(TABLE, order)
}

fn sit(token: &Value) -> Ask {
    client::sit_with_voucher(word(token))
}

async fn done(screen: &mut Screen, ask: Ask) -> Value {
    let answer = screen.ask(None, ask.clone()).await;
    assert_ne!(answer["answer"], "refused", "{ask:?}: {answer}");
    answer
}

async fn refused(screen: &mut Screen, ask: Ask) -> String {
    let answer = screen.ask(None, ask).await;
    answer["why"]["code"].as_str().unwrap_or_else(|| panic!("{answer}")).to_owned()
}

/// An excluded player left, sat down again at the same terminal as another player, and went on
/// betting with the voucher they had just been given.
#[tokio::test(flavor = "multi_thread")]
async fn an_excluded_player_plays_on_at_no_seat_and_with_no_voucher() {
    let folder = tempfile::tempdir().unwrap();
    let mut floor = TestFloor::open(folder.path(), config(600_000)).await;
    let (mut player, cookie) = Screen::terminal(&floor, TABLE).await;
    let (mut other, _) = Screen::terminal(&floor, TABLE).await;
    let (mut shift, shifts_cookie) = Screen::staff(&floor, "shift").await;
    done(&mut player, client::sit_with_play_money(100_000)).await;
    done(&mut shift, Ask::Watch(Channel::Console { table: TABLE })).await;
    let console = shift.whole("console").await;
    let seated = &console["seats"][0];
    let (number, seat) = (seated["player"].clone(), seated["seat"].clone());
    let reason = "seen by everybody";
    done(&mut shift, run(Order::Exclude { player: word(&number), reason: word(&reason) })).await;
    let early = refused(&mut shift, run(Order::ReleaseSeat { seat: word(&seat) })).await;
    assert_eq!(early, "seat-taken");
    let voucher = done(&mut player, Ask::Seat(SeatAsk::Leave)).await["voucher"].clone();
    assert_eq!(voucher["amount"], 100_000, "the money stays theirs: {voucher}");

    // The machine stops and starts again; nothing of it is forgotten.
    floor.stop().await;
    let hired = std::mem::take(&mut floor.hired);
    let floor = TestFloor::open(folder.path(), config(600_000)).await.staffed_by(&hired);
    let mut player = Screen::open(&floor, "as=terminal", &cookie).await;
    player.asked = 10_000;
    let mut shift = Screen::open(&floor, "as=staff", &shifts_cookie).await;
    shift.asked = 10_000;
    drop(other);
    (other, _) = Screen::terminal(&floor, 1).await;
    done(&mut shift, Ask::Watch(Channel::Floor)).await;
    shift.whole("floor").await;

    assert_eq!(refused(&mut other, sit(&voucher["token"])).await, "voucher-for-cage");
    assert_eq!(refused(&mut player, sit(&voucher["token"])).await, "voucher-for-cage");
    let lent = client::sit_with_play_money(5_000);
    assert_eq!(refused(&mut player, lent.clone()).await, "seat-barred");
    let message = shift
        .until(|message| {
            let latest = message["changed"]["security"].as_array();
            let tries = |all: &Vec<Value>| {
                all.iter().filter(|event| event["code"] == "exclusion-tried").count()
            };
            latest.is_some_and(|all| tries(all) == 3)
        })
        .await;
    let security = message["changed"]["security"].as_array().unwrap();
    let latest = security.iter().find(|event| event["code"] == "exclusion-tried").unwrap();
    assert_eq!(latest["facts"][1]["name"], "closed seat", "{latest}");

    let (mut cashier, _) = Screen::staff(&floor, "cashier").await;
    let redeem = client::redeem(voucher["token"].as_str().unwrap());
    let paid = done(&mut cashier, redeem).await;
    assert_eq!(paid["voucher"]["state"], "redeemed", "the cage pays it: {paid}");
    done(&mut shift, run(Order::ReleaseSeat { seat: word(&seat) })).await;
    done(&mut player, lent).await;
    let lift = Order::LiftExclusion { player: word(&number), reason: "a mistake".to_owned() };
    done(&mut shift, run(lift.clone())).await;
    assert_eq!(refused(&mut shift, run(lift.clone())).await, "not-excluded");
    floor.close().await;
}
