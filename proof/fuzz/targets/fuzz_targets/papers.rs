//! Any bytes as what people carry: tokens, keys, names.

#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| taisai_fuzz::papers::read(bytes));
