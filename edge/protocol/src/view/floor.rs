//! What those who run the floor may see.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use super::console::Waiting;
use super::sections;
use crate::kind::{FloorRole, Life, Phase, Run, TableKind};

sections! {
    /// The floor at a glance.
    FloorView
    /// The sections of the floor's view that changed.
    FloorChanges {
        /// Every table.
        tables: Vec<TableGlance>,
        /// What waits for a second person.
        approvals: Vec<ApprovalWaiting>,
        /// Everybody who works here.
        staff: Vec<StaffMember>,
        /// Who is logged in.
        sessions: Vec<SessionShown>,
        /// Every terminal.
        terminals: Vec<TerminalShown>,
        /// Enrolments on offer.
        enrolments: Vec<EnrolmentShown>,
        /// What bears on security, the latest first.
        security: Vec<SecurityEvent>,
        /// The vouchers, in sums.
        vouchers: Vec<VoucherSums>,
        /// The server itself.
        server: ServerShown,
    }
}

/// A table at a glance.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct TableGlance {
    /// Its number.
    pub table: u32,
    /// What people call it.
    pub name: String,
    /// The id of its rule book.
    pub book: String,
    /// The three letters of its currency.
    pub currency: String,
    /// Terminals or chips.
    pub kind: TableKind,
    /// A dealer or a timer.
    pub run: Run,
    /// Whether it is open.
    pub life: Life,
    /// Where it stands.
    pub phase: Phase,
    /// The round in play.
    pub round: Option<u64>,
    /// How many seats are taken.
    pub taken: u32,
    /// How many of them have lost their terminal.
    pub lost: u32,
    /// What lies on the layout.
    pub staked: u64,
    /// What the house loses on the worst roll.
    pub worst: i64,
    /// The most it may lose.
    pub exposure_max: u64,
    /// How many proposals wait.
    pub proposals: u32,
    /// How many players are still owed something.
    pub owed: u32,
    /// When the dice in use must leave the shaker.
    pub dice_expire: Option<u64>,
}

/// What waits for a second person.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(tag = "about", rename_all = "snake_case")]
pub enum ApprovalWaiting {
    /// At a table.
    Table {
        /// The table.
        table: u32,
        /// The proposal.
        waiting: Waiting,
    },
    /// A person's role.
    Role {
        /// The proposal's number.
        proposal: u32,
        /// The person.
        staff: u32,
        /// The role.
        role: FloorRole,
        /// Who proposed it.
        by: u32,
        /// Until when it can be agreed to.
        until: u64,
    },
    /// A person's password.
    Password {
        /// The proposal's number.
        proposal: u32,
        /// The person.
        staff: u32,
        /// Who proposed it.
        by: u32,
        /// Until when it can be agreed to.
        until: u64,
    },
}

/// Somebody who works here.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct StaffMember {
    /// The person.
    pub staff: u32,
    /// The name to log in with.
    pub name: String,
    /// Their role.
    pub role: Option<FloorRole>,
    /// Whether they are shut out.
    pub suspended: bool,
    /// Whether they must choose another password.
    pub must_change_password: bool,
}

/// Somebody who is logged in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct SessionShown {
    /// The session.
    pub session: u64,
    /// Whose it is.
    pub staff: u32,
    /// Since when.
    pub since: u64,
    /// When it ends at the latest.
    pub until: u64,
    /// When its person last gave their password.
    pub fresh: u64,
}

/// A terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct TerminalShown {
    /// The terminal.
    pub terminal: u32,
    /// The table it stands at.
    pub table: u32,
    /// The seat.
    pub seat: u16,
    /// Who sits there.
    pub player: Option<u64>,
    /// Whether it answers.
    pub connected: bool,
}

/// An enrolment on offer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct EnrolmentShown {
    /// The table.
    pub table: u32,
    /// The seat.
    pub seat: u16,
    /// The code to type in; unknown after a restart, for only its digest is kept.
    pub code: Option<String>,
    /// Until when.
    pub until: u64,
}

/// Something that bears on security.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct SecurityEvent {
    /// Its place in the floor's journal.
    pub sequence: u64,
    /// When.
    pub time: u64,
    /// What happened, as a stable word.
    pub code: SecurityCode,
    /// The person who did it, if it was one.
    pub by: Option<u32>,
    /// The table it was about.
    pub table: Option<u32>,
    /// What else is known, as names and values.
    pub facts: Vec<Fact>,
}

/// A name and a value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct Fact {
    /// What it is.
    pub name: String,
    /// Its value.
    pub value: String,
}

/// What bears on security.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum SecurityCode {
    /// Somebody failed to log in.
    LoginFailed,
    /// Log-ins are refused for a while.
    LockedOut,
    /// They are taken again.
    Unlocked,
    /// The machine's clock jumped.
    ClockJumped,
    /// The server started.
    ServerStarted,
    /// The server stopped in order.
    ServerStopped,
    /// A setting was changed.
    ConfigurationChanged,
    /// A person did what the machine advised against.
    Overridden,
    /// A journal behind its remembered head was accepted.
    JournalAccepted,
    /// A terminal was lost.
    TerminalLost,
    /// Staff were added, suspended, reinstated, or had a role granted or revoked.
    StaffChanged,
    /// A round was made void or corrected.
    RoundChanged,
    /// Anything else that was written down.
    Other,
}

/// The vouchers of one currency, in sums.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct VoucherSums {
    /// The three letters of the currency.
    pub currency: String,
    /// How many are outstanding.
    pub outstanding: u64,
    /// What they are worth together.
    pub outstanding_amount: u64,
    /// How many are held for a seat or being issued.
    pub under_way: u64,
    /// What those are worth together.
    pub under_way_amount: u64,
}

/// The server itself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct ServerShown {
    /// Its version.
    pub version: String,
    /// Since when it runs.
    pub started: u64,
    /// The journal's id.
    pub journal: String,
    /// The last sequence number of the floor's stream.
    pub head: u64,
    /// Whether money here is play money.
    pub demo: bool,
}
