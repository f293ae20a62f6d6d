//! Many writers, short leases, connections cut, backends asleep, a server killed: every
//! acknowledged record is found in its place, and no place is given twice.
//!
//! A seed fixes what each writer wants; the threads decide who comes first. `CHAOS_SEED=…` sets it,
//! `CHAOS_STEPS=…` and `CHAOS_KILLS=…` make the runs longer.

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread::{scope, sleep};
use std::time::{Duration, Instant};

use taisai_journal::postgres::OpenFault;
use taisai_journal::{Batch, Frames, Head, Link, PostgresStore, Store, StoreFault, Stream};
use taisai_testing::cluster::{Cluster, cluster, signal};
use taisai_testing::place::{head, rows, table};

use crate::{open, options};
use taisai_testing::luck::{Luck, asked_for};

const WRITERS: u64 = 4;
const LEASE: Duration = Duration::from_millis(30);
const PATIENCE: Duration = Duration::from_mins(1);

/// What was acknowledged: which link stands at which place.
#[derive(Default)]
pub(crate) struct Ledger {
    records: Mutex<BTreeMap<(Stream, u64), Link>>,
    fenced: AtomicUsize,
    cut_off: AtomicUsize,
    is_over: AtomicBool,
}

impl Ledger {
    fn note(&self, stream: Stream, head: Head) {
        let before = self.records.lock().unwrap().insert((stream, head.sequence), head.link);
        assert!(before.is_none(), "{stream}: record {} acknowledged twice", head.sequence);
    }

    /// Every record acknowledged by now lies where it was said to lie, and the chain is whole; the
    /// hosts may go on meanwhile.
    pub(crate) fn check(&self, store: &mut dyn Store, streams: &[Stream]) -> usize {
        let acknowledged = self.records.lock().unwrap().clone();
        let links: BTreeMap<_, _> =
            streams.iter().flat_map(|stream| links_of(store, *stream)).collect();
        for ((stream, sequence), link) in &acknowledged {
            let found = links.get(&(*stream, *sequence));
            assert_eq!(found, Some(link), "{stream}: acknowledged record {sequence}");
        }
        acknowledged.len()
    }
}

/// Which link stands at which place of a stream.
fn links_of(store: &mut dyn Store, stream: Stream) -> Vec<((Stream, u64), Link)> {
    let end = head(store, stream);
    let mut at = Head::start(store.id(), stream);
    let mut links = Vec::new();
    for (first, frames) in rows(store, stream, 1) {
        assert_eq!(first, at.sequence + 1, "{stream}: a batch begins where the last one ended");
        for frame in Frames::new(&frames) {
            let frame = frame.unwrap();
            at = at.after(frame.record);
            assert_eq!(at.link, frame.link, "{stream}: the link of record {}", at.sequence);
            links.push(((stream, at.sequence), at.link));
        }
    }
    let reached = links.iter().find(|((_, sequence), _)| *sequence == end.sequence);
    assert_eq!(reached.map_or(end.link, |(_, link)| *link), end.link, "{stream}: the head");
    assert!(end.sequence <= at.sequence, "{stream}: the records reach the head");
    links
}

/// Ends the work of the hosts, also when the test has failed.
pub(crate) struct Over<'a>(pub(crate) &'a Ledger);

impl Drop for Over<'_> {
    fn drop(&mut self) {
        self.0.is_over.store(true, Ordering::Relaxed);
    }
}

/// Prints what it asks the environment for, so that a failed run can be had again.
pub(crate) fn wanted(name: &str, usual: u64) -> u64 {
    let value = asked_for(name).unwrap_or(usual);
    println!("{name}={value}");
    value
}

/// One host: wants to append, now and then falls asleep, and opens anew after every fault.
pub(crate) struct Host<'a> {
    name: String,
    url: &'a str,
    ledger: &'a Ledger,
    luck: Luck,
    appended: u64,
}

impl Host<'_> {
    /// `None` when it is over.
    fn open(&self) -> Option<PostgresStore> {
        while !self.ledger.is_over.load(Ordering::Relaxed) {
            match PostgresStore::open(self.url, &options(&self.name, LEASE)) {
                Ok(store) => return Some(store),
                // Cut off on the doorstep, or the server is being started.
                Err(OpenFault::Store(StoreFault::Unreachable(_))) => {}
                Err(fault) => panic!("{}: {fault:?}", self.name),
            }
            sleep(Duration::from_millis(5));
        }
        None
    }

    /// Works for so many steps, or until it is over.
    pub(crate) fn works(&mut self, steps: u64, streams: &[Stream]) -> Option<()> {
        let mut store = self.open()?;
        for _ in 0..steps {
            let stream = streams[self.luck.place(streams.len())];
            match self.appends(&mut store, stream) {
                Ok(()) => {}
                Err(StoreFault::LeaseLost { .. }) => {
                    self.ledger.fenced.fetch_add(1, Ordering::Relaxed);
                    store = self.open()?;
                    sleep(LEASE / 4);
                }
                Err(StoreFault::Unreachable(_) | StoreFault::Stopped) => {
                    self.ledger.cut_off.fetch_add(1, Ordering::Relaxed);
                    drop(store);
                    store = self.open()?;
                }
                Err(fault) => panic!("{}: {fault:?}", self.name),
            }
            if self.luck.below(4) == 0 {
                store = self.open()?;
            }
        }
        Some(())
    }

    /// Takes a stream, reads its head and appends a few times, perhaps after a nap. The owner
    /// of the stream knows its head: any other head would be a broken promise, and panics.
    fn appends(&mut self, store: &mut PostgresStore, stream: Stream) -> Result<(), StoreFault> {
        store.claim(stream)?;
        let start = Head::start(store.id(), stream);
        let mut after = store.heads()?.get(&stream).copied().unwrap_or(start);
        for _ in 0..=self.luck.below(8) {
            match self.luck.below(8) {
                0 => sleep(LEASE + LEASE / 2),
                1 => sleep(LEASE / 2),
                2 => store.renew()?,
                _ => {}
            }
            let mut batch = Batch::new(stream, after);
            for _ in 0..=self.luck.below(3) {
                self.appended += 1;
                batch.push(format!("{} record {}", self.name, self.appended).as_bytes());
            }
            store.append(std::slice::from_ref(&batch))?;
            self.ledger.note(stream, batch.head());
            after = batch.head();
        }
        Ok(())
    }
}

pub(crate) fn host<'a>(number: u64, seed: u64, url: &'a str, ledger: &'a Ledger) -> Host<'a> {
    let luck = Luck::of_stream(seed, number);
    Host { name: format!("host {number}"), url, ledger, luck, appended: 0 }
}

/// Cuts connections and puts backends to sleep until the hosts are done.
fn disturbs(cluster: &Cluster, url: &str, ledger: &Ledger, luck: &mut Luck) {
    let mut admin = cluster.admin();
    let name = url.rsplit('/').next().unwrap();
    while !ledger.is_over.load(Ordering::Relaxed) {
        sleep(Duration::from_millis(luck.below(40)));
        let backends = "SELECT pid FROM pg_stat_activity WHERE datname = $1";
        let backends: Vec<i32> =
            admin.query(backends, &[&name]).unwrap().iter().map(|row| row.get(0)).collect();
        if backends.is_empty() {
            continue;
        }
        let backend = backends[luck.place(backends.len())];
        if luck.below(2) == 0 {
            admin.execute("SELECT pg_terminate_backend($1)", &[&backend]).unwrap();
        } else {
            let backend = u32::try_from(backend).unwrap();
            signal("STOP", &[backend]);
            sleep(LEASE * 2);
            signal("CONT", &[backend]);
        }
    }
}

#[test]
fn writers_that_sleep_and_are_cut_off_never_share_a_place() {
    let seed = wanted("CHAOS_SEED", 1);
    let steps = wanted("CHAOS_STEPS", 60);
    let url = cluster().database();
    let streams = [Stream::Floor, table(1), table(2)];
    let ledger = Ledger::default();
    drop(open(&url, "founder"));
    scope(|scope| {
        let over = Over(&ledger);
        let disturber = scope.spawn(|| disturbs(cluster(), &url, &ledger, &mut Luck::new(seed)));
        let hosts: Vec<_> = (0..WRITERS)
            .map(|number| {
                let mut host = host(number, seed, &url, &ledger);
                scope.spawn(move || host.works(steps, &streams))
            })
            .collect();
        let ends: Vec<_> = hosts.into_iter().map(std::thread::ScopedJoinHandle::join).collect();
        drop(over);
        disturber.join().unwrap();
        assert!(ends.iter().all(Result::is_ok), "a host met what cannot be");
    });
    let count = ledger.check(&mut open(&url, "auditor"), &streams);
    let (fenced, cut_off) = (ledger.fenced.into_inner(), ledger.cut_off.into_inner());
    println!("{count} batches acknowledged, {fenced} times fenced, {cut_off} times cut off");
    assert!(count > 0 && fenced > 0 && cut_off > 0, "nothing happened");
}

#[test]
fn a_killed_server_loses_nothing_it_acknowledged() {
    let seed = wanted("CHAOS_SEED", 1);
    let kills = wanted("CHAOS_KILLS", 5);
    let cluster = Cluster::start(&[]);
    let url = cluster.database();
    let streams = [Stream::Floor, table(1)];
    let ledger = Ledger::default();
    drop(open(&url, "founder"));
    let mut luck = Luck::new(seed);
    scope(|scope| {
        let over = Over(&ledger);
        for number in 0..WRITERS {
            let mut host = host(number, seed, &url, &ledger);
            scope.spawn(move || host.works(u64::MAX, &streams));
        }
        for _ in 0..kills {
            wait_for_another(&ledger);
            sleep(Duration::from_millis(luck.below(200)));
            cluster.kill_server();
            cluster.start_server();
            ledger.check(&mut open(&url, "auditor"), &streams);
        }
        wait_for_another(&ledger);
        drop(over);
    });
    let mut auditor = open(&url, "auditor");
    let count = ledger.check(&mut auditor, &streams);
    println!("{count} batches acknowledged, {kills} kills");
    assert!(head(&mut auditor, table(1)).sequence > 0);
}

/// Until somebody has appended again.
pub(crate) fn wait_for_another(ledger: &Ledger) {
    let count = || ledger.records.lock().unwrap().len();
    let (before, patience) = (count(), Instant::now());
    while count() == before {
        assert!(patience.elapsed() < PATIENCE, "nobody appends any more");
        sleep(Duration::from_millis(5));
    }
}
