//! When something goes wrong: the rule book says what follows.

use taisai_rules::{Irregularity, Remedy, Role, Treatment};

use super::proposals::Waits;
use super::{Decision, LogIn};
use crate::command::Act;
use crate::event::{DayEvent, Event, ProposalEvent, ReversalEvent, RulingEvent, SeatAmount};
use crate::ids::{ProposalId, StaffId};
use crate::refusal::Refusal;
use crate::round::Round;
use crate::table::Table;
use crate::text::Reason;

impl Table {
    pub(super) fn attest_presence(&self, by: StaffId) -> Decision {
        let by_hand = self.round.as_ref().filter(|round| round.by_hand.is_some() && !round.paid);
        let round = by_hand.ok_or(Refusal::WrongPhase { phase: self.phase() })?;
        Ok(vec![RulingEvent::PresenceAttested { round: round.number, by }.into()])
    }

    pub(super) fn call_irregularity(
        &self,
        what: Irregularity,
        reason: &Reason,
        by: LogIn,
    ) -> Decision {
        let round = self.round.as_ref().ok_or(Refusal::WrongPhase { phase: self.phase() })?;
        let treatment = self.book.irregularities.treatment(what);
        self.check_callable(round, what, treatment)?;
        let remedy = treatment.remedy.value;
        let number = round.number;
        let mut events = vec![
            RulingEvent::IrregularityCalled { what, remedy, reason: reason.clone(), by: by.staff }
                .into(),
        ];
        match remedy {
            Remedy::ResultStands | Remedy::SettleByHand => {}
            // While bets can still be changed nobody knows more than another: no second person.
            Remedy::VoidRound | Remedy::VoidAffectedRounds if round.is_betting() => {
                events.push(self.void_round(round, what));
            }
            Remedy::VoidRound | Remedy::VoidAffectedRounds => {
                events.push(RulingEvent::RulingAwaited { round: number, what }.into());
                let rounds = vec![number];
                let act = Act::VoidRounds { rounds, what, reason: reason.clone() };
                events.push(self.proposed_by_rule(act, treatment, by));
            }
            Remedy::Reshake => {
                events.push(RulingEvent::RulingAwaited { round: number, what }.into());
                let act = Act::Reshake { what, reason: reason.clone() };
                events.push(self.proposed_by_rule(act, treatment, by));
            }
            Remedy::MayVoid | Remedy::Ruling | Remedy::ConcludeOrVoid | Remedy::VoidBets => {
                events.push(RulingEvent::RulingAwaited { round: number, what }.into());
            }
            Remedy::RegisteredStand | Remedy::Correct | Remedy::LaterRoundsStand => {
                return Err(Refusal::NotAllowed { clause: treatment.remedy.clause.clone() });
            }
        }
        Ok(events)
    }

    /// Whether it makes sense to call this now.
    fn check_callable(
        &self,
        round: &Round,
        what: Irregularity,
        treatment: &Treatment,
    ) -> Result<(), Refusal> {
        let phase = self.phase();
        let wrong_phase = Err(Refusal::WrongPhase { phase });
        if round.awaiting.is_some() {
            return wrong_phase;
        }
        let fits = match what {
            // Drawn dice lie nowhere.
            Irregularity::DiceNotFlat => round.revealed && !self.draws_dice(),
            Irregularity::DisplayFailed => round.revealed && round.by_hand.is_none(),
            // What spoils a round may be found at any moment of it, until it is cleared.
            Irregularity::TooFewShakes
            | Irregularity::ShakerFailed
            | Irregularity::DiceExposed
            | Irregularity::DieBroken
            | Irregularity::DiceDamaged
            | Irregularity::Disturbance
            | Irregularity::Impracticable
            | Irregularity::Contravention
            | Irregularity::Dispute
            | Irregularity::Uncovered => true,
            // These are not called: the machine notices them, or a correction is proposed.
            Irregularity::Interruption
            | Irregularity::TerminalLost
            | Irregularity::WrongEntry
            | Irregularity::LateError => {
                let clause = treatment.remedy.clause.clone();
                return Err(Refusal::NotAllowed { clause });
            }
        };
        if fits { Ok(()) } else { wrong_phase }
    }

    /// The round in play with every stake returned.
    pub(super) fn void_round(&self, round: &Round, what: Irregularity) -> Event {
        let staked = self.seats.iter().filter(|(_, seat)| !seat.staked().is_zero());
        let returned =
            staked.map(|(&seat, taken)| SeatAmount { seat, amount: taken.staked() }).collect();
        ReversalEvent::RoundVoided { round: round.number, what, returned }.into()
    }

    /// What the rule book asks for; it will be looked at when the round awaits it.
    fn proposed_by_rule(&self, act: Act, treatment: &Treatment, by: LogIn) -> Event {
        let basis = self.basis(&act, Waits::FromNowOn);
        self.proposal_of(act, treatment.superior.value, basis, by)
    }

    pub(super) fn proposed(&self, act: Act, superior: Role, by: LogIn) -> Event {
        let basis = self.basis(&act, Waits::AsItIs);
        self.proposal_of(act, superior, basis, by)
    }

    fn proposal_of(&self, act: Act, superior: Role, basis: u64, by: LogIn) -> Event {
        ProposalEvent::Proposed {
            proposal: ProposalId(self.proposals_made + 1),
            basis,
            act,
            // A second person is always at least one step above the dealer.
            superior: superior.max(Role::Floorperson),
            by: by.staff,
            session: by.session,
        }
        .into()
    }

    /// The machine was started again. What cannot be known is asked, never guessed.
    pub(super) fn restart(&self) -> Vec<Event> {
        let mut events = vec![DayEvent::Restarted.into()];
        let Some(round) = &self.round else {
            return events;
        };
        let what = Irregularity::Interruption;
        if round.result.is_some() {
            return events;
        }
        // Random dice are never drawn again: the first draw may have been seen.
        if round.is_betting() || self.draws_dice() {
            events.push(self.void_round(round, what));
        } else if round.awaiting.is_none() {
            events.push(RulingEvent::RulingAwaited { round: round.number, what }.into());
        }
        events
    }
}
