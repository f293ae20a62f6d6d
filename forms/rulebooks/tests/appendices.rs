//! The three Singapore layouts lie as their appendices draw them.

use taisai_rulebooks::Library;
use taisai_rules::{Layout, Spot};

/// The part that all three appendices share, row by row from the top, each from the left.
const SHARED: [&str; 6] = [
    "even triple-6 triple-5 triple-4 triple-3 triple-2 triple-1 odd",
    "big double-6 double-5 double-4 any-triple double-3 double-2 double-1 small",
    "total-17 total-16 total-15 total-14 total-13 total-12 total-11 \
     total-10 total-9 total-8 total-7 total-6 total-5 total-4",
    "domino-56 domino-46 domino-36 domino-26 domino-16 domino-45 domino-35 domino-25 \
     domino-15 domino-34 domino-24 domino-14 domino-23 domino-13 domino-12",
    "four-3456 four-2356 four-2345 four-1234",
    "single-6 single-5 single-4 single-3 single-2 single-1",
];

/// The block at the left of appendices B and C.
const COMBINATIONS: [&str; 10] = [
    "combo-113 combo-114 combo-115 combo-116",
    "combo-221 combo-223 combo-224 combo-225 combo-226",
    "combo-331 combo-332 combo-334 combo-335 combo-336",
    "combo-441 combo-442 combo-443 combo-445 combo-446",
    "combo-551 combo-552 combo-553 combo-554 combo-556",
    "combo-661 combo-662 combo-663 combo-664",
    "combo-126 combo-135 combo-234 combo-256 combo-346",
    "combo-123 combo-136 combo-145 combo-235 combo-356",
    "combo-124 combo-146 combo-236 combo-245 combo-456",
    "combo-125 combo-134 combo-156 combo-246 combo-345",
];

/// The rows of a layout as a reader meets them: spots whose tops are level, from the left.
fn rows(layout: &Layout, wanted: impl Fn(&Spot) -> bool) -> Vec<String> {
    let mut spots: Vec<&Spot> = layout.spots().iter().filter(|spot| wanted(spot)).collect();
    spots.sort_by_key(|spot| (spot.frame.y, spot.frame.x));
    let level = |a: &&Spot, b: &&Spot| a.frame.y == b.frame.y;
    let names = |row: &[&Spot]| row.iter().map(|spot| spot.area.to_string()).collect::<Vec<_>>();
    spots.chunk_by(level).map(|row| names(row).join(" ")).collect()
}

fn is_combination(spot: &Spot) -> bool {
    spot.area.to_string().starts_with("combo-")
}

#[test]
fn every_row_of_the_appendices_stands_where_it_was_drawn() {
    for (rules, combinations) in [("singapore-1", &[][..]), ("singapore-2", &COMBINATIONS)]
        .into_iter()
        .chain([("singapore-3", &COMBINATIONS[..])])
    {
        let layout = &Library::get(rules).unwrap().rules().layout;
        assert_eq!(rows(layout, |spot| !is_combination(spot)), SHARED, "{rules}");
        assert_eq!(rows(layout, is_combination), combinations, "{rules}");
    }
}

#[test]
fn combinations_lie_to_the_left_of_everything_else() {
    for rules in ["singapore-2", "singapore-3"] {
        let layout = &Library::get(rules).unwrap().rules().layout;
        let spots =
            |wanted: bool| layout.spots().iter().filter(move |spot| is_combination(spot) == wanted);
        let right_edge = spots(true).map(|spot| spot.frame.x + spot.frame.width).max();
        let left_edge = spots(false).map(|spot| spot.frame.x).min();
        assert!(right_edge <= left_edge, "{rules}");
    }
}
