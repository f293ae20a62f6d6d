//! A state machine on its journal: it decides at once and answers when that is durable.
//!
//! A host does no I/O and knows no clock: it is handed requests and `now`, gives out batches to be
//! made durable, and lets nothing leave before it is told that they are.

use taisai_journal::{Batch, Head, Snapshot, Stream};
use taisai_table::Time;

/// What runs on a host: the floor, or a table.
pub trait Machine {
    /// What can be asked.
    type Request;
    /// What can happen.
    type Event;
    /// The rules say no.
    type Refusal;

    /// What would happen, or why not.
    fn decide(&self, request: &Self::Request, now: Time)
    -> Result<Vec<Self::Event>, Self::Refusal>;

    /// Lets an event happen.
    fn apply(&mut self, event: &Self::Event, now: Time);

    /// Writes the record that keeps a decision.
    fn record(&self, decision: &Decision<'_, Self>, record: &mut Vec<u8>);

    /// The machine as it stands at this head of its stream.
    fn snapshot(&self, stream: Stream, head: Head) -> Snapshot;
}

/// What was decided, as the journal keeps it.
pub struct Decision<'a, M: Machine + ?Sized> {
    /// The place of the record in its stream.
    pub sequence: u64,
    /// When.
    pub time: Time,
    /// What was asked.
    pub request: &'a M::Request,
    /// What happened.
    pub events: &'a [M::Event],
}

/// A machine, what it has decided and not yet made durable, and the answers that wait for it.
pub struct Host<M: Machine, T> {
    machine: M,
    batch: Batch,
    waiting: Vec<Answer<M, T>>,
    happened: Vec<M::Event>,
    now: Time,
    record: Vec<u8>,
}

/// An answer and whom it is for.
pub struct Answer<M: Machine, T> {
    /// Whom it is for.
    pub ticket: T,
    /// Done, or why not.
    pub outcome: Result<(), M::Refusal>,
}

/// What may leave the host, because everything it tells is durable.
pub struct Released<M: Machine, T> {
    /// The answers, in the order of the requests.
    pub answers: Vec<Answer<M, T>>,
    /// What has happened, in order.
    pub happened: Vec<M::Event>,
}

impl<M: Machine, T> Host<M, T> {
    /// A machine that stands as its stream says up to this head, which was written at `last`.
    pub const fn new(machine: M, stream: Stream, head: Head, last: Time) -> Self {
        Self {
            machine,
            batch: Batch::new(stream, head),
            waiting: Vec::new(),
            happened: Vec::new(),
            now: last,
            record: Vec::new(),
        }
    }

    /// The machine, with what is not yet durable.
    pub const fn machine(&self) -> &M {
        &self.machine
    }

    /// The head of the stream, with what is not yet durable.
    pub const fn head(&self) -> Head {
        self.batch.head()
    }

    /// What time it is here: as told, but never before what the journal already says.
    pub fn set_time(&mut self, now: Time) -> Time {
        self.now = self.now.max(now);
        self.now
    }

    /// Decides a request and lets it happen; the answer waits.
    pub fn ask(&mut self, request: &M::Request, ticket: T) {
        let outcome = self.act(request);
        self.waiting.push(Answer { ticket, outcome });
    }

    /// Decides a request of the host itself, which waits for no answer.
    pub fn act(&mut self, request: &M::Request) -> Result<(), M::Refusal> {
        let events = self.machine.decide(request, self.now)?;
        // A repeated request is answered again and changes nothing.
        if events.is_empty() {
            return Ok(());
        }
        self.record.clear();
        let sequence = self.batch.head().sequence + 1;
        let decision = Decision { sequence, time: self.now, request, events: &events };
        self.machine.record(&decision, &mut self.record);
        self.batch.push(&self.record);
        for event in &events {
            self.machine.apply(event, self.now);
        }
        self.happened.extend(events);
        Ok(())
    }

    /// What must become durable before anything is released; nothing where nothing was decided.
    pub fn take_batch(&mut self) -> Option<Batch> {
        if self.batch.is_empty() {
            return None;
        }
        let next = Batch::new(self.batch.stream(), self.batch.head());
        Some(std::mem::replace(&mut self.batch, next))
    }

    /// Everything taken so far is durable: what waited for it may leave.
    pub fn release(&mut self) -> Released<M, T> {
        assert!(self.batch.is_empty(), "what is decided is taken before anything is released");
        Released {
            answers: std::mem::take(&mut self.waiting),
            happened: std::mem::take(&mut self.happened),
        }
    }
}
