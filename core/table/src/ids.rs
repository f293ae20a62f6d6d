//! Names of people, places and things: numbers that cannot be mistaken for one another.

use std::fmt;

/// Declares a number that names one kind of thing.
macro_rules! id {
    ($(#[$about:meta])* $name:ident($number:ty)) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(pub $number);

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.fmt(f)
            }
        }
    };
}

id! {
    /// A terminal's place at the table.
    SeatNumber(u16)
}
id! {
    /// A person who plays.
    PlayerId(u64)
}
id! {
    /// A person who works here.
    StaffId(u32)
}
id! {
    /// A log-in of a person or a terminal; requests are counted within it.
    SessionId(u64)
}
id! {
    /// A request within its session; the same number again is the same request.
    RequestId(u64)
}
id! {
    /// A round of this table, from 1.
    RoundNumber(u64)
}
id! {
    /// A betting instrument that carries credit between cage and table.
    VoucherId(u128)
}
id! {
    /// A display that was enrolled at a table; the floor numbers it with its terminals.
    DisplayId(u32)
}
id! {
    /// A shaker.
    ShakerId(u32)
}
id! {
    /// A set of three dice.
    DiceSetId(u32)
}
id! {
    /// One die of a set.
    DieId(u32)
}
id! {
    /// A case of this table, from 1.
    CaseId(u32)
}
id! {
    /// What one person proposed and another must approve.
    ProposalId(u32)
}

/// The most seats of a table.
pub(crate) const SEATS_MAX: usize = 10_000;
/// The most people who work at a table.
pub(crate) const STAFF_MAX: usize = 100;

impl StaffId {
    /// Nobody's number: what was done under it was done by the house's own configuration. People
    /// are numbered from 1.
    pub const HOUSE: Self = Self(0);
}

impl PlayerId {
    /// Nobody's number: players are numbered from 1.
    pub const NOBODY: Self = Self(0);
}

impl RoundNumber {
    /// The round after this one.
    pub(crate) const fn next(self) -> Self {
        Self(self.0 + 1)
    }
}
