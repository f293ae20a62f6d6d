//! The exact distribution of one round's net result.

use std::collections::BTreeMap;

use taisai_rules::{Bet, PayTable, Roll, SettleRefusal};

use crate::checked::{Checked, Total};
use crate::dice::Dice;
use crate::fraction::Fraction;
use crate::integer::Integer;
use crate::natural::Natural;
use crate::root::Root;
use crate::wide::WideFraction;

/// The net results of a slip in one round, and how often each comes.
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
            let share = shares.entry(net(staked, settlement.returned())).or_default();
            *share = share.plus(dice.chance(roll));
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
        let held = self.outcomes.iter().filter(|&&(net, _)| holds(net));
        Fraction::new(held.map(|&(_, share)| share).total().into(), self.of.into())
    }

    /// The average net result of a round; negative if the house has the edge.
    pub fn mean(&self) -> Fraction {
        Fraction::new(self.sum(), self.of.into())
    }

    /// The net results, each as often as its share says, added up.
    fn sum(&self) -> i128 {
        let term = |&(net, share): &(i64, u64)| i128::from(net).times(i128::from(share));
        self.outcomes.iter().map(term).total()
    }

    /// The average of the squared distance from the mean, exactly.
    pub fn variance(&self) -> WideFraction {
        WideFraction::new(&self.central_sum(2), &self.shares_to_the(3))
    }

    /// The root of the variance.
    pub fn standard_deviation(&self) -> Root {
        Root::signed(false, self.central_sum(2).size().clone(), self.shares_to_the(3))
    }

    /// The sum of this power of the distances from the mean, each as often as its share says; the
    /// distances are in parts of a unit, as many parts as there are shares.
    fn central_sum(&self, power: u32) -> Integer {
        let (of, sum) = (Integer::new(self.of.into()), Integer::new(self.sum()));
        let term = |&(net, share): &(i64, u64)| {
            let distance = Integer::new(net.into()).times(&of).minus(&sum);
            distance.power(power).times(&Integer::new(share.into()))
        };
        self.outcomes.iter().map(term).fold(Integer::default(), |sum, term| sum.plus(&term))
    }

    fn shares_to_the(&self, power: u32) -> Natural {
        Natural::new(self.of.into()).power(power)
    }

    /// The house's share of what is staked: what it keeps on average.
    pub fn house_edge(&self) -> Fraction {
        -self.mean() * Fraction::new(1, self.staked.max(1).into())
    }

    /// The third standardised moment; `None` if nothing varies.
    pub fn skewness(&self) -> Option<Root> {
        // With s shares, the variance is v/s³ and the third moment is t/s⁴, so that the square of
        // the skewness, t²/s⁸ by v³/s⁹, is t²·s by v³.
        let (squares, cubes) = (self.central_sum(2), self.central_sum(3));
        if squares.is_zero() {
            return None;
        }
        let numerator = cubes.size().power(2).times(&self.shares_to_the(1));
        Some(Root::signed(cubes.is_negative(), numerator, squares.size().power(3)))
    }
}

/// The player's net result of a round.
pub(crate) fn net(staked: u64, returned: u64) -> i64 {
    let signed = |units: u64| i64::try_from(units).expect("settlements stay far below the ceiling");
    signed(returned).minus(signed(staked))
}
