//! What every answer tells a browser, and what the server tells whoever watches over it.

use serde_json::json;
use taisai_server::config::Config;
use taisai_testing::client::{Screen, Served as _, http};

use crate::floor::{TestFloor, config};

fn header<'a>(head: &'a str, name: &str) -> Option<&'a str> {
    let lines = head.lines().filter_map(|line| line.split_once(": "));
    let mut found = lines.filter(|(known, _)| known.eq_ignore_ascii_case(name));
    let (_, value) = found.next()?;
    assert!(found.next().is_none(), "{name} is there twice:\n{head}");
    Some(value)
}

#[tokio::test(flavor = "multi_thread")]
async fn every_answer_says_what_a_browser_may_do_with_it() {
    let folder = tempfile::tempdir().unwrap();
    let floor = TestFloor::open(folder.path(), config(10_000)).await;
    let pages = [
        ("GET", "/", 200),
        ("GET", "/healthz", 200),
        ("GET", "/readyz", 200),
        ("GET", "/api/v1/tables", 200),
        ("GET", "/api/v1/books/act/par", 200),
        ("GET", "/api/v1/me", 401),
        ("GET", "/api/v1/nothing", 404),
        ("GET", "/nothing.js", 404),
        ("GET", "/nothing", 404),
        ("DELETE", "/api/v1/tables", 405),
        ("TRACE", "/", 405),
    ];
    for (method, path, status) in pages {
        let reply = http(&floor, method, path, &[], None).await;
        assert_eq!(reply.status, status, "{method} {path}");
        let is = |name: &str| header(&reply.head, name).unwrap_or_default().to_owned();
        let policy = is("content-security-policy");
        for part in [
            "default-src 'self'",
            "script-src 'self'",
            "object-src 'none'",
            "base-uri 'none'",
            "form-action 'self'",
            "frame-ancestors 'none'",
        ] {
            assert!(policy.split("; ").any(|known| known == part), "{path}: {part} in {policy}");
        }
        let scripts = policy.split("; ").find(|part| part.starts_with("script-src")).unwrap();
        assert!(!scripts.contains("unsafe"), "no script within a page: {policy}");
        assert_eq!(is("x-content-type-options"), "nosniff", "{path}");
        // It is our own: the library's ends with the year 9999, and the answer with it.
        assert!(is("date").ends_with(" GMT") && is("date").len() == 29, "{path}: {}", is("date"));
        assert_eq!(is("referrer-policy"), "no-referrer", "{path}");
        assert_eq!(is("x-frame-options"), "DENY", "{path}");
        assert_eq!(is("cross-origin-opener-policy"), "same-origin", "{path}");
        assert_eq!(is("cross-origin-resource-policy"), "same-origin", "{path}");
        assert!(is("permissions-policy").contains("geolocation=()"), "{path}");
        let kept = is("cache-control");
        assert!(kept == "no-store" || kept == "no-cache", "{path}: {kept}");
        assert!(header(&reply.head, "strict-transport-security").is_none(), "without TLS");
        assert!(
            header(&reply.head, "server").is_none()
                && header(&reply.head, "x-powered-by").is_none()
        );
        assert!(header(&reply.head, "access-control-allow-origin").is_none(), "{path}");
    }
    floor.close().await;
}

/// Every address without a dot was answered with a page and 200: `/metrics`, `/nonsense/xyz`.
#[tokio::test(flavor = "multi_thread")]
async fn an_address_is_one_of_the_screens_or_of_the_api_or_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let floor = TestFloor::open(folder.path(), config(10_000)).await;
    let routes = include_str!("../../../../web/src/routes.json");
    let routes: Vec<String> = serde_json::from_str(routes).unwrap();
    assert!(routes.len() >= 13, "{routes:?}");
    for route in routes {
        let path = route.replace("{table}", "1").replace("{book}", "act");
        assert_eq!(http(&floor, "GET", &path, &[], None).await.status, 200, "{path}");
        assert_eq!(http(&floor, "HEAD", &path, &[], None).await.status, 200, "{path}");
        assert_eq!(http(&floor, "POST", &path, &[], None).await.status, 405, "{path}");
    }
    for path in [
        "/nonsense",
        "/nonsense/xyz",
        "/metrics",
        "/play/xyz",
        "/console/one",
        "/console/99",
        "/display/99",
        "/rules/nevada",
        "/healthz/more",
        "/ws/more",
        "/.git/config",
        "/assets",
        "/assets/",
        "/assets/../index.html",
        "/%2e%2e/%2e%2e/etc/passwd",
        "/api/v1/../../etc/passwd",
        "//",
        "/..",
    ] {
        let reply = http(&floor, "GET", path, &[], None).await;
        assert_eq!(reply.status, 404, "{path}: {}", reply.text);
        let person = [("accept", "text/html,application/xhtml+xml;q=0.9")];
        let reply = http(&floor, "GET", path, &person, None).await;
        assert_eq!(reply.status, 404, "a person sees the page that leads back: {path}");
    }
    floor.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_is_turned_away_hears_it_with_the_same_headers() {
    let folder = tempfile::tempdir().unwrap();
    let mut slow = config(10_000);
    slow.doors.requests_per_second = 1;
    let floor = TestFloor::open(folder.path(), slow).await;
    let mut reply = http(&floor, "GET", "/healthz", &[], None).await;
    for _ in 0..20 {
        if reply.status == 429 {
            break;
        }
        reply = http(&floor, "GET", "/healthz", &[], None).await;
    }
    assert_eq!((reply.status, &reply.body["code"]), (429, &json!("too-fast")));
    assert_eq!(header(&reply.head, "x-content-type-options"), Some("nosniff"));
    let evil = [("origin", "https://evil.example")];
    let reply = http(&floor, "POST", "/api/v1/login", &evil, Some(json!({}))).await;
    assert!(header(&reply.head, "content-security-policy").is_some(), "{}", reply.head);
    floor.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn behind_a_proxy_that_speaks_tls_cookies_are_for_tls_alone() {
    let folder = tempfile::tempdir().unwrap();
    let origins = vec!["https://floor.example".to_owned()];
    let behind = Config { origins, proxies: vec![[127, 0, 0, 1].into()], ..config(10_000) };
    let floor = TestFloor::open(folder.path(), behind).await;
    let origin = [("origin", "https://floor.example"), ("x-forwarded-for", "198.51.100.7")];
    let body = Some(json!({ "name": "floor", "password": floor.password("floor") }));
    let reply = http(&floor, "POST", "/api/v1/login", &origin, body.clone()).await;
    let cookies = reply.head.lines().filter_map(|line| line.strip_prefix("set-cookie: "));
    let cookies: Vec<&str> = cookies.collect();
    assert!(cookies.iter().any(|cookie| cookie.starts_with("__Host-taisai-session=")));
    for cookie in cookies {
        assert!(cookie.starts_with("__Host-taisai-"), "{cookie}");
        assert!(cookie.contains("; Secure") && cookie.contains("; Path=/;"), "{cookie}");
    }
    assert!(header(&reply.head, "strict-transport-security").is_some());
    let local = format!("http://{}", floor.address);
    let other = http(&floor, "POST", "/api/v1/login", &[("origin", &local)], body).await;
    assert_eq!(other.status, 403, "the inner address is no page of ours");

    // Five wrong tries lock a name for the address the proxy tells, and for no other.
    let wrong = json!({ "name": "dealer", "password": "not the password" });
    for _ in 0..5 {
        http(&floor, "POST", "/api/v1/login", &origin, Some(wrong.clone())).await;
    }
    let locked = http(&floor, "POST", "/api/v1/login", &origin, Some(wrong)).await;
    assert_eq!(locked.status, 429);
    let right = Some(json!({ "name": "dealer", "password": floor.password("dealer") }));
    let elsewhere = [("origin", "https://floor.example"), ("x-forwarded-for", "198.51.100.8")];
    assert_eq!(http(&floor, "POST", "/api/v1/login", &elsewhere, right).await.status, 200);
    floor.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn figures_are_told_on_a_listener_of_their_own_and_nowhere_else() {
    let folder = tempfile::tempdir().unwrap();
    let free = taisai_testing::client::free_address();
    let floor = TestFloor::open(folder.path(), Config { metrics: Some(free), ..config(10_000) });
    let mut floor = floor.await;
    let (mut screen, _) = Screen::terminal(&floor, 1).await;
    screen.ask(None, json!({ "seat": { "sit": { "demo": 100_000 } } })).await;
    let round = screen.betting(1).await;
    for stake in [100, 150] {
        let bets = json!([{ "area": "small", "stake": stake }]);
        screen.ask(Some(round), json!({ "bet": { "place_bets": { "bets": bets } } })).await;
    }
    taisai_testing::client::log_in(&floor, "floor").await;
    let own = http(&floor, "GET", "/metrics", &[], None).await;
    assert_eq!(own.status, 404, "the floor's own address tells no figures: {}", own.text);
    floor.address = free;
    let page = http(&floor, "GET", "/metrics", &[], None).await;
    assert_eq!(page.status, 200);
    assert!(header(&page.head, "content-type").unwrap().starts_with("text/plain; version=0.0.4"));
    for line in [
        "taisai_bets_total{table=\"1\"} 1",
        "taisai_rounds_total{table=\"1\"} 1",
        "taisai_refusals_total{code=\"bets\"} 1",
        "taisai_screens{kind=\"terminal\"} 1",
        "taisai_log_ins_total{outcome=\"right\"} 1",
        "taisai_inbox{stream=\"table 9\"} 0",
        "taisai_ready 1",
    ] {
        assert!(page.text.lines().any(|told| told == line), "{line} is not in\n{}", page.text);
    }
    let value = |name: &str| -> f64 {
        let line = page.text.lines().find(|line| line.starts_with(name)).unwrap();
        line.rsplit(' ').next().unwrap().parse().unwrap()
    };
    assert!(value("taisai_journal_head{stream=\"floor\"}") > 10.0);
    assert!(value("taisai_commit_seconds_count") > 10.0);
    assert!(value("process_resident_memory_bytes") > 1e6);
    floor.close().await;
}
