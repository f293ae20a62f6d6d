//! Whatever is wrong is told as a problem that says what would be right.

use serde_json::json;

use super::Api;
use crate::client::{http, log_in};
use crate::floor::{TestFloor, config};

/// Method, path, headers and body; the status and the code that come back.
type Case<'a> = (&'a str, &'a str, &'a [(&'a str, &'a str)], &'a [u8], u16, &'a str);

#[tokio::test(flavor = "multi_thread")]
async fn every_way_to_be_wrong_has_its_status_and_its_words() {
    let folder = tempfile::tempdir().unwrap();
    let floor = TestFloor::open(folder.path(), config(60_000)).await;
    let api = Api::of(&floor);
    let cookie = log_in(&floor, "cashier").await;
    let json = ("content-type", "application/json");
    let who = ("cookie", cookie.as_str());
    let sell = "/api/v1/vouchers/sell";
    let right = br#"{"amount":100,"currency":"USD"}"#;
    let deep = ["[".repeat(200), "]".repeat(200)].concat();
    let long = vec![b' '; 70_000];
    let text = ("content-type", "text/plain");
    let cases: [Case<'_>; 17] = [
        ("GET", "/api/v1/nothing", &[who], b"", 404, "no-such-page"),
        ("GET", "/api/v1/tables/one", &[who], b"", 404, "no-such-page"),
        ("GET", "/api/v1/tables/99", &[who], b"", 404, "no-such-table"),
        ("GET", "/api/v1/books/nevada", &[who], b"", 404, "no-such-book"),
        ("DELETE", "/api/v1/tables/1", &[who], b"", 405, "other-method"),
        ("POST", sell, &[who, text], right, 415, "not-json"),
        ("POST", sell, &[who], right, 415, "not-json"),
        ("POST", sell, &[who, json], &long, 413, "too-large"),
        ("POST", sell, &[who, json], b"{", 400, "unreadable"),
        ("POST", sell, &[who, json], b"", 400, "unreadable"),
        ("POST", sell, &[who, json], b"\xff", 400, "unreadable"),
        ("POST", sell, &[who, json], deep.as_bytes(), 422, "unreadable"),
        ("POST", sell, &[who, json], br#"{"amount":"1"}"#, 422, "unreadable"),
        ("POST", sell, &[who, json], right, 422, "bad-field"),
        ("POST", sell, &[json], right, 401, "needs-login"),
        ("GET", "/api/v1/staff", &[who], b"", 403, "not-yours"),
        ("GET", "/api/v1/reports", &[who], b"", 403, "role-needed"),
    ];
    for (method, path, headers, body, status, code) in cases {
        let reply = api.send(method, path, headers, body).await;
        let found = (reply.status, reply.body["code"].as_str().unwrap());
        assert_eq!(found, (status, code), "{method} {path}: {}", reply.text);
        assert!(!reply.body["detail"].as_str().unwrap().is_empty());
        assert_eq!(reply.header("x-content-type-options"), Some("nosniff"), "{path}");
    }
    let page = api.send("GET", "/api/v1/tables/1/rounds?limit=x", &[who], b"").await;
    assert_eq!((page.status, &page.body["code"]), (422, &json!("bad-field")), "{}", page.text);
    floor.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_page_of_another_site_changes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let floor = TestFloor::open(folder.path(), config(60_000)).await;
    let api = Api::of(&floor);
    let mut cashier = api.staff("cashier").await;
    let key = cashier.key();
    let body = json!({ "amount": 100, "currency": "USD" });
    let base = [("cookie", cashier.cookie.as_str()), ("idempotency-key", key.as_str())];
    for other in [
        ("origin", "http://evil.example"),
        ("origin", "null"),
        ("sec-fetch-site", "cross-site"),
        ("sec-fetch-site", "same-site"),
    ] {
        let headers = [&base[..], &[other]].concat();
        let reply =
            http(&floor, "POST", "/api/v1/vouchers/sell", &headers, Some(body.clone())).await;
        assert_eq!((reply.status, &reply.body["code"]), (403, &json!("not-yours")), "{other:?}");
    }
    let own = [&base[..], &[("origin", floor.url.as_str()), ("sec-fetch-site", "same-origin")]];
    let reply = http(&floor, "POST", "/api/v1/vouchers/sell", &own.concat(), Some(body)).await;
    assert_eq!(reply.status, 200, "{}", reply.text);
    assert_eq!(reply.body["voucher"]["number"], 1, "nothing was sold before");
    floor.close().await;
}
