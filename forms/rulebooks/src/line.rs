//! A rule book as a list of lines: what is shown, compared and fingerprinted.

use std::fmt;

use sha2::{Digest, Sha256};
use taisai_rules::Clause;

/// One line of a rule book: a key, its value, and the clause that sets it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The key, such as `wager.triple.pays`.
    pub key: String,
    /// The value as it is printed everywhere.
    pub value: String,
    /// The clause; only the title lines have none.
    pub clause: Option<Clause>,
    /// What a house may do to it.
    pub freedom: Freedom,
    /// What the law says, where a house's book says something else.
    pub law: Option<String>,
}

/// What a house may do to a line of its law.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Freedom {
    /// Nothing.
    Fixed,
    /// The value is a floor.
    Raise,
    /// The value is a ceiling.
    Lower,
    /// Anything.
    Change,
    /// One of these.
    Choose(Vec<String>),
}

impl fmt::Display for Freedom {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Fixed => write!(f, "fixed"),
            Self::Raise => write!(f, "or more"),
            Self::Lower => write!(f, "or less"),
            Self::Change => write!(f, "house's choice"),
            Self::Choose(choices) => write!(f, "{}", choices.join(" or ")),
        }
    }
}

/// The fingerprint of a rule book: SHA-256 over its lines in the order of their keys.
///
/// Comments, spelling variants and the order of a file do not change it; every value, clause and
/// freedom does. The form is described in `docs/rulebook-format.md` and must never change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Fingerprint([u8; 32]);

impl Fingerprint {
    pub(crate) fn of(lines: &[Line]) -> Self {
        let mut in_order: Vec<&Line> = lines.iter().collect();
        in_order.sort_by(|a, b| a.key.cmp(&b.key));
        let mut hash = Sha256::new();
        hash.update("taisai rule book 1\n");
        for line in in_order {
            let clause = line.clause.as_ref().map_or("", |clause| clause.as_str());
            // No field can hold a tab or a line break: the loader refuses control characters.
            hash.update(format!("{}\t{}\t{clause}\t{}\n", line.key, line.value, line.freedom));
        }
        Self(hash.finalize().into())
    }

    pub const fn as_bytes(&self) -> &[u8; 32] {
        &self.0
    }

    /// The first twelve digits, enough for a person to tell two books apart.
    pub fn short(&self) -> String {
        self.to_string()[..12].to_owned()
    }
}

impl fmt::Display for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}
