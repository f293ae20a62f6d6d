//! From a file to a server at work, and back; what is done at the machine while no server runs.

pub mod accepted;
pub mod demo;
mod demo_things;
pub mod founding;
pub mod gap;
pub mod holder;
pub mod key;
pub mod log;
mod moves;
pub mod offline;
pub mod scrubbing;
pub mod serve;
pub mod settings;
pub mod start;
pub mod start_fault;
