//! The heads of a journal, remembered outside its database. A database can silently lose its last
//! commits to one flipped bit. The sidecar is a small file, best on another disk, that is synced
//! with every commit and knows where each stream ends. `docs/journal.md` draws it byte by byte and
//! says what a crash can leave behind.

mod layout;
mod shelf;

use std::collections::BTreeMap;
use std::fs::File;
use std::io;
use std::path::Path;

use crate::batch::Batch;
use crate::chain::{Head, JournalId};
use crate::store::StoreFault;
use crate::stream::Stream;
use layout::{Body, OPENING_BYTES, Opening, Slot};
pub use layout::{Copied, Kind, SLOT_MAX, SLOT_STEP};
pub use shelf::{FileShelf, Shelf};

/// The open sidecar of a journal that is being written.
#[derive(Debug)]
pub struct Sidecar {
    shelf: Box<dyn Shelf>,
    opening: Opening,
    generation: u64,
    copied_max: usize,
    /// The buffer for the next slot, while it is not being written.
    slot: Vec<u8>,
}

/// How a sidecar is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size {
    /// How long a slot is at first; it grows when the heads need more.
    pub slot_bytes: usize,
    /// Commits with more bytes of frames than this are not copied: the database is synced first.
    pub copied_max: usize,
}

impl Default for Size {
    fn default() -> Self {
        Self { slot_bytes: 256 << 10, copied_max: 128 << 10 }
    }
}

/// What a sidecar remembers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Remembered {
    /// Whose heads they are.
    pub kind: Kind,
    pub id: JournalId,
    /// The heads after the last commit it knows of.
    pub heads: BTreeMap<Stream, Head>,
    /// The batches of that commit.
    pub copied: Copied,
    /// Whether that commit is known to have been durable in both places.
    pub confirmed: bool,
    /// The heads one commit earlier, if they can still be read.
    pub before: Option<BTreeMap<Stream, Head>>,
}

/// Why a sidecar cannot be read.
#[derive(Debug)]
pub enum Unreadable {
    /// It is not there.
    Missing,
    /// It is there but was altered.
    Damaged(&'static str),
    /// The file cannot be read.
    Io(io::Error),
}

impl Unreadable {
    /// A copy, because an I/O error cannot be cloned.
    pub(crate) fn again(&self) -> Self {
        match self {
            Self::Missing => Self::Missing,
            Self::Damaged(what) => Self::Damaged(what),
            Self::Io(error) => Self::Io(io::Error::new(error.kind(), error.to_string())),
        }
    }
}

/// Reads a sidecar file. Changes nothing.
pub fn recall(path: &Path) -> Result<Remembered, Unreadable> {
    recall_from(&FileShelf::new(path))
}

/// Reads a sidecar. Changes nothing.
pub fn recall_from(shelf: &dyn Shelf) -> Result<Remembered, Unreadable> {
    let bytes = shelf.read().map_err(|error| {
        if error.kind() == io::ErrorKind::NotFound {
            Unreadable::Missing
        } else {
            Unreadable::Io(error)
        }
    })?;
    let opening = Opening::from_bytes(&bytes).ok_or(Unreadable::Damaged("its opening"))?;
    let slots = [0, 1].map(|parity| bytes.get(opening.slot_at(parity)..).unwrap_or_default());
    let confirmed = slots.iter().filter_map(|slot| layout::confirmed(opening.id, slot)).max();
    let mut read: Vec<Slot> =
        slots.iter().filter_map(|slot| layout::read_slot(opening.id, slot)).collect();
    read.sort_by_key(|slot| slot.generation);
    let newest = read.pop().ok_or(Unreadable::Damaged("both slots"))?;
    if confirmed > Some(newest.generation) {
        return Err(Unreadable::Damaged("the slot of the last confirmed commit"));
    }
    let before = read.pop().filter(|slot| slot.generation + 1 == newest.generation);
    Ok(Remembered {
        kind: opening.kind,
        id: opening.id,
        heads: newest.heads,
        copied: newest.copied,
        confirmed: confirmed == Some(newest.generation),
        before: before.map(|slot| slot.heads),
    })
}

impl Sidecar {
    /// Writes a new sidecar with these heads beside the old one, and then replaces it.
    pub fn create(
        mut shelf: Box<dyn Shelf>,
        kind: Kind,
        id: JournalId,
        heads: &BTreeMap<Stream, Head>,
        size: Size,
    ) -> io::Result<Self> {
        let opening = place_anew(shelf.as_mut(), kind, id, heads, size)?;
        let (generation, copied_max) = (FIRST, size.copied_max);
        let slot = Vec::with_capacity(opening.slot_bytes);
        Ok(Self { shelf, opening, generation, copied_max, slot })
    }

    /// Commits the batches to the store and the heads to the sidecar, and returns when both are
    /// durable: at the same time when the slot can carry the batches, otherwise one after another.
    pub fn commit(
        &mut self,
        heads: &BTreeMap<Stream, Head>,
        batches: &[Batch],
        to_store: impl FnOnce() -> Result<(), StoreFault>,
    ) -> Result<(), StoreFault> {
        let (id, generation) = (self.opening.id, self.generation + 1);
        let with_copy = Body { id, generation, heads, copied: batches };
        let bytes = with_copy.slot_bytes();
        let frames: usize = batches.iter().map(|batch| batch.frames().len()).sum();
        if frames <= self.copied_max && bytes <= self.opening.slot_bytes {
            self.order(&with_copy);
            // Wait for both, even if the first fails.
            let (stored, synced) = (to_store(), self.wait());
            stored?;
            synced?;
        } else {
            to_store()?;
            let without_copy = Body { id, generation, heads, copied: &[] };
            if self.opening.slot_bytes < without_copy.slot_bytes() {
                return self.grow(heads);
            }
            self.order(&without_copy);
            self.wait()?;
        }
        self.generation = generation;
        self.confirm()
    }

    fn order(&mut self, body: &Body<'_>) {
        let mut slot = std::mem::take(&mut self.slot);
        body.write(&mut slot);
        self.shelf.begin(self.opening.slot_at(body.generation) as u64, slot);
    }

    fn wait(&mut self) -> Result<(), StoreFault> {
        let (slot, written) = self.shelf.wait();
        self.slot = slot;
        written.map_err(|error| self.fault(&error))
    }

    /// Marks the last commit as durable in both places. Nobody waits for this to be synced: the
    /// next slot repeats it, and an unconfirmed commit can be repaired.
    fn confirm(&mut self) -> Result<(), StoreFault> {
        let mark = layout::mark(self.opening.id, self.generation);
        let at = self.opening.slot_at(self.generation + 1) as u64;
        self.shelf.write(at, &mark).map_err(|error| self.fault(&error))
    }

    fn grow(&mut self, heads: &BTreeMap<Stream, Head>) -> Result<(), StoreFault> {
        let slot_bytes = (2 * self.opening.slot_bytes).min(SLOT_MAX);
        let size = Size { slot_bytes, copied_max: self.copied_max };
        let Opening { kind, id, .. } = self.opening;
        let larger = place_anew(self.shelf.as_mut(), kind, id, heads, size);
        self.opening = larger.map_err(|error| self.fault(&error))?;
        self.generation = FIRST;
        Ok(())
    }

    fn fault(&self, error: &io::Error) -> StoreFault {
        io_fault(self.shelf.path(), error)
    }
}

/// The generation of the slot in a new sidecar.
const FIRST: u64 = 1;

/// Replaces the sidecar by a new one with these heads.
fn place_anew(
    shelf: &mut dyn Shelf,
    kind: Kind,
    id: JournalId,
    heads: &BTreeMap<Stream, Head>,
    size: Size,
) -> io::Result<Opening> {
    let body = Body { id, generation: FIRST, heads, copied: &[] };
    let needed = body.slot_bytes().max(size.slot_bytes).next_multiple_of(SLOT_STEP);
    assert!(needed <= SLOT_MAX, "the heads of all streams fit in a slot");
    let opening = Opening { kind, id, slot_bytes: needed };
    shelf.replace(&whole(opening, &body))?;
    Ok(opening)
}

/// A whole sidecar with one slot.
fn whole(opening: Opening, body: &Body<'_>) -> Vec<u8> {
    let mut bytes = opening.to_bytes();
    // Zeros are written, not skipped, so that later syncs allocate no blocks.
    bytes.resize(opening.file_bytes(), 0);
    let mut slot = Vec::new();
    body.write(&mut slot);
    let at = opening.slot_at(body.generation);
    bytes[at..at + slot.len()].copy_from_slice(&slot);
    let mark = layout::mark(opening.id, body.generation);
    let at = opening.slot_at(body.generation + 1);
    bytes[at..at + mark.len()].copy_from_slice(&mark);
    debug_assert!(OPENING_BYTES < bytes.len(), "the slots follow the opening");
    bytes
}

/// Makes the directory entry of a file durable.
pub(crate) fn sync_folder(of: &Path) -> io::Result<()> {
    let folder = of.parent().filter(|folder| !folder.as_os_str().is_empty());
    File::open(folder.unwrap_or(Path::new(".")))?.sync_all()
}

/// The store fault for a file system error.
#[expect(clippy::wildcard_enum_match_arm, reason = "the system's errors, and more may come")]
pub(crate) fn io_fault(path: &Path, error: &io::Error) -> StoreFault {
    let kind = error.kind();
    let cause = format!("{}: {error}", path.display()).into();
    match kind {
        io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => StoreFault::Full(cause),
        io::ErrorKind::ReadOnlyFilesystem | io::ErrorKind::PermissionDenied => {
            StoreFault::ReadOnly(cause)
        }
        _ => StoreFault::Other(cause),
    }
}
