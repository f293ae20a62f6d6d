//! What people type or name: rule books, journals, bets, languages.

pub(crate) mod bets;
pub(crate) mod books;
pub(crate) mod data;
pub(crate) mod json_object;
pub(crate) mod language;
