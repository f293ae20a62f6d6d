//! The promises of the project, the proofs that show them, and what the proofs have reached.
//!
//! A proof is a command. [`Run`] is what one run of it told; `runs.json` keeps every run, and
//! [`page`] makes PROMISES.md of them. No figure is typed by hand.

mod page;
mod promises;
mod proofs;
mod reading;
mod runs;

pub use page::page;
pub use promises::{PROMISES, Promise};
pub use proofs::{Adding, Figure, PROOFS, Proof, Told, proof};
pub use reading::{Reading, Sign, text_of};
pub use runs::{Outcome, Run, Runs, Unreadable};
