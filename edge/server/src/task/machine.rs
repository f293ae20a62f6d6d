//! The two machines that run on hosts: a table with its ledger, and the floor.

use taisai_floor::Floor;
use taisai_journal::stored::{Body, Entry, Stamp, TableState, encode_floor};
use taisai_journal::{Head, Snapshot, Stream};
use taisai_table::{SessionId, Time};

use crate::task::host::{Author, Decision, Machine};

/// A table and its books.
pub type TableMachine = TableState;

impl Machine for TableMachine {
    type Request = taisai_table::Request;
    type Event = taisai_table::Event;
    type Refusal = taisai_table::Refusal;

    fn decide(
        &self,
        request: &Self::Request,
        now: Time,
    ) -> Result<Vec<Self::Event>, Self::Refusal> {
        self.table.decide(request, now)
    }

    /// Table and ledger compute the same money independently. If they disagree, one of them is
    /// wrong; nothing of it is durable yet, and the host must not continue.
    fn apply(&mut self, event: &Self::Event, now: Time) {
        let posted = self.happen(event, now);
        assert!(posted.is_ok(), "the books do not agree: {posted:?}");
    }

    fn record(&self, decision: &Decision<'_, Self>, record: &mut Vec<u8>) {
        let body = Body::Happened(decision.events.to_vec());
        record.extend(Entry { stamp: decision.stamp(), body }.encode());
    }

    fn snapshot(&self, stream: Stream, head: Head) -> Snapshot {
        let bytes = self.encode();
        Snapshot { stream, head, hash: Self::hash_of(&bytes), bytes }
    }

    fn author(request: &Self::Request) -> Author {
        let (actor, session) = (request.command.asker().into(), request.session);
        Author { actor, session, request: request.id }
    }
}

/// The floor.
#[derive(Clone, Debug)]
pub struct FloorMachine(pub Floor);

impl Machine for FloorMachine {
    type Request = taisai_floor::Request;
    type Event = taisai_floor::Event;
    type Refusal = taisai_floor::Refusal;

    fn decide(
        &self,
        request: &Self::Request,
        now: Time,
    ) -> Result<Vec<Self::Event>, Self::Refusal> {
        self.0.decide(request, now)
    }

    fn apply(&mut self, event: &Self::Event, now: Time) {
        self.0.apply(event, now);
    }

    fn record(&self, decision: &Decision<'_, Self>, record: &mut Vec<u8>) {
        let body = Body::FloorHappened(decision.events.to_vec());
        record.extend(Entry { stamp: decision.stamp(), body }.encode());
    }

    fn snapshot(&self, stream: Stream, head: Head) -> Snapshot {
        let bytes = encode_floor(&self.0);
        Snapshot { stream, head, hash: TableState::hash_of(&bytes), bytes }
    }

    fn author(request: &Self::Request) -> Author {
        let session = match request.from {
            taisai_floor::Asker::Staff(_, session) => session,
            taisai_floor::Asker::Terminal(_) | taisai_floor::Asker::Host => SessionId(0),
        };
        Author { actor: request.from.into(), session, request: request.id }
    }
}

impl<M: Machine> Decision<'_, M> {
    fn stamp(&self) -> Stamp {
        let Author { actor, session, request } = self.author;
        Stamp { sequence: self.sequence, time: self.time, actor, session, request }
    }
}
