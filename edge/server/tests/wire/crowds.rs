//! Crowds at the doors: silent ones, slow ones, and more than there is room for.
//!
//! Connections were counted only once a socket was opened, and nothing but a socket was ever timed:
//! 1,100 connections that said nothing took every descriptor there was, for ever, and not a line
//! was written about it.

use std::fmt::Write as _;
use std::net::{Ipv4Addr, SocketAddr};
use std::time::{Duration, Instant};

use serde_json::json;
use taisai_protocol::Ask;
use taisai_protocol::server_message::Channel;
use taisai_server::config::{Config, Doors, StaffListener};
use taisai_testing::client::{self, PATIENCE, Screen, free_address, http};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpSocket, TcpStream};
use tokio::time::{sleep, timeout};

use crate::floor::{TestFloor, config};

/// How long the servers of these tests wait for anything.
const BRIEF: Duration = Duration::from_millis(500);

/// A floor whose patience is short, with its figures at an address of their own.
async fn impatient(folder: &std::path::Path, doors: impl FnOnce(&mut Doors)) -> Watched {
    let mut config = config(600_000);
    doors(&mut config.doors);
    Watched::open(folder, config).await
}

struct Watched {
    floor: TestFloor,
    figures: SocketAddr,
}

impl Watched {
    async fn open(folder: &std::path::Path, mut config: Config) -> Self {
        let figures = free_address();
        config.metrics = Some(figures);
        let patience = &mut config.patience;
        patience.request = BRIEF;
        patience.body = BRIEF;
        patience.reader = BRIEF;
        patience.handshake = BRIEF;
        let floor = TestFloor::open(folder, config).await;
        Self { floor, figures }
    }

    /// The value of a figure, by the beginning of its line.
    async fn figure(&self, name: &str) -> u64 {
        let mut stream = TcpStream::connect(self.figures).await.unwrap();
        let request = "GET /metrics HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n";
        stream.write_all(request.as_bytes()).await.unwrap();
        let mut page = String::new();
        timeout(PATIENCE, stream.read_to_string(&mut page)).await.unwrap().unwrap();
        let line = page.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
        line.unwrap_or_else(|| panic!("{name} is not in {page}")).parse().unwrap()
    }

    /// Waits until a figure is this.
    async fn until(&self, name: &str, is: impl Fn(u64) -> bool) {
        let since = Instant::now();
        while !is(self.figure(name).await) {
            assert!(since.elapsed() < PATIENCE, "{name} is {}", self.figure(name).await);
            sleep(Duration::from_millis(20)).await;
        }
    }
}

/// A connection from another address of this machine.
async fn from(last: u8, to: SocketAddr) -> TcpStream {
    let socket = TcpSocket::new_v4().unwrap();
    socket.bind((Ipv4Addr::new(127, 0, 0, last), 0).into()).unwrap();
    timeout(PATIENCE, socket.connect(to)).await.unwrap().unwrap()
}

/// Whether the server has hung up, or does so before long.
async fn is_cut(stream: &mut TcpStream) -> bool {
    let mut rest = Vec::new();
    let read = timeout(PATIENCE, stream.read_to_end(&mut rest)).await;
    // A connection that is closed with something unread is reset.
    read.is_ok()
}

/// Asks for something on a connection that stays open; the status.
async fn status(stream: &mut TcpStream, path: &str) -> u16 {
    let request = format!("GET {path} HTTP/1.1\r\nhost: a\r\n\r\n");
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut head = [0; 12];
    timeout(PATIENCE, stream.read_exact(&mut head)).await.unwrap().unwrap();
    std::str::from_utf8(&head[9..]).unwrap().parse().unwrap()
}

/// Whether somebody at this address is answered.
async fn is_let_in(last: u8, floor: &TestFloor) -> bool {
    let mut stream = from(last, floor.address).await;
    let request = b"GET /healthz HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n";
    let mut answer = Vec::new();
    let answered = async {
        stream.write_all(request).await?;
        stream.read_to_end(&mut answer).await
    };
    let _ = timeout(PATIENCE, answered).await.unwrap();
    answer.starts_with(b"HTTP/1.1 200")
}

#[tokio::test(flavor = "multi_thread")]
async fn a_client_that_keeps_the_server_waiting_is_cut_off() {
    let folder = tempfile::tempdir().unwrap();
    let house = impatient(folder.path(), |_| {}).await;
    let address = house.floor.address;
    let timed_out = |of: &str| format!("taisai_timed_out_total{{for=\"{of}\"}}");

    let mut silent = from(2, address).await;
    assert!(is_cut(&mut silent).await, "a connection without a request");
    assert_eq!(house.figure(&timed_out("request")).await, 1);

    let mut drips = from(2, address).await;
    let slowly = async {
        drips.write_all(b"GET /healthz HTTP/1.1\r\nx-long: ").await?;
        while drips.write_all(b"x").await.is_ok() {
            sleep(Duration::from_millis(50)).await;
        }
        std::io::Result::Ok(())
    };
    timeout(PATIENCE, slowly).await.expect("a head that never ends").unwrap();
    assert_eq!(house.figure(&timed_out("request")).await, 2);

    let mut idle = from(2, address).await;
    assert_eq!(status(&mut idle, "/healthz").await, 200);
    assert!(is_cut(&mut idle).await, "a connection after its answer");
    assert_eq!(house.figure(&timed_out("request")).await, 3);

    let mut body = from(2, address).await;
    let head = "POST /api/v1/login HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\n\
                content-length: 1000\r\n\r\n{";
    body.write_all(head.as_bytes()).await.unwrap();
    let mut answer = String::new();
    timeout(PATIENCE, body.read_to_string(&mut answer)).await.expect("it hangs up").unwrap();
    assert!(answer.starts_with("HTTP/1.1 408") && answer.contains("too-slow"), "{answer}");
    assert_eq!(house.figure(&timed_out("body")).await, 1);
    house.floor.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_client_that_does_not_read_its_answer_is_cut_off() {
    let folder = tempfile::tempdir().unwrap();
    let house = impatient(folder.path(), |_| {}).await;
    let mut deaf = from(2, house.floor.address).await;
    let asks = "GET /api/openapi.json HTTP/1.1\r\nhost: a\r\n\r\n".repeat(1_000);
    // The server reads no more requests than it answers: some of these may never leave.
    let _ = timeout(Duration::from_secs(2), deaf.write_all(asks.as_bytes())).await;
    house.until("taisai_timed_out_total{for=\"reader\"}", |count| count == 1).await;
    house.until("taisai_connections{listener=\"floor\"}", |count| count == 0).await;
    house.floor.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn one_address_fills_its_share_and_everybody_else_plays_on() {
    let folder = tempfile::tempdir().unwrap();
    let narrow = |doors: &mut Doors| doors.connections_per_address_max = 5;
    let house = impatient(folder.path(), narrow).await;
    let (floor, mut silent) = (&house.floor, Vec::new());
    for _ in 0..5 {
        silent.push(from(2, floor.address).await);
    }
    house.until("taisai_connections{listener=\"floor\"}", |count| count == 5).await;
    assert!(!is_let_in(2, floor).await, "plain connections count, too");
    assert!(is_let_in(3, floor).await);
    let (mut player, _) = Screen::terminal(floor, 1).await;
    let sat = player.ask(None, client::sit_with_play_money(100_000)).await;
    assert_eq!(sat["answer"], "done", "{sat}");
    let turned = "taisai_turned_away_total{why=\"too-many-of-one-address\"}";
    assert_eq!(house.figure(turned).await, 1);
    // Who says nothing makes room again by and by.
    for stream in &mut silent {
        assert!(is_cut(stream).await);
    }
    assert!(is_let_in(2, floor).await);
    house.floor.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_full_house_counts_whom_it_refuses_and_lets_them_in_when_there_is_room() {
    let folder = tempfile::tempdir().unwrap();
    let house = impatient(folder.path(), |doors| doors.connections_max = 8).await;
    let floor = &house.floor;
    let mut silent = Vec::new();
    for _ in 0..8 {
        silent.push(from(2, floor.address).await);
    }
    house.until("taisai_connections{listener=\"floor\"}", |count| count == 8).await;
    assert!(!is_let_in(3, floor).await);
    assert_eq!(house.figure("taisai_turned_away_total{why=\"full\"}").await, 1);
    for stream in &mut silent {
        assert!(is_cut(stream).await);
    }
    assert!(is_let_in(3, floor).await);
    house.floor.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn staff_come_in_by_their_own_entrance_however_full_the_other_is() {
    let folder = tempfile::tempdir().unwrap();
    let mut own = config(600_000);
    own.doors.connections_max = 6;
    let doors = Doors { connections_max: 4, connections_per_address_max: 4, ..own.doors };
    let listen = SocketAddr::from(([127, 0, 0, 1], 0));
    own.staff = Some(StaffListener { listen, origins: Vec::new(), doors });
    let mut house = Watched::open(folder.path(), own).await;
    let everybody = house.floor.address;
    let mut crowd = Vec::new();
    for _ in 0..6 {
        crowd.push(from(2, everybody).await);
    }
    house.until("taisai_connections{listener=\"floor\"}", |count| count == 6).await;
    assert!(!is_let_in(1, &house.floor).await, "the house is full");

    let (address, url) = house.floor.staff.clone().unwrap();
    (house.floor.address, house.floor.url) = (address, url);
    let floor = &house.floor;
    let (mut pit, cookie) = Screen::staff(floor, "pit").await;
    let watched = pit.ask(None, Ask::Watch(Channel::Floor)).await;
    assert_eq!(watched["answer"], "done", "{watched}");
    let me = http(floor, "GET", "/api/v1/me", &[("cookie", &cookie)], None).await;
    assert_eq!((me.status, &me.body["name"]), (200, &json!("pit")));
    // Nobody who stays is let in here but staff: players and displays have their own budget.
    for door in ["as=display&table=1", "as=terminal"] {
        let opened = Screen::try_open(floor, door, &cookie, Some(&floor.url)).await;
        assert!(opened.is_err(), "{door}");
    }
    // A page of the other entrance is another page.
    let elsewhere = format!("http://{everybody}");
    let opened = Screen::try_open(floor, "as=staff", &cookie, Some(&elsewhere)).await;
    assert!(opened.is_err(), "{elsewhere}");
    // A crowd at this one keeps nobody out there.
    house.until("taisai_connections{listener=\"staff\"}", |count| count == 1).await;
    let mut strangers = Vec::new();
    for _ in 0..3 {
        strangers.push(from(3, address).await);
    }
    house.until("taisai_connections{listener=\"staff\"}", |count| count == 4).await;
    assert!(!is_let_in(1, &house.floor).await);
    drop(crowd);
    house.until("taisai_connections{listener=\"floor\"}", |count| count == 0).await;
    house.floor.address = everybody;
    assert!(is_let_in(1, &house.floor).await);
    drop((pit, strangers));
    house.floor.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn behind_a_trusted_proxy_screens_count_by_the_address_it_names() {
    let folder = tempfile::tempdir().unwrap();
    let mut behind = config(600_000);
    behind.doors.connections_per_address_max = 2;
    behind.proxies = vec![[127, 0, 0, 1].into()];
    let floor = TestFloor::open(folder.path(), behind).await;
    let display = async |address: &str| {
        let headers = [
            ("x-forwarded-for", address),
            ("origin", floor.url.as_str()),
            ("upgrade", "websocket"),
            ("sec-websocket-version", "13"),
            ("sec-websocket-key", "dGhlIHNhbXBsZSBub25jZQ=="),
        ];
        let mut request =
            "GET /ws?as=display&table=1 HTTP/1.1\r\nhost: a\r\nconnection: upgrade\r\n".to_owned();
        for (name, value) in headers {
            write!(request, "{name}: {value}\r\n").unwrap();
        }
        let mut stream = TcpStream::connect(floor.address).await.unwrap();
        stream.write_all(format!("{request}\r\n").as_bytes()).await.unwrap();
        let mut head = [0; 12];
        timeout(PATIENCE, stream.read_exact(&mut head)).await.unwrap().unwrap();
        let status: u16 = std::str::from_utf8(&head[9..]).unwrap().parse().unwrap();
        (status, stream)
    };
    let first = display("198.51.100.7").await;
    let second = display("198.51.100.7").await;
    assert_eq!((first.0, second.0), (101, 101));
    assert_eq!(display("198.51.100.7").await.0, 503, "as many as one address may have");
    assert_eq!(display("198.51.100.8").await.0, 101, "and nobody else");
    drop(first);
    let since = Instant::now();
    while display("198.51.100.7").await.0 != 101 {
        assert!(since.elapsed() < PATIENCE, "who leaves makes room");
    }
    drop(second);
    floor.close().await;
}
