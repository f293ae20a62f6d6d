//! A seat belongs to the terminal at which its player sat down. When that terminal is taken away
//! the seat is kept, with its credit and its bets, until two people have identified the player.

use serde_json::{Value, json};
use taisai_protocol::Ask;
use taisai_protocol::ask::{BetAsk, FloorAsk, Funds, Order, SeatAsk};
use taisai_protocol::server_message::Channel;
use taisai_testing::client::{self, Screen, http, run, word};

use crate::floor::{TestFloor, config};

fn refused(answer: &Value) -> &str {
    answer["why"]["code"].as_str().unwrap_or_else(|| panic!("{answer}"))
}

/// A terminal that enrols at this seat by a code of the floorperson.
pub(crate) async fn enrolled(
    floor: &TestFloor,
    by: &mut Screen,
    (table, seat): (u32, u16),
) -> (Screen, String) {
    let offer = Ask::Floor(FloorAsk::OfferEnrolment { table, seat });
    let offered = by.ask(None, offer).await;
    let code = Some(json!({ "code": offered["code"] }));
    let reply = http(floor, "POST", "/api/v1/enrol", &[], code).await;
    assert_eq!(reply.status, 200, "{}", reply.body);
    let cookie = reply.cookie();
    (Screen::open(floor, "as=terminal", &cookie).await, cookie)
}

/// The terminal of a screen.
fn terminal_of(screen: &Screen) -> u64 {
    screen.heard[0]["you"]["terminal"].as_u64().unwrap()
}

/// One floorperson alone took a seated player's credit: they took the terminal away, enrolled
/// another one at that seat, and cashed out there.
#[tokio::test(flavor = "multi_thread")]
async fn one_floorperson_alone_does_not_get_at_a_seated_players_credit() {
    let folder = tempfile::tempdir().unwrap();
    let floor = TestFloor::open(folder.path(), config(600_000)).await;
    let (mut usher, _) = Screen::staff(&floor, "floor").await;
    let (mut seat, _) = enrolled(&floor, &mut usher, (1, 5)).await;
    let answer = seat.ask(None, client::sit_with_play_money(10_000)).await;
    assert_eq!(answer["answer"], "done", "{answer}");
    let remove = Ask::Floor(FloorAsk::RemoveTerminal { terminal: word(&terminal_of(&seat)) });
    assert_eq!(usher.ask(None, remove).await["answer"], "done");
    let (mut other, cookie) = enrolled(&floor, &mut usher, (1, 5)).await;
    for ask in [
        SeatAsk::CashOut { amount: None },
        SeatAsk::Leave,
        SeatAsk::Sit(Funds { voucher: None, demo: Some(5_000) }),
    ] {
        let answer = other.ask(None, Ask::Seat(ask)).await;
        assert_eq!(refused(&answer), "seat-kept", "{answer}");
    }
    let shown = other.whole("seat").await;
    assert_eq!(shown["about"]["kept"], true, "{shown}");
    assert_eq!(shown["about"]["player"], Value::Null, "who sits there is nobody's business");
    assert_eq!(shown["money"]["credit"], 0, "nor what they have: {shown}");
    let own = http(&floor, "GET", "/api/v1/seat", &[("cookie", &cookie)], None).await;
    assert_eq!(own.body["money"]["credit"], 0, "{}", own.body);
    floor.close().await;
}

/// A seat that is kept, as the floor's screens show it.
async fn kept(screen: &mut Screen) -> Value {
    screen.heard.clear();
    screen.ask(None, Ask::Unwatch(Channel::Floor)).await;
    screen.heard.clear();
    screen.ask(None, Ask::Watch(Channel::Floor)).await;
    screen.whole("floor").await["kept"].clone()
}

/// What waits at a table, by its number.

#[tokio::test(flavor = "multi_thread")]
#[expect(clippy::too_many_lines, reason = "one story from its beginning to its end")]
async fn two_people_give_the_seat_back_and_both_acts_are_security_events() {
    let folder = tempfile::tempdir().unwrap();
    let floor = TestFloor::open(folder.path(), config(600_000)).await;
    let (mut usher, staff) = Screen::staff(&floor, "floor").await;
    let (mut shift, _) = Screen::staff(&floor, "shift").await;
    let (mut seat, _) = enrolled(&floor, &mut usher, (1, 5)).await;
    seat.ask(None, client::sit_with_play_money(10_000)).await;
    let round = seat.betting(1).await;
    let bets = json!([{ "area": "small", "stake": 1_000 }]);
    let placed = seat.ask(Some(round), Ask::Bet(BetAsk::PlaceBets { bets: word(&bets) })).await;
    assert_eq!(placed["answer"], "done", "{placed}");
    assert_eq!(kept(&mut usher).await, json!([]), "the player's terminal stands there");
    let remove = Ask::Floor(FloorAsk::RemoveTerminal { terminal: word(&terminal_of(&seat)) });
    usher.ask(None, remove).await;
    seat.until(|message| message["tell"] == "bye").await;
    let seats = kept(&mut usher).await;
    let (player, expected) = (seats[0]["player"].clone(), (&json!(9_000), &json!(1_000)));
    assert_eq!((&seats[0]["credit"], &seats[0]["staked"]), expected, "{seats}");
    assert_eq!(seats[0]["terminal"], Value::Null, "{seats}");

    let (mut other, _) = enrolled(&floor, &mut usher, (1, 5)).await;
    let terminal = terminal_of(&other);
    assert_eq!(kept(&mut usher).await[0]["terminal"], terminal);
    let reason = "the passport and the picture";
    let act = json!({ "seat": 5, "player": player, "terminal": terminal, "reason": reason });
    let propose = Order::Propose { act: word(&json!({ "hand_over_seat": act })) };
    let proposed = usher.ask(None, run(1, propose)).await;
    assert_eq!(proposed["answer"], "done", "{proposed}");
    let approve = run(1, Order::Approve { proposal: 1 });
    assert_eq!(refused(&usher.ask(None, approve.clone()).await), "same-person");
    let early = other.ask(None, Ask::Seat(SeatAsk::CashOut { amount: None })).await;
    assert_eq!(refused(&early), "seat-kept", "one person alone is not enough");
    assert_eq!(shift.ask(None, approve).await["answer"], "done");
    let whole = |message: &Value| {
        message["channel"] == "seat"
            && message["changed"]["about"]["connected"] == true
            && message["changed"]["money"]["credit"] == 9_000
    };
    other.until(whole).await;
    assert_eq!(kept(&mut usher).await, json!([]));
    let paid = other.ask(None, Ask::Seat(SeatAsk::CashOut { amount: None })).await;
    assert_eq!(paid["voucher"]["amount"], 9_000, "{paid}");

    usher.ask(None, Ask::Unwatch(Channel::Floor)).await;
    usher.heard.clear();
    usher.ask(None, Ask::Watch(Channel::Floor)).await;
    let security = usher.whole("floor").await["security"].clone();
    let security = security.as_array().unwrap();
    let has = |code: &str, fact: &str| {
        security.iter().any(|event| {
            let facts = event["facts"].as_array().unwrap();
            event["code"] == code && facts.iter().any(|known| known["name"] == fact)
        })
    };
    assert!(has("floor-changed", "terminal removed"), "{security:#?}");
    assert!(has("seat-handed-over", "approved by"), "{security:#?}");
    // The API had what happened on the floor alone.
    let page = http(&floor, "GET", "/api/v1/tables/1/security", &[("cookie", &staff)], None).await;
    let message = page.body["events"].as_array().unwrap_or_else(|| panic!("{}", page.text));
    let handed = message.iter().find(|event| event["code"] == "seat-handed-over");
    let shown = security.iter().find(|event| event["code"] == "seat-handed-over");
    assert_eq!(handed, shown, "{}", page.text);
    let staff = [("cookie", staff.as_str())];
    let nowhere = http(&floor, "GET", "/api/v1/tables/99/security", &staff, None).await;
    assert_eq!(nowhere.status, 404);
    floor.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_seat_stays_kept_over_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    let floor = TestFloor::open(folder.path(), config(600_000)).await;
    let (mut usher, staff) = Screen::staff(&floor, "floor").await;
    let (mut seat, _) = enrolled(&floor, &mut usher, (1, 5)).await;
    seat.ask(None, client::sit_with_play_money(10_000)).await;
    let remove = Ask::Floor(FloorAsk::RemoveTerminal { terminal: word(&terminal_of(&seat)) });
    usher.ask(None, remove).await;
    floor.close().await;
    let floor = TestFloor::open(folder.path(), config(600_000)).await;
    let mut usher = Screen::open(&floor, "as=staff", &staff).await;
    let (mut other, _) = enrolled(&floor, &mut usher, (1, 5)).await;
    let answer = other.ask(None, Ask::Seat(SeatAsk::Leave)).await;
    assert_eq!(refused(&answer), "seat-kept", "{answer}");
    floor.close().await;
}

/// The player's terminal is taken away without a word from it, and two people give the seat back at
/// another one.
async fn is_given_back(floor: &TestFloor, staff: [&mut Screen; 2], gone: &Value) {
    let [usher, shift] = staff;
    let remove = Ask::Floor(FloorAsk::RemoveTerminal { terminal: word(&gone) });
    assert_eq!(usher.ask(None, remove).await["answer"], "done");
    let player = kept(usher).await[0]["player"].clone();
    let (mut other, _) = enrolled(floor, usher, (1, 5)).await;
    let terminal = terminal_of(&other);
    let act = json!({ "seat": 5, "player": player, "terminal": terminal, "reason": "known" });
    let propose = Order::Propose { act: word(&json!({ "hand_over_seat": act })) };
    let proposed = usher.ask(None, run(1, propose)).await;
    assert_eq!(proposed["answer"], "done", "{proposed}");
    let approved = shift.ask(None, run(1, Order::Approve { proposal: 1 })).await;
    assert_eq!(approved["answer"], "done", "{approved}");
    let left = other.ask(None, Ask::Seat(SeatAsk::Leave)).await;
    assert_eq!(left["voucher"]["amount"], 10_000, "{left}");
}

/// A table believed for ever that a terminal answers which did when the server died: its player's
/// money stayed where nobody could get at it.
#[tokio::test(flavor = "multi_thread")]
async fn a_seat_is_given_back_whose_terminal_never_came_back_after_a_start() {
    let folder = tempfile::tempdir().unwrap();
    let floor = TestFloor::open(folder.path(), config(600_000)).await;
    let (mut usher, usher_cookie) = Screen::staff(&floor, "floor").await;
    let (_, shift_cookie) = Screen::staff(&floor, "shift").await;
    let (mut seat, _) = enrolled(&floor, &mut usher, (1, 5)).await;
    seat.ask(None, client::sit_with_play_money(10_000)).await;
    let gone = json!(terminal_of(&seat));
    floor.close().await;
    let floor = TestFloor::open(folder.path(), config(600_000)).await;
    let mut usher = Screen::open(&floor, "as=staff", &usher_cookie).await;
    let mut shift = Screen::open(&floor, "as=staff", &shift_cookie).await;
    is_given_back(&floor, [&mut usher, &mut shift], &gone).await;
    floor.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_seat_is_given_back_whose_terminal_never_had_a_socket() {
    let folder = tempfile::tempdir().unwrap();
    let floor = TestFloor::open(folder.path(), config(600_000)).await;
    let (mut usher, _) = Screen::staff(&floor, "floor").await;
    let (mut shift, _) = Screen::staff(&floor, "shift").await;
    let offer = Ask::Floor(FloorAsk::OfferEnrolment { table: 1, seat: 5 });
    let code = Some(json!({ "code": usher.ask(None, offer).await["code"] }));
    let reply = http(&floor, "POST", "/api/v1/enrol", &[], code).await;
    let (terminal, cookie) = (reply.body["terminal"].clone(), reply.cookie());
    let key = format!("t{terminal}-1");
    let headers = [("cookie", cookie.as_str()), ("idempotency-key", key.as_str())];
    let sit = Some(json!(SeatAsk::Sit(Funds { voucher: None, demo: Some(10_000) })));
    let sat = http(&floor, "POST", "/api/v1/seat/asks", &headers, sit).await;
    assert_eq!(sat.body["answer"], "done", "{}", sat.body);
    is_given_back(&floor, [&mut usher, &mut shift], &terminal).await;
    floor.close().await;
}

/// A table could be taken from the floor with players at it, and their credit was gone with it.
#[tokio::test(flavor = "multi_thread")]
async fn a_table_is_not_retired_while_it_has_somebodys_money() {
    let folder = tempfile::tempdir().unwrap();
    let floor = TestFloor::open(folder.path(), config(600_000)).await;
    let (mut admin, _) = Screen::staff(&floor, "admin").await;
    let (mut usher, _) = Screen::staff(&floor, "floor").await;
    let (mut seat, _) = enrolled(&floor, &mut usher, (1, 5)).await;
    seat.ask(None, client::sit_with_play_money(10_000)).await;
    let retire = Ask::Floor(FloorAsk::RetireTable { table: 1 });
    let answer = admin.ask(None, retire.clone()).await;
    assert_eq!(refused(&answer), "table-occupied", "{answer}");
    assert_eq!(answer["why"]["taken"], 1, "{answer}");
    let left = seat.ask(None, Ask::Seat(SeatAsk::Leave)).await;
    assert_eq!(left["voucher"]["amount"], 10_000, "the table went on: {left}");
    let answer = admin.ask(None, retire.clone()).await;
    assert_eq!(answer["answer"], "done", "{answer}");
    admin.send(admin.asked, None, retire).await;
    assert_eq!(admin.answer(admin.asked).await["answer"], "done", "asked again it is done");
    floor.close().await;
}

/// A voucher that was spent at a kept seat was refused to the next terminal there; the floor had
/// admitted a new player all the same, and its screens named them.
#[tokio::test(flavor = "multi_thread")]
async fn a_refused_sit_admits_nobody() {
    let folder = tempfile::tempdir().unwrap();
    let floor = TestFloor::open(folder.path(), config(600_000)).await;
    let (mut usher, cookie) = Screen::staff(&floor, "floor").await;
    let (mut cashier, _) = Screen::staff(&floor, "cashier").await;
    let (mut seat, _) = enrolled(&floor, &mut usher, (1, 5)).await;
    let sell = client::sell(10_000, "USD");
    let sold = cashier.ask(None, sell).await;
    assert_eq!(sold["answer"], "voucher", "{sold}");
    let sit = client::sit_with_voucher(word(&sold["voucher"]["token"]));
    let taken = seat.ask(None, sit.clone()).await;
    assert_eq!(taken["answer"], "done", "{taken}");
    let remove = Ask::Floor(FloorAsk::RemoveTerminal { terminal: word(&terminal_of(&seat)) });
    assert_eq!(usher.ask(None, remove).await["answer"], "done");
    let (mut other, _) = enrolled(&floor, &mut usher, (1, 5)).await;
    let answer = other.ask(None, sit).await;
    assert_eq!(answer["answer"], "refused", "{answer}");
    let reply = http(&floor, "GET", "/api/v1/terminals", &[("cookie", &cookie)], None).await;
    let here = json!(terminal_of(&other));
    let all = reply.body.as_array().unwrap_or_else(|| panic!("{}", reply.body));
    let shown = all.iter().find(|shown| shown["terminal"] == here).unwrap();
    assert_eq!(shown["player"], Value::Null, "{shown}");
    floor.close().await;
}
