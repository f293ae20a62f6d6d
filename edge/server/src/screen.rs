//! One conversation with one screen, and what the floor's and the cage's screens see.

pub mod floor_view;
pub mod socket;
