//! What records and snapshots say: whole shifts written down and read again.

#![expect(clippy::wildcard_enum_match_arm, reason = "a test looks at a few of many")]
#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod any_bytes;
mod document;
mod golden;
mod recalls;
mod records;
mod replays;
mod snapshots;
