//! The commands about a journal: a whole house written down, looked at, tampered with, put back.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod copies;
mod database;
mod exports;
mod questions;
mod refusals;
mod replays;
mod running;
mod tampering;
