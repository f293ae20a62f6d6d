//! How the settled rounds of a table stood, as a replay from its first record has seen them.

use std::collections::BTreeMap;

use sha2::{Digest, Sha256};
use taisai_table::round::PastRound;
use taisai_table::{
    Case, CaseEvent, CaseId, ChipRecord, Event, Money, PlaceEvent, PlayerId, ReversalEvent,
    RoundEvent, RoundNumber, SeatNumber, Table,
};

use crate::fault::Problem;
use crate::stored::{bytes_of_case, bytes_of_chips, bytes_of_round};

/// Every round as it stood when something was last decided about it, by its hash: what the table
/// forgets can be compared when it comes back.
#[derive(Default)]
pub(crate) struct SettledRounds {
    stood: BTreeMap<RoundNumber, [u8; 32]>,
    borne: Borne,
    /// The same of what was recorded of chips.
    chips: BTreeMap<RoundNumber, [u8; 32]>,
    /// The same of cases.
    cases: BTreeMap<CaseId, [u8; 32]>,
}

impl SettledRounds {
    /// Whether a recalled round is what it was, and all of it.
    pub(crate) fn check(&self, event: &Event) -> Result<(), Problem> {
        if let Event::Case(CaseEvent::CaseRecalled { case, file }) = event {
            let stood = self.cases.get(case) == Some(&hash_of_case(file));
            return if stood { Ok(()) } else { Err(Problem::OtherCase { case: *case }) };
        }
        if let Event::Place(PlaceEvent::ChipsRecalled { round, chips }) = event {
            let stood = self.chips.get(round) == Some(&hash_of_chips(chips));
            return if stood { Ok(()) } else { Err(Problem::OtherRecall { round: *round }) };
        }
        let Event::Reversal(ReversalEvent::RoundRecalled { round, borne, .. }) = event else {
            return Ok(());
        };
        let stood = self.stood.get(&round.number) == Some(&hash_of(round));
        if stood && *borne == self.borne.of_players(round) {
            return Ok(());
        }
        Err(Problem::OtherRecall { round: round.number })
    }

    /// Remembers the round that an event has ended or changed.
    pub(crate) fn note(&mut self, event: &Event, table: &Table) {
        if let Event::Reversal(event) = event {
            self.borne.note(event);
        }
        if let Event::Case(event) = event
            && let Some(file) = table.case(event.case())
        {
            self.cases.insert(event.case(), hash_of_case(file));
        }
        let changed = match event {
            Event::Round(RoundEvent::RoundCleared { round })
            | Event::Place(PlaceEvent::ChipsVoided { round, .. }) => *round,
            Event::Reversal(event) => event.round(),
            Event::Staff(_)
            | Event::Equipment(_)
            | Event::Day(_)
            | Event::Seat(_)
            | Event::Credit(_)
            | Event::BetsChanged { .. }
            | Event::Round(_)
            | Event::Ruling(_)
            | Event::Proposal(_)
            | Event::Case(_)
            | Event::Place(_)
            | Event::RequestAnswered { .. } => return,
        };
        if let Some(past) = table.settled_round(changed) {
            self.stood.insert(changed, hash_of(past));
            if !past.chips.is_empty() {
                self.chips.insert(changed, hash_of_chips(&past.chips));
            }
        }
    }
}

fn hash_of(past: &PastRound) -> [u8; 32] {
    Sha256::digest(bytes_of_round(past)).into()
}

fn hash_of_chips(chips: &BTreeMap<SeatNumber, ChipRecord>) -> [u8; 32] {
    Sha256::digest(bytes_of_chips(chips)).into()
}

fn hash_of_case(file: &Case) -> [u8; 32] {
    Sha256::digest(bytes_of_case(file)).into()
}

/// What the house bears for each player, added up from the first record on: a table forgets it
/// with a player's last round, and must know it again with the first that is recalled.
#[derive(Debug, Default)]
pub(crate) struct Borne(BTreeMap<PlayerId, u64>);

impl Borne {
    pub(crate) fn note(&mut self, event: &ReversalEvent) {
        for adjustment in event.adjustments() {
            let borne = self.0.entry(adjustment.player).or_default();
            *borne = borne.saturating_add(adjustment.shortfall.units());
            *borne = borne.saturating_sub(adjustment.recovered.units());
            if *borne == 0 {
                self.0.remove(&adjustment.player);
            }
        }
    }

    /// Of it, what is borne for those who had bets in a round.
    pub(crate) fn of_players(&self, round: &PastRound) -> BTreeMap<PlayerId, Money> {
        let players = round.slips.values().map(|slip| slip.player);
        let borne = |player| Some((player, Money::tallied(*self.0.get(&player)?)));
        players.filter_map(borne).collect()
    }
}
