//! A house whose configuration names another edition of a table's book, or other times, than the
//! table was set up with: it starts, and the table is told, once.
//!
//! Such a file was refused, or said nothing: a cure in a rule book reached no table that stood.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]
#![expect(clippy::wildcard_enum_match_arm, reason = "no other event says it")]

use std::ops::ControlFlow;
use std::path::Path;

use taisai_floor::LoginName;
use taisai_journal::stored::Body;
use taisai_journal::{Journal, Options, Place, Stream, TableNumber, between};
use taisai_server::config::Config;
use taisai_server::run::key::KeyFile;
use taisai_server::run::offline::OfflineFloor;
use taisai_server::run::serve::Server;
use taisai_server::run::start::Records;
use taisai_server::world::password::Passwords;
use taisai_table::{DayEvent, Event, Time};

fn records(folder: &Path) -> Records {
    let place = Place::Folder(folder.to_owned());
    Records { place, options: Options::default(), acceptance: None, time_said: None }
}

/// A house's own book that extends `law`, with a triple that pays so much.
fn house(folder: &Path, law: &str, triple: u32, times: &str) -> Config {
    let book = format!(
        "extends = \"{law}\"\nid = \"harbour\"\nname = \"Harbour\"\n\
         wager.triple.pays = \"{triple} to 1\"\n"
    );
    std::fs::write(folder.join("harbour.toml"), book).unwrap();
    let text = format!(
        "house = \"H\"\nlisten = \"127.0.0.1:0\"\n[[table]]\nnumber = 1\nname = \"One\"\n\
         book_file = \"harbour.toml\"\ncurrency = \"USD\"\n\
         outside_document = {{ allowed_by = \"licence 12\" }}\n{times}[table.limits]\n\
         usual = {{ min = 500, max = 100000, multiple = 100 }}\nseat_max = 500000\n\
         exposure_max = 100000000\n"
    );
    Config::read(&text, folder).unwrap()
}

async fn start(folder: &Path, config: Config) {
    let server = Server::open(config, records(folder), KeyFile::from([7; 32])).await.unwrap();
    server.serve(std::future::ready(())).await;
}

/// What the table was told of its configuration, in order: what its triple pays there, and the
/// warning; nothing where it was told that it plays by it.
fn told(folder: &Path) -> Vec<Option<(String, u64)>> {
    let place = Place::Folder(folder.to_owned());
    let mut journal = Journal::open_read_only(&place, &Options::default()).unwrap();
    let stream = Stream::Table(TableNumber::new(1).unwrap());
    let all = (Time::from_millis(0).unwrap(), Time::MAX);
    let mut found = Vec::new();
    between(journal.store(), stream, all, |entry| {
        if let Body::Happened(events) = &entry.body {
            for event in events {
                match event {
                    Event::Day(DayEvent::EditionOffered(offer)) => {
                        let pays = offer.edition.own.lines().last().unwrap().to_owned();
                        found.push(Some((pays, offer.times.warning_ms)));
                    }
                    Event::Day(DayEvent::OfferWithdrawn) => found.push(None),
                    _ => {}
                }
            }
        }
        ControlFlow::Continue(())
    })
    .unwrap();
    found
}

#[tokio::test(flavor = "multi_thread")]
async fn a_standing_table_is_told_once_what_the_configuration_names() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let mut offline_floor = OfflineFloor::open(records(folder)).unwrap();
    let password = Passwords::hash_now("correct horse battery").unwrap();
    offline_floor.add_administrator(LoginName::new("ann").unwrap(), password).unwrap();
    drop(offline_floor);
    start(folder, house(folder, "maryland", 160, "")).await;
    assert!(told(folder).is_empty(), "it plays what is named");
    let usual = house(folder, "maryland", 160, "").tables[0].config.times.warning_ms;
    let pays = |triple: u32| format!("wager.triple.pays = \"{triple} to 1\"");
    for _ in 0..2 {
        start(folder, house(folder, "maryland", 170, "")).await;
    }
    assert_eq!(told(folder), [Some((pays(170), usual))]);
    let times = "[table.times]\nwarning_ms = 4000\n";
    start(folder, house(folder, "maryland", 160, times)).await;
    assert_eq!(told(folder).last(), Some(&Some((pays(160), 4_000))));
    start(folder, house(folder, "maryland", 160, "")).await;
    assert_eq!(told(folder).last(), Some(&None));
    // A book of the same name that extends another law takes another table, and is not named.
    let known = told(folder).len();
    start(folder, house(folder, "pennsylvania-a", 150, "")).await;
    assert_eq!(told(folder).len(), known);
}
