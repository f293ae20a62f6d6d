//! The clause that says so.

use std::fmt;
use std::sync::Arc;

/// Whether a text is one line of visible text of so many bytes at most.
pub fn is_line(text: &str, length_max: usize) -> bool {
    !text.trim().is_empty() && text.len() <= length_max && !text.contains(char::is_control)
}

/// Where a rule comes from, such as `MD 6.A(21)(a)`, `reading 7` or `house`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Clause(Arc<str>);

impl Clause {
    /// The longest citation, in bytes.
    pub const LENGTH_MAX: usize = 120;

    /// A citation: one line of visible text, neither empty nor longer than [`Self::LENGTH_MAX`].
    pub fn new(text: &str) -> Option<Self> {
        is_line(text, Self::LENGTH_MAX).then(|| Self(text.into()))
    }

    /// The citation as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Clause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

/// A value together with the clause that sets it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ruled<T> {
    /// What the rule says.
    pub value: T,
    /// Which clause says it.
    pub clause: Clause,
}

impl<T> Ruled<T> {
    /// A value with its clause.
    pub const fn new(value: T, clause: Clause) -> Self {
        Self { value, clause }
    }
}
