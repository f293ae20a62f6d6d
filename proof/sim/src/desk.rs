//! The simulated writer: it commits submitted batches after a delay.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use taisai_journal::writer::{Done, Gathered, WAITING_MAX};
use taisai_journal::{Batch, Journal, NotTaken, Snapshot};
use taisai_server::task::journal_client::Appender;
use tokio::sync::Notify;
use tokio::task::JoinHandle;
use tokio::time::sleep;

use crate::disk::Disk;
use taisai_testing::luck::Luck;

/// Accepts batches, and commits everything that waits a little later.
#[derive(Clone)]
pub struct LateDesk(Arc<Shared>);

struct Shared {
    waiting: Mutex<Waiting>,
    come: Notify,
}

#[derive(Default)]
struct Waiting {
    gathered: Gathered,
    count: usize,
    closed: bool,
}

/// How long a commit takes.
#[derive(Clone, Copy, Debug)]
pub struct Pace {
    /// Usually, at most.
    pub usual_ms: u64,
    /// Once in this many commits it takes up to a hundred times as long.
    pub stall: u64,
}

impl LateDesk {
    /// Opens the desk of a journal, and returns its task: nobody else may write before that task
    /// has ended.
    pub fn open(journal: Journal, disk: Disk, pace: Pace, luck: Luck) -> (Self, JoinHandle<()>) {
        let shared = Shared { waiting: Mutex::default(), come: Notify::new() };
        let opened = Self(Arc::new(shared));
        let work = tokio::spawn(work(Arc::clone(&opened.0), journal, disk, pace, luck));
        (opened, work)
    }
}

impl Appender for LateDesk {
    fn submit(&self, batch: Batch, done: Done) -> Result<(), NotTaken> {
        let mut waiting = self.0.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        if waiting.closed {
            return Err(NotTaken::Stopped);
        }
        if waiting.count >= WAITING_MAX {
            return Err(NotTaken::Busy);
        }
        waiting.count += 1;
        waiting.gathered.append(batch, done);
        self.0.come.notify_one();
        Ok(())
    }

    fn keep(&self, snapshot: Snapshot) -> bool {
        let mut waiting = self.0.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        if waiting.closed {
            return false;
        }
        waiting.gathered.keep(snapshot);
        self.0.come.notify_one();
        true
    }
}

/// Commits what waits, until the journal accepts no more or the power fails.
async fn work(shared: Arc<Shared>, mut journal: Journal, disk: Disk, pace: Pace, mut luck: Luck) {
    loop {
        shared.come.notified().await;
        let slow = if luck.one_in(pace.stall) { 100 } else { 1 };
        sleep(Duration::from_millis(luck.between(0, pace.usual_ms) * slow)).await;
        let gathered = {
            let mut waiting = shared.waiting.lock().unwrap_or_else(PoisonError::into_inner);
            waiting.count = 0;
            std::mem::take(&mut waiting.gathered)
        };
        if gathered.is_empty() {
            continue;
        }
        let goes_on = gathered.commit(&mut journal).is_continue() && journal.rest().is_ok();
        if !disk.is_powered() {
            // A machine without power answers nobody.
            std::future::pending::<()>().await;
        }
        if !goes_on {
            let mut waiting = shared.waiting.lock().unwrap_or_else(PoisonError::into_inner);
            waiting.closed = true;
            waiting.gathered = Gathered::default();
            return;
        }
    }
}
