//! A thread that appends for everybody: whatever waits is made durable in one commit.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, SyncSender, TryRecvError, TrySendError, sync_channel};
use std::thread::{self, JoinHandle};

use crate::batch::Batch;
use crate::chain::Head;
use crate::journal::Journal;
use crate::store::{Snapshot, StoreFault};
use crate::stream::Stream;

/// So many batches may wait; whoever brings one more waits himself.
pub const WAITING_MAX: usize = 4096;

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
        let Gathered { appends, snapshots } = gather(first, to_do);
        let (group, refused) = Group::of(&journal, appends);
        for (answer, fault) in refused {
            answer.give(Err(Arc::new(fault)));
        }
        let batches: Vec<Batch> = group.batches.into_values().collect();
        let outcome = journal.append(&batches).map_err(Arc::new);
        for answer in group.answers {
            answer.give(outcome.clone());
        }
        let kept = snapshots.iter().try_for_each(|snapshot| journal.keep_snapshot(snapshot));
        if outcome.is_err() || kept.is_err() {
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
    let rested = journal.rest();
    let order = to_do.recv().ok()?;
    match (rested, order) {
        (Ok(()), order) => Some(order),
        // Nobody was waiting for it, so the next one is told what happened.
        (Err(fault), Order::Append(_, answer)) => {
            answer.give(Err(Arc::new(fault)));
            None
        }
        (Err(_), Order::Keep(_)) => None,
    }
}

/// What waits, sorted.
#[derive(Default)]
struct Gathered {
    appends: Vec<(Batch, Answer)>,
    snapshots: Vec<Box<Snapshot>>,
}

fn gather(first: Order, to_do: &Receiver<Order>) -> Gathered {
    let (mut gathered, mut bytes, mut next) = (Gathered::default(), 0, Some(first));
    while let Some(order) = next {
        match order {
            Order::Append(batch, answer) => {
                bytes += batch.frames().len();
                gathered.appends.push((batch, answer));
            }
            Order::Keep(snapshot) => gathered.snapshots.push(snapshot),
        }
        next = if bytes < COMMIT_BYTES { to_do.try_recv().ok() } else { None };
    }
    gathered
}

/// Orders that are committed together.
#[derive(Default)]
struct Group {
    batches: BTreeMap<Stream, Batch>,
    answers: Vec<Answer>,
}

impl Group {
    /// Joins the batches of each stream. One that does not continue its stream is refused alone.
    fn of(journal: &Journal, orders: Vec<(Batch, Answer)>) -> (Self, Vec<(Answer, StoreFault)>) {
        let (mut group, mut refused) = (Self::default(), Vec::new());
        for (batch, answer) in orders {
            let (stream, expected) = (batch.stream(), batch.after());
            let found = group.head(journal, stream);
            if found != expected {
                refused.push((answer, StoreFault::OtherHead { stream, expected, found }));
                continue;
            }
            match group.batches.get_mut(&stream) {
                Some(before) => before.join(&batch),
                None => drop(group.batches.insert(stream, batch)),
            }
            group.answers.push(answer);
        }
        (group, refused)
    }

    fn head(&self, journal: &Journal, stream: Stream) -> Head {
        self.batches.get(&stream).map_or_else(|| journal.head(stream), Batch::head)
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
