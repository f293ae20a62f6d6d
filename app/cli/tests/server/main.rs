//! The server in its own process: set up, signalled, killed, on a full disk, and checked
//! afterwards.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod floor;

mod attacker;
mod clock;
mod crowds;
mod demo;
mod disk;
mod kills;
mod many_kills;
mod money;
mod old_houses;
mod rivals;
mod scrub;
mod set_up;
mod shift;
mod signals;
mod soak;
mod software;
mod stops;
mod things;
