//! What only the HTTP API asks and tells; everything else is as over a socket.

use serde::{Deserialize, Serialize};
use taisai_rulebooks::Difference;
use ts_rs::TS;
use utoipa::ToSchema;

pub mod key;
pub mod large;
pub mod past;
pub mod version;

use crate::answer::RecalledSlip;
use crate::ask::{BetAsk, BetLine, Order, Times, checked};
use crate::declare::ask_form;
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

/// What the configuration names for a table that plays otherwise, line by line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct TableOffer {
    /// The fingerprint of the edition in force.
    pub from: String,
    /// The fingerprint of the edition that is named; the same where only the times are others.
    pub to: String,
    /// How long things take now.
    pub times_now: Times,
    /// How long they are to take.
    pub times: Times,
    /// Every line of the rule book whose value is another.
    pub lines: Vec<LineDiffers>,
}

/// A line of a rule book that two editions have with different values.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct LineDiffers {
    /// The key.
    pub key: String,
    /// The value in force; none where that edition has no such line.
    pub now: Option<String>,
    /// The value that is named; none where that edition has no such line.
    pub then: Option<String>,
    /// The clause of the line that is named, or of the one in force.
    pub clause: Option<String>,
}

impl LineDiffers {
    /// A difference of two books.
    pub fn of(difference: &Difference<'_>) -> Self {
        let Difference { key, one, other } = *difference;
        let clause = other.or(one).and_then(|line| line.clause.as_ref());
        Self {
            key: key.to_owned(),
            now: one.map(|line| line.value.clone()),
            then: other.map(|line| line.value.clone()),
            clause: clause.map(ToString::to_string),
        }
    }
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

/// Where a terminal or a display stands, and how a terminal counts its requests.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Enrolled {
    /// The terminal.
    pub terminal: u32,
    /// Its table.
    pub table: u32,
    /// Its seat; none for a display.
    pub seat: Option<u16>,
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

ask_form! {
    /// What is asked of a table, and for which round.
    struct Ordered = checked::Ordered {
        /// The round it is meant for; orders outside rounds name none.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        round: Option<u64>,
        /// Where the table stood when it was asked; nothing is done where it has moved on since.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        phase: Option<Phase>,
        order: Order,
    }
}

ask_form! {
    /// What a player does to the bets, and in which round.
    struct BetsAsked = checked::BetsAsked { round: u64, bet: BetAsk }
}

ask_form! {
    /// Bets on cloth whose worth is asked.
    struct OnCloth = checked::OnCloth {
        /// The place at which they lie, where the house knows it: its marker counts.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        seat: Option<u16>,
        bets: Vec<BetLine>,
    }
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
