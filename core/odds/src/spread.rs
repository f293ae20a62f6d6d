//! The exact distribution of what one round brings.

use std::collections::BTreeMap;

use taisai_rules::{Bet, PayTable, Roll, SettleRefusal};

use crate::dice::Dice;
use crate::fraction::{Fraction, common_divisor};

/// What a slip brings in one round, net of its stakes, and how often.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spread {
    staked: u64,
    /// Net results, worst first, each with its share of `of`.
    outcomes: Vec<(i64, u64)>,
    of: u64,
}

impl Spread {
    /// The distribution of a slip, settled by the same table as in play.
    ///
    /// ```
    /// use taisai_odds::{Dice, Spread};
    /// # use taisai_rules::{Bet, Clause, DoubleOnTriple, Offer, PayTable, Pays, Stake};
    /// # let rule = Clause::new("house rule 1").unwrap();
    /// # let small = Offer::new("small", "Small", &rule, Pays::same("1 to 1", &rule)?)?;
    /// # let table = PayTable::new(vec![small], DoubleOnTriple::Wins)?;
    /// let slip = [Bet::new("small".parse()?, Stake::new(100)?)];
    /// let spread = Spread::of(&table, &slip, &Dice::FAIR)?;
    /// assert_eq!(spread.outcomes(), [(-100, 111), (100, 105)]);
    /// assert_eq!(spread.house_edge().to_string(), "1/36");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn of(table: &PayTable, slip: &[Bet], dice: &Dice) -> Result<Self, SettleRefusal> {
        let mut shares: BTreeMap<i64, u64> = BTreeMap::new();
        let mut staked = 0;
        for roll in Roll::all() {
            let settlement = table.settle(roll, slip)?;
            staked = settlement.staked();
            *shares.entry(net(staked, settlement.returned())).or_default() += dice.chance(roll);
        }
        let outcomes = shares.into_iter().filter(|&(_, share)| share > 0).collect();
        Ok(Self { staked, outcomes, of: dice.chance_of_all() })
    }

    /// What is staked in a round.
    pub fn staked(&self) -> u64 {
        self.staked
    }

    /// Every net result, worst first, with its share of [`Self::shares`].
    pub fn outcomes(&self) -> &[(i64, u64)] {
        &self.outcomes
    }

    /// The sum of all shares: 216 with fair dice.
    pub fn shares(&self) -> u64 {
        self.of
    }

    /// The chance of a net result for which this holds.
    pub fn chance(&self, holds: impl Fn(i64) -> bool) -> Fraction {
        let shares: u64 =
            self.outcomes.iter().filter(|&&(net, _)| holds(net)).map(|&(_, share)| share).sum();
        Fraction::new(shares.into(), self.of.into())
    }

    /// What a round brings on average; negative where the house has the edge.
    pub fn mean(&self) -> Fraction {
        let term = |&(net, share): &(i64, u64)| i128::from(net) * i128::from(share);
        Fraction::new(self.outcomes.iter().map(term).sum(), self.of.into())
    }

    /// The average of the squared distance from the mean.
    pub fn variance(&self) -> Fraction {
        // In units of what all results have in common, so that large round stakes stay small.
        let unit = self.outcomes.iter().map(|&(net, _)| net.unsigned_abs()).fold(0, common_divisor);
        let unit = i128::from(unit.max(1));
        let moment = |power: u32| {
            let term = |&(net, share): &(i64, u64)| {
                (i128::from(net) / unit).pow(power) * i128::from(share)
            };
            Fraction::new(self.outcomes.iter().map(term).sum(), self.of.into())
        };
        let mean = moment(1);
        (moment(2) - mean * mean) * Fraction::whole(unit * unit)
    }

    /// The root of the variance.
    pub fn standard_deviation(&self) -> Fraction {
        self.variance().square_root()
    }

    /// The house's share of what is staked: what it keeps on average.
    pub fn house_edge(&self) -> Fraction {
        -self.mean() * Fraction::new(1, self.staked.max(1).into())
    }

    /// The third standardised moment, to some nine places; 0 where nothing varies.
    pub fn skewness(&self) -> Fraction {
        const PLACES: u32 = 32;
        let sd = fixed(self.standard_deviation(), PLACES);
        if sd == 0 {
            return Fraction::ZERO;
        }
        let mean = fixed(self.mean(), PLACES);
        let cubes: i128 = self
            .outcomes
            .iter()
            .map(|&(net, share)| {
                let deviation = (i128::from(net) << PLACES) - mean;
                let standardised = (deviation << PLACES) / sd;
                let square = (standardised * standardised) >> PLACES;
                // The shares of all squares together are the whole, so that a result far out has
                // a small share: share times square first, and the cube stays in range.
                (square * i128::from(share) * standardised) >> PLACES
            })
            .sum();
        Fraction::new(cubes, i128::from(self.of) << PLACES)
    }
}

/// A fraction with this many binary places, cut off.
fn fixed(fraction: Fraction, places: u32) -> i128 {
    let (numerator, denominator) = (fraction.numerator(), fraction.denominator());
    let whole = numerator / denominator;
    let mut rest = numerator % denominator;
    let mut value = whole;
    for _ in 0..places {
        rest *= 2;
        value = value * 2 + rest / denominator;
        rest %= denominator;
    }
    value
}

/// What is left of a round for the player.
pub(crate) fn net(staked: u64, returned: u64) -> i64 {
    let signed = |units: u64| i64::try_from(units).expect("settlements stay far below the ceiling");
    signed(returned) - signed(staked)
}
