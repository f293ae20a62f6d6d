//! The cheapest way to bet a wish: "I want to win 100 or more with one roll".

use taisai_rules::{Area, PayTable, Stake};

use crate::area_odds::AreaOdds;
use crate::checked::Checked;
use crate::dice::Dice;
use crate::fraction::Fraction;

/// One area's way to a wished win.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Way {
    pub area: Area,
    /// The smallest stake on it that wins the wish whenever it wins.
    pub stake: Stake,
    /// How often it wins.
    pub chance: Fraction,
    /// What the stake costs on average.
    pub cost: Fraction,
}

/// Every area's way to win at least this much, the cheapest first.
///
/// An area whose stake would be over the ceiling has no way. A single is counted by its lowest
/// odds: one die alone must already win the wished amount.
pub fn ways_to_win(table: &PayTable, win: u64, dice: &Dice) -> Vec<Way> {
    let mut ways: Vec<Way> =
        AreaOdds::all(table, dice).iter().filter_map(|odds| way(table, odds, win)).collect();
    ways.sort_by_key(|way| (way.cost, way.stake, way.area));
    ways
}

fn way(table: &PayTable, odds: &AreaOdds, win: u64) -> Option<Way> {
    let offer = table.offer(odds.area())?;
    let lowest = offer.pays.lines().iter().map(|line| line.odds).min()?;
    let multiple = u128::from(table.multiple(odds.area())?);
    let needed = u128::from(win).times(lowest.stake().into()).div_ceil(lowest.win().into());
    let stake = needed.div_ceil(multiple).max(1).times(multiple);
    let stake = Stake::new(u64::try_from(stake).ok()?).ok()?;
    let cost = odds.house_edge() * Fraction::whole(stake.units().into());
    Some(Way { area: odds.area(), stake, chance: odds.hit_frequency(), cost })
}
