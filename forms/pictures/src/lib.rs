//! Pictures of a Sic Bo layout: a sign to print and hang beside the table, and a terminal's view.
//!
//! A [`Picture`] says what is drawn: a rule book, in a language, with or without a roll. [`svg()`]
//! and [`terminal()`] draw it. Both print what the rule book says and decide nothing about the
//! game; the same picture is the same text for ever.
//!
//! ```
//! use taisai_pictures::{Language, Picture, svg, terminal};
//! use taisai_rulebooks::Library;
//!
//! let book = Library::get("act").unwrap().rules();
//! let picture = Picture::of(book).in_language(Language::TraditionalChinese);
//! let sign = svg(&picture.rolled("4,4,2".parse()?));
//! assert!(sign.contains(r#"<g id="area-total-10" class="area lit" data-area="total-10">"#));
//! assert!(terminal(&picture, 80).lines().count() < 40);
//! # Ok::<(), taisai_rules::RollError>(())
//! ```
//!
//! | module | what it holds |
//! |---|---|
//! | [`picture`] | what is drawn |
//! | [`language`], `words` | the languages, and every word that is printed |
//! | [`shading`] | a layout coloured by a figure |
//! | [`tile`] | what is printed on one area, before anyone decides how large |
//! | [`mod@svg`] | the sign on A3 |
//! | [`mod@terminal`] | the layout in characters |

pub mod language;
pub mod picture;
pub mod shading;
pub mod svg;
pub mod terminal;
pub mod tile;
mod words;

pub use language::Language;
pub use picture::Picture;
pub use shading::{Shade, Shading};
pub use svg::{escaped, svg};
pub use terminal::{terminal, terminal_columns_min};
pub use tile::{CaptionText, Tile, WordedOdds};
