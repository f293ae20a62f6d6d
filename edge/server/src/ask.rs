//! What each ask leads to: the same for a socket and for the HTTP API.

pub mod dispatch;
pub mod people;

mod recall;
