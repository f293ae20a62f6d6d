//! Any bytes as a snapshot of a table or of the floor.

#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| taisai_fuzz::records::snapshot(bytes));
