//! The floor server: many tables and the floor on one journal, for screens over sockets.
//!
//! The only place that spawns or reads time. Its rooms, from the ground up; each uses only those
//! above it in this list:
//!
//! | room | what it holds |
//! |---|---|
//! | [`world`] | what a house takes from the world: time, chance, secrets, passwords |
//! | [`mod@error`] | what the server answers when it does not do what was asked |
//! | [`config`] | the configuration file, every line checked |
//! | [`figures`] | what the server counts about itself |
//! | [`task`] | one task for each table and one for the floor, on one journal |
//! | [`house`] | the floor, the tables and what all rooms above share |
//! | [`door`] | who comes in: connections, TLS, origins, log-ins, tickets |
//! | [`money`] | money between cage and tables, step by step |
//! | [`ask`] | what each ask leads to, by socket or by HTTP |
//! | [`past`] | what the journal's records say about shifts, dice, inspections, security |
//! | [`screen`] | one conversation with one screen |
//! | [`http`] | the routes, the API, the screens' files |
//! | [`run`] | from a file to a server at work; what is done while no server runs |

#![expect(missing_docs, reason = "a doc comment that only repeats a name says nothing")]

pub mod ask;
pub mod config;
pub mod door;
pub mod error;
pub mod figures;
pub mod house;
pub mod http;
pub mod money;
pub mod past;
pub mod run;
pub mod screen;
pub mod task;
pub mod world;
