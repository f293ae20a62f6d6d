//! Names of what only the floor knows; everything else has its name from the table.

use std::fmt;

/// A table of this floor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TableId(pub u32);

/// A terminal that was enrolled at a seat; the number is never given again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TerminalId(pub u32);

/// A day of a table's bank, from 1 upwards at each table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct DayNumber(pub u32);

/// The number of a fill or credit slip, from 1 upwards in the whole house.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SlipNumber(pub u64);

/// The short number by which people look a voucher up, from 1 upwards. It pays nothing.
///
/// Whenever somebody accepts an old copy of the journal, numbers go on in another series, so that
/// no number stands on two papers: people read the series before the number, as in `983456-17`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LookUpNumber(pub u64);

impl LookUpNumber {
    /// A series has fewer numbers than this.
    pub const SERIES: u64 = 100_000_000;

    /// The first number of a series.
    pub const fn first_of(series: u64) -> Self {
        Self(series.saturating_mul(Self::SERIES).saturating_add(1))
    }

    /// The series it is of; 0 until an old copy was accepted.
    pub const fn series(self) -> u64 {
        self.0 / Self::SERIES
    }
}

/// The SHA-256 digest of a secret that its owner keeps: a session's or terminal's token, or the
/// code shown for an enrolment.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Digest(pub [u8; 32]);

impl fmt::Display for TableId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl fmt::Display for TerminalId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl fmt::Display for DayNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl fmt::Display for SlipNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl fmt::Display for LookUpNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.series() {
            0 => self.0.fmt(f),
            series => write!(f, "{series}-{}", self.0 % Self::SERIES),
        }
    }
}

/// Logs and failing tests show enough to tell two digests apart.
impl fmt::Debug for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [first, second, third, fourth, ..] = self.0;
        write!(f, "Digest({first:02x}{second:02x}{third:02x}{fourth:02x}…)")
    }
}
