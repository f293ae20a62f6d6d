//! Rounds, or one player's bets, made void, and rounds settled again by the true dice: the round in
//! play at every moment, and rounds that are over.

use std::borrow::Cow;

use taisai_rules::{Irregularity, PayTable, Remedy, Roll};

use super::Decision;
use super::reckoning::Reckoning;
use super::rounds::cleared;
use crate::command::Asker;
use crate::config::TableKind;
use crate::event::{Adjustment, EquipmentEvent, Event, ReversalEvent, RoundEvent, RulingEvent};
use crate::ids::{RoundNumber, SeatNumber, StaffId};
use crate::money::Money;
use crate::refusal::Refusal;
use crate::round::{PastRound, Round, Slip};
use crate::table::Table;
use crate::text::Reason;
use crate::time::Time;

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
        let in_play = playing.filter(|round| !round.paid).map(|round| round.number);
        let settled = rounds.iter().copied().filter(|number| in_play != Some(*number));
        // Of those that are kept only the oldest; rounds that were recalled are older.
        let (oldest, settled): (Vec<_>, Vec<_>) =
            settled.partition(|number| playing.is_some() && self.makes_room(*number));
        let mut steps = Steps::of(self);
        if let Some(round) = playing {
            for oldest in oldest {
                steps.take(vec![self.void_settled(oldest, what, &mut Reckoning::of(self))?]);
            }
            // Its stakes go back first, so that what the settled rounds take can come from them.
            steps.take(if round.paid { cleared(round) } else { self.void_unpaid(round, what) });
        }
        let (table, mut events) = steps.done();
        let mut reckoning = Reckoning::of(&table);
        for number in settled {
            events.push(table.void_settled(number, what, &mut reckoning)?);
        }
        let suspends = playing.is_some_and(|round| round.by_hand.is_some() && !round.paid);
        events.extend(suspends.then_some(EquipmentEvent::TableSuspended.into()));
        Ok(events)
    }

    /// Whether this round is forgotten when the round in play is over.
    fn makes_room(&self, number: RoundNumber) -> bool {
        let oldest = self.past.front().filter(|_| self.past.len() >= Self::ROUNDS_KEPT);
        oldest.is_some_and(|past| past.number == number)
    }

    fn void_unpaid(&self, round: &Round, what: Irregularity) -> Vec<Event> {
        let mut events = self.uncollect(round);
        events.push(self.void_round(round, what));
        events
    }

    /// What was collected is put back where it lay; nothing where nobody has collected.
    pub(super) fn uncollect(&self, round: &Round) -> Vec<Event> {
        let roll = round.result.filter(|_| round.collected);
        let undone = roll.map(|roll| {
            let restored = self.collected(roll);
            ReversalEvent::CollectionUndone { round: round.number, restored }.into()
        });
        undone.into_iter().collect()
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

    /// One player's bets in the round in play, at every moment of it.
    pub(super) fn void_playing_bets(&self, seat: SeatNumber, reason: &Reason) -> Decision {
        let round = self.in_play()?;
        if self.config.kind == TableKind::Felt {
            self.check_awaits_nothing_else(round)?;
            return self.void_playing_chips(round, seat, reason);
        }
        let returned = self.taken(seat)?.staked();
        if returned.is_zero() {
            return Err(Refusal::NothingThere);
        }
        let number = round.number;
        let waited = round.awaiting == Some(Irregularity::Contravention);
        if round.paid {
            self.check_awaits_nothing_else(round)?;
            let mut steps = Steps::of(self);
            steps.take(cleared(round));
            let (table, mut events) = steps.done();
            events.push(table.void_past_bets(number, seat, reason)?);
            return Ok(events);
        }
        let mut events = self.uncollect(round);
        let reason = reason.clone();
        events.push(ReversalEvent::BetsVoided { round: number, seat, returned, reason }.into());
        events.extend(waited.then_some(RulingEvent::RoundResumed { round: number }.into()));
        Ok(events)
    }

    /// What else a round that is paid awaits is decided while it is in play.
    fn check_awaits_nothing_else(&self, round: &Round) -> Result<(), Refusal> {
        let waits = round.awaiting.is_some_and(|what| what != Irregularity::Contravention);
        if round.paid && waits { Err(Refusal::WrongPhase { phase: self.phase() }) } else { Ok(()) }
    }

    /// One player's bets in a settled round.
    pub(super) fn void_past_bets(
        &self,
        number: RoundNumber,
        seat: SeatNumber,
        reason: &Reason,
    ) -> Result<Event, Refusal> {
        if self.config.kind == TableKind::Felt {
            return self.void_past_chips(number, seat, reason);
        }
        let past = self.past_round(number)?;
        if past.voided.is_some() {
            return Err(Refusal::NoSuchRound);
        }
        let slip = past.standing().find(|(at, _)| *at == seat).map(|(_, slip)| slip);
        let slip = slip.ok_or(Refusal::NothingThere)?;
        let adjustment = Reckoning::of(self).adjust(seat, slip, slip.staked())?;
        let reason = reason.clone();
        Ok(ReversalEvent::PastBetsVoided { round: number, seat, reason, adjustment }.into())
    }

    pub(super) fn correct_round(&self, number: RoundNumber, roll: Roll, by: StaffId) -> Decision {
        if let Some(round) = self.round.as_ref().filter(|round| round.number == number) {
            return self.correct_playing(round, roll, by);
        }
        let past = self.past_round(number)?;
        if past.result().is_none_or(|result| result == roll) {
            return Err(Refusal::NoSuchRound);
        }
        let pays = &self.book_of(number).pay_table;
        let returned = |slip: &Slip| returns(pays, roll, slip);
        let adjustments = adjustments(past, &mut Reckoning::of(self), returned)?;
        Ok(vec![ReversalEvent::PastRoundCorrected { round: number, roll, adjustments }.into()])
    }

    /// Whether the round awaits that two people make it void, or find that nothing was wrong.
    fn is_void_due(&self, round: &Round) -> bool {
        round.awaiting.is_some_and(|what| {
            let remedy = self.book.irregularities.treatment(what).remedy.value;
            matches!(remedy, Remedy::VoidRound | Remedy::VoidAffectedRounds)
        })
    }

    /// What is collected is put back and the entry is another; what is paid is over, and settled
    /// again.
    fn correct_playing(&self, round: &Round, roll: Roll, by: StaffId) -> Decision {
        if round.result.is_none_or(|result| result == roll) || self.is_void_due(round) {
            return Err(Refusal::WrongPhase { phase: self.phase() });
        }
        let number = round.number;
        if round.paid {
            let mut steps = Steps::of(self);
            steps.take(cleared(round));
            let (table, mut events) = steps.done();
            events.extend(table.correct_round(number, roll, by)?);
            return Ok(events);
        }
        let mut events = self.uncollect(round);
        let by = Asker::Staff(by);
        events.push(RoundEvent::ResultRecorded { round: number, roll, by }.into());
        Ok(events)
    }
}

/// Events, and the table as they leave it: what comes after them is worked out there.
pub(super) struct Steps<'a> {
    table: Cow<'a, Table>,
    events: Vec<Event>,
}

impl<'a> Steps<'a> {
    pub(super) const fn of(table: &'a Table) -> Self {
        Self { table: Cow::Borrowed(table), events: Vec::new() }
    }

    pub(super) fn take(&mut self, events: Vec<Event>) {
        for event in &events {
            // The copy is thrown away, and no money hangs on when its round ended.
            self.table.to_mut().apply(event, Time::FIRST);
        }
        self.events.extend(events);
    }

    pub(super) fn done(self) -> (Cow<'a, Table>, Vec<Event>) {
        (self.table, self.events)
    }
}

/// What a slip returns by this roll, under the edition it was placed under.
pub(super) fn returns(pays: &PayTable, roll: Roll, slip: &Slip) -> Money {
    let settlement = pays.settle(roll, &slip.bets).expect("only sound bets were on the layout");
    Money::new(settlement.returned()).expect("a round's returns stay below the ceiling")
}

/// One for every player to whom the round returns something else than before.
fn adjustments(
    past: &PastRound,
    reckoning: &mut Reckoning,
    after: impl Fn(&Slip) -> Money,
) -> Result<Vec<Adjustment>, Refusal> {
    let slips = past.standing().map(|(seat, slip)| (seat, slip, after(slip)));
    let changed = slips.filter(|(_, slip, after)| slip.returned != *after);
    changed.map(|(seat, slip, after)| reckoning.adjust(seat, slip, after)).collect()
}
