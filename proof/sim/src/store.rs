//! The journal's store on the simulated disk, as weak as a database is.
//!
//! One file, one entry after another: `length (4) · checksum (8) · kind (1) · body`. Whoever opens
//! it reads up to the first entry that is not whole and takes that for the end. A flipped bit can
//! so lose what was acknowledged without a word: it is the sidecar that must notice.

use std::collections::BTreeMap;
use std::io;
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use sha2::{Digest as _, Sha256};
use taisai_journal::sidecar::{SLOT_STEP, Shelf, Size};
use taisai_journal::{
    Batch, Frames, Head, Journal, JournalId, OpenFault, SNAPSHOTS_KEPT, Snapshot, SnapshotMark,
    Store, StoreFault, StoredBatch, Stream, Visit,
};

use crate::disk::Disk;
use taisai_testing::luck::Luck;

/// The file of the records.
pub const RECORDS: &str = "records";
/// The file of the heads.
pub const HEADS: &str = "heads";

/// What became durable, in order, for whoever audits it meanwhile.
#[derive(Clone, Default)]
pub struct Feed(Arc<Mutex<Fed>>);

#[derive(Default)]
struct Fed {
    /// In the store, and perhaps not yet in the sidecar: not acknowledged.
    stored: Vec<(Stream, Vec<u8>)>,
    /// In both.
    durable: Vec<(Stream, Vec<u8>)>,
}

impl Feed {
    /// The frames that became durable since this was last asked.
    pub fn take(&self) -> Vec<(Stream, Vec<u8>)> {
        std::mem::take(&mut self.lock().durable)
    }

    /// Forgets what is under way: the journal is opened anew.
    pub fn clear(&self) {
        *self.lock() = Fed::default();
    }

    fn add(&self, batch: &Batch) {
        self.lock().stored.push((batch.stream(), batch.frames().to_vec()));
    }

    /// The commit is confirmed, and acknowledged from now on.
    fn confirm(&self) {
        let mut fed = self.lock();
        let stored = std::mem::take(&mut fed.stored);
        fed.durable.extend(stored);
    }

    fn lock(&self) -> MutexGuard<'_, Fed> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Opens the journal of a disk as the server opens one: against what its sidecar remembers.
pub fn open_journal(
    disk: &Disk,
    copied_max: usize,
    luck: Luck,
    feed: &Feed,
) -> Result<Journal, OpenFault> {
    let mut store = DiskStore::read(disk)?.telling(feed);
    let shelf = DiskShelf { disk: disk.clone(), luck, begun: None, feed: feed.clone() };
    let size = Size { slot_bytes: SLOT_STEP, copied_max };
    // Checked before anything is written: a refused journal stays as it is.
    Journal::judge_beside(&mut store, &shelf)?;
    store.settle()?;
    Journal::open_beside(Box::new(store), Box::new(shelf), size)
}

const ENTRY_HEAD: usize = 13;
const FOUNDED: u8 = 0;
const COMMIT: u8 = 1;
const SNAPSHOT: u8 = 2;

/// A journal on a simulated disk.
pub struct DiskStore {
    disk: Disk,
    id: JournalId,
    end: usize,
    heads: BTreeMap<Stream, Head>,
    /// Where the frames of each batch lie.
    batches: BTreeMap<(Stream, u64), (usize, usize)>,
    snapshots: BTreeMap<(Stream, u64), (SnapshotMark, Vec<u8>)>,
    feed: Feed,
    /// What of the file is whole, until it is written anew.
    whole: Vec<u8>,
}

/// The id of every simulated journal.
const ID: JournalId = JournalId(*b"a simulated one.");

impl DiskStore {
    /// Reads what is on a disk, and changes nothing.
    fn read(disk: &Disk) -> Result<Self, StoreFault> {
        let bytes = match disk.read(RECORDS) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Vec::new(),
            read => read.map_err(|error| fault(&error))?,
        };
        let mut store = Self {
            disk: disk.clone(),
            id: ID,
            end: 0,
            heads: BTreeMap::new(),
            batches: BTreeMap::new(),
            snapshots: BTreeMap::new(),
            feed: Feed::default(),
            whole: Vec::new(),
        };
        let mut whole = 0;
        while let Some((kind, body)) = entry(&bytes, whole) {
            // A tampered entry may contain nonsense.
            let taken = store.take(kind, body, whole + ENTRY_HEAD);
            taken.ok_or_else(|| StoreFault::Other("an entry that says nothing".into()))?;
            whole += ENTRY_HEAD + body.len();
        }
        store.whole = bytes;
        store.whole.truncate(whole);
        if store.whole.is_empty() {
            store.whole = entry_of(FOUNDED, &ID.0);
        }
        store.end = store.whole.len();
        Ok(store)
    }

    /// Rewrites what was read, or creates a journal: after a failed sync, data may be visible and
    /// yet not be durable.
    fn settle(&mut self) -> Result<(), StoreFault> {
        let whole = std::mem::take(&mut self.whole);
        self.disk.replace(RECORDS, &whole).map_err(|error| fault(&error))
    }

    /// Reports durable frames to this feed.
    #[must_use]
    pub fn telling(self, feed: &Feed) -> Self {
        Self { feed: feed.clone(), ..self }
    }

    fn take(&mut self, kind: u8, body: &[u8], at: usize) -> Option<()> {
        match kind {
            COMMIT => self.take_commit(body, at),
            SNAPSHOT => self.take_snapshot(body),
            _ => Some(()),
        }
    }

    fn take_commit(&mut self, body: &[u8], at: usize) -> Option<()> {
        let mut place = 0;
        while place < body.len() {
            let from = place + 16;
            let head = body.get(place..from)?;
            let stream = Stream::from_number(u32_at(head, 0))?;
            let (first, length) = (u64_at(head, 4), u32_at(head, 12) as usize);
            let frames = body.get(from..from + length)?;
            self.note(stream, first, frames, at + from);
            place = from + length;
        }
        Some(())
    }

    fn note(&mut self, stream: Stream, first: u64, frames: &[u8], at: usize) {
        let links = Frames::new(frames).flatten().map(|frame| frame.link);
        if let Some((sequence, link)) = (first..).zip(links).last() {
            self.heads.insert(stream, Head { sequence, link });
        }
        self.batches.insert((stream, first), (at, frames.len()));
    }

    fn take_snapshot(&mut self, body: &[u8]) -> Option<()> {
        let stream = Stream::from_number(u32_at(body.get(..76)?, 0))?;
        let sequence = u64_at(body, 4);
        let link = taisai_journal::Link(body[12..44].try_into().ok()?);
        let hash = body[44..76].try_into().ok()?;
        let head = Head { sequence, link };
        let bytes = body[76..].to_vec();
        self.remember(&Snapshot { stream, head, hash, bytes });
        Some(())
    }

    fn remember(&mut self, snapshot: &Snapshot) {
        let mark = SnapshotMark { head: snapshot.head, hash: snapshot.hash, kept: true };
        let place = (snapshot.stream, snapshot.head.sequence);
        self.snapshots.insert(place, (mark, snapshot.bytes.clone()));
        let of_stream = (snapshot.stream, 0)..=(snapshot.stream, u64::MAX);
        for (_, (mark, bytes)) in self.snapshots.range_mut(of_stream).rev().skip(SNAPSHOTS_KEPT) {
            mark.kept = false;
            bytes.clear();
        }
    }

    fn write(&mut self, kind: u8, body: &[u8]) -> Result<usize, StoreFault> {
        let (at, entry) = (self.end, entry_of(kind, body));
        self.disk.write(RECORDS, at, &entry).map_err(|error| fault(&error))?;
        self.end += entry.len();
        Ok(at + ENTRY_HEAD)
    }

    fn head(&self, stream: Stream) -> Head {
        self.heads.get(&stream).copied().unwrap_or_else(|| Head::start(self.id, stream))
    }
}

impl Store for DiskStore {
    fn id(&self) -> JournalId {
        self.id
    }

    fn append(&mut self, batches: &[Batch]) -> Result<(), StoreFault> {
        let mut body = Vec::new();
        let mut places = Vec::new();
        for batch in batches.iter().filter(|batch| !batch.is_empty()) {
            let (stream, expected, found) =
                (batch.stream(), batch.after(), self.head(batch.stream()));
            if found != expected {
                return Err(StoreFault::OtherHead { stream, expected, found });
            }
            body.extend(stream.number().to_le_bytes());
            body.extend(batch.first().to_le_bytes());
            body.extend(u32::try_from(batch.frames().len()).expect("it fits").to_le_bytes());
            places.push((batch, body.len()));
            body.extend(batch.frames());
        }
        let at = self.write(COMMIT, &body)?;
        self.disk.sync(RECORDS).map_err(|error| fault(&error))?;
        for (batch, place) in places {
            self.note(batch.stream(), batch.first(), batch.frames(), at + place);
            self.feed.add(batch);
        }
        Ok(())
    }

    fn heads(&mut self) -> Result<BTreeMap<Stream, Head>, StoreFault> {
        Ok(self.heads.clone())
    }

    fn read(&mut self, stream: Stream, from: u64, visit: &mut Visit<'_>) -> Result<(), StoreFault> {
        if self.head(stream).sequence < from {
            return Ok(());
        }
        let holder = self.batches.range(..=(stream, from)).next_back();
        let holder = holder.filter(|((found, _), _)| *found == stream);
        let start = holder.map_or(0, |((_, first), _)| *first);
        for ((_, first), (at, length)) in self.batches.range((stream, start)..=(stream, u64::MAX)) {
            let frames = self.disk.read_at(RECORDS, *at, *length).map_err(|error| fault(&error))?;
            if visit(StoredBatch { first: *first, frames: &frames }).is_break() {
                break;
            }
        }
        Ok(())
    }

    fn keep_snapshot(&mut self, snapshot: &Snapshot) -> Result<(), StoreFault> {
        let mut body = Vec::new();
        body.extend(snapshot.stream.number().to_le_bytes());
        body.extend(snapshot.head.sequence.to_le_bytes());
        body.extend(snapshot.head.link.0);
        body.extend(snapshot.hash);
        body.extend(&snapshot.bytes);
        self.write(SNAPSHOT, &body)?;
        self.disk.sync(RECORDS).map_err(|error| fault(&error))?;
        self.remember(snapshot);
        Ok(())
    }

    fn snapshots(&mut self, stream: Stream) -> Result<Vec<SnapshotMark>, StoreFault> {
        let of_stream = (stream, 0)..=(stream, u64::MAX);
        Ok(self.snapshots.range(of_stream).map(|(_, (mark, _))| *mark).collect())
    }

    fn snapshot(&mut self, stream: Stream, up_to: u64) -> Result<Option<Snapshot>, StoreFault> {
        let mut found = self.snapshots.range((stream, 0)..=(stream, up_to)).rev();
        let newest = found.find(|(_, (mark, _))| mark.kept);
        Ok(newest.map(|(_, (mark, bytes))| Snapshot {
            stream,
            head: mark.head,
            hash: mark.hash,
            bytes: bytes.clone(),
        }))
    }
}

fn entry_of(kind: u8, body: &[u8]) -> Vec<u8> {
    let length = u32::try_from(body.len()).expect("an entry is shorter than that");
    let mut entry = Vec::with_capacity(ENTRY_HEAD + body.len());
    entry.extend(length.to_le_bytes());
    entry.extend(checksum(kind, body));
    entry.push(kind);
    entry.extend(body);
    entry
}

fn checksum(kind: u8, body: &[u8]) -> [u8; 8] {
    let hash: [u8; 32] = Sha256::new_with_prefix([kind]).chain_update(body).finalize().into();
    *hash.first_chunk().expect("a hash has 32 bytes")
}

/// The entry at this place, if it is whole.
fn entry(bytes: &[u8], at: usize) -> Option<(u8, &[u8])> {
    let rest = bytes.get(at..)?;
    let length = rest.get(..4).map(|_| u32_at(rest, 0) as usize)?;
    let kind = *rest.get(12)?;
    let body = rest.get(ENTRY_HEAD..ENTRY_HEAD + length)?;
    (rest[4..12] == checksum(kind, body)).then_some((kind, body))
}

/// Changes one bit of a record and makes the entry look whole again, as somebody would who knows
/// how the store keeps its records; says where.
pub fn tamper(disk: &Disk, luck: &mut Luck) -> Option<usize> {
    let bytes = disk.read(RECORDS).ok()?;
    let (mut places, mut at) = (Vec::new(), 0);
    while let Some((kind, body)) = entry(&bytes, at) {
        if kind == COMMIT && body.len() > 16 {
            places.push((at, body.len()));
        }
        at += ENTRY_HEAD + body.len();
    }
    if places.is_empty() {
        return None;
    }
    let (at, length) = *luck.one_of(&places);
    // Past what the first batch says of itself; of others that may change too.
    let place = 16 + luck.place(length - 16);
    let mut body = bytes[at + ENTRY_HEAD..at + ENTRY_HEAD + length].to_vec();
    body[place] ^= 1 << luck.below(8);
    let mut changed = bytes;
    changed[at..at + ENTRY_HEAD + length].copy_from_slice(&entry_of(COMMIT, &body));
    disk.replace(RECORDS, &changed).ok()?;
    Some(at + ENTRY_HEAD + place)
}

/// Changes one bit of a snapshot, gives it the hash of what it has become, and makes the entry look
/// whole again; says of which stream it is.
pub fn forge(disk: &Disk, luck: &mut Luck) -> Option<u32> {
    let bytes = disk.read(RECORDS).ok()?;
    let (mut places, mut at) = (Vec::new(), 0);
    while let Some((kind, body)) = entry(&bytes, at) {
        if kind == SNAPSHOT && body.len() > 80 {
            places.push((at, body.len()));
        }
        at += ENTRY_HEAD + body.len();
    }
    // The newest are those that a start looks at.
    places.reverse();
    let (at, length) = *places.get(luck.place(4))?;
    let mut body = bytes[at + ENTRY_HEAD..at + ENTRY_HEAD + length].to_vec();
    let place = 77 + luck.place(length - 77);
    body[place] ^= 1 << luck.below(8);
    let hash: [u8; 32] = Sha256::digest(&body[76..]).into();
    body[44..76].copy_from_slice(&hash);
    let mut changed = bytes;
    changed[at..at + ENTRY_HEAD + length].copy_from_slice(&entry_of(SNAPSHOT, &body));
    disk.replace(RECORDS, &changed).ok()?;
    Some(u32_at(&body, 0))
}

fn u32_at(bytes: &[u8], at: usize) -> u32 {
    u32::from_le_bytes(bytes[at..at + 4].try_into().expect("four bytes"))
}

fn u64_at(bytes: &[u8], at: usize) -> u64 {
    u64::from_le_bytes(bytes[at..at + 8].try_into().expect("eight bytes"))
}

fn fault(error: &io::Error) -> StoreFault {
    let cause = error.to_string().into();
    if error.kind() == io::ErrorKind::StorageFull {
        StoreFault::Full(cause)
    } else {
        StoreFault::Other(cause)
    }
}

/// The journal's sidecar on the simulated disk.
struct DiskShelf {
    disk: Disk,
    luck: Luck,
    begun: Option<(u64, Vec<u8>, Option<io::Result<()>>)>,
    feed: Feed,
}

impl std::fmt::Debug for DiskShelf {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("DiskShelf")
    }
}

impl DiskShelf {
    fn put(&self, at: u64, slot: &[u8]) -> io::Result<()> {
        let at = usize::try_from(at).expect("a sidecar is small");
        self.disk.write(HEADS, at, slot)?;
        self.disk.sync(HEADS)
    }
}

impl Shelf for DiskShelf {
    fn path(&self) -> &Path {
        Path::new(HEADS)
    }

    fn read(&self) -> io::Result<Vec<u8>> {
        self.disk.read(HEADS)
    }

    fn replace(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.disk.replace(HEADS, bytes)
    }

    /// Two threads write at once, and nobody knows which is first: the slot is durable before the
    /// records, or after them.
    fn begin(&mut self, at: u64, slot: Vec<u8>) {
        let done = self.luck.one_in(2).then(|| self.put(at, &slot));
        self.begun = Some((at, slot, done));
    }

    fn wait(&mut self) -> (Vec<u8>, io::Result<()>) {
        let (at, slot, done) = self.begun.take().expect("a slot was begun");
        let done = done.unwrap_or_else(|| self.put(at, &slot));
        (slot, done)
    }

    fn write(&mut self, at: u64, bytes: &[u8]) -> io::Result<()> {
        self.disk.write(HEADS, usize::try_from(at).expect("a sidecar is small"), bytes)?;
        self.feed.confirm();
        Ok(())
    }
}
