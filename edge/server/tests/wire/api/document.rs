//! The document, the routes and the page are one and the same list.

use std::collections::BTreeSet;

use serde_json::json;
use taisai_server::http::api::openapi;
use taisai_testing::client::raw;

use super::{Api, leads_to};
use crate::floor::{TestFloor, config};

/// An address that leads to an operation.
pub(crate) fn address(template: &str) -> String {
    let part = |part: &str| match part {
        "{book}" => "act".to_owned(),
        part if part.starts_with('{') => "1".to_owned(),
        part => part.to_owned(),
    };
    template.split('/').map(part).collect::<Vec<_>>().join("/")
}

#[tokio::test(flavor = "multi_thread")]
async fn every_route_is_in_the_document_and_the_reverse() {
    let folder = tempfile::tempdir().unwrap();
    let floor = TestFloor::open(folder.path(), config(60_000)).await;
    let api = Api::of(&floor);
    let mut names = BTreeSet::new();
    for (template, verbs) in api.paths() {
        let address = address(template);
        assert!(leads_to(template, &address));
        // The router itself says how an address may be asked: exactly as the document does.
        let reply = raw(&floor, "PATCH", &address, &[], b"").await;
        assert_eq!(reply.status, 405, "{address}");
        let allowed: BTreeSet<String> = reply
            .header("allow")
            .unwrap()
            .split(',')
            .map(|verb| verb.trim().to_lowercase())
            .collect();
        let mut wanted: BTreeSet<String> = verbs.as_object().unwrap().keys().cloned().collect();
        if wanted.contains("get") {
            wanted.insert("head".to_owned());
        }
        assert_eq!(allowed, wanted, "{address}");
        for (verb, one) in verbs.as_object().unwrap() {
            assert!(names.insert(one["operationId"].as_str().unwrap().to_owned()), "{one}");
            for key in ["summary", "description", "x-asked-by"] {
                assert!(!one[key].as_str().unwrap().is_empty(), "{verb} {template}: {key}");
            }
            let sends = one["requestBody"].is_object();
            assert!(verb == "post" || !sends, "{verb} {template}");
        }
    }
    assert!(names.len() >= 30, "{names:?}");
    for nowhere in ["/api/v1", "/api/v2/tables", "/api/v1/tables/1/2/3", "/api/", "/api/v1/cage"] {
        let reply = raw(&floor, "GET", nowhere, &[], b"").await;
        assert_eq!((reply.status, &reply.body["code"]), (404, &json!("no-such-page")), "{nowhere}");
    }
    floor.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_page_names_every_operation_and_type_and_runs_no_script() {
    let folder = tempfile::tempdir().unwrap();
    let floor = TestFloor::open(folder.path(), config(60_000)).await;
    let page = raw(&floor, "GET", "/api", &[], b"").await;
    assert_eq!((page.status, page.header("content-type")), (200, Some("text/html; charset=utf-8")));
    let api = Api::of(&floor);
    for (template, verbs) in api.paths() {
        assert!(page.text.contains(&format!("<code>{template}</code>")), "{template}");
        for one in verbs.as_object().unwrap().values() {
            let id = format!("id=\"{}\"", one["operationId"].as_str().unwrap());
            assert!(page.text.contains(&id), "{id}");
        }
    }
    for name in api.document["components"]["schemas"].as_object().unwrap().keys() {
        assert!(page.text.contains(&format!("id=\"type-{name}\"")), "{name}");
    }
    for wrong in ["<script", "http://", "https://", "onclick", "src="] {
        assert!(!page.text.contains(wrong), "{wrong}");
    }
    assert!(page.header("content-security-policy").unwrap().starts_with("default-src 'self'"));
    let served = raw(&floor, "GET", "/api/openapi.json", &[], b"").await;
    assert_eq!(served.text, openapi());
    floor.close().await;
}
