//! The house's configuration names another edition or other times, and two people move the table.

use taisai_table::{Act, Asker, HostCommand, Offer, PlayersCommand, RulingCommand, Times};

use crate::editions::{another, embedded, plain};
use crate::floor::{FLOORPERSON, SECOND_MANAGER, SHIFT_MANAGER, SUPERVISOR, reason, staff, stake};
use crate::shift::Shift;

impl Shift {
    /// What is named, proposed and approved, in a good order or a bad one.
    pub(crate) fn move_on(&mut self) {
        let table = &self.floor.table;
        let (book, now) = (table.book().title.id.clone(), table.config().clone());
        let other = *self.luck.one_of(&[embedded, another, plain]);
        let warning_ms = 5_000 + self.luck.below(2);
        let offer = Offer { edition: other(&book), times: Times { warning_ms, ..now.times } };
        if self.luck.percent(10) {
            // Another book's name, which no table takes.
            let foreign = if book == "act" { "maryland" } else { "act" };
            let offer = Offer { edition: embedded(foreign), times: now.times };
            _ = self.ask(Asker::Host, HostCommand::OfferEdition(offer));
        }
        if self.luck.percent(30) {
            let (seat, stake_max) = (self.some_seat(), stake(12_000));
            _ = self.ask(staff(FLOORPERSON), PlayersCommand::GrantMarker { seat, stake_max });
        }
        let (from, to) = (now.rule_book, offer.edition.fingerprint);
        let times = offer.times;
        if self.luck.percent(90) {
            _ = self.ask(Asker::Host, HostCommand::OfferEdition(offer));
        }
        let by = *self.luck.one_of(&[FLOORPERSON, SUPERVISOR, SHIFT_MANAGER, SHIFT_MANAGER]);
        let act = Act::MoveTable { from, to, times, reason: reason() };
        let proposed = self.ask(staff(by), RulingCommand::Propose(act));
        if proposed.is_ok() && self.luck.percent(80) {
            let last = self.floor.table.proposals().map(|(id, _)| id).max().unwrap();
            _ = self.ask(staff(SECOND_MANAGER), RulingCommand::Approve(last));
        }
    }
}
