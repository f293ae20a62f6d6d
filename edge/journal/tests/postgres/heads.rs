//! What a host remembers of a database that others write too.

use std::path::Path;

use taisai_journal::{Head, HeadsFault, Journal, OpenFault, Options, Place, Stream, Unknown};
use taisai_testing::cluster::{Cluster, client, cluster};
use taisai_testing::place::{append, batch};

use crate::{JOURNAL, open};

const FLOOR: Stream = Stream::Floor;

fn remembering(owner: &str, file: &Path, unknown: Unknown) -> Options {
    Options {
        sidecar: Some(file.to_owned()),
        unknown,
        owner: owner.to_owned(),
        ..Options::default()
    }
}

/// A host that appends these records and stops.
fn works(url: &str, options: &Options, records: &[&[u8]]) -> Result<(), OpenFault> {
    let mut journal = Journal::open(&Place::Postgres(url.to_owned()), options)?;
    for record in records {
        let after = journal.claim(FLOOR).unwrap();
        journal.append(&[batch(FLOOR, after, &[record])]).unwrap();
    }
    Ok(())
}

#[test]
fn hosts_take_turns_and_each_remembers_what_it_knows() {
    let folder = tempfile::tempdir().unwrap();
    let url = cluster().database();
    drop(open(&url, "founder"));
    let [first, second] = ["first", "second"]
        .map(|name| remembering(name, &folder.path().join(name), Unknown::Remembered));
    works(&url, &first, &[b"one", b"two"]).unwrap();
    works(&url, &second, &[b"three", b"four", b"five"]).unwrap();
    works(&url, &first, &[b"six"]).unwrap();
    works(&url, &second, &[]).unwrap();
}

#[test]
fn a_host_without_its_file_opens_only_where_it_may_be_new() {
    let folder = tempfile::tempdir().unwrap();
    let url = cluster().database();
    append(&mut open(&url, "founder"), FLOOR, &[b"one"]);
    let file = folder.path().join("heads");
    let refused = works(&url, &remembering("host", &file, Unknown::Refused), &[]);
    assert!(matches!(refused, Err(OpenFault::Heads { .. })), "{refused:?}");
    assert!(!file.exists());
    works(&url, &remembering("host", &file, Unknown::Remembered), &[]).unwrap();
    works(&url, &remembering("host", &file, Unknown::Refused), &[b"two"]).unwrap();
}

/// A standby that followed too late took its primary's place as if nothing had happened.
#[test]
fn a_promoted_standby_without_acknowledged_records_does_not_open() {
    let folder = tempfile::tempdir().unwrap();
    let primary = Cluster::start(&[]);
    primary.admin().batch_execute("CREATE DATABASE floor").unwrap();
    drop(open(&primary.url("floor"), "founder"));
    let host = remembering("host", &folder.path().join("heads"), Unknown::Remembered);
    works(&primary.url("floor"), &host, &[b"one"]).unwrap();
    let standby = primary.standby();
    // Nobody waits for this standby, and it does not receive the end.
    standby.admin().batch_execute("ALTER SYSTEM SET primary_conninfo = ''").unwrap();
    standby.admin().execute("SELECT pg_reload_conf()", &[]).unwrap();
    let follows = "SELECT count(*) FROM pg_stat_replication";
    while primary.admin().query_one(follows, &[]).unwrap().get::<_, i64>(0) > 0 {
        std::thread::yield_now();
    }
    works(&primary.url("floor"), &host, &[b"two", b"three"]).unwrap();
    primary.kill_server();
    standby.promote();
    let refused = works(&standby.url("floor"), &host, &[]);
    let Err(OpenFault::Heads { fault, .. }) = refused else { panic!("{refused:?}") };
    assert!(matches!(fault, HeadsFault::Behind { stream: FLOOR, .. }), "{fault:?}");
    // Another host that does not know better goes on, and its records stand where others stood.
    let other = remembering("other", &folder.path().join("other"), Unknown::Remembered);
    works(&standby.url("floor"), &other, &[b"2", b"3", b"4"]).unwrap();
    let refused = works(&standby.url("floor"), &host, &[]);
    let Err(OpenFault::Heads { fault, .. }) = refused else { panic!("{refused:?}") };
    assert!(matches!(fault, HeadsFault::Differs { stream: FLOOR, .. }), "{fault:?}");
}

/// An older dump that was put back into the database.
#[test]
fn an_older_copy_of_the_database_is_found_out() {
    let folder = tempfile::tempdir().unwrap();
    let url = cluster().database();
    drop(open(&url, "founder"));
    let host = remembering("host", &folder.path().join("heads"), Unknown::Remembered);
    works(&url, &host, &[b"one", b"two"]).unwrap();
    let first = batch(FLOOR, Head::start(JOURNAL, FLOOR), &[b"one"]).head();
    let mut client = client(&url);
    client.execute("DELETE FROM taisai.batch WHERE first_sequence = 2", &[]).unwrap();
    let older = "UPDATE taisai.stream SET head_sequence = 1, head_link = $1";
    client.execute(older, &[&&first.link.0[..]]).unwrap();
    let refused = works(&url, &host, &[]);
    let Err(OpenFault::Heads { fault, .. }) = refused else { panic!("{refused:?}") };
    assert!(matches!(fault, HeadsFault::Behind { stream: FLOOR, .. }), "{fault:?}");
}
