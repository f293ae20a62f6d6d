//! Whose money is on its way between cage and table.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use taisai_floor::{Payee, TableId};
use tokio::sync::{Mutex as AsyncMutex, OwnedMutexGuard};

/// Whose money is on its way between cage and table. Each has one ask at a time under way: of two
/// that are the same, one could otherwise undo what the other has done.
#[derive(Default)]
pub struct Turns(Mutex<BTreeMap<(TableId, Payee), Turn>>);

/// Locked while somebody has the turn.
type Turn = Arc<AsyncMutex<()>>;

impl Turns {
    /// Waits until it is their turn; it is until what is returned is dropped.
    pub(crate) async fn take(&self, table: TableId, payee: Payee) -> OwnedMutexGuard<()> {
        let turn = {
            let mut turns = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            // Nobody has the turn of those that are held here alone.
            turns.retain(|_, turn| Arc::strong_count(turn) > 1);
            Arc::clone(turns.entry((table, payee)).or_default())
        };
        turn.lock_owned().await
    }
}
