//! What can be wrong with a clause list.

use std::fmt;

use super::{CitationFault, DOCUMENTS, Kind};

/// Why a text is no clause list: which entry, and what is wrong with it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ClauseListFault {
    /// The text is not TOML, or its tables are not those of a clause list.
    NotToml(toml::de::Error),
    /// Two entries have one id.
    DuplicateId {
        /// The id they share.
        id: String,
    },
    /// An entry breaks a rule of the list.
    Entry {
        /// The entry's id.
        id: String,
        /// What is wrong with it.
        wrong: EntryFault,
    },
}

/// What can be wrong with one entry.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum EntryFault {
    /// The id is not made of small letters, digits and hyphens.
    MalformedId,
    /// The part is none of the six.
    UnknownPart(String),
    /// Nothing is cited.
    NoCitation,
    /// A citation cannot be read.
    Citation(String, CitationFault),
    /// The entry has no kind.
    NoKind,
    /// The kind is none of the six letters.
    UnknownKind(String),
    /// The kind is listed twice.
    KindTwice(Kind),
    /// The kind wants tests, but `shown` has no list for it.
    KindWithoutShown(Kind),
    /// `shown` has a list for a kind that the entry has not, or that wants no tests.
    ShownWithoutKind(String),
    /// A test is not written as a path, two colons and a name.
    MalformedTestName(String),
    /// A breakage is not written as its list and its name.
    MalformedBreakage(String),
    /// The test that is said to notice a breakage is not one of those that show the entry.
    UnnoticedBreakage {
        breakage: String,
        /// What stands beside it.
        test: String,
    },
    /// `asks` or `does` is empty.
    EmptyText(&'static str),
}

impl fmt::Display for ClauseListFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ClauseListFault::NotToml(fault) => write!(f, "the clause list cannot be read: {fault}"),
            ClauseListFault::DuplicateId { id } => write!(f, "two clauses have the id `{id}`"),
            ClauseListFault::Entry { id, wrong } => write!(f, "clause `{id}`: {wrong}"),
        }
    }
}

impl std::error::Error for ClauseListFault {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            ClauseListFault::NotToml(fault) => Some(fault),
            ClauseListFault::DuplicateId { .. } | ClauseListFault::Entry { .. } => None,
        }
    }
}

impl fmt::Display for EntryFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EntryFault::MalformedId => {
                write!(f, "an id has small letters, digits and hyphens only")
            }
            EntryFault::UnknownPart(part) => write!(f, "there is no part `{part}`"),
            EntryFault::NoCitation => write!(f, "it cites nothing"),
            EntryFault::Citation(text, CitationFault::UnknownDocument) => {
                write!(f, "`{text}` names none of the documents {}", DOCUMENTS.join(", "))
            }
            EntryFault::Citation(text, CitationFault::Malformed) => {
                write!(f, "`{text}` is neither a clause nor a range of clauses")
            }
            EntryFault::NoKind => write!(f, "it has no kind"),
            EntryFault::UnknownKind(kind) => write!(f, "there is no kind `{kind}`"),
            EntryFault::KindTwice(kind) => write!(f, "kind {} is listed twice", kind.letter()),
            EntryFault::KindWithoutShown(kind) => {
                write!(f, "kind {} has no list in `shown`; an empty one says open", kind.letter())
            }
            EntryFault::ShownWithoutKind(kind) => {
                write!(f, "`shown` lists `{kind}`, for which this clause needs no test")
            }
            EntryFault::MalformedTestName(name) => {
                write!(f, "`{name}` is not written as path/to/file.rs::test_name")
            }
            EntryFault::MalformedBreakage(name) => {
                write!(f, "`{name}` is not written as list: name")
            }
            EntryFault::UnnoticedBreakage { breakage, test } => {
                write!(f, "`{breakage}` is noticed by `{test}`, which is no one test in `shown`")
            }
            EntryFault::EmptyText(field) => write!(f, "`{field}` is empty"),
        }
    }
}
