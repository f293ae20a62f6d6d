//! Tables are set up, and taken from the floor when nothing waits for them.

use super::Decision;
use crate::command::Asker;
use crate::event::Event;
use crate::floor::Floor;
use crate::ids::TableId;
use crate::places::{FloorTable, TableStanding};
use crate::refusal::Refusal;

impl Floor {
    pub(super) fn check_new_table(&self, table: TableId) -> Result<(), Refusal> {
        if self.tables.len() >= Self::TABLES_MAX {
            return Err(Refusal::TooMany { max: Self::TABLES_MAX });
        }
        match self.table(table) {
            Some(_) => Err(Refusal::TableTaken),
            None => Ok(()),
        }
    }

    pub(super) fn retire_table(&self, table: TableId, by: Asker) -> Decision {
        self.table_in_use(table)?;
        self.check_bank_closed(table)?;
        let unfinished = self.unfinished_at(table).count();
        if unfinished > 0 {
            return Err(Refusal::VouchersUnfinished { unfinished });
        }
        let offers = self.offers().filter(|(_, offer)| offer.table == table);
        let mut events: Vec<Event> =
            offers.map(|(code, _)| Event::EnrolmentLapsed { code }).collect();
        let terminals = self.terminals().filter(|(_, terminal)| terminal.table == table);
        events.extend(terminals.map(|(terminal, _)| Event::TerminalRemoved { terminal, by }));
        let offers = self.display_offers().filter(|(_, offer)| offer.table == table);
        events.extend(offers.map(|(code, _)| Event::EnrolmentLapsed { code }));
        let displays = self.displays_of(table);
        events.extend(displays.map(|(display, _)| Event::DisplayRemoved { display, by }));
        events.extend(self.clear_of_things(table));
        events.push(Event::TableRetired { table, by });
        Ok(events)
    }

    pub(super) fn table_in_use(&self, table: TableId) -> Result<&FloorTable, Refusal> {
        let found = self.table(table).ok_or(Refusal::NoSuchTable { table })?;
        match found.standing {
            TableStanding::InUse => Ok(found),
            TableStanding::Retired => Err(Refusal::TableRetired),
        }
    }
}
