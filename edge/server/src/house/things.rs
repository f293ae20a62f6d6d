//! Moves equipment between the floor's register and the tables. Every step can be repeated, and
//! what a crash leaves between two steps is settled by the next start.
//!
//! A table borrows its equipment: the floor lends a thing, the table puts it to use, and then the
//! register is brought in line with what the table says it has, even if the table refused. So a
//! thing that a table has is always lent to that table and to no other. A thing can be lent and not
//! yet, or no longer, be at the table: for a moment, or after a crash.

use std::collections::BTreeSet;

use taisai_floor::{
    Command as FloorCommand, Held, Nature, Place, RegisterReport, TableId, ThingCommand,
    ThingEvent, ThingId,
};
use taisai_protocol::Refusal;
use taisai_table::{HostCommand, HouseCommand, ShakerId, StaffId, Table};
use tracing::{info, warn};

use crate::error::Error;
use crate::house::House;
use crate::house::who::Staff;
use crate::task::host::Author;

/// A thing, and the table that puts it to use.
#[derive(Clone, Copy, Debug)]
pub struct Installing {
    pub thing: ThingId,
    pub table: TableId,
    /// The shaker, if the thing is dice.
    pub shaker: Option<ShakerId>,
}

impl House {
    /// Puts a thing to use at its table.
    pub async fn install(&self, by: &Staff, id: u64, what: Installing) -> Result<(), Error> {
        let _one_at_a_time = self.moving_things.lock().await;
        self.check_assigner(by).await?;
        let handle = self.table(what.table)?;
        // A repeated ask is answered as done, even if the register has changed since.
        if handle.look(move |machine| stands(&machine.table, what)).await? {
            return Ok(());
        }
        let author = by.author(id);
        let lend = ThingCommand::Lend { thing: what.thing, table: what.table, by: by.staff };
        self.floor.act_for(author, FloorCommand::Things(lend)).await??;
        let outcome = match self.installing(what).await? {
            Some(command) => handle.ask(by.through_floor(id, command)).await?.map_err(Error::from),
            None => Err(Error::Refused(Refusal::BadThing)),
        };
        self.settle_things_at(what.table, Some(author)).await?;
        outcome
    }

    /// The same by the house itself, when a demo begins.
    pub async fn install_by_house(&self, what: Installing) -> Result<(), Error> {
        let _one_at_a_time = self.moving_things.lock().await;
        let (thing, table, by) = (what.thing, what.table, StaffId::HOUSE);
        let lend = ThingCommand::Lend { thing, table, by };
        self.floor.act(FloorCommand::Things(lend)).await??;
        let outcome = match self.installing(what).await? {
            Some(command) => self.host_asks(table, command.into()).await?.map_err(Error::from),
            None => Err(Error::Refused(Refusal::BadThing)),
        };
        self.settle_things_at(table, None).await?;
        outcome
    }

    /// The command to the table, with what the register knows.
    async fn installing(&self, what: Installing) -> Result<Option<HouseCommand>, Error> {
        let Installing { thing, table, shaker } = what;
        let command = self.floor.look(move |floor| {
            let known = floor.register().get(thing)?;
            match (thing, known.nature) {
                (ThingId::Shaker(shaker), Nature::Shaker { kind }) => {
                    let mut held = Held::default();
                    held.shakers.insert(shaker, (kind, false, Vec::new()));
                    let report = floor.register().report_for(table, &held);
                    let facts = report.shakers.into_iter().next()?;
                    let (sealed, approvals) = (facts.sealed, facts.approvals);
                    Some(HouseCommand::InstallLentShaker { shaker, kind, sealed, approvals })
                }
                (ThingId::Dice(set), Nature::Dice { dice }) => {
                    let (shaker, first_used) = (shaker?, known.first_used);
                    Some(HouseCommand::InstallLentDice { shaker, set, dice, first_used })
                }
                (
                    ThingId::Shaker(_)
                    | ThingId::Dice(_)
                    | ThingId::Display(_)
                    | ThingId::Layout(_),
                    _,
                ) => None,
            }
        });
        Ok(command.await?)
    }

    /// Settles after a change at a table: things it gave up go back to the floor, and damaged
    /// things are known everywhere.
    pub async fn settle_things(&self, table: TableId, author: Option<Author>) -> Result<(), Error> {
        let _one_at_a_time = self.moving_things.lock().await;
        self.settle_things_at(table, author).await
    }

    /// The same for every table when the house starts: things that tables have and the register
    /// does not know are adopted.
    pub async fn settle_all_things(&self) -> Result<(), Error> {
        let _one_at_a_time = self.moving_things.lock().await;
        for (table, _) in self.tables() {
            self.settle_things_at(table, None).await?;
        }
        Ok(())
    }

    /// Does what somebody asks about a thing, and settles the tables at which it was and is.
    pub async fn change_thing(
        &self,
        by: &Staff,
        id: u64,
        command: ThingCommand,
    ) -> Result<(), Error> {
        let _one_at_a_time = self.moving_things.lock().await;
        let thing = command.thing();
        let before = self.table_of(thing).await?;
        self.floor.ask(by.on_floor(id, FloorCommand::Things(command))).await??;
        let after = self.table_of(thing).await?;
        for table in before.into_iter().chain(after.filter(|after| Some(*after) != before)) {
            self.settle_things_at(table, Some(by.author(id))).await?;
        }
        Ok(())
    }

    /// The table at which a thing is.
    async fn table_of(&self, thing: Option<ThingId>) -> Result<Option<TableId>, Error> {
        let at = self.floor.look(move |floor| match floor.register().get(thing?)?.place {
            Place::Table(table) => Some(table),
            Place::Store | Place::Withdrawn { .. } => None,
        });
        Ok(at.await?)
    }

    async fn settle_things_at(&self, table: TableId, author: Option<Author>) -> Result<(), Error> {
        let (mut todo, mut seen) = (vec![table], BTreeSet::new());
        while let Some(table) = todo.pop() {
            let others = self.settle_one(table, author).await?;
            // Each other table is settled once more at most: a dispute that ends here may end
            // there.
            todo.extend(others.into_iter().filter(|other| seen.insert(*other)));
        }
        Ok(())
    }

    /// Brings the register in line with a table, and the table with the register. Returns the
    /// tables of a dispute.
    async fn settle_one(
        &self,
        table: TableId,
        author: Option<Author>,
    ) -> Result<Vec<TableId>, Error> {
        let Ok(handle) = self.table(table) else { return Ok(Vec::new()) };
        let held = handle.look(|machine| Held::of(&machine.table)).await?;
        let by = author.and_then(|author| author.staff());
        let asked = held.clone();
        let news = self.floor.look(move |floor| floor.settled(table, &asked, by)).await?;
        let mut others = Vec::new();
        for event in &news {
            if let ThingEvent::ThingDisputed { tables, .. }
            | ThingEvent::DisputeEnded { tables, .. } = event
            {
                others.extend(tables.iter().filter(|other| **other != table));
            }
        }
        if !news.is_empty() {
            info!(%table, ?news, "the register follows what the table has");
            let settle = ThingCommand::Settle { table, held: held.clone(), by };
            let settle = FloorCommand::Things(settle);
            let settled = match author {
                Some(author) => self.floor.act_for(author, settle).await?,
                None => self.floor.act(settle).await?,
            };
            if let Err(refusal) = settled {
                warn!(%table, %refusal, "the register does not follow the table");
            }
        }
        let report =
            self.floor.look(move |floor| floor.register().report_for(table, &held)).await?;
        let RegisterReport { shakers, damaged, disputed } = report;
        let follow = HostCommand::FollowRegister {
            shakers: shakers.clone(),
            damaged: damaged.clone(),
            disputed,
        };
        let knows = handle
            .look(move |machine| machine.table.knows_of_register(&shakers, &damaged, disputed));
        if !knows.await?
            && let Err(refusal) = self.host_asks(table, follow).await?
        {
            warn!(%table, ?refusal, "the table does not follow the register");
        }
        Ok(others)
    }
}

/// Whether it is in use where it is asked to be.
fn stands(table: &Table, what: Installing) -> bool {
    match what.thing {
        ThingId::Shaker(shaker) => table.equipment().shakers.contains_key(&shaker),
        ThingId::Dice(set) => table
            .equipment()
            .dice
            .as_ref()
            .is_some_and(|state| state.set == set && Some(state.shaker) == what.shaker),
        ThingId::Display(_) | ThingId::Layout(_) => false,
    }
}
