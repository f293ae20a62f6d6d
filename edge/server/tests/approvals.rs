//! A table of real money that its rule document does not know, and the approval that allows it.
//!
//! A floor of machines that drew the dice stood under the rules of Massachusetts, and nothing said
//! so: not the check of its configuration, not its journal.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::ops::ControlFlow;
use std::path::Path;

use taisai_floor::LoginName;
use taisai_journal::stored::Body;
use taisai_journal::{Journal, Options, Place, Stream, TableNumber, between};
use taisai_server::config::Config;
use taisai_server::run::key::KeyFile;
use taisai_server::run::offline::OfflineFloor;
use taisai_server::run::serve::{ServeFault, Server};
use taisai_server::run::start::Records;
use taisai_server::run::start_fault::StartFault;
use taisai_server::world::password::Passwords;
use taisai_table::{DayEvent, Event, Time};

fn records(folder: &Path) -> Records {
    let place = Place::Folder(folder.to_owned());
    Records { place, options: Options::default(), acceptance: None, time_said: None }
}

/// A house with a table of terminals under a document of chips on cloth.
fn house(approval: &str) -> Config {
    let text = format!(
        "house = \"H\"\nlisten = \"127.0.0.1:0\"\n[[table]]\nnumber = 1\nname = \"One\"\n\
         book = \"act\"\n{approval}[table.limits]\n\
         usual = {{ min = 500, max = 100000, multiple = 100 }}\nseat_max = 500000\n\
         exposure_max = 10000000\n"
    );
    Config::read(&text, Path::new(".")).unwrap()
}

/// Starts and stops in order, or says which tables nobody allows.
async fn start(folder: &Path, config: Config) -> Result<(), Vec<String>> {
    match Server::open(config, records(folder), KeyFile::from([7; 32])).await {
        Ok(server) => {
            server.serve(std::future::ready(())).await;
            Ok(())
        }
        Err(ServeFault::Start(StartFault::Unapproved(mistakes))) => {
            Err(mistakes.iter().map(ToString::to_string).collect())
        }
        Err(other) => panic!("{other}"),
    }
}

/// The approvals that the journal of the table says were named, in their order.
fn named(folder: &Path) -> Vec<Option<String>> {
    let place = Place::Folder(folder.to_owned());
    let mut journal = Journal::open_read_only(&place, &Options::default()).unwrap();
    let stream = Stream::Table(TableNumber::new(1).unwrap());
    let all = (Time::from_millis(0).unwrap(), Time::MAX);
    let mut found = Vec::new();
    between(journal.store(), stream, all, |entry| {
        if let Body::Happened(events) = &entry.body {
            for event in events {
                if let Event::Day(DayEvent::ApprovalNamed { allowed_by }) = event {
                    found.push(allowed_by.as_ref().map(ToString::to_string));
                }
            }
        }
        ControlFlow::Continue(())
    })
    .unwrap();
    found
}

#[tokio::test(flavor = "multi_thread")]
async fn a_table_outside_its_document_is_added_with_its_approval_and_kept_without() {
    let folder = tempfile::tempdir().unwrap();
    let mut offline_floor = OfflineFloor::open(records(folder.path())).unwrap();
    let password = Passwords::hash_now("correct horse battery").unwrap();
    offline_floor.add_administrator(LoginName::new("ann").unwrap(), password).unwrap();
    drop(offline_floor);
    let approval = "outside_document = { allowed_by = \"licence 12\" }\n";
    // A new table is refused where its configuration is wrong.
    let refused = start(folder.path(), house("")).await.unwrap_err();
    assert_eq!(refused.len(), 1, "{refused:?}");
    let wrong =
        "3:1: table 1.kind: the rule document does not know terminals (ACT 4.2; reading 27)";
    assert!(refused[0].starts_with(wrong), "{refused:?}");
    start(folder.path(), house(approval)).await.unwrap();
    let licence = || Some("licence 12".to_owned());
    assert_eq!(named(folder.path()), [licence()]);
    // A known approval is not recorded again; an existing table stays, and the journal records that
    // it has no approval any more.
    start(folder.path(), house(approval)).await.unwrap();
    start(folder.path(), house("")).await.unwrap();
    assert_eq!(named(folder.path()), [licence(), None]);
    start(folder.path(), house(approval)).await.unwrap();
    assert_eq!(named(folder.path()), [licence(), None, licence()]);
}
