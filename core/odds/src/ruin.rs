//! Gambler's ruin: reaching a target before the money runs out, with a bound on the error.
//!
//! Levels of the bankroll are gone through from the lowest up. For each the chances are worked out
//! with which the bankroll first rises above it, by how much, or is ruined before; the level itself
//! can then be forgotten. Chances are whole numbers of 2^-62, always rounded down, nothing is ever
//! subtracted from them, and what target and ruin together lack to the whole bounds the error of
//! both. The expected number of rounds follows from Wald's identity.

use std::cmp::Ordering;
use std::collections::VecDeque;
use std::fmt;

use crate::fraction::{Fraction, common_divisor};
use crate::spread::Spread;

/// The whole, in the unit in which chances are kept.
const WHOLE: u64 = 1 << 62;

/// The chances of a player with a bankroll who plays one slip until it is ruined or at its target.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ruin {
    reached: Fraction,
    ruined: Fraction,
    rounds: Option<Fraction>,
}

/// What the player brings and wants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Purse {
    /// The money at the start.
    pub bankroll: u64,
    /// The money at which to stop.
    pub target: u64,
}

impl Ruin {
    /// The most levels of the bankroll, in steps of the slip's results.
    pub const LEVELS_MAX: u64 = 100_000;
    /// The most work: levels times the steps down times the steps up.
    pub const WORK_MAX: u64 = 4_000_000_000;

    /// Plays the slip until the bankroll is at its target, or too small to stake again.
    pub fn of(round: &Spread, purse: Purse) -> Result<Self, RuinRefusal> {
        let ladder = Ladder::of(round, purse)?;
        let mut climb = Climb::start(&ladder);
        for level in 0..ladder.levels {
            climb.eliminate(level);
        }
        Ok(climb.finish(round, purse))
    }

    /// The chance to reach the target; too low by at most the error bound.
    pub fn chance_of_target(&self) -> Fraction {
        self.reached
    }

    /// The chance of ruin; too low by at most the error bound.
    pub fn chance_of_ruin(&self) -> Fraction {
        self.ruined
    }

    /// The bound on the error of both chances.
    pub fn error_bound(&self) -> Fraction {
        Fraction::ONE - self.reached - self.ruined
    }

    /// How many rounds it takes on average; `None` where the slip neither wins nor loses on
    /// average, for which this identity has no answer.
    pub fn expected_rounds(&self) -> Option<Fraction> {
        self.rounds
    }
}

/// The levels of the bankroll and the steps between them.
struct Ladder {
    /// The bankroll at level 0, the lowest at which the slip can still be staked.
    lowest: u64,
    /// The distance between two levels.
    step: u64,
    /// How many levels lie below the target.
    levels: usize,
    start: usize,
    /// Chances to stay, to fall and to rise by so many levels.
    stay: u64,
    falls: Vec<(usize, u64)>,
    rises: Vec<(usize, u64)>,
}

impl Ladder {
    fn of(round: &Spread, purse: Purse) -> Result<Self, RuinRefusal> {
        let Purse { bankroll, target } = purse;
        if bankroll < round.staked() {
            return Err(RuinRefusal::BankrollTooSmall { staked: round.staked() });
        }
        if target <= bankroll {
            return Err(RuinRefusal::TargetTooSmall);
        }
        let step =
            round.outcomes().iter().map(|&(net, _)| net.unsigned_abs()).fold(0, common_divisor);
        if step == 0 {
            return Err(RuinRefusal::NothingChanges);
        }
        let lowest = round.staked() + (bankroll - round.staked()) % step;
        let levels = (target - lowest).div_ceil(step);
        let start = countable((bankroll - lowest) / step);
        let moves = |wanted: fn(i64) -> bool| {
            let chosen = round.outcomes().iter().filter(move |&&(net, _)| wanted(net));
            let levels = |net: i64| countable(net.unsigned_abs() / step);
            chosen.map(|&(net, share)| (levels(net), rounded_down(share, round))).collect()
        };
        let (falls, rises): (Vec<_>, Vec<_>) = (moves(|net| net < 0), moves(|net| net > 0));
        let stays: Vec<(usize, u64)> = moves(|net| net == 0);
        let stay = stays.first().map_or(0, |&(_, chance)| chance);
        let ladder = Self { lowest, step, levels: 0, start, stay, falls, rises };
        ladder.bounded(levels)
    }

    fn bounded(mut self, levels: u64) -> Result<Self, RuinRefusal> {
        let (down, up) = (self.deepest_fall() as u64, self.highest_rise() as u64);
        let work = levels.checked_mul(down.max(1)).and_then(|work| work.checked_mul(down + up));
        if levels > Ruin::LEVELS_MAX || work.is_none_or(|work| work > Ruin::WORK_MAX) {
            return Err(RuinRefusal::TooMuchWork);
        }
        self.levels = countable(levels);
        Ok(self)
    }

    fn deepest_fall(&self) -> usize {
        self.falls.iter().map(|&(levels, _)| levels).max().unwrap_or(0)
    }

    fn highest_rise(&self) -> usize {
        self.rises.iter().map(|&(levels, _)| levels).max().unwrap_or(0)
    }

    /// The bankroll at a level; ruined ones lie below level 0.
    fn bankroll(&self, level: i128) -> i128 {
        i128::from(self.lowest) + level * i128::from(self.step)
    }
}

fn countable(number: u64) -> usize {
    usize::try_from(number).expect("levels fit the memory")
}

fn rounded_down(share: u64, round: &Spread) -> u64 {
    let chance = u128::from(share) * u128::from(WHOLE) / u128::from(round.shares());
    u64::try_from(chance).expect("a chance is at most the whole")
}

/// Where a level leads: up by so many levels, or to ruin so many levels below the lowest.
#[derive(Clone)]
struct Exits {
    up: Vec<u64>,
    ruin: Vec<u64>,
}

/// The climb from level to level.
struct Climb<'a> {
    ladder: &'a Ladder,
    /// The exits of the last levels, as many as a fall can reach back; the highest last.
    known: VecDeque<Exits>,
    /// The chance to ever stand on each level for the first time from below, and on the target.
    arriving: Vec<u64>,
    ruined: Vec<u64>,
}

impl<'a> Climb<'a> {
    fn start(ladder: &'a Ladder) -> Self {
        let mut arriving = vec![0; ladder.levels + ladder.highest_rise() + 1];
        arriving[ladder.start] = WHOLE;
        let ruined = vec![0; ladder.deepest_fall()];
        Self { ladder, known: VecDeque::new(), arriving, ruined }
    }

    fn eliminate(&mut self, level: usize) {
        let exits = self.exits(level);
        let mass = self.arriving[level];
        if mass > 0 {
            for (place, &chance) in exits.up.iter().enumerate() {
                self.arriving[level + place + 1] += both(mass, chance);
            }
            for (ruined, &chance) in self.ruined.iter_mut().zip(&exits.ruin) {
                *ruined += both(mass, chance);
            }
        }
        self.known.push_back(exits);
        if self.known.len() > self.ladder.deepest_fall() {
            self.known.pop_front();
        }
    }

    /// The exits of a level, given those of all levels below it that a fall can reach.
    fn exits(&self, level: usize) -> Exits {
        let ladder = self.ladder;
        let mut exits =
            Exits { up: vec![0; ladder.highest_rise()], ruin: vec![0; ladder.deepest_fall()] };
        let mut back = ladder.stay;
        for &(levels, chance) in &ladder.rises {
            exits.up[levels - 1] += chance;
        }
        // What has fallen, by how far below the level it stands; 0 is not used.
        let mut fallen = vec![0; ladder.deepest_fall() + 1];
        for &(levels, chance) in &ladder.falls {
            if levels > level {
                exits.ruin[levels - level - 1] += chance;
            } else {
                fallen[levels] += chance;
            }
        }
        for depth in (1..=ladder.deepest_fall().min(level)).rev() {
            let mass = fallen[depth];
            if mass > 0 {
                let known = &self.known[self.known.len() - depth];
                back += rise(known, mass, depth, &mut fallen, &mut exits);
            }
        }
        exits.without_return(back);
        exits
    }

    fn finish(self, round: &Spread, purse: Purse) -> Ruin {
        let ladder = self.ladder;
        let above = (ladder.levels..).zip(&self.arriving[ladder.levels..]);
        let above = above.map(|(level, &mass)| (level as i128, mass));
        let below = (1..).zip(&self.ruined).map(|(depth, &mass)| (-depth, mass));
        let (mut reached, mut ruined, mut gained) = (0, 0, 0);
        for (level, mass) in above.chain(below) {
            *(if level > 0 { &mut reached } else { &mut ruined }) += mass;
            gained += i128::from(mass) * (ladder.bankroll(level) - i128::from(purse.bankroll));
        }
        let chance = |mass: u64| Fraction::new(mass.into(), WHOLE.into());
        let (reached, ruined) = (chance(reached), chance(ruined));
        Ruin { reached, ruined, rounds: expected_rounds(round, gained) }
    }
}

/// Lets what has fallen rise again by the exits of its own level. What lands below the level in
/// question waits there, what lands on it is returned, and what lands above has left.
fn rise(known: &Exits, mass: u64, depth: usize, fallen: &mut [u64], exits: &mut Exits) -> u64 {
    let mut back = 0;
    for (place, &chance) in known.up.iter().enumerate() {
        let (risen, part) = (place + 1, both(mass, chance));
        match risen.cmp(&depth) {
            Ordering::Less => fallen[depth - risen] += part,
            Ordering::Equal => back += part,
            Ordering::Greater => exits.up[risen - depth - 1] += part,
        }
    }
    for (ruin, &chance) in exits.ruin.iter_mut().zip(&known.ruin) {
        *ruin += both(mass, chance);
    }
    back
}

impl Exits {
    /// Whoever comes back to the level tries again, so the exits share the whole among them.
    fn without_return(&mut self, back: u64) {
        let leaving = u128::from(WHOLE - back);
        for chance in self.up.iter_mut().chain(&mut self.ruin) {
            let scaled = u128::from(*chance) * u128::from(WHOLE) / leaving;
            *chance = u64::try_from(scaled).expect("the exits are at most what leaves");
        }
    }
}

/// The chance of one thing and then another, rounded down.
fn both(one: u64, other: u64) -> u64 {
    let product = u128::from(one) * u128::from(other) / u128::from(WHOLE);
    u64::try_from(product).expect("a chance is at most the whole")
}

/// Wald: what is gained on average is what a round brings times the number of rounds. `gained` is
/// in units of 2^-62; twenty binary places of it are kept.
fn expected_rounds(round: &Spread, gained: i128) -> Option<Fraction> {
    let mean = round.mean();
    if mean == Fraction::ZERO {
        return None;
    }
    let gained = Fraction::new(gained >> 42, 1 << 20);
    Some(gained * mean.inverse())
}

/// Why the chances are not worked out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RuinRefusal {
    /// The bankroll does not cover the slip once.
    BankrollTooSmall {
        /// What the slip stakes.
        staked: u64,
    },
    /// The target is not above the bankroll.
    TargetTooSmall,
    /// The slip can neither win nor lose.
    NothingChanges,
    /// There are too many levels between ruin and target, or steps between levels.
    TooMuchWork,
}

impl fmt::Display for RuinRefusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::BankrollTooSmall { staked } => {
                write!(f, "the bankroll must cover the slip's stakes of {staked} at least once")
            }
            Self::TargetTooSmall => write!(f, "the target must be above the bankroll"),
            Self::NothingChanges => write!(f, "this slip can neither win nor lose"),
            Self::TooMuchWork => write!(f, "too many steps lie between ruin and target"),
        }
    }
}

impl std::error::Error for RuinRefusal {}
