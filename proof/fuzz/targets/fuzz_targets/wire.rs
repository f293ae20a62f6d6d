//! Any bytes as a message of a screen: an ask that is written as it is read, or a short refusal.

#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| taisai_fuzz::wire::read(bytes));
