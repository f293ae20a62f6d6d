//! The rounds that a table no longer keeps, as whoever wrote everything down could tell it of them.

use std::collections::BTreeMap;

use taisai_table::round::PastRound;
use taisai_table::{
    Asker, Event, HostCommand, Money, PlaceEvent, PlayerId, RoundEvent, RoundNumber, Table,
};

use crate::shift::Shift;

/// Every round as it stands, and what the house bears for each player in all.
#[derive(Clone, Debug, Default)]
pub(crate) struct LongAgo {
    rounds: BTreeMap<RoundNumber, PastRound>,
    borne: BTreeMap<PlayerId, u64>,
}

impl LongAgo {
    /// Writes down what an event has ended or changed.
    pub(crate) fn note(&mut self, event: &Event, table: &Table) {
        let round = match event {
            Event::Round(RoundEvent::RoundCleared { round })
            | Event::Place(PlaceEvent::ChipsVoided { round, .. }) => *round,
            Event::Reversal(event) => event.round(),
            _ => return,
        };
        if let Event::Reversal(event) = event {
            for change in event.adjustments() {
                let borne = self.borne.entry(change.player).or_default();
                *borne = *borne + change.shortfall.units() - change.recovered.units();
            }
        }
        if let Some(past) = table.settled_round(round) {
            self.rounds.insert(round, past.clone());
        }
    }

    fn told(&self, round: &PastRound) -> HostCommand {
        let players = round.slips.values().map(|slip| slip.player);
        let borne = players.filter_map(|player| Some((player, *self.borne.get(&player)?)));
        let borne = borne.filter(|(_, units)| *units > 0);
        let borne = borne.map(|(player, units)| (player, Money::tallied(units))).collect();
        HostCommand::RecallRound { round: round.clone(), borne }
    }
}

impl Shift {
    /// A round with bets that the table does not keep, once it was recalled.
    pub(crate) fn some_old_round(&mut self) -> Option<RoundNumber> {
        let table = &self.floor.table;
        let kept = table.past_rounds().next()?.number;
        let old = self.long_ago.rounds.range(..kept).map(|(_, round)| round);
        let bet_on = |round: &&PastRound| !(round.slips.is_empty() && round.chips.is_empty());
        let old = old.filter(|round| round.result().is_some());
        let old: Vec<&PastRound> = old.filter(bet_on).collect();
        if old.is_empty() {
            return None;
        }
        let round = old[self.luck.place(old.len())].clone();
        let told = self.long_ago.told(&round);
        self.ask(Asker::Host, told).ok().map(|_| round.number)
    }
}
