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
