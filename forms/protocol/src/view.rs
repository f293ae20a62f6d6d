//! What each seat and role may see.

pub mod bank;
pub mod cage;
pub mod console;
pub mod floor;
pub mod next;
pub mod place;
pub mod rounds;
pub mod seat;
pub mod security;
pub mod table;
pub mod things;

mod sections;

pub(crate) use sections::sections;
