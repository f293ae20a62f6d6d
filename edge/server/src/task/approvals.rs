//! Approvals, from the configuration, of tables that their rule documents do not know.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use taisai_floor::TableId;
use taisai_journal::Stream;
use taisai_table::{Approved, Reason};
use tracing::warn;

use crate::config::{Config, TablePlan, outside_document};
use crate::task::machine::TableMachine;

/// Logs a warning for each property of a table that its rule document does not know and nobody
/// allows, with the clause.
pub fn warn_unallowed(stream: Stream, machine: &TableMachine) {
    for (key, why) in outside_document(machine.table.config(), &machine.book) {
        warn!(%stream, key, why, "this table has no approval: it opens no round");
    }
}

/// The approvals by table; none in a demo, because play money needs no approval.
#[derive(Clone)]
pub struct Approvals(Option<Arc<Mutex<BTreeMap<TableId, Reason>>>>);

impl Approvals {
    /// The approvals in a configuration.
    pub fn new(config: &Config) -> Self {
        let approvals = Self((!config.demo).then(Arc::default));
        approvals.adopt(&config.tables);
        approvals
    }

    /// Those of a house that needs none.
    pub const fn none() -> Self {
        Self(None)
    }

    /// Replaces them with those of a reloaded configuration.
    pub fn adopt(&self, tables: &[TablePlan]) {
        let Some(kept) = &self.0 else { return };
        let named = |plan: &TablePlan| Some((plan.table, plan.outside_document.clone()?));
        let named = tables.iter().filter_map(named).collect();
        *kept.lock().unwrap_or_else(PoisonError::into_inner) = named;
    }

    /// What the house records for a table: nothing in a demo; otherwise the approval, or that there
    /// is none.
    pub fn of(&self, table: TableId) -> Approved {
        let Some(kept) = &self.0 else { return Approved::NotNeeded };
        let kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
        Approved::named(kept.get(&table).cloned())
    }

    /// Whether tables of this house need an approval outside their documents.
    pub const fn are_needed(&self) -> bool {
        self.0.is_some()
    }
}
