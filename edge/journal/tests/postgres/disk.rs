//! A server whose disk is full: appending stops, nothing is lost, and it goes on with new space.

use taisai_journal::{PostgresStore, Store, StoreFault, Stream};
use taisai_testing::cluster::{Cluster, client};
use taisai_testing::place::{head, next, records};

use crate::open;

const MEGABYTES: u32 = 48;
const FLOOR: Stream = Stream::Floor;

/// Appends a megabyte at a time until that is refused.
fn fill(store: &mut PostgresStore) -> StoreFault {
    for _ in 0..MEGABYTES {
        let batch = next(store, FLOOR, &[&vec![7; 1 << 20]]);
        if let Err(fault) = store.append(&[batch]) {
            return fault;
        }
    }
    panic!("{MEGABYTES} MB fit on a disk of that size");
}

#[test]
fn a_full_disk_stops_appending_and_loses_nothing() {
    let Some(cluster) = Cluster::start_with_small_disk(MEGABYTES) else {
        println!("not shown: only root may mount a small disk");
        return;
    };
    let space = cluster.small_disk();
    let mut admin = cluster.admin();
    admin.batch_execute(&format!("CREATE TABLESPACE s LOCATION '{}'", space.display())).unwrap();
    admin.batch_execute("CREATE DATABASE small TABLESPACE s").unwrap();
    let url = cluster.url("small");
    let filler = "CREATE TABLE filler AS SELECT repeat('x', 1000) FROM generate_series(1, 16000)";
    client(&url).batch_execute(filler).unwrap();
    let mut store = open(&url, "host");
    for _ in 0..2 {
        let fault = fill(&mut store);
        assert!(matches!(fault, StoreFault::Full(_)), "{fault}");
        let acknowledged = head(&mut store, FLOOR);
        let small = next(&mut store, FLOOR, &[b"small"]);
        let answer = store.append(&[small]);
        assert!(matches!(answer, Err(StoreFault::Stopped)), "{answer:?}");
        store = open(&url, "host");
        assert_eq!(head(&mut store, FLOOR), acknowledged);
        assert!(records(&mut store, FLOOR).iter().all(|record| record.len() == 1 << 20));
    }
    client(&url).batch_execute("DROP TABLE filler").unwrap();
    let batch = next(&mut store, FLOOR, &[&vec![7; 1 << 20]]);
    store.append(&[batch]).unwrap();
}
