//! The calls that a table's task accepts.

use taisai_floor::TerminalId;
use taisai_protocol::view::next::Viewer;
use taisai_table::{HostCommand, Phase, Refusal, Request, SeatNumber};
use tokio::sync::oneshot;

use crate::task::machine::TableMachine;
use crate::task::screen_sender::ScreenSender;

/// A call to the task of a table.
pub enum Call {
    /// A request, and where its answer goes.
    Ask(Box<Request>, ReplyTo),
    /// The same, asked when the table was in this phase; refused once it has moved on.
    AskWhile(Phase, Box<Request>, ReplyTo),
    /// A request of the server itself, and where its answer goes.
    Act(HostCommand, ReplyTo),
    /// Subscribes a screen to the view that everybody sees.
    Watch(ScreenSender),
    /// It wants to no longer.
    Unwatch(ScreenSender),
    /// A terminal has connected at this seat.
    Attach(SeatNumber, TerminalId, ScreenSender),
    /// The terminal has disconnected.
    Detach(SeatNumber, ScreenSender),
    /// Subscribes the screen of a member of staff to the staff's view.
    WatchConsole(ScreenSender, Viewer),
    /// It wants to no longer.
    UnwatchConsole(ScreenSender),
    /// Lets a part of the server read the table.
    Look(Look),
    /// Holds the table, so that it can be retired: it does nothing more. Refused while players sit
    /// there or are owed something.
    Hold(oneshot::Sender<Result<(), Occupied>>),
    /// Releases the table: it is not retired after all.
    GoOn,
    /// Stops in order: says bye to the screens, and accepts nothing more.
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

/// Reads the table while everything is durable.
pub type Look = Box<dyn FnOnce(&TableMachine) + Send>;

/// Where an answer goes.
pub enum ReplyTo {
    /// To the terminal of a seat, under its own number, together with the seat's update.
    Terminal(SeatNumber, ScreenSender, u64),
    /// To a part of the server.
    Part(oneshot::Sender<Result<(), Refusal>>),
}
