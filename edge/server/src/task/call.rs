//! What is said to the task of a table.

use taisai_floor::TerminalId;
use taisai_protocol::view::next::Viewer;
use taisai_table::{HostCommand, Phase, Refusal, Request, SeatNumber};
use tokio::sync::oneshot;

use crate::task::machine::TableMachine;
use crate::task::screen_sender::ScreenSender;

/// What is said to the task of a table.
pub enum Call {
    /// A request, and where its answer goes.
    Ask(Box<Request>, ReplyTo),
    /// The same, asked when the table was in this phase; refused once it has moved on.
    AskWhile(Phase, Box<Request>, ReplyTo),
    /// A request of the server itself, and where its answer goes.
    Act(HostCommand, ReplyTo),
    /// A screen wants to see what everybody sees, from now on.
    Watch(ScreenSender),
    /// It wants to no longer.
    Unwatch(ScreenSender),
    /// A terminal is there, at this seat.
    Attach(SeatNumber, TerminalId, ScreenSender),
    /// It is gone.
    Detach(SeatNumber, ScreenSender),
    /// The screen of a member of staff wants to see the staff's view.
    WatchConsole(ScreenSender, Viewer),
    /// It wants to no longer.
    UnwatchConsole(ScreenSender),
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
pub enum ReplyTo {
    /// To the terminal of a seat, under its own number, together with the seat's update.
    Terminal(SeatNumber, ScreenSender, u64),
    /// To a part of the server.
    Part(oneshot::Sender<Result<(), Refusal>>),
}
