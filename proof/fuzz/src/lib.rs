//! Any bytes in, a clear answer out: each function is handed bytes and panics where they break
//! a promise.
//!
//! The fuzzer in `targets` throws bytes at them for hours; an ordinary test replays what was found,
//! and what was thought of by hand.
//!
//! | module | what is made of the bytes |
//! |---|---|
//! | [`wire`] | a message of a screen |
//! | [`records`] | a record of the journal, or a snapshot |
//! | [`papers`] | a voucher's token, a key, a cookie |
//! | [`tables`] | a day at a table: who asks what, and when |
//! | [`floors`] | a day on the floor |

pub mod floors;
pub mod papers;
pub mod reader;
pub mod records;
pub mod tables;
pub mod wire;

/// What is done with any bytes; it may refuse them, and may not panic.
pub type Target = fn(&[u8]);

/// Every target by its name, which is that of its folder of bytes to replay.
pub const TARGETS: [(&str, Target); 6] = [
    ("wire", wire::read),
    ("records", records::record),
    ("snapshots", records::snapshot),
    ("papers", papers::read),
    ("tables", tables::play),
    ("floors", floors::work),
];
