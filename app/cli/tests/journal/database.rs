//! The same commands on a PostgreSQL database.

use taisai_journal::{Options, Place};

use crate::cluster::cluster;
use crate::house::found;
use crate::running::{Folder, done, house, refused, taisai, whole};

#[test]
fn a_database_answers_as_a_folder_does() {
    let folder = Folder::empty();
    let (url, heads) = (cluster().database(), folder.file("floor.heads"));
    let options = Options { sidecar: Some(heads.clone().into()), ..Options::default() };
    drop(found(&Place::parse(&url), &options, house()));
    done(&["verify", &url]);
    done(&["verify", &url, "--head", &heads]);
    let same: [&[&str]; 4] = [
        &["export", "--ndjson"],
        &["journal", "head", "--json"],
        &["replay", "--table", "3", "--json"],
        &["replay", "--table", "3", "--round", "2"],
    ];
    for command in same {
        let on = |data: &str| done(&[command, &[data]].concat());
        assert_eq!(on(&url), on(&whole().name()), "{command:?}");
    }
    let (backup, other) = (folder.file("backup"), cluster().database());
    done(&["backup", &url, &backup]);
    done(&["restore", &backup, &other]);
    let all = |data: &str| done(&["export", data, "--ndjson"]);
    assert_eq!(all(&other), all(&url));
    done(&["verify", &other, "--head", &heads]);
    tampered(&other, &heads);
}

/// An auditor was told to look at the journal, and could not ask it: the answers lie in a schema of
/// their own, of which the document said nothing.
#[test]
fn an_auditor_asks_under_the_documented_grant() {
    let folder = Folder::empty();
    let (url, heads) = (cluster().database(), folder.file("floor.heads"));
    let options = Options { sidecar: Some(heads.into()), ..Options::default() };
    drop(found(&Place::parse(&url), &options, house()));
    let page = include_str!("../../../../docs/journal-postgres.md");
    let is_grant = |line: &&str| line.starts_with("GRANT ") && line.contains("auditor");
    let grants: Vec<&str> = page.lines().filter(is_grant).collect();
    assert!(!grants.is_empty());
    cluster().admin().batch_execute("CREATE ROLE auditor LOGIN").unwrap();
    crate::cluster::client(&url).batch_execute(&grants.join("\n")).unwrap();
    let auditor = url.replace("postgres@", "auditor@");
    for project in [&["journal", "project", &url][..], &["journal", "project", &url, "--rebuild"]] {
        done(project);
        for about in ["rounds", "bets", "meters", "vouchers", "acts"] {
            let asked = |data: &str| done(&["journal", "ask", data, about, "--csv"]);
            assert_eq!(asked(&auditor), asked(&url), "{about}");
        }
    }
    done(&["verify", &auditor]);
    let said = taisai(&["journal", "project", &auditor]);
    assert_eq!(said.code, 1, "who looks writes nothing: {}", said.err);
}

/// The tail of a stream is cut off in the database; only the file remembers it.
fn tampered(url: &str, heads: &str) {
    let mut client = crate::cluster::client(url);
    let cut = "WITH gone AS (DELETE FROM taisai.batch WHERE stream = 2 AND first_sequence =
                   (SELECT max(first_sequence) FROM taisai.batch WHERE stream = 2)
                   RETURNING first_sequence)
               SELECT first_sequence FROM gone";
    let first: i64 = client.query_one(cut, &[]).unwrap().get(0);
    let error = refused(&["verify", url, "--head", heads]);
    assert_eq!(error["details"][0]["stream"], "table 2");
    assert_eq!(error["details"][0]["sequence"], first);
}

#[test]
fn an_address_that_leads_nowhere_is_refused_without_its_password() {
    let url = cluster().database();
    let said = taisai(&["verify", &url]);
    assert!(said.code == 1 && said.err.contains("there is no journal at"), "{}", said.err);
    let said = taisai(&["verify", "postgres://cage:secret@127.0.0.1:1/floor?connect_timeout=2"]);
    assert_eq!(said.code, 1);
    assert!(!said.err.contains("secret"), "{}", said.err);
}
