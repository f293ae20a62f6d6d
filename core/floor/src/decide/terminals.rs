//! Terminals come to their seats by a code that is good once, and players come to the terminals.

use taisai_table::{PlayerId, SeatNumber, StaffId, Time};

use super::{Decision, later};
use crate::command::Asker;
use crate::event::Event;
use crate::floor::Floor;
use crate::ids::{Digest, TableId, TerminalId};
use crate::places::Offer;
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
        if self.offers.contains_key(&code) {
            return Err(Refusal::DigestTaken);
        }
        let before = self.offers().filter(|(_, offer)| offer.table == table && offer.seat == seat);
        let mut events: Vec<Event> =
            before.map(|(code, _)| Event::EnrolmentLapsed { code }).collect();
        if events.is_empty() && self.offers.len() >= Self::OFFERS_MAX {
            return Err(Refusal::TooMany { max: Self::OFFERS_MAX });
        }
        let until = later(now, Self::OFFER_MS);
        events.push(Event::EnrolmentOffered { code, table, seat, until, by });
        Ok(events)
    }

    pub(super) fn enrol_terminal(&self, code: Digest, token: Digest, now: Time) -> Decision {
        let offer = self.offers.get(&code).filter(|offer| now < offer.until);
        let Offer { table, seat, .. } = *offer.ok_or(Refusal::NoSuchCode)?;
        self.check_free_seat(table, seat)?;
        if self.terminals.len() >= Self::TERMINALS_MAX {
            return Err(Refusal::TooMany { max: Self::TERMINALS_MAX });
        }
        if self.terminal_with(&token).is_some() {
            return Err(Refusal::DigestTaken);
        }
        let terminal = TerminalId(self.terminals_enrolled + 1);
        Ok(vec![Event::TerminalEnrolled { terminal, code, token, table, seat }])
    }

    pub(super) fn take_terminal_away(&self, terminal: TerminalId, by: Asker) -> Decision {
        self.terminal(terminal).ok_or(Refusal::NoSuchTerminal { terminal })?;
        Ok(vec![Event::TerminalRemoved { terminal, by }])
    }

    /// A later ticket may be spent while an earlier one is not: the terminal was given it on a
    /// connection on which nothing was heard of it.
    pub(super) fn spend_ticket(&self, terminal: TerminalId, ticket: u64) -> Decision {
        self.terminal(terminal).ok_or(Refusal::NoSuchTerminal { terminal })?;
        if ticket < self.next_ticket(terminal) {
            return Err(Refusal::TicketSpent);
        }
        Ok(vec![Event::TicketSpent { terminal, ticket }])
    }

    pub(super) fn admit_player(&self, terminal: TerminalId) -> Event {
        Event::PlayerAdmitted { player: PlayerId(self.players_admitted + 1), terminal }
    }

    fn check_free_seat(&self, table: TableId, seat: SeatNumber) -> Result<(), Refusal> {
        match self.terminal_at(table, seat) {
            Some(terminal) => Err(Refusal::SeatHasTerminal { terminal }),
            None => Ok(()),
        }
    }
}
