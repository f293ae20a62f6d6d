//! Screens that ask too much, send nonsense, do not read, or come from elsewhere.

use std::time::Duration;

use futures_util::SinkExt;
use serde_json::{Value, json};
use taisai_testing::client::{Screen, http};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::frame::Frame;
use tokio_tungstenite::tungstenite::protocol::frame::coding::{Data, OpCode};

use crate::floor::{TestFloor, config};

/// A terminal that plays on, whatever others do.
async fn still_plays(floor: &TestFloor) {
    let (mut seat, _) = Screen::terminal(floor, 2).await;
    let taken = seat.ask(None, json!({ "seat": { "sit": { "demo": 100_000 } } })).await;
    assert_eq!(taken["answer"], "done", "{taken}");
    let round = seat.betting(2).await;
    let bet = json!({ "bet": { "place_bets": { "bets": [{ "area": "small", "stake": 1000 }] } } });
    let placed = seat.ask(Some(round), bet).await;
    assert_eq!(placed["answer"], "done", "{placed}");
}

#[tokio::test(flavor = "multi_thread")]
async fn two_hundred_pages_from_elsewhere_open_no_socket_and_the_exact_ones_do() {
    let folder = tempfile::tempdir().unwrap();
    let floor = TestFloor::open(folder.path(), config(60_000)).await;
    let (_, cookie) = Screen::terminal(&floor, 1).await;
    let right = floor.url.clone();
    let mut wrong = vec![
        String::new(),
        "null".to_owned(),
        "*".to_owned(),
        right.replace("http://", "https://"),
        right.replace("http://", "ws://"),
        right.replace("127.0.0.1", "LOCALHOST"),
        right.replace("127.0.0.1", "localhost."),
        right.replace("127.0.0.1", "127.1"),
        right.replace("127.0.0.1", "[::1]"),
        right.replace("127.0.0.1", "evil.example"),
        format!("{right}/"),
        format!("{right}/play"),
        format!("{right}@evil.example"),
        format!("{right}.evil.example"),
        format!("http://evil.example#{right}"),
        format!("http://evil.example, {right}"),
        format!("{right} {right}"),
    ];
    for place in 0..right.len() {
        for other in ["", "x", ".", "/", "@", "%", ":", "A", "0"] {
            let text = format!("{}{other}{}", &right[..place], &right[place + 1..]);
            if text != right && !wrong.contains(&text) {
                wrong.push(text);
            }
        }
    }
    assert!(wrong.len() >= 200, "{}", wrong.len());
    for origin in &wrong {
        let opened = Screen::try_open(&floor, "as=terminal", &cookie, Some(origin)).await;
        assert!(opened.is_err(), "{origin:?} opened a socket");
    }
    let port = floor.address.port();
    for origin in [right, format!("http://localhost:{port}")] {
        let opened = Screen::try_open(&floor, "as=terminal", &cookie, Some(&origin)).await;
        assert!(opened.is_ok(), "{origin}");
    }
    let evil = [("origin", "http://evil.example")];
    let change = http(&floor, "POST", "/api/v1/seats", &evil, Some(json!({ "table": 1 }))).await;
    assert_eq!((change.status, &change.body["code"]), (403, &json!("not-yours")));
    floor.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_screen_that_sends_faster_than_allowed_is_shown_out_and_no_other() {
    let folder = tempfile::tempdir().unwrap();
    let mut narrow = config(60_000);
    narrow.doors.messages_per_second = 20;
    let floor = TestFloor::open(folder.path(), narrow).await;
    let (mut screen, _) = Screen::terminal(&floor, 1).await;
    for _ in 0..200 {
        // The server may have hung up by now.
        if screen.socket.send(Message::text("{}")).await.is_err() {
            break;
        }
    }
    let mut bye = None;
    while let Some(heard) = screen.next().await {
        if heard["tell"] == "bye" {
            bye = heard["reason"].as_str().map(ToOwned::to_owned);
        }
    }
    // What was sent into a closed socket may reset it before the last word is read.
    assert!(bye.is_none_or(|reason| reason == "misbehaved"));
    still_plays(&floor).await;
    floor.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn one_address_has_so_many_connections_and_requests_and_no_more() {
    let folder = tempfile::tempdir().unwrap();
    let mut narrow = config(60_000);
    narrow.doors.connections_per_address_max = 3;
    let floor = TestFloor::open(folder.path(), narrow).await;
    let mut displays = Vec::new();
    for _ in 0..3 {
        displays.push(Screen::open(&floor, "as=display&table=1", "").await);
    }
    let door = "as=display&table=1";
    assert!(Screen::try_open(&floor, door, "", Some(&floor.url)).await.is_err());
    displays.pop();
    let mut opened = false;
    for _ in 0..100 {
        opened = Screen::try_open(&floor, door, "", Some(&floor.url)).await.is_ok();
        if opened {
            break;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    assert!(opened, "who leaves makes room");
    floor.close().await;

    let folder = tempfile::tempdir().unwrap();
    let mut narrow = config(60_000);
    narrow.doors.requests_per_second = 5;
    let floor = TestFloor::open(folder.path(), narrow).await;
    let mut statuses = Vec::new();
    for _ in 0..40 {
        statuses.push(http(&floor, "GET", "/api/v1/books", &[], None).await.status);
    }
    assert!(statuses.contains(&200) && statuses.contains(&429), "{statuses:?}");
    floor.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nonsense_is_refused_or_ends_the_conversation_and_harms_nobody() {
    let folder = tempfile::tempdir().unwrap();
    let floor = TestFloor::open(folder.path(), config(60_000)).await;
    let (mut screen, _) = Screen::terminal(&floor, 1).await;
    let deep = format!("{{\"id\":1,\"ask\":{}", "[".repeat(8_000));
    for text in [deep.as_str(), "\u{0}", "{\"id\":-1,\"ask\":\"pong\"}", "{\"id\":1e99}"] {
        screen.say(text).await;
        let heard = screen.until(|heard| heard["tell"] == "answer").await;
        assert_eq!(heard["why"]["code"], "unreadable", "{heard}");
    }
    screen.socket.send(Message::binary(vec![0xff; 100])).await.unwrap();
    let heard = screen.until(|heard| heard["tell"] == "answer").await;
    assert_eq!(heard["why"]["code"], "unreadable", "{heard}");

    let huge = Message::text("x".repeat(17 << 10));
    assert_ends(&floor, huge).await;
    let bad = Frame::message(vec![0xc3, 0x28], OpCode::Data(Data::Text), true);
    assert_ends(&floor, Message::Frame(bad)).await;
    still_plays(&floor).await;
    floor.close().await;
}

/// Sends this, and is shown out.
async fn assert_ends(floor: &TestFloor, message: Message) {
    let (mut screen, _) = Screen::terminal(floor, 1).await;
    screen.socket.send(message).await.unwrap();
    while let Some(received) = screen.next().await {
        assert_ne!(received["tell"], "answer", "{received}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_screen_that_never_reads_is_cut_off_and_keeps_nobody_waiting() {
    let folder = tempfile::tempdir().unwrap();
    let mut brief = config(60_000);
    brief.patience.write = Duration::from_secs(1);
    let floor = TestFloor::open(folder.path(), brief).await;
    let (mut pit, _) = Screen::staff(&floor, "pit").await;
    pit.ask(None, json!({ "watch": "floor" })).await;
    let (mut deaf, _) = Screen::terminal(&floor, 1).await;
    pit.until(|received| received["changed"]["terminals"][0]["connected"] == true).await;
    // Every one of these is answered with the whole table; sooner or later nothing more fits.
    let asks = async {
        for id in 1..1_000_000u64 {
            let ask = json!({ "id": id, "ask": { "resync": { "table": { "table": 1 } } } });
            if deaf.socket.send(Message::text(ask.to_string())).await.is_err() {
                return;
            }
        }
    };
    let lost = |received: &Value| received["changed"]["terminals"][0]["connected"] == false;
    tokio::select! {
        () = asks => {
            pit.until(lost).await;
        }
        _ = pit.until(lost) => {}
    }
    still_plays(&floor).await;
    floor.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_screen_that_lags_gets_everything_anew_and_never_a_gap() {
    let folder = tempfile::tempdir().unwrap();
    let mut patient = config(40);
    patient.tables.truncate(1);
    patient.patience.write = Duration::from_mins(5);
    patient.patience.reader = Duration::from_mins(5);
    let floor = TestFloor::open(folder.path(), patient).await;
    let (mut slow, _) = Screen::terminal(&floor, 1).await;
    let (mut quick, _) = Screen::terminal(&floor, 1).await;
    // Fills what the machine keeps for a screen that does not read, until the server waits; not
    // many more, for all of them are answered when it reads again.
    let fill = async {
        for _ in 0..4_000 {
            let ask = json!({ "id": 1, "ask": { "resync": { "table": { "table": 1 } } } });
            slow.socket.send(Message::text(ask.to_string())).await.unwrap();
        }
        std::future::pending::<()>().await;
    };
    let enough = async {
        // The other screen sees more updates than are kept for one that lags.
        let first = quick.number_of(1).await;
        while quick.number_of(1).await < first + 100 {}
    };
    tokio::select! {
        () = fill => unreachable!("it never ends"),
        () = enough => {}
    }
    let (mut last, mut whole, mut updates) = (None, 0, 0);
    let reads = async {
        let newest = quick.number_of(1).await;
        while last.is_none_or(|last| last < newest + 5) {
            let received = slow.next().await.unwrap();
            if received["channel"] != "table" {
                continue;
            }
            let number = received["number"].as_u64().unwrap();
            if received["tell"] == "snapshot" {
                whole += 1;
            } else {
                assert_eq!(Some(number), last.map(|last| last + 1), "a gap: {received}");
                updates += 1;
            }
            last = Some(number);
        }
    };
    tokio::time::timeout(Duration::from_mins(3), reads).await.unwrap();
    assert!(whole > 0 && updates > 0, "{whole} {updates}");
    // A server that stops waits for its patience with a screen that reads no more.
    drop((slow, quick));
    floor.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_screen_that_says_nothing_is_taken_for_lost() {
    let folder = tempfile::tempdir().unwrap();
    let mut brief = config(60_000);
    brief.patience.ping_every = Duration::from_millis(200);
    brief.patience.silence = Duration::from_secs(2);
    let floor = TestFloor::open(folder.path(), brief).await;
    let (mut silent, _) = Screen::terminal(&floor, 1).await;
    let (mut alive, _) = Screen::terminal(&floor, 1).await;
    let answers = async {
        loop {
            let received = alive.next().await.expect("a screen that answers stays");
            if received["tell"] == "ping" {
                alive.asked += 1;
                alive.send(alive.asked, None, json!("pong")).await;
            }
        }
    };
    let bye = tokio::select! {
        bye = silent.until(|received| received["tell"] == "bye") => bye,
        () = answers => unreachable!("it never ends"),
    };
    assert_eq!(bye["reason"], "too-slow");
    floor.close().await;
}
