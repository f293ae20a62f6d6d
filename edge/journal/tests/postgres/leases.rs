//! Who may append: one host at a time, and never one whose stream another has taken.

use taisai_journal::{PostgresStore, Snapshot, Store, StoreFault, Stream};
use taisai_testing::cluster::{client, cluster};
use taisai_testing::place::{append, everything, head, next, records, table};

use crate::open;

fn assert_lost(answer: &Result<(), StoreFault>, of: Stream, case: &str) {
    let lost = matches!(answer, Err(StoreFault::LeaseLost { stream }) if *stream == of);
    assert!(lost, "{case}: {answer:?}");
}

/// Lets the lease of every stream run out: the clock that counts is the database's.
fn let_leases_run_out(url: &str) {
    let past =
        "UPDATE taisai.stream SET lease_until = clock_timestamp() - interval '1 microsecond'";
    client(url).execute(past, &[]).unwrap();
}

fn epoch(url: &str, stream: Stream) -> i64 {
    let number = i32::try_from(stream.number()).unwrap();
    let epoch = "SELECT epoch FROM taisai.stream WHERE stream = $1";
    client(url).query_one(epoch, &[&number]).unwrap().get(0)
}

/// How long the lease still lasts, in milliseconds.
fn left(url: &str, stream: Stream) -> f64 {
    let number = i32::try_from(stream.number()).unwrap();
    let left = "SELECT extract(epoch FROM lease_until - clock_timestamp())::float8 * 1000
                  FROM taisai.stream WHERE stream = $1";
    client(url).query_one(left, &[&number]).unwrap().get(0)
}

fn tries(store: &mut PostgresStore, stream: Stream, record: &[u8]) -> Result<(), StoreFault> {
    let batch = next(store, stream, &[record]);
    store.append(&[batch])
}

#[test]
fn a_lease_keeps_others_out_until_it_is_given_back() {
    let url = cluster().database();
    let (mut first, mut second) = (open(&url, "first"), open(&url, "second"));
    append(&mut first, table(1), &[b"one"]);
    assert_lost(&second.claim(table(1)), table(1), "claiming");
    assert_lost(&tries(&mut second, table(1), b"never"), table(1), "appending");
    append(&mut second, table(2), &[b"another table is free"]);
    assert_eq!(records(&mut second, table(1)), [b"one"], "reading needs no lease");
    first.close().unwrap();
    append(&mut second, table(1), &[b"two"]);
    assert_eq!(records(&mut second, table(1)), [b"one", b"two"]);
}

#[test]
fn a_dropped_writer_gives_its_streams_back() {
    let url = cluster().database();
    append(&mut open(&url, "first"), table(1), &[b"one"]);
    append(&mut open(&url, "second"), table(1), &[b"two"]);
}

#[test]
fn a_writer_that_slept_through_its_lease_is_refused_for_ever() {
    let url = cluster().database();
    let mut sleeper = open(&url, "sleeper");
    append(&mut sleeper, table(1), &[b"one"]);
    append(&mut sleeper, table(2), &[b"one"]);
    let believed = next(&mut sleeper, table(1), &[b"two"]);
    let snapshot = Snapshot {
        stream: table(1),
        head: believed.after(),
        hash: [0; 32],
        bytes: b"as it was".to_vec(),
    };
    let_leases_run_out(&url);
    let mut heir = open(&url, "heir");
    heir.claim(table(1)).unwrap();
    // The heir has written nothing yet: the head is right, and only the epoch says no.
    let kept = everything(&mut heir, &[table(1), table(2)]);
    let also = next(&mut sleeper, table(2), &[b"two"]);
    for _ in 0..2 {
        assert_lost(&sleeper.append(std::slice::from_ref(&believed)), table(1), "one stream");
        let both = [believed.clone(), also.clone()];
        assert_lost(&sleeper.append(&both), table(1), "two streams");
        assert_lost(&sleeper.keep_snapshot(&snapshot), table(1), "a snapshot");
        assert_lost(&sleeper.claim(table(1)), table(1), "claiming");
        assert_lost(&sleeper.renew(), table(1), "renewing");
        // What was lost is not taken back, even when it is free: what the sleeper knows is old.
        let_leases_run_out(&url);
    }
    assert_eq!(everything(&mut heir, &[table(1), table(2)]), kept);
    assert_eq!(heir.snapshots(table(1)).unwrap(), []);
    sleeper.append(&[also]).unwrap();
    drop(sleeper);
    assert_eq!(epoch(&url, table(1)), 2);
    append(&mut heir, table(1), &[b"the sleeper gave back only what it had"]);
    assert_lost(&open(&url, "third").claim(table(1)), table(1), "the heir has it");
}

#[test]
fn a_snapshot_of_a_fenced_writer_is_refused_by_the_database_too() {
    let url = cluster().database();
    let mut sleeper = open(&url, "sleeper");
    append(&mut sleeper, table(1), &[b"one"]);
    let head = head(&mut sleeper, table(1));
    let_leases_run_out(&url);
    open(&url, "heir").claim(table(1)).unwrap();
    let snapshot = Snapshot { stream: table(1), head, hash: [0; 32], bytes: Vec::new() };
    assert_lost(&sleeper.keep_snapshot(&snapshot), table(1), "the first it hears of it");
    assert_eq!(sleeper.snapshots(table(1)).unwrap(), []);
}

#[test]
fn a_lease_that_ran_out_and_nobody_took_goes_on() {
    let url = cluster().database();
    let mut store = open(&url, "host");
    append(&mut store, table(1), &[b"one"]);
    for renews in [PostgresStore::renew, |store: &mut PostgresStore| tries(store, table(1), b"two")]
    {
        let_leases_run_out(&url);
        assert!(left(&url, table(1)) < 0.0);
        renews(&mut store).unwrap();
        assert!(left(&url, table(1)) > 30_000.0, "renewed by the database's clock");
        assert_lost(&open(&url, "other").claim(table(1)), table(1), "held again");
    }
    assert_eq!(epoch(&url, table(1)), 1, "nobody else had it");
}

#[test]
fn a_start_that_opens_its_journal_again_need_not_wait_for_itself() {
    let url = cluster().database();
    let mut before = open(&url, "host");
    append(&mut before, table(1), &[b"one"]);
    let mut after = open(&url, "host");
    append(&mut after, table(1), &[b"two"]);
    assert_lost(&tries(&mut before, table(1), b"never"), table(1), "the host of before");
    assert_eq!(records(&mut after, table(1)), [b"one", b"two"]);
}

#[test]
fn every_taking_counts_the_epoch_up() {
    let url = cluster().database();
    let mut holder = open(&url, "first");
    holder.claim(table(1)).unwrap();
    holder.claim(table(1)).unwrap();
    assert_eq!(epoch(&url, table(1)), 1, "claiming what one has changes nothing");
    for (case, owner) in [("given back", "second"), ("ran out", "third"), ("came back", "third")] {
        let before = epoch(&url, table(1));
        match case {
            "given back" => drop(holder),
            "ran out" => let_leases_run_out(&url),
            _ => {}
        }
        holder = open(&url, owner);
        holder.claim(table(1)).unwrap();
        assert_eq!(epoch(&url, table(1)), before + 1, "{case}");
    }
}

#[test]
fn a_claim_that_meets_an_append_comes_before_or_after_it() {
    let url = cluster().database();
    // Under this default neither would come after: it would be broken off.
    let strict = "DO $$ BEGIN EXECUTE format('ALTER DATABASE %I
                  SET default_transaction_isolation = serializable', current_database()); END $$";
    client(&url).batch_execute(strict).unwrap();
    let (mut writer, mut heir) = (open(&url, "writer"), open(&url, "heir"));
    append(&mut writer, table(1), &[b"one"]);
    for _ in 0..10 {
        let batch = next(&mut writer, table(1), &[b"more"]);
        let_leases_run_out(&url);
        let mut gate = client(&url);
        let mut gate = gate.transaction().unwrap();
        gate.execute("SELECT FROM taisai.stream FOR UPDATE", &[]).unwrap();
        let (appended, claimed) = std::thread::scope(|scope| {
            let append = scope.spawn(|| writer.append(&[batch]));
            let claim = scope.spawn(|| heir.claim(table(1)));
            wait_for_the_gate(&url, 2);
            gate.commit().unwrap();
            (append.join().unwrap(), claim.join().unwrap())
        });
        match (&appended, &claimed) {
            (Ok(()), Err(StoreFault::LeaseLost { .. })) => {}
            (Err(StoreFault::LeaseLost { .. }), Ok(())) => {
                (writer, heir) = (open(&url, "writer"), open(&url, "heir"));
                writer.claim(table(1)).unwrap();
            }
            other => panic!("{other:?}"),
        }
    }
    records(&mut writer, table(1));
}

/// Until so many connections of the database wait for a lock.
fn wait_for_the_gate(url: &str, count: i64) {
    let waiting = "SELECT count(*) FROM pg_stat_activity
                    WHERE datname = current_database() AND wait_event_type = 'Lock'";
    let mut client = client(url);
    while client.query_one(waiting, &[]).unwrap().get::<_, i64>(0) < count {
        std::thread::yield_now();
    }
}

#[test]
fn after_a_lost_connection_everything_stops_until_it_is_opened_anew() {
    let url = cluster().database();
    let mut store = open(&url, "host");
    append(&mut store, table(1), &[b"one"]);
    let batch = next(&mut store, table(1), &[b"two"]);
    cluster().hang_up(&url);
    let fault = store.append(std::slice::from_ref(&batch)).unwrap_err();
    assert!(matches!(fault, StoreFault::Unreachable(_)), "{fault:?}");
    let stopped = [store.append(&[batch]), store.claim(table(2)), store.renew()];
    for answer in stopped {
        assert!(matches!(answer, Err(StoreFault::Stopped)), "{answer:?}");
    }
    assert!(matches!(store.heads(), Err(StoreFault::Unreachable(_))));
    let mut store = open(&url, "host");
    append(&mut store, table(1), &[b"and on"]);
    cluster().hang_up(&url);
    assert!(matches!(store.heads(), Err(StoreFault::Unreachable(_))), "the first call notices");
    assert!(matches!(store.renew(), Err(StoreFault::Stopped)));
    let mut store = open(&url, "host");
    let head = head(&mut store, table(1));
    let snapshot = Snapshot { stream: table(1), head, hash: [0; 32], bytes: Vec::new() };
    cluster().hang_up(&url);
    assert!(matches!(store.keep_snapshot(&snapshot), Err(StoreFault::Unreachable(_))));
    assert!(matches!(store.renew(), Err(StoreFault::Stopped)));
}
