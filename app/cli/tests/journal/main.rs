//! The commands about a journal: a whole house written down, looked at, tampered with, put back.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]
#![expect(clippy::wildcard_enum_match_arm, reason = "a test looks at a few of many")]
#![allow(dead_code, reason = "the shifts are core's own tests; not all of them is used here")]

#[path = "../../../../core/table/tests/shifts/audit.rs"]
mod audit;
#[path = "../../../../edge/journal/tests/support/cluster.rs"]
mod cluster;
#[path = "../../../../core/table/tests/shifts/coverage.rs"]
mod coverage;
#[path = "../../../../core/table/tests/shifts/dealing.rs"]
mod dealing;
#[path = "../../../../core/table/tests/shifts/floor.rs"]
mod floor;
#[path = "../../../../edge/journal/tests/support/house.rs"]
mod house;
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
#[path = "../../../../edge/journal/tests/stored/scribe.rs"]
mod scribe;
#[path = "../../../../core/table/tests/shifts/shift.rs"]
mod shift;
#[path = "../../../../core/table/tests/shifts/trouble.rs"]
mod trouble;

mod copies;
mod database;
mod exports;
mod questions;
mod refusals;
mod replays;
mod running;
mod tampering;
