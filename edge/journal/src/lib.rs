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
//! | [`stored`] | what records and snapshots say |
//! | [`walk`] | reading a stream and believing nothing |
//! | [`replay`] | a table made again from its stream |
//! | [`fault`] | what can be wrong with a stream, and where |

pub mod batch;
pub mod chain;
pub mod fault;
pub mod memory;
pub mod replay;
pub mod store;
pub mod stored;
pub mod stream;
pub mod walk;

pub use batch::{Batch, CutShort, Frame, Frames};
pub use chain::{Head, JournalId, Link};
pub use fault::{Problem, ReplayFault, SnapshotProblem};
pub use memory::MemoryStore;
pub use replay::{FloorReplay, SnapshotCadence, TableReplay, replay_table};
pub use store::{
    Cause, SNAPSHOTS_KEPT, Snapshot, SnapshotMark, Store, StoreFault, StoredBatch, Visit,
};
pub use stream::{Stream, TableNumber};
pub use walk::walk;
