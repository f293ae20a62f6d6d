//! What differs between two rule books, line by line.

use crate::edition::Edition;
use crate::line::Line;

/// A key with different values in two books.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Difference<'a> {
    /// The key.
    pub key: &'a str,
    /// The line of the first book, if it has one.
    pub one: Option<&'a Line>,
    /// The line of the second.
    pub other: Option<&'a Line>,
}

impl Edition {
    /// All differing keys, in the order of this book, then those that only the other has. Clauses
    /// always differ between two documents, so only the values are compared.
    pub fn differences<'a>(&'a self, other: &'a Self) -> Vec<Difference<'a>> {
        let only_other = other.lines().iter().filter(|line| self.line(&line.key).is_none());
        self.lines()
            .iter()
            .chain(only_other)
            // The title lines say only that these are two books.
            .filter(|line| line.clause.is_some())
            .map(|line| Difference {
                key: &line.key,
                one: self.line(&line.key),
                other: other.line(&line.key),
            })
            .filter(|pair| pair.one.map(|line| &line.value) != pair.other.map(|line| &line.value))
            .collect()
    }
}
