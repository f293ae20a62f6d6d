//! Those who guess at passwords and codes, from one place and from many; and those they would
//! shut out.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use futures_util::future::join_all;
use serde_json::{Value, json};
use taisai_floor::PasswordHash;
use taisai_server::world::password::{Hashing, Passwords, WorkPlace};
use taisai_testing::client::{Reply, Screen, Served as _, http};

use crate::floor::{TestFloor, config};

/// A floor behind a proxy on this machine, which says where each request comes from.
async fn floor_behind_proxy(folder: &std::path::Path) -> TestFloor {
    TestFloor::open(folder, behind_proxy()).await
}

fn behind_proxy() -> taisai_server::config::Config {
    let mut config = config(600_000);
    config.proxies = vec!["127.0.0.1".parse().unwrap()];
    config
}

async fn log_in_from(
    floor: &TestFloor,
    address: &str,
    cookie: &str,
    (name, password): (&str, &str),
) -> Reply {
    let headers = [("x-forwarded-for", address), ("cookie", cookie)];
    let body = json!({ "name": name, "password": password });
    http(floor, "POST", "/api/v1/login", &headers, Some(body)).await
}

const WRONG: &str = "not the password";

/// What the floor's screen shows under security, the latest first.
async fn security(floor: &TestFloor) -> Vec<Value> {
    let headers = [("x-forwarded-for", "10.9.9.9")];
    let body = json!({ "name": "pit", "password": floor.password("pit") });
    let cookie = http(floor, "POST", "/api/v1/login", &headers, Some(body)).await.cookie();
    let headers = [("x-forwarded-for", "10.9.9.9"), ("cookie", cookie.as_str())];
    let page = http(floor, "GET", "/api/v1/security?limit=200", &headers, None).await;
    page.body["events"].as_array().unwrap_or_else(|| panic!("{}", page.text)).clone()
}

fn count(events: &[Value], code: &str) -> usize {
    events.iter().filter(|event| event.to_string().contains(code)).count()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_name_is_guessed_at_twenty_times_from_everywhere_and_its_own_devices_still_come_in() {
    let folder = tempfile::tempdir().unwrap();
    let floor = floor_behind_proxy(folder.path()).await;
    let right = floor.password("admin");
    let first = log_in_from(&floor, "10.1.0.1", "", ("admin", &right)).await;
    assert_eq!(first.status, 200, "{}", first.text);
    let device = first.cookie_named("taisai-device");
    let mut guesses = 0;
    for place in 0..40 {
        for _ in 0..5 {
            let address = format!("10.2.0.{place}");
            let reply = log_in_from(&floor, &address, "", ("admin", WRONG)).await;
            match reply.status {
                401 => guesses += 1,
                429 => break,
                status => panic!("{status} {}", reply.text),
            }
        }
    }
    assert_eq!(guesses, 20, "forty places, five guesses each");
    let elsewhere = log_in_from(&floor, "10.3.0.1", "", ("admin", &right)).await;
    assert_eq!(elsewhere.status, 429, "nobody knows whether this is admin");
    let known = log_in_from(&floor, "10.3.0.1", &device, ("admin", &right)).await;
    assert_eq!(known.status, 200, "a device of admin's own: {}", known.text);
    let other = log_in_from(&floor, "10.3.0.1", "", ("shift", &floor.password("shift"))).await;
    assert_eq!(other.status, 200, "nobody else is locked out");
    assert!(count(&security(&floor).await, "locked-out") >= 1);
    floor.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn two_people_at_one_machine_are_known_there_both() {
    let folder = tempfile::tempdir().unwrap();
    let floor = floor_behind_proxy(folder.path()).await;
    let mut cookie = String::new();
    for name in ["admin", "shift"] {
        let reply = log_in_from(&floor, "10.1.0.1", &cookie, (name, &floor.password(name))).await;
        assert_eq!(reply.status, 200, "{}", reply.text);
        cookie = reply.cookie_named("taisai-device");
    }
    for name in ["admin", "shift"] {
        for place in 0..5 {
            for _ in 0..5 {
                log_in_from(&floor, &format!("10.2.0.{place}"), "", (name, WRONG)).await;
            }
        }
        let right = floor.password(name);
        assert_eq!(log_in_from(&floor, "10.1.0.1", "", (name, &right)).await.status, 429);
        assert_eq!(log_in_from(&floor, "10.1.0.1", &cookie, (name, &right)).await.status, 200);
    }
    floor.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_mark_of_a_device_is_worth_nothing_under_another_name() {
    let folder = tempfile::tempdir().unwrap();
    let floor = floor_behind_proxy(folder.path()).await;
    let dealer = floor.password("dealer");
    let mut guesses = 0;
    for _ in 0..12 {
        // A person who can log in gets as many fresh marks as they like.
        let reply = log_in_from(&floor, "10.1.0.1", "", ("dealer", &dealer)).await;
        assert_eq!(reply.status, 200, "{}", reply.text);
        let mark = reply.cookie_named("taisai-device");
        let guess = log_in_from(&floor, "10.1.0.1", &mark, ("admin", WRONG)).await;
        guesses += usize::from(guess.status == 401);
    }
    assert_eq!(guesses, 5, "one place has five guesses");
    floor.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn guesses_made_at_the_same_moment_are_counted_each() {
    let folder = tempfile::tempdir().unwrap();
    let floor = floor_behind_proxy(folder.path()).await;
    let guess = || log_in_from(&floor, "10.1.0.1", "", ("admin", WRONG));
    let replies = join_all((0..30).map(|_| guess())).await;
    let guesses = replies.iter().filter(|reply| reply.status == 401).count();
    assert_eq!(guesses, 5, "{:?}", replies.iter().map(|reply| reply.status).collect::<Vec<_>>());
    floor.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_too_long_is_refused_before_it_is_counted_or_hashed() {
    let folder = tempfile::tempdir().unwrap();
    let floor = floor_behind_proxy(folder.path()).await;
    let (long_name, long_password) = ("n".repeat(65), "p".repeat(257));
    for _ in 0..10 {
        for (name, password, field) in
            [(long_name.as_str(), WRONG, "name"), ("admin", long_password.as_str(), "password")]
        {
            let reply = log_in_from(&floor, "10.1.0.1", "", (name, password)).await;
            assert_eq!((reply.status, &reply.body["code"]), (422, &json!("bad-field")));
            assert_eq!(reply.body["data"]["field"], field, "{}", reply.text);
        }
    }
    let right = floor.password("admin");
    assert_eq!(log_in_from(&floor, "10.1.0.1", "", ("admin", &right)).await.status, 200);
    assert_eq!(count(&security(&floor).await, "login-failed"), 0);
    floor.close().await;
}

/// Hashes in no time, so that a test can fail as often as an attacker does in an hour.
struct Plain;

impl Hashing for Plain {
    fn place(&self) -> WorkPlace {
        WorkPlace::AtOnce
    }

    fn hash(&self, password: &str) -> Option<PasswordHash> {
        PasswordHash::new(&format!("${}", password.replace(' ', "-")))
    }

    fn verify(&self, password: &str, hash: &str) -> bool {
        self.hash(password).is_some_and(|same| same.as_str() == hash)
    }
}

/// Once ten thousand names had failed nothing was counted any more, and everybody could guess.
#[tokio::test(flavor = "multi_thread")]
async fn where_no_more_failures_can_be_remembered_strangers_wait_and_known_devices_do_not() {
    let folder = tempfile::tempdir().unwrap();
    let passwords = Passwords::by(Arc::new(Plain)).unwrap();
    let floor = TestFloor::open_with(folder.path(), behind_proxy(), passwords).await;
    let right = floor.password("admin");
    let first = log_in_from(&floor, "10.1.0.1", "", ("admin", &right)).await;
    let device = first.cookie_named("taisai-device");
    let mut refused = 0;
    for place in 0..250u32 {
        let address = format!("10.2.{}.{}", place / 200, place % 200);
        let names: Vec<String> = (0..50).map(|number| format!("n{place}-{number}")).collect();
        let tries = names.iter().map(|name| log_in_from(&floor, &address, "", (name, WRONG)));
        let replies = join_all(tries).await;
        refused += replies.iter().filter(|reply| reply.status == 429).count();
    }
    assert!(refused > 0, "the table of failures grows without end");
    let mut guesses = 0;
    for place in 0..20 {
        let address = format!("10.3.0.{place}");
        let guess = log_in_from(&floor, &address, "", ("admin", WRONG)).await;
        guesses += usize::from(guess.status == 401);
    }
    assert_eq!(guesses, 0, "what cannot be counted is not checked");
    let known = log_in_from(&floor, "10.3.1.1", &device, ("admin", &right)).await;
    assert_eq!(known.status, 200, "{}", known.text);
    let mut admin = Screen::open(&floor, "as=staff", &known.cookie()).await;
    admin.ask(None, json!({ "watch": "floor" })).await;
    let security = admin.whole("floor").await["security"].to_string();
    assert!(security.contains("any unknown place"), "{security}");
    floor.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_flood_of_log_ins_from_one_address_keeps_nobody_elsewhere_out() {
    let folder = tempfile::tempdir().unwrap();
    let floor = floor_behind_proxy(folder.path()).await;
    let right = floor.password("admin");
    let known = log_in_from(&floor, "10.1.0.1", "", ("admin", &right)).await;
    let device = known.cookie_named("taisai-device");
    let over = AtomicBool::new(false);
    let floods = async |screen: usize| {
        let mut busy = 0;
        for number in 0.. {
            if over.load(Ordering::Relaxed) {
                break;
            }
            let name = format!("n{screen}-{number}");
            let reply = log_in_from(&floor, "10.2.0.1", "", (&name, WRONG)).await;
            busy += usize::from(reply.status == 503);
        }
        busy
    };
    let calm = async {
        tokio::time::sleep(Duration::from_millis(200)).await;
        let mut slow = Vec::new();
        for number in 0..10 {
            let elsewhere = format!("10.3.0.{number}");
            for (address, cookie) in [(elsewhere.as_str(), ""), ("10.2.0.1", device.as_str())] {
                let begun = Instant::now();
                let reply = log_in_from(&floor, address, cookie, ("admin", &right)).await;
                let took = begun.elapsed();
                if reply.status != 200 || took > Duration::from_secs(5) {
                    slow.push(format!("{address} after {took:?}: {}", reply.status));
                }
            }
        }
        over.store(true, Ordering::Relaxed);
        slow
    };
    let (busy, slow) = tokio::join!(join_all((0..80).map(floods)), calm);
    assert!(busy.into_iter().sum::<usize>() > 0, "it was a flood");
    assert!(slow.is_empty(), "{slow:?}");
    floor.close().await;
}

async fn enrol_from(floor: &TestFloor, address: &str, code: &str) -> u16 {
    let headers = [("x-forwarded-for", address)];
    let body = json!({ "code": code });
    http(floor, "POST", "/api/v1/enrol", &headers, Some(body)).await.status
}

/// Sixty wrong codes met no lock.
#[tokio::test(flavor = "multi_thread")]
async fn wrong_enrolment_codes_lock_their_address_and_then_every_address() {
    let folder = tempfile::tempdir().unwrap();
    let floor = floor_behind_proxy(folder.path()).await;
    let (mut floorperson, _) = Screen::staff(&floor, "floor").await;
    let mut offer = async |seat: u64| {
        let ask = json!({ "floor": { "offer_enrolment": { "table": 1, "seat": seat } } });
        floorperson.ask(None, ask).await["code"].as_str().unwrap().to_owned()
    };
    let (first, second) = (offer(150).await, offer(151).await);
    let guess = async |address: &str, count: u32| {
        let mut read = 0;
        for number in 0..count {
            let status = enrol_from(&floor, address, &format!("wrong{number:03}")).await;
            read += u32::from(status != 429);
        }
        read
    };
    assert_eq!(guess("10.2.0.1", 60).await, 5, "one address has five");
    assert_eq!(enrol_from(&floor, "10.2.0.1", &first).await, 429, "a right one neither");
    assert_eq!(enrol_from(&floor, "10.1.0.1", &first).await, 200, "elsewhere it is good");
    let mut read = 5;
    for place in 0..40 {
        read += guess(&format!("10.3.0.{place}"), 5).await;
    }
    assert_eq!(read, 100, "all addresses together have a hundred");
    assert_eq!(enrol_from(&floor, "10.1.0.1", &second).await, 429);
    assert!(count(&security(&floor).await, "locked-out") >= 2);
    floor.close().await;
}
