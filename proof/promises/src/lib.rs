//! The promises of the project, the proofs that test them, and the figures they have reached. A
//! proof is a command. [`Run`] is the output of one run; `runs.json` has every run, and [`page`]
//! generates PROMISES.md from them. No figure is typed by hand.

mod page;
mod promises;
mod proofs;
mod reading;
mod runs;

pub use page::page;
pub use promises::{PROMISES, Promise};
pub use proofs::{Adding, Figure, Output, PROOFS, Proof, proof};
pub use reading::{Reading, Sign, text_of};
pub use runs::{Outcome, Run, Runs, Unreadable};
