//! A standing table moves to another edition of its rule book, or to other times.

use taisai_rules::{Role, RuleBook};

use super::Decision;
use super::life::fit;
use crate::answers::digest;
use crate::config::Times;
use crate::edition::{Edition, Offer};
use crate::event::{DayEvent, Event};
use crate::ids::{RoundNumber, SeatNumber, StaffId};
use crate::refusal::Refusal;
use crate::seat::Seat;
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
        let mut events = Vec::new();
        if let Some(edition) = &edition {
            self.check_edition(edition)?;
            events.extend(self.leaves_duty(&edition.rules));
        }
        let (last, reason) = (RoundNumber(self.rounds_played), reason.clone());
        events.push(DayEvent::TableMoved { edition, times, last, reason, by }.into());
        Ok(events)
    }

    /// Whoever may not run a round under the other edition answers for the shaker no longer.
    fn leaves_duty(&self, rules: &RuleBook) -> Vec<Event> {
        let needs = rules.people.run_round.value;
        let may = |dealer| self.role(dealer).is_some_and(|role| role.may_act_for(needs));
        let dealer = self.equipment.on_duty.filter(|dealer| !may(*dealer));
        dealer.map_or(Vec::new(), |dealer| self.end_custody(dealer))
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
        self.check_players(&edition.rules)
    }

    /// What players have at the table, and who they are, must be as the other edition allows it:
    /// chips of a colour lie in their hands, and a marker was promised to them.
    fn check_players(&self, rules: &RuleBook) -> Result<(), Refusal> {
        if !rules.limits.colour_chips.value {
            self.check_no_colours_out()?;
        }
        let seats = self.markers_out();
        if !rules.limits.markers.value && !seats.is_empty() {
            return Err(Refusal::MarkersOut { seats });
        }
        let never = &rules.people.staff_never_play;
        let works_here = |staff: StaffId| self.staff.contains_key(&staff);
        let mut seated = self.seats.values().filter_map(Seat::staff);
        if never.value && seated.any(works_here) {
            return Err(Refusal::StaffNeverPlay { clause: never.clause.clone() });
        }
        Ok(())
    }

    /// The seats whose markers let their players stake more than everybody else.
    fn markers_out(&self) -> Vec<SeatNumber> {
        let lets_more = |marker| self.lets_more(marker);
        let marked = self.seats.iter().filter(|(_, seat)| seat.marker().is_some_and(lets_more));
        marked.map(|(number, _)| *number).collect()
    }

    fn check_same_book(&self, edition: &Edition) -> Result<(), Refusal> {
        let (now, other) = (&self.book.title, &edition.rules.title);
        let same = now.id == other.id && now.cite == other.cite;
        if same { Ok(()) } else { Err(Refusal::OtherBook) }
    }

    /// Whether everything is there that the edition asks for to which the table has moved.
    pub(crate) fn is_ready_anew(&self) -> bool {
        !self.moved || self.check_anew().is_ok()
    }

    /// What is asked before a table opens is asked before the next round, and what else the edition
    /// wants of shakers that stood here already.
    pub(super) fn check_anew(&self) -> Result<(), Refusal> {
        self.check_opening()?;
        self.check_nothing_beside()
    }

    /// A number that changes with what the table plays by and with what the configuration names.
    pub(super) fn move_basis(&self) -> u64 {
        digest(&(self.config.rule_book, self.config.times, &self.offer))
    }
}
