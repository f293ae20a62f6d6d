//! The figures of one area: how often it wins, what the house keeps, how it swings.

use taisai_rules::{Area, Bet, PayTable, Roll, Stake};

use crate::checked::Total;
use crate::dice::Dice;
use crate::fraction::Fraction;
use crate::root::Root;
use crate::spread::Spread;
use crate::wide::WideFraction;

/// The exact figures of one area.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AreaOdds {
    area: Area,
    ways: u64,
    spread: Spread,
}

impl AreaOdds {
    /// The figures of an area, if the table offers it.
    pub fn of(table: &PayTable, area: Area, dice: &Dice) -> Option<Self> {
        let multiple = table.multiple(area)?;
        let stake = Stake::new(multiple.into()).expect("a multiple is a small stake");
        let spread = Spread::of(table, &[Bet::new(area, stake)], dice)
            .expect("an offered area takes a stake of its own multiple");
        let wins = |roll: &Roll| table.winning_areas(*roll).contains(area);
        let ways = Roll::all().filter(wins).map(|roll| dice.chance(roll)).total();
        Some(Self { area, ways, spread })
    }

    /// The figures of every offered area, in the order of [`Area::all`].
    pub fn all(table: &PayTable, dice: &Dice) -> Vec<Self> {
        table.offers().iter().filter_map(|offer| Self::of(table, offer.area, dice)).collect()
    }

    pub fn area(&self) -> Area {
        self.area
    }

    /// On how many of [`Spread::shares`] it wins: of 216 with fair dice.
    pub fn ways(&self) -> u64 {
        self.ways
    }

    /// The distribution for the smallest stake that can be paid exactly.
    pub fn spread(&self) -> &Spread {
        &self.spread
    }

    /// How often it wins.
    pub fn hit_frequency(&self) -> Fraction {
        Fraction::new(self.ways.into(), self.spread.shares().into())
    }

    /// What the house keeps of a stake on average; negative where the player has the edge.
    pub fn house_edge(&self) -> Fraction {
        self.spread.house_edge()
    }

    /// What goes back to the player of a stake on average.
    pub fn player_return(&self) -> Fraction {
        Fraction::ONE - self.house_edge()
    }

    /// The variance for a stake of one.
    pub fn variance(&self) -> WideFraction {
        let per_unit = WideFraction::from(Fraction::new(1, self.spread.staked().into()));
        self.spread.variance().times(&per_unit).times(&per_unit)
    }

    /// The standard deviation for a stake of one.
    pub fn standard_deviation(&self) -> Root {
        Root::of(&self.variance())
    }

    /// The skewness, which does not depend on the stake; `None` if nothing varies.
    pub fn skewness(&self) -> Option<Root> {
        self.spread.skewness()
    }

    /// A flag for a low return, to which a regulator might object.
    pub fn low_return(&self) -> Option<LowReturn> {
        let returned = self.player_return();
        if returned < Fraction::new(3, 4) {
            return Some(LowReturn::Under75);
        }
        (returned < Fraction::new(4, 5)).then_some(LowReturn::Under80)
    }
}

/// A return that is worth a flag.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LowReturn {
    /// Less than 75 % goes back.
    Under75,
    /// Less than 80 % goes back.
    Under80,
}
