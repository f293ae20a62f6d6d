//! A thread that appends for everybody: whatever waits is made durable in one commit.

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

/// So many batches may wait; whoever brings one more waits himself.
pub const WAITING_MAX: usize = 4096;

/// How often an idle writer says that it is still there.
const RENEW_EVERY: Duration = Duration::from_secs(5);

/// A commit takes no more batches once it has so many bytes.
const COMMIT_BYTES: usize = 8 << 20;

/// A journal with a thread of its own that appends for everybody.
#[derive(Debug)]
pub struct Writer {
    orders: Option<SyncSender<Order>>,
    thread: Option<JoinHandle<Journal>>,
}

/// A way to hand batches in, for as many threads as like.
#[derive(Clone, Debug)]
pub struct Inlet(SyncSender<Order>);

/// What became of a batch. A fault is shared by everybody it hit.
pub type Outcome = Result<(), Arc<StoreFault>>;

/// Told exactly once, when a batch is durable or will never be known to be.
pub type Done = Box<dyn FnOnce(Outcome) + Send>;

enum Order {
    /// Makes a batch durable, and says so.
    Append(Batch, Answer),
    /// Keeps a snapshot, when nobody waits for anything else.
    Keep(Box<Snapshot>),
}

/// Tells whoever handed a batch in, whatever happens: one that is dropped says that it stopped.
struct Answer(Option<Done>);

impl Answer {
    fn give(mut self, outcome: Outcome) {
        if let Some(done) = self.0.take() {
            done(outcome);
        }
    }
}

impl Drop for Answer {
    fn drop(&mut self) {
        if let Some(done) = self.0.take() {
            done(Err(Arc::new(StoreFault::Stopped)));
        }
    }
}

/// Why a batch was not taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotTaken {
    /// Too many are waiting.
    Busy,
    /// The writer has stopped; the journal must be opened anew.
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

    /// A way to hand batches in.
    pub fn inlet(&self) -> Inlet {
        Inlet(self.orders.clone().expect("orders are taken until the writer is closed"))
    }

    /// Waits until everything handed in is answered and every inlet is gone, and returns the
    /// journal.
    pub fn close(mut self) -> Journal {
        drop(self.orders.take());
        let thread = self.thread.take().expect("the writer is closed once");
        thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    }
}

impl Inlet {
    /// Hands a batch in, and waits while too many others do.
    pub fn hand_in(&self, batch: Batch, done: Done) -> Result<(), NotTaken> {
        let answer = Answer(Some(done));
        self.0.send(Order::Append(batch, answer)).map_err(|_| NotTaken::Stopped)
    }

    /// Hands a batch in, unless too many are waiting.
    pub fn try_hand_in(&self, batch: Batch, done: Done) -> Result<(), NotTaken> {
        let answer = Answer(Some(done));
        self.0.try_send(Order::Append(batch, answer)).map_err(|refused| match refused {
            TrySendError::Full(_) => NotTaken::Busy,
            TrySendError::Disconnected(_) => NotTaken::Stopped,
        })
    }

    /// Hands a snapshot in, to be kept when there is time. It only makes the next start faster: one
    /// that cannot be handed in is none.
    pub fn keep(&self, snapshot: Snapshot) -> bool {
        self.0.try_send(Order::Keep(Box::new(snapshot))).is_ok()
    }

    /// Hands a batch in and waits until it is durable.
    pub fn append(&self, batch: Batch) -> Outcome {
        let (tell, told) = sync_channel(1);
        // A batch that is not taken is answered too.
        let _ = self.hand_in(batch, Box::new(move |outcome| drop(tell.send(outcome))));
        told.recv().expect("every batch is answered")
    }
}

/// Appends until nobody can hand anything in any more, or a commit fails. Whoever still waits then
/// is told that it stopped.
fn run(mut journal: Journal, to_do: &Receiver<Order>) -> Journal {
    while let Some(first) = next(&mut journal, to_do) {
        if gather(first, to_do).commit(&mut journal).is_break() {
            break;
        }
    }
    journal
}

/// The next order. The journal rests when none is waiting: nobody waits for its checkpoint then.
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
                // Nobody was waiting for it, so the next one is told what happened.
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

/// A lease that another host has taken over is met by the next append to that stream.
fn renewed(journal: &mut Journal) -> Result<(), StoreFault> {
    match journal.renew() {
        Err(fault) if !fault.is_refusal() => Err(fault),
        Ok(()) | Err(_) => Ok(()),
    }
}

/// What waits for one commit. The writer gathers it on its thread; whoever has no thread, as a
/// simulation, gathers and commits it himself.
#[derive(Default)]
pub struct Gathered {
    appends: Vec<(Batch, Answer)>,
    snapshots: Vec<Snapshot>,
}

impl Gathered {
    /// Adds a batch; `done` is told what became of it, at the latest when this is dropped.
    pub fn append(&mut self, batch: Batch, done: Done) {
        self.appends.push((batch, Answer(Some(done))));
    }

    /// Adds a snapshot.
    pub fn keep(&mut self, snapshot: Snapshot) {
        self.snapshots.push(snapshot);
    }

    /// Whether nobody waits.
    pub const fn is_empty(&self) -> bool {
        self.appends.is_empty() && self.snapshots.is_empty()
    }

    /// Makes everything durable in one commit and says so to everybody; a break means that the
    /// journal takes no more and must be opened anew.
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
struct Group(BTreeMap<Stream, (Batch, Vec<Answer>)>);

impl Group {
    /// Joins the batches of each stream. One that does not continue its stream is refused alone.
    fn of(journal: &Journal, orders: Vec<(Batch, Answer)>) -> Self {
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

    /// Appends everything in one commit. Whoever lost a stream to another host is told alone, and
    /// the others are appended without him.
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

fn tell(answers: Vec<Answer>, outcome: &Outcome) {
    for answer in answers {
        answer.give(outcome.clone());
    }
}

impl Drop for Writer {
    fn drop(&mut self) {
        // Whoever still has an inlet keeps the thread alive; it ends with the last of them.
        drop(self.orders.take());
    }
}

impl fmt::Display for NotTaken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Busy => write!(f, "too many batches are waiting for the journal"),
            Self::Stopped => write!(f, "the journal has stopped and must be opened anew"),
        }
    }
}

impl std::error::Error for NotTaken {}
