//! The chips of a felt table, and which of them make an amount.

use taisai_rules::{PayTable, Stake};

use crate::config::Limits;
use crate::money::Money;

/// What value chips of a house are worth, the smallest first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Denominations(Vec<Stake>);

/// So many chips of one value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ChipCount {
    /// What one is worth.
    pub value: Stake,
    /// How many.
    pub count: u64,
}

/// What casinos usually have, in units of the smallest coin.
const USUAL: [u64; 7] = [100, 500, 2_500, 10_000, 50_000, 100_000, 500_000];

impl Denominations {
    /// The most values a house has.
    pub const MAX: usize = 12;

    /// The values, each larger than the one before it.
    pub fn new(values: &[Stake]) -> Option<Self> {
        let sound = !values.is_empty()
            && values.len() <= Self::MAX
            && values.is_sorted_by(|one, next| one < next);
        sound.then(|| Self(values.to_vec()))
    }

    /// What a table has whose house says nothing: the usual values, and below them the one that
    /// every stake and every win here is made of.
    pub fn usual(limits: &Limits, pays: &PayTable) -> Self {
        let part = part_of_every_payment(limits, pays);
        let smallest = USUAL.into_iter().find(|value| part.is_multiple_of(*value));
        let above = USUAL.into_iter().filter(|value| *value > smallest.unwrap_or(part));
        let values = std::iter::once(smallest.unwrap_or(part)).chain(above);
        let stakes: Vec<Stake> = values.filter_map(|value| Stake::new(value).ok()).collect();
        Self::new(&stakes).expect("a part of a stake is a stake, and the usual values are in order")
    }

    /// The values.
    pub fn values(&self) -> &[Stake] {
        &self.0
    }

    /// The smallest value.
    pub fn smallest(&self) -> Stake {
        self.0[0]
    }

    /// Whether every stake that the limits let anybody place, and every win on it, can be made of
    /// these chips.
    pub fn make_every_payment(&self, limits: &Limits, pays: &PayTable) -> bool {
        part_of_every_payment(limits, pays).is_multiple_of(self.smallest().units())
    }

    /// The fewest large chips that make an amount, the largest first, and what is left over.
    pub fn make(&self, amount: Money) -> (Vec<ChipCount>, Money) {
        let mut left = amount.units();
        let mut counts = Vec::new();
        for value in self.0.iter().rev() {
            let count = left / value.units();
            if count > 0 {
                counts.push(ChipCount { value: *value, count });
            }
            left %= value.units();
        }
        (counts, Money::new(left).expect("a part is never more than the whole"))
    }
}

/// The largest amount of which every stake and every win at these limits is a multiple.
fn part_of_every_payment(limits: &Limits, pays: &PayTable) -> u64 {
    pays.offers().iter().fold(0, |part, offer| {
        let payable = u64::from(pays.multiple(offer.area).unwrap_or(1));
        let multiple = u64::from(limits.of(offer.area).multiple());
        let step = multiple / common(multiple, payable) * payable;
        let wins = offer.pays.lines().iter().map(|line| {
            // A step is a multiple of what the odds divide by.
            step / u64::from(line.odds.stake()) * u64::from(line.odds.win())
        });
        wins.fold(common(part, step), common)
    })
}

/// The greatest common divisor.
const fn common(one: u64, other: u64) -> u64 {
    let (mut one, mut other) = (one, other);
    while other != 0 {
        (one, other) = (other, one % other);
    }
    one
}
