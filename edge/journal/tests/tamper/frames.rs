//! Frames, as every store keeps them: each byte, each record, each length.

use std::collections::BTreeMap;

use taisai_journal::{
    Batch, Head, JournalId, Problem, ReadFault, Snapshot, SnapshotMark, Store, StoreFault,
    StoredBatch, Stream, Visit, read_all,
};

const RECORDS_OF_A_BATCH: u64 = 100;
const BATCHES: u64 = 75;

/// A megabyte of frames, each with the head before it.
struct Megabyte {
    batches: Vec<Batch>,
    /// For each batch, where each frame begins and the head it continues.
    frames: Vec<Vec<(usize, Head)>>,
}

fn megabyte() -> Megabyte {
    let mut head = Head::start(JournalId([3; 16]), Stream::Floor);
    let (mut batches, mut frames) = (Vec::new(), Vec::new());
    for number in 0..BATCHES {
        let mut batch = Batch::new(Stream::Floor, head);
        let mut places = Vec::new();
        for record in 0..RECORDS_OF_A_BATCH {
            places.push((batch.frames().len(), batch.head()));
            let length = 60 + usize::try_from((number * 31 + record * 17) % 90).unwrap();
            batch.push(&vec![u8::try_from(record).unwrap(); length]);
        }
        head = batch.head();
        batches.push(batch);
        frames.push(places);
    }
    let bytes: usize = batches.iter().map(|batch| batch.frames().len()).sum();
    assert!(1 << 20 <= bytes, "{bytes} bytes are a megabyte");
    Megabyte { batches, frames }
}

/// Follows these frames from the head before them. Whatever comes earlier is not touched by what
/// is changed here, and nothing looks back. The number of the record that is wrong, and why.
fn follow(after: Head, frames: &[u8]) -> Result<Head, (u64, Problem)> {
    let batch = Batch::from_stored(Stream::Floor, after, frames).map_err(bad)?;
    Ok(batch.head())
}

fn bad(fault: ReadFault) -> (u64, Problem) {
    let ReadFault::Record { sequence, what, .. } = fault else { panic!("{fault}") };
    (sequence, what)
}

/// Reads these batches, of which the first ones may be gone, from the head before them.
fn read(after: Head, batches: &[(u64, &[u8])], ends: Head) -> Result<Head, (u64, Problem)> {
    let mut store = Rows { batches, ends };
    read_all(&mut store, Stream::Floor, after, |_| Ok(())).map_err(bad)
}

/// A store that holds these rows, each under the number of its first record.
struct Rows<'r> {
    batches: &'r [(u64, &'r [u8])],
    ends: Head,
}

impl Store for Rows<'_> {
    fn id(&self) -> JournalId {
        JournalId([3; 16])
    }

    fn append(&mut self, _: &[Batch]) -> Result<(), StoreFault> {
        Err(StoreFault::Stopped)
    }

    fn heads(&mut self) -> Result<BTreeMap<Stream, Head>, StoreFault> {
        Ok([(Stream::Floor, self.ends)].into())
    }

    fn read(&mut self, _: Stream, _: u64, visit: &mut Visit<'_>) -> Result<(), StoreFault> {
        for (first, frames) in self.batches {
            if visit(StoredBatch { first: *first, frames }).is_break() {
                break;
            }
        }
        Ok(())
    }

    fn keep_snapshot(&mut self, _: &Snapshot) -> Result<(), StoreFault> {
        Err(StoreFault::Stopped)
    }

    fn snapshots(&mut self, _: Stream) -> Result<Vec<SnapshotMark>, StoreFault> {
        Ok(Vec::new())
    }

    fn snapshot(&mut self, _: Stream, _: u64) -> Result<Option<Snapshot>, StoreFault> {
        Ok(None)
    }
}

impl Megabyte {
    /// Shows every frame: its batch's bytes, where it begins and ends, the head before it.
    fn each(&self, mut show: impl FnMut(&mut Vec<u8>, usize, usize, Head)) {
        for (batch, places) in self.batches.iter().zip(&self.frames) {
            let mut bytes = batch.frames().to_vec();
            for (number, (begin, after)) in places.iter().enumerate() {
                let end = places.get(number + 1).map_or(bytes.len(), |(next, _)| *next);
                show(&mut bytes, *begin, end, *after);
            }
        }
    }
}

#[test]
fn every_flipped_byte_of_a_megabyte_names_its_record() {
    let mut flips = 0;
    megabyte().each(|bytes, begin, end, after| {
        for place in begin..end {
            let bit = 1 << (place % 8);
            bytes[place] ^= bit;
            let (at, what) = follow(after, &bytes[begin..]).unwrap_err();
            assert_eq!(at, after.sequence + 1, "byte {place}: {what}");
            bytes[place] ^= bit;
            flips += 1;
        }
        assert!(follow(after, &bytes[begin..end]).is_ok());
    });
    assert!(1 << 20 <= flips);
}

#[test]
fn every_removed_record_is_named() {
    megabyte().each(|bytes, _, end, after| {
        let rest = &bytes[end..];
        if rest.is_empty() {
            // The batch is one record shorter; the next batch says so, or the head.
            return;
        }
        let (at, what) = follow(after, rest).unwrap_err();
        assert_eq!(at, after.sequence + 1, "{what}");
    });
}

#[test]
fn every_pair_of_swapped_records_is_named() {
    let megabyte = megabyte();
    for (batch, places) in megabyte.batches.iter().zip(&megabyte.frames) {
        let bytes = batch.frames();
        for pair in places.windows(3) {
            let [(one, after), (two, _), (three, _)] = pair else { unreachable!() };
            let swapped = [&bytes[*two..*three], &bytes[*one..*two], &bytes[*three..]].concat();
            let (at, what) = follow(*after, &swapped).unwrap_err();
            assert_eq!(at, after.sequence + 1, "{what}");
        }
    }
}

#[test]
fn every_cut_is_named() {
    megabyte().each(|bytes, begin, end, after| {
        for length in 1..end - begin {
            let (at, what) = follow(after, &bytes[begin..begin + length]).unwrap_err();
            assert_eq!(at, after.sequence + 1);
            assert!(matches!(what, Problem::CutShort), "{what}");
        }
    });
}

#[test]
fn every_removed_repeated_or_shortened_batch_is_named() {
    let Megabyte { batches, frames } = megabyte();
    for pair in batches.windows(2) {
        let (one, next) = (&pair[0], &pair[1]);
        let rows = [(one.first(), one.frames()), (next.first(), next.frames())];
        let (after, ends) = (one.after(), next.head());
        assert_eq!(read(after, &rows, ends).unwrap(), ends);
        let (at, what) = read(after, &rows[1..], ends).unwrap_err();
        let is_next = matches!(what, Problem::Skipped { found } if found == next.first());
        assert!(at == one.first() && is_next, "{at}: {what}");
        let (at, what) = read(after, &[rows[0], rows[0], rows[1]], ends).unwrap_err();
        let found = one.first();
        assert!(matches!(what, Problem::WrongSequence { found: f } if f == found), "{what}");
        assert_eq!(at, next.first());
        let (at, what) = read(after, &[rows[0], (next.first(), &[])], ends).unwrap_err();
        assert!(at == next.first() && matches!(what, Problem::CutShort), "{at}: {what}");
    }
    for (pair, places) in batches.windows(2).zip(&frames) {
        let (batch, next) = (&pair[0], &pair[1]);
        let (last, before_last) = *places.last().unwrap();
        let shorter = &batch.frames()[..last];
        assert_eq!(follow(batch.after(), shorter).unwrap(), before_last);
        let rows = [(batch.first(), shorter), (next.first(), next.frames())];
        let (at, _) = read(batch.after(), &rows, next.head()).unwrap_err();
        assert_eq!(at, before_last.sequence + 1);
    }
}
