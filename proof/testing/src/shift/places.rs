//! What people do at a felt table: places given and freed, colours out and back, chips recorded.

use taisai_rules::Bet;
use taisai_table::{Asker, HouseCommand, PlayerId, PlayersCommand, Seat, SeatNumber, StaffId};

use crate::floor::{
    DEALER, FLOORPERSON, OTHER_DEALER, SHIFT_MANAGER, STRANGER, reason, staff, stake,
};
use crate::shift::Shift;

impl Shift {
    pub(crate) fn play_with_chips(&mut self) {
        let seat = self.place_of_chips();
        let Some(taken) = self.floor.table.seat(seat) else {
            // Now and then somebody does something about a place that nobody has.
            return if self.luck.percent(90) { self.give_place(seat) } else { self.at_place(seat) };
        };
        let player = taken.player();
        match self.luck.below(100) {
            0..3 => self.give_place(seat),
            3..5 => {
                _ = self.ask(
                    staff(SHIFT_MANAGER),
                    PlayersCommand::Exclude { player, reason: reason() },
                );
            }
            _ => self.at_place(seat),
        }
    }

    /// Now and then a place whose chips are void in this round: somebody forgets that.
    fn place_of_chips(&mut self) -> SeatNumber {
        let mut chips = self.floor.table.round().into_iter().flat_map(|round| &round.chips);
        let void = chips.find(|(_, record)| !record.is_valid());
        let void = void.map(|(seat, _)| *seat);
        void.filter(|_| self.luck.percent(30)).unwrap_or_else(|| self.some_seat())
    }

    fn at_place(&mut self, seat: SeatNumber) {
        let by = self.somebody_there();
        match self.luck.below(100) {
            0..70 => self.record(seat, by),
            70..80 => {
                let colour = u8::try_from(self.luck.below(6)).unwrap();
                let value = stake(5 * (1 + self.luck.below(3)));
                _ = self.ask(staff(by), PlayersCommand::AssignColour { seat, colour, value });
            }
            80..88 => _ = self.ask(staff(by), PlayersCommand::TakeColourBack { seat }),
            88..97 => {
                if self.luck.percent(70) {
                    _ = self.ask(staff(by), PlayersCommand::TakeColourBack { seat });
                }
                _ = self.ask(staff(by), PlayersCommand::FreePlace { seat });
            }
            _ => {
                let stake_max = stake(12_000);
                let marker = PlayersCommand::GrantMarker { seat, stake_max };
                _ = self.ask(staff(FLOORPERSON), marker);
            }
        }
    }

    fn somebody_there(&mut self) -> StaffId {
        let people = [DEALER, DEALER, DEALER, DEALER, SHIFT_MANAGER, OTHER_DEALER, STRANGER];
        *self.luck.one_of(&people)
    }

    /// Mostly a new player; now and then one who sits here, or sat here before.
    fn give_place(&mut self, seat: SeatNumber) {
        let old = self.luck.percent(30);
        self.players += u64::from(!old);
        let player = PlayerId(self.players - if old { self.luck.below(9) } else { 0 });
        let by = match self.luck.below(10) {
            0 => Asker::Host,
            1 => Asker::Floor(STRANGER),
            2 => Asker::Floor(FLOORPERSON),
            _ => Asker::Floor(DEALER),
        };
        _ = self.ask(by, HouseCommand::GivePlace { seat, player });
    }

    /// A new record, the last one with something more, or none.
    fn record(&mut self, seat: SeatNumber, by: StaffId) {
        let lies = self.floor.table.round().and_then(|round| round.chips.get(&seat));
        let mut bets: Vec<Bet> = lies.map(|record| record.bets.clone()).unwrap_or_default();
        match self.luck.below(10) {
            0 => bets.clear(),
            1..4 => {
                let more = self.some_bet();
                bets.retain(|bet| bet.area != more.area || self.luck.clone().percent(10));
                bets.push(more);
            }
            _ => bets = self.some_bets(),
        }
        _ = self.ask(staff(by), PlayersCommand::RecordChips { seat, bets });
        let unbound = self.floor.table.seat(seat).and_then(Seat::terminal).is_none();
        assert!(unbound, "a place has no terminal");
    }
}
