//! Which displays answer, as their tables are told of it.

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

/// One look at the displays at a time: what was seen is told before anybody looks again.
#[derive(Debug, Default)]
pub struct Displays(Mutex<()>);

/// Tells that a display is lost, or was taken away.
pub type DisplaysChanged = Arc<Notify>;

/// How long the displays are left alone at most: a notice that is lost costs no more than this.
const REST: Duration = Duration::from_mins(1);

impl House {
    /// Tells tables which of their displays answer. The floor knows it, by its own clock; one that
    /// is away for a moment is no news to anybody. One table, or all of them.
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
            // A table that is rebuilt has lost its displays, and is told when they come back.
            let Ok(known) = known else { continue };
            let (first, last) = ((table, DisplayId(0)), (table, DisplayId(u32::MAX)));
            // Who makes room is told first: a table has so many displays and no more.
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

    /// What a table cannot take now it is told at the next look.
    async fn tell_of_display(&self, table: TableId, command: HostCommand) {
        match self.host_asks(table, command).await {
            Ok(Ok(())) => {}
            no => warn!(%table, ?no, "a table could not be told of a display"),
        }
    }
}

/// Tells the tables of displays that are lost, as long as the house is at work.
pub async fn run(changed: DisplaysChanged, house: Weak<House>) {
    loop {
        // Whether it was told or has waited long enough, it looks.
        let _ = timeout(REST, changed.notified()).await;
        let Some(house) = house.upgrade() else { return };
        if let Err(error) = house.reconcile_displays(None).await {
            warn!(?error, "the displays could not be looked at");
        }
    }
}
