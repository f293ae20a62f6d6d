//! Streams: the floor, and each table.

use std::fmt;

/// A separate sequence of records: the floor, or one table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Stream {
    /// Staff, sessions, configuration, vouchers.
    Floor,
    /// One table, by its number from 1.
    Table(TableNumber),
}

/// A table's number on its floor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TableNumber(u32);

impl TableNumber {
    /// The highest number.
    pub const MAX: u32 = 65_535;

    /// A number from 1 to [`Self::MAX`].
    pub const fn new(number: u32) -> Option<Self> {
        if 1 <= number && number <= Self::MAX { Some(Self(number)) } else { None }
    }

    pub const fn get(self) -> u32 {
        self.0
    }
}

impl Stream {
    /// The number under which the stores keep it: 0 for the floor, then the tables.
    pub const fn number(self) -> u32 {
        match self {
            Self::Floor => 0,
            Self::Table(table) => table.0,
        }
    }

    /// The stream kept under this number.
    pub const fn from_number(number: u32) -> Option<Self> {
        match (number, TableNumber::new(number)) {
            (0, _) => Some(Self::Floor),
            (_, Some(table)) => Some(Self::Table(table)),
            (_, None) => None,
        }
    }
}

impl fmt::Display for Stream {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Floor => write!(f, "floor"),
            Self::Table(table) => write!(f, "table {}", table.0),
        }
    }
}
