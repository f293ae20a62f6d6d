//! Three dice at rest, each known by its place.

use std::fmt;
use std::str::FromStr;

use crate::face::Face;

/// Three dice at rest, in the order of the dice's identities. The order never matters to a bet, but
/// it does to anybody who examines the dice themselves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Roll([Face; 3]);

impl Roll {
    /// How many different rolls three identified dice can make.
    pub const COUNT: usize = 216;

    /// A roll of these three dice.
    pub const fn new(first: Face, second: Face, third: Face) -> Self {
        Self([first, second, third])
    }

    /// Every roll once, `1,1,1` first and `6,6,6` last.
    ///
    /// ```
    /// use taisai_rules::Roll;
    /// assert_eq!(Roll::all().filter(|roll| roll.is_triple()).count(), 6);
    /// ```
    pub fn all() -> impl ExactSizeIterator<Item = Self> + Clone {
        (0..Self::COUNT).map(Self::from_index)
    }

    /// The roll at this place of [`Roll::all`], if there is one.
    pub const fn at(index: u8) -> Option<Self> {
        if (index as usize) < Self::COUNT { Some(Self::from_index(index as usize)) } else { None }
    }

    const fn from_index(index: usize) -> Self {
        Self([Face::ALL[index / 36 % 6], Face::ALL[index / 6 % 6], Face::ALL[index % 6]])
    }

    /// The index of this roll in [`Roll::all`], from 0 to 215.
    pub const fn index(self) -> usize {
        let [first, second, third] = self.0;
        (first.pips() as usize - 1) * 36
            + (second.pips() as usize - 1) * 6
            + (third.pips() as usize - 1)
    }

    /// The three faces in the order of the dice.
    pub const fn faces(self) -> [Face; 3] {
        self.0
    }

    /// The three faces, fewest pips first.
    pub fn ascending(self) -> [Face; 3] {
        let mut faces = self.0;
        faces.sort_unstable();
        faces
    }

    /// The sum of the pips, from 3 to 18.
    pub const fn total(self) -> u8 {
        let [first, second, third] = self.0;
        first.pips() + second.pips() + third.pips()
    }

    /// Whether all three dice show the same face.
    pub fn is_triple(self) -> bool {
        self.showing(self.0[0]) == 3
    }

    /// How many of the three dice show this face.
    pub fn showing(self, face: Face) -> u8 {
        self.0.iter().map(|&die| u8::from(die == face)).sum()
    }
}

impl fmt::Display for Roll {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [first, second, third] = self.0;
        write!(f, "{first},{second},{third}")
    }
}

/// Why a text is not three dice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RollError {
    /// There are more or fewer than three values.
    NotThreeDice {
        /// How many values there are.
        found: usize,
    },
    /// A value is not a face of a die.
    NotAFace {
        /// Which die, from 1 to 3.
        die: usize,
    },
}

impl fmt::Display for RollError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotThreeDice { found } => {
                write!(f, "a roll is three dice, such as 4,4,2; this has {found}")
            }
            Self::NotAFace { die } => write!(f, "die {die} must show 1 to 6"),
        }
    }
}

impl std::error::Error for RollError {}

impl FromStr for Roll {
    type Err = RollError;

    fn from_str(text: &str) -> Result<Self, RollError> {
        let values: Vec<&str> = text.split(',').map(str::trim).collect();
        let [first, second, third] = values[..] else {
            return Err(RollError::NotThreeDice { found: values.len() });
        };
        let face = |die: usize, value: &str| {
            // Exactly one digit: `+4` and `04` are mistakes, not faces.
            let digit = value.chars().next().filter(|_| value.len() == 1);
            let pips = digit.and_then(|digit| digit.to_digit(10));
            let face = pips.and_then(|pips| u8::try_from(pips).ok()).and_then(Face::new);
            face.ok_or(RollError::NotAFace { die })
        };
        Ok(Self([face(1, first)?, face(2, second)?, face(3, third)?]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_roll_knows_its_place() {
        assert_eq!(Roll::all().len(), Roll::COUNT);
        for (index, roll) in Roll::all().enumerate() {
            assert_eq!(roll.index(), index);
            assert_eq!(u8::try_from(index).ok().and_then(Roll::at), Some(roll));
            assert_eq!(roll.to_string().parse(), Ok(roll));
        }
    }

    #[test]
    fn there_is_no_roll_past_the_last() {
        assert_eq!(Roll::at(215), Roll::all().last());
        assert_eq!(Roll::at(216), None);
    }

    #[test]
    fn a_text_that_is_not_three_faces_is_refused() {
        let cases = [
            ("", RollError::NotThreeDice { found: 1 }),
            ("4,4", RollError::NotThreeDice { found: 2 }),
            ("4,4,2,1", RollError::NotThreeDice { found: 4 }),
            ("0,4,2", RollError::NotAFace { die: 1 }),
            ("4,7,2", RollError::NotAFace { die: 2 }),
            ("4,4,x", RollError::NotAFace { die: 3 }),
            ("4,4,-2", RollError::NotAFace { die: 3 }),
            ("4,4,256", RollError::NotAFace { die: 3 }),
            ("+4,4,2", RollError::NotAFace { die: 1 }),
            ("04,4,2", RollError::NotAFace { die: 1 }),
            ("4,٤,2", RollError::NotAFace { die: 2 }),
        ];
        for (text, refusal) in cases {
            assert_eq!(text.parse::<Roll>(), Err(refusal), "{text}");
        }
    }
}
