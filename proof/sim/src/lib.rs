//! A whole floor on one thread from one seed: the real house against simulated time, network,
//! storage and people, with the checks.
//!
//! | module | what it holds |
//! |---|---|
//! | [`plan`] | the plan that a seed stands for |
//! | [`night`] | the house at work, and everything around it |
//! | [`player`], [`staff`], [`screen`], [`scene`] | the people, and what they look at |
//! | [`asks`] | every kind of ask, and its mishaps |
//! | [`hands`] | who has which voucher |
//! | [`wire`] | sockets on a simulated network, and the messages on them |
//! | [`disk`], [`store`], [`desk`] | a disk that fails, the journal on it, and its writer |
//! | [`auditor`] | reads only the journal's bytes and adds everything up again |
//! | [`every`] | one script, and a crash at each operation of the disk |
//! | [`many`] | many nights, added up |
//! | [`panics`] | catches panics |
//! | [`tally`] | counts what happened, and what must happen |
//! | [`shrink`] | finds the shortest plan that still fails |

#![expect(missing_docs, reason = "a doc comment that only repeats a name says nothing")]
#![expect(
    clippy::wildcard_enum_match_arm,
    reason = "people heed what concerns them and let everything else pass"
)]
#![expect(
    clippy::match_same_arms,
    reason = "the auditor has one arm for each number of the format, in their order"
)]

pub mod asks;
pub mod auditor;
pub mod desk;
pub mod disk;
pub mod every;
pub mod hands;
pub mod many;
pub mod night;
pub mod panics;
pub mod plan;
pub mod player;
mod read;
pub mod scene;
pub mod screen;
pub mod shrink;
pub mod staff;
pub mod store;
pub mod tally;
pub mod wire;
