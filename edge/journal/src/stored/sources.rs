//! The texts a rule book is read from, kept in the stream so that it needs nothing else.

use std::error::Error;
use std::fmt;

use serde::{Deserialize, Serialize};
use taisai_rulebooks::{Edition, Fingerprint, Library, Mistake};

/// The texts a rule book is read from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BookSources {
    /// The book's own file.
    pub own: String,
    /// The file of the book it extends, if it extends one.
    pub base: Option<String>,
}

impl BookSources {
    /// The sources of an embedded book.
    pub fn embedded(id: &str) -> Option<Self> {
        Some(Self { own: Library::text(id)?.to_owned(), base: None })
    }

    /// The sources of a house's own file, which extends an embedded book or none.
    pub fn of_file(own: &str) -> Result<Self, BookFault> {
        let edition = Edition::read(own.as_bytes()).map_err(BookFault::Mistakes)?;
        let base = edition.extends().and_then(Library::text).map(str::to_owned);
        Ok(Self { own: own.to_owned(), base })
    }

    /// The rule book, as it was when it was stored: whatever this release has embedded.
    pub fn read(&self) -> Result<Edition, BookFault> {
        let base = self.base.as_deref().map(str::as_bytes);
        Library::read_kept(self.own.as_bytes(), base).map_err(BookFault::Mistakes)
    }

    /// The same, if it has this fingerprint.
    pub fn read_as(&self, fingerprint: [u8; 32]) -> Result<Edition, BookFault> {
        let edition = self.read()?;
        if *edition.fingerprint().as_bytes() != fingerprint {
            return Err(BookFault::OtherBook { found: edition.fingerprint() });
        }
        Ok(edition)
    }
}

/// Why stored sources are not the rule book in force.
#[derive(Clone, Debug)]
pub enum BookFault {
    /// They are no rule book.
    Mistakes(Vec<Mistake>),
    /// They are another rule book than the table's configuration names.
    OtherBook {
        /// The fingerprint they have.
        found: Fingerprint,
    },
}

impl fmt::Display for BookFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Mistakes(mistakes) => match mistakes.first() {
                Some(first) => write!(f, "the stored rule book cannot be read: {first}"),
                None => write!(f, "the stored rule book cannot be read"),
            },
            Self::OtherBook { found } => {
                write!(f, "the stored rule book is {}, not the table's", found.short())
            }
        }
    }
}

impl Error for BookFault {}
