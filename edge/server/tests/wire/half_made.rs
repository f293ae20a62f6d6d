//! A server that died while it put a table on the floor: the next start finishes what was begun.

use taisai_floor::{Asker, Command, Event, Floor, Notice, Request, Title};
use taisai_journal::stored::{Actor, Body, Entry, Stamp};
use taisai_journal::{Batch, Head, Journal, JournalId, Options, Place, Stream, TableNumber};
use taisai_server::config::TablePlan;
use taisai_table::{RequestId, SessionId, Time};
use taisai_testing::client::http;

use crate::floor::{TestFloor, config};

fn stamp(sequence: u64) -> Stamp {
    let (time, actor) = (Time::from_millis(1_000).unwrap(), Actor::Host);
    Stamp { sequence, time, actor, session: SessionId(0), request: RequestId(sequence) }
}

/// The floor has heard of the table; the table has no stream.
fn known_to_the_floor(table: &TablePlan) -> Batch {
    let book = Title::new(table.edition.id()).unwrap();
    let (name, config) = (table.name.clone(), table.config.clone());
    let command = Command::AddTable { table: table.table, name, config, book };
    let request = Request { from: Asker::Host, id: RequestId(1), command };
    let mut events = Floor::new().decide(&request, stamp(1).time).unwrap();
    events.insert(0, Event::Noted(Notice::DemoFounded));
    let mut batch = Batch::new(Stream::Floor, Head::start(ID, Stream::Floor));
    batch.push(&Entry { stamp: stamp(1), body: Body::FloorHappened(events) }.encode());
    batch
}

/// The table has a stream; the floor has not heard of it.
fn begun(table: &TablePlan) -> Batch {
    let stream = Stream::Table(TableNumber::new(table.table.0).unwrap());
    let mut batch = Batch::new(stream, Head::start(ID, stream));
    let opened = table.opened().unwrap().0;
    batch.push(&Entry { stamp: stamp(1), body: Body::Opened(Box::new(opened)) }.encode());
    batch
}

const ID: JournalId = JournalId(*b"half made tables");

#[tokio::test(flavor = "multi_thread")]
async fn a_table_that_was_begun_is_finished_at_the_next_start() {
    let config = config(60_000);
    for batch in [known_to_the_floor(&config.tables[0]), begun(&config.tables[0])] {
        let folder = tempfile::tempdir().unwrap();
        let place = Place::Folder(folder.path().to_owned());
        let mut journal = Journal::create(&place, ID, &Options::default()).unwrap();
        journal.append(&[batch]).unwrap();
        drop(journal);
        for _ in 0..2 {
            let floor = TestFloor::open(folder.path(), config.clone()).await;
            let reply = http(&floor, "GET", "/api/v1/tables", &[], None).await;
            assert_eq!(reply.body.as_array().unwrap().len(), config.tables.len());
            floor.close().await;
        }
    }
}
