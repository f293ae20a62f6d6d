//! A house's own rule book: what it may change, and which mistakes are reported.

mod editions;
mod files;
mod freedoms;
mod own_books;
mod refusals;
mod stories;
mod titles;
