//! Opening a journal: creating it once, bringing it up to date, and refusing what cannot be good.

use std::error::Error;

use taisai_journal::postgres::OpenFault;
use taisai_journal::{
    Head, Journal, JournalId, Options, Place, PostgresOptions, PostgresStore, Snapshot, Store,
    StoreFault, Stream,
};
use taisai_testing::cluster::{Cluster, client, cluster};
use taisai_testing::place::{append, batch, head, next, records, row};

use crate::{JOURNAL, open, options};

const FIRST_SCHEMA: &str = include_str!("../../src/postgres/migrations/0001-tables.sql");

fn refusal(url: &str) -> OpenFault {
    let create_as = Some(JOURNAL);
    match PostgresStore::open(url, &PostgresOptions { create_as, ..PostgresOptions::new("host") }) {
        Ok(_) => panic!("{url} was opened"),
        Err(fault) => fault,
    }
}

#[test]
fn no_journal_is_founded_unasked() {
    let url = cluster().database();
    let unasked = PostgresStore::open(&url, &PostgresOptions::new("host"));
    assert!(matches!(unasked, Err(OpenFault::NoJournal)));
    let schemas = "SELECT count(*) FROM pg_namespace WHERE nspname = 'taisai'";
    let found: i64 = client(&url).query_one(schemas, &[]).unwrap().get(0);
    assert_eq!(found, 0, "and nothing was written");
    open(&url, "host");
    assert_eq!(PostgresStore::open(&url, &PostgresOptions::new("host")).unwrap().id(), JOURNAL);
}

#[test]
fn hosts_that_found_a_journal_at_once_found_one() {
    let url = cluster().database();
    let found = |number: u8| {
        let create_as = Some(JournalId([number; 16]));
        let options = PostgresOptions { create_as, ..PostgresOptions::new(number.to_string()) };
        PostgresStore::open(&url, &options).unwrap().id()
    };
    let ids: Vec<JournalId> = std::thread::scope(|scope| {
        let founders: Vec<_> = (1..=8).map(|number| scope.spawn(move || found(number))).collect();
        founders.into_iter().map(|founder| founder.join().unwrap()).collect()
    });
    assert!(ids.iter().all(|id| *id == ids[0]), "{ids:?}");
}

/// The database itself would allow it: the connection of a reader can write.
#[test]
fn a_journal_opened_read_only_is_not_written() {
    let place = Place::Postgres(cluster().database());
    let options = Options::default();
    let mut journal = Journal::create(&place, JOURNAL, &options).unwrap();
    let mut other = Journal::open_read_only(&place, &options).unwrap();
    let one = batch(Stream::Floor, other.head(Stream::Floor), &[b"one"]);
    let said = other.append(std::slice::from_ref(&one)).unwrap_err().to_string();
    assert!(said.contains("opened read-only"), "{said}");
    journal.append(&[one]).unwrap();
}

/// A database as the first schema left it, with two records of the floor.
fn of_first_schema() -> String {
    let url = cluster().database();
    let mut client = client(&url);
    client.batch_execute(FIRST_SCHEMA).unwrap();
    let journal = "INSERT INTO taisai.journal (id, schema_version) VALUES ($1, 1)";
    client.execute(journal, &[&&JOURNAL.0[..]]).unwrap();
    let batch = batch(Stream::Floor, Head::start(JOURNAL, Stream::Floor), &[b"one", b"two"]);
    let stream = "INSERT INTO taisai.stream VALUES (0, 2, $1, 4, NULL, NULL)";
    client.execute(stream, &[&&batch.head().link.0[..]]).unwrap();
    let frames = "INSERT INTO taisai.batch VALUES (0, 1, $1)";
    client.execute(frames, &[&row(&batch).1]).unwrap();
    url
}

#[test]
fn an_older_schema_is_brought_up_to_date() {
    let url = of_first_schema();
    let mut store = open(&url, "host");
    assert_eq!(store.id(), JOURNAL);
    assert_eq!(records(&mut store, Stream::Floor), [b"one", b"two"]);
    append(&mut store, Stream::Floor, &[b"three"]);
    assert_eq!(records(&mut store, Stream::Floor).len(), 3);
    let version = "SELECT schema_version FROM taisai.journal";
    assert_eq!(client(&url).query_one(version, &[]).unwrap().get::<_, i32>(0), 3);
}

#[test]
fn an_older_schema_is_brought_up_to_date_by_one_of_many() {
    let url = of_first_schema();
    std::thread::scope(|scope| {
        for number in 1..=8 {
            let url = &url;
            scope.spawn(move || open(url, &format!("host {number}")));
        }
    });
    append(&mut open(&url, "host"), Stream::Floor, &[b"three"]);
}

#[test]
fn a_schema_of_tomorrow_is_refused() {
    let url = cluster().database();
    append(&mut open(&url, "host"), Stream::Floor, &[b"one"]);
    let mut client = client(&url);
    for (version, expected) in [(4, "newer"), (99, "newer"), (0, "damaged"), (-4, "damaged")] {
        let set = "UPDATE taisai.journal SET schema_version = $1";
        client.execute(set, &[&version]).unwrap();
        let fault = refusal(&url);
        let is_expected = match expected {
            "newer" => {
                matches!(fault, OpenFault::NewerSchema { found, known: 3 } if found == version)
            }
            _ => matches!(fault, OpenFault::Store(StoreFault::Damaged(_))),
        };
        assert!(is_expected, "schema {version}: {fault}");
    }
    client.execute("DELETE FROM taisai.journal", &[]).unwrap();
    assert!(matches!(refusal(&url), OpenFault::Store(StoreFault::Damaged(_))), "without a name");
}

/// What an owner of the database may hang on the journal's tables to swallow what is appended.
#[test]
fn what_somebody_hangs_on_the_tables_is_refused() {
    let swallow = "CREATE FUNCTION public.swallow() RETURNS trigger LANGUAGE plpgsql
                   AS 'BEGIN RETURN NULL; END';
                   CREATE TRIGGER swallow BEFORE INSERT ON taisai.batch
                   FOR EACH ROW EXECUTE FUNCTION public.swallow()";
    let rule = "CREATE RULE nothing AS ON INSERT TO taisai.batch DO INSTEAD NOTHING";
    let other = "CREATE FUNCTION taisai.other() RETURNS void LANGUAGE sql AS ''";
    let hollow = "DO $do$ BEGIN EXECUTE (SELECT replace(pg_get_functiondef(oid),
                  'INSERT INTO taisai.batch', 'INSERT INTO pg_temp.batch')
                  FROM pg_proc WHERE proname = 'append'); END $do$";
    let path = "ALTER FUNCTION taisai.claim SET search_path = public";
    let caller = "ALTER FUNCTION taisai.renew SECURITY INVOKER";
    for sql in [swallow, rule, other, hollow, path, caller] {
        let url = cluster().database();
        append(&mut open(&url, "host"), Stream::Floor, &[b"one"]);
        client(&url).batch_execute(sql).unwrap();
        let fault = refusal(&url);
        assert!(fault.to_string().contains("not ours"), "{sql}: {fault}");
    }
}

/// Changes settings of a cluster of one's own, and waits until a new connection sees them.
fn set(cluster: &Cluster, settings: &[(&str, &str)]) {
    for (name, value) in settings {
        cluster.admin().batch_execute(&format!("ALTER SYSTEM SET {name} = '{value}'")).unwrap();
    }
    cluster.admin().execute("SELECT pg_reload_conf()", &[]).unwrap();
    let seen = |name: &str| -> String {
        cluster.admin().query_one("SELECT current_setting($1)", &[&name]).unwrap().get(0)
    };
    while settings.iter().any(|(name, value)| seen(name) != *value) {
        std::thread::yield_now();
    }
}

#[test]
fn a_server_that_may_forget_is_refused() {
    let cluster = Cluster::start(&["full_page_writes = off"]);
    let url = cluster.database();
    let refused = |name: &str| {
        let fault = refusal(&url);
        let is_named = matches!(&fault, OpenFault::NotDurable { setting, .. } if *setting == name);
        assert!(is_named, "{name}: {fault}");
    };
    refused("full_page_writes");
    set(&cluster, &[("full_page_writes", "on"), ("fsync", "off")]);
    refused("fsync");
    set(&cluster, &[("fsync", "on")]);
    append(&mut open(&url, "host"), Stream::Floor, &[b"one"]);
}

#[test]
fn a_session_sees_to_its_own_settings() {
    let url = cluster().database();
    let name = url.rsplit('/').next().unwrap();
    let set = |setting: &str, value: &str| {
        let set = format!("ALTER DATABASE {name} SET {setting} = '{value}'");
        cluster().admin().batch_execute(&set).unwrap();
    };
    append(&mut open(&url, "host"), Stream::Floor, &[b"one"]);
    let settings = [
        ("synchronous_commit", "off"),
        ("default_transaction_isolation", "serializable"),
        ("search_path", "nowhere"),
        ("statement_timeout", "1ms"),
        ("lock_timeout", "1ms"),
        ("idle_session_timeout", "1s"),
    ];
    for (setting, value) in settings {
        set(setting, value);
    }
    let mut store = open(&url, "host");
    std::thread::sleep(std::time::Duration::from_millis(1_500));
    append(&mut store, Stream::Floor, &[&vec![0; 1 << 20]]);
    drop(store);
    set("default_transaction_read_only", "on");
    let mut store = open(&url, "host");
    assert_eq!(head(&mut store, Stream::Floor).sequence, 2, "reading needs no right to write");
    let batch = next(&mut store, Stream::Floor, &[b"three"]);
    let answer = store.append(&[batch]);
    assert!(matches!(answer, Err(StoreFault::ReadOnly(_))), "{answer:?}");
}

/// The blocks of docs/journal-postgres.md that begin with these words.
fn documented(begins: &str) -> &'static str {
    let page = include_str!("../../../../docs/journal-postgres.md");
    let blocks = page.split("```sql\n").skip(1).filter_map(|rest| rest.split("```").next());
    blocks.into_iter().find(|block| block.starts_with(begins)).unwrap()
}

/// The roles of docs/journal-postgres.md, made as it says: one that owns the journal, one that
/// serves, one that only looks.
#[test]
fn whoever_serves_can_write_records_and_change_none() {
    // Roles belong to a whole cluster.
    let cluster = Cluster::start(&[]);
    for statement in documented("CREATE ROLE taisai ").lines() {
        cluster.admin().batch_execute(statement).unwrap();
    }
    let url = cluster.url("taisai");
    let as_role = |role: &str| url.replace("postgres@", &format!("{role}@"));
    drop(open(&as_role("taisai"), "founder"));
    client(&as_role("taisai")).batch_execute(documented("GRANT ")).unwrap();

    let mut writer =
        PostgresStore::open(&as_role("taisai_server"), &PostgresOptions::new("host")).unwrap();
    append(&mut writer, Stream::Floor, &[b"one"]);
    writer.renew().unwrap();
    let head = head(&mut writer, Stream::Floor);
    let snapshot = Snapshot { stream: Stream::Floor, head, hash: [1; 32], bytes: vec![2] };
    writer.keep_snapshot(&snapshot).unwrap();
    assert_eq!(writer.snapshot(Stream::Floor, 1).unwrap(), Some(snapshot));
    assert!(!writer.may_rewrite().unwrap());
    writer.close().unwrap();
    let mut again =
        PostgresStore::open(&as_role("taisai_server"), &PostgresOptions::new("other")).unwrap();
    append(&mut again, Stream::Floor, &[b"two"]);

    let attempts = [
        "UPDATE taisai.batch SET frames = ''",
        "DELETE FROM taisai.batch",
        "TRUNCATE taisai.batch",
        "INSERT INTO taisai.batch VALUES (0, 3, '')",
        "UPDATE taisai.stream SET head_sequence = 1",
        "DELETE FROM taisai.stream",
        "DELETE FROM taisai.snapshot",
        "UPDATE taisai.journal SET schema_version = 1",
        "DROP FUNCTION taisai.release",
        "CREATE TABLE taisai.own (a int)",
        "SET ROLE taisai",
    ];
    for role in ["taisai_server", "auditor"] {
        for attempt in attempts {
            let refused = client(&as_role(role)).batch_execute(attempt).unwrap_err();
            assert_eq!(refused.code().unwrap().code(), "42501", "{role}: {attempt}: {refused}");
        }
    }

    let mut auditor =
        PostgresStore::open(&as_role("auditor"), &PostgresOptions::new("auditor")).unwrap();
    assert_eq!(records(&mut auditor, Stream::Floor), [b"one", b"two"]);
    let answer = auditor.claim(Stream::Floor);
    assert!(matches!(answer, Err(StoreFault::ReadOnly(_))), "{answer:?}");
    assert!(open(&as_role("taisai"), "owner").may_rewrite().unwrap(), "the owner may");
}

#[test]
fn no_fault_repeats_the_password() {
    let there = cluster().url("").replace("postgres@", "dealer:geheim@");
    let urls = [
        "postgres://dealer:geheim@%2Fnowhere%2Fat%2Fall/floor".to_owned(),
        "postgres://dealer:geheim@127.0.0.1:1/floor".to_owned(),
        "postgres://dealer:geheim@no.such.host.invalid/floor".to_owned(),
        format!("{there}postgres"),
        format!("{there}no_such_database").replace("dealer", "postgres"),
        format!("{there}floor?sslmode=require"),
    ];
    for url in urls {
        let fault = refusal(&url);
        let message = format!("{fault} {fault:?} {:?}", fault.source().map(ToString::to_string));
        assert!(!message.contains("geheim"), "{message}");
    }
}

#[test]
fn a_server_that_is_not_there_is_unreachable() {
    for url in ["postgres://dealer@%2Fnowhere/floor", "postgres://dealer@127.0.0.1:1/floor"] {
        let fault = refusal(url);
        assert!(matches!(fault, OpenFault::Store(StoreFault::Unreachable(_))), "{fault:?}");
    }
    let options = options("host", PostgresOptions::LEASE);
    assert_eq!(options.renew_every() * 3, PostgresOptions::LEASE);
}
