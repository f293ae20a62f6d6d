//! What reading shows: from the batch that holds a record, in order, for as long as one looks.

use std::ops::ControlFlow;

use taisai_journal::{Store, Stream};
use taisai_testing::place::{Place, Row, append, rows, table};

/// Batches of these lengths, with other streams before, after and in between.
const LENGTHS: [usize; 6] = [1, 3, 1, 1, 5, 2];

fn filled(store: &mut dyn Store) -> Vec<Row> {
    let mut made = Vec::new();
    for length in LENGTHS {
        let batch = vec![&b"record"[..]; length];
        append(store, Stream::Floor, &batch);
        made.push(append(store, table(7), &batch));
        append(store, table(8), &batch);
    }
    made
}

pub(crate) fn reading_starts_at_the_batch_that_holds_the_record(place: &dyn Place) {
    let mut store = place.open();
    let made = filled(&mut *store);
    let mut sequence = 0;
    for (batch, length) in LENGTHS.into_iter().enumerate() {
        for _ in 0..length {
            sequence += 1;
            assert_eq!(rows(&mut *store, table(7), sequence), made[batch..], "from {sequence}");
        }
    }
    assert_eq!(rows(&mut *store, table(7), 0), made, "before the first");
    for beyond in [sequence + 1, sequence + 2, u64::from(u32::MAX), i64::MAX as u64, u64::MAX] {
        assert_eq!(rows(&mut *store, table(7), beyond), [], "from {beyond}, beyond the end");
    }
}

pub(crate) fn a_visitor_may_stop_early(place: &dyn Place) {
    let mut store = place.open();
    let made = filled(&mut *store);
    for wanted in 1..=made.len() {
        let mut seen = 0;
        let look = &mut |_: taisai_journal::StoredBatch<'_>| {
            seen += 1;
            if seen == wanted { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        store.read(table(7), 1, look).unwrap();
        assert_eq!(seen, wanted);
        assert_eq!(rows(&mut *store, table(7), 1).len(), made.len(), "and others see all");
    }
    append(&mut *store, table(7), &[b"appending goes on"]);
}

pub(crate) fn a_stream_without_records_shows_nothing(place: &dyn Place) {
    let mut store = place.open();
    filled(&mut *store);
    for stream in [table(1), table(6), table(9), table(65_535)] {
        for from in [0, 1, 2, 1_000] {
            assert_eq!(rows(&mut *store, stream, from), [], "{stream} from {from}");
        }
    }
}
