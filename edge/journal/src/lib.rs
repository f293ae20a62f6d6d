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
//! | [`sqlite`] | a store in one SQLite file |
//! | [`sidecar`] | the heads, remembered outside the database |
//! | [`check`] | follows a stream and believes no record whose link does not fit |
//! | [`expect`] | a head that somebody wrote down |
//! | [`journal`] | a store and its sidecar as one journal: open, append, back up, restore |
//! | [`writer`] | a thread that appends for everybody, with one commit for all who wait |
//! | [`stored`] | what records and snapshots say |
//! | [`mod@walk`] | reading a stream and believing nothing |
//! | [`span`] | the records of a stretch of time |
//! | [`replay`] | a table made again from its stream |
//! | [`first`] | how a stream begins |
//! | [`mod@tail`] | the end of a stream, read again |
//! | [`verify`] | a stream proved: chain, replay, books, snapshots |
//! | [`projection`] | tables that answer questions, made from the records |
//! | [`fault`] | what can be wrong with a stream, and where |

pub mod batch;
pub mod chain;
pub mod check;
pub mod expect;
pub mod fault;
pub mod first;
pub mod journal;
pub mod memory;
pub mod postgres;
pub mod projection;
pub mod replay;
pub mod sidecar;
pub mod span;
pub mod sqlite;
pub mod store;
pub mod stored;
pub mod stream;
pub mod tail;
pub mod verify;
pub mod walk;
pub mod writer;

pub use self::postgres::{PostgresOptions, PostgresStore};
pub use batch::{Batch, CutShort, Frame, Frames};
pub use chain::{Head, JournalId, Link};
pub use check::{BadRecord, Broken, ChainFault, Trail, check_stream};
pub use expect::{ExpectFault, Expected, NotAHead};
pub use fault::{Problem, ReplayFault, SnapshotProblem};
pub use first::first_entry;
pub use journal::{
    Acceptance, Accepted, BackupFault, ExamineFault, HeadsFault, Journal, Judged, OpenFault,
    Options, Place, Readable, backup, check_heads, check_restore, examine, mending,
    readable_by_others, restore, restore_accepted,
};
pub use memory::MemoryStore;
pub use projection::{
    Answer, Beside, Field, Filter, ProjectFault, Projector, Question, ask, ask_each,
};
pub use replay::{FloorReplay, SnapshotCadence, TableReplay, last_time, replay_table};
pub use span::between;
pub use sqlite::SqliteStore;
pub use store::{
    Cause, SNAPSHOTS_KEPT, Snapshot, SnapshotMark, Store, StoreFault, StoredBatch, Visit,
};
pub use stream::{Stream, TableNumber};
pub use tail::{Reach, tail};
pub use verify::{Proved, prove, prove_all};
pub use walk::walk;
pub use writer::{Inlet, NotTaken, Outcome, Writer};
