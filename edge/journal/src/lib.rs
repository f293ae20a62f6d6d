//! The journal: nothing acknowledged is ever lost, and everything can be verified. To the stores a
//! record is bytes; the reader gives them meaning. All SQL of the project is here.
//!
//! | module | what it holds |
//! |---|---|
//! | [`stream`] | the sequence of records that a record belongs to |
//! | [`chain`] | the hash chain |
//! | [`batch`] | records that become durable together, and their frames |
//! | [`store`] | what every store does |
//! | [`memory`] | a store in memory |
//! | [`postgres`] | a store in PostgreSQL |
//! | [`sqlite`] | a store in one SQLite file |
//! | [`sidecar`] | the heads, remembered outside the database |
//! | [`expect`] | a head that somebody wrote down |
//! | [`journal`] | a store and its sidecar as one journal: open, append, back up, restore |
//! | [`writer`] | a thread that appends for all callers, with one commit for all waiting batches |
//! | [`stored`] | the stored form of records and snapshots |
//! | [`reader`] | reads a stream and trusts nothing |
//! | [`history`] | rounds as their records tell them, however old |
//! | [`span`] | the records of a period |
//! | [`replay`] | a table or a floor rebuilt from its stream |
//! | [`mod@tail`] | the end of a stream, read again |
//! | [`mod@verify`] | verifies a stream: chain, replay, books, snapshots |
//! | [`scrub`] | verifies a journal in the background, a little at a time |
//! | [`projection`] | query tables, built from the records |
//! | [`fault`] | what can be wrong with a stream, and where |

#![expect(missing_docs, reason = "a doc comment that only repeats a name says nothing")]

pub mod batch;
pub mod cases;
pub mod chain;
pub mod expect;
pub mod fault;
pub mod history;
pub mod journal;
pub mod memory;
pub mod postgres;
pub mod projection;
pub mod reader;
pub mod replay;
pub mod scrub;
pub mod sidecar;
pub mod span;
pub mod sqlite;
pub mod store;
pub mod stored;
pub mod stream;
pub mod tail;
pub mod verify;
pub mod writer;

mod settled;

pub use self::postgres::{PostgresOptions, PostgresStore};
pub use batch::{Batch, CutShort, Frame, Frames};
pub use cases::{CaseHistory, cases};
pub use chain::{Head, JournalId, Link};
pub use expect::{ExpectFault, Expected, NotAHead};
pub use fault::{Problem, ReadFault, SnapshotProblem};
pub use history::{
    BetHistory, Histories, RecalledRound, RoundHistory, Rounds, SlipHistory, Wanted, histories,
    recall,
};
pub use journal::{
    Acceptance, Accepted, BackupFault, HeadsFault, Journal, Judged, KEY_FILE, OpenFault, Options,
    Place, Readable, Unknown, backup, check_heads, check_restore, mending, readable_by_others,
    restore, restore_accepted,
};
pub use memory::MemoryStore;
pub use projection::{
    Coverage, Field, Filter, ProjectFault, Projector, QueryResult, Question, ask, ask_each,
};
pub use reader::{Record, first_entry, last_time, read, read_all};
pub use replay::{FloorReplay, Replay, SnapshotCadence, TableReplay};
pub use scrub::Scrub;
pub use span::between;
pub use sqlite::SqliteStore;
pub use store::{
    Cause, SNAPSHOTS_KEPT, Snapshot, SnapshotMark, Store, StoreFault, StoredBatch, Visit,
};
pub use stream::{Stream, TableNumber};
pub use tail::{Reach, tail};
pub use verify::{Proved, Whole, examine, prove_all, verify};
pub use writer::{NotTaken, Outcome, Writer, WriterHandle};
