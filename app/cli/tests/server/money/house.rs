//! A demo whose server can be stopped after any commit, one player's money in it, and the people
//! who handle it.

use std::path::Path;
use std::time::Duration;

use serde_json::{Value, json};
use taisai_testing::client::{PATIENCE, Screen, http, log_in, over_line};
use taisai_testing::shim;
use tempfile::TempDir;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::time::{sleep, timeout};

use super::gate::{Gate, Mishap};
use crate::floor::TestFloor;

/// By which way an ask comes in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Door {
    Socket,
    Http,
}

impl Door {
    pub(crate) const ALL: [Self; 2] = [Self::Socket, Self::Http];
}

/// Somebody who asks, and counts.
#[derive(Clone, Debug)]
pub(crate) struct Caller {
    pub(crate) cookie: String,
    counts: String,
    asked: u64,
    socket: &'static str,
}

/// An ask as it goes in by either door, under its number.
#[derive(Clone, Debug)]
pub(crate) struct Asked {
    pub(crate) by: Caller,
    pub(crate) ask: Value,
    /// The round it is meant for.
    pub(crate) round: Option<u64>,
    path: &'static str,
    body: Value,
}

impl Caller {
    /// The next ask; what is asked over HTTP is the innermost part of it.
    pub(crate) fn asks(&mut self, ask: Value) -> Asked {
        self.asked += 1;
        let of = |path: &'static str, body: &Value| (path, body.clone());
        let (path, body) = match ask["cage"].as_object().and_then(|cage| cage.iter().next()) {
            Some((what, body)) if what == "sell" => of("/api/v1/vouchers/sell", body),
            Some((what, body)) if what == "redeem" => of("/api/v1/vouchers/redeem", body),
            Some((what, body)) if what == "pay_owed" => of("/api/v1/vouchers/owed", body),
            Some((what, body)) if what == "replace_voucher" => of("/api/v1/vouchers/replace", body),
            Some((_, body)) => of("/api/v1/vouchers/replace/approve", body),
            None => of("/api/v1/seat/asks", &ask["seat"]),
        };
        Asked { by: self.clone(), ask, round: None, path, body }
    }

    /// What was asked meanwhile had numbers too.
    pub(crate) fn skip_to(&mut self, number: Option<u64>) {
        self.asked = self.asked.max(number.unwrap());
    }
}

/// The house, and what one player has outside of it.
pub(crate) struct House {
    folder: TempDir,
    pub(crate) floor: TestFloor,
    gate: Gate,
    pub(crate) cashier: Caller,
    pub(crate) dealer: Caller,
    pub(crate) usher: Caller,
    /// Vouchers whose tokens the player has received.
    pub(crate) papers: Vec<Value>,
    pub(crate) cash: u64,
    /// The rounds that were played at the dealer's table.
    pub(crate) rounds: u64,
}

/// Two tables on which nothing happens unless somebody asks for it.
const TABLES: &str = "house = \"Test House\"\n\
    [doors]\nmessages_per_second = 100000\nrequests_per_second = 100000\n\
    [[table]]\nnumber = 1\nname = \"One\"\nbook = \"maryland\"\nrun = \"automatic\"\n\
    [table.limits]\nusual = { min = 100, max = 100000, multiple = 100 }\n\
    seat_max = 1000000\nexposure_max = 10000000000\n\
    [table.times]\nbetting_ms = 86400000\nbetting_min_ms = 0\nwarning_ms = 10\n\
    show_ms = 20\npause_ms = 20\n\
    [[table]]\nnumber = 2\nname = \"Two\"\nbook = \"singapore-1\"\nrun = \"dealer\"\n\
    currency = \"USD\"\n\
    [table.limits]\nusual = { min = 100, max = 100000, multiple = 100 }\n\
    seat_max = 1000000\nexposure_max = 10000000000\n\
    [table.times]\nbetting_ms = 86400000\nbetting_min_ms = 0\nwarning_ms = 10\n\
    show_ms = 20\npause_ms = 20\n";

fn start(folder: &Path, gate: &Gate) -> TestFloor {
    let data = folder.join("data");
    std::fs::create_dir_all(&data).unwrap();
    let mut command = TestFloor::demo_command(folder, data.to_str().unwrap(), TABLES);
    command.env("LD_PRELOAD", shim::disk()).env("DISK_FOLDER", &data).env("DISK_GATE", gate.path());
    TestFloor::start(folder, command)
}

impl House {
    pub(crate) async fn open() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let gate = Gate::new(folder.path());
        let floor = start(folder.path(), &gate);
        let [cashier, dealer, usher] = [
            staff(&floor, "cashier").await,
            staff(&floor, "dealer").await,
            staff(&floor, "floor").await,
        ];
        Self { folder, floor, gate, cashier, dealer, usher, papers: Vec::new(), cash: 0, rounds: 0 }
    }

    /// The process is gone, for whatever reason; another one opens the same journal.
    pub(crate) fn start_again(&mut self) {
        self.gate.open();
        self.floor.end();
        let hired = std::mem::take(&mut self.floor.hired);
        self.floor = start(self.folder.path(), &self.gate);
        self.floor.hired = hired;
    }

    /// A browser that becomes the terminal of a free seat.
    pub(crate) async fn terminal(&self, table: u32) -> Caller {
        let body = Some(json!({ "table": table }));
        let reply = http(&self.floor, "POST", "/api/v1/seats", &[], body).await;
        assert_eq!(reply.status, 200, "{}", reply.text);
        let counts = format!("t{}", reply.body["terminal"]);
        Caller { cookie: reply.cookie(), counts, asked: 0, socket: "as=terminal" }
    }

    pub(crate) async fn staff(&self, name: &str) -> Caller {
        staff(&self.floor, name).await
    }

    /// Asks, and hears the answer. A line over HTTP may be that of a socket that was dropped a
    /// moment ago: when the server hears of it, the browser opens another.
    pub(crate) async fn hear(&self, door: Door, asked: &Asked) -> Value {
        loop {
            let answer = timeout(PATIENCE, self.send(door, asked)).await.unwrap();
            let answer =
                answer.unwrap_or_else(|| panic!("no answer to {}: {}", asked.ask, self.log()));
            let answer = lasting(answer);
            if door == Door::Socket || answer != json!({ "refused": "needs-line" }) {
                return answer;
            }
        }
    }

    /// Asks; after so many commits the line is cut or the server is killed. Says the answer where
    /// the ask took no more commits than that.
    pub(crate) async fn interrupted(
        &mut self,
        (door, mishap): (Door, Mishap),
        commits: i32,
        asked: &Asked,
    ) -> Option<Value> {
        // Whatever else there is to write down about people who came and went is written by then.
        sleep(Duration::from_millis(30)).await;
        let line = self.line(door, asked).await;
        self.gate.arm(commits, mishap);
        let answer = tokio::select! {
            biased;
            () = self.gate.reached() => None,
            answer = answer(line, asked) => answer,
        };
        if let (Some(answer), false) = (answer, self.gate.is_reached()) {
            self.gate.open();
            return Some(lasting(answer));
        }
        match mishap {
            Mishap::Killed => self.start_again(),
            Mishap::Cut => {
                // The server hears that the line is gone before it goes on.
                sleep(Duration::from_millis(20)).await;
                self.gate.open();
            }
        }
        None
    }

    async fn send(&self, door: Door, asked: &Asked) -> Option<Value> {
        answer(self.line(door, asked).await, asked).await
    }

    async fn line(&self, door: Door, asked: &Asked) -> Line {
        match door {
            Door::Socket => {
                let Caller { socket, cookie, .. } = &asked.by;
                let mut screen = Screen::open(&self.floor, socket, cookie).await;
                // A new connection gets its first views before anything else.
                screen.ask(None, json!({ "resync": { "table": { "table": 1 } } })).await;
                sleep(Duration::from_millis(20)).await;
                Line::Socket(Box::new(screen))
            }
            Door::Http => {
                let (cookie, line) = over_line(&self.floor, &asked.by.cookie).await;
                let line = line.map_or_else(String::new, |line| format!("taisai-line: {line}\r\n"));
                let stream = TcpStream::connect(self.floor.address).await.unwrap();
                Line::Http(stream, format!("cookie: {cookie}\r\n{line}"))
            }
        }
    }

    fn log(&self) -> String {
        self.floor.log()
    }
}

/// What an ask goes over; the line is cut when it is dropped.
enum Line {
    Socket(Box<Screen>),
    /// With the headers that say who asks.
    Http(TcpStream, String),
}

async fn answer(line: Line, asked: &Asked) -> Option<Value> {
    match line {
        Line::Socket(mut screen) => {
            let id = asked.by.asked;
            screen.try_send(id, asked.round, asked.ask.clone()).await;
            loop {
                let message = screen.next().await?;
                if message["tell"] == "answer" && message["id"] == id {
                    return Some(message);
                }
            }
        }
        Line::Http(mut stream, who) => {
            let body = asked.body.to_string();
            let Caller { counts, asked: number, .. } = &asked.by;
            let request = format!(
                "POST {} HTTP/1.1\r\nhost: {}\r\nconnection: close\r\n{who}\
                 idempotency-key: {counts}-{number}\r\ncontent-type: application/json\r\n\
                 content-length: {}\r\n\r\n{body}",
                asked.path,
                stream.peer_addr().ok()?,
                body.len()
            );
            stream.write_all(request.as_bytes()).await.ok()?;
            let mut answer = String::new();
            stream.read_to_string(&mut answer).await.ok()?;
            serde_json::from_str(answer.split_once("\r\n\r\n")?.1).ok()
        }
    }
}

/// An answer without what belongs to the line: over HTTP a refusal is a problem, and over a socket
/// there is the seat's update. A voucher says when it was sent and how long the journal was then.
fn lasting(mut answer: Value) -> Value {
    let code = answer["why"]["code"].as_str().or(answer["code"].as_str());
    if let Some(code) = code {
        return json!({ "refused": code });
    }
    let message = answer.as_object_mut().unwrap();
    message.remove("tell");
    message.remove("seat");
    if let Some(voucher) = message.get_mut("voucher").and_then(Value::as_object_mut) {
        voucher.remove("time");
        voucher.remove("head");
    }
    answer
}

async fn staff(floor: &TestFloor, name: &str) -> Caller {
    let cookie = log_in(floor, name).await;
    let me = http(floor, "GET", "/api/v1/me", &[("cookie", &cookie)], None).await.body;
    let counts = format!("s{}", me["session"]);
    Caller { cookie, counts, asked: me["asked"].as_u64().unwrap(), socket: "as=staff" }
}
