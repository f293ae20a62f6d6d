//! What is said to the task of a table.

use taisai_floor::TerminalId;
use taisai_protocol::view::next::Viewer;
use taisai_table::{Command, Phase, Refusal, Request, SeatNumber};
use tokio::sync::oneshot;

use crate::line::Line;
use crate::machine::TableMachine;

/// What is said to the task of a table.
pub enum Call {
    /// A request, and where its answer goes.
    Ask(Box<Request>, Ticket),
    /// The same for whoever saw the table in this phase; refused once it has moved on.
    AskWhile(Phase, Box<Request>, Ticket),
    /// A request of the server itself, and where its answer goes.
    Act(Command, Ticket),
    /// A screen wants to see what everybody sees, from now on.
    Watch(Line),
    /// It wants to no longer.
    Unwatch(Line),
    /// A terminal is there, at this seat.
    Attach(SeatNumber, TerminalId, Line),
    /// It is gone.
    Detach(SeatNumber, Line),
    /// The screen of a member of staff wants to see the staff's view.
    WatchConsole(Line, Viewer),
    /// It wants to no longer.
    UnwatchConsole(Line),
    /// Shows the table to a part of the server.
    Look(Look),
    /// Does nothing more for anybody, so that the table can be retired; refused while players sit
    /// there or are owed something.
    Hold(oneshot::Sender<Result<(), Occupied>>),
    /// Goes on: it is not retired after all.
    GoOn,
    /// Stops in order: tells the screens, and takes nothing more.
    Stop(oneshot::Sender<()>),
}

/// Players sit at the table, or are owed something there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Occupied {
    /// How many seats are taken.
    pub taken: usize,
    /// How many players are owed something.
    pub owed: usize,
}

/// Looks at the table while everything is durable.
pub type Look = Box<dyn FnOnce(&TableMachine) + Send>;

/// Where an answer goes.
pub enum Ticket {
    /// To the terminal of a seat, under its own number, together with the seat's update.
    Terminal(SeatNumber, Line, u64),
    /// To a part of the server.
    Part(oneshot::Sender<Result<(), Refusal>>),
}
