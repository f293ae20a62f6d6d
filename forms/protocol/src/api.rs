//! What only the HTTP API asks and tells; everything else is as over a socket.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

pub mod key;
pub mod past;
pub mod version;

use crate::answer::RecalledSlip;
use crate::ask::{BetAsk, BetLine, Order};
use crate::kind::{FloorRole, Phase};
use crate::view::console::RoundKept;

pub use key::{Counts, Key};

/// What a log-in is asked with.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Credentials {
    /// The name.
    pub name: String,
    /// The password.
    pub password: String,
}

/// A name, an invitation, and the password that its person chooses.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct InvitationShown {
    /// The name to log in with.
    pub name: String,
    /// The invitation, as it was handed over.
    pub invitation: String,
    /// The password from now on.
    pub password: String,
}

/// A password, given again.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Again {
    /// The password.
    pub password: String,
}

/// The approved document of a table, as the house attached it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct TableDocument {
    /// The table.
    pub table: u32,
    /// The id of its rule book.
    pub book: String,
    /// The name of the file.
    pub file: String,
    /// The SHA-256 of the file, as it was written into the journal.
    pub sha256: String,
}

/// Who is logged in, and how they count their requests.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Me {
    /// The person.
    pub staff: u32,
    /// Their name.
    pub name: String,
    /// Their role; none where they have none yet.
    pub role: Option<FloorRole>,
    /// Their log-in.
    pub session: u64,
    /// Whether they must choose their own password before anything else.
    pub must_change_password: bool,
    /// The highest number under which this log-in has asked; the next key carries one above it.
    pub asked: u64,
    /// An `Idempotency-Key` that is still free.
    pub next_key: String,
}

/// The code a floorperson has read out.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Code {
    /// The code.
    pub code: String,
}

/// At which table somebody wants to play in a demo.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SeatWish {
    /// The table.
    pub table: u32,
}

/// Where a terminal stands, and how it counts its requests.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Enrolled {
    /// The terminal.
    pub terminal: u32,
    /// Its table.
    pub table: u32,
    /// Its seat.
    pub seat: u16,
    /// The highest number under which it has asked; the next key carries one above it.
    pub asked: u64,
    /// An `Idempotency-Key` that is still free.
    pub next_key: String,
}

/// A line that a terminal has opened over HTTP, and how it counts its requests.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct LineOpened {
    /// The name of the line, for the header `Taisai-Line`.
    pub line: String,
    /// The highest number under which the terminal has asked; the next key carries one above it.
    pub asked: u64,
    /// An `Idempotency-Key` that is still free.
    pub next_key: String,
}

/// What is asked of a table, and for which round.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Ordered {
    /// The round it is meant for; orders outside rounds name none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub round: Option<u64>,
    /// Where the table stood when it was asked; nothing is done where it has moved on since.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub phase: Option<Phase>,
    /// What is asked.
    pub order: Order,
}

/// What a player does to the bets, and in which round.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct BetsAsked {
    /// The round.
    pub round: u64,
    /// What is done.
    pub bet: BetAsk,
}

/// Bets on cloth whose worth is asked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct OnCloth {
    /// The bets.
    pub bets: Vec<BetLine>,
}

/// A voucher to be sold.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Sale {
    /// For how much.
    pub amount: u64,
    /// The three letters of the currency.
    pub currency: String,
}

/// A voucher by its token or its number; exactly one of the two. Tokens are never part of an
/// address, for addresses are written into logs.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Presented {
    /// What is printed on it for machines.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub token: Option<String>,
    /// What is printed on it for people.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub number: Option<u64>,
}

/// A voucher to be paid out. Its number is not enough: whoever pays has the paper before them, and
/// a cashier cannot pay out what nobody brought.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Paper {
    /// What is printed on it for machines.
    pub token: String,
}

/// A player who has left and is still owed something.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Owed {
    /// The table that owes.
    pub table: u32,
    /// The player.
    pub player: u64,
    /// How the cashier knows that it is them; goes into the journal.
    pub reason: String,
}

/// A voucher whose paper is lost.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct LostPaper {
    /// The short number printed on it.
    pub number: u64,
    /// Why it is made out anew.
    pub reason: String,
}

/// A proposal to make a voucher out anew, and the voucher it is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct LostPaperAgreed {
    /// The proposal.
    pub proposal: u32,
    /// The short number of the voucher whose paper is lost.
    pub number: u64,
}

/// Some of a table's rounds, the latest first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct RoundsPage {
    /// The rounds.
    pub rounds: Vec<RoundKept>,
    /// What `before` must be to get the next page; none on the last.
    pub next: Option<u64>,
}

/// Some of a player's own rounds, the latest first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct OwnRoundsPage {
    /// The player's own part of each.
    pub rounds: Vec<RecalledSlip>,
    /// What `before` must be to get the next page; none on the last.
    pub next: Option<u64>,
}

/// Where a stream of the journal ends.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct StreamHead {
    /// The table; none for the floor's own stream.
    pub table: Option<u32>,
    /// The sequence number of its last record.
    pub sequence: u64,
    /// The link of that record: it covers everything before.
    pub link: String,
}

/// Where every stream of the journal ends.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct JournalHead {
    /// The journal's id.
    pub journal: String,
    /// The streams, the floor's first.
    pub streams: Vec<StreamHead>,
}
