//! Money between cage and tables, step by step.

pub mod cage;
pub mod payout;
pub mod replacement;
