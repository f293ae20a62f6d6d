//! PAR sheets and charts: the game's exact figures, printed for people and for programs.
//!
//! A [`Sheet`] holds the figures of one rule book as fractions. [`html()`], [`markdown()`],
//! [`csv()`] and [`json()`] print the same figures; nothing is computed twice, and no figure is a
//! float before a chart draws it. The same book gives the same bytes for ever.
//!
//! ```
//! use taisai_odds::Dice;
//! use taisai_reports::{Sheet, json};
//! use taisai_rulebooks::Library;
//!
//! let sheet = Sheet::of(Library::get("act").unwrap(), &Dice::FAIR);
//! assert!(json(&sheet).contains(r#""house_edge":"1/36","house_edge_percent":2.777778"#));
//! ```
//!
//! | module | what it holds |
//! |---|---|
//! | [`sheet`] | the figures of one rule book: areas, families, the book as a whole |
//! | [`figures`] | how a fraction is printed |
//! | [`mod@html`], [`mod@markdown`], [`mod@csv`], [`mod@json`] | the four ways to print a sheet |
//! | [`comparison`] | all rule books side by side |
//! | [`fan`], [`histogram`], [`curve`] | a session over its rounds, at its end; ruin by bankroll |
//! | [`chart`], [`charts`] | SVG charts that follow the reader's colour scheme |
//! | [`band`] | the bands of house edge that colour a layout |
//! | [`readings`] | how a document is read where it is silent |
//! | [`summary`] | the rules in our words, with their clauses |

#![expect(missing_docs, reason = "a doc comment that only repeats a name says nothing")]

pub mod band;
pub mod chart;
pub mod charts;
pub mod comparison;
pub mod csv;
pub mod curve;
pub mod fan;
pub mod figures;
pub mod histogram;
pub mod html;
pub mod json;
pub mod markdown;
pub mod readings;
pub mod sheet;
pub mod summary;

mod palette;
mod voice;
mod words;

pub use band::Band;
pub use chart::Chart;
pub use comparison::Comparison;
pub use csv::{csv, csv_line};
pub use curve::Curve;
pub use fan::Fan;
pub use histogram::{Bin, bins};
pub use html::{html, html_with_links};
pub use json::json;
pub use markdown::markdown;
pub use sheet::{AreaFigures, BookFigures, FamilyFigures, Sheet};
pub use summary::Summary;
pub use taisai_pictures::Language;

/// The version that printed a report.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");
