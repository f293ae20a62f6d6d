//! The server over real sockets: terminals, consoles and the cage as they come to it.

#![expect(
    clippy::unwrap_used,
    reason = "a test stops at the first thing that is not as it should be"
)]

mod client;
mod floor;

mod api;
mod doors;
mod recovery;
mod round;
mod vouchers;
