//! The rows of docs/security.md, tried by somebody who means harm and has a socket.

use std::time::Duration;

use serde_json::{Value, json};
use taisai_testing::client::{PATIENCE, Reply, Screen, http, log_in, raw};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::time::timeout;

use crate::api::{Api, address};
use crate::floor::{TestFloor, config};

/// Sends any bytes; everything that comes back until the server hangs up.
async fn throws(floor: &TestFloor, bytes: &[u8]) -> String {
    let mut stream = TcpStream::connect(floor.address).await.unwrap();
    // The server may hang up before it has read all of it, and reset what it has said by that.
    let _ = stream.write_all(bytes).await;
    let mut answer = Vec::new();
    let _ = timeout(PATIENCE, stream.read_to_end(&mut answer)).await.expect("it hangs up");
    String::from_utf8_lossy(&answer).into_owned()
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_not_http_is_answered_with_nothing_and_harms_nobody() {
    let folder = tempfile::tempdir().unwrap();
    let mut brief = config(600_000);
    brief.patience.request = Duration::from_millis(500);
    let floor = TestFloor::open(folder.path(), brief).await;
    let with = |header: &str| format!("GET /healthz HTTP/1.1\r\nhost: a\r\n{header}\r\n\r\n");
    let mut thrown: Vec<Vec<u8>> = [
        "GARBAGE\r\n\r\n",
        "\0\0\0\0\r\n\r\n",
        "GET /healthz\r\n\r\n",
        "GET /healthz HTTP/9.9\r\nhost: a\r\n\r\n",
        "GET /\u{1} HTTP/1.1\r\nhost: a\r\n\r\n",
        "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
        "\u{16}\u{3}\u{1}\0\u{5}hello\r\n\r\n",
    ]
    .map(Into::into)
    .to_vec();
    thrown.push(with("no colon").into());
    thrown.push(with("x: a\rb").into());
    thrown.push(with("content-length: 5\r\ncontent-length: 6").into());
    thrown.push(with("content-length: -1").into());
    thrown.push(with(&format!("x: {}", "x".repeat(17 << 10))).into());
    thrown.push(with(&"x: y\r\n".repeat(200)).into());
    thrown.push(with("x: \u{0}").into());
    for bytes in &thrown {
        let shown = String::from_utf8_lossy(&bytes[..bytes.len().min(60)]).into_owned();
        let answer = throws(&floor, bytes).await;
        if answer.is_empty() {
            continue;
        }
        let (head, body) = answer.split_once("\r\n\r\n").unwrap();
        let status: u16 = head.split(' ').nth(1).unwrap().parse().unwrap();
        assert!(400 <= status && status < 500, "{shown:?}: {answer}");
        assert_eq!(body, "", "{shown:?}: nothing that a browser could take for anything");
    }
    assert_eq!(raw(&floor, "GET", "/healthz", &[], b"").await.status, 200);
    floor.close().await;
}

/// No page of another origin may read an answer, and no answer is taken for what it is not.
fn assert_closed_to_others(reply: &Reply, asked: &str) {
    let head = reply.head.to_lowercase();
    assert!(!head.contains("access-control-"), "{asked}: {head}");
    assert_eq!(reply.header("x-content-type-options"), Some("nosniff"), "{asked}: {head}");
    let policy = reply.header("content-security-policy").unwrap_or_default();
    assert!(policy.contains("frame-ancestors 'none'"), "{asked}: {head}");
    assert!(reply.text.is_empty() || reply.header("content-type").is_some(), "{asked}: {head}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_page_of_another_site_neither_reads_nor_changes_anything_by_any_method() {
    let folder = tempfile::tempdir().unwrap();
    let floor = TestFloor::open(folder.path(), config(600_000)).await;
    let api = Api::of(&floor);
    let admin = api.staff("admin").await;
    for table in 1..=8 {
        crate::api::betting(&api, table).await;
    }
    let heads = async || api.get(&admin, "/api/v1/journal").await.body["streams"].clone();
    let before = heads().await;
    let key = format!("{}-{}", admin.counts, admin.asked + 1);
    let headers = [
        ("cookie", admin.cookie.as_str()),
        ("idempotency-key", key.as_str()),
        ("origin", "https://evil.example"),
        ("sec-fetch-site", "cross-site"),
        ("access-control-request-method", "POST"),
        ("content-type", "application/json"),
    ];
    let mut addresses: Vec<String> = api.paths().map(|(template, _)| address(template)).collect();
    addresses.extend(["/", "/play", "/metrics", "/ws", "/healthz", "/readyz"].map(Into::into));
    for path in &addresses {
        for method in ["GET", "HEAD", "OPTIONS", "TRACE", "POST", "PUT", "PATCH", "DELETE"] {
            let asked = format!("{method} {path}");
            let reply = raw(&floor, method, path, &headers, b"{}").await;
            let reads = ["GET", "HEAD"].contains(&method);
            assert!(reads || reply.status >= 400, "{asked}: {} {}", reply.status, reply.text);
            assert!(!reply.text.to_lowercase().contains("evil.example"), "{asked}: {}", reply.text);
            assert_closed_to_others(&reply, &asked);
        }
    }
    assert_eq!(heads().await, before, "no read wrote a record");
    floor.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_is_no_trusted_proxy_cannot_be_somebody_else_for_every_request() {
    let folder = tempfile::tempdir().unwrap();
    let mut slow = config(600_000);
    slow.doors.requests_per_second = 2;
    slow.proxies = vec![[192, 0, 2, 1].into()];
    let floor = TestFloor::open(folder.path(), slow).await;
    let mut refused = 0;
    for number in 0..40 {
        let from = format!("198.51.100.{number}");
        let headers = [("x-forwarded-for", from.as_str()), ("forwarded", "for=198.51.100.9")];
        let reply = http(&floor, "GET", "/healthz", &headers, None).await;
        refused += u32::from(reply.status == 429);
    }
    assert!(refused > 0, "another address in a header is no other address");
    floor.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_token_opens_its_own_door_and_no_other() {
    let folder = tempfile::tempdir().unwrap();
    let floor = TestFloor::open(folder.path(), config(600_000)).await;
    let (_screen, terminal) = Screen::terminal(&floor, 1).await;
    let session = log_in(&floor, "admin").await;
    let token = |cookie: &str| cookie.split_once('=').unwrap().1.to_owned();
    let (of_terminal, of_session) = (token(&terminal), token(&session));
    let wrong = [
        format!("taisai-session={of_terminal}"),
        format!("taisai-terminal={of_session}"),
        format!("taisai-device={of_session}"),
        format!("taisai-session={}", &of_session[1..]),
        format!("taisai-session={of_session}0"),
        format!("taisai-session= {of_session}"),
        format!("taisai-session=\"{of_session}\""),
        format!("Taisai-Session={of_session}"),
        format!("__Host-taisai-session={of_session}"),
        format!("{session}; {session}"),
        format!("x-taisai-session={of_session}"),
    ];
    for cookie in &wrong {
        for path in ["/api/v1/me", "/api/v1/staff", "/api/v1/seat", "/api/v1/journal"] {
            let reply = http(&floor, "GET", path, &[("cookie", cookie)], None).await;
            assert_eq!(reply.status, 401, "{cookie} at {path}: {}", reply.text);
        }
        for door in ["as=staff", "as=terminal"] {
            let opened = Screen::try_open(&floor, door, cookie, Some(&floor.url)).await;
            assert!(opened.is_err(), "{cookie} at {door}");
        }
    }
    // What everybody may see needs no cookie, and a display can ask for nothing else.
    let mut display = Screen::open(&floor, "as=display&table=1", "").await;
    for ask in [
        json!({ "watch": "floor" }),
        json!({ "watch": "seat" }),
        json!({ "watch": { "console": { "table": 1 } } }),
        json!({ "recall": { "table": 1, "round": 1 } }),
        json!({ "seat": { "sit": { "demo": 100 } } }),
        json!({ "cage": { "look_up": { "number": 1 } } }),
    ] {
        let message = display.ask(None, ask.clone()).await;
        assert_eq!(message["why"]["code"], "not-yours", "{ask}: {message}");
    }
    let heard = display.heard.iter().filter(|message| message["tell"] != "answer");
    let private =
        |message: &&Value| message["channel"].is_string() && message["channel"] != "table";
    assert_eq!(heard.filter(private).count(), 0);
    floor.close().await;
}
