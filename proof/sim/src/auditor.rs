//! The auditor: reads only the journal's bytes, adds everything up again, and reports what is
//! wrong.
//!
//! It knows the stored form by its page and the pay tables by their rule books. It shares no code
//! with the table and none with the ledger.

mod banks;
pub mod decode;
mod editions;
mod floor;
mod large;
mod table;
mod things;

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use sha2::{Digest as _, Sha256};
use taisai_journal::{Journal, Stream};

use crate::tally::Situation;
use decode::{Asker, Reader, Stamp, Unreadable};
pub use floor::{FloorBooks, Origin, VoucherState};
pub use table::TableBooks;

/// A promise that was broken, in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Broken {
    /// Its number in the list of promises; 0 for a matter of form.
    pub promise: u8,
    /// What was seen.
    pub seen: String,
}

/// What an audit finds.
pub type Found = Result<(), Broken>;

/// A promise is broken.
pub fn broken(promise: u8, seen: impl Into<String>) -> Broken {
    Broken { promise, seen: seen.into() }
}

impl From<Unreadable> for Broken {
    fn from(Unreadable(what): Unreadable) -> Self {
        broken(6, format!("a record is not as the format says: {what}"))
    }
}

/// The books of a whole floor, computed from its journal.
#[derive(Clone, Default)]
pub struct Auditor {
    chains: BTreeMap<u32, Chain>,
    /// The floor's.
    pub floor: FloorBooks,
    /// The tables', by their numbers.
    pub tables: BTreeMap<u32, TableBooks>,
    /// The situations that occurred.
    pub met: Vec<Situation>,
}

/// What was read of a stream.
#[derive(Clone, Debug, Default)]
struct Chain {
    /// Every byte of it, so that unchanged records need not be audited twice.
    frames: Vec<u8>,
    records: u64,
    last: Option<[u8; 32]>,
    batches: u64,
    time: u64,
}

impl Auditor {
    /// Audits the frames of one batch of a stream.
    pub fn batch(&mut self, journal: [u8; 16], stream: u32, frames: &[u8]) -> Found {
        let chain = self.chains.entry(stream).or_default();
        chain.batches += 1;
        chain.frames.extend(frames);
        let mut frames = Reader(frames);
        while !frames.is_empty() {
            let length = frames.bytes(4)?.try_into().map_err(|_| Unreadable("length"))?;
            let length = usize::try_from(u32::from_le_bytes(length)).unwrap_or(usize::MAX);
            let record = frames.bytes(length)?;
            let link = frames.bytes(32)?;
            self.record(journal, stream, record, link).map_err(|broken| Broken {
                seen: format!("stream {stream}: {}", broken.seen),
                ..broken
            })?;
        }
        Ok(())
    }

    fn record(&mut self, journal: [u8; 16], stream: u32, record: &[u8], link: &[u8]) -> Found {
        let chain = self.chains.entry(stream).or_default();
        let before = chain.last.unwrap_or_else(|| start(journal, stream));
        let right: [u8; 32] = Sha256::new_with_prefix(b"taisai journal record 1\0")
            .chain_update(before)
            .chain_update(record)
            .finalize()
            .into();
        if right != link {
            return Err(broken(16, "a link does not follow from its record"));
        }
        (chain.last, chain.records) = (Some(right), chain.records + 1);
        let (sequence, batch) = (chain.records, chain.batches);
        let mut reader = Reader(record);
        if reader.byte()? != 1 {
            return Err(Unreadable("version").into());
        }
        let stamp = Stamp::read(&mut reader)?;
        if stamp.sequence != sequence {
            return Err(broken(6, format!("record {sequence} says it is {}", stamp.sequence)));
        }
        if stamp.time < chain.time {
            return Err(broken(6, format!("time went back at record {sequence}")));
        }
        chain.time = stamp.time;
        let in_record = |broken: Broken| Broken {
            seen: format!("record {sequence}: {}", broken.seen),
            ..broken
        };
        match (reader.byte()?, stream) {
            (0, 1..) => self.table(stream).opened(&mut reader),
            (1, 1..) => {
                let table = self.tables.entry(stream).or_default();
                table.happened(&stamp, batch, &mut reader, &mut self.met)
            }
            (2, 0) => self.floor.happened(&stamp, &mut reader, &mut self.met),
            (3, _) => snapshot_named(&stamp, &mut reader),
            _ => Err(Unreadable("body").into()),
        }
        .map_err(in_record)?;
        if !reader.is_empty() {
            return Err(Unreadable("something follows the body").into());
        }
        Ok(())
    }

    fn table(&mut self, stream: u32) -> &mut TableBooks {
        self.tables.entry(stream).or_default()
    }

    /// How many records it has read.
    pub fn records(&self) -> u64 {
        self.chains.values().map(|chain| chain.records).sum()
    }

    /// Reads a reopened journal: the known part must still be there, byte for byte, and the rest is
    /// audited.
    pub fn take_up(&mut self, journal: &mut Journal) -> Found {
        let id = journal.id().0;
        for (stream, news) in self.compare(journal)? {
            for frames in news {
                self.batch(id, stream, &frames)?;
            }
        }
        Ok(())
    }

    /// Checks that everything known is in a journal, at its place.
    pub fn stands_in(&self, journal: &mut Journal) -> Found {
        self.compare(journal).map(drop)
    }

    /// The batches of each stream after its known part.
    fn compare(&self, journal: &mut Journal) -> Result<BTreeMap<u32, Vec<Vec<u8>>>, Broken> {
        let mut streams: Vec<Stream> = journal.heads().keys().copied().collect();
        let known = self.chains.keys().filter_map(|&number| Stream::from_number(number));
        streams.extend(known);
        streams.sort_unstable();
        streams.dedup();
        let mut news = BTreeMap::new();
        for stream in streams {
            news.insert(stream.number(), self.compare_one(journal, stream)?);
        }
        Ok(news)
    }

    fn compare_one(&self, journal: &mut Journal, stream: Stream) -> Result<Vec<Vec<u8>>, Broken> {
        let chain = self.chains.get(&stream.number());
        let mut known = chain.map(|chain| &chain.frames[..]).unwrap_or_default();
        let mut news = Vec::new();
        let read = journal.read(stream, 1, &mut |batch| {
            if known.is_empty() {
                news.push(batch.frames.to_vec());
            } else if let Some(rest) = known.strip_prefix(batch.frames) {
                known = rest;
            } else {
                return ControlFlow::Break(());
            }
            ControlFlow::Continue(())
        });
        read.map_err(|fault| broken(4, fault.to_string()))?;
        if known.is_empty() {
            return Ok(news);
        }
        let records = chain.map_or(0, |chain| chain.records);
        let seen = format!("{stream} had {records} durable records, and has others or fewer");
        Err(broken(4, seen))
    }

    /// What must hold when nothing is in progress: the floor and the tables agree about every
    /// voucher, and all money is somewhere.
    pub fn at_rest(&self) -> Found {
        self.floor.at_rest()?;
        for (voucher, amount) in self.tables.values().flat_map(TableBooks::bought_in) {
            let known = self.floor.voucher(*voucher);
            if known != Some((*amount, VoucherState::Spent)) {
                let seen = format!("voucher {voucher:x} of {amount} is credit, and {known:?}");
                return Err(broken(12, seen));
            }
        }
        for (voucher, amount) in self.tables.values().flat_map(TableBooks::handed_out) {
            let known = self.floor.voucher(*voucher);
            let alive = known.is_some_and(|(worth, state)| worth == *amount && state.is_issued());
            if !alive {
                return Err(broken(
                    12,
                    format!("voucher {voucher:x} of {amount} was handed out, and {known:?}"),
                ));
            }
        }
        self.check_things()?;
        let credit: i128 = self.tables.values().map(TableBooks::held).sum();
        let house: i128 = self.tables.values().map(TableBooks::house).sum();
        let (cash, outstanding) = (self.floor.cash(), self.floor.outstanding());
        if cash != outstanding + credit + house {
            let seen =
                format!("cash {cash}, vouchers {outstanding}, seats {credit}, house {house}");
            return Err(broken(1, seen));
        }
        Ok(())
    }
}

impl Auditor {
    /// What stands at a table is lent to it, and so to no other.
    fn check_things(&self) -> Found {
        for (&table, books) in &self.tables {
            if self.floor.is_retired(table) || self.floor.things.is_disputed(table) {
                continue;
            }
            let lent = |thing| self.floor.things.is_lent(thing, table);
            if let Some(thing) = books.things().find(|thing| !lent(*thing)) {
                return Err(broken(12, format!("table {table} has {thing:?}, not lent to it")));
            }
        }
        Ok(())
    }
}

/// The record that names a snapshot changes nothing, and belongs to no request.
fn snapshot_named(stamp: &Stamp, reader: &mut Reader<'_>) -> Found {
    if stamp.actor != Asker::Host || stamp.request != 0 {
        return Err(broken(6, "somebody asked for a snapshot"));
    }
    let (_version, _hash) = (reader.byte()?, reader.bytes(32)?);
    Ok(())
}

fn start(journal: [u8; 16], stream: u32) -> [u8; 32] {
    Sha256::new_with_prefix(b"taisai journal stream 1\0")
        .chain_update(journal)
        .chain_update(stream.to_le_bytes())
        .finalize()
        .into()
}
