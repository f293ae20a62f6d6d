//! A standing table moves to another edition of its rule book, or to other times.

use taisai_rules::Role;

use super::Decision;
use super::life::fit;
use crate::answers::digest;
use crate::config::Times;
use crate::edition::{Edition, Offer};
use crate::event::DayEvent;
use crate::ids::{RoundNumber, StaffId};
use crate::refusal::Refusal;
use crate::table::Table;
use crate::text::Reason;

impl Table {
    /// Who proposes and who approves that a table moves.
    pub(super) const MOVES: Role = Role::Supervisor;

    /// The configuration names something else than the table plays by, or that no longer.
    pub(super) fn offer_edition(&self, offer: &Offer) -> Decision {
        if !self.lacks_offer(offer) {
            return Err(Refusal::NothingThere);
        }
        if self.plays_by(offer) {
            return Ok(vec![DayEvent::OfferWithdrawn.into()]);
        }
        self.check_same_book(&offer.edition)?;
        Ok(vec![DayEvent::EditionOffered(offer.clone()).into()])
    }

    /// Between rounds no bet lies on the layout, and none is settled by what it was not placed
    /// under.
    pub(super) fn move_table(
        &self,
        [from, to]: [[u8; 32]; 2],
        times: Times,
        reason: &Reason,
        by: [StaffId; 2],
    ) -> Decision {
        let named = |offer: &&Offer| offer.edition.fingerprint == to && offer.times == times;
        let offer = self.offer.as_ref().filter(named);
        let offer = offer.filter(|_| self.config.rule_book == from);
        let Offer { edition, times } = offer.ok_or(Refusal::EditionNotOffered)?.clone();
        if self.round.is_some() {
            return Err(Refusal::WrongPhase { phase: self.phase() });
        }
        let edition = (from != to).then_some(edition);
        if let Some(edition) = &edition {
            self.check_edition(edition)?;
        }
        let (last, reason) = (RoundNumber(self.rounds_played), reason.clone());
        Ok(vec![DayEvent::TableMoved { edition, times, last, reason, by }.into()])
    }

    /// What stands at the table must be able to stand under the other edition.
    fn check_edition(&self, edition: &Edition) -> Result<(), Refusal> {
        self.check_same_book(edition)?;
        if self.earlier.len() >= Self::EDITIONS_MAX {
            return Err(Refusal::TooMany { max: Self::EDITIONS_MAX });
        }
        let to_come = self.limits_to_come.as_ref().map(|(_, limits)| limits);
        let mut limits = std::iter::once(&self.config.limits).chain(to_come);
        limits.try_for_each(|limits| fit(limits, &edition.rules.pay_table))?;
        let never = &edition.rules.people.staff_never_play;
        let works_here = |staff: StaffId| self.staff.contains_key(&staff);
        let mut seated = self.seats.values().filter_map(|seat| seat.staff());
        if never.value && seated.any(works_here) {
            return Err(Refusal::StaffNeverPlay { clause: never.clause.clone() });
        }
        Ok(())
    }

    fn check_same_book(&self, edition: &Edition) -> Result<(), Refusal> {
        let (now, other) = (&self.book.title, &edition.rules.title);
        let same = now.id == other.id && now.cite == other.cite;
        if same { Ok(()) } else { Err(Refusal::OtherBook) }
    }

    /// Whether everything is there that the edition asks for to which the table has moved.
    pub(crate) fn is_ready_anew(&self) -> bool {
        !self.moved || self.check_opening().is_ok()
    }

    /// A number that changes with what the table plays by and with what the configuration names.
    pub(super) fn move_basis(&self) -> u64 {
        digest(&(self.config.rule_book, self.config.times, &self.offer))
    }
}
