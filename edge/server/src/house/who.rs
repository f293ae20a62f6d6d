//! Who speaks to the server.

use taisai_floor::{
    Asker, Command as FloorCommand, Device, FloorRole, LoginName, TableId, TerminalId,
};
use taisai_journal::stored::Actor;
use taisai_protocol::Refusal;
use taisai_table::{
    Command as TableCommand, HouseCommand, Request as TableRequest, RequestId, SeatNumber,
    SessionId, StaffId,
};

use crate::figures::ScreenKind;
use crate::task::host::Author;

/// Who speaks to the server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Who {
    /// A player's terminal at its seat.
    Terminal { terminal: TerminalId, table: TableId, seat: SeatNumber },
    /// A display beside a table.
    Display {
        table: TableId,
        /// Its number, where it was enrolled; a page that anybody opened has none.
        device: Option<TerminalId>,
    },
    /// A member of staff.
    Staff(Staff),
}

/// A member of staff who is logged in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Staff {
    /// The person.
    pub staff: StaffId,
    /// Their log-in.
    pub session: SessionId,
    /// Their name.
    pub name: LoginName,
    /// Their role when they logged in; the floor and the tables check it again every time.
    pub role: Option<FloorRole>,
    /// Whether they had chosen their own password, when they came in.
    pub has_own_password: bool,
}

impl Staff {
    /// Until they have chosen their own password they may do nothing else.
    pub const fn check_own_password(&self) -> Result<(), Refusal> {
        if self.has_own_password { Ok(()) } else { Err(Refusal::PasswordNotOwn) }
    }

    /// The author in the journal of their ask with this number.
    pub const fn author(&self, id: u64) -> Author {
        let (actor, session) = (Actor::Staff(self.staff), self.session);
        Author { actor, session, request: RequestId(id) }
    }

    /// What they ask of the floor.
    pub const fn on_floor(&self, id: u64, command: FloorCommand) -> taisai_floor::Request {
        let from = Asker::Staff(self.staff, self.session);
        taisai_floor::Request { from, id: RequestId(id), command }
    }

    /// Their command to a table at which they need not work; the floor has checked their right.
    pub const fn through_floor(&self, id: u64, command: HouseCommand) -> TableRequest {
        let (session, id) = (self.session, RequestId(id));
        let command = TableCommand::Floor(self.staff, command);
        TableRequest { session, id, round: None, command }
    }
}

impl Who {
    /// What was enrolled under this number.
    pub const fn device(number: TerminalId, known: Device<'_>) -> Self {
        match known {
            Device::Terminal(known) => {
                Self::Terminal { terminal: number, table: known.table, seat: known.seat }
            }
            Device::Display(known) => Self::Display { table: known.table, device: Some(number) },
        }
    }

    /// The kind of their screen.
    pub const fn screen(&self) -> ScreenKind {
        match self {
            Self::Terminal { .. } => ScreenKind::Terminal,
            Self::Staff(_) => ScreenKind::Staff,
            Self::Display { .. } => ScreenKind::Display,
        }
    }
}
