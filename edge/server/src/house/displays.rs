//! Reports to the tables which displays answer.

use std::collections::BTreeMap;
use std::sync::{Arc, Weak};
use std::time::Duration;

use taisai_floor::TableId;
use taisai_table::{DisplayId, HostCommand};
use tokio::sync::{Mutex, Notify};
use tokio::time::timeout;
use tracing::{info, warn};

use crate::error::Error;
use crate::house::House;
use crate::task::floor::Seen;
use crate::task::presence::Standing;

/// One look at the displays at a time: the tables have its result before the next look begins.
#[derive(Debug, Default)]
pub struct Displays(Mutex<()>);

/// Notifies that a display is lost, or was removed.
pub type DisplaysChanged = Arc<Notify>;

/// The longest time between two checks: a lost notification costs no more than this.
const REST: Duration = Duration::from_mins(1);

impl House {
    /// Reports to one table, or to all, which of their displays answer. The floor knows it, by its
    /// own clock; a display that is away for a moment is not reported.
    pub async fn reconcile_displays(&self, only: Option<TableId>) -> Result<(), Error> {
        let _turn = self.displays.0.lock().await;
        let seen = self.floor.survey(|Seen { floor, presence, .. }| {
            let of = |(device, display): (taisai_floor::TerminalId, &taisai_floor::Display)| {
                ((display.table, DisplayId(device.0)), presence.standing(device))
            };
            floor.displays().map(of).collect::<BTreeMap<_, _>>()
        });
        let seen = seen.await?;
        let tables = self.tables().into_iter();
        for (table, handle) in tables.filter(|(table, _)| only.is_none_or(|only| only == *table)) {
            let known = handle.look(|machine| machine.table.equipment().displays.clone()).await;
            // A rebuilt table has lost its displays, and gets them again when they come back.
            let Ok(known) = known else { continue };
            let (first, last) = ((table, DisplayId(0)), (table, DisplayId(u32::MAX)));
            // Displays that go are sent first, because a table has room for only so many.
            for id in &known {
                let standing = seen.get(&(table, *id)).copied();
                if standing.unwrap_or(Standing::Lost) == Standing::Lost {
                    warn!(%table, number = id.0, "a display does not answer");
                    self.tell_of_display(table, HostCommand::LoseDisplay { display: *id }).await;
                }
            }
            for ((_, id), standing) in seen.range(first..=last) {
                if *standing == Standing::Here && !known.contains(id) {
                    info!(%table, number = id.0, "a display answers");
                    self.tell_of_display(table, HostCommand::ConnectDisplay { display: *id }).await;
                }
            }
        }
        Ok(())
    }

    /// If the table cannot take it now, the next look sends it again.
    async fn tell_of_display(&self, table: TableId, command: HostCommand) {
        match self.host_asks(table, command).await {
            Ok(Ok(())) => {}
            no => warn!(%table, ?no, "a table did not accept a change of its displays"),
        }
    }
}

/// Reports lost displays to the tables, as long as the house runs.
pub async fn run(changed: DisplaysChanged, house: Weak<House>) {
    loop {
        // It looks when it is notified, and at the latest after this time.
        let _ = timeout(REST, changed.notified()).await;
        let Some(house) = house.upgrade() else { return };
        if let Err(error) = house.reconcile_displays(None).await {
            warn!(?error, "the displays could not be checked");
        }
    }
}
