//! Turns for money between cage and table.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use taisai_floor::{Payee, TableId};
use tokio::sync::{Mutex as AsyncMutex, OwnedMutexGuard};

/// Each payee has one ask about money in progress at a time: of two equal asks, one could otherwise
/// undo what the other has done.
#[derive(Default)]
pub struct Turns(Mutex<BTreeMap<(TableId, Payee), Turn>>);

/// Locked while somebody has the turn.
type Turn = Arc<AsyncMutex<()>>;

impl Turns {
    /// Waits for the turn, which lasts until the returned guard is dropped.
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
