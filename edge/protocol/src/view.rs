//! What each seat and role may see.

pub mod cage;
pub mod console;
pub mod floor;
pub mod seat;
pub mod table;

mod sections;

pub(crate) use sections::sections;
