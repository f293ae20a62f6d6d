//! Each line of a terminal gets the next ticket: who is heard with it replaces the line before, and
//! a ticket that is spent is refused and reported.

use serde_json::{Value, json};
use taisai_protocol::Ask;
use taisai_protocol::ask::SeatAsk;
use taisai_protocol::server_message::Channel;
use taisai_testing::client::{self, Reply, Screen, bare, http};
use tokio::io::AsyncWriteExt;
use tokio::net::TcpStream;

use crate::floor::{TestFloor, config};

/// Asks for everything at the seat as money, over HTTP, with exactly this cookie and line.
async fn cash_out(floor: &TestFloor, cookie: &str, line: Option<&str>, key: &str) -> Reply {
    let mut headers = vec![("cookie", cookie), ("idempotency-key", key)];
    headers.extend(line.map(|line| ("taisai-line", line)));
    headers.push(("content-type", "application/json"));
    let body = json!(SeatAsk::CashOut { amount: None }).to_string();
    bare(floor, "POST", "/api/v1/seat/asks", &headers, body.as_bytes()).await
}

/// Opens a line over HTTP with exactly this cookie.
async fn open_line(floor: &TestFloor, cookie: &str) -> Reply {
    bare(floor, "POST", "/api/v1/seat/line", &[("cookie", cookie)], b"").await
}

/// The same cookie in another browser.
fn copied(cookie: &str) -> String {
    format!("copied=1; {cookie}")
}

/// Opens a socket as a terminal; what was said instead of hello where that fails.
async fn comes(floor: &TestFloor, cookie: &str) -> Result<Screen, String> {
    let opened = Screen::try_open(floor, "as=terminal", cookie, Some(&floor.url)).await;
    opened.map_err(|error| error.to_string())
}

/// A terminal at which somebody sits with money.
async fn seated(floor: &TestFloor) -> (Screen, String, String) {
    let (mut seat, first) = Screen::terminal(floor, 1).await;
    let answer = seat.ask(None, client::sit_with_play_money(10_000)).await;
    assert_eq!(answer["answer"], "done", "{answer}");
    let key = format!("t{}-50", seat.heard[0]["you"]["terminal"]);
    (seat, first, key)
}

/// The misused tickets that were reported to the floor, the first first.
async fn misused(floor: &TestFloor) -> Vec<String> {
    let (mut screen, _) = Screen::staff(floor, "floor").await;
    screen.ask(None, Ask::Watch(Channel::Floor)).await;
    let whole = screen.whole("floor").await;
    let events = whole["security"].as_array().unwrap().clone();
    let misused = events.iter().filter(|event| event["code"] == "ticket-misused");
    let ticket = |event: &Value| {
        let facts = event["facts"].as_array().unwrap();
        let fact = facts.iter().find(|fact| fact["name"] == "ticket").unwrap();
        fact["value"].as_str().unwrap().to_owned()
    };
    let mut found: Vec<String> = misused.map(ticket).collect();
    found.reverse();
    found
}

/// A terminal's cookie was copied and used from elsewhere, while the player sat at the terminal and
/// its line was open: it cashed out, and nobody noticed.
#[tokio::test(flavor = "multi_thread")]
async fn a_copied_cookie_does_nothing_beside_the_open_line() {
    let folder = tempfile::tempdir().unwrap();
    let floor = TestFloor::open(folder.path(), config(600_000)).await;
    let (seat, first, key) = seated(&floor).await;
    let reply = cash_out(&floor, &first, None, &key).await;
    assert_eq!((reply.status, &reply.body["code"]), (401, &json!("ticket-spent")));
    for line in [None, Some("00000000000000000000000000000000"), Some("nonsense")] {
        let reply = cash_out(&floor, &seat.cookie, line, &key).await;
        assert_eq!((reply.status, &reply.body["code"]), (401, &json!("needs-line")), "{line:?}");
    }
    assert_eq!(misused(&floor).await, ["0", "1"], "each once");
    let line = seat.heard[0]["line"].as_str().unwrap().to_owned();
    let reply = cash_out(&floor, &first, Some(&line), &key).await;
    assert_eq!(reply.status, 401, "the name alone is not enough");
    let reply = cash_out(&floor, &seat.cookie, Some(&line), &key).await;
    assert_eq!(reply.body["voucher"]["amount"], Value::from(10_000), "{}", reply.text);
    floor.close().await;
}

/// The same over a socket: both got everything, and nobody noticed.
#[tokio::test(flavor = "multi_thread")]
async fn a_copied_cookie_replaces_the_line_and_the_terminal_that_comes_back_is_reported() {
    let folder = tempfile::tempdir().unwrap();
    let floor = TestFloor::open(folder.path(), config(600_000)).await;
    let (mut seat, first, _) = seated(&floor).await;
    let mut thief = comes(&floor, &copied(&seat.cookie)).await.unwrap();
    let bye = seat.until(|message| message["tell"] == "bye").await;
    assert_eq!(bye["reason"], "opened-elsewhere");
    assert_eq!(misused(&floor).await, Vec::<String>::new());
    let refused = comes(&floor, &first).await.err().expect("its ticket is spent");
    assert!(refused.contains("ticket-spent"), "{refused}");
    assert!(comes(&floor, &first).await.is_err());
    assert_eq!(misused(&floor).await, ["1"]);
    let answer = thief.ask(None, Ask::Seat(SeatAsk::CashOut { amount: None })).await;
    assert_eq!(answer["answer"], "voucher", "until the floor has removed the terminal");
    floor.close().await;
}

/// A copied cookie could listen: hello tells the vouchers that nobody has taken.
#[tokio::test(flavor = "multi_thread")]
async fn a_terminal_that_sends_nothing_gets_nothing_and_replaces_nobody() {
    let folder = tempfile::tempdir().unwrap();
    let floor = TestFloor::open(folder.path(), config(600_000)).await;
    let (mut seat, first, _) = seated(&floor).await;
    for _ in 0..3 {
        drop(upgrade(&floor, &seat.cookie).await);
    }
    let deaf = upgrade(&floor, &seat.cookie).await;
    let answer = seat.ask(None, Ask::Watch(Channel::Seat)).await;
    assert_eq!(answer["answer"], "done", "its line is open: {answer}");
    let mut heard = vec![0; 4_096];
    let count = deaf.try_read(&mut heard).unwrap_or(0);
    let heard = String::from_utf8_lossy(&heard[..count]).into_owned();
    assert!(heard.starts_with("HTTP/1.1 101") && !heard.contains("tell"), "{heard}");
    // The answer with the next ticket was lost: the one before is good.
    drop(seat);
    comes(&floor, &first).await.unwrap();
    assert_eq!(misused(&floor).await, Vec::<String>::new());
    floor.close().await;
}

/// Asks for a socket and reads nothing.
async fn upgrade(floor: &TestFloor, cookie: &str) -> TcpStream {
    let mut stream = TcpStream::connect(floor.address).await.unwrap();
    let request = format!(
        "GET /ws?as=terminal HTTP/1.1\r\nhost: {}\r\norigin: {}\r\ncookie: {cookie}\r\n\
         connection: upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\n\
         sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
        floor.address, floor.url
    );
    stream.write_all(request.as_bytes()).await.unwrap();
    stream.readable().await.unwrap();
    stream
}

/// A browser that comes back while the server still believes in its old line is not locked out.
#[tokio::test(flavor = "multi_thread")]
async fn a_half_open_line_is_replaced_by_the_same_browser() {
    let folder = tempfile::tempdir().unwrap();
    let floor = TestFloor::open(folder.path(), config(600_000)).await;
    let (_half_open, first, _) = seated(&floor).await;
    let mut seat = comes(&floor, &first).await.unwrap();
    let answer = seat.ask(None, Ask::Seat(SeatAsk::CashOut { amount: None })).await;
    assert_eq!(answer["voucher"]["amount"], 10_000, "{answer}");
    for _ in 0..50 {
        seat = comes(&floor, &first).await.unwrap();
    }
    assert!(seat.cookie.contains("-52-"), "{}", seat.cookie);
    assert_eq!(misused(&floor).await, Vec::<String>::new());
    floor.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn tickets_are_spent_beyond_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    let floor = TestFloor::open(folder.path(), config(600_000)).await;
    let (seat, first, _) = seated(&floor).await;
    let spent = copied(&first);
    drop(seat);
    let hired = floor.hired.clone();
    floor.close().await;
    let mut floor = TestFloor::open(folder.path(), config(600_000)).await;
    floor.hired = hired;
    assert!(comes(&floor, &spent).await.is_err());
    let mut seat = comes(&floor, &first).await.unwrap();
    let answer = seat.ask(None, Ask::Seat(SeatAsk::CashOut { amount: None })).await;
    assert_eq!(answer["voucher"]["amount"], 10_000, "{answer}");
    assert_eq!(misused(&floor).await, ["0"]);
    floor.close().await;
}

/// A program without a socket asks for a line, and the first request over it spends the ticket.
#[tokio::test(flavor = "multi_thread")]
async fn a_line_over_http_replaces_the_socket_as_soon_as_it_is_used() {
    let folder = tempfile::tempdir().unwrap();
    let floor = TestFloor::open(folder.path(), config(600_000)).await;
    let (mut seat, _, key) = seated(&floor).await;
    let lost = open_line(&floor, &seat.cookie).await;
    assert_eq!(lost.status, 200, "{}", lost.text);
    let opened = open_line(&floor, &seat.cookie).await;
    let (line, cookie) = (opened.body["line"].as_str().unwrap(), opened.cookie());
    let answer = seat.ask(None, Ask::Watch(Channel::Seat)).await;
    assert_eq!(answer["answer"], "done", "nothing was asked over the new line: {answer}");
    let early = cash_out(&floor, &seat.cookie, Some(line), &key).await;
    assert_eq!(early.body["code"], "needs-line", "the ticket came with the line");
    let unused = lost.body["line"].as_str().unwrap();
    assert_eq!(cash_out(&floor, &cookie, Some(unused), &key).await.status, 401);
    let reply = cash_out(&floor, &cookie, Some(line), &key).await;
    assert_eq!(reply.body["voucher"]["amount"], 10_000, "{}", reply.text);
    let bye = seat.until(|message| message["tell"] == "bye").await;
    assert_eq!(bye["reason"], "opened-elsewhere");
    let spent = open_line(&floor, &seat.cookie).await;
    assert_eq!((spent.status, &spent.body["code"]), (401, &json!("ticket-spent")));
    assert_eq!(opened.body["next_key"].as_str().unwrap().split('-').count(), 2);
    floor.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_ticket_that_the_house_did_not_give_opens_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let floor = TestFloor::open(folder.path(), config(600_000)).await;
    let (one, _, _) = seated(&floor).await;
    let (other, _, _) = seated(&floor).await;
    let proof = |screen: &Screen| screen.cookie.rsplit('-').next().unwrap().to_owned();
    let parts: Vec<&str> = one.cookie.split('-').collect();
    let [a, b, number, _] = parts[..] else { panic!("{}", one.cookie) };
    for forged in [
        format!("{a}-{b}-{number}-{}", proof(&other)),
        format!("{a}-{b}-2-{}", proof(&one)),
        format!("{a}-{b}-99999999-{}", proof(&one)),
        format!("taisai-terminal={}", proof(&one)),
    ] {
        assert_eq!(open_line(&floor, &forged).await.body["code"], "needs-login", "{forged}");
        assert!(comes(&floor, &forged).await.is_err(), "{forged}");
    }
    assert_eq!(misused(&floor).await, Vec::<String>::new(), "nobody can fill the journal so");
    let me = http(&floor, "GET", "/api/v1/me", &[("cookie", &one.cookie)], None).await;
    assert_eq!(me.status, 401);
    floor.close().await;
}
