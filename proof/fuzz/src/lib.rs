//! Any bytes in, a clear answer out: each function takes bytes and panics if they break a promise.
//! The fuzzer in `targets` feeds them bytes for hours; an ordinary test replays its findings, and
//! inputs written by hand.
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

/// A function that takes any bytes; it may refuse them, but must not panic.
pub type Target = fn(&[u8]);

/// Every target by name, which is also the name of its corpus folder.
pub const TARGETS: [(&str, Target); 6] = [
    ("wire", wire::read),
    ("records", records::record),
    ("snapshots", records::snapshot),
    ("papers", papers::read),
    ("tables", tables::play),
    ("floors", floors::work),
];
