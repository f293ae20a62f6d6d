//! Any bytes as a message of a screen.

use taisai_protocol::ask::{AskFault, Unread};
use taisai_protocol::{Ask, Problem, Refusal, What};

/// Either it is an ask that is written as it is read, or it is refused in one short line.
pub fn read(bytes: &[u8]) {
    match Ask::read(bytes) {
        Ok(ask) => {
            let written = serde_json::to_vec(&ask).expect("an ask is plain data");
            assert_eq!(Ask::read(&written).as_ref(), Ok(&ask), "it is read as it was written");
            checked(&ask.ask);
        }
        Err(Unread { fault, .. }) => told(fault),
    }
}

/// Every bound is checked on the way to a command.
fn checked(what: &What) {
    let fault = match what {
        What::Bet(bet) => bet.command().err(),
        What::Seat(seat) => seat.check().err(),
        What::Run(run) | What::Preview(run) => run.order.command().err(),
        What::Floor(floor) => floor.check().err(),
        What::Cage(cage) => cage.check().err(),
        What::Recall { .. }
        | What::Payouts { .. }
        | What::Watch(_)
        | What::Unwatch(_)
        | What::Resync(_)
        | What::Pong => None,
    };
    if let Some(fault) = fault {
        told(fault);
    }
}

fn told(fault: AskFault) {
    let refusal = Refusal::from(fault);
    let told = refusal.to_string();
    assert!(!told.contains(char::is_control), "a refusal is one line: {told:?}");
    assert!(told.len() <= AskFault::FAULT_MAX + 200, "a refusal is short: {told}");
    let problem = Problem::of(refusal);
    assert!(400 <= problem.status && problem.status < 500, "{problem:?}");
}
