//! Rounds that are over: made void, or settled again by the true dice.

use taisai_rules::{Irregularity, Roll};

use super::Decision;
use super::reckoning::Reckoning;
use crate::command::Asker;
use crate::event::{Adjustment, EquipmentEvent, Event, ReversalEvent, RoundEvent};
use crate::ids::{RoundNumber, StaffId};
use crate::money::Money;
use crate::refusal::Refusal;
use crate::round::{PastRound, Slip};
use crate::table::Table;

impl Table {
    pub(super) fn past_round(&self, number: RoundNumber) -> Result<&PastRound, Refusal> {
        self.settled_round(number).ok_or(Refusal::NoSuchRound)
    }

    pub(super) fn void_rounds(&self, rounds: &[RoundNumber], what: Irregularity) -> Decision {
        let in_order = rounds.is_sorted_by(|a, b| a < b);
        if rounds.is_empty() || rounds.len() > Self::ROUNDS_KEPT || !in_order {
            return Err(Refusal::NoSuchRound);
        }
        let playing = self.round.as_ref().filter(|round| rounds.contains(&round.number));
        let settled = |number: &RoundNumber| playing.is_none_or(|round| round.number != *number);
        let mut settled = rounds.iter().copied().filter(settled).peekable();
        let mut reckoning = Reckoning::of(self);
        let mut events = Vec::new();
        if playing.is_some() {
            if let Some(oldest) = settled.next_if(|number| self.makes_room(*number)) {
                events.push(self.void_settled(oldest, what, &mut reckoning)?);
            }
            // Its stakes go back first, so that what the settled rounds take can come from them.
            events.push(self.void_round(self.uncollected()?, what));
            reckoning.return_stakes(self);
        }
        for number in settled {
            events.push(self.void_settled(number, what, &mut reckoning)?);
        }
        let by_hand = playing.is_some_and(|round| round.by_hand.is_some());
        events.extend(by_hand.then_some(EquipmentEvent::TableSuspended.into()));
        Ok(events)
    }

    /// Whether this round is forgotten when the round in play is over.
    fn makes_room(&self, number: RoundNumber) -> bool {
        let oldest = self.past.front().filter(|_| self.past.len() >= Self::ROUNDS_KEPT);
        oldest.is_some_and(|past| past.number == number)
    }

    fn void_settled(
        &self,
        number: RoundNumber,
        what: Irregularity,
        reckoning: &mut Reckoning,
    ) -> Result<Event, Refusal> {
        let past = self.past_round(number)?;
        if past.voided.is_some() {
            return Err(Refusal::NoSuchRound);
        }
        let adjustments = adjustments(past, reckoning, Slip::staked)?;
        Ok(ReversalEvent::PastRoundVoided { round: number, what, adjustments }.into())
    }

    pub(super) fn correct_round(&self, number: RoundNumber, roll: Roll, by: StaffId) -> Decision {
        if let Some(round) = self.round.as_ref().filter(|round| round.number == number) {
            // Nothing has been collected yet: the entry is simply another.
            let unsettled = round.result.is_some_and(|result| result != roll) && !round.collected;
            if !unsettled {
                return Err(Refusal::WrongPhase { phase: self.phase() });
            }
            let by = Asker::Staff(by);
            return Ok(vec![RoundEvent::ResultRecorded { round: number, roll, by }.into()]);
        }
        let past = self.past_round(number)?;
        if past.result().is_none_or(|result| result == roll) {
            return Err(Refusal::NoSuchRound);
        }
        let returned = |slip: &Slip| self.returns(roll, slip);
        let adjustments = adjustments(past, &mut Reckoning::of(self), returned)?;
        Ok(vec![ReversalEvent::PastRoundCorrected { round: number, roll, adjustments }.into()])
    }

    /// What a slip returns by this roll.
    pub(super) fn returns(&self, roll: Roll, slip: &Slip) -> Money {
        let settlement = self.book.pay_table.settle(roll, &slip.bets);
        let settlement = settlement.expect("only sound bets were on the layout");
        Money::new(settlement.returned()).expect("a round's returns stay below the ceiling")
    }
}

/// One for every player to whom the round returns something else than before.
fn adjustments(
    past: &PastRound,
    reckoning: &mut Reckoning,
    after: impl Fn(&Slip) -> Money,
) -> Result<Vec<Adjustment>, Refusal> {
    let slips = past.slips.iter().map(|(&seat, slip)| (seat, slip, after(slip)));
    let changed = slips.filter(|(_, slip, after)| slip.returned != *after);
    changed.map(|(seat, slip, after)| reckoning.adjust(seat, slip, after)).collect()
}
