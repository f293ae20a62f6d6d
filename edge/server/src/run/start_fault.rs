//! Why a house did not start.

use std::fmt;

use taisai_journal::{OpenFault, ReadFault};

use crate::config::Mistake;
use crate::error::{Error, Unavailable};
use crate::run::accepted::NotAccepted;
use crate::run::founding::Founding;
use crate::run::gap::GapFault;
use crate::run::key::KeyFault;
use crate::run::settings::Fixed;
use crate::task::journal_client::Lost;
use crate::task::tasks;

/// Why a house did not start.
#[derive(Debug)]
pub enum StartFault {
    /// The journal cannot be opened.
    Journal(OpenFault),
    /// The journal cannot be replayed.
    Replay(ReadFault),
    /// The journal failed while the house started.
    Lost(Lost),
    /// A table or the floor stopped at once.
    Unavailable,
    /// There is no staff yet, so nobody could log in.
    NoStaff,
    /// The journal was created for something else, and that never changes.
    Founded(Founding),
    /// The configuration differs from existing tables.
    Fixed(Vec<Fixed>),
    /// The configuration adds tables outside their documents, and names no approval.
    Unapproved(Vec<Mistake>),
    /// The floor or a table refused a step of the start.
    Refused(String),
    /// No member of staff has the name of the person who decided something at the machine.
    NobodyNamed(String),
    /// The voucher key cannot be used.
    Key(KeyFault),
    /// The clock is not trusted.
    Gap(GapFault),
    /// Passwords cannot be hashed, or there is no randomness.
    Machine,
}

impl fmt::Display for StartFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Journal(fault) => fault.fmt(f),
            Self::Replay(fault) => fault.fmt(f),
            Self::Lost(fault) => fault.fmt(f),
            Self::Unavailable => f.write_str("a table or the floor stopped as soon as it started"),
            Self::NoStaff => f.write_str("nobody works here yet, so that nobody could log in"),
            Self::Founded(founding) => founding.fmt(f),
            Self::Fixed(fixed) => {
                let lines: Vec<String> = fixed.iter().map(ToString::to_string).collect();
                f.write_str(&lines.join("\n"))
            }
            Self::Unapproved(mistakes) => {
                let lines: Vec<String> = mistakes.iter().map(ToString::to_string).collect();
                f.write_str(&lines.join("\n"))
            }
            Self::Refused(why) => f.write_str(why),
            Self::NobodyNamed(name) => write!(f, "nobody here logs in as {name}"),
            Self::Key(fault) => fault.fmt(f),
            Self::Gap(fault) => fault.fmt(f),
            Self::Machine => f.write_str("the machine gives no random bytes or cannot hash"),
        }
    }
}

impl std::error::Error for StartFault {}

impl From<OpenFault> for StartFault {
    fn from(fault: OpenFault) -> Self {
        Self::Journal(fault)
    }
}

impl From<ReadFault> for StartFault {
    fn from(fault: ReadFault) -> Self {
        Self::Replay(fault)
    }
}

impl From<Lost> for StartFault {
    fn from(lost: Lost) -> Self {
        Self::Lost(lost)
    }
}

impl From<NotAccepted> for StartFault {
    fn from(why: NotAccepted) -> Self {
        match why {
            NotAccepted::Nobody(name) => Self::NobodyNamed(name),
            NotAccepted::NoReason => Self::Refused("a reason is one line of text".to_owned()),
        }
    }
}

impl From<GapFault> for StartFault {
    fn from(fault: GapFault) -> Self {
        match fault {
            GapFault::NotSigned(why) => why.into(),
            GapFault::Ahead { .. }
            | GapFault::Absurd { .. }
            | GapFault::Behind { .. }
            | GapFault::OtherTime { .. } => Self::Gap(fault),
        }
    }
}

impl From<KeyFault> for StartFault {
    fn from(fault: KeyFault) -> Self {
        match fault {
            KeyFault::NotSigned(why) => why.into(),
            KeyFault::Io { .. }
            | KeyFault::Length { .. }
            | KeyFault::Readable(_)
            | KeyFault::Missing { .. }
            | KeyFault::Other { .. }
            | KeyFault::NoEntropy => Self::Key(fault),
        }
    }
}

impl From<tasks::OpenFault> for StartFault {
    fn from(fault: tasks::OpenFault) -> Self {
        match fault {
            tasks::OpenFault::Refused(why) => Self::Refused(why),
            tasks::OpenFault::Lost(lost) => Self::Lost(lost),
            tasks::OpenFault::Unavailable => Self::Unavailable,
        }
    }
}

impl From<Unavailable> for StartFault {
    fn from(Unavailable: Unavailable) -> Self {
        Self::Unavailable
    }
}

impl From<Error> for StartFault {
    fn from(no: Error) -> Self {
        match no {
            Error::Refused(refusal) => Self::Refused(refusal.to_string()),
            Error::Unavailable => Self::Unavailable,
        }
    }
}
