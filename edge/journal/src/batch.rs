//! Records that become durable together, and how they are stored. A stored row is not a record but
//! a batch: the records one commit adds to a stream, one after another. Each is framed as `length
//! (4 bytes, little endian) · record · link (32 bytes)`.

use std::convert::Infallible;
use std::ops::ControlFlow;

use crate::chain::{Head, Link};
use crate::fault::{Problem, ReadFault};
use crate::reader::{Record, follow};
use crate::stream::Stream;

/// Records to be appended to one stream.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Batch {
    stream: Stream,
    after: Head,
    head: Head,
    frames: Vec<u8>,
}

const LENGTH_BYTES: usize = 4;
const LINK_BYTES: usize = 32;

impl Batch {
    /// The longest record: a void of many rounds at a full table fits.
    pub const RECORD_MAX: usize = 64 << 20;

    /// An empty batch that continues a stream from this head.
    pub const fn new(stream: Stream, after: Head) -> Self {
        Self { stream, after, head: after, frames: Vec::new() }
    }

    /// Adds a record and links it to the one before.
    pub fn push(&mut self, record: &[u8]) {
        let length = u32::try_from(record.len()).expect("a record is shorter than its maximum");
        assert!(record.len() <= Self::RECORD_MAX, "a record of {length} bytes");
        self.head = self.head.after(record);
        self.frames.extend_from_slice(&length.to_le_bytes());
        self.frames.extend_from_slice(record);
        self.frames.extend_from_slice(&self.head.link.0);
    }

    /// A batch of frames that were stored, if every link fits.
    pub fn from_stored(stream: Stream, after: Head, frames: &[u8]) -> Result<Self, ReadFault> {
        let mut head = after;
        let bad = |(sequence, what)| ReadFault::Record { stream, sequence, what };
        if frames.is_empty() {
            return Err(bad((head.sequence + 1, Problem::CutShort)));
        }
        let on = |_: &Record<'_>| Ok(ControlFlow::<Infallible>::Continue(()));
        let ControlFlow::Continue(()) = follow(&mut head, frames, on).map_err(bad)?;
        Ok(Self { stream, after, head, frames: frames.to_vec() })
    }

    /// Adds the records of the batch that continues this one.
    pub fn join(&mut self, next: &Self) {
        assert!(self.stream == next.stream, "both batches are of one stream");
        assert!(self.head == next.after, "the next batch continues this one");
        self.head = next.head;
        self.frames.extend_from_slice(&next.frames);
    }

    pub const fn stream(&self) -> Stream {
        self.stream
    }

    /// The head it continues.
    pub const fn after(&self) -> Head {
        self.after
    }

    /// The sequence number of its first record.
    pub const fn first(&self) -> u64 {
        self.after.sequence + 1
    }

    /// The head once it is appended.
    pub const fn head(&self) -> Head {
        self.head
    }

    /// The records as they are stored.
    pub fn frames(&self) -> &[u8] {
        &self.frames
    }

    /// Whether it has no record.
    pub const fn is_empty(&self) -> bool {
        self.frames.is_empty()
    }
}

/// One stored record, not yet checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Frame<'a> {
    pub record: &'a [u8],
    /// The link stored with it.
    pub link: Link,
}

/// The frames of a stored batch, one after another.
#[derive(Clone, Debug)]
pub struct Frames<'a>(&'a [u8]);

/// The stored bytes end in the middle of a frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CutShort;

impl<'a> Frames<'a> {
    /// The frames in these bytes.
    pub const fn new(stored: &'a [u8]) -> Self {
        Self(stored)
    }

    /// Whether no frame is left.
    pub(crate) const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The bytes of the remaining frames.
    pub(crate) const fn rest(&self) -> &'a [u8] {
        self.0
    }

    fn take(&mut self) -> Option<Frame<'a>> {
        let (length, rest) = self.0.split_first_chunk::<LENGTH_BYTES>()?;
        let length = usize::try_from(u32::from_le_bytes(*length)).ok()?;
        let (record, rest) = rest.split_at_checked(length)?;
        let (link, rest) = rest.split_first_chunk::<LINK_BYTES>()?;
        self.0 = rest;
        Some(Frame { record, link: Link(*link) })
    }
}

impl<'a> Iterator for Frames<'a> {
    type Item = Result<Frame<'a>, CutShort>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.0.is_empty() {
            return None;
        }
        let frame = self.take().ok_or(CutShort);
        if frame.is_err() {
            self.0 = &[];
        }
        Some(frame)
    }
}
