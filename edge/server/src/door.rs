//! Who comes in: connections counted and timed, origins, TLS, log-ins, terminals and their tickets.

pub mod connection;
pub mod cookie;
pub mod date;
pub mod descriptors;
pub mod entrance;
pub mod login;
pub mod origin;
pub mod rate_limit;
pub mod reception;
pub mod terminal_lines;
pub mod ticket;
