//! Gambler's ruin: reaching a target before the money runs out, with a bound on the error. Levels
//! of the bankroll are eliminated from the lowest up. For each we compute the chances that the
//! bankroll first rises above it by a given number of steps, or is ruined before; then the level
//! itself is no longer needed. Chances are whole numbers of 2^-126, always rounded down, nothing is
//! ever subtracted from them, and the shortfall of target and ruin from one bounds the error of
//! both. The expected number of rounds follows from Wald's identities. The mean gain at the end is
//! the mean gain of a round times the expected number of rounds; if a round gains nothing on
//! average, the mean square of the gain is the mean square of a round's gain times that number.
//! With a nearly fair slip the first divides by a tiny number, and so amplifies the error of the
//! chances: that is why they have twice the places they need by themselves.

use std::collections::VecDeque;
use std::fmt;

use crate::bounded::Bounded;
use crate::chance::{Among, Chance};
use crate::checked::{Checked, Total};
use crate::fraction::{Fraction, common_divisor};
use crate::integer::Integer;
use crate::natural::Natural;
use crate::spread::Spread;
use crate::wide::WideFraction;

/// The chances of a player with a bankroll who plays one slip until it is ruined or at its target.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ruin {
    reached: Fraction,
    ruined: Fraction,
    rounds: Bounded,
}

/// The player's bankroll and target.
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
        Ok(climb.finish(round))
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

    /// One of these two chances, with its error bound.
    pub fn bounded(&self, chance: Fraction) -> Bounded {
        Bounded::rounded_down(chance, self.error_bound())
    }

    /// How many rounds it takes on average.
    pub const fn expected_rounds(&self) -> &Bounded {
        &self.rounds
    }
}

/// The levels of the bankroll and the steps between them.
struct Ladder {
    /// The distance between two levels. Level 0 is the lowest at which the slip can be staked.
    step: u64,
    /// How many levels lie below the target.
    levels: usize,
    start: usize,
    /// The chances to stay, to fall and to rise by a number of levels.
    stay: Chance,
    falls: Vec<(usize, Chance)>,
    rises: Vec<(usize, Chance)>,
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
        let in_steps = |units: u64| units.checked_div(step).expect("a step is not nothing");
        let start = in_steps(bankroll.minus(round.staked()));
        // What the target is above the bankroll, and the levels below that.
        let levels = target.minus(bankroll).div_ceil(step).plus(start);
        let chances = |wanted: fn(i64) -> bool| -> Vec<(usize, Chance)> {
            let chosen = round.outcomes().iter().filter(move |&&(net, _)| wanted(net));
            let levels = |net: i64| countable(in_steps(net.unsigned_abs()));
            let chance = |share: u64| Chance::share(share, round.shares());
            chosen.map(|&(net, share)| (levels(net), chance(share))).collect()
        };
        let (falls, rises) = (chances(|net| net < 0), chances(|net| net > 0));
        let stay = chances(|net| net == 0).first().map_or(Chance::NONE, |&(_, chance)| chance);
        let start = countable(start);
        let ladder = Self { step, levels: 0, start, stay, falls, rises };
        ladder.bounded(levels)
    }

    fn bounded(mut self, levels: u64) -> Result<Self, RuinRefusal> {
        let (down, up) = (self.deepest_fall() as u64, self.highest_rise() as u64);
        let reach = down.plus(up);
        let work = levels.checked_mul(down.max(1)).and_then(|work| work.checked_mul(reach));
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
}

fn countable(number: u64) -> usize {
    usize::try_from(number).expect("levels fit the memory")
}

/// Where a level leads: up by a number of levels, or to ruin some levels below the lowest.
#[derive(Clone)]
struct Exits {
    up: Vec<Chance>,
    ruin: Vec<Chance>,
}

/// The climb from level to level.
struct Climb<'a> {
    ladder: &'a Ladder,
    /// The exits of the last levels, as many as a fall can reach back; the highest last.
    known: VecDeque<Exits>,
    /// The chance to ever stand on each level for the first time from below, and on the target.
    arriving: Vec<Chance>,
    ruined: Vec<Chance>,
}

impl<'a> Climb<'a> {
    fn start(ladder: &'a Ladder) -> Self {
        let places = ladder.levels.plus(ladder.highest_rise()).plus(1);
        let mut arriving = vec![Chance::NONE; places];
        arriving[ladder.start] = Chance::WHOLE;
        let ruined = vec![Chance::NONE; ladder.deepest_fall()];
        Self { ladder, known: VecDeque::new(), arriving, ruined }
    }

    fn eliminate(&mut self, level: usize) {
        let exits = self.exits(level);
        let (here, above) = self.arriving.split_at_mut(level.plus(1));
        let arriving = here[level];
        if !arriving.is_none() {
            add(above, arriving, &exits.up);
            add(&mut self.ruined, arriving, &exits.ruin);
        }
        self.known.push_back(exits);
        if self.known.len() > self.ladder.deepest_fall() {
            self.known.pop_front();
        }
    }

    /// The exits of a level, given those of all levels below it that a fall can reach.
    fn exits(&self, level: usize) -> Exits {
        let ladder = self.ladder;
        let mut exits = Exits {
            up: vec![Chance::NONE; ladder.highest_rise()],
            ruin: vec![Chance::NONE; ladder.deepest_fall()],
        };
        for &(levels, chance) in &ladder.rises {
            exits.up[levels.minus(1)] = chance;
        }
        // The fallen, the deepest first, then those back on the level, then those above.
        let deepest = ladder.deepest_fall();
        let mut fallen = vec![Chance::NONE; deepest];
        for &(levels, chance) in &ladder.falls {
            match levels.checked_sub(level.plus(1)) {
                Some(below) => exits.ruin[below] = chance,
                None => fallen[deepest.minus(levels)] = chance,
            }
        }
        let mut standing = [fallen, vec![ladder.stay], exits.up].concat();
        for (place, known) in (deepest.minus(self.known.len())..).zip(&self.known) {
            let (here, above) = standing.split_at_mut(place.plus(1));
            if !here[place].is_none() {
                add(above, here[place], &known.up);
                add(&mut exits.ruin, here[place], &known.ruin);
            }
        }
        exits.up = standing.split_off(deepest.plus(1));
        exits.without_return(standing[deepest]);
        exits
    }

    fn finish(self, round: &Spread) -> Ruin {
        let ladder = self.ladder;
        let above = self.arriving.split_at(ladder.levels).1;
        let sum = |chances: &[Chance]| chances.iter().map(|chance| chance.units()).total();
        let chance = |units: u128| {
            let units = i128::try_from(units).expect("a chance is at most the whole");
            Fraction::binary(units, Chance::PLACES)
        };
        // A slip that cannot rise never reaches the target, and one that cannot fall always does:
        // exactly.
        let (reached, ruined) = match (ladder.rises.is_empty(), ladder.falls.is_empty()) {
            (true, _) => (Fraction::ZERO, Fraction::ONE),
            (false, true) => (Fraction::ONE, Fraction::ZERO),
            (false, false) => (chance(sum(above)), chance(sum(&self.ruined))),
        };
        let signed = |levels: usize| i128::try_from(levels).expect("levels are countable");
        let start = signed(ladder.start);
        let risen = (ladder.levels..).zip(above).map(|(level, &chance)| (signed(level), chance));
        let sunk = (1..).zip(&self.ruined).map(|(depth, &chance)| (0.minus(depth), chance));
        let landed = risen.chain(sunk).map(|(level, chance)| (level.minus(start), chance));
        let rounds = expected_rounds(round, ladder.step, &landed.collect::<Vec<_>>());
        Ruin { reached, ruined, rounds }
    }
}

/// Adds to these chances that of what happened already and then each of those.
#[inline]
fn add(chances: &mut [Chance], happened: Chance, then: &[Chance]) {
    for (chance, &then) in chances.iter_mut().zip(then) {
        *chance = chance.or(happened.then(then));
    }
}

impl Exits {
    /// A player back on the level tries again, so the chances of the exits sum to one.
    fn without_return(&mut self, back: Chance) {
        let among = Among::part(Chance::WHOLE.without(back));
        for chance in self.up.iter_mut().chain(&mut self.ruin) {
            *chance = among.share(*chance);
        }
    }
}

/// Wald's identities: the first if a round gains or loses on average, else the second. Landings and
/// gains are counted in steps from the start.
fn expected_rounds(round: &Spread, step: u64, landed: &[(i128, Chance)]) -> Bounded {
    let power = if round.mean() == Fraction::ZERO { 2 } else { 1 };
    let raised = |steps: i128| Integer::new(steps).power(power);
    let share = |&(net, share): &(i64, u64)| {
        let steps = i128::from(net).checked_div(step.into()).expect("a step is not nothing");
        raised(steps).times(&Integer::new(share.into()))
    };
    let per_round = round.outcomes().iter().map(share).fold(Integer::default(), |a, b| a.plus(&b));
    let term = |&(steps, chance): &(i128, Chance)| {
        raised(steps).times(&Natural::new(chance.units()).into())
    };
    let gained = landed.iter().map(term).fold(Integer::default(), |a, b| a.plus(&b));
    // The missing probability ended somewhere: at worst all of it at the lowest gain, or all of it
    // at the highest.
    let landed_units = landed.iter().map(|(_, chance)| chance.units()).total();
    let missing = Integer::from(Natural::new(Chance::WHOLE.units().minus(landed_units)));
    let extreme = |most: bool| {
        let gains = landed.iter().map(|&(steps, _)| raised(steps));
        let gain = if most { gains.max() } else { gains.min() };
        let gained = gained.plus(&missing.times(&gain.unwrap_or_default()));
        let whole = Natural::new(Chance::WHOLE.units()).times(per_round.size());
        let shares = Integer::signed(per_round.is_negative(), Natural::new(round.shares().into()));
        WideFraction::new(&gained.times(&shares), &whole)
    };
    Bounded::between(extreme(false), extreme(true))
}

/// Why the chances cannot be computed.
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
