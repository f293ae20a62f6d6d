//! What a store does once an append has failed with a fate unknown.

use taisai_journal::{StoreFault, Stream};
use taisai_testing::place::{Place, append, head, next, records};

const FLOOR: Stream = Stream::Floor;

pub(crate) fn after_a_fault_the_store_takes_no_more(place: &dyn Place) {
    let mut store = place.open();
    append(&mut *store, FLOOR, &[b"kept"]);
    let doubtful = next(&mut *store, FLOOR, &[b"doubtful"]);
    if !place.fails_next_append() {
        return;
    }
    let fault = store.append(std::slice::from_ref(&doubtful)).unwrap_err();
    let unknown = !matches!(fault, StoreFault::Stopped | StoreFault::OtherHead { .. });
    assert!(unknown, "the fault itself is returned once: {fault:?}");
    for _ in 0..3 {
        let answer = store.append(std::slice::from_ref(&doubtful));
        assert!(matches!(answer, Err(StoreFault::Stopped)), "{answer:?}");
    }
    drop(store);
    let mut store = place.open();
    let found = records(&mut *store, FLOOR);
    let is_whole = found == [&b"kept"[..]] || found == [&b"kept"[..], b"doubtful"];
    assert!(is_whole, "either appended or not: {found:?}");
    append(&mut *store, FLOOR, &[b"it goes on"]);
    assert_eq!(head(&mut *store, FLOOR).sequence, found.len() as u64 + 1);
}
