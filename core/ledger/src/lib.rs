//! The books of a Sic Bo table: the same money worked out a second time, in double entry.
//!
//! [`Ledger::post`] takes every event of the table in order. It keeps its own record of who sits
//! where, what lies on the layout and what the dice showed, works out every win and loss from
//! that, and compares the event's amounts with its own. What does not agree is a [`LedgerFault`];
//! then nothing is entered.
//!
//! This crate never asks the table what something is worth, and the table never asks the ledger.

pub mod account;
pub mod agreement;
pub mod fault;
pub mod image;
pub mod ledger;
pub mod meters;
pub mod recall;

mod entries;
mod recalling;
mod records;
mod rounds;
mod workings;

pub use account::{Account, Posting};
pub use fault::{Figure, LedgerFault};
pub use image::{LedgerImage, LedgerImageFault};
pub use ledger::Ledger;
pub use meters::Meters;
pub use recall::{RecalledBet, RecalledRound};
