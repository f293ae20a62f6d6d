//! Terminals come to their seats by a code that is good once, and players come to the terminals.

use taisai_table::{PlayerId, SeatNumber, StaffId, Time};

use super::{Decision, later};
use crate::command::Asker;
use crate::event::Event;
use crate::floor::Floor;
use crate::ids::{Digest, TableId, TerminalId};
use crate::places::{Device, Offer};
use crate::refusal::Refusal;

impl Floor {
    pub(super) fn offer_enrolment(
        &self,
        code: Digest,
        table: TableId,
        seat: SeatNumber,
        by: StaffId,
        now: Time,
    ) -> Decision {
        self.table_in_use(table)?;
        self.check_free_seat(table, seat)?;
        self.check_new_code(&code)?;
        let before = self.offers().filter(|(_, offer)| offer.table == table && offer.seat == seat);
        let mut events: Vec<Event> =
            before.map(|(code, _)| Event::EnrolmentLapsed { code }).collect();
        if events.is_empty() {
            self.check_room_for_offer()?;
        }
        let until = later(now, Self::OFFER_MS);
        events.push(Event::EnrolmentOffered { code, table, seat, until, by });
        Ok(events)
    }

    /// Enrols whatever the code was offered for.
    pub(super) fn enrol_terminal(&self, code: Digest, token: Digest, now: Time) -> Decision {
        if let Some(offer) = self.display_offers.get(&code).filter(|offer| now < offer.until) {
            return self.enrol_display(code, token, offer);
        }
        let offer = self.offers.get(&code).filter(|offer| now < offer.until);
        let Offer { table, seat, .. } = *offer.ok_or(Refusal::NoSuchCode)?;
        self.check_free_seat(table, seat)?;
        let terminal = self.new_device(&token)?;
        Ok(vec![Event::TerminalEnrolled { terminal, code, token, table, seat }])
    }

    pub(super) fn take_terminal_away(&self, terminal: TerminalId, by: Asker) -> Decision {
        match self.device(terminal) {
            Some(Device::Terminal(_)) => Ok(vec![Event::TerminalRemoved { terminal, by }]),
            Some(Device::Display(_)) => Ok(vec![Event::DisplayRemoved { display: terminal, by }]),
            None => Err(Refusal::NoSuchTerminal { terminal }),
        }
    }

    /// The number of the device that enrols next with this token, if there is room for one.
    pub(super) fn new_device(&self, token: &Digest) -> Result<TerminalId, Refusal> {
        if self.terminals.len() + self.displays.len() >= Self::TERMINALS_MAX {
            return Err(Refusal::TooMany { max: Self::TERMINALS_MAX });
        }
        if self.device_with(token).is_some() {
            return Err(Refusal::DigestTaken);
        }
        Ok(TerminalId(self.terminals_enrolled + 1))
    }

    pub(super) fn check_new_code(&self, code: &Digest) -> Result<(), Refusal> {
        let is_taken = self.offers.contains_key(code) || self.display_offers.contains_key(code);
        if is_taken { Err(Refusal::DigestTaken) } else { Ok(()) }
    }

    pub(super) fn check_room_for_offer(&self) -> Result<(), Refusal> {
        if self.offers.len() + self.display_offers.len() >= Self::OFFERS_MAX {
            return Err(Refusal::TooMany { max: Self::OFFERS_MAX });
        }
        Ok(())
    }

    /// A later ticket may be spent while an earlier one is not: the terminal was given it on a
    /// connection on which nothing was heard of it.
    pub(super) fn spend_ticket(&self, terminal: TerminalId, ticket: u64) -> Decision {
        self.device(terminal).ok_or(Refusal::NoSuchTerminal { terminal })?;
        if ticket < self.next_ticket(terminal) {
            return Err(Refusal::TicketSpent);
        }
        Ok(vec![Event::TicketSpent { terminal, ticket }])
    }

    pub(super) fn admit_player(&self, terminal: TerminalId) -> Event {
        Event::PlayerAdmitted { player: PlayerId(self.players_admitted + 1), terminal }
    }

    /// Whether the table has places, and this one is free, the table knows.
    pub(super) fn admit_to_place(
        &self,
        (table, seat): (TableId, SeatNumber),
        by: Asker,
    ) -> Decision {
        let places = self.places.range((table, SeatNumber(0))..=(table, SeatNumber(u16::MAX)));
        if places.count() >= Self::PLACES_MAX && self.admitted_to(table, seat).is_none() {
            return Err(Refusal::TooMany { max: Self::PLACES_MAX });
        }
        self.table_in_use(table)?;
        let player = PlayerId(self.players_admitted + 1);
        Ok(vec![Event::PlaceAdmitted { player, table, seat, by }])
    }

    fn check_free_seat(&self, table: TableId, seat: SeatNumber) -> Result<(), Refusal> {
        match self.terminal_at(table, seat) {
            Some(terminal) => Err(Refusal::SeatHasTerminal { terminal }),
            None => Ok(()),
        }
    }
}
