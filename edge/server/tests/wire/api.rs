//! The HTTP API: every answer in these tests is held against the document that describes it.

mod changes;
pub(crate) mod document;
mod fuzz;
mod past;
mod refusals;
mod schema;

use serde_json::{Value, json};
use taisai_server::http::api::openapi;

use crate::floor::TestFloor;
pub(crate) use document::address;
pub(crate) use past::betting;
use schema::Schemas;
use taisai_testing::client::{Reply, Served as _, http, log_in, raw};

/// The API of a floor, and its document.
pub(crate) struct Api<'a> {
    pub(crate) floor: &'a TestFloor,
    pub(crate) document: Value,
}

/// Somebody who asks, and counts.
#[derive(Clone, Debug)]
pub(crate) struct Caller {
    pub(crate) name: &'static str,
    pub(crate) cookie: String,
    pub(crate) counts: String,
    pub(crate) asked: u64,
}

impl Caller {
    /// The next key.
    pub(crate) fn key(&mut self) -> String {
        self.asked += 1;
        format!("{}-{}", self.counts, self.asked)
    }
}

impl<'a> Api<'a> {
    pub(crate) fn of(floor: &'a TestFloor) -> Self {
        Self { floor, document: serde_json::from_str(openapi()).unwrap() }
    }

    /// Nobody in particular.
    pub(crate) fn nobody() -> Caller {
        Caller { name: "nobody", cookie: "none=0".into(), counts: "s0".into(), asked: 0 }
    }

    /// The same, if they may still log in.
    pub(crate) async fn try_staff(&self, name: &'static str) -> Option<Caller> {
        let credentials = json!({ "name": name, "password": self.floor.password(name) });
        let reply = self.post(&Self::nobody(), "/api/v1/login", None, credentials).await;
        if reply.status == 200 { Some(self.staff(name).await) } else { None }
    }

    /// A member of staff who has logged in.
    pub(crate) async fn staff(&self, name: &'static str) -> Caller {
        let cookie = log_in(self.floor, name).await;
        let mut caller = Caller { name, cookie, counts: String::new(), asked: 0 };
        let me = self.get(&caller, "/api/v1/me").await;
        caller.counts = format!("s{}", me.body["session"]);
        caller.asked = me.body["asked"].as_u64().unwrap();
        assert_eq!(me.body["next_key"], format!("{}-{}", caller.counts, caller.asked + 1));
        caller
    }

    /// A terminal at a seat of a demo table.
    pub(crate) async fn terminal(&self, table: u32) -> Caller {
        let wish = json!({ "table": table });
        let nobody = Self::nobody();
        let reply = self.post(&nobody, "/api/v1/seats", None, wish).await;
        assert_eq!(reply.status, 200, "{}", reply.text);
        let counts = format!("t{}", reply.body["terminal"]);
        Caller { name: "terminal", cookie: reply.cookie(), counts, asked: 0 }
    }

    pub(crate) async fn get(&self, caller: &Caller, path: &str) -> Reply {
        let reply = http(self.floor, "GET", path, &[("cookie", &caller.cookie)], None).await;
        self.hold("get", path, &reply);
        reply
    }

    pub(crate) async fn post(
        &self,
        caller: &Caller,
        path: &str,
        key: Option<&str>,
        body: Value,
    ) -> Reply {
        let mut headers = vec![("cookie", caller.cookie.as_str())];
        headers.extend(key.map(|key| ("idempotency-key", key)));
        let reply = http(self.floor, "POST", path, &headers, Some(body)).await;
        self.hold("post", path, &reply);
        reply
    }

    /// Sends any bytes; the answer is held against the document all the same.
    pub(crate) async fn send(
        &self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: &[u8],
    ) -> Reply {
        let reply = raw(self.floor, method, path, headers, body).await;
        self.hold(&method.to_lowercase(), path, &reply);
        reply
    }

    /// What the document says of an operation, by an address that leads to it.
    pub(crate) fn operation(&self, verb: &str, address: &str) -> Option<&Value> {
        let path = address.split('?').next().unwrap();
        let (_, described) = self.paths().find(|(template, _)| leads_to(template, path))?;
        described.get(verb)
    }

    pub(crate) fn paths(&self) -> impl Iterator<Item = (&String, &Value)> {
        // An address without braces goes before one with.
        let mut paths: Vec<_> = self.document["paths"].as_object().unwrap().iter().collect();
        paths.sort_by_key(|(template, _)| template.contains('{'));
        paths.into_iter()
    }

    /// An answer is one that the document names, and has the form that it says.
    fn hold(&self, verb: &str, path: &str, reply: &Reply) {
        let asked = format!("{verb} {path}: {} {}", reply.head, reply.text);
        let kind = reply.header("content-type").unwrap_or_default().split(';').next().unwrap();
        let Some(described) = self.operation(verb, path) else {
            // What the document does not name is a problem, too.
            assert!([404, 405].contains(&reply.status), "{asked}");
            assert_eq!(kind, "application/problem+json", "{asked}");
            return self.is_problem(reply, &asked);
        };
        let response = &described["responses"][reply.status.to_string()];
        assert!(response.is_object(), "a status that is not described: {asked}");
        assert!(reply.status < 500 || reply.status == 503, "{asked}");
        if reply.status >= 400 {
            assert_eq!(kind, "application/problem+json", "{asked}");
            return self.is_problem(reply, &asked);
        }
        let Some((described, content)) =
            response["content"].as_object().and_then(|all| all.iter().next())
        else {
            return assert_eq!(reply.text, "", "{asked}");
        };
        assert_eq!(kind, described, "{asked}");
        if kind == "application/json" {
            let schemas = Schemas::new(&self.document);
            schemas.check(&content["schema"], &reply.body).unwrap_or_else(|why| {
                panic!("{why} in {asked}");
            });
        }
    }

    fn is_problem(&self, reply: &Reply, asked: &str) {
        let schemas = Schemas::new(&self.document);
        let problem = &self.document["components"]["schemas"]["Problem"];
        schemas.check(problem, &reply.body).unwrap_or_else(|why| panic!("{why} in {asked}"));
        assert_eq!(reply.body["status"], reply.status, "{asked}");
        assert_eq!(
            reply.body["type"],
            format!("/problems/{}", reply.body["code"].as_str().unwrap())
        );
    }
}

fn leads_to(template: &str, path: &str) -> bool {
    let (template, path): (Vec<&str>, Vec<&str>) =
        (template.split('/').collect(), path.split('/').collect());
    let same = |(wanted, found): (&&str, &&str)| {
        wanted == found || (wanted.starts_with('{') && !found.is_empty())
    };
    template.len() == path.len() && template.iter().zip(&path).all(same)
}
