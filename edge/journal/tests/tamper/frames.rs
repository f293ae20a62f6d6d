//! Frames, as every store keeps them: each byte, each record, each length.

use taisai_journal::{BadRecord, Batch, Broken, Head, JournalId, StoredBatch, Stream, Trail};

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
/// is changed here, and a trail does not look back.
fn follow(after: Head, frames: &[u8]) -> Result<Head, BadRecord> {
    let mut trail = Trail::new(Stream::Floor, after);
    trail.follow(StoredBatch { first: after.sequence + 1, frames }, |_, _| ())?;
    Ok(trail.head())
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
            let bad = follow(after, &bytes[begin..]).unwrap_err();
            assert_eq!(bad.sequence, after.sequence + 1, "byte {place}: {bad}");
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
        let bad = follow(after, rest).unwrap_err();
        assert_eq!(bad.sequence, after.sequence + 1, "{bad}");
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
            let bad = follow(*after, &swapped).unwrap_err();
            assert_eq!(bad.sequence, after.sequence + 1, "{bad}");
        }
    }
}

#[test]
fn every_cut_is_named() {
    megabyte().each(|bytes, begin, end, after| {
        for length in 1..end - begin {
            let bad = follow(after, &bytes[begin..begin + length]).unwrap_err();
            assert_eq!(bad.sequence, after.sequence + 1);
            assert_eq!(bad.broken, Broken::CutShort);
        }
    });
}

#[test]
fn every_removed_repeated_or_shortened_batch_is_named() {
    let Megabyte { batches, frames } = megabyte();
    for pair in batches.windows(2) {
        let (after, next) = (pair[0].after(), &pair[1]);
        let mut trail = Trail::new(Stream::Floor, after);
        let stored = StoredBatch { first: next.first(), frames: next.frames() };
        let bad = trail.follow(stored, |_, _| ()).unwrap_err();
        let found = next.first();
        assert_eq!((bad.sequence, bad.broken), (after.sequence + 1, Broken::Missing { found }));
    }
    for (batch, places) in batches.iter().zip(&frames) {
        let (last, before_last) = *places.last().unwrap();
        let shorter = &batch.frames()[..last];
        assert_eq!(follow(batch.after(), shorter), Ok(before_last));
        let mut trail = Trail::new(Stream::Floor, before_last);
        let next = StoredBatch { first: batch.head().sequence + 1, frames: batch.frames() };
        let bad = trail.follow(next, |_, _| ()).unwrap_err();
        assert_eq!(bad.sequence, before_last.sequence + 1);
    }
}
