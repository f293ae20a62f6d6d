//! Any bytes as a record of the journal, and as its frames.

#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| taisai_fuzz::records::record(bytes));
