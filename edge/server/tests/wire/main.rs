//! The server over real sockets: terminals, consoles and the cage as they come to it.

#![expect(
    clippy::unwrap_used,
    reason = "a test stops at the first thing that is not as it should be"
)]

mod client;
mod floor;

mod api;
mod approvals;
mod doors;
mod floods;
mod half_made;
mod headers;
mod old_copies;
mod recovery;
mod rights;
mod round;
mod screens;
mod sessions;
mod settings;
mod tls;
mod vouchers;
