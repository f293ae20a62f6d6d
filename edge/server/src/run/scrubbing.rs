//! Verifies the journal while the server serves, from its first record to its last and over again,
//! and reports damage to the floor. A start reads snapshots, so damage before them would otherwise
//! show only when somebody needs the record.

use std::collections::BTreeMap;
use std::sync::{Arc, Weak};
use std::time::Duration;

use taisai_floor::{Command as FloorCommand, Line, Notice, TableId};
use taisai_journal::{Journal, Options, Place, ReadFault, Scrub, StoreFault, Stream};
use tokio::sync::oneshot;
use tokio::task::{JoinHandle, spawn_blocking};
use tokio::time::{Instant, timeout};
use tracing::{error, warn};

use crate::house::House;

/// A journal that is being scrubbed beside its writer.
pub struct Scrubbing {
    stop: oneshot::Sender<()>,
    task: JoinHandle<()>,
}

/// How long it works without a pause.
const STEP: Duration = Duration::from_millis(5);
/// How many times as long it then rests: it takes a twentieth of one core.
const REST_TIMES: u32 = 19;
/// How long it rests at the end of the journal, before it begins again.
const REST_AT_END: Duration = Duration::from_secs(10);

impl Scrubbing {
    /// Begins to scrub.
    pub fn start(place: Place, options: Options, house: &Arc<House>) -> Self {
        let (stop, stopped) = oneshot::channel();
        let work = Work { place, options, open: None, reported: BTreeMap::new() };
        let task = tokio::spawn(work.run(Arc::downgrade(house), stopped));
        Self { stop, task }
    }

    /// Ends, and closes its connection to the journal.
    pub async fn stop(self) {
        let _ = self.stop.send(());
        // A panic there was a bug in verifying, and nothing depends on it any more.
        let _ = self.task.await;
    }
}

struct Work {
    place: Place,
    options: Options,
    /// The open journal, and how far it was verified.
    open: Option<(Journal, Scrub)>,
    /// The first bad record of each stream, as it was reported.
    reported: BTreeMap<Stream, u64>,
}

/// The result of a step.
enum Step {
    /// There is more.
    Further,
    /// The journal was verified to its end.
    AtEnd,
    /// The journal cannot be read.
    Fault(ReadFault),
}

impl Work {
    async fn run(mut self, house: Weak<House>, mut stopped: oneshot::Receiver<()>) {
        loop {
            let began = Instant::now();
            let Ok((work, step)) = spawn_blocking(move || self.step()).await else {
                error!("verifying the journal while serving panicked");
                return;
            };
            self = work;
            let rest = match step {
                Step::Further => began.elapsed() * REST_TIMES,
                Step::AtEnd => REST_AT_END,
                Step::Fault(fault) => {
                    self.report(&fault, &house).await;
                    REST_AT_END
                }
            };
            // It ends when the house is stopped or dropped.
            if timeout(rest, &mut stopped).await.is_ok() {
                return;
            }
        }
    }

    /// Works for a moment.
    fn step(mut self) -> (Self, Step) {
        let began = std::time::Instant::now();
        let done = match self.opened() {
            Ok((journal, scrub)) => scrub.go_on(journal.store(), || began.elapsed() >= STEP),
            Err(fault) => Err(fault),
        };
        let step = match done {
            Ok(false) => Step::Further,
            Ok(true) => {
                self.open = None;
                Step::AtEnd
            }
            Err(fault) => Step::Fault(fault),
        };
        (self, step)
    }

    /// The open journal. It is opened again for each pass, because a connection may cache what it
    /// read before.
    fn opened(&mut self) -> Result<&mut (Journal, Scrub), ReadFault> {
        let open = if let Some(open) = self.open.take() {
            open
        } else {
            (Journal::open_read_only(&self.place, &self.options)?, Scrub::default())
        };
        Ok(self.open.insert(open))
    }

    /// Reports damage to the floor, once for each place.
    async fn report(&mut self, fault: &ReadFault, house: &Weak<House>) {
        let Some((stream, sequence)) = damage(fault) else {
            warn!(%fault, "the journal cannot be verified while serving");
            self.open = None;
            return;
        };
        if self.reported.insert(stream, sequence) == Some(sequence) {
            return;
        }
        error!(%fault, "the journal is damaged: run taisai verify on a copy");
        let table = match stream {
            Stream::Floor => None,
            Stream::Table(number) => Some(TableId(number.get())),
        };
        let what = Line::of(&fault.to_string());
        let notice = FloorCommand::Note(Notice::JournalDamaged { table, sequence, what });
        let Some(house) = house.upgrade() else { return };
        if !matches!(house.floor.act(notice).await, Ok(Ok(()))) {
            warn!("the floor did not record the damage");
        }
    }
}

/// Where a journal is damaged, if that is why it cannot be read. One of which nothing can be read
/// has lost its first record.
fn damage(fault: &ReadFault) -> Option<(Stream, u64)> {
    match fault {
        ReadFault::Record { stream, sequence, .. }
        | ReadFault::Snapshot { stream, sequence, .. } => Some((*stream, *sequence)),
        ReadFault::Store(StoreFault::Damaged(_)) => Some((Stream::Floor, 1)),
        ReadFault::Open(_) | ReadFault::Store(_) | ReadFault::Cage(_) => None,
    }
}
