//! How likely each face is: fair dice, and dice that are not.

use std::fmt;

use taisai_rules::{Face, Roll};

use crate::checked::{Checked, Total};
use crate::fraction::common_divisor;

/// Three dice whose faces come up in proportion to whole numbers, the same for each die.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Dice([u32; 6]);

impl Dice {
    /// Dice on which every face is equally likely.
    pub const FAIR: Self = Self([1; 6]);
    /// The largest sum of the six weights; it keeps every exact figure within reach.
    pub const WEIGHT_MAX: u32 = 10_000;

    /// Dice with these weights, face one first.
    ///
    /// ```
    /// use taisai_odds::{Dice, DiceError};
    /// let loaded = Dice::weighted([1, 1, 1, 1, 1, 2])?;
    /// assert_eq!(loaded.chance_of_all(), 343);
    /// assert_eq!(Dice::weighted([5; 6])?, Dice::FAIR);
    /// assert_eq!(Dice::weighted([0; 6]), Err(DiceError::Nothing));
    /// # Ok::<(), DiceError>(())
    /// ```
    pub fn weighted(weights: [u32; 6]) -> Result<Self, DiceError> {
        let divisor = weights.iter().map(|&weight| u64::from(weight)).fold(0, common_divisor);
        if divisor == 0 {
            return Err(DiceError::Nothing);
        }
        let weights = weights.map(|weight| u64::from(weight).checked_div(divisor).unwrap_or(0));
        if weights.into_iter().total() > u64::from(Self::WEIGHT_MAX) {
            return Err(DiceError::TooFine);
        }
        Ok(Self(weights.map(|weight| u32::try_from(weight).expect("no larger than before"))))
    }

    /// The weight of a face.
    pub const fn weight(&self, face: Face) -> u32 {
        self.0[(face.pips() as usize).saturating_sub(1)]
    }

    /// The sum of all six weights.
    pub fn weight_of_all(&self) -> u32 {
        self.0.iter().copied().total()
    }

    /// How often a roll comes up in [`Self::chance_of_all`] rolls; once in 216 with fair dice.
    pub fn chance(&self, roll: Roll) -> u64 {
        roll.faces().iter().fold(1, |chance, &face| chance.times(u64::from(self.weight(face))))
    }

    /// The cube of the sum of the weights: 216 for fair dice.
    pub fn chance_of_all(&self) -> u64 {
        let weight = u64::from(self.weight_of_all());
        weight.times(weight).times(weight)
    }
}

/// Why numbers are not weights of dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DiceError {
    /// No face can come up.
    Nothing,
    /// In lowest terms the weights sum to more than [`Dice::WEIGHT_MAX`].
    TooFine,
}

impl fmt::Display for DiceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Nothing => write!(f, "some face must come up"),
            Self::TooFine => write!(f, "the weights sum to at most {}", Dice::WEIGHT_MAX),
        }
    }
}

impl std::error::Error for DiceError {}
