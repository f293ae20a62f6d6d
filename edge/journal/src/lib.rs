//! The journal: what was acknowledged is never lost, and everything can be proved.
//!
//! Records are bytes to the stores; what they say is the business of whoever reads. The only SQL of
//! the project.
//!
//! | module | what it holds |
//! |---|---|
//! | [`stream`] | which sequence of records a record belongs to |
//! | [`chain`] | how records hang together |
//! | [`batch`] | records that become durable together, and their frames |
//! | [`store`] | what every store does |
//! | [`memory`] | a store in memory |
//! | [`postgres`] | a store in PostgreSQL |

pub mod batch;
pub mod chain;
pub mod memory;
pub mod postgres;
pub mod store;
pub mod stream;

pub use self::postgres::{PostgresOptions, PostgresStore};
pub use batch::{Batch, CutShort, Frame, Frames};
pub use chain::{Head, JournalId, Link};
pub use memory::MemoryStore;
pub use store::{
    Cause, SNAPSHOTS_KEPT, Snapshot, SnapshotMark, Store, StoreFault, StoredBatch, Visit,
};
pub use stream::{Stream, TableNumber};
