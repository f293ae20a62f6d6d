//! An old copy of the journal is accepted: no number comes twice, and lost paper is honoured once.

use std::path::Path;

use serde_json::{Value, json};
use taisai_floor::{Event, Notice};
use taisai_journal::stored::Body;
use taisai_journal::{Acceptance, Journal, Options, Place, Stream, read_all};
use taisai_protocol::Ask;
use taisai_protocol::ask::FloorAsk;
use taisai_protocol::server_message::Channel;
use taisai_testing::client::{self, Screen, word};

use crate::floor::{TestFloor, config};

fn acceptance() -> Acceptance {
    Acceptance { by: "shift".into(), reason: "disk lost, case 118".into() }
}

async fn sell(cage: &mut Screen, amount: u64) -> Value {
    let sell = client::sell(amount, "USD");
    cage.ask(None, sell).await["voucher"].clone()
}

/// How often the floor's stream says that an old copy was accepted.
fn acceptances(folder: &Path) -> usize {
    let place = Place::Folder(folder.to_owned());
    let mut journal = Journal::open_read_only(&place, &Options::default()).unwrap();
    let start = taisai_journal::Head::start(journal.id(), Stream::Floor);
    let mut count = 0;
    read_all(journal.store(), Stream::Floor, start, |record| {
        if let Body::FloorHappened(events) = record.entry()?.body {
            let is = |event: &&Event| matches!(event, Event::Noted(Notice::JournalAccepted { .. }));
            count += events.iter().filter(is).count();
        }
        Ok(())
    })
    .unwrap();
    count
}

/// A floor on which one voucher was sold, then copied, then another sold, then the copy put back.
async fn with_a_lost_voucher(folder: &Path) -> (TestFloor, Value) {
    let floor = TestFloor::open(folder, config(60_000)).await;
    let (mut cage, _) = Screen::staff(&floor, "cashier").await;
    assert_eq!(sell(&mut cage, 10_000).await["number"], 1);
    let hired = floor.hired.clone();
    floor.close().await;
    let old = std::fs::read(folder.join("journal.db")).unwrap();
    let again = TestFloor::open(folder, config(60_000)).await.staffed_by(&hired);
    let (mut cage, _) = Screen::staff(&again, "cashier").await;
    let lost = sell(&mut cage, 25_000).await;
    assert_eq!(lost["number"], 2);
    again.close().await;
    std::fs::write(folder.join("journal.db"), old).unwrap();
    let accepted = TestFloor::open_accepting(folder, config(60_000), Some(acceptance())).await;
    (accepted.staffed_by(&hired), lost)
}

#[tokio::test(flavor = "multi_thread")]
async fn after_an_accepted_old_copy_no_number_comes_twice_and_it_is_written_once() {
    let folder = tempfile::tempdir().unwrap();
    let (floor, lost) = with_a_lost_voucher(folder.path()).await;
    let hired = floor.hired.clone();
    let (mut cage, _) = Screen::staff(&floor, "cashier").await;
    let sold = sell(&mut cage, 10_000).await;
    assert_ne!(sold["token"], lost["token"], "the lost paper would pay this one out");
    assert!(sold["number"].as_u64().unwrap() > 100_000_000, "another series: {sold}");
    floor.close().await;
    // The same command is given again, as a unit file would: there is nothing left to accept.
    let again = TestFloor::open_accepting(folder.path(), config(60_000), Some(acceptance())).await;
    let again = again.staffed_by(&hired);
    let (mut cage, _) = Screen::staff(&again, "cashier").await;
    let next = sell(&mut cage, 10_000).await;
    assert_eq!(next["number"].as_u64().unwrap(), sold["number"].as_u64().unwrap() + 1);
    again.close().await;
    assert_eq!(acceptances(folder.path()), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn paper_that_was_lost_is_honoured_by_two_people_and_paid_once() {
    let folder = tempfile::tempdir().unwrap();
    let (floor, lost) = with_a_lost_voucher(folder.path()).await;
    let (mut cage, _) = Screen::staff(&floor, "cashier").await;
    let (mut shift, _) = Screen::staff(&floor, "shift").await;
    let redeem = client::redeem(lost["token"].as_str().unwrap());
    let unknown = cage.ask(None, redeem.clone()).await;
    assert_eq!(unknown["why"]["code"], "no-such-voucher", "{unknown}");
    cage.ask(None, Ask::Watch(Channel::Cage)).await;
    assert_eq!(cage.whole("cage").await["lost"][0]["after"], 1);

    let paper = |number: u64| {
        Ask::Floor(FloorAsk::ProposePaper {
            token: word(&lost["token"]),
            number,
            amount: 25_000,
            currency: "USD".to_owned(),
            reason: "seen on camera when it was sold".to_owned(),
        })
    };
    assert_eq!(cage.ask(None, paper(1)).await["why"]["code"], "paper-not-lost");
    assert_eq!(shift.ask(None, paper(2)).await["why"]["code"], "role-needed");
    assert_eq!(cage.ask(None, paper(2)).await["answer"], "done");
    shift.ask(None, Ask::Watch(Channel::Floor)).await;
    let waiting = shift.whole("floor").await["approvals"][0].clone();
    assert_eq!((&waiting["about"], &waiting["amount"]), (&json!("paper"), &json!(25_000)));
    let approve = Ask::Floor(FloorAsk::Approve { proposal: word(&waiting["proposal"]) });
    assert_eq!(cage.ask(None, approve.clone()).await["why"]["code"], "role-needed");
    assert_eq!(shift.ask(None, approve).await["answer"], "done");

    assert_eq!(cage.ask(None, redeem.clone()).await["answer"], "found");
    assert_eq!(cage.ask(None, redeem).await["why"]["code"], "voucher-is");
    assert_eq!(cage.ask(None, paper(2)).await["why"]["code"], "voucher-is");
    // Who counts again over the number under which it was sold sells another one.
    let (mut again, _) = Screen::staff(&floor, "cashier").await;
    let sold = sell(&mut again, 700).await;
    assert_eq!(sold["amount"], 700, "{sold}");
    floor.close().await;
}

/// An invitation of the lost stretch was that of the next person to be added, and let anybody who
/// had been handed it choose their password.
#[tokio::test(flavor = "multi_thread")]
async fn after_an_accepted_old_copy_nobody_is_invited_by_a_lost_invitation() {
    let folder = tempfile::tempdir().unwrap();
    let floor = TestFloor::open(folder.path(), config(60_000)).await;
    let hired = floor.hired.clone();
    floor.close().await;
    let old = std::fs::read(folder.path().join("journal.db")).unwrap();
    let mut invitations = Vec::new();
    for (name, accepts) in [("xaver", None), ("yvonne", Some(acceptance()))] {
        let opened = TestFloor::open_accepting(folder.path(), config(60_000), accepts).await;
        let floor = opened.staffed_by(&hired);
        let (mut admin, _) = Screen::staff(&floor, "admin").await;
        let added = admin.ask(None, Ask::Floor(FloorAsk::AddStaff { name: name.to_owned() })).await;
        invitations.push(added["invitation"].as_str().unwrap().to_owned());
        floor.close().await;
        std::fs::write(folder.path().join("journal.db"), &old).unwrap();
    }
    assert_ne!(invitations[0], invitations[1]);
}
