//! The course of one session, round by round: the inner loops of simulation with a bankroll. A byte
//! that is not a roll is a round in which nothing happens and which is not counted. That is cheaper
//! than skipping it, because the processor cannot predict which bytes to skip.

use taisai_odds::Standing;
use taisai_shaker::ShakerFault;

use crate::plan::{Outcomes, ROUND, SessionPlan};
use crate::rolls::Rolls;

/// The result of one session.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Course {
    pub(crate) bankroll: i64,
    /// Units staked in all rounds.
    pub(crate) units: u64,
    /// The squares of the units staked, summed over all rounds.
    pub(crate) squares: u64,
    /// The most units staked in a round.
    pub(crate) units_most: u64,
    pub(crate) score: Score,
}

/// Rounds, losses in a row, and the most losses in a row.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Score {
    /// Rounds in the upper half, losses in a row in the lower: both change in one step.
    counters: u64,
    losses_most: u32,
}

impl Score {
    #[inline]
    fn mark(&mut self, outcomes: &Outcomes, byte: usize) {
        // A session has at most ten million rounds: neither half can run over.
        self.counters = (self.counters & outcomes.keep[byte]).wrapping_add(outcomes.add[byte]);
        self.losses_most = self.losses_most.max(self.losses());
    }

    #[expect(clippy::cast_possible_truncation, reason = "the lower half is what is wanted")]
    fn losses(self) -> u32 {
        self.counters as u32
    }

    pub(crate) fn rounds(self) -> u32 {
        u32::try_from(self.counters / ROUND).expect("half of 64 bits")
    }

    pub(crate) fn losses_most(self) -> u32 {
        self.losses_most
    }
}

/// Plays a session in which a system decides how much is staked.
pub(crate) fn with_system(
    plan: &SessionPlan,
    rolls: &mut impl Rolls,
    mut player: impl Standing,
) -> Result<Course, ShakerFault> {
    let mut course = Course::start(plan);
    loop {
        for byte in rolls.eight()?.map(usize::from) {
            let units = plan.affordable(player.units(), course.bankroll);
            course.stake(plan, units, byte);
            course.score.mark(&plan.outcomes, byte);
            player.turn(plan.outcomes.turns[byte]);
            if plan.is_over(course.bankroll, course.score) {
                return Ok(course);
            }
        }
    }
}

/// Plays a session that stakes one unit every time: the same as [`with_system`] with the system
/// `flat`, but it plays eight rounds without checking the bankroll if eight of the worst or the
/// best rolls in a row could not end the session.
pub(crate) fn flat(plan: &SessionPlan, rolls: &mut impl Rolls) -> Result<Course, ShakerFault> {
    let mut course = Course::start(plan);
    loop {
        let bytes = rolls.eight()?.map(usize::from);
        if plan.calm.hold(course.bankroll, course.score.rounds()) {
            for byte in bytes {
                course.step(plan, byte);
            }
            continue;
        }
        for byte in bytes {
            course.step(plan, byte);
            if plan.is_over(course.bankroll, course.score) {
                return Ok(course.of_single_units());
            }
        }
    }
}

impl Course {
    fn start(plan: &SessionPlan) -> Self {
        let score = Score::default();
        Self { bankroll: plan.bankroll, units: 0, squares: 0, units_most: 0, score }
    }

    #[inline]
    fn stake(&mut self, plan: &SessionPlan, units: u64, byte: usize) {
        let staked = units * u64::from(plan.outcomes.rounds[byte]);
        self.units += staked;
        self.squares += staked * staked;
        self.units_most = self.units_most.max(units);
        self.bankroll += plan.outcomes.nets[byte] * units.cast_signed();
    }

    #[inline]
    fn step(&mut self, plan: &SessionPlan, byte: usize) {
        // The plan keeps every bankroll far below the ceiling; the check would double the time.
        self.bankroll = self.bankroll.wrapping_add(plan.outcomes.nets[byte]);
        self.score.mark(&plan.outcomes, byte);
    }

    fn of_single_units(mut self) -> Self {
        let rounds = u64::from(self.score.rounds());
        (self.units, self.squares, self.units_most) = (rounds, rounds, 1);
        self
    }
}

impl SessionPlan {
    /// The units a system asks for, capped by the limits and the bankroll; never zero, because the
    /// session would be over.
    #[inline]
    fn affordable(&self, units: u64, bankroll: i64) -> u64 {
        let units = units.min(self.units_max);
        if units.cast_signed() * self.unit <= bankroll {
            return units;
        }
        (bankroll / self.unit).unsigned_abs()
    }

    #[inline]
    fn is_over(&self, bankroll: i64, score: Score) -> bool {
        self.is_ruined(bankroll) || self.is_reached(bankroll) || score.rounds() == self.rounds_max
    }

    /// Whether the bankroll does not cover one unit.
    pub(crate) fn is_ruined(&self, bankroll: i64) -> bool {
        bankroll < self.unit
    }

    pub(crate) fn is_reached(&self, bankroll: i64) -> bool {
        bankroll >= self.target
    }
}
