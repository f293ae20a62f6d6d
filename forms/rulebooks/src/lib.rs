//! The rule books: eight TOML files, the clause list, and the one loader that checks them.
//!
//! A rule book is data with its clause beside every line. The embedded eight and a house's own
//! file go through the same loader, which reports every mistake of a file at once, with its place,
//! the clause it breaks and what would be right.
//!
//! ```
//! use taisai_rulebooks::Library;
//!
//! let book = Library::get("singapore-1").unwrap().rules();
//! let lit = book.pay_table.winning_areas("4,4,2".parse()?);
//! assert!(!lit.contains("four-1234".parse()?));
//! assert!(lit.contains("even".parse()?));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![expect(missing_docs, reason = "a doc comment that only repeats a name says nothing")]

mod clauses;
mod difference;
mod edition;
mod hints;
mod layouts;
mod library;
mod line;
mod mistake;
mod raw;
mod reader;
mod sections;
mod shelf;
mod value;
mod wagers;

pub use clauses::{
    BreakageName, Citation, CitationFault, ClauseEntry, ClauseList, ClauseListFault, DOCUMENTS,
    EntryFault, Kind, Part, TestName,
};
pub use difference::Difference;
pub use edition::{Edition, Note};
pub use hints::nearest;
pub use library::Library;
pub use line::{Fingerprint, Freedom, Line};
pub use mistake::{FILE_MAX, Mistake, MistakeKind, Position};
