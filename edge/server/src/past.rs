//! Stories gathered from the journal's records: a shift's money, inspections, dice, security.
//!
//! Each takes one record after another and tells at the end what it has gathered; none of them
//! reads anything by itself.

mod bank;
pub mod cases;
mod dice;
mod inspections;
mod large;
mod security;
mod shift;

pub use bank::{BankStory, bank_report, banks_as_csv};
pub use dice::DiceStory;
pub use inspections::Inspections;
pub use large::{LargeStory, large_as_csv};
pub use security::SecurityStory;
pub use shift::{ShiftStory, csv};
