//! Any bytes as a message of a screen.

use taisai_protocol::ask::{AskFault, Unread};
use taisai_protocol::{Ask, ClientMessage, Problem, Refusal};

/// Either it is an ask that is written as it is read, or it is refused in one short line.
pub fn read(bytes: &[u8]) {
    match ClientMessage::read(bytes) {
        Ok(ask) => {
            let written = serde_json::to_vec(&ask).expect("an ask is plain data");
            assert_eq!(
                ClientMessage::read(&written).as_ref(),
                Ok(&ask),
                "it is read as it was written"
            );
            checked(&ask.ask);
        }
        Err(Unread { fault, .. }) => told(fault),
    }
}

/// Every bound is checked on the way to a command.
fn checked(what: &Ask) {
    let fault = match what {
        Ask::Bet(bet) => bet.command().err(),
        Ask::Seat(seat) => seat.check().err(),
        Ask::Run(run) | Ask::Preview(run) => run.order.command().err(),
        Ask::Floor(floor) => floor.check().err(),
        Ask::Cage(cage) => cage.check().err(),
        Ask::Recall { .. }
        | Ask::Payouts { .. }
        | Ask::Watch(_)
        | Ask::Unwatch(_)
        | Ask::Resync(_)
        | Ask::Pong => None,
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
