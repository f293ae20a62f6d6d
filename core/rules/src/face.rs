//! The uppermost face of one die.

use std::fmt;

/// One of the six faces of a die; no seventh can be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Face {
    /// One pip.
    One = 1,
    /// Two pips.
    Two,
    /// Three pips.
    Three,
    /// Four pips.
    Four,
    /// Five pips.
    Five,
    /// Six pips.
    Six,
}

impl Face {
    /// All six faces, fewest pips first.
    pub const ALL: [Self; 6] =
        [Self::One, Self::Two, Self::Three, Self::Four, Self::Five, Self::Six];

    /// The face with this many pips, if a die has one.
    ///
    /// ```
    /// use taisai_rules::Face;
    /// assert_eq!(Face::new(4), Some(Face::Four));
    /// assert_eq!(Face::new(0), None);
    /// assert_eq!(Face::new(7), None);
    /// ```
    pub const fn new(pips: u8) -> Option<Self> {
        if 1 <= pips && pips <= 6 { Some(Self::ALL[pips as usize - 1]) } else { None }
    }

    /// How many pips the face shows.
    pub const fn pips(self) -> u8 {
        self as u8
    }
}

impl fmt::Display for Face {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.pips())
    }
}
