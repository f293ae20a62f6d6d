//! Any bytes as a line of `taisai settle --batch`: one line of JSON comes back, whatever went in.

#![no_main]

use libfuzzer_sys::fuzz_target;
use serde_json::Value;
use taisai::settle::answer_line;

fuzz_target!(|line: &[u8]| {
    // With and without a usual rule book: the second must refuse what names none.
    for rules in [Some("singapore-2"), None] {
        let answer = answer_line(line, rules);
        let text = answer.strip_suffix('\n').expect("an answer ends its line");
        assert!(text.chars().all(|letter| letter >= ' '), "an answer is one line: {text:?}");
        let value: Value = serde_json::from_str(text).expect("an answer is JSON");
        assert!(value.is_object(), "an answer is an object: {text}");
    }
});
