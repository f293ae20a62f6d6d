//! What records and snapshots say: whole shifts written down and read again.

#![expect(clippy::wildcard_enum_match_arm, reason = "a test looks at a few of many")]
#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]
#![allow(dead_code, reason = "the shifts are core's own tests; not all of them is used here")]

#[path = "../../../../core/table/tests/shifts/audit.rs"]
mod audit;
#[path = "../../../../core/table/tests/shifts/coverage.rs"]
mod coverage;
#[path = "../../../../core/table/tests/shifts/dealing.rs"]
mod dealing;
#[path = "../../../../core/table/tests/shifts/floor.rs"]
mod floor;
#[path = "../../../../core/table/tests/shifts/luck.rs"]
mod luck;
#[path = "../../../../core/table/tests/shifts/model.rs"]
mod model;
#[path = "../../../../core/table/tests/shifts/names.rs"]
mod names;
#[path = "../../../../core/table/tests/shifts/payout.rs"]
mod payout;
#[path = "../../../../core/table/tests/shifts/playing.rs"]
mod playing;
#[path = "../../../../core/table/tests/shifts/shift.rs"]
mod shift;
#[path = "../../../../core/table/tests/shifts/trouble.rs"]
mod trouble;

mod any_bytes;
mod document;
mod golden;
mod records;
mod replays;
mod scribe;
mod snapshots;
