//! Tables that answer questions: the same from any steps, from any store, and after any crash.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]
#![expect(clippy::wildcard_enum_match_arm, reason = "a test looks at a few of many")]

mod tables;
