//! Words that people give as reasons.

use std::fmt;
use std::sync::Arc;

use taisai_rules::clause::is_line;

/// A reason in a person's own words: one line, neither empty nor long.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Reason(Arc<str>);

impl Reason {
    /// The longest reason, in bytes.
    pub const LENGTH_MAX: usize = 500;

    /// A reason, if the text is one.
    pub fn new(text: &str) -> Option<Self> {
        is_line(text, Self::LENGTH_MAX).then(|| Self(text.into()))
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}
