//! The tables of the floor and the terminals at their seats.

use taisai_table::{Config, PlayerId, SeatNumber, StaffId, Time};

use crate::ids::{Digest, TableId};
use crate::text::Title;

/// A table of this floor as it was set up. Its number is never given again.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct FloorTable {
    /// What people call it.
    pub name: Title,
    /// As the configuration has it; changes that people made at the table are in its own stream.
    pub config: Config,
    /// The id of its rule book.
    pub book: Title,
    /// Whether it is still on the floor.
    pub standing: TableStanding,
}

/// Whether a table is still on the floor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum TableStanding {
    /// It is.
    InUse,
    /// It is gone for good.
    Retired,
}

/// The chance for one terminal to enrol at a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Offer {
    /// The table.
    pub table: TableId,
    /// The seat.
    pub seat: SeatNumber,
    /// When it lapses.
    pub until: Time,
    /// Who offered it.
    pub by: StaffId,
}

/// The chance for one display to enrol at a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct DisplayOffer {
    /// The table.
    pub table: TableId,
    /// The number by which the house keeps it, where it has one.
    pub equipment: Option<u32>,
    /// When it lapses.
    pub until: Time,
    /// Who offered it.
    pub by: StaffId,
}

/// A display of a table. It is numbered with the terminals and holds tickets as they do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Display {
    /// The table.
    pub table: TableId,
    /// The number by which the house keeps it, where it has one.
    pub equipment: Option<u32>,
    /// The digest of the token that the display holds.
    pub token: Digest,
}

/// What was enrolled under a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Device<'a> {
    /// A terminal at a seat.
    Terminal(&'a Terminal),
    /// A display of a table.
    Display(&'a Display),
}

impl Device<'_> {
    /// The digest of the token of its enrolment.
    pub const fn token(&self) -> Digest {
        match self {
            Self::Terminal(terminal) => terminal.token,
            Self::Display(display) => display.token,
        }
    }

    /// Its table.
    pub const fn table(&self) -> TableId {
        match self {
            Self::Terminal(terminal) => terminal.table,
            Self::Display(display) => display.table,
        }
    }
}

/// A terminal at its seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Terminal {
    /// The table.
    pub table: TableId,
    /// The seat.
    pub seat: SeatNumber,
    /// The digest of the token that the terminal holds.
    pub token: Digest,
    /// Who sat down there last.
    pub player: Option<PlayerId>,
}
