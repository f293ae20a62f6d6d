//! What a dealer does at a felt table besides the round: places, colours, and recorded chips.

use taisai_protocol::ask::{BetLine, ChipsLaid, FloorAsk, Order};
use taisai_protocol::view::console::ConsoleSeat;
use taisai_protocol::word::AreaId;
use taisai_protocol::{Ask, Phase};

use super::Worker;
use crate::plan::Kind;
use crate::scene::Scene;

/// How many players stand at one table.
const PLACES: u16 = 4;

/// How many areas one player's chips lie on at most.
const AREAS: u64 = 3;

impl Worker {
    /// Looks after the players of a felt table; says whether there was something to do.
    pub(super) fn tends_places(&mut self, scene: &mut Scene<'_>) -> bool {
        if !self.is_at_felt(scene) {
            return false;
        }
        let ask = match self.phase() {
            Some(Phase::Idle) if scene.quiet => self.send_home(),
            Some(Phase::Idle) if scene.luck.one_in(4) => self.change_places(scene),
            Some(
                Phase::Betting
                | Phase::NoMoreBets
                | Phase::Shaken
                | Phase::Revealed
                | Phase::Entered
                | Phase::Collecting,
            ) if !scene.quiet && scene.luck.one_in(4) => self.record_chips(scene),
            _ => None,
        };
        let Some(ask) = ask else { return false };
        self.say(scene, ask, None);
        true
    }

    pub(super) fn is_at_felt(&self, scene: &Scene<'_>) -> bool {
        let place = self.table.and_then(|table| usize::try_from(table).ok()?.checked_sub(1));
        let table = place.and_then(|place| scene.plan.tables.get(place));
        table.is_some_and(|table| table.kind == Kind::Felt)
    }

    fn places(&self) -> Vec<ConsoleSeat> {
        self.console().map(|console| console.seats.clone()).unwrap_or_default()
    }

    /// Everybody leaves, once their colours are back.
    fn send_home(&self) -> Option<Ask> {
        let ConsoleSeat { seat, colour, .. } = self.places().into_iter().next()?;
        let order = match colour {
            Some(_) => Order::TakeColourBack { seat },
            None => Order::FreePlace { seat },
        };
        self.ordered(order)
    }

    /// Somebody comes, leaves, or plays with other chips.
    fn change_places(&self, scene: &mut Scene<'_>) -> Option<Ask> {
        let places = self.places();
        let free = (1..=PLACES).find(|seat| places.iter().all(|taken| taken.seat != *seat));
        if let (Some(seat), Some(table)) = (free, self.table)
            && (places.is_empty() || scene.luck.one_in(2))
        {
            return Some(Ask::Floor(FloorAsk::GivePlace { table, seat }));
        }
        let ConsoleSeat { seat, colour, .. } = *scene.luck.one_of(&places);
        let own = u8::try_from(seat).unwrap_or(1);
        self.ordered(match colour {
            None if scene.luck.one_in(2) => Order::AssignColour { seat, colour: own, value: 500 },
            // Whoever has colours out is told to give them back first.
            None => Order::FreePlace { seat },
            Some(_) if scene.luck.one_in(4) => Order::FreePlace { seat },
            Some(_) => Order::TakeColourBack { seat },
        })
    }

    /// All that lies before one player, instead of what was recorded before; now and then nothing
    /// does any more.
    fn record_chips(&self, scene: &mut Scene<'_>) -> Option<Ask> {
        let (places, pays) = (self.places(), self.pays.as_ref()?);
        if places.is_empty() {
            return None;
        }
        let seat = scene.luck.one_of(&places).seat;
        let mut bets: Vec<BetLine> = Vec::new();
        for _ in 0..scene.luck.below(AREAS + 1) {
            let lit: Vec<AreaId> =
                pays.winning_areas(scene.luck.roll()).iter().map(AreaId).collect();
            if lit.is_empty() {
                continue;
            }
            let area = *scene.luck.one_of(&lit);
            let stake = scene.luck.between(1, 40) * 100;
            if bets.iter().all(|bet| bet.area != area) {
                bets.push(BetLine { area, stake });
            }
        }
        self.ordered(Order::RecordChips { seat, bets: ChipsLaid(bets) })
    }
}
