//! A primary that dies, and the standby that takes its place.

use std::thread::scope;

use taisai_journal::{PostgresStore, Stream};
use taisai_testing::cluster::{Cluster, client};
use taisai_testing::place::{head, table};

use crate::chaos::{Ledger, Over, host, wait_for_another, wanted};
use crate::{open, options};

const HOSTS: u64 = 3;
const ACKNOWLEDGED: usize = 20;

/// The hosts know both servers by one address; nobody tells them which is which.
#[test]
fn hosts_go_on_with_a_promoted_standby_and_nothing_acknowledged_is_lost() {
    let seed = wanted("CHAOS_SEED", 1);
    let primary = Cluster::start(&[]);
    primary.admin().batch_execute("CREATE DATABASE floor").unwrap();
    drop(open(&primary.url("floor"), "founder"));
    let standby = primary.standby();
    primary.wait_for_standby();
    let url = primary.url_with(&standby, "floor");
    let streams = [Stream::Floor, table(1)];
    let ledger = Ledger::default();
    scope(|scope| {
        let over = Over(&ledger);
        for number in 0..HOSTS {
            let mut host = host(number, seed, &url, &ledger);
            scope.spawn(move || host.works(u64::MAX, &streams));
        }
        for _ in 0..ACKNOWLEDGED {
            wait_for_another(&ledger);
        }
        primary.kill_server();
        standby.promote();
        for _ in 0..ACKNOWLEDGED {
            wait_for_another(&ledger);
        }
        drop(over);
    });
    let mut auditor = open(&url, "auditor");
    let count = ledger.check(&mut auditor, &streams);
    println!("{count} batches acknowledged before and after the promotion");
    assert!(head(&mut auditor, table(1)).sequence > 0);
}

/// Whoever names the standby alone can read there, and is told that it takes nothing.
#[test]
fn a_standby_is_never_taken_for_the_primary() {
    let primary = Cluster::start(&[]);
    primary.admin().batch_execute("CREATE DATABASE floor").unwrap();
    drop(open(&primary.url("floor"), "founder"));
    let standby = primary.standby();
    primary.wait_for_standby();
    // The standby stands first, and is not what a host of both gets.
    let url = standby.url_with(&primary, "floor");
    let recovers = "SELECT pg_is_in_recovery()";
    assert!(client(&standby.url("floor")).query_one(recovers, &[]).unwrap().get::<_, bool>(0));
    let options = options("host", std::time::Duration::from_mins(1));
    let mut store = PostgresStore::open(&url, &options).unwrap();
    taisai_testing::place::append(&mut store, Stream::Floor, &[b"one"]);
}
