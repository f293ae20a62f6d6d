//! When something goes wrong: the rule book says what follows.

use taisai_rules::{Irregularity, NoMoreBets, Remedy, Role, Treatment};

use super::proposals::Waits;
use super::{Decision, LogIn};
use crate::command::Act;
use crate::equipment::is_automated;
use crate::event::{
    DayEvent, EquipmentEvent, Event, ProposalEvent, ReversalEvent, RulingEvent, SeatAmount,
};
use crate::ids::{ProposalId, RoundNumber, StaffId};
use crate::refusal::Refusal;
use crate::round::Round;
use crate::table::{Life, Table};
use crate::text::Reason;

impl Table {
    pub(super) fn attest_presence(&self, by: StaffId) -> Decision {
        let by_hand = self.round.as_ref().filter(|round| round.by_hand.is_some() && !round.paid);
        let round = by_hand.ok_or(Refusal::WrongPhase { phase: self.phase() })?;
        // Nobody watches over themselves.
        if self.equipment.on_duty == Some(by) {
            return Err(Refusal::SamePerson);
        }
        Ok(vec![RulingEvent::PresenceAttested { round: round.number, by }.into()])
    }

    pub(super) fn call_irregularity(
        &self,
        what: Irregularity,
        reason: &Reason,
        by: LogIn,
    ) -> Decision {
        let Some(round) = &self.round else {
            return self.display_failed_between(what, reason, by.staff);
        };
        self.check_callable(round, what)?;
        self.remedied(round, what, reason, by)
    }

    /// Between rounds nothing is to be settled; where the book stops play for a display that
    /// failed, it stops at once.
    fn display_failed_between(&self, what: Irregularity, reason: &Reason, by: StaffId) -> Decision {
        let remedy = self.book.irregularities.treatment(what).remedy.value;
        let stops = what == Irregularity::DisplayFailed && remedy == Remedy::SettleByHand;
        let is_open = matches!(self.life, Life::Open | Life::Closing);
        if !stops || !is_open {
            return Err(Refusal::WrongPhase { phase: self.phase() });
        }
        let reason = reason.clone();
        Ok(vec![
            RulingEvent::IrregularityCalled { what, remedy, reason, by }.into(),
            EquipmentEvent::TableSuspended.into(),
        ])
    }

    /// What follows from an irregularity that somebody calls, or that the table itself notices.
    pub(super) fn remedied(
        &self,
        round: &Round,
        what: Irregularity,
        reason: &Reason,
        by: LogIn,
    ) -> Decision {
        let treatment = self.book.irregularities.treatment(what);
        let remedy = self.remedy_now(round, what);
        let alone = self.acts_alone(round, treatment, by.staff);
        let number = round.number;
        let mut events = vec![
            RulingEvent::IrregularityCalled { what, remedy, reason: reason.clone(), by: by.staff }
                .into(),
        ];
        events.extend(self.damage_by_call(what));
        events.extend(self.inspection_after(what));
        match remedy {
            Remedy::ResultStands | Remedy::SettleByHand => {}
            // While bets can still be changed nobody knows more than another: no second person.
            Remedy::VoidRound | Remedy::VoidAffectedRounds if round.is_betting() || alone => {
                events.push(self.void_round(round, what));
                events.extend(self.suspension_after(round, what));
            }
            Remedy::Reshake if alone => {
                let by = [by.staff; 2];
                events.push(RulingEvent::ReshakeOrdered { round: number, by }.into());
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

    /// Sound dice that are called broken or damaged; whether the call itself marked them, what two
    /// people find out about it depends on.
    fn damage_by_call(&self, what: Irregularity) -> Option<Event> {
        let damaged = matches!(what, Irregularity::DieBroken | Irregularity::DiceDamaged);
        let dice = self.equipment.dice.as_ref().filter(|dice| damaged && !dice.damaged)?;
        Some(EquipmentEvent::DiceMarkedDamaged { dice: dice.dice.to_vec() }.into())
    }

    /// The dice by which rounds are found void that were thrown with damaged ones: those in the
    /// shaker, unless they came after the last of these rounds. What a call has marked is marked.
    pub(super) fn damage_by_void(
        &self,
        rounds: &[RoundNumber],
        what: Irregularity,
    ) -> Option<Event> {
        let damaged = matches!(what, Irregularity::DieBroken | Irregularity::DiceDamaged);
        let dice = self.equipment.dice.as_ref().filter(|dice| damaged && !dice.damaged)?;
        let playing = self.round.as_ref().map(|round| round.number);
        let is_kept = |number| self.past.iter().any(|past| past.number == number);
        let thrown = rounds.iter().any(|number| {
            let were_there = self.equipment.in_use_since(&dice.dice) <= self.round_ended;
            playing == Some(*number) || were_there && is_kept(*number)
        });
        let dice = dice.dice.to_vec();
        thrown.then(|| EquipmentEvent::DiceMarkedDamaged { dice }.into())
    }

    /// An automated shaker that failed is inspected anew before the next round, or set aside.
    pub(super) fn inspection_after(&self, what: Irregularity) -> Option<Event> {
        let (shaker, state) = self.equipment.shaker_in_use()?;
        let failed = what == Irregularity::ShakerFailed && !self.draws_dice();
        let seen = state.inspected || state.inspected_this_shift;
        let falls = failed && is_automated(state.kind) && seen;
        falls.then(|| EquipmentEvent::ShakerToInspect { shaker }.into())
    }

    /// The book's remedy as the round stands. What cannot be lit is not thrown: where the display
    /// fails before a valid tumble there is nothing to settle by hand, and the round is void.
    pub(super) fn remedy_now(&self, round: &Round, what: Irregularity) -> Remedy {
        let remedy = self.book.irregularities.treatment(what).remedy.value;
        let thrown = round.result.is_some() || self.has_been_thrown(round);
        if remedy == Remedy::SettleByHand && !thrown { Remedy::VoidRound } else { remedy }
    }

    /// Whether dice were thrown that somebody has read or can read.
    pub(super) fn has_been_thrown(&self, round: &Round) -> bool {
        round.revealed || self.has_valid_tumble(round)
    }

    /// Whether the book lets whoever calls it carry the remedy out: never once a result is known.
    fn acts_alone(&self, round: &Round, treatment: &Treatment, by: StaffId) -> bool {
        let may = |role: Role| role.may_act_for(treatment.superior.value);
        treatment.alone.value && round.result.is_none() && self.role(by).is_some_and(may)
    }

    /// A display that failed stops the table with the round, also where the round ends as void.
    pub(super) fn suspension_after(&self, round: &Round, what: Irregularity) -> Option<Event> {
        let treatment = self.book.irregularities.treatment(Irregularity::DisplayFailed);
        let stops = treatment.remedy.value == Remedy::SettleByHand;
        let failed = round.by_hand.is_some() || (stops && what == Irregularity::DisplayFailed);
        failed.then_some(EquipmentEvent::TableSuspended.into())
    }

    /// Whether it makes sense to call this now.
    fn check_callable(&self, round: &Round, what: Irregularity) -> Result<(), Refusal> {
        let phase = self.phase();
        let wrong_phase = Err(Refusal::WrongPhase { phase });
        // What changes nothing but how the round is settled is noted while it awaits a decision.
        let noted =
            matches!(self.remedy_now(round, what), Remedy::SettleByHand | Remedy::ResultStands);
        if round.awaiting.is_some() && !noted {
            return wrong_phase;
        }
        match what {
            // These are not called: the machine notices them, or a correction is proposed.
            Irregularity::Interruption
            | Irregularity::TerminalLost
            | Irregularity::WrongEntry
            | Irregularity::LateError => {
                let remedy = &self.book.irregularities.treatment(what).remedy;
                Err(Refusal::NotAllowed { clause: remedy.clause.clone() })
            }
            Irregularity::DisplayFailed if round.by_hand.is_some() => wrong_phase,
            Irregularity::DiceNotFlat
            | Irregularity::TooFewShakes
            | Irregularity::DiceExposed
            | Irregularity::DieBroken
            | Irregularity::DiceDamaged
            | Irregularity::ShakerFailed
            | Irregularity::DisplayFailed
            | Irregularity::Disturbance
            | Irregularity::Impracticable
            | Irregularity::Contravention
            | Irregularity::Dispute
            | Irregularity::Uncovered => self.check_may_have_happened(round, what),
        }
    }

    /// Whether this can have happened by now, whoever says so and in whatever way. From then on it
    /// may be found at any moment of the round, until it is cleared.
    pub(super) fn check_may_have_happened(
        &self,
        round: &Round,
        what: Irregularity,
    ) -> Result<(), Refusal> {
        let may = match what {
            // Drawn dice lie nowhere.
            Irregularity::DiceNotFlat => round.revealed && !self.draws_dice(),
            Irregularity::TooFewShakes => round.shakes > 0,
            // It is activated while bets are open, or after no more bets.
            Irregularity::ShakerFailed => {
                !round.is_betting() || round.order == NoMoreBets::BeforeReveal
            }
            Irregularity::WrongEntry | Irregularity::LateError => round.result.is_some(),
            // The table itself notices it, and asks for a decision.
            Irregularity::Interruption => round.awaiting == Some(what),
            Irregularity::DiceExposed
            | Irregularity::DieBroken
            | Irregularity::DiceDamaged
            | Irregularity::DisplayFailed
            | Irregularity::TerminalLost
            | Irregularity::Disturbance
            | Irregularity::Impracticable
            | Irregularity::Contravention
            | Irregularity::Dispute
            | Irregularity::Uncovered => true,
        };
        if may { Ok(()) } else { Err(Refusal::WrongPhase { phase: self.phase() }) }
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
        // Random dice are never drawn again: the first draw may have been seen. And where no valid
        // tumble is on record there is nothing that anybody could have read.
        if round.is_betting() || !self.has_been_thrown(round) {
            events.push(self.void_round(round, what));
            events.extend(self.suspension_after(round, what));
        } else if round.awaiting.is_none() {
            events.push(RulingEvent::RulingAwaited { round: round.number, what }.into());
        }
        events
    }
}
