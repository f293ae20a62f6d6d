//! Any bytes as a day at a table: the table decides, and the books agree.

#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| taisai_fuzz::tables::play(bytes));
