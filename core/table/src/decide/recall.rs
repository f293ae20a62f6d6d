//! A settled round that the table no longer keeps, handed to it again by its journal.

use std::collections::BTreeMap;

use super::Decision;
use super::past::returns;
use crate::event::{PlaceEvent, ReversalEvent};
use crate::ids::{PlayerId, RoundNumber, SeatNumber};
use crate::image::are_sound;
use crate::money::Money;
use crate::place::ChipRecord;
use crate::refusal::Refusal;
use crate::round::{PastRound, Slip};
use crate::table::Table;

impl Table {
    /// A round that was recalled before is the table's own business: nothing more happens.
    pub(super) fn recall_round(
        &self,
        round: &PastRound,
        borne: &BTreeMap<PlayerId, Money>,
    ) -> Decision {
        if self.recalled.iter().any(|known| known.number == round.number) {
            return Ok(Vec::new());
        }
        let is_kept = self.settled_round(round.number).is_some();
        if !self.was_played(round.number) || is_kept || !self.is_settled_soundly(round) {
            return Err(Refusal::NoSuchRound);
        }
        if !self.may_bear(round, borne) {
            return Err(Refusal::BadAmount);
        }
        let forgotten = self.recalled_to_forget()?;
        let (number, chips) = (round.number, round.chips.clone());
        let recalled = PastRound { chips: BTreeMap::new(), ..round.clone() };
        let borne = borne.clone();
        let recalled = ReversalEvent::RoundRecalled { round: recalled, borne, forgotten }.into();
        // What was recorded of chips comes behind it: the event itself is older than records.
        let chips =
            (!chips.is_empty()).then(|| PlaceEvent::ChipsRecalled { round: number, chips }.into());
        Ok(std::iter::once(recalled).chain(chips).collect())
    }

    /// Whether every slip returns what the result that counts returns on it, or its stakes where it
    /// is void.
    fn is_settled_soundly(&self, round: &PastRound) -> bool {
        let pays = &self.book_of(round.number).pay_table;
        let settled = |seat: &SeatNumber, slip: &Slip| match round.result() {
            Some(roll) if !round.void_bets.contains(seat) => returns(pays, roll, slip),
            Some(_) | None => slip.staked(),
        };
        let sound = |(seat, slip): (&SeatNumber, &Slip)| {
            are_sound(pays, &slip.bets) && slip.returned == settled(seat, slip)
        };
        let ended = round.voided.is_some() || !round.results.is_empty();
        let had_bets = round.void_bets.iter().all(|seat| round.slips.contains_key(seat));
        let recorded = |record: &ChipRecord| are_sound(pays, &record.bets);
        let recorded = round.chips.values().all(recorded);
        ended && had_bets && recorded && round.slips.iter().all(sound)
    }

    /// Whether this is for players of the round, no less than is known, and no more than the house
    /// bears in all.
    fn may_bear(&self, round: &PastRound, borne: &BTreeMap<PlayerId, Money>) -> bool {
        let had_bets = |player: &PlayerId| round.slips.values().any(|slip| slip.player == *player);
        let known = |player: &PlayerId| self.borne.get(player).copied().unwrap_or(Money::ZERO);
        let mut after = self.borne.clone();
        after.extend(borne);
        let total = after.values().fold(Money::ZERO, |sum, borne| sum.tally(*borne));
        let fits = |(player, amount): (&PlayerId, &Money)| {
            had_bets(player) && !amount.is_zero() && known(player) <= *amount
        };
        borne.iter().all(fits) && total <= self.shortfall
    }

    /// Which recalled round makes room: the one longest ago that nobody waits to decide about.
    fn recalled_to_forget(&self) -> Result<Option<RoundNumber>, Refusal> {
        if self.recalled.len() < Self::ROUNDS_RECALLED {
            return Ok(None);
        }
        let waited_for =
            |round: RoundNumber| self.waiting().any(|(_, made)| made.act.rounds().contains(&round));
        let mut rounds = self.recalled.iter().map(|known| known.number);
        let forgotten = rounds.find(|round| !waited_for(*round));
        forgotten.map(Some).ok_or(Refusal::TooMany { max: Self::ROUNDS_RECALLED })
    }
}
