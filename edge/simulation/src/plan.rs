//! A player with a system, a bankroll and a table's limits, checked before the first round.

use std::fmt;

use taisai_odds::{Dice, Spread, System, Turn};
use taisai_rules::{Bet, PayTable, Roll, SettleRefusal};

/// What a table lets a player stake on one area.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    min: u64,
    max: u64,
    multiple: u64,
}

impl Limits {
    /// Stakes from `min` to `max` in multiples of `multiple`.
    pub fn new(min: u64, max: u64, multiple: u64) -> Result<Self, LimitsRefusal> {
        if multiple == 0 {
            return Err(LimitsRefusal::NoMultiple);
        }
        if min > max {
            return Err(LimitsRefusal::MinimumAboveMaximum);
        }
        Ok(Self { min, max, multiple })
    }

    fn check(&self, bet: Bet) -> Result<(), PlanRefusal> {
        let Self { min, max, multiple } = *self;
        let stake = bet.stake.units();
        if stake < min {
            return Err(PlanRefusal::BelowMinimum { bet, min });
        }
        if stake > max {
            return Err(PlanRefusal::AboveMaximum { bet, max });
        }
        if !stake.is_multiple_of(multiple) {
            return Err(PlanRefusal::NotAMultiple { bet, multiple });
        }
        Ok(())
    }
}

/// Why numbers are not limits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LimitsRefusal {
    MinimumAboveMaximum,
    /// No stake is a multiple of zero.
    NoMultiple,
}

impl fmt::Display for LimitsRefusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::MinimumAboveMaximum => write!(f, "the minimum is above the maximum"),
            Self::NoMultiple => write!(f, "the multiple is at least 1"),
        }
    }
}

impl std::error::Error for LimitsRefusal {}

/// A player who sits down: with what, and for how long.
#[derive(Clone, Debug)]
pub struct Visitor<'a> {
    /// The bets of one unit; a system that asks for three units stakes three times as much.
    pub slip: &'a [Bet],
    /// Decides how many units to stake.
    pub system: System,
    /// The money at the start.
    pub bankroll: u64,
    /// The money at which to stop; at the latest at [`SessionPlan::BANKROLL_MAX`].
    pub target: Option<u64>,
    /// What the table lets a player stake on an area.
    pub limits: Option<Limits>,
    /// When to stop.
    pub rounds_max: u64,
}

/// A visitor whose session can be played: nothing in it can overflow.
#[derive(Clone, Debug)]
pub struct SessionPlan {
    pub(crate) system: System,
    pub(crate) spread: Spread,
    /// What one unit stakes.
    pub(crate) unit: i64,
    /// The most units that the limits allow.
    pub(crate) units_max: u64,
    pub(crate) bankroll: i64,
    pub(crate) target: i64,
    pub(crate) rounds_max: u32,
    pub(crate) outcomes: Outcomes,
    pub(crate) calm: CalmWaters,
}

/// The effect of each random byte: the result of its roll, or none for a byte that is not a roll.
#[derive(Clone, Debug)]
pub(crate) struct Outcomes {
    /// The net result of one unit.
    pub(crate) nets: [i64; 256],
    pub(crate) turns: [Turn; 256],
    /// 1 where the byte is a round, 0 where it is none.
    pub(crate) rounds: [u8; 256],
    /// The mask that a byte applies to the counters of rounds and of losses in a row.
    pub(crate) keep: [u64; 256],
    pub(crate) add: [u64; 256],
}

/// One round in the counters: rounds are the upper half, losses in a row the lower.
pub(crate) const ROUND: u64 = 1 << 32;

/// The bankrolls at which [`Self::UNSEEN`] flat rounds cannot end a session.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct CalmWaters {
    lowest: i64,
    width: u64,
    rounds_end: u32,
}

/// How many rounds are played without checking the bankroll.
const UNSEEN: u8 = 8;

impl CalmWaters {
    fn of(outcomes: &Outcomes, unit: i64, target: i64, rounds_max: u32) -> Self {
        let swings = |net: Option<i64>| net.unwrap_or(0).saturating_mul(UNSEEN.into());
        let lowest = unit.saturating_sub(swings(outcomes.nets.into_iter().min()));
        let end = target.saturating_sub(swings(outcomes.nets.into_iter().max()));
        let width = u64::try_from(end.saturating_sub(lowest)).unwrap_or(0);
        Self { lowest, width, rounds_end: rounds_max.saturating_sub(UNSEEN.into()) }
    }

    #[inline]
    pub(crate) fn hold(&self, bankroll: i64, rounds: u32) -> bool {
        let above = bankroll.wrapping_sub(self.lowest).cast_unsigned();
        above < self.width && rounds < self.rounds_end
    }
}

impl SessionPlan {
    /// The largest bankroll, and where every session ends: a hundred thousand times
    /// [`Stake::MAX`](taisai_rules::Stake::MAX), so that one more win still fits.
    pub const BANKROLL_MAX: u64 = 1_000_000_000_000_000;
    /// The most rounds of a session.
    pub const ROUNDS_MAX: u64 = 10_000_000;

    /// Checks whether the session can be played.
    pub fn new(table: &PayTable, visitor: Visitor<'_>) -> Result<Self, PlanRefusal> {
        let Visitor { slip, system, bankroll, target, limits, rounds_max } = visitor;
        let spread = Spread::of(table, slip, &Dice::FAIR).map_err(PlanRefusal::Slip)?;
        let staked = spread.staked();
        if slip.is_empty() {
            return Err(PlanRefusal::NoBets);
        }
        if rounds_max == 0 || rounds_max > Self::ROUNDS_MAX {
            return Err(PlanRefusal::Rounds);
        }
        if let Some(limits) = limits {
            slip.iter().try_for_each(|&bet| limits.check(bet))?;
        }
        if bankroll < staked {
            return Err(PlanRefusal::BankrollTooSmall { staked });
        }
        if bankroll >= Self::BANKROLL_MAX {
            return Err(PlanRefusal::BankrollTooLarge);
        }
        let target = target.unwrap_or(Self::BANKROLL_MAX);
        if target <= bankroll {
            return Err(PlanRefusal::TargetTooSmall);
        }
        if target > Self::BANKROLL_MAX {
            return Err(PlanRefusal::TargetTooLarge);
        }
        let outcomes = Outcomes::of(table, slip);
        let (unit, target) = (signed(staked), signed(target));
        let rounds_max = u32::try_from(rounds_max).expect("the most rounds fit");
        Ok(Self {
            system,
            unit,
            units_max: units_max(slip, staked, limits),
            bankroll: signed(bankroll),
            target,
            rounds_max,
            calm: CalmWaters::of(&outcomes, unit, target, rounds_max),
            outcomes,
            spread,
        })
    }

    /// What one unit stakes.
    pub fn unit(&self) -> u64 {
        self.spread.staked()
    }

    /// The money at the start.
    pub fn bankroll(&self) -> u64 {
        self.bankroll.unsigned_abs()
    }
}

/// The limits hold for each bet; without any, the largest bankroll is the limit.
fn units_max(slip: &[Bet], staked: u64, limits: Option<Limits>) -> u64 {
    let affordable = SessionPlan::BANKROLL_MAX / staked;
    let allowed = |bet: &Bet| limits.map_or(u64::MAX, |limits| limits.max / bet.stake.units());
    slip.iter().map(allowed).min().unwrap_or(u64::MAX).min(affordable).min(System::UNITS_MAX)
}

fn signed(units: u64) -> i64 {
    i64::try_from(units).expect("bankrolls stay far below the ceiling")
}

impl Outcomes {
    /// Bytes that are not rolls are rounds in which nothing happens and which are not counted.
    const NONE: Self = Self {
        nets: [0; 256],
        turns: [Turn::Push; 256],
        rounds: [0; 256],
        keep: [u64::MAX; 256],
        add: [0; 256],
    };

    fn of(table: &PayTable, slip: &[Bet]) -> Self {
        let mut outcomes = Self::NONE;
        for roll in Roll::all() {
            let settlement = table.settle(roll, slip).expect("the slip was settled before");
            let net = signed(settlement.returned()) - signed(settlement.staked());
            let (place, turn) = (roll.index(), Turn::of(net));
            outcomes.nets[place] = net;
            outcomes.turns[place] = turn;
            outcomes.rounds[place] = 1;
            (outcomes.keep[place], outcomes.add[place]) = match turn {
                Turn::Lost => (u64::MAX, ROUND + 1),
                Turn::Won => (!(ROUND - 1), ROUND),
                Turn::Push => (u64::MAX, ROUND),
            };
        }
        outcomes
    }
}

/// Why a session cannot be played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlanRefusal {
    /// The table does not take the slip.
    Slip(SettleRefusal),
    /// Nothing is staked.
    NoBets,
    /// No rounds, or more than [`SessionPlan::ROUNDS_MAX`].
    Rounds,
    /// A bet of one unit is below the table's minimum.
    BelowMinimum {
        bet: Bet,
        /// The minimum.
        min: u64,
    },
    /// A bet of one unit is above the table's maximum.
    AboveMaximum {
        bet: Bet,
        /// The maximum.
        max: u64,
    },
    /// A bet is not a multiple of what the table allows.
    NotAMultiple { bet: Bet, multiple: u64 },
    /// The bankroll does not cover one unit.
    BankrollTooSmall {
        /// What one unit stakes.
        staked: u64,
    },
    /// The bankroll is not below [`SessionPlan::BANKROLL_MAX`].
    BankrollTooLarge,
    /// The target is not above the bankroll.
    TargetTooSmall,
    /// The target is above [`SessionPlan::BANKROLL_MAX`].
    TargetTooLarge,
}

impl fmt::Display for PlanRefusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let bankroll_max = SessionPlan::BANKROLL_MAX;
        match self {
            Self::Slip(refusal) => refusal.fmt(f),
            Self::NoBets => write!(f, "a session needs a bet"),
            Self::Rounds => write!(f, "a session has 1 to {} rounds", SessionPlan::ROUNDS_MAX),
            Self::BelowMinimum { bet: Bet { area, stake }, min } => {
                write!(f, "a stake of {stake} on {area} is below the table's minimum of {min}")
            }
            Self::AboveMaximum { bet: Bet { area, stake }, max } => {
                write!(f, "a stake of {stake} on {area} is above the table's maximum of {max}")
            }
            Self::NotAMultiple { bet: Bet { area, stake }, multiple } => {
                write!(f, "a stake of {stake} on {area} is not a multiple of {multiple}")
            }
            Self::BankrollTooSmall { staked } => {
                write!(f, "the bankroll must cover the slip's stakes of {staked} at least once")
            }
            Self::BankrollTooLarge => write!(f, "the bankroll must be below {bankroll_max}"),
            Self::TargetTooSmall => write!(f, "the target must be above the bankroll"),
            Self::TargetTooLarge => write!(f, "the target is at most {bankroll_max}"),
        }
    }
}

impl std::error::Error for PlanRefusal {}

#[cfg(test)]
mod tests {
    use taisai_rulebooks::Library;
    use taisai_rules::Stake;

    use super::*;

    fn bet(area: &str, stake: u64) -> Bet {
        Bet::new(area.parse().unwrap(), Stake::new(stake).unwrap())
    }

    fn planned(
        change: impl for<'a> FnOnce(&mut Visitor<'a>),
        slip: &[Bet],
    ) -> Result<SessionPlan, PlanRefusal> {
        let mut visitor = Visitor {
            slip,
            system: System::named("flat").unwrap(),
            bankroll: 1_000,
            target: None,
            limits: None,
            rounds_max: 100,
        };
        change(&mut visitor);
        SessionPlan::new(&Library::get("singapore-1").unwrap().rules().pay_table, visitor)
    }

    fn with(change: impl for<'a> FnOnce(&mut Visitor<'a>)) -> Option<PlanRefusal> {
        planned(change, &[bet("small", 100)]).err()
    }

    #[test]
    fn bankroll_and_target_are_kept_within_their_borders() {
        let max = SessionPlan::BANKROLL_MAX;
        assert_eq!(with(|v| v.bankroll = 100), None);
        let staked = 100;
        assert_eq!(with(|v| v.bankroll = 99), Some(PlanRefusal::BankrollTooSmall { staked }));
        assert_eq!(with(|v| v.bankroll = max - 1), None);
        assert_eq!(with(|v| v.bankroll = max), Some(PlanRefusal::BankrollTooLarge));
        assert_eq!(with(|v| v.target = Some(1_001)), None);
        assert_eq!(with(|v| v.target = Some(1_000)), Some(PlanRefusal::TargetTooSmall));
        assert_eq!(with(|v| v.target = Some(max)), None);
        assert_eq!(with(|v| v.target = Some(max + 1)), Some(PlanRefusal::TargetTooLarge));
        assert_eq!(with(|v| v.bankroll = u64::MAX), Some(PlanRefusal::BankrollTooLarge));
    }

    #[test]
    fn rounds_are_kept_within_their_borders() {
        let rounds = |rounds| with(|v| v.rounds_max = rounds);
        assert_eq!((rounds(1), rounds(SessionPlan::ROUNDS_MAX)), (None, None));
        assert_eq!(rounds(0), Some(PlanRefusal::Rounds));
        assert_eq!(rounds(SessionPlan::ROUNDS_MAX + 1), Some(PlanRefusal::Rounds));
    }

    #[test]
    fn the_limits_hold_for_every_bet() {
        let limits = |min, max, multiple| {
            with(|v| v.limits = Some(Limits::new(min, max, multiple).unwrap()))
        };
        let bet = bet("small", 100);
        assert_eq!(limits(100, 100, 50), None);
        assert_eq!(limits(101, 200, 1), Some(PlanRefusal::BelowMinimum { bet, min: 101 }));
        assert_eq!(limits(1, 99, 1), Some(PlanRefusal::AboveMaximum { bet, max: 99 }));
        assert_eq!(limits(1, 200, 40), Some(PlanRefusal::NotAMultiple { bet, multiple: 40 }));
    }

    #[test]
    fn limits_must_make_sense() {
        assert!(Limits::new(0, 0, 1).is_ok());
        assert_eq!(Limits::new(2, 1, 1), Err(LimitsRefusal::MinimumAboveMaximum));
        assert_eq!(Limits::new(1, 2, 0), Err(LimitsRefusal::NoMultiple));
    }

    #[test]
    fn a_slip_the_table_does_not_take_is_refused() {
        assert!(matches!(planned(|_| (), &[bet("total-8", 1)]), Err(PlanRefusal::Slip(_))));
        assert_eq!(planned(|_| (), &[]).err(), Some(PlanRefusal::NoBets));
    }

    #[test]
    fn the_most_units_follow_from_the_limits_and_the_ceilings() {
        let units = |slip: &[Bet], max| {
            let limits = Limits::new(1, max, 1).unwrap();
            planned(|v| v.limits = Some(limits), slip).unwrap().units_max
        };
        assert_eq!(units(&[bet("small", 100)], 799), 7);
        assert_eq!(units(&[bet("small", 100), bet("big", 200)], 800), 4);
        assert_eq!(units(&[bet("small", 1)], u64::MAX), System::UNITS_MAX);
        let rich = planned(
            |v| v.bankroll = SessionPlan::BANKROLL_MAX - 1,
            &[bet("small", Stake::MAX.units())],
        );
        assert_eq!(rich.unwrap().units_max, 100_000);
    }
}
