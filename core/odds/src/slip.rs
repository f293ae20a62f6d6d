//! Several bets on one roll: their joint result, and which work against each other.

use std::cmp::Reverse;

use taisai_rules::{Area, Bet, PayTable, Roll, SettleRefusal};

use crate::checked::Total;
use crate::dice::Dice;
use crate::fraction::Fraction;
use crate::spread::{Spread, net};

/// The exact figures of a slip.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SlipOdds {
    spread: Spread,
    /// The net result of every roll, in the order of [`Roll::all`].
    nets: Vec<i64>,
    worst: Roll,
    best: Roll,
    relations: Vec<Relation>,
}

impl SlipOdds {
    /// The figures of a slip.
    pub fn of(table: &PayTable, slip: &[Bet], dice: &Dice) -> Result<Self, SettleRefusal> {
        let spread = Spread::of(table, slip, dice)?;
        let nets = Roll::all()
            .map(|roll| {
                let settlement = table.settle(roll, slip)?;
                Ok(net(settlement.staked(), settlement.returned()))
            })
            .collect::<Result<Vec<i64>, SettleRefusal>>()?;
        // A roll that these dice cannot show is neither the worst nor the best.
        let possible = || Roll::all().filter(|roll| dice.chance(*roll) > 0);
        let worst = possible().min_by_key(|roll| nets[roll.index()]).expect("some roll comes up");
        // Reversed, because `max_by_key` takes the last of equals, and people expect the first.
        let best =
            possible().min_by_key(|roll| Reverse(nets[roll.index()])).expect("some roll comes up");
        Ok(Self { spread, nets, worst, best, relations: relations(table, slip, dice) })
    }

    /// The distribution of the net result.
    pub fn spread(&self) -> &Spread {
        &self.spread
    }

    /// The net result of a roll.
    pub fn net(&self, roll: Roll) -> i64 {
        self.nets[roll.index()]
    }

    /// The chance to come out ahead.
    pub fn chance_ahead(&self) -> Fraction {
        self.spread.chance(|net| net > 0)
    }

    /// The first roll of the worst result.
    pub fn worst_roll(&self) -> Roll {
        self.worst
    }

    /// The first roll of the best result.
    pub fn best_roll(&self) -> Roll {
        self.best
    }

    /// The relation of each pair of bets.
    pub fn relations(&self) -> &[Relation] {
        &self.relations
    }
}

/// The relation of two bets of a slip.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Relation {
    /// The place of the one bet in the slip.
    pub one: usize,
    /// The place of the other.
    pub other: usize,
    /// Their relation.
    pub kind: RelationKind,
}

/// The kinds of relation between two bets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RelationKind {
    /// They win on exactly the same rolls.
    Same,
    /// Wherever the one wins, the other wins too: it lies in the other's shadow.
    Shadowed,
    /// Wherever the other wins, the one wins too.
    Shadows,
    /// They never win together: one pays for the other.
    Cancel {
        /// In how many ways both lose.
        both_lose: u64,
        /// The area that wins exactly when both lose, if there is one.
        exactly_on: Option<Area>,
    },
}

/// All relations worth reporting; two bets that merely overlap have none.
fn relations(table: &PayTable, slip: &[Bet], dice: &Dice) -> Vec<Relation> {
    let wins: Vec<RollSet> = slip.iter().map(|bet| RollSet::won_by(table, bet.area)).collect();
    let mut found = Vec::new();
    for (one, ones) in wins.iter().enumerate() {
        for (other, others) in wins.iter().enumerate().skip(one.saturating_add(1)) {
            let kind = relation(table, ones, others, dice);
            found.extend(kind.map(|kind| Relation { one, other, kind }));
        }
    }
    found
}

fn relation(
    table: &PayTable,
    ones: &RollSet,
    others: &RollSet,
    dice: &Dice,
) -> Option<RelationKind> {
    if ones == others {
        return Some(RelationKind::Same);
    }
    if ones.is_within(others) {
        return Some(RelationKind::Shadowed);
    }
    if others.is_within(ones) {
        return Some(RelationKind::Shadows);
    }
    let both_lose = ones.neither(others);
    let never_together = Roll::all().all(|roll| !(ones.has(roll) && others.has(roll)));
    never_together.then(|| RelationKind::Cancel {
        both_lose: both_lose.ways(dice),
        exactly_on: Area::all()
            .find(|&area| RollSet::hit_by(area, table.double_on_triple()) == both_lose),
    })
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct RollSet(Vec<bool>);

impl RollSet {
    fn won_by(table: &PayTable, area: Area) -> Self {
        Self(Roll::all().map(|roll| table.winning_areas(roll).contains(area)).collect())
    }

    fn hit_by(area: Area, double_on_triple: taisai_rules::DoubleOnTriple) -> Self {
        Self(Roll::all().map(|roll| area.hit(roll, double_on_triple).is_some()).collect())
    }

    fn has(&self, roll: Roll) -> bool {
        self.0[roll.index()]
    }

    fn is_within(&self, other: &Self) -> bool {
        Roll::all().all(|roll| !self.has(roll) || other.has(roll))
    }

    fn neither(&self, other: &Self) -> Self {
        Self(Roll::all().map(|roll| !self.has(roll) && !other.has(roll)).collect())
    }

    fn ways(&self, dice: &Dice) -> u64 {
        Roll::all().filter(|roll| self.has(*roll)).map(|roll| dice.chance(roll)).total()
    }
}
