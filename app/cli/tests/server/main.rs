//! The server as a process of its own: set up, told, killed, filled up, and asked afterwards.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

#[path = "../../../../edge/server/tests/wire/client.rs"]
#[allow(dead_code, reason = "the server's own tests ask more")]
mod client;
#[path = "../../../../edge/journal/tests/support/cluster.rs"]
#[allow(dead_code, reason = "the journal's own tests do more to a database")]
mod cluster;
mod floor;
#[path = "../../../../edge/journal/tests/support/shim.rs"]
mod shim;

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
