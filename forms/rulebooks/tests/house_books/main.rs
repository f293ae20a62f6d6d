//! A house's own rule book: what it may say, and what it is told where it may not.

mod editions;
mod files;
mod freedoms;
mod own_books;
mod refusals;
mod stories;
mod titles;
