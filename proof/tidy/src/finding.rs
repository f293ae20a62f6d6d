//! One thing that is not tidy.

use std::fmt;

/// A place in the work tree, what is wrong there, and what would be right.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// The file, from the root of the work tree.
    pub path: String,
    /// The line, counted from one.
    pub line: usize,
    /// What is wrong.
    pub wrong: String,
    /// What would be right.
    pub right: String,
}

impl Finding {
    /// A finding from its four parts.
    pub fn new(
        path: &str,
        line: usize,
        wrong: impl Into<String>,
        right: impl Into<String>,
    ) -> Finding {
        Finding { path: path.to_owned(), line, wrong: wrong.into(), right: right.into() }
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}; {}", self.path, self.line, self.wrong, self.right)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_finding_reads_as_a_compiler_message() {
        let finding = Finding::new("a.rs", 3, "it is long", "break it");
        assert_eq!(finding.to_string(), "a.rs:3: it is long; break it");
    }
}
