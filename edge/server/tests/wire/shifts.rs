//! Shifts that the house's clock begins, while the server runs and while it does not.

use std::ops::ControlFlow;
use std::path::Path;
use std::time::Duration;

use serde_json::{Value, json};
use taisai_journal::stored::Body;
use taisai_journal::{Journal, Options, Place, Stream, TableNumber, between};
use taisai_server::config::{Config, GamingDay, TimeOfDay, UtcOffset};
use taisai_server::world::clock::{SystemWall, Wall as _};
use taisai_table::{Event, StaffEvent, Time};
use taisai_testing::client::Screen;

use crate::checklist::display;
use crate::equip;
use crate::floor::{TestFloor, with_a_device};

/// The demo's table with a dealer, under the rules of Massachusetts.
const TABLE: u32 = 9;
const MINUTE_MS: u64 = 60_000;

fn run(order: &Value) -> Value {
    json!({ "run": { "table": TABLE, "order": order } })
}

/// The last full hour, and a floor whose next shifts begin 70, 80 and 90 minutes after it.
fn in_shifts() -> (u64, Config) {
    let now = SystemWall.shows().millis();
    let hour = now - now % (60 * MINUTE_MS);
    let begins = |after: u64| (hour / MINUTE_MS + after) % (24 * 60);
    let mut times: Vec<u64> = [0, 70, 80, 90].map(begins).to_vec();
    times.sort_unstable();
    let time = |minutes: &u64| {
        TimeOfDay::read(&format!("{:02}:{:02}", minutes / 60, minutes % 60)).unwrap()
    };
    let mut config = with_a_device(600_000);
    let offset = UtcOffset::read("+00:00").unwrap();
    config.day = GamingDay::new(offset, times.iter().map(time).collect());
    (hour, config)
}

/// How far the clock is set forward to stand so many minutes after the hour.
fn until(hour: u64, minutes: u64) -> Duration {
    Duration::from_millis((hour + minutes * MINUTE_MS).saturating_sub(SystemWall.shows().millis()))
}

/// The shifts that the journal says began at the table.
fn begun(folder: &Path) -> Vec<u64> {
    let mut journal =
        Journal::look(&Place::Folder(folder.to_owned()), &Options::default()).unwrap();
    let stream = Stream::Table(TableNumber::new(TABLE).unwrap());
    let (all, mut found) = ((Time::from_millis(0).unwrap(), Time::MAX), Vec::new());
    between(journal.store(), stream, all, |entry| {
        if let Body::Happened(events) = &entry.body {
            for event in events {
                if let Event::Staff(StaffEvent::ShiftBegun { began }) = event {
                    found.push(began.millis());
                }
            }
        }
        ControlFlow::Continue(())
    })
    .unwrap();
    found
}

async fn done(screen: &mut Screen, round: Option<u64>, order: Value) {
    let answer = screen.ask(round, run(&order)).await;
    assert_eq!(answer["answer"], "done", "{order}: {answer}");
}

/// Exchanges the shaker for one with a motor and opens the table with it.
async fn with_a_motor(shift: &mut Screen) {
    done(shift, None, json!({ "remove_shaker": { "shaker": TABLE } })).await;
    for ask in equip::asks(100, TABLE, "automated-uncovered") {
        let answer = shift.ask(None, ask.clone()).await;
        assert_eq!(answer["answer"], "done", "{ask}: {answer}");
    }
    done(shift, None, json!({ "inspect_shaker": { "tosses": 3 } })).await;
    done(shift, None, json!({ "try_display": { "entered": [1, 2, 4] } })).await;
    done(shift, None, json!({ "judge_display": { "lit": true } })).await;
    let lines = json!({ "attest_lines": { "lines": ["shaker.dice_sealed"] } });
    done(shift, None, lines).await;
    done(shift, None, json!("take_shaker")).await;
    done(shift, None, json!("open_table")).await;
}

/// The shift's inspection was asked for only where somebody pressed a button, and a shift that
/// began while the server was away was never asked about.
#[tokio::test(flavor = "multi_thread")]
async fn the_first_round_of_a_shift_waits_for_its_inspection_also_after_a_sleep() {
    let folder = tempfile::tempdir().unwrap();
    let (hour, config) = in_shifts();
    let mut floor = TestFloor::open(folder.path(), config.clone()).await;
    let hired = floor.hired.clone();
    let (mut shift, _) = Screen::staff(&floor, "shift").await;
    let (mut floorperson, _) = Screen::staff(&floor, "floor").await;
    let (_shown, cookie) = display(&floor, &mut floorperson, TABLE).await;
    with_a_motor(&mut shift).await;
    done(&mut shift, Some(1), json!("open_betting")).await;
    // The shift of minute 70 begins within a round, which goes on; the time to bet is over by then.
    floor.set_forward(until(hour, 71));
    let (mut shift, _) = Screen::staff(&floor, "shift").await;
    done(&mut shift, None, json!("take_shaker")).await;
    for order in [json!({ "shake": { "times": 3 } }), json!("reveal")] {
        done(&mut shift, Some(1), order).await;
    }
    for order in ["enter_dice", "confirm_dice"] {
        done(&mut shift, Some(1), json!({ order: { "dice": [1, 2, 4] } })).await;
    }
    for order in ["collect", "pay", "clear"] {
        done(&mut shift, Some(1), json!(order)).await;
    }
    let waits = |answer: Value| {
        assert_eq!(answer["why"]["code"], "not-yet", "{answer}");
        assert_eq!(answer["why"]["needs"]["need"], "shaker-inspection", "{answer}");
        assert_eq!(answer["why"]["clause"], "MA 5(b)", "{answer}");
    };
    waits(shift.ask(Some(2), run(&json!("open_betting"))).await);
    done(&mut shift, None, json!({ "inspect_shaker": { "tosses": 3 } })).await;
    // The floor sleeps over the shift of minute 80.
    floor.stop().await;
    let floor = TestFloor::open(folder.path(), config.clone()).await.staffed_by(&hired);
    floor.set_forward(until(hour, 81));
    let mut shown = Screen::open(&floor, "as=display", &cookie).await;
    shown.until(|told| told["tell"] == "snapshot").await;
    let (mut shift, _) = Screen::staff(&floor, "shift").await;
    done(&mut shift, None, json!("take_shaker")).await;
    waits(shift.ask(Some(2), run(&json!("open_betting"))).await);
    done(&mut shift, None, json!({ "inspect_shaker": { "tosses": 3 } })).await;
    done(&mut shift, Some(2), json!("open_betting")).await;
    floor.close().await;
    let expected = [0, 70, 80].map(|minutes| hour + minutes * MINUTE_MS);
    assert_eq!(begun(folder.path()), expected);
}
