//! Any bytes as a day on the floor: the floor decides, and its books balance.

#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| taisai_fuzz::floors::work(bytes));
