//! Any bytes as a message of a screen.

use taisai_protocol::ask::{AskFault, Unread};
use taisai_protocol::{ClientMessage, Problem, Refusal, object};

/// The bytes are either an ask of checked values that is written back as it was read, or refused in
/// one short line.
pub fn read(bytes: &[u8]) {
    match ClientMessage::read(bytes) {
        Ok(checked) => {
            let asked: ClientMessage = object::read(bytes).expect("it has just been read");
            let written = serde_json::to_vec(&asked).expect("an ask is plain data");
            assert_eq!(ClientMessage::read(&written), Ok(checked), "it is read as it was written");
        }
        Err(Unread { fault, .. }) => check_sentence(fault),
    }
}

fn check_sentence(fault: AskFault) {
    let refusal = Refusal::from(fault);
    let sentence = refusal.to_string();
    assert!(!sentence.contains(char::is_control), "a refusal is one line: {sentence:?}");
    assert!(sentence.len() <= AskFault::FAULT_MAX + 200, "a refusal is short: {sentence}");
    let problem = Problem::of(refusal);
    assert!(400 <= problem.status && problem.status < 500, "{problem:?}");
}
