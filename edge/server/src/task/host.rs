//! A state machine on its journal: it decides at once and answers when that is durable.
//!
//! A host does no I/O and knows no clock: it is given requests and `now`, returns batches to be
//! made durable, and releases no answer before it learns that they are.

use taisai_journal::stored::{Actor, Body, Entry, SnapshotName, Stamp};
use taisai_journal::{Batch, Head, Snapshot, SnapshotCadence, Stream};
use taisai_table::{RequestId, SessionId, StaffId, Time};

/// What runs on a host: the floor, or a table.
pub trait Machine {
    /// What can be asked.
    type Request;
    /// What can happen.
    type Event;
    /// The rules say no.
    type Refusal;

    /// Decides a request: the events, or the refusal.
    fn decide(&self, request: &Self::Request, now: Time)
    -> Result<Vec<Self::Event>, Self::Refusal>;

    /// Applies an event.
    fn apply(&mut self, event: &Self::Event, now: Time);

    /// The record of a decision.
    fn record(&self, decision: &Decision<'_, Self>, record: &mut Vec<u8>);

    /// The machine as it stands at this head of its stream.
    fn snapshot(&self, stream: Stream, head: Head) -> Snapshot;

    /// Who asks, as the record says it.
    fn author(request: &Self::Request) -> Author;
}

/// Who asked for what a record keeps, through which log-in and under which number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Author {
    /// Who.
    pub actor: Actor,
    /// The log-in; 0 where there was none.
    pub session: SessionId,
    /// The number of the request; 0 where there was none.
    pub request: RequestId,
}

impl Author {
    /// The member of staff who asked, if one did.
    pub const fn staff(&self) -> Option<StaffId> {
        match self.actor {
            Actor::Staff(staff) => Some(staff),
            Actor::Host | Actor::Seat(_) | Actor::Terminal(_) => None,
        }
    }
}

/// Something that happened, and where the journal says so.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Happened<E> {
    /// The place of its record in the stream.
    pub sequence: u64,
    /// When.
    pub time: Time,
    /// The member of staff who asked for it, if one did.
    pub by: Option<StaffId>,
    /// What.
    pub event: E,
}

/// What was decided, as the journal keeps it.
pub struct Decision<'a, M: Machine + ?Sized> {
    /// The place of the record in its stream.
    pub sequence: u64,
    /// When.
    pub time: Time,
    /// Who asked for it.
    pub author: Author,
    /// What happened.
    pub events: &'a [M::Event],
}

/// A machine, what it has decided and not yet made durable, and the answers that wait for it.
pub struct Host<M: Machine, T> {
    machine: M,
    batch: Batch,
    waiting: Vec<Answer<M, T>>,
    happened: Vec<Happened<M::Event>>,
    now: Time,
    record: Vec<u8>,
    cadence: SnapshotCadence,
    /// Named in the latest batch: to be stored once that is durable.
    snapshot: Option<Snapshot>,
}

/// An answer and its recipient.
pub struct Answer<M: Machine, T> {
    /// The recipient.
    pub ticket: T,
    /// Done, or why not.
    pub outcome: Result<(), M::Refusal>,
}

/// What may leave the host, because everything in it is durable.
pub struct Released<M: Machine, T> {
    /// The answers, in the order of the requests.
    pub answers: Vec<Answer<M, T>>,
    /// What has happened, in order.
    pub happened: Vec<Happened<M::Event>>,
}

impl<M: Machine, T> Host<M, T> {
    /// A host of a machine that was rebuilt up to this head, which was written at `last`.
    pub const fn new(machine: M, stream: Stream, head: Head, last: Time) -> Self {
        Self {
            machine,
            batch: Batch::new(stream, head),
            waiting: Vec::new(),
            happened: Vec::new(),
            now: last,
            record: Vec::new(),
            cadence: SnapshotCadence::after(0),
            snapshot: None,
        }
    }

    /// The same, with this many records since the last snapshot.
    #[must_use]
    pub fn with_records(self, records: u64) -> Self {
        Self { cadence: SnapshotCadence::since(records), ..self }
    }

    /// The machine, with what is not yet durable.
    pub const fn machine(&self) -> &M {
        &self.machine
    }

    /// The head of the stream, with what is not yet durable.
    pub const fn head(&self) -> Head {
        self.batch.head()
    }

    /// Sets the time and returns it: the time given, but never before the journal's last record.
    pub fn set_time(&mut self, now: Time) -> Time {
        self.now = self.now.max(now);
        self.now
    }

    /// Decides a request and applies its events; the answer waits.
    pub fn ask(&mut self, request: &M::Request, ticket: T) {
        self.ask_for(M::author(request), request, ticket);
    }

    /// The same for a step that the host takes for somebody else's ask: the host has the right, and
    /// the record names the person who asked.
    pub fn ask_for(&mut self, author: Author, request: &M::Request, ticket: T) {
        let outcome = self.decide(author, request);
        self.waiting.push(Answer { ticket, outcome });
    }

    /// Refuses a request without asking the machine; the answer waits like any other.
    pub fn refuse(&mut self, refusal: M::Refusal, ticket: T) {
        self.waiting.push(Answer { ticket, outcome: Err(refusal) });
    }

    /// Decides a request of the host itself, which waits for no answer.
    pub fn act(&mut self, request: &M::Request) -> Result<(), M::Refusal> {
        self.decide(M::author(request), request)
    }

    fn decide(&mut self, author: Author, request: &M::Request) -> Result<(), M::Refusal> {
        let events = self.machine.decide(request, self.now)?;
        // A repeated request is answered again and changes nothing.
        if events.is_empty() {
            return Ok(());
        }
        self.record.clear();
        let sequence = self.batch.head().sequence + 1;
        let decision = Decision { sequence, time: self.now, author, events: &events };
        self.machine.record(&decision, &mut self.record);
        self.batch.push(&self.record);
        self.cadence.count(&self.record);
        for event in &events {
            self.machine.apply(event, self.now);
        }
        let (time, by) = (self.now, author.staff());
        let happened = |event| Happened { sequence, time, by, event };
        self.happened.extend(events.into_iter().map(happened));
        Ok(())
    }

    /// What must become durable before anything is released; `None` if nothing was decided.
    pub fn take_batch(&mut self) -> Option<Batch> {
        if self.batch.is_empty() {
            return None;
        }
        if self.cadence.is_due() {
            self.name_snapshot();
        }
        let next = Batch::new(self.batch.stream(), self.batch.head());
        Some(std::mem::replace(&mut self.batch, next))
    }

    /// Makes a snapshot of the machine and names it in the next record: a snapshot that somebody
    /// puts in its place later would have another name.
    fn name_snapshot(&mut self) {
        let snapshot = self.machine.snapshot(self.batch.stream(), self.batch.head());
        let sequence = self.batch.head().sequence + 1;
        let (time, actor) = (self.now, Actor::Host);
        let stamp = Stamp { sequence, time, actor, session: SessionId(0), request: RequestId(0) };
        let body = Body::SnapshotNamed(SnapshotName::of(&snapshot.bytes));
        self.batch.push(&Entry { stamp, body }.encode());
        self.cadence = SnapshotCadence::after(snapshot.bytes.len());
        self.snapshot = Some(snapshot);
    }

    /// The snapshot named in the latest batch; call it when that batch is durable.
    pub const fn take_snapshot(&mut self) -> Option<Snapshot> {
        self.snapshot.take()
    }

    /// Everything so far is durable: the answers that waited for it may leave.
    pub fn release(&mut self) -> Released<M, T> {
        assert!(self.batch.is_empty(), "what is decided is taken before anything is released");
        Released {
            answers: std::mem::take(&mut self.waiting),
            happened: std::mem::take(&mut self.happened),
        }
    }
}

#[cfg(test)]
mod tests {
    use taisai_journal::{Frames, JournalId};

    use super::*;

    /// Adds up the numbers it gets; it refuses only zero.
    struct Sum(u64);

    /// A request that the machine has answered before.
    const AGAIN: u64 = u64::MAX;

    impl Machine for Sum {
        type Request = u64;
        type Event = u64;
        type Refusal = &'static str;

        fn decide(&self, request: &u64, _: Time) -> Result<Vec<u64>, &'static str> {
            match *request {
                0 => Err("zero"),
                AGAIN => Ok(vec![]),
                more => Ok(vec![more]),
            }
        }

        fn apply(&mut self, event: &u64, _: Time) {
            self.0 += event;
        }

        fn record(&self, decision: &Decision<'_, Self>, record: &mut Vec<u8>) {
            record.extend(decision.author.request.0.to_le_bytes());
        }

        fn snapshot(&self, stream: Stream, head: Head) -> Snapshot {
            Snapshot { stream, head, hash: [0; 32], bytes: self.0.to_le_bytes().to_vec() }
        }

        fn author(request: &u64) -> Author {
            let actor =
                u32::try_from(*request).map_or(Actor::Host, |staff| Actor::Staff(StaffId(staff)));
            Author { actor, session: SessionId(0), request: RequestId(*request) }
        }
    }

    fn host() -> Host<Sum, char> {
        let head = Head::start(JournalId([7; 16]), Stream::Floor);
        Host::new(Sum(0), Stream::Floor, head, Time::MAX)
    }

    #[test]
    fn answers_leave_in_order_once_everything_is_taken() {
        let mut host = host();
        for (request, ticket) in [(5, 'a'), (0, 'b'), (6, 'c')] {
            host.ask(&request, ticket);
        }
        let batch = host.take_batch().unwrap();
        assert_eq!(batch.head().sequence, 2, "a refusal leaves no record");
        assert_eq!(batch.head(), host.head());
        let released = host.release();
        let answers: Vec<_> = released.answers.iter().map(|a| (a.ticket, a.outcome)).collect();
        assert_eq!(answers, [('a', Ok(())), ('b', Err("zero")), ('c', Ok(()))]);
        let fields = |happened: &Happened<u64>| (happened.sequence, happened.by, happened.event);
        let happened: Vec<_> = released.happened.iter().map(fields).collect();
        assert_eq!(happened, [(1, Some(StaffId(5)), 5), (2, Some(StaffId(6)), 6)]);
        assert_eq!(host.machine().0, 11);
        assert!(host.take_batch().is_none() && host.release().answers.is_empty());
    }

    #[test]
    fn a_repeated_request_is_answered_and_leaves_no_record() {
        let mut host = host();
        host.ask(&AGAIN, 'a');
        assert!(host.take_batch().is_none());
        let released = host.release();
        assert!(released.happened.is_empty());
        let answers: Vec<_> = released.answers.iter().map(|a| (a.ticket, a.outcome)).collect();
        assert_eq!(answers, [('a', Ok(()))]);
    }

    #[test]
    #[should_panic(expected = "taken before anything is released")]
    fn nothing_leaves_before_it_was_taken_to_be_made_durable() {
        let mut host = host();
        host.ask(&5, 'a');
        host.release();
    }

    #[test]
    fn a_snapshot_is_due_again_only_after_further_records() {
        let mut host = host();
        for _ in 1..SnapshotCadence::RECORDS_MIN {
            host.act(&1).unwrap();
        }
        let taken = host.take_batch().unwrap();
        assert_eq!(taken.head().sequence, SnapshotCadence::RECORDS_MIN - 1);
        assert!(host.take_snapshot().is_none());
        host.act(&1).unwrap();
        let before = host.head();
        let batch = host.take_batch().unwrap();
        let snapshot = host.take_snapshot().unwrap();
        assert_eq!((snapshot.head, snapshot.bytes.len()), (before, 8));
        assert!(host.take_snapshot().is_none());
        // The record after what it tells of names it, in the same batch.
        let record = Frames::new(batch.frames()).last().unwrap().unwrap().record;
        let Entry { stamp, body } = Entry::decode(record).unwrap();
        assert_eq!(stamp.sequence, before.sequence + 1);
        assert_eq!(body, Body::SnapshotNamed(SnapshotName::of(&snapshot.bytes)));
        host.act(&1).unwrap();
        assert_eq!(host.take_batch().unwrap().head().sequence, before.sequence + 2);
    }

    #[test]
    fn a_start_that_read_many_records_makes_a_snapshot_with_the_next() {
        let mut host = host().with_records(SnapshotCadence::RECORDS_MIN - 1);
        host.act(&1).unwrap();
        assert_eq!(host.take_batch().unwrap().head().sequence, 2);
        assert!(host.take_snapshot().is_some());
    }

    #[test]
    fn time_never_goes_back() {
        let early = Time::from_millis(1).unwrap();
        assert_eq!(host().set_time(early), Time::MAX);
    }
}
