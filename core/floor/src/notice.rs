//! What the host noticed and the journal must tell, though nothing on the floor changes by it.

use taisai_table::{Money, PlayerId, Reason, SeatNumber, SessionId, StaffId, Time};

use crate::ids::{LookUpNumber, TableId, TerminalId};
use crate::text::{Line, LoginName, Title};

/// Something that bears on security.
#[expect(missing_docs, reason = "the sentence of a notice says what its fields are")]
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Notice {
    /// Somebody failed to log in under this name, from this address.
    LoginFailed { name: Line, address: Line },
    /// Log-ins under this name from this address are refused until then.
    LockedOut { name: Line, address: Line, until: Time },
    /// They are taken again; by a person, or because the time is over.
    Unlocked { name: Line, address: Line, by: Option<StaffId> },
    /// The machine's clock did not go on as time does.
    ClockJumped { expected: Time, found: Time },
    /// The server started, in this version.
    ServerStarted { version: Title },
    /// The server stopped in order.
    ServerStopped,
    /// A setting was changed: by a person, or in the file before a start.
    ConfigurationChanged { key: Line, from: Line, to: Line, by: Option<StaffId> },
    /// A person did what the machine advised against.
    Overridden { what: Line, reason: Reason, by: StaffId },
    /// A journal behind its remembered head was accepted by a named person at the machine.
    OldJournalAccepted { by: LoginName, reason: Reason, expected: Head, found: Head },
    /// A terminal no longer answers.
    TerminalLost { terminal: TerminalId, table: TableId, seat: SeatNumber },
    /// It answers again.
    TerminalReturned { terminal: TerminalId, table: TableId, seat: SeatNumber },
    /// Somebody showed a token that this session had before it was given another.
    OldTokenUsed { session: SessionId, staff: StaffId, address: Line },
    /// The snapshot of a table, or the floor's own, at this record is not what was kept; the
    /// records were read instead.
    SnapshotSetAside { table: Option<TableId>, sequence: u64 },
    /// The journal begins, and is a demo's: its money is play money, for ever.
    DemoFounded,
    /// A named person at the machine took a journal as it is, although more was remembered of it.
    JournalAccepted { by: StaffId, reason: Reason, streams: Vec<HeadsDiffer> },
    /// The machine's clock is so far ahead that the house does not follow it.
    ClockNotFollowed { house: Time, found: Time },
    /// A named person at the machine said that so much time has passed since the last record.
    ClockAccepted { by: StaffId, reason: Reason, last: Time, found: Time },
    /// The software that started: the commit it was built from, and the SHA-256 of its file, of the
    /// screens in it and of each rule book in it.
    SoftwareIdentified {
        commit: Line,
        binary: Option<[u8; 32]>,
        screens: Option<[u8; 32]>,
        books: Vec<BookHash>,
    },
    /// Somebody showed a ticket of this terminal that was spent, or one that is good beside the
    /// terminal's open connection.
    TicketMisused {
        terminal: TerminalId,
        table: TableId,
        seat: SeatNumber,
        ticket: u64,
        address: Line,
    },
    /// The key of the vouchers has this fingerprint; a start with another key is refused.
    KeyNamed { fingerprint: [u8; 32] },
    /// A named person at the machine went on with another key, for the old one is lost.
    KeyReplaced { fingerprint: [u8; 32], by: StaffId, reason: Reason },
    /// A cashier pays a player who has left what a table owes them, and says why it is them.
    OwedPaid { table: TableId, player: PlayerId, amount: Money, reason: Reason },
    /// The journal of a table, or the floor's own, is not what was written at this record; the
    /// server found it while it was serving.
    JournalDamaged { table: Option<TableId>, sequence: u64, what: Line },
    /// The house offers this file at a table as the document that was approved; its SHA-256.
    DocumentAttached { table: TableId, file: Line, hash: [u8; 32] },
    /// Somebody tried to sit down at the seat of a player who was kept from the game.
    BarredSeatTried { terminal: TerminalId, table: TableId, seat: SeatNumber },
    /// Somebody tried to play a voucher that the cage alone pays.
    BarredVoucherTried {
        terminal: TerminalId,
        table: TableId,
        seat: SeatNumber,
        number: LookUpNumber,
    },
    /// A display no longer answers: no new round opens at a table whose book asks for one.
    DisplayLost { display: TerminalId, table: TableId },
    /// It answers again.
    DisplayReturned { display: TerminalId, table: TableId },
    /// Somebody showed a ticket of this display that was spent.
    DisplayMisused { display: TerminalId, table: TableId, ticket: u64, address: Line },
}

/// A stream of the journal that does not end where it was remembered to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct HeadsDiffer {
    /// The table; none for the floor.
    pub table: Option<TableId>,
    /// Where it was remembered to end.
    pub expected: Head,
    /// Where it ends.
    pub found: Head,
}

/// A rule book as the software holds it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct BookHash {
    /// Its id.
    pub book: Line,
    /// Its fingerprint.
    pub hash: [u8; 32],
}

/// The last record of a stream of the journal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Head {
    /// Its sequence number.
    pub sequence: u64,
    /// Its hash.
    pub hash: [u8; 32],
}
