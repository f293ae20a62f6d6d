//! Every wrong request is answered with a problem that says what would be right.

use serde_json::{Value, json};
use taisai_testing::client::{Served as _, http, log_in};
use taisai_testing::luck::Luck;

use super::Api;
use super::schema::Schemas;
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

/// A page of 1,000,000 rounds was taken for one of 200: what the document bounds is refused beyond.
#[tokio::test(flavor = "multi_thread")]
async fn every_parameter_holds_to_the_bounds_of_the_document() {
    let folder = tempfile::tempdir().unwrap();
    let floor = TestFloor::open(folder.path(), config(600_000)).await;
    let api = Api::of(&floor);
    let (auditor, mut seat) = (api.staff("auditor").await, api.terminal(1).await);
    let key = seat.key();
    let sit = json!({ "sit": { "demo": 100_000 } });
    assert_eq!(api.post(&seat, "/api/v1/seat/asks", Some(&key), sit).await.status, 200);
    let mut tried = 0;
    for (template, verbs) in api.paths() {
        let operation = &verbs["get"];
        let by_seat = operation["x-asked-by"] == "terminal";
        let caller = if by_seat { &seat } else { &auditor };
        let parameters: Vec<&Value> =
            operation["parameters"].as_array().into_iter().flatten().collect();
        let query: Vec<&Value> =
            parameters.into_iter().filter(|parameter| parameter["in"] == "query").collect();
        for one in &query {
            // A day has no bounds but those of the calendar; `large` tries them.
            let Some(max) = one["schema"]["maximum"].as_u64() else {
                assert_eq!(one["schema"]["format"], "date", "{template}");
                continue;
            };
            let min = one["schema"]["minimum"].as_u64().unwrap();
            // Every other parameter is at an end of its own, so that none of them is refused.
            let asked = |value: &str| {
                let pair = |other: &&Value| {
                    let name = other["name"].as_str().unwrap();
                    let end = if name == "from" { "minimum" } else { "maximum" };
                    let is_one = other["name"] == one["name"];
                    let own = || other["schema"][end].to_string();
                    let value = if is_one { value.to_owned() } else { own() };
                    format!("{name}={value}")
                };
                let pairs = query.iter().map(pair).collect::<Vec<_>>().join("&");
                format!("{}?{pairs}", template.replace("{table}", "1"))
            };
            for right in [max, min.max(1)] {
                let path = asked(&right.to_string());
                assert_eq!(api.get(caller, &path).await.status, 200, "{path}");
            }
            let beyond = (u128::from(max) + 1).to_string();
            let below = (i128::from(min) - 1).to_string();
            for wrong in [beyond, below, String::new(), "x".to_owned(), "1.5".to_owned()] {
                let path = asked(&wrong);
                let reply = api.get(caller, &path).await;
                let found = (reply.status, &reply.body["code"]);
                assert_eq!(found, (422, &json!("bad-field")), "{path}: {}", reply.text);
            }
            tried += 1;
        }
    }
    assert!(tried >= 16, "{tried}");
    floor.close().await;
}

/// `["name", "password"]` logged somebody in: a list was taken wherever an object was meant.
#[tokio::test(flavor = "multi_thread")]
async fn a_list_is_no_body_of_any_operation() {
    let folder = tempfile::tempdir().unwrap();
    let floor = TestFloor::open(folder.path(), config(600_000)).await;
    let api = Api::of(&floor);
    let schemas = Schemas::new(&api.document);
    let mut seat = api.terminal(1).await;
    let mut staff = api.staff("admin").await;
    let mut luck = Luck::new(3);
    let mut tried = 0;
    for (template, verbs) in api.paths() {
        let operation = &verbs["post"];
        let schema = &operation["requestBody"]["content"]["application/json"]["schema"];
        if !schema.is_object() || operation["operationId"] == "refresh" {
            continue;
        }
        let caller = if operation["x-asked-by"] == "terminal" { &mut seat } else { &mut staff };
        let path = template.replace("{table}", "1").replace("{number}", "1");
        for _ in 0..8 {
            let body = schemas.made_up(schema, &mut luck);
            let Value::Object(parts) = body else { continue };
            let list = Value::Array(parts.values().cloned().collect());
            let inner = parts.into_iter().filter_map(|(word, part)| {
                let values: Vec<Value> = part.as_object()?.values().cloned().collect();
                Some(json!({ word: values }))
            });
            for wrong in inner.chain([list]) {
                let key = caller.key();
                let reply = api.post(caller, &path, Some(&key), wrong.clone()).await;
                let is_unreadable = reply.body["code"] == "unreadable";
                assert!(is_unreadable && reply.status < 423, "{path} {wrong}: {}", reply.text);
                tried += 1;
            }
        }
    }
    assert!(tried >= 50, "{tried}");
    let pair = json!(["admin", floor.password("admin")]);
    let reply = api.post(&Api::nobody(), "/api/v1/login", None, pair).await;
    assert_eq!(reply.status, 422, "{}", reply.text);
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
