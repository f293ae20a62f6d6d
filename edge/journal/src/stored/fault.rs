//! Why stored bytes are not what somebody wrote.

use std::error::Error;
use std::fmt;

use crate::stored::VERSION;

/// Why a record or a snapshot cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RecordFault {
    /// It was written by another version.
    UnknownVersion {
        /// The version found.
        found: u8,
        /// The only version known.
        known: u8,
    },
    /// There is not even a version.
    Empty,
    /// The bytes are not of the form, or end too early.
    Malformed,
    /// Bytes are left over after it.
    LeftOver {
        /// How many.
        bytes: usize,
    },
    /// The bytes are of the form, but say what nobody could have said.
    Unsound(Unsound),
}

/// Checks the version and hands over what follows it.
pub(crate) fn after_version(stored: &[u8]) -> Result<&[u8], RecordFault> {
    match stored.split_first() {
        None => Err(RecordFault::Empty),
        Some((&VERSION, rest)) => Ok(rest),
        Some((&found, _)) => Err(RecordFault::UnknownVersion { found, known: VERSION }),
    }
}

/// A value that core would not have made, and where it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unsound(Box<(ValueFault, Vec<&'static str>)>);

/// What is wrong with a value.
#[expect(missing_docs, reason = "the sentence says what was found")]
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ValueFault {
    /// There is no such area.
    Area { found: u8 },
    /// There is no such roll.
    Roll { found: u8 },
    /// Not the units of a stake.
    Stake { found: u64 },
    /// More than money can be.
    Money { found: u64 },
    /// After the end of time.
    Time { found: u64 },
    /// Not a reason: empty, too long, or with control characters.
    Reason,
    /// Not a text of its kind.
    Text { of: &'static str },
    /// Not the three letters of a currency.
    Currency,
    /// Minimum, maximum and multiple do not fit together.
    AreaLimit,
    /// The entries of a map or set are not in order, or one is there twice.
    Disorder,
    /// The whole is not a state that can be.
    State(String),
}

impl Unsound {
    /// Says around what it was found.
    #[must_use]
    pub(crate) fn within(mut self, place: &'static str) -> Self {
        self.0.1.push(place);
        self
    }

    /// What is wrong.
    pub fn what(&self) -> &ValueFault {
        &self.0.0
    }

    /// Where, the innermost place first.
    pub fn places(&self) -> &[&'static str] {
        &self.0.1
    }
}

impl From<ValueFault> for Unsound {
    fn from(what: ValueFault) -> Self {
        Self(Box::new((what, Vec::new())))
    }
}

impl From<Unsound> for RecordFault {
    fn from(unsound: Unsound) -> Self {
        Self::Unsound(unsound)
    }
}

impl fmt::Display for RecordFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnknownVersion { found, known } => {
                write!(f, "it has version {found}; this program knows version {known}")
            }
            Self::Empty => write!(f, "it is empty"),
            Self::Malformed => write!(f, "its bytes are not of the form, or end too early"),
            Self::LeftOver { bytes } => write!(f, "{bytes} bytes are left over after it"),
            Self::Unsound(unsound) => unsound.fmt(f),
        }
    }
}

impl Error for RecordFault {}

impl fmt::Display for Unsound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.what().fmt(f)?;
        self.places().iter().try_for_each(|place| write!(f, " in {place}"))
    }
}

impl fmt::Display for ValueFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Area { found } => write!(f, "there is no area {found}"),
            Self::Roll { found } => write!(f, "there is no roll {found}"),
            Self::Stake { found } => write!(f, "{found} units are no stake"),
            Self::Money { found } => write!(f, "{found} units are more than money can be"),
            Self::Time { found } => write!(f, "{found} ms is after the end of time"),
            Self::Reason => write!(f, "a text is no reason"),
            Self::Text { of } => write!(f, "a text is no {of}"),
            Self::Currency => write!(f, "three letters are no currency"),
            Self::AreaLimit => write!(f, "a minimum, a maximum and a multiple do not fit"),
            Self::Disorder => write!(f, "entries are not in order"),
            Self::State(why) => write!(f, "{why}"),
        }
    }
}
