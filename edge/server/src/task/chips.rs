//! The value chips of felt tables, as the configuration names them.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use taisai_floor::TableId;
use taisai_table::{Denominations, Table, TableKind};

use crate::config::{Config, TablePlan};

/// The chips by table; a table of which nothing is said has the usual ones.
#[derive(Clone, Debug, Default)]
pub struct ChipSets(Arc<Mutex<BTreeMap<TableId, Denominations>>>);

impl ChipSets {
    /// Those of a configuration.
    pub fn new(config: &Config) -> Self {
        let sets = Self::default();
        sets.adopt(&config.tables);
        sets
    }

    /// Takes those of a configuration that was read again.
    pub fn adopt(&self, tables: &[TablePlan]) {
        let named = |plan: &TablePlan| Some((plan.table, plan.chips.clone()?));
        let named = tables.iter().filter_map(named).collect();
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = named;
    }

    /// The value chips of a felt table; none where it is played with credit.
    pub fn of(&self, number: TableId, table: &Table) -> Option<Denominations> {
        let config = table.config();
        let named = || {
            let kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            kept.get(&number).cloned()
        };
        match config.kind {
            TableKind::Felt => {
                Some(named().unwrap_or_else(|| {
                    Denominations::usual(&config.limits, &table.book().pay_table)
                }))
            }
            TableKind::Electronic => None,
        }
    }
}
