//! Our own server under load: its configuration, its terminals, its dealer.

use std::fmt::Write as _;
use std::net::SocketAddr;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Arc, Mutex};

use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::sync::watch;
use tokio::task::JoinSet;

use crate::child::Served;
use crate::screen::Screen;
use crate::swarm::Bettor;

/// A floor of play money in a folder that is gone afterwards.
pub(crate) struct Floor {
    /// The process.
    pub(crate) served: Served,
    /// Its folder, while it runs.
    pub(crate) folder: TempDir,
}

/// How a table of the floor under load is run.
#[derive(Clone, Copy)]
pub(crate) enum Run {
    /// By itself; bets are taken for an hour.
    Automatic,
    /// By a dealer with random dice.
    Dealer,
}

impl Floor {
    /// Starts a floor with this many tables.
    pub(crate) fn start(taisai: &Path, tables: u32, run: Run) -> Self {
        let folder = TempDir::new_in(work_folder()).expect("there is room for a folder");
        let config = folder.path().join("floor.toml");
        std::fs::write(&config, config_text(tables, run)).expect("there is room for a file");
        let mut command = Command::new(taisai);
        command.arg("demo").arg("--listen").arg("127.0.0.1:0").arg("--config").arg(config);
        command.arg("--data").arg(folder.path().join("data"));
        let served = Served::start(command, "auditor");
        Self { served, folder }
    }

    fn address(&self) -> SocketAddr {
        self.served.address
    }

    /// Terminals at this many seats of a table.
    pub(crate) async fn enrol(&self, table: u32, seats: u32) -> Vec<Terminal> {
        let address = self.address();
        at_once((0..seats).map(|_| Terminal::enrol(address, table))).await
    }

    /// Terminals at this many seats of each of these tables, table by table, with players who sat
    /// down with play money.
    pub(crate) async fn seat(
        &self,
        tables: RangeInclusive<u32>,
        seats: u32,
    ) -> Vec<(Terminal, Bettor)> {
        let address = self.address();
        let (begin, waits) = watch::channel(());
        let sit = |table| {
            let waits = waits.clone();
            async move {
                let terminal = Terminal::enrol(address, table).await;
                let bettor = terminal.sit().await;
                (terminal, tokio::spawn(bettor.attend(waits)))
            }
        };
        let places = tables.flat_map(|table| (0..seats).map(move |_| table));
        let seated = at_once(places.map(sit)).await;
        drop(begin);
        let mut ready = Vec::new();
        for (terminal, bettor) in seated {
            ready.push((terminal, bettor.await.expect("a terminal waits without a fault")));
        }
        ready
    }

    /// A dealer's conversation.
    pub(crate) async fn dealer(&self) -> Bettor {
        let line = self.served.said.iter().find(|line| line.trim_start().starts_with("dealer "));
        let password = line.and_then(|line| line.split_whitespace().nth(1));
        let body = json!({ "name": "dealer", "password": password.expect("the demo printed it") });
        let (cookie, _) = post(self.address(), "/api/v1/login", &body).await;
        let mut screen = Screen::open(self.address(), "/ws?as=staff", Some(&cookie)).await;
        let asked = asked(&screen.hear().await);
        Bettor { screen, asked }
    }
}

/// Where the folders of a run lie: on a disk, not in memory, or nothing would be durable.
pub(crate) fn work_folder() -> PathBuf {
    let exe = std::env::current_exe().expect("a program has a place");
    exe.parent().expect("a program lies in a folder").to_owned()
}

/// Runs all of them, some at once, because each mostly waits for the disk.
async fn at_once<F>(doing: impl Iterator<Item = F>) -> Vec<F::Output>
where
    F: Future<Output: Send> + Send + 'static,
{
    const AT_ONCE: usize = 64;
    let (mut going, mut done) = (JoinSet::new(), Vec::new());
    for next in doing {
        if going.len() == AT_ONCE {
            done.extend(going.join_next().await);
        }
        going.spawn(next);
    }
    while let Some(next) = going.join_next().await {
        done.push(next);
    }
    done.into_iter().map(|next| next.expect("a terminal sits down without a fault")).collect()
}

/// The way in of one terminal.
#[derive(Clone)]
pub(crate) struct Terminal {
    address: SocketAddr,
    /// Each line that is opened gives another.
    cookie: Arc<Mutex<String>>,
}

impl Terminal {
    async fn enrol(address: SocketAddr, table: u32) -> Self {
        let (cookie, _) = post(address, "/api/v1/seats", &json!({ "table": table })).await;
        Self { address, cookie: Arc::new(Mutex::new(cookie)) }
    }

    /// Opens the terminal and waits until it has seen its seat; returns that view too.
    pub(crate) async fn open(&self) -> (Bettor, Value) {
        let cookie = self.cookie.lock().expect("nobody panics with it").clone();
        let mut screen = Screen::open(self.address, "/ws?as=terminal", Some(&cookie)).await;
        let given = screen.given.take().expect("a terminal is given the next ticket");
        *self.cookie.lock().expect("nobody panics with it") = given;
        let asked = asked(&screen.hear().await);
        let seat = screen.until(|heard| heard.contains("\"channel\":\"seat\"")).await;
        let seat: Value = serde_json::from_str(&seat).expect("the server writes JSON");
        (Bettor { screen, asked }, seat["state"].clone())
    }

    /// Opens the terminal, and sits down with play money.
    pub(crate) async fn sit(&self) -> Bettor {
        let (mut bettor, _) = self.open().await;
        let answer =
            bettor.ask(None, json!({ "seat": { "sit": { "demo": 1_000_000_000 } } })).await;
        assert_eq!(answer["answer"], "done", "{answer}");
        bettor
    }
}

impl Bettor {
    /// Answers when the server asks whether it is still there, until the others are there too.
    async fn attend(mut self, mut waits: watch::Receiver<()>) -> Self {
        loop {
            tokio::select! {
                // Nothing is ever sent: dropping the other end is the signal.
                _ = waits.changed() => return self,
                heard = self.screen.hear() => if heard.starts_with("{\"tell\":\"ping\"") {
                    self.screen.say("{\"id\":0,\"ask\":\"pong\"}".into()).await;
                }
            }
        }
    }

    /// Sends an ask other than a bet, and waits for the answer.
    pub(crate) async fn ask(&mut self, round: Option<u64>, ask: Value) -> Value {
        self.asked += 1;
        let mut message = json!({ "id": self.asked, "ask": ask });
        if let Some(round) = round {
            message["round"] = round.into();
        }
        let message = message.to_string();
        self.screen.say(message.into()).await;
        let answer = self.screen.until(is_answer).await;
        serde_json::from_str(&answer).expect("the server writes JSON")
    }
}

/// Whether this message of our server is an answer.
pub(crate) fn is_answer(heard: &str) -> bool {
    heard.starts_with("{\"tell\":\"answer\"")
}

fn asked(hello: &str) -> u64 {
    let hello: Value = serde_json::from_str(hello).expect("the server writes JSON");
    hello["asked"].as_u64().unwrap_or_else(|| panic!("no hello: {hello}"))
}

fn config_text(tables: u32, run: Run) -> String {
    let mut text = "house = \"Under load\"\n[log]\nlevel = \"warn\"\n[doors]\n\
        connections_max = 20000\nconnections_per_address_max = 20000\n\
        messages_per_second = 100000\nrequests_per_second = 100000\n"
        .to_owned();
    let (run, betting) = match run {
        Run::Automatic => ("automatic", "pause_ms = 0\nbetting_ms = 3600000"),
        Run::Dealer => ("dealer", "show_ms = 0\npause_ms = 0"),
    };
    for number in 1..=tables {
        let limits = "usual = { min = 100, max = 100000000, multiple = 100 }\n\
            seat_max = 1000000000000\nexposure_max = 1000000000000000";
        write!(
            text,
            "[[table]]\nnumber = {number}\nname = \"Table {number}\"\nbook = \"maryland\"\n\
             run = \"{run}\"\ndice = \"random\"\n[table.limits]\n{limits}\n\
             [table.times]\nbetting_min_ms = 0\nwarning_ms = 1\n{betting}\n"
        )
        .expect("a string takes everything");
    }
    text
}

/// Posts to the server; the cookie that came back, and the body.
async fn post(address: SocketAddr, path: &str, body: &Value) -> (String, Value) {
    let body = body.to_string();
    let request = format!(
        "POST {path} HTTP/1.1\r\nhost: {address}\r\norigin: http://{address}\r\n\
         content-type: application/json\r\nconnection: close\r\ncontent-length: {}\r\n\r\n{body}",
        body.len()
    );
    let mut stream = TcpStream::connect(address).await.expect("the server is there");
    stream.write_all(request.as_bytes()).await.expect("the server reads");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.expect("the server answers");
    let (head, body) = answer.split_once("\r\n\r\n").expect("an answer has a head");
    let cookie = head.lines().find_map(|line| line.strip_prefix("set-cookie: "));
    let cookie = cookie.and_then(|cookie| cookie.split(';').next());
    let cookie = cookie.unwrap_or_else(|| panic!("no cookie: {answer}")).to_owned();
    (cookie, serde_json::from_str(body).unwrap_or(Value::Null))
}
