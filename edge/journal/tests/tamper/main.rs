//! Whatever is changed behind the journal's back shows, and the first bad record is named.
//!
//! What is exhaustive and what is not: of a megabyte of frames every byte is flipped, every
//! record removed and swapped, every length cut. Of a small database, its log and its sidecar
//! every byte is flipped that was ever written or lies next to one; room that holds nothing but
//! zeros is sampled, and so are the lengths at which files are cut. Of a database of a megabyte,
//! bytes are flipped at even distances. `TAMPER_LONG=1` samples nothing and takes hours. A flip
//! may also change nothing that is read: then every record must be there, unchanged.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod database;
mod floor;
mod frames;
mod old_copies;
