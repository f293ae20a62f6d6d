//! What is wrong with a message that came in, and what would be right.

use std::fmt;

use serde::Deserialize;
use taisai_floor::Count;
use taisai_rules::Stake;
use taisai_table::Money;

use super::ClientMessage;
use crate::object;
use crate::refusal::Refusal;

/// A message that could not be read, with its number where that could.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unread {
    /// The number of the ask, so that the answer finds its way.
    pub id: Option<u64>,
    /// What is wrong.
    pub fault: AskFault,
}

impl Unread {
    pub(super) fn new(message: &[u8], error: &serde_json::Error) -> Self {
        #[derive(Deserialize)]
        struct Numbered {
            id: u64,
        }
        let id = object::read(message).ok().map(|numbered: Numbered| numbered.id);
        Self { id, fault: AskFault::unreadable(error) }
    }
}

/// What is wrong with a message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AskFault {
    /// It is longer than [`ClientMessage::LENGTH_MAX`].
    TooLong,
    /// It is not one of ours.
    Unreadable {
        /// Where, and what would be right there.
        fault: String,
    },
    /// One part of it is not what it may be.
    Field {
        /// Which.
        field: &'static str,
        /// What would be right.
        expects: Expects,
    },
}

impl AskFault {
    /// The longest account of a fault, in bytes; it may quote what somebody sent us.
    pub const FAULT_MAX: usize = 300;

    /// The fault of a message that is no JSON of ours.
    pub fn unreadable(error: &serde_json::Error) -> Self {
        Self::Unreadable { fault: Self::shortened(&error.to_string()) }
    }

    /// An account of a fault in one line that is not too long.
    pub fn shortened(fault: &str) -> String {
        let plain = fault.chars().map(|any| if any.is_control() { ' ' } else { any });
        let mut kept = String::new();
        for letter in plain {
            if kept.len() + letter.len_utf8() > Self::FAULT_MAX {
                break;
            }
            kept.push(letter);
        }
        kept
    }
}

/// What a part of a message must be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Expects {
    /// A stake.
    Stake,
    /// An amount of money that is not nothing.
    Amount,
    /// A reason in somebody's own words.
    Reason,
    /// A list.
    Items {
        /// At least.
        min: usize,
        /// At most.
        max: usize,
    },
    /// Chips or cash, piece by piece.
    Count,
    /// A text.
    Text {
        /// At most so many bytes.
        max: usize,
    },
    /// A voucher's token.
    Token,
    /// Exactly one of two things.
    OneOf,
    /// A minimum, a maximum and a multiple that fit together.
    Limit,
    /// Every family once.
    NoFamilyTwice,
    /// The three letters of a currency.
    Currency,
    /// The name of a log-in.
    LoginName,
    /// A time that a table can keep.
    Duration,
    /// The number of a request.
    Number,
    /// The id of a checklist line.
    LineId,
    /// A day.
    Date,
    /// The fingerprint of a rule book.
    Fingerprint,
}

/// The longest time that can be set, in milliseconds: a day.
pub(super) const DURATION_MAX_MS: u64 = 86_400_000;

impl fmt::Display for Expects {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Stake => write!(f, "a stake from 1 to {}", Stake::MAX),
            Self::Amount => write!(f, "an amount from 1 to {}", Money::MAX),
            Self::Reason => {
                let max = taisai_table::Reason::LENGTH_MAX;
                write!(f, "a reason in one line of 1 to {max} bytes")
            }
            Self::Count => {
                let (kinds, max) = (Count::DENOMINATIONS_MAX, Count::PIECES_MAX);
                write!(f, "up to {kinds} different denominations, each 1 to {max} times")
            }
            Self::Items { min, max } => write!(f, "{min} to {max} of them"),
            Self::Text { max } => write!(f, "one line of 1 to {max} bytes"),
            Self::Token => write!(f, "the letters and digits of a voucher's token"),
            Self::OneOf => write!(f, "one of the two, and not both"),
            Self::Limit => {
                write!(f, "a minimum not above the maximum, and a multiple that divides it")
            }
            Self::NoFamilyTwice => write!(f, "every family at most once"),
            Self::Currency => write!(f, "the three capital letters of a currency, such as AUD"),
            Self::LoginName => write!(f, "1 to 64 small letters, digits, dots, dashes or lines"),
            Self::Duration => write!(f, "at most {DURATION_MAX_MS} milliseconds"),
            Self::LineId => write!(f, "the id of a line, as the rule book writes it"),
            Self::Number => write!(f, "a number up to {}", ClientMessage::ID_MAX),
            Self::Date => write!(f, "a day, such as 2026-11-19"),
            Self::Fingerprint => write!(f, "a fingerprint: 64 digits from 0 to f"),
        }
    }
}

impl fmt::Display for AskFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLong => {
                write!(f, "a message is at most {} bytes long", ClientMessage::LENGTH_MAX)
            }
            Self::Unreadable { fault } => write!(f, "{fault}"),
            Self::Field { field, expects } => write!(f, "{field} must be {expects}"),
        }
    }
}

impl std::error::Error for AskFault {}

impl From<AskFault> for Refusal {
    fn from(fault: AskFault) -> Self {
        match fault {
            AskFault::TooLong => Self::Unreadable { fault: fault.to_string() },
            AskFault::Unreadable { fault } => Self::Unreadable { fault },
            AskFault::Field { field, expects } => {
                Self::BadField { field: field.to_owned(), expects: expects.to_string() }
            }
        }
    }
}
