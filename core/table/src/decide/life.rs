//! Staff, and the table's day: opening, closing, limits.

use taisai_rules::{Clause, Irregularity, PayTable, Role};

use super::Decision;
use crate::config::{Approved, Limits, Run};
use crate::equipment::is_automated;
use crate::event::{DayEvent, Event, StaffEvent};
use crate::ids::StaffId;
use crate::refusal::{Need, Refusal};
use crate::table::{Life, Table};
use crate::text::Reason;
use crate::time::Time;

impl Table {
    pub(super) fn assign_staff(&self, staff: StaffId, role: Role) -> Decision {
        if self.staff.len() >= Self::STAFF_MAX && !self.staff.contains_key(&staff) {
            return Err(Refusal::TooMany { max: Self::STAFF_MAX });
        }
        let never = &self.book.people.staff_never_play;
        if never.value && self.seats.values().any(|seat| seat.staff() == Some(staff)) {
            return Err(Refusal::StaffNeverPlay { clause: never.clause.clone() });
        }
        Ok(vec![StaffEvent::StaffAssigned { staff, role }.into()])
    }

    pub(super) fn release_staff(&self, staff: StaffId) -> Decision {
        self.role(staff).ok_or(Refusal::NotStaff)?;
        Ok(vec![StaffEvent::StaffReleased { staff }.into()])
    }

    /// Nobody walks away from dice that are in play: somebody else takes the shaker over.
    pub(super) fn leave_shaker_of(&self, by: StaffId) -> Decision {
        if self.equipment.on_duty != Some(by) {
            return Err(Refusal::NotOnDuty);
        }
        if self.round.is_some() {
            return Err(Refusal::WrongPhase { phase: self.phase() });
        }
        Ok(self.end_custody(by))
    }

    /// The host asks this of every person whose log-in ends, wherever they work.
    pub(super) fn end_custody(&self, dealer: StaffId) -> Vec<Event> {
        let answers = self.equipment.on_duty == Some(dealer);
        answers.then_some(StaffEvent::ShakerLeft { dealer }.into()).into_iter().collect()
    }

    /// A shift is told to the table once, however often the host asks; a round in play goes on.
    pub(super) fn begin_shift(&self, began: Time) -> Decision {
        if !self.lacks_shift(began) {
            return Err(Refusal::NothingThere);
        }
        Ok(vec![StaffEvent::ShiftBegun { began }.into()])
    }

    pub(super) fn open_table(&self, by: StaffId, now: Time) -> Decision {
        if self.life != Life::Closed && self.life != Life::Suspended {
            return Err(Refusal::WrongPhase { phase: self.phase() });
        }
        self.check_ready(now)?;
        Ok(vec![DayEvent::TableOpened { by }.into()])
    }

    pub(super) fn announce_closing(&self, by: StaffId) -> Decision {
        if self.life != Life::Open {
            return Err(Refusal::WrongPhase { phase: self.phase() });
        }
        Ok(vec![DayEvent::ClosingAnnounced { by }.into()])
    }

    pub(super) fn close_table(&self, by: StaffId) -> Decision {
        if self.round.is_some() || self.life == Life::Closed {
            return Err(Refusal::WrongPhase { phase: self.phase() });
        }
        let notice = &self.book.procedure.closing_notice;
        if notice.value && self.life == Life::Open {
            return Err(not_yet(Need::Notice, &notice.clause));
        }
        self.check_no_colours_out()?;
        Ok(vec![DayEvent::TableClosed { by }.into()])
    }

    /// New limits are told now and hold from a later round: whoever bets in the round in play
    /// does so under the limits that were shown.
    pub(super) fn announce_limits(&self, limits: &Limits, by: StaffId) -> Decision {
        self.check_limits(limits)?;
        let from = self.round.as_ref().map_or(self.next_round(), |round| round.number.next());
        Ok(vec![DayEvent::LimitsAnnounced { limits: limits.clone(), from, by }.into()])
    }

    /// Every minimum must be a stake that can be paid, and that the ceilings let anybody place.
    pub(crate) fn check_limits(&self, limits: &Limits) -> Result<(), Refusal> {
        fit(limits, &self.book.pay_table)
    }

    /// Everything the rule book asks for before a table opens, in the order of the day.
    fn check_ready(&self, now: Time) -> Result<(), Refusal> {
        self.check_opening()?;
        self.check_round_may_open(now)
    }

    /// What does not change while a table is open, unless it moves to another edition.
    pub(super) fn check_opening(&self) -> Result<(), Refusal> {
        let rules = &self.book.equipment;
        let display = &rules.inspect_display.trials;
        self.check_repaired()?;
        if !self.draws_dice() {
            self.check_shaker()?;
        }
        self.check_display()?;
        if self.asks_for_display() && self.equipment.display_seen.len() < usize::from(display.value)
        {
            return Err(not_yet(Need::DisplayInspection, &display.clause));
        }
        self.check_checklist()
    }

    /// Every line that is asked for with the shaker in use was attested.
    fn check_checklist(&self) -> Result<(), Refusal> {
        match self.checklist().find(|(_, seen)| !seen.is_attested()) {
            Some((line, _)) => Err(not_yet(Need::Checklist, &line.words.clause)),
            None => Ok(()),
        }
    }

    /// A table whose book asks for the device that lights what the dealer enters has one that
    /// answers.
    fn check_display(&self) -> Result<(), Refusal> {
        if !self.lacks_display() {
            return Ok(());
        }
        Err(not_yet(Need::Display, &self.book.equipment.inspect_display.trials.clause))
    }

    /// What failed is repaired before it is inspected, and inspected before it is used.
    pub(super) fn check_repaired(&self) -> Result<(), Refusal> {
        if !self.equipment.display_failed {
            return Ok(());
        }
        let treatment = self.book.irregularities.treatment(Irregularity::DisplayFailed);
        Err(not_yet(Need::Repair, &treatment.remedy.clause))
    }

    /// A table of real money stands as its document knows it, or an approval allows it. What was
    /// begun is finished, paid and closed all the same.
    fn check_document(&self) -> Result<(), Refusal> {
        let departures = self.config.departures(&self.book.scope);
        match (departures.first(), &self.approved) {
            (Some((_, clause)), Approved::Missing) => Err(not_yet(Need::OutsideApproval, clause)),
            (Some(_), Approved::NotNeeded | Approved::By(_)) | (None, _) => Ok(()),
        }
    }

    pub(super) fn name_approval(&self, allowed_by: Option<&Reason>) -> Decision {
        if !self.lacks_approval(&Approved::named(allowed_by.cloned())) {
            return Err(Refusal::NothingThere);
        }
        Ok(vec![DayEvent::ApprovalNamed { allowed_by: allowed_by.cloned() }.into()])
    }

    /// The shaker in use is as the book asks.
    fn check_shaker(&self) -> Result<(), Refusal> {
        let rules = &self.book.equipment;
        let Some((_, shaker)) = self.equipment.shaker_in_use() else {
            let missing = if self.equipment.shakers.is_empty() { Need::Shaker } else { Need::Dice };
            return Err(not_yet(missing, &rules.sealed.clause));
        };
        if rules.sealed.value && !shaker.sealed {
            return Err(not_yet(Need::Seal, &rules.sealed.clause));
        }
        // An edition to which the table moved may not know the kind.
        self.rules_of(shaker.kind)?;
        let automated = is_automated(shaker.kind);
        let approved = |approval| shaker.approvals.contains(approval);
        if !rules.approvals.value.iter().all(approved) {
            return Err(not_yet(Need::Approval, &rules.approvals.clause));
        }
        if automated && !rules.approvals_automated.value.iter().all(approved) {
            return Err(not_yet(Need::Approval, &rules.approvals_automated.clause));
        }
        let trials = &rules.inspect_shaker.trials;
        if automated && trials.value > 0 && !shaker.inspected {
            return Err(not_yet(Need::ShakerInspection, &trials.clause));
        }
        Ok(())
    }

    /// A die that is known to be broken is not thrown again, in no round.
    pub(super) fn check_sound_dice(&self) -> Result<(), Refusal> {
        if self.equipment.dice.as_ref().is_none_or(|dice| !dice.damaged) {
            return Ok(());
        }
        let treatment = self.book.irregularities.treatment(Irregularity::DieBroken);
        Err(not_yet(Need::SoundDice, &treatment.remedy.clause))
    }

    /// What can change while a table is open: dice grow old, shifts and dealers change.
    pub(super) fn check_round_may_open(&self, now: Time) -> Result<(), Refusal> {
        self.check_document()?;
        if self.moved {
            self.check_anew()?;
        }
        if self.draws_dice() {
            return Ok(());
        }
        // A shaker can be exchanged while the table is open.
        self.check_shaker()?;
        let rules = &self.book.equipment;
        if self.equipment.disputed {
            return Err(not_yet(Need::UndisputedEquipment, &rules.sealed.clause));
        }
        let (Some(dice), Some((_, shaker))) =
            (&self.equipment.dice, self.equipment.shaker_in_use())
        else {
            return Err(not_yet(Need::Dice, &rules.sealed.clause));
        };
        self.check_sound_dice()?;
        if let Some(expired) = dice.expire.filter(|expire| *expire <= now) {
            let clause = self.shaker_rules().map_or(&rules.sealed.clause, |s| &s.dice_life.clause);
            return Err(not_yet(Need::FreshDice { expired }, clause));
        }
        self.check_checklist()?;
        let shift = &rules.inspect_shaker_each_shift.trials;
        if is_automated(shaker.kind) && shift.value > 0 && !shaker.inspected_this_shift {
            return Err(not_yet(Need::ShakerInspection, &shift.clause));
        }
        if self.config.run == Run::Dealer && self.equipment.on_duty.is_none() {
            let runs = &self.book.people.run_round.clause;
            let clause = if rules.attended.value { &rules.attended.clause } else { runs };
            return Err(not_yet(Need::DealerOnDuty, clause));
        }
        self.check_display()
    }
}

pub(super) fn not_yet(needs: Need, clause: &Clause) -> Refusal {
    Refusal::NotYet { needs, clause: clause.clone() }
}

/// Whether every minimum is a stake that can be paid, and that the ceilings let anybody place.
pub(super) fn fit(limits: &Limits, pays: &PayTable) -> Result<(), Refusal> {
    for offer in pays.offers() {
        let multiple = pays.multiple(offer.area).unwrap_or(1);
        let stake_min = limits.of(offer.area).stake_min().units();
        if !stake_min.is_multiple_of(multiple.into()) {
            return Err(Refusal::BadLimits { area: offer.area });
        }
    }
    let (seat_max, exposure_max) = (limits.seat_max, limits.exposure_max);
    if seat_max.units() < limits.seat_max_needed(pays) {
        return Err(Refusal::SeatLimit { seat_max });
    }
    if exposure_max.units() < limits.exposure_max_needed(pays) {
        return Err(Refusal::ExposureLimit { exposure_max });
    }
    Ok(())
}
