//! A whole floor on one thread from one seed: the real house against simulated time, network,
//! storage and people, and those who check it.
//!
//! | module | what it holds |
//! |---|---|
//! | [`plan`] | what a seed stands for |
//! | [`night`] | the house at work, and everything around it |
//! | [`player`], [`staff`], [`screen`], [`scene`] | the people, and what they look at |
//! | [`asks`] | every kind of ask, and what befell each |
//! | [`hands`] | who has which voucher |
//! | [`wire`] | sockets that a simulated network carries, and what is read from them |
//! | [`disk`], [`store`], [`desk`] | a disk that fails, the journal on it, and who writes it |
//! | [`auditor`] | reads the journal's bytes alone and adds everything up again |
//! | [`every`] | one script, and a crash at each operation of the disk |
//! | [`many`] | many nights, added up |
//! | [`panics`] | what fell over |
//! | [`tally`] | what has happened, and what must have |
//! | [`shrink`] | the shortest story that still fails |

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
