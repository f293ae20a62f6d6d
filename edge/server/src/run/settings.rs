//! What a changed configuration changes on a running floor: limits, with notice, and new tables.

use std::fmt::{self, Write as _};

use taisai_floor::{
    Command as FloorCommand, Floor, FloorTable as KnownTable, Line as Text, Notice, TableId,
    TableStanding,
};
use taisai_table::{Approved, HostCommand, Limits};
use tracing::{info, warn};

use crate::config::{Config, Mistake, TablePlan};
use crate::error::Error;
use crate::house::House;
use crate::task::approvals;
use crate::task::tasks::{OpenFault, stream_of};

/// A table whose configuration differs from the existing table in more than its limits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fixed {
    pub table: TableId,
    /// What differs.
    pub what: Vec<&'static str>,
}

impl fmt::Display for Fixed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { table, what } = self;
        let what = what.join(", ");
        write!(f, "table {table}: {what}: fixed when the table was set up; put it back, ")?;
        f.write_str("or retire the table and add another with a number of its own")
    }
}

/// What of these tables cannot be, because they stand already and stand otherwise.
pub fn fixed(floor: &Floor, tables: &[TablePlan]) -> Vec<Fixed> {
    let mut fixed = Vec::new();
    for table in tables {
        let Some(known) = floor.table(table.table) else { continue };
        if known.standing == TableStanding::Retired {
            let table = table.table;
            warn!(%table, "the table is retired: take it out of the configuration");
            continue;
        }
        let what = differences(known, table);
        if !what.is_empty() {
            fixed.push(Fixed { table: table.table, what });
        }
    }
    fixed
}

/// New tables that cannot be added, because they are outside their documents and have no approval.
/// An existing table stays, and opens no round until there is one.
pub fn unapproved(floor: &Floor, unapproved: &[(TableId, Mistake)]) -> Vec<Mistake> {
    let added = unapproved.iter().filter(|(table, _)| floor.table(*table).is_none());
    added.map(|(_, mistake)| mistake.clone()).collect()
}

impl House {
    /// What keeps tables from being added, because they are outside their documents.
    pub async fn unapproved(&self, tables: &[(TableId, Mistake)]) -> Result<Vec<Mistake>, Error> {
        let tables = tables.to_vec();
        Ok(self.floor.look(move |floor| unapproved(floor, &tables)).await?)
    }

    /// What of these tables cannot be, because they stand already and stand otherwise.
    pub async fn fixed(&self, tables: &[TablePlan]) -> Result<Vec<Fixed>, Error> {
        let tables = tables.to_vec();
        Ok(self.floor.look(move |floor| fixed(floor, &tables)).await?)
    }

    /// Applies the configuration to the floor: the cage's rules, new tables, and limits that were
    /// changed in the file since it was last read. Limits that people announced meanwhile stay.
    pub async fn adopt(&self, config: &Config) -> Result<(), OpenFault> {
        let Config { tables, cage, large, .. } = config;
        let rules = [FloorCommand::RuleCage(cage.clone()), FloorCommand::RuleLarge(large.clone())];
        for rules in rules {
            self.floor.act(rules).await?.map_err(Error::from)?;
        }
        self.tasks.approvals.adopt(tables);
        self.tasks.chips.adopt(tables);
        for table in tables {
            match self.known(table.table).await? {
                None => self.set_up(table).await?,
                Some(known)
                    if known.standing == TableStanding::InUse
                        && known.config.limits != table.config.limits =>
                {
                    self.announce(table, &known.config.limits).await?;
                }
                Some(_) => {}
            }
        }
        self.offer_editions(tables).await?;
        // A table that is no longer in the file has no approval either.
        for (table, _) in self.tables() {
            self.name_approval(table).await?;
        }
        Ok(())
    }

    /// Logs a warning for every table that needs an approval and has none.
    pub async fn warn_of_unallowed(&self) -> Result<(), OpenFault> {
        for (table, handle) in self.tables() {
            if self.tasks.approvals.of(table) == Approved::Missing {
                let stream = stream_of(table)?;
                handle.look(move |machine| approvals::warn_unallowed(stream, machine)).await?;
            }
        }
        Ok(())
    }

    /// Records at an existing table which approval allows it outside its document, if that has
    /// changed.
    async fn name_approval(&self, table: TableId) -> Result<(), OpenFault> {
        let approved = self.tasks.approvals.of(table);
        let allowed_by = match &approved {
            Approved::NotNeeded => return Ok(()),
            Approved::Missing => None,
            Approved::By(reason) => Some(reason.clone()),
        };
        let Ok(handle) = self.table(table) else { return Ok(()) };
        if handle.look(move |machine| machine.table.lacks_approval(&approved)).await? {
            let named = self.host_asks(table, HostCommand::NameApproval { allowed_by }).await?;
            named.map_err(Error::from)?;
        }
        Ok(())
    }

    async fn known(&self, table: TableId) -> Result<Option<KnownTable>, Error> {
        Ok(self.floor.look(move |floor| floor.table(table).cloned()).await?)
    }

    /// Announces the limits at the table, then records the change of the configuration. After a
    /// crash in between nothing is announced twice: limits that the table has already announced are
    /// skipped.
    async fn announce(&self, set_up: &TablePlan, before: &Limits) -> Result<(), OpenFault> {
        let (table, limits) = (set_up.table, set_up.config.limits.clone());
        let wanted = limits.clone();
        let handle = self.table(table)?;
        let known = handle.look(move |machine| {
            let now = &machine.table.config().limits;
            let to_come = machine.table.limits_to_come().map_or(now, |(_, limits)| limits);
            *to_come == wanted
        });
        if !known.await? {
            let announced =
                self.host_asks(table, HostCommand::AnnounceLimits(limits.clone())).await?;
            announced.map_err(Error::from)?;
        }
        let (from, to) = (words(before), words(&limits));
        info!(%table, %from, %to, "limits changed by the configuration");
        let key = Text::of(&format!("table {table} limits"));
        let notice = Notice::ConfigurationChanged { key, from, to, by: None };
        self.floor.act(FloorCommand::Note(notice)).await?.map_err(Error::from)?;
        let configured = FloorCommand::ConfigureLimits { table, limits };
        Ok(self.floor.act(configured).await?.map_err(Error::from)?)
    }
}

/// What is fixed once a table exists, but differs in the configuration.
fn differences(known: &KnownTable, table: &TablePlan) -> Vec<&'static str> {
    let (now, file) = (&known.config, &table.config);
    let all = [
        ("name", known.name != table.name),
        ("book", known.book.as_str() != table.edition.id()),
        ("kind", now.kind != file.kind),
        ("run", now.run != file.run),
        ("dice", now.dice != file.dice),
        ("currency", now.currency != file.currency),
    ];
    all.into_iter().filter(|(_, differs)| *differs).map(|(what, _)| what).collect()
}

/// Limits on one line, for the journal.
fn words(limits: &Limits) -> Text {
    let usual = limits.usual;
    let mut text = format!(
        "{} to {} by {}, seat {}, exposure {}",
        usual.stake_min().units(),
        usual.stake_max().units(),
        usual.multiple(),
        limits.seat_max,
        limits.exposure_max
    );
    for (family, limit) in &limits.families {
        let (min, max) = (limit.stake_min().units(), limit.stake_max().units());
        let by = limit.multiple();
        write!(text, "; {} {min} to {max} by {by}", family.word()).expect("a string takes it");
    }
    Text::of(&text)
}
