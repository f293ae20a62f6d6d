//! Counting random bytes, as fast as this can be done: the inner loop of flat simulation. A byte
//! below 216 is a roll and any other is not, so it is enough to count bytes. The time goes into
//! incrementing memory cells, one per clock cycle, so one cell in a table of all 65,536 pairs
//! counts two bytes at once. Two generators take turns, because with one alone the counting would
//! wait for its next word.

use taisai_rules::Roll;

use crate::roll_counts::RollCounts;

/// Two random words at a time.
pub(crate) trait Words: Clone {
    fn two(&mut self) -> [u64; 2];
}

/// How many bytes two words have.
const BYTES: u64 = 16;

/// How often two words are counted before the table is read out: 64 for each cell on average, a
/// quarter of its capacity.
const TIMES_MAX: u64 = 1 << 19;

/// With fewer words than this, reading out a table does not pay.
const TIMES_MIN: u64 = 1 << 12;

/// How often every byte came.
type ByteCounts = [u64; 256];

/// A cell for every pair of bytes, the first in the lower bits of its place.
type Pairs = [u8; 1 << 16];

/// Counts rolls until there are exactly this many.
pub(crate) fn count_rolls(rounds: u64, words: &mut impl Words) -> RollCounts {
    let mut counts = [0; 256];
    let mut left = rounds;
    while left > 0 {
        // This many bytes never contain more rolls than are missing.
        match (left / BYTES).min(TIMES_MAX) {
            0 => count_last(left, words, &mut counts),
            times if times < TIMES_MIN => count_singly(times, words, &mut counts),
            times => count_pairs(times, words, &mut counts),
        }
        left = rounds - rolls(&counts).iter().sum::<u64>();
    }
    RollCounts::new(rolls(&counts))
}

fn rolls(counts: &ByteCounts) -> [u64; Roll::COUNT] {
    *counts.first_chunk().expect("there are fewer rolls than bytes")
}

/// Counts the bytes of some words in pairs, and again one by one if a cell overflows.
fn count_pairs(times: u64, words: &mut impl Words, counts: &mut ByteCounts) {
    let again = words.clone();
    let mut pairs: Box<Pairs> =
        vec![0; 1 << 16].into_boxed_slice().try_into().expect("as many cells as pairs");
    for _ in 0..times {
        for word in words.two() {
            for pair in word.to_le_bytes().as_chunks().0 {
                let cell = &mut pairs[usize::from(u16::from_le_bytes(*pair))];
                *cell = cell.wrapping_add(1);
            }
        }
    }
    let read = read_off(&pairs);
    // A cell that overflowed has lost 256 pairs, and nothing could compensate for them.
    if read.iter().sum::<u64>() == times * BYTES {
        counts.iter_mut().zip(read).for_each(|(count, more)| *count += more);
    } else {
        *words = again;
        count_singly(times, words, counts);
    }
}

/// How often every byte came as the first or as the second of a pair.
fn read_off(pairs: &Pairs) -> ByteCounts {
    let mut counts = [0; 256];
    let mut firsts = [0_u16; 256];
    for (second, cells) in pairs.as_chunks::<256>().0.iter().enumerate() {
        counts[second] = cells.iter().map(|&cell| u64::from(cell)).sum();
        // 256 cells of at most 255 fit; an overflow check would take most of the time.
        let columns = firsts.iter_mut().zip(cells);
        columns.for_each(|(first, &cell)| *first = first.wrapping_add(cell.into()));
    }
    counts.iter_mut().zip(firsts).for_each(|(count, first)| *count += u64::from(first));
    counts
}

fn count_singly(times: u64, words: &mut impl Words, counts: &mut ByteCounts) {
    for _ in 0..times {
        for byte in words.two().into_iter().flat_map(u64::to_le_bytes) {
            counts[usize::from(byte)] += 1;
        }
    }
}

/// Counts bytes until this many rolls are among them; the rest of the two words is dropped.
fn count_last(left: u64, words: &mut impl Words, counts: &mut ByteCounts) {
    let end = rolls(counts).iter().sum::<u64>() + left;
    for byte in words.two().into_iter().flat_map(u64::to_le_bytes) {
        if rolls(counts).iter().sum::<u64>() < end {
            counts[usize::from(byte)] += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Words that count up, so that every pair of bytes comes in its turn.
    #[derive(Clone)]
    struct Counting(u64);

    impl Words for Counting {
        fn two(&mut self) -> [u64; 2] {
            self.0 += 2;
            [self.0 - 2, self.0 - 1].map(|word| word.wrapping_mul(0x9e37_79b9_7f4a_7c15))
        }
    }

    /// Always the same word.
    #[derive(Clone)]
    struct Stuck(u64);

    impl Words for Stuck {
        fn two(&mut self) -> [u64; 2] {
            [self.0; 2]
        }
    }

    /// The plainest way: one byte after another, until there are enough.
    fn counted_plainly(rounds: u64, words: &mut impl Words) -> RollCounts {
        let mut counts = [0; Roll::COUNT];
        let mut left = rounds;
        while left > 0 {
            for byte in words.two().into_iter().flat_map(u64::to_le_bytes).map(usize::from) {
                if byte < Roll::COUNT && left > 0 {
                    counts[byte] += 1;
                    left -= 1;
                }
            }
        }
        RollCounts::new(counts)
    }

    #[test]
    fn counting_in_pairs_is_counting_one_by_one() {
        let border = TIMES_MIN * BYTES;
        let rounds = (0..40).chain(border - 1..=border + 1).chain([1_000_000]);
        for rounds in rounds.chain([TIMES_MAX * BYTES + 1]) {
            let fast = count_rolls(rounds, &mut Counting(0));
            assert_eq!(fast, counted_plainly(rounds, &mut Counting(0)), "{rounds}");
            assert_eq!(fast.rounds(), rounds);
        }
    }

    #[test]
    fn a_cell_that_overflows_loses_nothing() {
        let mut words = Stuck(0x0102_0304_0506_0708);
        let mut counts = [0; 256];
        count_pairs(1_000, &mut words, &mut counts);
        assert_eq!(counts[..10], [0, 2_000, 2_000, 2_000, 2_000, 2_000, 2_000, 2_000, 2_000, 0]);
        let rounds = 5_000_000;
        assert_eq!(count_rolls(rounds, &mut words.clone()), counted_plainly(rounds, &mut words));
    }

    #[test]
    fn a_full_cell_does_not_overflow_and_one_more_does() {
        let mut pairs: Box<Pairs> = vec![255; 1 << 16].try_into().unwrap();
        assert_eq!(read_off(&pairs), [2 * 256 * 255; 256]);
        pairs[0] = 0;
        assert_eq!(read_off(&pairs)[0], 2 * (256 * 255 - 255));
    }
}
