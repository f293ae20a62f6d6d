//! A screen as the server knows it: HTTP requests, and one conversation over a socket.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU16, Ordering};
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use taisai_protocol::Ask;
use taisai_protocol::ask::{CageAsk, Funds, Order, Paper, RunAsk, Sale, SeatAsk};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::{Error, Message};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

/// A server that a screen can reach.
pub trait Served: Sync {
    fn address(&self) -> SocketAddr;

    /// The page that the server calls its own.
    fn url(&self) -> &str;

    /// The password of somebody who was hired.
    fn password(&self, name: &str) -> String;
}

/// What is asked of a table's staff.
pub const fn run(table: u32, order: Order) -> Ask {
    Ask::Run(RunAsk { table, phase: None, order })
}

pub const fn sit_with_play_money(amount: u64) -> Ask {
    Ask::Seat(SeatAsk::Sit(Funds { voucher: None, demo: Some(amount) }))
}

pub const fn sit_with_voucher(token: String) -> Ask {
    Ask::Seat(SeatAsk::Sit(Funds { voucher: Some(token), demo: None }))
}

/// The cage sells a voucher.
pub fn sell(amount: u64, currency: &str) -> Ask {
    Ask::Cage(CageAsk::Sell(Sale { amount, currency: currency.to_owned(), person: None }))
}

/// The cage pays the voucher with this token.
pub fn redeem(token: &str) -> Ask {
    Ask::Cage(CageAsk::Redeem(Paper { token: token.to_owned(), person: None }))
}

/// A word, a number or a text of an ask, as the wire has it.
pub fn word<T: DeserializeOwned>(said: &(impl Serialize + ?Sized)) -> T {
    serde_json::from_value(json!(said)).unwrap()
}

/// An address that nobody has and that the system gives to nobody who asks for any: a port which it
/// had just given and taken back was, now and then, another connection's by the time it was bound.
pub fn free_address() -> SocketAddr {
    static NEXT: AtomicU16 = AtomicU16::new(0);
    let first = u16::try_from(std::process::id() % 10_000).unwrap();
    let is_free = |address: &SocketAddr| std::net::TcpListener::bind(address).is_ok();
    let ports = std::iter::repeat_with(|| NEXT.fetch_add(1, Ordering::Relaxed)).take(10_000);
    let addresses = ports.map(|port| 20_000 + (first + port) % 10_000);
    addresses.map(|port| (Ipv4Addr::LOCALHOST, port).into()).find(is_free).unwrap()
}

/// How long a test waits for anything.
pub const PATIENCE: Duration = Duration::from_secs(20);

/// What came back over HTTP.
pub struct Reply {
    pub status: u16,
    pub head: String,
    pub body: Value,
    pub text: String,
}

impl Reply {
    /// The cookie that was set, as it is sent back.
    pub fn cookie(&self) -> String {
        self.cookie_named("taisai-")
    }

    /// The first cookie whose name begins so.
    pub fn cookie_named(&self, name: &str) -> String {
        let set = self.head.lines().filter_map(|line| line.strip_prefix("set-cookie: "));
        let line = set.into_iter().find(|line| line.starts_with(name));
        line.unwrap().split(';').next().unwrap().to_owned()
    }

    /// A header of the answer.
    pub fn header(&self, name: &str) -> Option<&str> {
        let lines = self.head.lines().filter_map(|line| line.split_once(": "));
        lines.filter(|(known, _)| known.eq_ignore_ascii_case(name)).map(|(_, value)| value).next()
    }
}

/// Sends one request with these headers and this body.
pub async fn http(
    floor: &impl Served,
    method: &str,
    path: &str,
    headers: &[(&str, &str)],
    body: Option<Value>,
) -> Reply {
    let body = body.map(|body| body.to_string()).unwrap_or_default();
    let headers = [headers, &[("content-type", "application/json")]].concat();
    raw(floor, method, path, &headers, body.as_bytes()).await
}

/// What the browsers of terminals keep: each line that they open gives them another cookie. A test
/// names a browser by the first cookie that it was given.
static BROWSERS: Mutex<BTreeMap<String, Browser>> = Mutex::new(BTreeMap::new());

#[derive(Clone)]
struct Browser {
    cookie: String,
    line: Option<String>,
}

impl Browser {
    fn of(first: &str) -> Self {
        let known = BROWSERS.lock().unwrap().get(first).cloned();
        known.unwrap_or_else(|| Self { cookie: first.to_owned(), line: None })
    }

    fn keep(self, first: &str) {
        if first.contains("taisai-terminal=") {
            BROWSERS.lock().unwrap().insert(first.to_owned(), self);
        }
    }
}

/// The terminal's cookie that an answer sets.
fn given_ticket<'a>(mut set: impl Iterator<Item = &'a str>) -> Option<String> {
    let set = set.find(|set| set.starts_with("taisai-terminal="))?;
    Some(set.split(';').next().unwrap().to_owned())
}

/// The cookie that a browser has now, and the line over which it has asked.
pub async fn over_line(floor: &impl Served, first: &str) -> (String, Option<String>) {
    if first.contains("taisai-terminal=") {
        let seat = http(floor, "GET", "/api/v1/seat", &[("cookie", first)], None).await;
        assert_eq!(seat.status, 200, "{}", seat.text);
    }
    let Browser { cookie, line } = Browser::of(first);
    (cookie, line)
}

/// Sends one request with these headers and these bytes, as a browser does: with the cookie that it
/// has by now, over a line where one is needed.
pub async fn raw(
    floor: &impl Served,
    method: &str,
    path: &str,
    headers: &[(&str, &str)],
    body: &[u8],
) -> Reply {
    let reply = as_browser(floor, method, path, headers, body).await;
    let cookie = headers.iter().find(|(name, _)| *name == "cookie");
    let (Some(cookie), "needs-line") = (cookie, reply.body["code"].as_str().unwrap_or("")) else {
        return reply;
    };
    let opened = as_browser(floor, "POST", "/api/v1/seat/line", &[*cookie], b"").await;
    if opened.status != 200 {
        return reply;
    }
    as_browser(floor, method, path, headers, body).await
}

async fn as_browser(
    floor: &impl Served,
    method: &str,
    path: &str,
    headers: &[(&str, &str)],
    body: &[u8],
) -> Reply {
    let Some((_, first)) = headers.iter().find(|(name, _)| *name == "cookie") else {
        return bare(floor, method, path, headers, body).await;
    };
    let mut browser = Browser::of(first);
    let others = headers.iter().filter(|(name, _)| *name != "cookie").copied();
    let line = browser.line.as_deref().map(|line| ("taisai-line", line));
    let sent: Vec<_> = others.chain([("cookie", browser.cookie.as_str())]).chain(line).collect();
    let reply = bare(floor, method, path, &sent, body).await;
    let cookies = reply.head.lines().filter_map(|line| line.strip_prefix("set-cookie: "));
    if let (Some(cookie), Some(line)) = (given_ticket(cookies), reply.body["line"].as_str()) {
        browser.cookie = cookie;
        browser.line = Some(line.to_owned());
        browser.keep(first);
    }
    reply
}

/// Sends one request with exactly these headers and these bytes.
pub async fn bare(
    floor: &impl Served,
    method: &str,
    path: &str,
    headers: &[(&str, &str)],
    body: &[u8],
) -> Reply {
    let mut request = format!("{method} {path} HTTP/1.1\r\nhost: {}\r\n", floor.address());
    for (name, value) in headers {
        write!(request, "{name}: {value}\r\n").unwrap();
    }
    write!(request, "connection: close\r\ncontent-length: {}\r\n\r\n", body.len()).unwrap();
    let mut stream = TcpStream::connect(floor.address()).await.unwrap();
    stream.write_all(request.as_bytes()).await.unwrap();
    // The server may have answered and hung up before it has read all of a body.
    let _ = stream.write_all(body).await;
    let mut answer = Vec::new();
    timeout(PATIENCE, stream.read_to_end(&mut answer)).await.unwrap().unwrap();
    let answer = String::from_utf8(answer).unwrap();
    let (head, text) = answer.split_once("\r\n\r\n").unwrap();
    let status = head.split(' ').nth(1).unwrap().parse().unwrap();
    let body = serde_json::from_str(text).unwrap_or(Value::Null);
    Reply { status, head: head.to_owned(), body, text: text.to_owned() }
}

/// A conversation.
pub struct Screen {
    pub socket: WebSocketStream<MaybeTlsStream<TcpStream>>,
    /// The cookie that its browser has now.
    pub cookie: String,
    /// The number of the last ask.
    pub asked: u64,
    /// What was said besides what was waited for.
    pub heard: Vec<Value>,
}

impl Screen {
    /// Opens a conversation with this cookie, from the right page.
    pub async fn open(floor: &impl Served, door: &str, cookie: &str) -> Self {
        Self::try_open(floor, door, cookie, Some(floor.url())).await.unwrap()
    }

    pub async fn try_open(
        floor: &impl Served,
        door: &str,
        cookie: &str,
        origin: Option<&str>,
    ) -> Result<Self, Error> {
        let mut request =
            format!("ws://{}/ws?{door}", floor.address()).into_client_request().unwrap();
        let headers = request.headers_mut();
        let mut browser = Browser::of(cookie);
        headers.insert("cookie", browser.cookie.parse().unwrap());
        if let Some(origin) = origin {
            headers.insert("origin", origin.parse().unwrap());
        }
        let (socket, opened) = connect_async(request).await?;
        let set = opened.headers().get_all("set-cookie").iter();
        if let Some(given) = given_ticket(set.map(|set| set.to_str().unwrap())) {
            browser.cookie = given;
            browser.clone().keep(cookie);
        }
        let held = browser.cookie.clone();
        let mut screen = Self { socket, cookie: held, asked: 0, heard: Vec::new() };
        let hello = screen.next().await.ok_or(Error::ConnectionClosed)?;
        if hello["tell"] == "bye" {
            return Err(Error::Io(std::io::Error::other(hello.to_string())));
        }
        assert_eq!(hello["tell"], "hello", "{hello}");
        browser.line = hello["line"].as_str().map(str::to_owned);
        browser.keep(cookie);
        screen.asked = hello["asked"].as_u64().unwrap();
        screen.heard.push(hello);
        Ok(screen)
    }

    /// A browser that becomes the terminal of a free seat in a demo.
    pub async fn terminal(floor: &impl Served, table: u32) -> (Self, String) {
        let body = Some(json!({ "table": table }));
        let reply = http(floor, "POST", "/api/v1/seats", &[], body).await;
        assert_eq!(reply.status, 200, "{}", reply.body);
        let cookie = reply.cookie();
        (Self::open(floor, "as=terminal", &cookie).await, cookie)
    }

    /// A member of staff who has logged in.
    pub async fn staff(floor: &impl Served, name: &str) -> (Self, String) {
        let cookie = log_in(floor, name).await;
        (Self::open(floor, "as=staff", &cookie).await, cookie)
    }

    /// The next message; none where the conversation is over.
    pub async fn next(&mut self) -> Option<Value> {
        loop {
            match timeout(PATIENCE, self.socket.next()).await.unwrap()? {
                Ok(Message::Text(text)) => return Some(serde_json::from_str(&text).unwrap()),
                Ok(Message::Close(_)) | Err(_) => return None,
                Ok(_) => {}
            }
        }
    }

    /// Waits for a message of which this is true.
    pub async fn until(&mut self, wanted: impl Fn(&Value) -> bool) -> Value {
        loop {
            let message =
                self.next().await.unwrap_or_else(|| panic!("gone; heard {:#?}", self.heard));
            self.heard.push(message.clone());
            if wanted(&message) {
                return message;
            }
        }
    }

    /// Asks, and waits for the answer.
    pub async fn ask(&mut self, round: Option<u64>, ask: impl Serialize) -> Value {
        self.asked += 1;
        let id = self.asked;
        self.send(id, round, ask).await;
        self.answer(id).await
    }

    /// Asks again under a number that was used before, and waits for the answer.
    pub async fn again(&mut self, id: u64, ask: impl Serialize) -> Value {
        self.heard.retain(|message| message["tell"] != "answer" || message["id"] != id);
        self.send(id, None, ask).await;
        self.answer(id).await
    }

    /// The vouchers that the server named when the conversation began.
    pub fn vouchers(&self) -> &Value {
        let hello = self.heard.iter().find(|message| message["tell"] == "hello");
        &hello.expect("a conversation begins with a hello")["vouchers"]
    }

    /// Asks under this number.
    pub async fn send(&mut self, id: u64, round: Option<u64>, ask: impl Serialize) {
        assert!(self.try_send(id, round, ask).await, "the line is cut");
    }

    /// Asks under this number, unless the line is cut.
    pub async fn try_send(&mut self, id: u64, round: Option<u64>, ask: impl Serialize) -> bool {
        let mut message = json!({ "id": id, "ask": ask });
        if let Some(round) = round {
            message["round"] = round.into();
        }
        self.socket.send(Message::text(message.to_string())).await.is_ok()
    }

    /// Sends any text.
    pub async fn say(&mut self, text: &str) {
        self.socket.send(Message::text(text)).await.unwrap();
    }

    /// The answer to an ask.
    pub async fn answer(&mut self, id: u64) -> Value {
        self.until(|message| message["tell"] == "answer" && message["id"] == id).await
    }

    /// The whole of a channel, from its snapshot: also one that was heard before.
    pub async fn whole(&mut self, channel: &str) -> Value {
        let is = |message: &Value| message["tell"] == "snapshot" && message["channel"] == channel;
        if let Some(heard) = self.heard.iter().rev().find(|message| is(message)) {
            return heard["state"].clone();
        }
        self.until(is).await["state"].clone()
    }

    /// The number of the next message about a table.
    pub async fn number_of(&mut self, table: u32) -> u64 {
        let message =
            self.until(|message| message["channel"] == "table" && message["table"] == table).await;
        self.heard.clear();
        message["number"].as_u64().unwrap()
    }

    /// The number of a round in which bets are taken, after this one.
    pub async fn betting_after(&mut self, table: u32, round: u64) -> u64 {
        loop {
            let number = self.betting(table).await;
            if number > round {
                return number;
            }
        }
    }

    /// The number of a round in which bets are taken.
    pub async fn betting(&mut self, table: u32) -> u64 {
        let watch = json!({ "resync": { "table": { "table": table } } });
        self.asked += 1;
        self.send(self.asked, None, watch).await;
        let open = |message: &Value| {
            let state =
                if message["tell"] == "snapshot" { &message["state"] } else { &message["changed"] };
            message["channel"] == "table" && state["round"]["playing"]["betting"] == true
        };
        let message = self.until(open).await;
        let state =
            if message["tell"] == "snapshot" { &message["state"] } else { &message["changed"] };
        state["round"]["playing"]["number"].as_u64().unwrap()
    }
}

/// Shows an invitation and chooses a password.
pub async fn accept(floor: &impl Served, name: &str, invitation: &str, password: &str) -> Reply {
    let body = json!({ "name": name, "invitation": invitation, "password": password });
    http(floor, "POST", "/api/v1/invitations", &[], Some(body)).await
}

/// Logs a member of staff in; the cookie.
pub async fn log_in(floor: &impl Served, name: &str) -> String {
    let body = json!({ "name": name, "password": floor.password(name) });
    let reply = http(floor, "POST", "/api/v1/login", &[], Some(body)).await;
    assert_eq!(reply.status, 200, "{}", reply.body);
    reply.cookie()
}
