//! A thread that appends for all callers: everything that waits becomes durable in one commit.

use std::collections::BTreeMap;
use std::fmt;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::mpsc::{
    Receiver, RecvTimeoutError, SyncSender, TryRecvError, TrySendError, sync_channel,
};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use crate::batch::Batch;
use crate::journal::Journal;
use crate::store::{Snapshot, StoreFault};
use crate::stream::Stream;

/// How many batches may wait; the next caller blocks.
pub const WAITING_MAX: usize = 4096;

/// How often an idle writer renews its leases.
const RENEW_EVERY: Duration = Duration::from_secs(5);

/// A commit takes no more batches once it has this many bytes.
const COMMIT_BYTES: usize = 8 << 20;

/// A journal with a thread that appends for all callers.
#[derive(Debug)]
pub struct Writer {
    orders: Option<SyncSender<Order>>,
    thread: Option<JoinHandle<Journal>>,
}

/// A handle for submitting batches, from any number of threads.
#[derive(Clone, Debug)]
pub struct WriterHandle(SyncSender<Order>);

/// Whether a batch was stored. All affected callers share a fault.
pub type Outcome = Result<(), Arc<StoreFault>>;

/// Called exactly once, when a batch is durable or can no longer become so.
pub type Done = Box<dyn FnOnce(Outcome) + Send>;

enum Order {
    /// Makes a batch durable, and calls back.
    Append(Batch, Reply),
    /// Stores a snapshot, when nothing else is waiting.
    Keep(Box<Snapshot>),
}

/// Answers the caller in every case: when it is dropped, it reports that the writer stopped.
struct Reply(Option<Done>);

impl Reply {
    fn give(mut self, outcome: Outcome) {
        if let Some(done) = self.0.take() {
            done(outcome);
        }
    }
}

impl Drop for Reply {
    fn drop(&mut self) {
        if let Some(done) = self.0.take() {
            done(Err(Arc::new(StoreFault::Stopped)));
        }
    }
}

/// Why a batch was not accepted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotTaken {
    /// Too many are waiting.
    Busy,
    /// The writer has stopped; the journal must be reopened.
    Stopped,
}

impl Writer {
    /// Starts the thread.
    pub fn start(journal: Journal) -> std::io::Result<Self> {
        let (orders, to_do) = sync_channel(WAITING_MAX);
        let work = move || run(journal, &to_do);
        let thread = thread::Builder::new().name("journal".into()).spawn(work)?;
        Ok(Self { orders: Some(orders), thread: Some(thread) })
    }

    /// A handle for submitting batches.
    pub fn handle(&self) -> WriterHandle {
        WriterHandle(self.orders.clone().expect("orders are taken until the writer is closed"))
    }

    /// Waits until every submitted batch is answered and every handle is dropped, and returns the
    /// journal.
    pub fn close(mut self) -> Journal {
        drop(self.orders.take());
        let thread = self.thread.take().expect("the writer is closed once");
        thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    }
}

impl WriterHandle {
    /// Submits a batch; blocks while too many others are waiting.
    pub fn submit(&self, batch: Batch, done: Done) -> Result<(), NotTaken> {
        let answer = Reply(Some(done));
        self.0.send(Order::Append(batch, answer)).map_err(|_| NotTaken::Stopped)
    }

    /// Submits a batch, unless too many are waiting.
    pub fn try_submit(&self, batch: Batch, done: Done) -> Result<(), NotTaken> {
        let answer = Reply(Some(done));
        self.0.try_send(Order::Append(batch, answer)).map_err(|refused| match refused {
            TrySendError::Full(_) => NotTaken::Busy,
            TrySendError::Disconnected(_) => NotTaken::Stopped,
        })
    }

    /// Submits a snapshot, to be stored when there is time. It only makes the next start faster, so
    /// one that cannot be submitted is dropped.
    pub fn keep(&self, snapshot: Snapshot) -> bool {
        self.0.try_send(Order::Keep(Box::new(snapshot))).is_ok()
    }

    /// Submits a batch and waits until it is durable.
    pub fn append(&self, batch: Batch) -> Outcome {
        let (tell, received) = sync_channel(1);
        // A batch that is not accepted is answered too.
        let _ = self.submit(batch, Box::new(move |outcome| drop(tell.send(outcome))));
        received.recv().expect("every batch is answered")
    }
}

/// Appends until every handle is dropped, or a commit fails. Callers that still wait then get the
/// error that it stopped.
fn run(mut journal: Journal, to_do: &Receiver<Order>) -> Journal {
    while let Some(first) = next(&mut journal, to_do) {
        if gather(first, to_do).commit(&mut journal).is_break() {
            break;
        }
    }
    journal
}

/// The next order. While none is waiting, the journal does its deferred work.
fn next(journal: &mut Journal, to_do: &Receiver<Order>) -> Option<Order> {
    match to_do.try_recv() {
        Ok(order) => return Some(order),
        Err(TryRecvError::Disconnected) => return None,
        Err(TryRecvError::Empty) => {}
    }
    let mut rested = journal.rest();
    loop {
        match to_do.recv_timeout(RENEW_EVERY) {
            Ok(order) => match (rested, order) {
                (Ok(()), order) => return Some(order),
                // Nobody was waiting for it, so the next caller gets the fault.
                (Err(fault), Order::Append(_, answer)) => {
                    answer.give(Err(Arc::new(fault)));
                    return None;
                }
                (Err(_), Order::Keep(_)) => return None,
            },
            Err(RecvTimeoutError::Disconnected) => return None,
            Err(RecvTimeoutError::Timeout) => rested = rested.and_then(|()| renewed(journal)),
        }
    }
}

/// A lease that another host has taken over is reported by the next append to that stream.
fn renewed(journal: &mut Journal) -> Result<(), StoreFault> {
    match journal.renew() {
        Err(fault) if !fault.is_refusal() => Err(fault),
        Ok(()) | Err(_) => Ok(()),
    }
}

/// What waits for one commit. The writer collects it on its thread; a caller without that thread,
/// such as a simulation, collects and commits by itself.
#[derive(Default)]
pub struct Gathered {
    appends: Vec<(Batch, Reply)>,
    snapshots: Vec<Snapshot>,
}

impl Gathered {
    /// Adds a batch; `done` gets the outcome, at the latest when this is dropped.
    pub fn append(&mut self, batch: Batch, done: Done) {
        self.appends.push((batch, Reply(Some(done))));
    }

    /// Adds a snapshot.
    pub fn keep(&mut self, snapshot: Snapshot) {
        self.snapshots.push(snapshot);
    }

    /// Whether nothing waits.
    pub const fn is_empty(&self) -> bool {
        self.appends.is_empty() && self.snapshots.is_empty()
    }

    /// Makes everything durable in one commit and calls everybody back; a break means that the
    /// journal accepts nothing more and must be reopened.
    pub fn commit(self, journal: &mut Journal) -> ControlFlow<()> {
        Group::of(journal, self.appends).commit(journal)?;
        let mut snapshots = self.snapshots.iter();
        match snapshots.try_for_each(|snapshot| journal.keep_snapshot(snapshot)) {
            Ok(()) => ControlFlow::Continue(()),
            Err(_) => ControlFlow::Break(()),
        }
    }
}

fn gather(first: Order, to_do: &Receiver<Order>) -> Gathered {
    let (mut gathered, mut bytes, mut next) = (Gathered::default(), 0, Some(first));
    while let Some(order) = next {
        match order {
            Order::Append(batch, answer) => {
                bytes += batch.frames().len();
                gathered.appends.push((batch, answer));
            }
            Order::Keep(snapshot) => gathered.snapshots.push(*snapshot),
        }
        next = if bytes < COMMIT_BYTES { to_do.try_recv().ok() } else { None };
    }
    gathered
}

/// Orders that are committed together, by stream.
#[derive(Default)]
struct Group(BTreeMap<Stream, (Batch, Vec<Reply>)>);

impl Group {
    /// Joins the batches of each stream. A batch that does not continue its stream is refused by
    /// itself.
    fn of(journal: &Journal, orders: Vec<(Batch, Reply)>) -> Self {
        let mut group = Self::default();
        for (batch, answer) in orders {
            let (stream, expected) = (batch.stream(), batch.after());
            let waiting = group.0.get_mut(&stream);
            let found = waiting.as_ref().map_or(journal.head(stream), |(batch, _)| batch.head());
            if found != expected {
                let refusal = StoreFault::OtherHead { stream, expected, found };
                answer.give(Err(Arc::new(refusal)));
            } else if let Some((before, answers)) = waiting {
                before.join(&batch);
                answers.push(answer);
            } else {
                group.0.insert(stream, (batch, vec![answer]));
            }
        }
        group
    }

    /// Appends everything in one commit. If a stream was lost to another host, only its callers get
    /// the fault, and the others are appended without it.
    fn commit(mut self, journal: &mut Journal) -> ControlFlow<()> {
        loop {
            let batches: Vec<Batch> = self.0.values().map(|(batch, _)| batch.clone()).collect();
            match journal.append(&batches) {
                Err(StoreFault::LeaseLost { stream }) if self.0.contains_key(&stream) => {
                    let (_, answers) = self.0.remove(&stream).expect("it was just there");
                    tell(answers, &Err(Arc::new(StoreFault::LeaseLost { stream })));
                }
                outcome => {
                    let outcome = outcome.map_err(Arc::new);
                    for (_, answers) in self.0.into_values() {
                        tell(answers, &outcome);
                    }
                    let goes_on = outcome.map_or_else(|fault| fault.is_refusal(), |()| true);
                    return if goes_on {
                        ControlFlow::Continue(())
                    } else {
                        ControlFlow::Break(())
                    };
                }
            }
        }
    }
}

fn tell(answers: Vec<Reply>, outcome: &Outcome) {
    for answer in answers {
        answer.give(outcome.clone());
    }
}

impl Drop for Writer {
    fn drop(&mut self) {
        // Remaining handles keep the thread alive; it ends with the last of them.
        drop(self.orders.take());
    }
}

impl fmt::Display for NotTaken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Busy => write!(f, "too many batches are waiting for the journal"),
            Self::Stopped => write!(f, "the journal has stopped and must be reopened"),
        }
    }
}

impl std::error::Error for NotTaken {}
