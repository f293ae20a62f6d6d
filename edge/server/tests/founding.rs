//! Play money stays play money: a journal is a demo's or a house's for ever.
//!
//! `taisai demo`, a voucher cashed out, then `taisai serve` on the same folder: the cage paid it.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::path::Path;

use taisai_floor::{Event, LoginName, Notice, Title};
use taisai_journal::stored::{Actor, Body, Entry, Stamp};
use taisai_journal::{Batch, Head, Journal, JournalId, Options, Place, Stream};
use taisai_server::config::Config;
use taisai_server::run::founding::Founding;
use taisai_server::run::key::KeyFile;
use taisai_server::run::offline::OfflineFloor;
use taisai_server::run::serve::{ServeFault, Server};
use taisai_server::run::start::Records;
use taisai_server::run::start_fault::StartFault;
use taisai_server::world::password::Passwords;
use taisai_table::{RequestId, SessionId, Time};

fn records(folder: &Path) -> Records {
    let place = Place::Folder(folder.to_owned());
    Records { place, options: Options::default(), acceptance: None, time_said: None }
}

fn demo() -> Config {
    let mut config = Config::demo();
    config.listen.set_port(0);
    config.tables.truncate(1);
    config
}

fn house() -> Config {
    Config { demo: false, ..demo() }
}

/// Starts and stops in order; says for what the journal was founded, where that is why not.
async fn start(folder: &Path, config: Config) -> Result<(), Founding> {
    match Server::open(config, records(folder), KeyFile::from([7; 32])).await {
        Ok(server) => {
            server.serve(std::future::ready(())).await;
            Ok(())
        }
        Err(ServeFault::Start(StartFault::Founded(founding))) => Err(founding),
        Err(other) => panic!("{other}"),
    }
}

/// A journal whose floor begins with this.
fn journal_that_begins(folder: &Path, first: Event) {
    let id = JournalId([1; 16]);
    let place = Place::Folder(folder.to_owned());
    let mut journal = Journal::create(&place, id, &Options::default()).unwrap();
    let (time, actor) = (Time::from_millis(1_700_000_000_000).unwrap(), Actor::Host);
    let (session, request) = (SessionId(0), RequestId(1));
    let stamp = Stamp { sequence: 1, time, actor, session, request };
    let mut batch = Batch::new(Stream::Floor, Head::start(id, Stream::Floor));
    batch.push(&Entry { stamp, body: Body::FloorHappened(vec![first]) }.encode());
    journal.append(&[batch]).unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_house_does_not_go_to_work_on_the_journal_of_a_demo() {
    let folder = tempfile::tempdir().unwrap();
    start(folder.path(), demo()).await.unwrap();
    assert_eq!(start(folder.path(), house()).await, Err(Founding::Demo));
    // The refusal changed nothing: the demo goes on.
    start(folder.path(), demo()).await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_demo_does_not_lend_the_money_of_a_house() {
    let folder = tempfile::tempdir().unwrap();
    let mut offline_floor = OfflineFloor::open(records(folder.path())).unwrap();
    let password = Passwords::hash_now("correct horse battery").unwrap();
    offline_floor.add_administrator(LoginName::new("ann").unwrap(), password).unwrap();
    drop(offline_floor);
    assert_eq!(start(folder.path(), demo()).await, Err(Founding::House));
    start(folder.path(), house()).await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_demo_that_died_as_soon_as_it_began_is_a_demo() {
    let folder = tempfile::tempdir().unwrap();
    journal_that_begins(folder.path(), Event::Noted(Notice::DemoFounded));
    assert_eq!(start(folder.path(), house()).await, Err(Founding::Demo));
    start(folder.path(), demo()).await.unwrap();
}

/// Demos did not say what they are. A house cannot have begun like them: it does not start before
/// it has an administrator.
#[tokio::test(flavor = "multi_thread")]
async fn a_demo_of_old_is_known_by_how_it_began() {
    let folder = tempfile::tempdir().unwrap();
    let version = Title::new("0.1.0").unwrap();
    journal_that_begins(folder.path(), Event::Noted(Notice::ServerStarted { version }));
    assert_eq!(start(folder.path(), house()).await, Err(Founding::Demo));
    start(folder.path(), demo()).await.unwrap();
}
