//! The server over real sockets: terminals, consoles and the cage as they come to it.

#![expect(
    clippy::unwrap_used,
    reason = "a test stops at the first thing that is not as it should be"
)]

mod floor;

mod api;
mod approvals;
mod attacker;
mod authors;
mod banks;
mod beside;
mod cage_rules;
mod checklist;
mod crowds;
mod custody;
mod displays;
mod doors;
mod equip;
mod exclusions;
mod floods;
mod given;
mod guessing;
mod half_made;
mod headers;
mod invitations;
mod kept;
mod keys;
mod large;
mod moves;
mod numbers;
mod old_copies;
mod passwords;
mod places;
mod recalls;
mod recovery;
mod rights;
mod round;
mod screens;
mod sessions;
mod settings;
mod shifts;
mod things;
mod tickets;
mod tls;
mod vouchers;
