//! What the server answers when it does not do what was asked.

use crate::world::password::{PasswordFault, Passwords};
use std::fmt;

use taisai_protocol::{Answer, Refusal};

/// Why something was not done.
#[derive(Clone, Debug)]
pub enum Error {
    /// The rules say no.
    Refused(Refusal),
    /// A table or the floor does not answer; nobody knows what became of the ask.
    Unavailable,
}

/// The task does not answer: it stops, or is rebuilt from its journal after a fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unavailable;

impl fmt::Display for Unavailable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not now: it stops, or comes back after a fault")
    }
}

impl std::error::Error for Unavailable {}

impl From<Unavailable> for Error {
    fn from(Unavailable: Unavailable) -> Self {
        Self::Unavailable
    }
}

impl From<taisai_floor::Refusal> for Error {
    fn from(refusal: taisai_floor::Refusal) -> Self {
        Self::Refused((&refusal).into())
    }
}

impl From<taisai_table::Refusal> for Error {
    fn from(refusal: taisai_table::Refusal) -> Self {
        Self::Refused((&refusal).into())
    }
}

impl From<PasswordFault> for Error {
    fn from(fault: PasswordFault) -> Self {
        let bad = |expects: String| {
            Self::Refused(Refusal::BadField { field: "password".to_owned(), expects })
        };
        match fault {
            PasswordFault::TooShort => bad(format!("at least {} letters", Passwords::LENGTH_MIN)),
            PasswordFault::TooLong => bad(format!("at most {} bytes", Passwords::LENGTH_MAX)),
            PasswordFault::Busy | PasswordFault::Failed => Self::Refused(Refusal::Busy),
        }
    }
}

/// A refusal as an answer.
pub fn refused(id: u64, why: Refusal) -> Answer {
    let sentence = why.to_string();
    Answer::Refused { id, why, sentence }
}
