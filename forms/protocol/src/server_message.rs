//! What people are told: every message that goes out.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use crate::answer::{Answer, VoucherTold};
use crate::kind::FloorRole;
use crate::view::cage::{CageChanges, CageView};
use crate::view::console::{ConsoleChanges, ConsoleView};
use crate::view::floor::{FloorChanges, FloorView};
use crate::view::seat::{SeatChanges, SeatView};
use crate::view::table::{TableChanges, TableView};

/// A message to a screen.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(tag = "tell", rename_all = "snake_case")]
pub enum ServerMessage {
    /// The first message: who you are to us.
    Hello(Hello),
    /// A channel's whole state.
    Snapshot(Snapshot),
    /// What changed in a channel.
    Update(Update),
    /// The answer to an ask.
    Answer(Answer),
    /// Asks whether the screen is still there; answered with a pong.
    Ping {
        /// The server's time.
        now: u64,
    },
    /// The last message: the server ends the conversation.
    Bye {
        /// Why.
        reason: ByeReason,
    },
}

/// Who a screen is to the server.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct Hello {
    /// Who you are.
    pub you: You,
    /// The server's version.
    pub version: String,
    /// The server's time.
    pub now: u64,
    /// The journal's id; another one means another floor.
    pub journal: String,
    /// Whether money here is play money.
    pub demo: bool,
    /// The highest request number the server remembers of you; count on from there.
    pub asked: u64,
    /// At a terminal: the name of this line; over HTTP the terminal sends it in the header
    /// `Taisai-Line`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub line: Option<String>,
    /// At a terminal: the vouchers that were made out here and that nobody has used or confirmed
    /// to have. They are told at every connection until then.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub vouchers: Vec<VoucherTold>,
}

/// Who a screen may be.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(tag = "as", rename_all = "snake_case")]
pub enum You {
    /// A player's terminal.
    Terminal {
        /// The terminal.
        terminal: u32,
        /// Its table.
        table: u32,
        /// Its seat.
        seat: u16,
    },
    /// A display beside a table.
    Display {
        /// Its table.
        table: u32,
        /// Its number, where it was enrolled; a page that anybody opened has none.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        display: Option<u32>,
    },
    /// A member of staff.
    Staff {
        /// The person.
        staff: u32,
        /// Their name.
        name: String,
        /// Their role.
        role: Option<FloorRole>,
        /// The session.
        session: u64,
        /// The screens that are for this role.
        screens: Vec<StaffScreen>,
        /// Whether this role adds and retires tables.
        sets_up_tables: bool,
        /// Whether somebody else chose their password: until they have changed it, nothing else
        /// they ask is done.
        must_change_password: bool,
    },
}

/// A screen of the staff.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum StaffScreen {
    /// The console of a table.
    Console,
    /// The floor.
    Floor,
    /// The cage.
    Cage,
}

/// A stream of numbered messages about one thing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Channel {
    /// What everybody near a table may see.
    Table {
        /// The table.
        table: u32,
    },
    /// One seat's own view.
    Seat,
    /// One table for its staff.
    Console {
        /// The table.
        table: u32,
    },
    /// The floor.
    Floor,
    /// The cage.
    Cage,
}

/// A channel's whole state. The next update has the next number.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(tag = "channel", rename_all = "snake_case")]
pub enum Snapshot {
    /// Of a table's public view.
    Table {
        /// The table.
        table: u32,
        /// The number.
        number: u64,
        /// The state.
        state: TableView,
    },
    /// Of a seat's own view.
    Seat {
        /// The number.
        number: u64,
        /// The state.
        state: SeatView,
    },
    /// Of a table for its staff.
    Console {
        /// The table.
        table: u32,
        /// The number.
        number: u64,
        /// The state.
        state: ConsoleView,
    },
    /// Of the floor.
    Floor {
        /// The number.
        number: u64,
        /// The state.
        state: FloorView,
    },
    /// Of the cage.
    Cage {
        /// The number.
        number: u64,
        /// The state.
        state: CageView,
    },
}

/// What changed in a channel. The number is one more than the last; after a gap, ask to resync.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(tag = "channel", rename_all = "snake_case")]
pub enum Update {
    /// In a table's public view.
    Table {
        /// The table.
        table: u32,
        /// The number.
        number: u64,
        /// The sections that changed.
        changed: TableChanges,
    },
    /// In a seat's own view.
    Seat {
        /// The number.
        number: u64,
        /// The sections that changed.
        changed: SeatChanges,
    },
    /// In a table for its staff.
    Console {
        /// The table.
        table: u32,
        /// The number.
        number: u64,
        /// The sections that changed.
        changed: ConsoleChanges,
    },
    /// On the floor.
    Floor {
        /// The number.
        number: u64,
        /// The sections that changed.
        changed: FloorChanges,
    },
    /// In the cage.
    Cage {
        /// The number.
        number: u64,
        /// The sections that changed.
        changed: CageChanges,
    },
}

/// Why the server ends the conversation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ByeReason {
    /// The server stops and will be back.
    ServerStops,
    /// The session is over; log in again.
    SessionOver,
    /// The terminal was taken away.
    TerminalRemoved,
    /// The table was taken from the floor.
    TableRetired,
    /// The same terminal or session has opened another conversation.
    OpenedElsewhere,
    /// The terminal's ticket was used before: the floor enrols it anew.
    TicketSpent,
    /// The screen did not answer or did not read.
    TooSlow,
    /// The screen asked more than it may, or what it may not.
    Misbehaved,
    /// The server met a fault; come back in a moment.
    ServerFault,
}
