//! The table's refusals, field by field.

use taisai_table as core;

use super::{Amount, BetProblem, BetRefusal, Need, Refusal};

impl From<&core::Refusal> for Refusal {
    #[expect(clippy::too_many_lines, reason = "one arm for each refusal, and nothing else")]
    fn from(refusal: &core::Refusal) -> Self {
        use core::Refusal as No;
        match refusal {
            No::RequestReused => Self::RequestReused,
            No::RequestTooOld => Self::RequestTooOld,
            No::SeatEmpty => Self::SeatEmpty,
            No::NotStaff => Self::NotStaff,
            No::OnlySeats => Self::OnlySeats,
            No::OnlyHost => Self::OnlyHost,
            No::RoleTooLow { needs } => Self::RoleTooLow { needs: (*needs).into() },
            No::NotOnDuty => Self::NotOnDuty,
            No::SeatKept => Self::SeatKept,
            No::OtherRound { now } => Self::OtherRound { now: now.map(|round| round.0) },
            No::WrongPhase { phase } => Self::WrongPhase { phase: (*phase).into() },
            No::NotYet { needs, clause } => {
                Self::NotYet { needs: (*needs).into(), clause: clause.to_string() }
            }
            No::FeltTable => Self::FeltTable,
            No::OtherDice => Self::OtherDice,
            No::DiceDrawn => Self::DiceDrawn,
            No::BettingClosed { clause } => Self::BettingClosed { clause: clause.to_string() },
            No::NoMoreExtensions => Self::NoMoreExtensions,
            No::Bets(bets) => Self::Bets { bets: bets.iter().copied().map(Into::into).collect() },
            No::CreditTooSmall { credit, needed } => {
                Self::CreditTooSmall { credit: (*credit).into(), needed: (*needed).into() }
            }
            No::SeatLimit { seat_max } => Self::SeatLimit { seat_max: (*seat_max).into() },
            No::ExposureLimit { exposure_max } => {
                Self::ExposureLimit { exposure_max: (*exposure_max).into() }
            }
            No::OwnLossLimit { loss_max, left } => {
                Self::OwnLossLimit { loss_max: (*loss_max).into(), left: (*left).into() }
            }
            No::OwnTimeLimit { time_max_ms } => Self::OwnTimeLimit { time_max_ms: *time_max_ms },
            No::NothingThere => Self::NothingThere,
            No::SeatTaken => Self::SeatTaken,
            No::PlayerSeated => Self::PlayerSeated,
            No::TerminalAnswers => Self::TerminalAnswers,
            No::PlayerExcluded { player } => Self::PlayerExcluded { player: player.0 },
            No::StaffNeverPlay { clause } => Self::StaffNeverPlay { clause: clause.to_string() },
            No::SeatNotEmpty => Self::SeatNotEmpty,
            No::VoucherUsed => Self::VoucherUsed,
            No::ColourTaken => Self::ColourTaken,
            No::SameDie => Self::SameDie,
            No::LinesMissing { lines } => Self::LinesMissing { lines: *lines as u64 },
            No::BadAmount => Self::BadAmount,
            No::NotAllowed { clause } => Self::NotAllowed { clause: clause.to_string() },
            No::NobodyAt { seat } => Self::NobodyAt { seat: seat.0 },
            No::ShakerPresent { shaker } => Self::ShakerPresent { shaker: shaker.0 },
            No::ShakerAbsent { shaker, present } => {
                Self::ShakerAbsent { shaker: shaker.0, present: numbers(present) }
            }
            No::ShakerAside { shaker } => Self::ShakerAside { shaker: shaker.0 },
            No::DicePresent { set, shaker } => Self::DicePresent { set: set.0, shaker: shaker.0 },
            No::DiceAbsent { shakers } => Self::DiceAbsent { shakers: numbers(shakers) },
            No::TooMany { max } => Self::TooMany { max: *max as u64 },
            No::WrongLights => Self::WrongLights,
            No::OtherEntry => Self::OtherEntry,
            No::NoSuchRound => Self::NoSuchRound,
            No::NoSuchProposal => Self::NoSuchProposal,
            No::SamePerson => Self::SamePerson,
            No::ProposalStale => Self::ProposalStale,
            No::BadLimits { area } => Self::BadLimits { area: (*area).into() },
        }
    }
}

fn numbers(shakers: &[core::ShakerId]) -> Vec<u32> {
    shakers.iter().map(|shaker| shaker.0).collect()
}

impl From<core::Need> for Need {
    fn from(need: core::Need) -> Self {
        use core::Need as Of;
        match need {
            Of::Shaker => Self::Shaker,
            Of::Seal => Self::Seal,
            Of::Approval => Self::Approval,
            Of::Dice => Self::Dice,
            Of::FreshDice { expired } => Self::FreshDice { expired: expired.into() },
            Of::DealerOnDuty => Self::DealerOnDuty,
            Of::DisplayInspection => Self::DisplayInspection,
            Of::ShakerInspection => Self::ShakerInspection,
            Of::Checklist => Self::Checklist,
            Of::AutomatedShakerAside => Self::AutomatedShakerAside,
            Of::Shakes { min } => Self::Shakes { min },
            Of::NoMoreBets => Self::NoMoreBets,
            Of::Collected => Self::Collected,
            Of::Paid => Self::Paid,
            Of::Presence => Self::Presence,
            Of::Repair => Self::Repair,
            Of::Notice => Self::Notice,
            Of::SelectedPlayer => Self::SelectedPlayer,
            Of::BettingTime { until } => Self::BettingTime { until: until.into() },
            Of::SoundDice => Self::SoundDice,
        }
    }
}

impl From<core::BetProblem> for BetProblem {
    fn from(problem: core::BetProblem) -> Self {
        let stake = problem.stake.map(taisai_rules::Stake::units);
        Self { area: problem.area.into(), stake, why: problem.why.into() }
    }
}

impl From<core::BetRefusal> for BetRefusal {
    fn from(refusal: core::BetRefusal) -> Self {
        use core::BetRefusal as No;
        match refusal {
            No::NotOffered => Self::NotOffered,
            No::BelowMinimum { stake_min } => Self::BelowMinimum { stake_min: stake_min.into() },
            No::AboveMaximum { stake_max } => Self::AboveMaximum { stake_max: stake_max.into() },
            No::NotAMultiple { multiple } => {
                Self::NotAMultiple { multiple: Amount(multiple.into()) }
            }
            No::NamedTwice => Self::NamedTwice,
            No::NoBet => Self::NoBet,
        }
    }
}
