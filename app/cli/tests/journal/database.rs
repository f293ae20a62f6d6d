//! The same commands on a PostgreSQL database.

use taisai_journal::{Options, Place};
use taisai_testing::cluster::cluster;
use taisai_testing::house::found;

use crate::running::{Folder, done, house, refused, taisai, taisai_at, whole};

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
    done(&["restore", &backup, &other, "--head", &heads]);
    let all = |data: &str| done(&["export", data, "--ndjson"]);
    assert_eq!(all(&other), all(&url));
    done(&["verify", &other, "--head", &heads]);
    tampered(&other, &heads);
}

/// An auditor who could read the journal could not query it: the answers lie in a schema of
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
    cluster()
        .admin()
        .batch_execute("CREATE ROLE auditor LOGIN; CREATE ROLE taisai_server LOGIN")
        .unwrap();
    let auditor = url.replace("postgres@", "auditor@");
    // What was projected before the auditor was let in was there, and answered as if it were not.
    let asks = ["journal", "ask", &auditor, "rounds"];
    done(&["journal", "project", &url]);
    taisai_testing::cluster::client(&url).batch_execute(&grants.join("\n")).unwrap();
    let said = taisai(&asks);
    assert!(said.code == 1 && said.err.contains("before it was let in"), "{}", said.err);
    assert!(said.err.contains("runs taisai journal project again"), "{}", said.err);
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
    let mut client = taisai_testing::cluster::client(url);
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
    let address = "postgres://cage:secret@127.0.0.1:1/floor?connect_timeout=2";
    let said = taisai_at(address, &["verify"]);
    assert_eq!(said.code, 1);
    assert!(!said.err.contains("secret"), "{}", said.err);
}

/// A copy was restored into an empty database, nobody accepted it, and its vouchers paid twice: the
/// database remembers nothing, and was believed to agree with everything.
#[test]
fn a_copy_in_an_empty_database_is_accepted_by_a_named_person() {
    let (folder, other) = (Folder::new(), cluster().database());
    let backup = folder.file("backup");
    done(&["backup", &folder.name(), &backup]);
    let said = taisai(&["restore", &backup, &other]);
    assert_eq!(said.code, 1, "{}", said.out);
    assert!(said.err.contains("no heads are remembered"), "{}", said.err);
    assert!(said.err.contains("--accept-old --by NAME --reason TEXT"), "{}", said.err);
    let said = taisai(&["verify", &other]);
    assert!(said.err.contains("there is no journal at"), "a refusal leaves nothing: {}", said.err);
    let signed = |by| ["restore", &backup, &other, "--accept-old", "--by", by, "--reason", "moved"];
    let said = taisai(&signed("nobody.here"));
    assert!(said.code == 1 && said.err.contains("nobody here logs in as"), "{}", said.err);
    let said = done(&signed("ann"));
    assert!(said.contains("accepted by ann at 20"), "{said}");
    assert!(said.contains(": recorded in the floor's stream"), "{said}");
    done(&["verify", &other]);
    let floor = done(&["export", &other, "--floor", "--ndjson"]);
    assert_eq!(floor.matches("JournalAccepted").count(), 1, "{floor}");
    assert_eq!(floor.matches("series-begun").count(), 1, "{floor}");
    let streams = done(&["journal", "head", &other]);
    assert!(said.contains(streams.split_once('\n').unwrap().1), "{said} {streams}");
}

/// Only serve took the place of a journal from the environment, and only serve refused a password
/// that everybody on the machine can read.
#[test]
fn a_journal_is_named_in_the_environment_and_its_password_nowhere_else() {
    let folder = Folder::new();
    let (name, copy) = (folder.name(), folder.file("copy"));
    let commands: [&[&str]; 8] = [
        &["verify"],
        &["export", "--ndjson"],
        &["replay", "--table", "3"],
        &["journal", "head"],
        &["journal", "project"],
        &["journal", "ask", "rounds"],
        &["backup", &copy],
        &["restore", &copy],
    ];
    for command in commands {
        if command[0] == "restore" {
            std::fs::remove_file(folder.database()).unwrap();
        }
        let said = taisai_at(&name, command);
        assert_eq!(said.code, 0, "{command:?}: {}", said.err);
        let said = taisai(command);
        assert_eq!(said.code, 2, "{command:?}: {}", said.err);
        assert!(said.err.contains("TAISAI_DATA"), "{command:?}: {}", said.err);
        let secret = "postgres://cage:secret@127.0.0.1:1/floor";
        let (last, first) = match command {
            ["journal", about, rest @ ..] => (rest, vec!["journal", *about, secret]),
            ["restore", from] => (&[][..], vec!["restore", *from, secret]),
            [first, rest @ ..] => (rest, vec![*first, secret]),
            [] => unreachable!("every command has a name"),
        };
        let said = taisai(&[&first[..], last].concat());
        assert_eq!(said.code, 2, "{command:?}: {}", said.err);
        assert!(said.err.contains("a password on the command line"), "{command:?}: {}", said.err);
        assert!(!said.err.contains("secret"), "{command:?}: {}", said.err);
    }
}
