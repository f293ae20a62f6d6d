//! The bytes of the sidecar: writes them, and reads what is still readable.
//!
//! ```text
//! 0         what the file is: magic, kind, journal, length of a slot, SHA-256 of these
//! 4096      slot of even generations
//! 4096 + L  slot of odd generations
//! ```
//!
//! The first 512 bytes of a slot are the *mark*: the generation that is confirmed, with a hash.
//! Commit `n` is confirmed in the slot that commit `n + 1` will take, so that both reach the disk
//! in one block. After the mark comes the *body*: the generation, the head of every stream, the
//! list of copied batches, a hash of all that, and the frames of the batches. The frames have
//! links and need no hash of their own.

use std::collections::BTreeMap;

use sha2::{Digest, Sha256};

use crate::batch::Batch;
use crate::chain::{Head, JournalId, Link};
use crate::stream::Stream;

/// Whose heads a sidecar holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A journal that is in use.
    Live,
    /// A backup: to read and to restore from, not to write to.
    Copy,
}

const MAGIC: &[u8; 24] = b"taisai journal heads 1\n\0";
const MARK_DOMAIN: &[u8] = b"taisai journal heads mark 1\0";
const BODY_DOMAIN: &[u8] = b"taisai journal heads body 1\0";
const HASH_BYTES: usize = 32;
const OPENING_HASHED: usize = MAGIC.len() + 1 + 16 + 8;
const HEAD_BYTES: usize = 4 + 8 + 32;
const COPY_BYTES: usize = HEAD_BYTES + 8;
const COUNTS_BYTES: usize = 8 + 4 + 4;

/// Where the slots begin.
pub(super) const OPENING_BYTES: usize = 4096;
/// The part of a slot reserved for the mark: what a disk writes at once.
pub(super) const MARK_BYTES: usize = 512;

/// The shortest slot, and what every slot's length is a multiple of.
pub const SLOT_STEP: usize = 4096;
/// The longest slot: the heads of every possible stream fit, and 1 MiB of batches beside them.
pub const SLOT_MAX: usize = 4 << 20;

/// The file before its slots.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Opening {
    pub(super) kind: Kind,
    pub(super) id: JournalId,
    pub(super) slot_bytes: usize,
}

impl Opening {
    pub(super) fn to_bytes(self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        bytes.push(match self.kind {
            Kind::Live => b'L',
            Kind::Copy => b'C',
        });
        bytes.extend_from_slice(&self.id.0);
        bytes.extend_from_slice(&(self.slot_bytes as u64).to_le_bytes());
        let hash = Sha256::digest(&bytes);
        bytes.extend_from_slice(&hash);
        bytes.resize(OPENING_BYTES, 0);
        bytes
    }

    pub(super) fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let (hashed, rest) = bytes.split_at_checked(OPENING_HASHED)?;
        let mut reader = Reader(hashed);
        let right = reader.take::<24>()? == *MAGIC
            && rest.get(..HASH_BYTES)? == Sha256::digest(hashed).as_slice();
        let kind = match reader.take::<1>()? {
            [b'L'] => Kind::Live,
            [b'C'] => Kind::Copy,
            _ => return None,
        };
        let id = JournalId(reader.take()?);
        let slot_bytes = usize::try_from(reader.number()?).ok()?;
        let fits = SLOT_STEP <= slot_bytes && slot_bytes <= SLOT_MAX;
        (right && fits).then_some(Self { kind, id, slot_bytes })
    }

    /// Where the slot of a generation begins.
    pub(super) const fn slot_at(self, generation: u64) -> usize {
        OPENING_BYTES + if generation.is_multiple_of(2) { 0 } else { self.slot_bytes }
    }

    pub(super) const fn file_bytes(self) -> usize {
        OPENING_BYTES + 2 * self.slot_bytes
    }
}

/// The mark that confirms a generation.
pub(super) fn mark(id: JournalId, generation: u64) -> [u8; 8 + HASH_BYTES] {
    let number = generation.to_le_bytes();
    let hash = hash(MARK_DOMAIN, id, &number);
    let mut bytes = [0; 8 + HASH_BYTES];
    bytes[..8].copy_from_slice(&number);
    bytes[8..].copy_from_slice(&hash);
    bytes
}

fn hash(domain: &[u8], id: JournalId, bytes: &[u8]) -> [u8; 32] {
    let mut hash = Sha256::new_with_prefix(domain);
    hash.update(id.0);
    hash.update(bytes);
    hash.finalize().into()
}

/// The contents of a slot to be written: the heads once the batches are appended, and the batches
/// if they are copied.
#[derive(Clone, Copy, Debug)]
pub(super) struct Body<'a> {
    pub(super) id: JournalId,
    pub(super) generation: u64,
    pub(super) heads: &'a BTreeMap<Stream, Head>,
    pub(super) copied: &'a [Batch],
}

impl Body<'_> {
    /// How long a slot with this body is, its mark included.
    pub(super) fn slot_bytes(&self) -> usize {
        let frames: usize = self.copied.iter().map(|batch| batch.frames().len()).sum();
        MARK_BYTES
            + COUNTS_BYTES
            + self.heads.len() * HEAD_BYTES
            + self.copied.len() * COPY_BYTES
            + HASH_BYTES
            + frames
    }

    /// Builds the slot in a reused buffer.
    pub(super) fn write(&self, slot: &mut Vec<u8>) {
        slot.clear();
        slot.extend_from_slice(&mark(self.id, self.generation.saturating_sub(1)));
        slot.resize(MARK_BYTES, 0);
        slot.extend_from_slice(&self.generation.to_le_bytes());
        slot.extend_from_slice(&count(self.heads.len()));
        slot.extend_from_slice(&count(self.copied.len()));
        for (stream, head) in self.heads {
            write_head(slot, *stream, *head);
        }
        for batch in self.copied {
            write_head(slot, batch.stream(), batch.after());
            slot.extend_from_slice(&(batch.frames().len() as u64).to_le_bytes());
        }
        let hash = hash(BODY_DOMAIN, self.id, &slot[MARK_BYTES..]);
        slot.extend_from_slice(&hash);
        for batch in self.copied {
            slot.extend_from_slice(batch.frames());
        }
    }
}

fn count(of: usize) -> [u8; 4] {
    u32::try_from(of).expect("there are fewer streams than that").to_le_bytes()
}

fn write_head(slot: &mut Vec<u8>, stream: Stream, head: Head) {
    slot.extend_from_slice(&stream.number().to_le_bytes());
    slot.extend_from_slice(&head.sequence.to_le_bytes());
    slot.extend_from_slice(&head.link.0);
}

/// A slot as read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Slot {
    pub(super) generation: u64,
    pub(super) heads: BTreeMap<Stream, Head>,
    pub(super) copied: Copied,
}

/// The batches that a slot carries.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Copied {
    /// None: the journal was durable before the slot was written.
    None,
    Batches(Vec<Batch>),
    /// There were some, but a link does not fit: the slot was not fully written.
    Torn,
}

/// The generation that the mark of a slot confirms.
pub(super) fn confirmed(id: JournalId, slot: &[u8]) -> Option<u64> {
    let stored = slot.first_chunk::<{ 8 + HASH_BYTES }>()?;
    let generation = u64::from_le_bytes(*stored.first_chunk()?);
    (*stored == mark(id, generation)).then_some(generation)
}

/// Reads the body of a slot.
pub(super) fn read_slot(id: JournalId, slot: &[u8]) -> Option<Slot> {
    let body = slot.get(MARK_BYTES..)?;
    let mut reader = Reader(body);
    let generation = reader.number()?;
    let (head_count, copy_count) = (reader.count()?, reader.count()?);
    let hashed = COUNTS_BYTES
        .checked_add(head_count.checked_mul(HEAD_BYTES)?)?
        .checked_add(copy_count.checked_mul(COPY_BYTES)?)?;
    let right = hash(BODY_DOMAIN, id, body.get(..hashed)?);
    if body.get(hashed..hashed.checked_add(HASH_BYTES)?)? != right {
        return None;
    }
    let heads = (0..head_count).map(|_| reader.head()).collect::<Option<_>>()?;
    let copied = (0..copy_count).map(|_| Some((reader.head()?, reader.number()?)));
    let copied: Vec<_> = copied.collect::<Option<_>>()?;
    let copied = read_copied(&copied, &body[hashed + HASH_BYTES..]);
    Some(Slot { generation, heads, copied })
}

fn read_copied(list: &[((Stream, Head), u64)], mut frames: &[u8]) -> Copied {
    if list.is_empty() {
        return Copied::None;
    }
    let mut batches = Vec::new();
    for ((stream, after), length) in list {
        let split = usize::try_from(*length).ok().and_then(|at| frames.split_at_checked(at));
        let Some((of_batch, rest)) = split else { return Copied::Torn };
        let Ok(batch) = Batch::from_stored(*stream, *after, of_batch) else {
            return Copied::Torn;
        };
        batches.push(batch);
        frames = rest;
    }
    Copied::Batches(batches)
}

struct Reader<'a>(&'a [u8]);

impl Reader<'_> {
    fn take<const N: usize>(&mut self) -> Option<[u8; N]> {
        let (taken, rest) = self.0.split_first_chunk::<N>()?;
        self.0 = rest;
        Some(*taken)
    }

    fn number(&mut self) -> Option<u64> {
        self.take().map(u64::from_le_bytes)
    }

    fn count(&mut self) -> Option<usize> {
        usize::try_from(u32::from_le_bytes(self.take()?)).ok()
    }

    fn head(&mut self) -> Option<(Stream, Head)> {
        let stream = Stream::from_number(u32::from_le_bytes(self.take()?))?;
        let sequence = self.number()?;
        Some((stream, Head { sequence, link: Link(self.take()?) }))
    }
}
