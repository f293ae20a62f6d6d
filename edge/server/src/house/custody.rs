//! Who answers for a shaker: one person for one, and nobody whose log-ins are over.

use std::collections::BTreeSet;
use std::sync::{Arc, Weak};
use std::time::Duration;

use taisai_floor::TableId;
use taisai_protocol::Refusal;
use taisai_table::{HostCommand, Phase, Request, StaffId};
use tokio::sync::{Mutex, MutexGuard, Notify};
use tokio::time::timeout;
use tracing::{info, warn};

use crate::error::Error;
use crate::house::House;

/// Custody of the shakers at all tables: one change at a time.
#[derive(Debug, Default)]
pub struct Custody {
    turn: Mutex<()>,
}

/// Notifies that a log-in is over: its person may answer for a shaker.
pub type SessionOver = Arc<Notify>;

/// The longest time between two checks: a lost notification costs no more than this.
const REST: Duration = Duration::from_mins(1);

impl Custody {
    async fn turn(&self) -> MutexGuard<'_, ()> {
        self.turn.lock().await
    }
}

impl House {
    /// Takes a shaker over for a person, unless they answer for another one.
    pub async fn take_shaker(
        &self,
        staff: StaffId,
        table: TableId,
        seen: Option<Phase>,
        request: Request,
    ) -> Result<(), Error> {
        let turn = self.custody.turn().await;
        let handle = self.table(table)?;
        let (same, now) = (request.clone(), self.world.clock.now());
        let done = handle.look(move |machine| machine.table.decide(&same, now) == Ok(Vec::new()));
        if !done.await? {
            self.check_answers_nowhere_else(staff, table).await?;
        }
        match seen {
            Some(phase) => handle.ask_while(phase, request).await??,
            None => handle.ask(request).await??,
        }
        // Their log-in may have ended since they asked.
        self.end_custodies(&turn).await
    }

    async fn check_answers_nowhere_else(
        &self,
        staff: StaffId,
        table: TableId,
    ) -> Result<(), Error> {
        for (other, handle) in self.tables() {
            let on_duty = handle.look(|machine| machine.table.equipment().on_duty).await?;
            if other != table && on_duty == Some(staff) {
                let name = self.name_of(other).await?;
                return Err(Error::Refused(Refusal::AnswersElsewhere { table: other.0, name }));
            }
        }
        Ok(())
    }

    /// Ends the custody of everybody who has no log-in any more. Journals of earlier versions have
    /// people who answer for several shakers; they keep the first.
    pub async fn reconcile_custody(&self) -> Result<(), Error> {
        let turn = self.custody.turn().await;
        self.end_custodies(&turn).await
    }

    async fn end_custodies(&self, _turn: &MutexGuard<'_, ()>) -> Result<(), Error> {
        let mut answering = BTreeSet::new();
        for (table, handle) in self.tables() {
            let on_duty = handle.look(|machine| machine.table.equipment().on_duty).await?;
            let Some(staff) = on_duty else { continue };
            let here = self.floor.look(move |floor| floor.sessions_of(staff).next().is_some());
            if here.await? && answering.insert(staff) {
                continue;
            }
            info!(%table, %staff, "nobody answers for this shaker any more");
            self.host_asks(table, HostCommand::EndCustody { staff }).await??;
        }
        Ok(())
    }
}

/// Ends custody together with log-ins, as long as the house runs.
pub async fn run(over: SessionOver, house: Weak<House>) {
    loop {
        // It looks when it is notified, and at the latest after this time.
        let _ = timeout(REST, over.notified()).await;
        let Some(house) = house.upgrade() else { return };
        if let Err(error) = house.reconcile_custody().await {
            warn!(?error, "the custody of the shakers could not be checked");
        }
    }
}
