//! Writes what happened at a table down as its host would: one record for each request.

use taisai_journal::stored::{Actor, Body, BookSources, Entry, Opened, SnapshotName, Stamp};
use taisai_journal::{
    Batch, Head, JournalId, MemoryStore, Snapshot, Store as _, Stream, TableNumber, TableReplay,
};
use taisai_table::{Config, DayEvent, Event, RequestId, SessionId, Time};

pub const JOURNAL: JournalId = JournalId(*b"journal of tests");

pub fn stream() -> Stream {
    Stream::Table(TableNumber::new(1).unwrap())
}

/// The records of a stream that begins with this book and goes on with these events.
pub fn entries(book: &str, journal: &[(Event, Time)]) -> Vec<Entry> {
    let mut scribe = Scribe::new(book, first_config(journal));
    for (event, time) in journal {
        scribe.happened(event.clone(), *time);
    }
    scribe.finish()
}

fn first_config(journal: &[(Event, Time)]) -> Config {
    match journal.first() {
        Some((Event::Day(DayEvent::TableConfigured(config)), _)) => config.clone(),
        first => panic!("the first event sets the table up, not {first:?}"),
    }
}

/// The same in a store, so many records in a batch.
pub fn stored(entries: &[Entry], batch_records: usize) -> MemoryStore {
    let mut store = MemoryStore::new(JOURNAL);
    let mut head = Head::start(JOURNAL, stream());
    for chunk in entries.chunks(batch_records) {
        let mut batch = Batch::new(stream(), head);
        for entry in chunk {
            batch.push(&entry.encode());
        }
        head = batch.head();
        store.append(&[batch]).unwrap();
    }
    store
}

/// The same records and a snapshot of the first so many, which the next one names.
pub fn with_snapshot(entries: &[Entry], length: usize) -> (Vec<Entry>, Snapshot) {
    let replay = TableReplay::from_start(&mut stored(&entries[..length], 50), stream()).unwrap();
    let snapshot = replay.snapshot().unwrap();
    let (before, after) = entries.split_at(length);
    let name = Body::SnapshotNamed(SnapshotName::of(&snapshot.bytes));
    let stamp = Stamp { actor: Actor::Host, request: RequestId(0), ..before[length - 1].stamp };
    let rest = std::iter::once(Entry { stamp, body: name }).chain(after.iter().cloned());
    let rest = (length as u64 + 1..).zip(rest).map(|(sequence, Entry { stamp, body })| Entry {
        stamp: Stamp { sequence, ..stamp },
        body,
    });
    (before.iter().cloned().chain(rest).collect(), snapshot)
}

/// Gathers events until they are a record.
struct Scribe {
    entries: Vec<Entry>,
    gathered: Vec<Event>,
    time: Time,
}

impl Scribe {
    fn new(book: &str, config: Config) -> Self {
        let (entries, gathered, time) = (Vec::new(), Vec::new(), Time::from_millis(0).unwrap());
        let mut scribe = Self { entries, gathered, time };
        let sources = BookSources::embedded(book).unwrap();
        let opened = Body::Opened(Box::new(Opened { sources, config }));
        scribe.write(Actor::Host, SessionId(0), RequestId(0), opened);
        scribe
    }

    fn happened(&mut self, event: Event, time: Time) {
        if time != self.time {
            self.write_gathered(Actor::Host, SessionId(0), RequestId(0));
        }
        self.time = time;
        let answered = match event {
            Event::RequestAnswered { from, session, id, .. } => Some((from, session, id)),
            _ => None,
        };
        self.gathered.push(event);
        if let Some((from, session, id)) = answered {
            self.write_gathered(from.into(), session, id);
        }
    }

    fn write_gathered(&mut self, actor: Actor, session: SessionId, request: RequestId) {
        if !self.gathered.is_empty() {
            let events = std::mem::take(&mut self.gathered);
            self.write(actor, session, request, Body::Happened(events));
        }
    }

    fn write(&mut self, actor: Actor, session: SessionId, request: RequestId, body: Body) {
        let sequence = self.entries.len() as u64 + 1;
        let stamp = Stamp { sequence, time: self.time, actor, session, request };
        self.entries.push(Entry { stamp, body });
    }

    fn finish(mut self) -> Vec<Entry> {
        self.write_gathered(Actor::Host, SessionId(0), RequestId(0));
        self.entries
    }
}
