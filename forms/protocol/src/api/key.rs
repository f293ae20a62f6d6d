//! What makes two requests over HTTP one: the key carries who counts, and the number.

use std::fmt;

use crate::ask::ClientMessage;

/// The value of the header `Idempotency-Key`: `s12-5` is the fifth request of log-in 12, `t7-3` the
/// third of terminal 7. Who counts is part of it, so that a request that is repeated under another
/// log-in is refused instead of done twice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Key {
    /// Who counts.
    pub counts: Counts,
    /// The number, from 1.
    pub number: u64,
}

/// Who counts their requests.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Counts {
    /// A log-in of a member of staff.
    Session(u64),
    /// A terminal.
    Terminal(u32),
}

impl Key {
    /// The key that is written like this.
    ///
    /// ```
    /// use taisai_protocol::api::{Counts, Key};
    /// let key = Key { counts: Counts::Session(12), number: 5 };
    /// assert_eq!(Key::parse("s12-5"), Some(key));
    /// assert_eq!(key.to_string(), "s12-5");
    /// assert_eq!(Key::parse("s12-0"), None);
    /// ```
    pub fn parse(text: &str) -> Option<Self> {
        let (who, number) = text.split_once('-')?;
        let number =
            plain(number).filter(|number| 1 <= *number && *number <= ClientMessage::ID_MAX)?;
        let counts = match who.split_at_checked(1)? {
            ("s", session) => Counts::Session(plain(session)?),
            ("t", terminal) => Counts::Terminal(u32::try_from(plain(terminal)?).ok()?),
            _nobody => return None,
        };
        Some(Self { counts, number })
    }
}

/// A number as we write it ourselves: digits without a sign and without leading zeros.
fn plain(text: &str) -> Option<u64> {
    let number: u64 = text.parse().ok()?;
    (number.to_string() == text).then_some(number)
}

impl fmt::Display for Counts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Session(session) => write!(f, "s{session}"),
            Self::Terminal(terminal) => write!(f, "t{terminal}"),
        }
    }
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.counts, self.number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_read_only_as_it_is_written() {
        for text in ["s1-1", "t4294967295-7", "s18446744073709551615-9007199254740991"] {
            assert_eq!(Key::parse(text).unwrap().to_string(), text);
        }
        for wrong in [
            "",
            "-",
            "s-1",
            "s1-",
            "s1",
            "1-1",
            "x1-1",
            "s1-0",
            "s01-1",
            "s1-01",
            "s+1-1",
            "s1-+1",
            "s1--1",
            "s1-1-1",
            " s1-1",
            "s1-1 ",
            "S1-1",
            "t4294967296-1",
            "s1-9007199254740992",
            "é1-1",
            "00000000-0000-4000-8000-000000000000",
        ] {
            assert_eq!(Key::parse(wrong), None, "{wrong:?}");
        }
    }
}
