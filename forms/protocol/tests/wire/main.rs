//! The wire as its readers see it: what is told, to whom, and what is read from whom.
#![expect(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

mod asks;
mod books;
mod privacy;
mod refusals;
mod screens;
mod shapes;
mod world;
