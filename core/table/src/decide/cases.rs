//! Cases: opened by a floorperson, decided by whom the book names, opened again by a review.

use taisai_rules::{Irregularity, Role};

use super::past::Steps;
use super::reckoning::Reckoning;
use super::rounds::cleared;
use super::{Decision, LogIn};
use crate::case::{Case, CaseRuling, Cases, Dispute};
use crate::command::CaseCommand;
use crate::config::TableKind;
use crate::event::{Adjustment, CaseEvent, Event, ReversalEvent};
use crate::ids::{CaseId, PlayerId, RoundNumber, SeatNumber, StaffId};
use crate::money::Money;
use crate::refusal::Refusal;
use crate::seat::Seat;
use crate::table::Table;
use crate::text::Reason;

/// What a ruling gives to a player, or takes from them.
#[derive(Clone, Copy)]
enum Flow {
    Pay(Money),
    Take(Money),
}

/// The bets that a ruling pays or takes for.
#[derive(Clone, Copy)]
struct Bets {
    round: RoundNumber,
    seat: SeatNumber,
    player: PlayerId,
}

impl Table {
    pub(super) fn decide_case_command(&self, by: LogIn, command: &CaseCommand) -> Decision {
        let LogIn { staff: by, .. } = by;
        match command {
            CaseCommand::OpenCase(dispute) => self.open_case(dispute, by),
            CaseCommand::NoteCase { case, note } => {
                if self.open_file(*case)?.notes.len() >= Case::NOTES_MAX {
                    return Err(Refusal::TooMany { max: Case::NOTES_MAX });
                }
                let (case, note) = (*case, note.clone());
                Ok(vec![CaseEvent::CaseNoted { case, note, by }.into()])
            }
            CaseCommand::LetStand { case, reason } => {
                self.open_file(*case)?;
                Ok(vec![decided(*case, CaseRuling::Stand, reason, [by; 2])])
            }
            CaseCommand::ReopenCase { case, authority, reference, reason } => {
                self.check_reopens(*case)?;
                let (case, authority, reference) = (*case, authority.clone(), reference.clone());
                let reason = reason.clone();
                let reopened = CaseEvent::CaseReopened { case, authority, reference, reason, by };
                Ok(vec![reopened.into()])
            }
        }
    }

    fn open_case(&self, dispute: &Dispute, by: StaffId) -> Decision {
        if self.cases.open() >= Cases::OPEN_MAX {
            return Err(Refusal::TooMany { max: Cases::OPEN_MAX });
        }
        let playing = self.round.as_ref().map(|round| round.number);
        let known = |round: RoundNumber| self.was_played(round) || playing == Some(round);
        if dispute.round.is_some_and(|round| !known(round)) {
            return Err(Refusal::NoSuchRound);
        }
        let case = self.cases.next();
        Ok(vec![CaseEvent::CaseOpened { case, dispute: dispute.clone(), by }.into()])
    }

    fn check_reopens(&self, id: CaseId) -> Result<(), Refusal> {
        let case = self.case(id).ok_or(Refusal::NoSuchCase)?;
        if case.is_open() {
            return Err(Refusal::CaseStillOpen);
        }
        if case.reviews.len() >= Case::REVIEWS_MAX {
            return Err(Refusal::TooMany { max: Case::REVIEWS_MAX });
        }
        if self.cases.open() >= Cases::OPEN_MAX {
            return Err(Refusal::TooMany { max: Cases::OPEN_MAX });
        }
        Ok(())
    }

    /// A case that was recalled before is the table's own business: nothing more happens.
    pub(super) fn recall_case(&self, case: CaseId, file: &Case) -> Decision {
        if self.case(case).is_some() {
            return Ok(Vec::new());
        }
        if !self.cases.was_opened(case) || file.is_open() || !file.is_sound() {
            return Err(Refusal::NoSuchCase);
        }
        Ok(vec![CaseEvent::CaseRecalled { case, file: file.clone() }.into()])
    }

    fn open_file(&self, id: CaseId) -> Result<&Case, Refusal> {
        let case = match self.case(id) {
            Some(case) => case,
            None if self.cases.was_opened(id) => return Err(Refusal::CaseDecided),
            None => return Err(Refusal::NoSuchCase),
        };
        if case.is_open() { Ok(case) } else { Err(Refusal::CaseDecided) }
    }

    /// The lowest role that may decide a case: whom the book names for what it is about, and for
    /// rulings.
    pub fn decides_case(&self, case: CaseId) -> Role {
        let about = self.case(case).map_or(Irregularity::Dispute, |case| case.dispute.about);
        self.decides_about(about)
    }

    /// The lowest role that may decide a case about this.
    pub fn decides_about(&self, about: Irregularity) -> Role {
        let rulings = self.book.people.rulings.value;
        let superior = self.book.irregularities.treatment(about).superior.value;
        rulings.max(superior).max(Role::Floorperson)
    }

    /// A number that changes with everything a decision depends on.
    pub(super) fn case_basis(&self, case: CaseId) -> u64 {
        self.case(case).map_or(0, Case::basis)
    }

    /// What two people decide about a case: what it does, and that it is decided.
    pub(super) fn decide_case(
        &self,
        id: CaseId,
        ruling: CaseRuling,
        reason: &Reason,
        by: [StaffId; 2],
    ) -> Decision {
        let about = self.open_file(id)?.dispute.about;
        let mut events = match (ruling, ruling.act(about, reason)) {
            (CaseRuling::VoidBets { round, seat }, Some(_)) if self.is_playing(round) => {
                self.void_playing_bets(seat, reason)?
            }
            (_, Some(act)) => self.carry_out(&act, by)?,
            (_, None) => self.rule_money(id, ruling)?,
        };
        events.push(decided(id, ruling, reason, by));
        Ok(events)
    }

    fn is_playing(&self, number: RoundNumber) -> bool {
        self.round.as_ref().is_some_and(|round| round.number == number)
    }

    fn rule_money(&self, case: CaseId, ruling: CaseRuling) -> Decision {
        match ruling {
            CaseRuling::PayBet { round, seat, player, amount } => {
                self.rule_bet(case, Bets { round, seat, player }, Flow::Pay(amount))
            }
            CaseRuling::TakeBet { round, seat, player, amount } => {
                self.rule_bet(case, Bets { round, seat, player }, Flow::Take(amount))
            }
            CaseRuling::PayChips { amount } | CaseRuling::TakeChips { amount } => {
                if self.config.kind != TableKind::Felt {
                    return Err(Refusal::NotInChips);
                }
                self.check_ruled(amount)?;
                Ok(Vec::new())
            }
            CaseRuling::Stand
            | CaseRuling::VoidBets { .. }
            | CaseRuling::VoidRound { .. }
            | CaseRuling::CorrectRound { .. } => Ok(Vec::new()),
        }
    }

    /// A round whose lights are still on is cleared first, as for everything else that is decided
    /// about its money.
    fn rule_bet(&self, case: CaseId, bets: Bets, flow: Flow) -> Decision {
        let (Flow::Pay(amount) | Flow::Take(amount)) = flow;
        if self.config.kind == TableKind::Felt {
            return Err(Refusal::NotInCredit);
        }
        self.check_ruled(amount)?;
        let mut steps = Steps::of(self);
        if let Some(round) = self.round.as_ref().filter(|round| round.number == bets.round) {
            if !round.paid || round.awaiting.is_some() {
                return Err(Refusal::WrongPhase { phase: self.phase() });
            }
            steps.take(cleared(round));
        }
        let (table, mut events) = steps.done();
        let adjustment = table.ruled(bets, flow)?;
        let round = bets.round;
        events.push(ReversalEvent::BetRuled { case, round, adjustment }.into());
        Ok(events)
    }

    /// No more than a bet could bring at this table: what the house may lose, and the stakes.
    fn check_ruled(&self, amount: Money) -> Result<(), Refusal> {
        let limits = &self.config.limits;
        let max = limits.exposure_max.tally(limits.seat_max).min(Money::MAX);
        if amount.is_zero() {
            return Err(Refusal::BadAmount);
        }
        if max < amount {
            return Err(Refusal::RulingTooLarge { max });
        }
        Ok(())
    }

    /// The amount stands on its own, beside what the round returns: nothing that is later decided
    /// about the round's dice or bets settles it again.
    fn ruled(&self, bets: Bets, flow: Flow) -> Result<Adjustment, Refusal> {
        let Bets { round, seat, player } = bets;
        let had_bets = self.past_round(round)?.slips.get(&seat);
        let had_bets = had_bets.is_some_and(|slip| slip.player == player);
        let sat = |taken: &Seat| taken.player() == player && taken.sat_down_by(round);
        let sat_there = self.seats.get(&seat).is_some_and(sat);
        let (may, before, after) = match flow {
            // Also for a bet that the table never registered.
            Flow::Pay(amount) => (had_bets || sat_there, Money::ZERO, amount),
            // What was never paid for a bet is not taken for it.
            Flow::Take(amount) => (had_bets, amount, Money::ZERO),
        };
        if !may {
            return Err(Refusal::NobodyAt { seat });
        }
        Reckoning::of(self).change(seat, player, before, after)
    }
}

fn decided(case: CaseId, ruling: CaseRuling, reason: &Reason, by: [StaffId; 2]) -> Event {
    CaseEvent::CaseDecided { case, ruling, reason: reason.clone(), by }.into()
}
