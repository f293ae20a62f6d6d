//! The API thrown at from its own document: by everybody, with anything, at every operation.

use std::collections::BTreeMap;

use serde_json::{Value, json};
use taisai_testing::client::{Reply, over_line, raw};
use taisai_testing::luck::{Luck, asked_for};

use super::schema::Schemas;
use super::{Api, Caller};
use crate::floor::{TestFloor, config};

/// How many requests; `API_FUZZ_REQUESTS` asks for more.
fn requests() -> u64 {
    asked_for("API_FUZZ_REQUESTS").unwrap_or(2_500)
}

/// One thing that can be asked, as the document tells it.
struct Asked<'a> {
    verb: &'a str,
    template: &'a str,
    operation: &'a Value,
}

impl<'a> Asked<'a> {
    fn all(api: &'a Api<'_>) -> Vec<Self> {
        let mut all = Vec::new();
        for (template, verbs) in api.paths() {
            for (verb, operation) in verbs.as_object().unwrap() {
                all.push(Self { verb, template, operation });
            }
        }
        all
    }

    fn name(&self) -> &str {
        self.operation["operationId"].as_str().unwrap()
    }

    fn address(&self, luck: &mut Luck) -> String {
        let parameters = self.operation["parameters"].as_array().unwrap();
        let mut address = self.template.to_owned();
        let mut query = Vec::new();
        for parameter in parameters {
            let name = parameter["name"].as_str().unwrap();
            let value = match parameter["schema"]["enum"].as_array() {
                Some(words) => luck.one_of(words).as_str().unwrap().to_owned(),
                None if luck.one_in(12) => {
                    (*luck.one_of(&["x", "-1", "%00", "99999999999999999999", "1.5"])).to_owned()
                }
                None if parameter["schema"]["format"] == "date" && !luck.one_in(4) => {
                    (*luck.one_of(&["2026-11-19", "1970-01-01", "9999-12-31"])).to_owned()
                }
                None => luck.one_of(&[0, 1, 1, 2, 5, 9, 9, 77, u64::MAX]).to_string(),
            };
            match parameter["in"].as_str().unwrap() {
                "path" => address = address.replace(&format!("{{{name}}}"), &value),
                "query" if luck.one_in(2) => query.push(format!("{name}={value}")),
                _header => {}
            }
        }
        if luck.one_in(30) {
            query.push("unheard=of".to_owned());
        }
        if query.is_empty() { address } else { format!("{address}?{}", query.join("&")) }
    }

    /// Somebody asks it somehow.
    async fn throw(&self, api: &Api<'_>, caller: &mut Caller, luck: &mut Luck) -> Reply {
        let address = self.address(luck);
        let key = if luck.one_in(10) {
            (*luck.one_of(&["", "s1-1", "t1-1", "x", "5"])).to_owned()
        } else {
            caller.key()
        };
        let cookie = caller.cookie.clone();
        let mut headers = vec![("cookie", cookie.as_str()), ("idempotency-key", key.as_str())];
        let body = &self.operation["requestBody"]["content"]["application/json"]["schema"];
        let mut sent = Vec::new();
        if body.is_object() {
            sent = Schemas::new(&api.document).made_up(body, luck).to_string().into_bytes();
            if luck.one_in(25) {
                sent.truncate(luck.place(20));
            }
        }
        if !luck.one_in(40) {
            headers.push(("content-type", "application/json"));
        }
        api.send(&self.verb.to_uppercase(), &address, &headers, &sent).await
    }
}

/// Whether the document lets somebody ask something at all.
fn may(caller: &Caller, by: &str) -> bool {
    match by {
        "everybody" => true,
        "terminal" => caller.name == "terminal",
        "staff" => !["nobody", "terminal"].contains(&caller.name),
        "table-staff" => !["nobody", "terminal", "cashier"].contains(&caller.name),
        "superiors" => ["floor", "shift", "auditor", "admin"].contains(&caller.name),
        "cashiers" => caller.name == "cashier",
        other => panic!("{other} is nobody"),
    }
}

/// Where every stream of the journal ends.
async fn heads(api: &Api<'_>, who: &Caller) -> Value {
    api.get(who, "/api/v1/journal").await.body["streams"].clone()
}

#[tokio::test(flavor = "multi_thread")]
async fn whatever_is_sent_the_answer_is_one_of_the_document() {
    let folder = tempfile::tempdir().unwrap();
    let floor = TestFloor::open(folder.path(), config(600_000)).await;
    let api = Api::of(&floor);
    let mut luck = Luck::seeded("API_FUZZ_SEED", 7);
    let mut callers = vec![Api::nobody(), api.terminal(1).await];
    for name in ["dealer", "floor", "shift", "cashier", "auditor", "admin"] {
        callers.push(api.staff(name).await);
    }
    let all = Asked::all(&api);
    let mut right: BTreeMap<&str, u64> = BTreeMap::new();
    for turn in 0..requests() {
        let one = &all[usize::try_from(turn % all.len() as u64).unwrap()];
        // Logging out, or guessing at the own password, would end the session.
        if ["log_out", "refresh"].contains(&one.name()) {
            continue;
        }
        let place = luck.place(callers.len());
        let caller = &mut callers[place];
        let reply = one.throw(&api, caller, &mut luck).await;
        let by = one.operation["x-asked-by"].as_str().unwrap();
        let done = reply.status < 300;
        let who = caller.name;
        assert!(!done || may(caller, by), "{who} asked {}: {}", one.name(), reply.text);
        *right.entry(one.name()).or_default() += u64::from(done);
        // Some asks end sessions; people who still can log in again.
        if reply.status == 401 && may(caller, "staff") && by != "everybody" {
            match api.try_staff(who).await {
                Some(again) => *caller = again,
                None => drop(callers.remove(place)),
            }
        }
    }
    let never: Vec<_> =
        right.iter().filter(|(_, count)| **count == 0).map(|(name, _)| name).collect();
    println!(
        "{} requests, {} done, never done: {never:?}",
        requests(),
        right.values().sum::<u64>()
    );
    assert!(right.len() - never.len() >= 25, "too little was ever right: {right:?}");
    // After all of it the house stands.
    let ready = raw(&floor, "GET", "/readyz", &[], b"").await;
    assert_eq!(ready.status, 200, "{}", ready.text);
    floor.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_has_no_right_changes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let floor = TestFloor::open(folder.path(), config(600_000)).await;
    let api = Api::of(&floor);
    let mut luck = Luck::seeded("API_FUZZ_SEED", 7);
    let auditor = api.staff("auditor").await;
    let terminal = api.terminal(1).await;
    let mut callers = [Api::nobody(), auditor.clone(), terminal];
    // The tables open by themselves, and then wait for bets for ten minutes.
    for table in 1..=8 {
        super::past::betting(&api, table).await;
    }
    // A terminal's first request over a line is written down.
    over_line(&floor, &callers[2].cookie).await;
    let before = heads(&api, &auditor).await;
    let keyed = |one: &Asked<'_>| {
        let parameters = one.operation["parameters"].as_array().unwrap();
        parameters.iter().any(|parameter| parameter["name"] == "Idempotency-Key")
    };
    let all: Vec<Asked<'_>> = Asked::all(&api).into_iter().filter(keyed).collect();
    assert!(all.len() >= 6);
    for turn in 0..requests() / 3 {
        let one = &all[usize::try_from(turn % all.len() as u64).unwrap()];
        let caller = &mut callers[luck.place(3)];
        // A terminal may sit down, and an auditor may look after their own log-in.
        let own = (caller.name == "terminal" && one.name() == "seat_ask")
            || (caller.name == "auditor" && one.name() == "floor_ask");
        if !own {
            let reply = one.throw(&api, caller, &mut luck).await;
            assert!(reply.status >= 400, "{} {}: {}", caller.name, one.name(), reply.text);
        }
    }
    assert_eq!(heads(&api, &auditor).await, before, "nothing was written down");
    let sessions = json!({ "end_sessions": { "staff": 1 } });
    let mut auditor = auditor;
    let key = auditor.key();
    let refused = api.post(&auditor, "/api/v1/floor", Some(&key), sessions).await;
    assert_eq!(refused.status, 403, "{}", refused.text);
    floor.close().await;
}
