//! Rounds that are over: made void, or settled again by the true dice.

use std::collections::BTreeMap;

use taisai_rules::{Irregularity, Roll};

use super::Decision;
use crate::command::Asker;
use crate::event::{Adjustment, Event};
use crate::ids::{RoundNumber, SeatNumber, StaffId};
use crate::money::Money;
use crate::refusal::Refusal;
use crate::round::{PastRound, Slip};
use crate::table::Table;

/// The credit of seats while several rounds are undone one after another.
type Credits = BTreeMap<SeatNumber, Money>;

impl Table {
    pub(super) fn past_round(&self, number: RoundNumber) -> Result<&PastRound, Refusal> {
        self.past.iter().find(|past| past.number == number).ok_or(Refusal::NoSuchRound)
    }

    pub(super) fn void_rounds(&self, rounds: &[RoundNumber], what: Irregularity) -> Decision {
        let in_order = rounds.is_sorted_by(|a, b| a < b);
        if rounds.is_empty() || rounds.len() > Self::ROUNDS_KEPT || !in_order {
            return Err(Refusal::NoSuchRound);
        }
        let mut credits = Credits::new();
        let mut events = Vec::new();
        let mut suspend = false;
        for &number in rounds {
            events.push(match &self.round {
                Some(round) if round.number == number => {
                    suspend |= round.by_hand.is_some();
                    self.void_round(self.uncollected()?, what)
                }
                Some(_) | None => {
                    let past = self.past_round(number)?;
                    if past.voided.is_some() {
                        return Err(Refusal::NoSuchRound);
                    }
                    let adjustments = self.adjustments(past, &mut credits, Slip::staked);
                    Event::PastRoundVoided { round: number, what, adjustments }
                }
            });
        }
        events.extend(suspend.then_some(Event::TableSuspended));
        Ok(events)
    }

    pub(super) fn correct_round(&self, number: RoundNumber, roll: Roll, by: StaffId) -> Decision {
        if let Some(round) = self.round.as_ref().filter(|round| round.number == number) {
            // Nothing has been collected yet: the entry is simply another.
            let unsettled = round.result.is_some_and(|result| result != roll) && !round.collected;
            if !unsettled {
                return Err(Refusal::WrongPhase { phase: self.phase() });
            }
            let by = Asker::Staff(by);
            return Ok(vec![Event::ResultRecorded { round: number, roll, by }]);
        }
        let past = self.past_round(number)?;
        if past.result().is_none_or(|result| result == roll) {
            return Err(Refusal::NoSuchRound);
        }
        let returned = |slip: &Slip| {
            let settlement = self.book.pay_table.settle(roll, &slip.bets);
            let settlement = settlement.expect("only sound bets were on the layout");
            Money::new(settlement.returned()).expect("a round's returns stay below the ceiling")
        };
        let adjustments = self.adjustments(past, &mut Credits::new(), returned);
        Ok(vec![Event::PastRoundCorrected { round: number, roll, adjustments }])
    }

    fn adjustments(
        &self,
        past: &PastRound,
        credits: &mut Credits,
        after: impl Fn(&Slip) -> Money,
    ) -> Vec<Adjustment> {
        let slips = past.slips.iter().map(|(&seat, slip)| (seat, slip, after(slip)));
        let changed = slips.filter(|(_, slip, after)| slip.returned != *after);
        changed.map(|(seat, slip, after)| self.adjustment(seat, slip, after, credits)).collect()
    }

    /// Money follows the player: to and from the credit where they still sit, owed where they have
    /// left, and where it is gone the house bears it. No balance goes below nothing.
    fn adjustment(
        &self,
        seat: SeatNumber,
        slip: &Slip,
        after: Money,
        credits: &mut Credits,
    ) -> Adjustment {
        let (player, before) = (slip.player, slip.returned);
        let zero = Money::ZERO;
        let sits_here = self.seats.get(&seat).filter(|taken| taken.player() == player);
        let mut adjustment = Adjustment {
            seat,
            player,
            sits: sits_here.map(|_| seat),
            before,
            after,
            given: zero,
            owed: zero,
            recovered: zero,
            taken: zero,
            forgone: zero,
            shortfall: zero,
        };
        let credit = sits_here.map(|taken| *credits.entry(seat).or_insert(taken.credit()));
        match (after.minus(before), credit) {
            (Some(more), Some(credit)) if credit.plus(more).is_some() => {
                adjustment.given = more;
                credits.insert(seat, credit.plus(more).unwrap_or(credit));
            }
            (Some(more), _) => adjustment.owed = more,
            (None, credit) => {
                let less = before.minus(after).unwrap_or(zero);
                let held = credit.unwrap_or(zero);
                adjustment.taken = less.min(held);
                adjustment.shortfall = less.minus(adjustment.taken).unwrap_or(zero);
                if credit.is_some() {
                    credits.insert(seat, held.minus(adjustment.taken).unwrap_or(zero));
                }
            }
        }
        adjustment
    }
}
